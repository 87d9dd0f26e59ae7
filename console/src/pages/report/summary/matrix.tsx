/** A table of figures: a row for each figure, without those of which there are none. */
import { countText, dollarsText, plural, uncapitalized } from '../../../format.ts'
import type { Report } from '../report-data.ts'
import './matrix.css'

type Figures = Report['summaries'][number]['figures']

/** A figure by its name; empty where there is none. */
export function figureOf(figures: Figures, name: string): string {
  return figures.find((figure) => figure.name === name)?.value ?? ''
}

/** A figure of the summary; zero is quiet. */
export function figureText(value: string, isMoney = false): string {
  if (value === '') return ''
  return isMoney ? dollarsText(Number(value)) : countText(Number(value))
}

/** A row: what is counted, and a figure for each column. */
export type MatrixRow = readonly [title: string, cells: readonly string[]]

interface MatrixProps {
  readonly caption: string
  readonly corner: string
  readonly heads: readonly React.ReactNode[]
  readonly rows: readonly MatrixRow[]
  /** On phones, each row is a card. */
  readonly isStacked?: boolean
  /** What else there is none of. */
  readonly none?: readonly string[]
  /** The one column needs no title. */
  readonly isHeadHidden?: boolean
  /** The columns after the first are bureaus: a figure is marked where most have another. */
  readonly isOfBureaus?: boolean
}

/** Rows with a figure; those without one are named below. */
export function Matrix({ none: others = [], ...properties }: MatrixProps) {
  const isEmpty = ([, cells]: MatrixRow) => cells.every(isNone)
  const empty = properties.rows.filter(isEmpty).map(([title]) => title)
  return (
    <>
      <MatrixTable {...properties} rows={properties.rows.filter((row) => !isEmpty(row))} />
      <None titles={[...empty, ...others]} />
    </>
  )
}

/** More are folded. */
const NAMED_MAX = 3

/** What there is none of. Some titles have a comma. */
function None({ titles }: { readonly titles: readonly string[] }) {
  const text = titles.map(uncapitalized).join('; ')
  if (text === '') return null
  if (titles.length <= NAMED_MAX) return <p className="matrix-none muted small">None: {text}</p>
  return (
    <details className="more matrix-none small">
      <summary>{plural(titles.length, 'figure')} with nothing to report</summary>
      <p className="muted">{text}</p>
    </details>
  )
}

function MatrixTable(properties: Omit<MatrixProps, 'none'>) {
  const { caption, corner, heads, rows, isStacked = false, isOfBureaus = false } = properties
  const { isHeadHidden = false } = properties
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <div className="scroll" role="group" tabIndex={0} aria-label={caption}>
      <table className={isStacked ? 'matrix cards' : 'matrix'}>
        <caption className="hidden">{caption}</caption>
        <thead className={isHeadHidden ? 'hidden' : undefined}>
          <tr>
            <th scope="col">{corner}</th>
            {heads.map((head, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never change their order
              <th key={index} scope="col" className="number">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([title, cells]) => (
            <tr key={title} className={title === 'Total' ? 'strong' : undefined}>
              <th scope="row">{title}</th>
              {cells.map((cell, index) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns never change their order
                  key={index}
                  data-title={isStacked ? heads[index] : undefined}
                  className={isZero(cell) ? 'number muted' : 'number'}
                >
                  {isOfBureaus && isOdd(cells, index) ? <mark>{cell}</mark> : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Whether a bureau has another figure than most; where none is the most common, it has not. */
function isOdd([, ...bureaus]: readonly string[], index: number): boolean {
  const share = (figure: string | undefined) =>
    bureaus.filter((each) => each === figure).length / bureaus.length
  return (
    index > 0 && share(bureaus[index - 1]) < 1 / 2 && bureaus.some((each) => share(each) > 1 / 2)
  )
}

/** Whether a figure says that there is nothing to say. */
export function isNone(cell: string): boolean {
  return cell === '' || isZero(cell)
}

/** Whether a figure says that there was nothing. */
function isZero(cell: string): boolean {
  return /^\$?0(\/0)*$/.test(cell)
}

/** A table of figures with a row for each figure. Rows without any value are omitted. */
import { countText, dollarsText, plural, uncapitalized } from '../../../format.ts'
import type { Report } from '../report-data.ts'
import './matrix.css'

type Figures = Report['summaries'][number]['figures']

/** Returns a figure by its name; empty if it does not exist. */
export function figureOf(figures: Figures, name: string): string {
  return figures.find((figure) => figure.name === name)?.value ?? ''
}

/** Formats a figure of the summary as an amount or a count; empty if there is no figure. */
export function figureText(value: string, isMoney = false): string {
  if (value === '') return ''
  return isMoney ? dollarsText(Number(value)) : countText(Number(value))
}

/** A row: the title of the figure, and its value for each column. */
export type MatrixRow = readonly [title: string, cells: readonly string[]]

interface MatrixProps {
  readonly caption: string
  readonly corner: string
  readonly heads: readonly React.ReactNode[]
  readonly rows: readonly MatrixRow[]
  /** Whether phones show each row as a card. */
  readonly isStacked?: boolean
  /** Further titles for the list of figures with nothing to report. */
  readonly none?: readonly string[]
  /** Whether the head is hidden, because a single column needs no title. */
  readonly isHeadHidden?: boolean
  /**
   * Whether the columns after the first are bureaus. A bureau's figure is then marked if most
   * bureaus agree on another.
   */
  readonly isOfBureaus?: boolean
}

/** A table of the rows with a value. The titles of the other rows are listed below it. */
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

/** The maximum number of titles to list; more are folded. */
const NAMED_MAX = 3

/**
 * The titles of the figures with nothing to report. They are separated by semicolons, because some
 * contain a comma.
 */
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

/**
 * Returns whether a bureau's figure differs from the one that most bureaus report. If no figure has
 * a majority, none is marked.
 */
function isOdd([, ...bureaus]: readonly string[], index: number): boolean {
  const share = (figure: string | undefined) =>
    bureaus.filter((each) => each === figure).length / bureaus.length
  return (
    index > 0 && share(bureaus[index - 1]) < 1 / 2 && bureaus.some((each) => share(each) > 1 / 2)
  )
}

/** Returns whether a figure is absent or zero. */
export function isNone(cell: string): boolean {
  return cell === '' || isZero(cell)
}

/** Returns whether a figure is zero. */
function isZero(cell: string): boolean {
  return /^\$?0(\/0)*$/.test(cell)
}

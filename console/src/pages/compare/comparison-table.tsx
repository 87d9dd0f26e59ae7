/** A table with a column for each side. It shows the rows that differ, and counts the others. */
import { Fragment, type ReactNode, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { GroupRow } from '../../components/list/table.tsx'
import { Path } from '../../components/path.tsx'
import { dateTimeText, minuteOfYearText, plural } from '../../format.ts'
import { changeText, laterText } from './change-text.ts'
import './compare.css'

/** One value for each side. */
export type Pair<T> = readonly [T, T]

/** A row: its title, and the values of each side. */
export interface ComparedRow {
  /** Identifies the row. It is also the displayed title if `shown` is absent. */
  readonly title: string
  readonly shown?: ReactNode
  /** The values of each side. Differing values are marked unless `change` is set. */
  readonly texts?: Pair<readonly string[]>
  /** Content shown instead of the texts. */
  readonly sides?: Pair<ReactNode>
  /** Notes below the values. */
  readonly notes?: Pair<ReactNode>
  readonly differs: boolean
  /** The change from the first side to the second, such as `+12`. */
  readonly change?: string
  /** Whether a higher value is better or worse; absent if it is neither. */
  readonly rise?: 'better' | 'worse'
  /** The path shown above the rows of the same group. */
  readonly group?: string
  /** The row is a heading for the rows below it. */
  readonly heading?: true
  /**
   * The sides are not comparable, for example because they are about different people. The row
   * shows neither a difference nor a change.
   */
  readonly apart?: boolean
}

interface TableProps {
  readonly caption: string
  readonly heads: Pair<ReactNode>
  readonly rows: readonly ComparedRow[]
  /**
   * The noun for a row, such as `field`. If set, rows without a difference are hidden; otherwise
   * all rows are shown.
   */
  readonly row?: string
  /** The sides have nothing in common, so no row shows a difference or a change. */
  readonly apart?: boolean
}

/**
 * Returns the heads of both sides. Each shows its time (with seconds if both are in the same
 * minute) and its mark. The second also says how much later or earlier it is.
 */
export function headsOf(times: Pair<string>, marks: readonly ReactNode[] = []): Pair<ReactNode> {
  const isBackwards = Date.parse(times[0]) > Date.parse(times[1])
  const isSameMinute = minuteOfYearText(times[0]) === minuteOfYearText(times[1])
  const later = laterText(...times) || (isBackwards ? 'earlier' : '')
  const head = (name: string, side: 0 | 1) => (
    <>
      {name} {marks[side]}
      <time className="under" dateTime={times[side]} title={dateTimeText(times[side])}>
        {(isSameMinute ? dateTimeText : minuteOfYearText)(times[side])}
      </time>
    </>
  )
  return [head('First', 0), head(['Second', later].filter(Boolean).join(', '), 1)]
}

/** The rows that differ. The others are counted and shown on demand. */
export function ComparisonTable({ caption, heads, rows, row, apart = false }: TableProps) {
  const [all, setAll] = useState(false)
  const isWhole = apart || row === undefined
  const shown = isWhole || all ? rows : differingRows(rows)
  const figures = rows.filter(({ heading }) => !heading)
  const apartRows = figures.filter((each) => each.apart).length
  const same = figures.filter(({ differs, apart: isApart }) => !differs && !isApart).length
  const hasChange = !apart && shown.some(({ change = '' }) => change !== '')
  return (
    <>
      {shown.length > 0 && (
        <CompareColumns caption={caption} heads={heads} hasChange={hasChange}>
          {[...Map.groupBy(shown, ({ group }) => group)].map(([group = '', grouped]) => (
            <tbody key={group}>
              {group !== '' && (
                <GroupRow columns={hasChange ? 4 : 3}>
                  <Path text={group} />
                </GroupRow>
              )}
              {grouped.map((each) => (
                <ComparedCells key={each.title} row={each} hasChange={hasChange} apart={apart} />
              ))}
            </tbody>
          ))}
        </CompareColumns>
      )}
      {!isWhole && same + apartRows > 0 && (
        <UnchangedToggle shown={all} onToggle={setAll}>
          {same + apartRows === figures.length && 'No differences: '}
          {plural(same, `unchanged ${row}`)}
          {apartRows > 0 && `, ${apartRows} not compared`}
        </UnchangedToggle>
      )}
    </>
  )
}

/** Returns the rows that differ, each below its heading. */
function differingRows(rows: readonly ComparedRow[]): readonly ComparedRow[] {
  const isShown = ({ differs, apart }: ComparedRow) => differs && !apart
  return rows.filter((row, index) => {
    if (row.heading === undefined) return isShown(row)
    const below = rows.slice(index + 1)
    const end = below.findIndex(({ heading }) => heading)
    return below.slice(0, end === -1 ? undefined : end).some(isShown)
  })
}

interface ColumnsProps {
  readonly caption: string
  readonly heads: Pair<ReactNode>
  /** Whether any row has a change. An empty column is omitted. */
  readonly hasChange: boolean
  readonly children: ReactNode
}

/** The table with its head; the body is in `children`. */
export function CompareColumns({ caption, heads, hasChange, children }: ColumnsProps) {
  return (
    <div className="scroll">
      <table className="cards compared">
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{caption}</th>
            <th scope="col">{heads[0]}</th>
            <th scope="col">{heads[1]}</th>
            {hasChange && (
              <th scope="col" className="number compare-change">
                Change
              </th>
            )}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  )
}

interface ToggleProps {
  readonly shown: boolean
  readonly onToggle: (shown: boolean) => void
  readonly children: ReactNode
}

/** A line that counts the unchanged entries, with a button that shows them. */
export function UnchangedToggle({ shown, onToggle, children }: ToggleProps) {
  return (
    <p className="compare-unchanged">
      <span className="muted small">{children}</span>
      <Button kind="plain small" aria-expanded={shown} onClick={() => onToggle(!shown)}>
        {shown ? 'Hide' : 'Show'}
        <span className="hidden"> {children}</span>
      </Button>
    </p>
  )
}

interface CellsProps extends Pick<TableProps, 'apart'> {
  readonly row: ComparedRow
  readonly hasChange: boolean
}

/** The cells of a row. Screen readers read whether the row differs. */
export function ComparedCells({ row, hasChange, apart = false }: CellsProps) {
  const { title, shown = title, texts = [[], []], sides = [], notes, change = '' } = row
  const isApart = apart || row.apart
  const differs = row.differs && !isApart
  const tone = toneOf(change, row.rise)
  const side = (index: 0 | 1) => (
    <td data-title={index === 0 ? 'First' : 'Second'}>
      {sides[index] === undefined ? (
        <Marked texts={texts[index]} other={differs && change === '' && texts[1 - index]} />
      ) : differs && texts[index].length > 0 ? (
        <mark>{sides[index]}</mark>
      ) : (
        sides[index]
      )}
      {notes?.[index] && <span className="under">{notes[index]}</span>}
    </td>
  )
  return (
    <tr className={row.heading ? 'group' : isApart ? 'apart' : differs ? 'differs' : 'same'}>
      <th scope="row">
        {shown}
        {differs && <span className="hidden"> (differs)</span>}
      </th>
      {side(0)}
      {side(1)}
      {hasChange && (
        <td
          data-title="Change"
          className={/^[+−]/.test(change) ? `number strong ${tone ?? ''}` : 'number muted'}
        >
          {change}
          {tone !== undefined && <span className="hidden"> ({tone})</span>}
        </td>
      )}
    </tr>
  )
}

function toneOf(change: string, rise: ComparedRow['rise']): ComparedRow['rise'] {
  if (rise === undefined || !/^[+−]/.test(change)) return undefined
  return change.startsWith('+') ? rise : rise === 'worse' ? 'better' : 'worse'
}

interface MarkedProps {
  readonly texts: readonly string[]
  /** The texts of the other side. Without them, nothing is marked. */
  readonly other: readonly string[] | false | undefined
}

/** Texts on one line. A text is marked as a whole: a part of a date or a name is meaningless. */
function Marked({ texts, other }: MarkedProps) {
  if (texts.length === 0) return NONE
  return texts.map((text, index) => (
    <Fragment key={text}>
      {index > 0 && ', '}
      {other && !other.includes(text) ? <mark>{text}</mark> : text}
    </Fragment>
  ))
}

/** The content of a side without a value. */
export const NONE = <span className="muted">none</span>

type Text = string | undefined | readonly string[]

/** Returns a row of two texts, or of two lists of texts. */
export function textRow(title: string, one: Text, other: Text) {
  const texts = [one ?? [], other ?? []].map((each) =>
    [each].flat().filter((text) => text !== ''),
  ) as unknown as Pair<readonly string[]>
  return {
    title,
    texts,
    differs: texts[0].join('\n') !== texts[1].join('\n'),
  } as const satisfies ComparedRow
}

/** Returns a row of two numbers, with the difference if both exist. */
export function numberRow(
  title: string,
  one: number | undefined,
  other: number | undefined,
  textOf: (value: number) => string = String,
): ComparedRow {
  const text = (value: number | undefined) => (value === undefined ? undefined : textOf(value))
  return { ...textRow(title, text(one), text(other)), change: changeText(one, other, textOf) }
}

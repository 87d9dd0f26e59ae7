/** A table with a column for each side. It shows what differs, and how many rows do not. */
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../../components/button.tsx'
import { plural } from '../../format.ts'
import { changeText, markedParts, onlyText } from './change-text.ts'
import './compare.css'

/** One value for each side. */
export type Pair<T> = readonly [T, T]

/** A row: what is compared, and what each side has. */
export interface ComparedRow {
  /** Identifies the row; also its text where `shown` is absent. */
  readonly title: string
  readonly shown?: ReactNode
  readonly sides: Pair<ReactNode>
  readonly differs: boolean
  /** The change from the first side to the second, such as `+12`; `changed` where it is absent. */
  readonly change?: string
}

interface TableProps {
  readonly caption: string
  readonly heads: Pair<ReactNode>
  readonly rows: readonly ComparedRow[]
  /** What a row is: `field`. */
  readonly row: string
  /** Rows that only one side has are counted too, since the sides have nothing in common. */
  readonly apart?: boolean
}

/** The heads of both sides: links to what is compared, below a path such as `/orders`. */
export function headsOf(path: string, [one, other]: Pair<string>): Pair<ReactNode> {
  const link = (id: string) => (
    <Link href={`${path}/${id}`} className="mono">
      {id}
    </Link>
  )
  return [link(one), link(other)]
}

/** The rows that differ; the others are counted, and shown on demand. */
export function ComparisonTable({ caption, heads, rows, row, apart = false }: TableProps) {
  const [all, setAll] = useState(false)
  const count = (text: string) => (apart ? rows.filter(({ change }) => change === text).length : 0)
  const only = onlyText(count('removed'), count('added'))
  const same = rows.filter(({ differs }) => !differs).length
  const shown = rows.filter(
    ({ differs, change = '' }) =>
      all || (differs && !(apart && (change === 'added' || change === 'removed'))),
  )
  return (
    <>
      {shown.length > 0 && (
        <CompareColumns caption={caption} heads={heads}>
          <tbody>
            {shown.map((each) => (
              <ComparedCells key={each.title} row={each} />
            ))}
          </tbody>
        </CompareColumns>
      )}
      {(same > 0 || only !== '') && (
        <UnchangedToggle shown={all} onToggle={setAll}>
          {same === rows.length && 'No differences: '}
          {[same > 0 ? plural(same, `unchanged ${row}`) : '', only].filter(Boolean).join(', ')}
        </UnchangedToggle>
      )}
    </>
  )
}

interface ColumnsProps {
  readonly caption: string
  readonly heads: Pair<ReactNode>
  readonly children: ReactNode
}

/** The table and its head. */
export function CompareColumns({ caption, heads, children }: ColumnsProps) {
  return (
    <div className="scroll">
      <table className="cards compared">
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{caption}</th>
            <th scope="col">{heads[0]}</th>
            <th scope="col">{heads[1]}</th>
            <th scope="col" className="number compare-change">
              Change
            </th>
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

/** Says how much is the same on both sides, and shows it. */
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

/** The cells of a row. Screen readers hear whether it differs. */
export function ComparedCells({ row }: { readonly row: ComparedRow }) {
  const { title, shown = title, sides, differs, change = 'changed' } = row
  return (
    <tr className={differs ? 'differs' : 'same'}>
      <th scope="row">
        {shown}
        {differs && <span className="hidden"> (differs)</span>}
      </th>
      <td data-title="First">{sides[0]}</td>
      <td data-title="Second">{sides[1]}</td>
      <td data-title="Change" className={/\d/.test(change) ? 'number strong' : 'number muted'}>
        {differs && change}
      </td>
    </tr>
  )
}

/** A text in which the parts that the other side lacks are marked. */
function Marked({ text, other }: { readonly text: string; readonly other: string }) {
  return markedParts(text, other).map(([part, isMarked], index) =>
    isMarked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
      <mark key={index}>{part}</mark>
    ) : (
      part
    ),
  )
}

/** A side without a value. */
export const NONE = <span className="muted">none</span>

/** A row of two texts. */
export function textRow(title: string, one: string | undefined, other: string | undefined) {
  const [first, second] = [one ?? '', other ?? '']
  return {
    title,
    sides: [
      first === '' ? NONE : <Marked key="one" text={first} other={second} />,
      second === '' ? NONE : <Marked key="other" text={second} other={first} />,
    ],
    differs: first !== second,
    change: first === '' ? 'added' : second === '' ? 'removed' : 'changed',
  } as const satisfies ComparedRow
}

/** A row of two numbers, with the difference where both are there. */
export function numberRow(
  title: string,
  one: number | undefined,
  other: number | undefined,
  textOf: (value: number) => string = String,
): ComparedRow {
  const row = textRow(
    title,
    one === undefined ? undefined : textOf(one),
    other === undefined ? undefined : textOf(other),
  )
  return { ...row, change: changeText(one, other, textOf) || row.change }
}

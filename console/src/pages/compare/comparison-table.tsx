/** A table with a column for each side, in which rows that differ stand out. */
import { type ReactNode, useState } from 'react'
import { Segments } from '../../components/field.tsx'
import { Empty } from '../../components/layout.tsx'
import './compare.css'

/** A row: what is compared, and what each side has. */
export interface ComparedRow {
  /** Identifies the row; also its text where `shown` is absent. */
  readonly title: string
  readonly shown?: ReactNode
  readonly sides: readonly [ReactNode, ReactNode]
  readonly differs: boolean
  /** The change from the first side to the second, such as `+12`. */
  readonly change?: string
}

interface TableProps {
  readonly caption: string
  readonly heads: readonly [ReactNode, ReactNode]
  readonly rows: readonly ComparedRow[]
  /** Begins with the rows that differ, and can show all. */
  readonly onlyDifferent?: boolean
}

/** The table. Screen readers hear of each row whether it differs. */
export function ComparisonTable({ caption, heads, rows, onlyDifferent = false }: TableProps) {
  const [all, setAll] = useState(!onlyDifferent)
  const different = rows.filter(({ differs }) => differs)
  const shown = all ? rows : different
  const hasChanges = rows.some(({ change }) => change !== undefined)
  return (
    <>
      {onlyDifferent && (
        <div className="compare-filter">
          <Segments
            label={caption}
            value={all ? 'all' : 'different'}
            choices={[
              ['different', `Different (${different.length})`],
              ['all', `All (${rows.length})`],
            ]}
            onChoice={(choice) => setAll(choice === 'all')}
          />
        </div>
      )}
      {shown.length === 0 ? (
        <Empty title="No differences">{null}</Empty>
      ) : (
        <div className="scroll">
          <table className="cards compared">
            <caption className="hidden">{caption}</caption>
            <thead>
              <tr>
                <th scope="col">{caption}</th>
                <th scope="col">{heads[0]}</th>
                <th scope="col">{heads[1]}</th>
                {hasChanges && (
                  <th scope="col" className="number">
                    Change
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <Row key={row.title} row={row} hasChanges={hasChanges} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

function Row({ row, hasChanges }: { readonly row: ComparedRow; readonly hasChanges: boolean }) {
  const { title, shown = title, sides, differs, change = '' } = row
  return (
    <tr className={differs ? 'differs' : undefined}>
      <th scope="row">
        {shown}
        {differs && <span className="hidden"> (differs)</span>}
      </th>
      <td data-title="First">{sides[0]}</td>
      <td data-title="Second">{sides[1]}</td>
      {hasChanges && (
        <td data-title="Change" className="number">
          {change}
        </td>
      )}
    </tr>
  )
}

/** A row of two texts. */
export function textRow(
  title: string,
  one: string | undefined,
  other: string | undefined,
): ComparedRow {
  const none = <span className="muted">none</span>
  return { title, sides: [one || none, other || none], differs: (one ?? '') !== (other ?? '') }
}

/** A row of two numbers, with the change where both are there. */
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
  if (one === undefined || other === undefined || one === other) return { ...row, change: '' }
  const sign = other > one ? '+' : '−'
  return { ...row, change: `${sign}${textOf(Math.abs(other - one))}` }
}

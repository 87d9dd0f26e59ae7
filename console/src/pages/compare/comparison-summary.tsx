/** What differs, before the tables that say how. */
import type { ReactNode } from 'react'
import { Panel } from '../../components/layout.tsx'
import { NONE } from './comparison-table.tsx'

/** A part of the comparison; without content it is the same on both sides. */
export type SummaryLine = readonly [title: string, differences: readonly ReactNode[]]

/** One line for each part. Parts without a difference share the last line. */
export function ComparisonSummary({ lines }: { readonly lines: readonly SummaryLine[] }) {
  const same = lines.filter(([, differences]) => differences.length === 0)
  const different = lines.filter(([, differences]) => differences.length > 0)
  return (
    <Panel title="Summary" flush>
      <dl className="compare-summary">
        {different.length === 0 && (
          <div>
            <dt>Changed</dt>
            <dd>No differences</dd>
          </div>
        )}
        {different.map(([title, differences]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <ul>
                {differences.map((each, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: differences have no other identity
                  <li key={index}>{each}</li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
        {same.length > 0 && (
          <div>
            <dt>Unchanged</dt>
            <dd className="muted">{same.map(([title]) => title.toLowerCase()).join(', ')}</dd>
          </div>
        )}
      </dl>
    </Panel>
  )
}

interface SummaryRow {
  readonly title: string
  readonly one: string | number | undefined
  readonly other: string | number | undefined
  readonly change?: string
}

/** Values of both sides as a small table; nothing where none differ. */
export function summaryTable(
  caption: string,
  head: string,
  rows: readonly SummaryRow[],
): readonly ReactNode[] {
  if (rows.length === 0) return []
  const heads = [
    head,
    'First',
    'Second',
    ...(rows.some(({ change }) => change !== undefined) ? ['Change'] : []),
  ]
  return [
    <table key={caption}>
      <caption className="hidden">{caption}</caption>
      <thead>
        <tr>
          {heads.map((each) => (
            <th key={each} scope="col">
              {each}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ title, one, other, change }) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td>{one ?? NONE}</td>
            <td className="strong">{other ?? NONE}</td>
            {change !== undefined && <td className="strong">{change}</td>}
          </tr>
        ))}
      </tbody>
    </table>,
  ]
}

/** The changes between two reports: a row per account or inquiry, with a line per change. */
import { NO_FILE, words } from '../../../../src/documents/wording.ts'
import { BureauLetters } from '../../components/bureaus.tsx'
import { Table } from '../../components/list/table.tsx'
import { dateText, dollarsText } from '../../format.ts'
import type { ChangedItem, Difference } from './changed-items.ts'
import { shownNumber } from './report-data.ts'
import './brief-list.css'

interface ChangeTableProps {
  readonly caption: string
  readonly items: readonly ChangedItem[]
  /** Returns the applicants of an item; absent if the report has only one borrower. */
  readonly whose?: ((item: ChangedItem) => string) | undefined
}

/** The table of changes. */
export function ChangeTable({ caption, items, whose }: ChangeTableProps) {
  return (
    <Table
      caption={caption}
      className="brief changes"
      rows={items}
      keyOf={({ key }) => key}
      columns={[
        {
          title: 'Account',
          rowHeader: true,
          cell: ({ what, account }) => (
            <>
              {what}
              {shownNumber(account) !== '' && (
                <span className="under mono">{shownNumber(account)}</span>
              )}
            </>
          ),
        },
        { title: 'Change', className: 'whole', cell: ({ changes }) => <Lines changes={changes} /> },
        whose && { title: 'Applicant', cell: whose },
        { title: 'Since', cell: ({ since }) => dateText(since) },
        { title: 'Bureaus', cell: ({ bureaus }) => <BureauLetters bureaus={bureaus} /> },
      ]}
    />
  )
}

function Lines({ changes }: Pick<ChangedItem, 'changes'>) {
  return (
    <ul className="change-lines">
      {changes.map((each) => (
        <li key={`${each.kind}${each.since}${each.to}`}>
          <span>{each.title}</span>
          <span>{valuesText(each)}</span>
          <span className="strong">{riseText(each)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Returns the values of a change: `$3,796 → $5,279`. A late payment starts with its month. */
function valuesText(change: Difference): string {
  const { kind, since, from, to } = change
  const values = [from, to].map((value) => valueText(kind, value)).filter((text) => text !== '')
  // The space keeps the arrow and the new value on one line.
  const text = values.join(' →\u00a0')
  return kind === 'newLatePayment' && text !== '' ? `${dateText(since)}: ${text}` : text
}

function valueText(kind: string, value: Difference['to']): string {
  if (typeof value === 'number') return dollarsText(value)
  if (kind === 'fileUnavailable' && value !== undefined) return NO_FILE[value] ?? words(value)
  return kind === 'birthDateChanged' ? dateText(value) : words(value)
}

function riseText({ from, to, monthlyIncrease }: Difference): string {
  if (monthlyIncrease !== undefined) return `+${dollarsText(monthlyIncrease)} a month`
  return typeof from === 'number' && typeof to === 'number' ? `+${dollarsText(to - from)}` : ''
}

/** The accounts of two reports: of each that has changed, only what has; others are one row. */
import { useState } from 'react'
import { Badge } from '../../components/layout.tsx'
import { plural } from '../../format.ts'
import type { ComparedAccount } from './account-changes.ts'
import { onlyText } from './change-text.ts'
import {
  CompareColumns,
  ComparedCells,
  NONE,
  type Pair,
  textRow,
  UnchangedToggle,
} from './comparison-table.tsx'

interface AccountsProps {
  readonly accounts: readonly ComparedAccount[]
  readonly heads: Pair<React.ReactNode>
  /** The reports have no borrower in common, so that all accounts are of one report only. */
  readonly apart: boolean
}

/** The accounts that were changed, added and removed; the others are counted. */
export function AccountsCompared({ accounts, heads, apart }: AccountsProps) {
  const [all, setAll] = useState(false)
  const quiet = accounts.filter((account) => apart || isQuiet(account))
  const count = (kind: ComparedAccount['kind']) =>
    accounts.filter((account) => account.kind === kind).length
  const reported = count('reported')
  const shown = all ? accounts : accounts.filter((account) => !quiet.includes(account))
  return (
    <>
      {shown.length > 0 && (
        <CompareColumns caption="Account" heads={heads}>
          {shown.map((account) => (
            <AccountBody key={account.key} account={account} />
          ))}
        </CompareColumns>
      )}
      {quiet.length > 0 && (
        <UnchangedToggle shown={all} onToggle={setAll}>
          {apart ? (
            onlyText(count('removed'), count('added'))
          ) : (
            <>
              {quiet.length === accounts.length && 'No differences: '}
              {plural(quiet.length, 'account')} without a change
              {reported > 0 && `, ${reported} of them reported again`}
            </>
          )}
        </UnchangedToggle>
      )}
    </>
  )
}

function isQuiet({ kind }: ComparedAccount): boolean {
  return kind === 'same' || kind === 'reported'
}

/** An account that only one report has: what it is and its state, in one row. */
function OneSidedAccount({ account }: { readonly account: ComparedAccount }) {
  const { creditor, what, changed } = account
  return (
    <tbody>
      {changed.map(({ one, other }) => (
        <ComparedCells
          key={creditor}
          row={{
            ...textRow(creditor, one, other),
            shown: (
              <>
                {creditor} <span className="under">{what}</span>
              </>
            ),
            sides: [one || NONE, other || NONE],
          }}
        />
      ))}
    </tbody>
  )
}

/** A field of an account; amounts say by how much they have changed. */
function accountRow({
  title,
  one,
  other,
  change,
}: Pick<Field, 'title' | 'one' | 'other' | 'change'>) {
  const row = textRow(title, one, other)
  return { ...row, change: change || row.change }
}

type Field = ComparedAccount['changed'][number]

const KINDS = {
  changed: ['warn', 'Changed'],
  reported: ['plain', 'Reported again'],
  same: ['plain', 'Unchanged'],
} as const

/** An account with its changed fields; the others are counted, and shown on demand. */
function AccountBody({ account }: { readonly account: ComparedAccount }) {
  const [all, setAll] = useState(false)
  const { kind, creditor, what, changed, reported, unchanged } = account
  if (kind === 'added' || kind === 'removed') return <OneSidedAccount account={account} />
  const [tone, label] = KINDS[kind]
  const fields = all ? [...changed, ...reported, ...unchanged] : changed
  const quiet = reported.length + unchanged.length
  return (
    <tbody>
      <tr className="compare-account">
        <th scope="rowgroup" colSpan={4}>
          <span className="row">
            <span className="strong">{creditor}</span>
            <span className="muted">{what}</span>
            <Badge tone={tone}>{label}</Badge>
            {quiet > 0 && (
              <UnchangedToggle shown={all} onToggle={setAll}>
                {plural(unchanged.length, 'unchanged field')}
                {reported.length > 0 && `, ${reported.length} reported again`}
                <span className="hidden"> of {creditor}</span>
              </UnchangedToggle>
            )}
          </span>
        </th>
      </tr>
      {fields.map(({ title, one, other, change }) => (
        <ComparedCells key={title} row={accountRow({ title, one, other, change })} />
      ))}
    </tbody>
  )
}

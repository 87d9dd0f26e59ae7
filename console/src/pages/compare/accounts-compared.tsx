/** The accounts of two reports: of each that has changed, only what has; others are one row. */
import { useState } from 'react'
import { Badge } from '../../components/layout.tsx'
import { plural } from '../../format.ts'
import type { ComparedAccount } from './account-changes.ts'
import {
  CompareColumns,
  ComparedCells,
  type Pair,
  textRow,
  UnchangedToggle,
} from './comparison-table.tsx'

interface AccountsProps {
  readonly accounts: readonly ComparedAccount[]
  readonly heads: Pair<React.ReactNode>
}

/** The accounts that were changed, added and removed; the others are counted. */
export function AccountsCompared({ accounts, heads }: AccountsProps) {
  const [all, setAll] = useState(false)
  const quiet = accounts.filter(isQuiet)
  const reported = quiet.filter(({ kind }) => kind === 'reported').length
  const shown = all ? accounts : accounts.filter((account) => !isQuiet(account))
  const hasChange = shown.some(
    ({ kind, changed, reported }) =>
      isOneSided(kind) || [...changed, ...reported].some(({ change }) => change !== ''),
  )
  return (
    <>
      {shown.length > 0 && (
        <CompareColumns caption="Account" heads={heads} hasChange={hasChange}>
          {shown.map((account) => (
            <AccountBody key={account.key} account={account} hasChange={hasChange} />
          ))}
        </CompareColumns>
      )}
      {quiet.length > 0 && (
        <UnchangedToggle shown={all} onToggle={setAll}>
          {quiet.length === accounts.length && 'No differences: '}
          {plural(quiet.length, 'account')} without a change
          {reported > 0 && `, ${reported} of them reported again`}
        </UnchangedToggle>
      )}
    </>
  )
}

function isOneSided(kind: ComparedAccount['kind']): boolean {
  return kind === 'added' || kind === 'removed'
}

function isQuiet({ kind }: ComparedAccount): boolean {
  return kind === 'same' || kind === 'reported'
}

/** An account that only one report has: what it is and its state, in one row. */
function OneSidedAccount({ account }: { readonly account: ComparedAccount }) {
  const { kind, creditor, what, changed } = account
  return (
    <tbody>
      {changed.map(({ one, other }) => (
        <ComparedCells
          key={creditor}
          hasChange
          row={{
            ...textRow(creditor, one, other),
            shown: (
              <>
                {creditor} <span className="under">{what}</span>
              </>
            ),
            change: kind,
          }}
        />
      ))}
    </tbody>
  )
}

const KINDS = {
  reported: 'Reported again',
  same: 'Unchanged',
} as const

/** A field that merely moves on is no difference of the account. */
function fieldRow({ title, one, other, change, routine }: ComparedAccount['changed'][number]) {
  const row = textRow(title, one, other)
  return { ...row, change, differs: row.differs && !routine }
}

interface BodyProps {
  readonly account: ComparedAccount
  readonly hasChange: boolean
}

/** An account with its changed fields; the others are counted, and shown on demand. */
function AccountBody({ account, hasChange }: BodyProps) {
  const [all, setAll] = useState(false)
  const { kind, creditor, what, changed, reported, unchanged } = account
  if (kind === 'added' || kind === 'removed') return <OneSidedAccount account={account} />
  const fields = all ? [...changed, ...reported, ...unchanged] : changed
  const quiet = reported.length + unchanged.length
  return (
    <tbody>
      <tr className="compare-account">
        <th scope="rowgroup" colSpan={hasChange ? 4 : 3}>
          <span className="row">
            <span className="strong">{creditor}</span>
            <span className="muted">{what}</span>
            {kind !== 'changed' && <Badge>{KINDS[kind]}</Badge>}
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
      {fields.map((field) => (
        <ComparedCells key={field.title} row={fieldRow(field)} hasChange={hasChange} />
      ))}
    </tbody>
  )
}

/**
 * The accounts of two reports. A changed account shows only its changed fields, and all unchanged
 * accounts share one row.
 */
import { useState } from 'react'
import { Badge } from '../../components/layout.tsx'
import { capitalized, plural } from '../../format.ts'
import type { ComparedAccount } from './account-changes.ts'
import {
  CompareColumns,
  ComparedCells,
  type ComparedRow,
  type Pair,
  textRow,
  UnchangedToggle,
} from './comparison-table.tsx'

interface AccountsProps {
  readonly accounts: readonly ComparedAccount[]
  readonly heads: Pair<React.ReactNode>
}

/** The changed, added and removed accounts. The others are counted and shown on demand. */
export function AccountsCompared({ accounts, heads }: AccountsProps) {
  const [all, setAll] = useState(false)
  const quiet = accounts.filter(isQuiet)
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
          {plural(quiet.length, quiet.length === accounts.length ? 'account' : 'other account')}:{' '}
          {Array.from(
            Map.groupBy(quiet, quietText),
            ([text, { length }]) => `${length} ${text}`,
          ).join(', ')}
        </UnchangedToggle>
      )}
    </>
  )
}

function isOneSided(kind: ComparedAccount['kind']): boolean {
  return kind === 'added' || kind === 'removed' || kind === 'elsewhere'
}

/**
 * Returns whether the account itself has not changed: it differs, if at all, only in routine fields
 * or because the reports cover different people or bureaus.
 */
function isQuiet({ kind }: ComparedAccount): boolean {
  return kind !== 'changed' && kind !== 'added' && kind !== 'removed'
}

function quietText({ kind, note }: ComparedAccount): string {
  if (kind === 'elsewhere') return `of ${note}`
  return note || (kind === 'reported' ? 'with newer dates only' : 'unchanged')
}

/** An account that only one report has: its name, type and status in one row. */
function OneSidedAccount({ account }: { readonly account: ComparedAccount }) {
  const { kind, creditor, what, changed, note } = account
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
            change: note || kind,
          }}
        />
      ))}
    </tbody>
  )
}

/** Returns the row of a field. A routine difference is not marked. */
function fieldRow(field: ComparedAccount['changed'][number]): ComparedRow {
  const { title, one, other, change, routine, isDebt } = field
  // In a list, only the items that the other side lacks are marked.
  const row =
    title === 'Bureaus'
      ? textRow(title, one.split(', '), other.split(', '))
      : textRow(title, one, other)
  const differs = row.differs && !routine
  return { ...row, change, differs, ...(isDebt && { rise: 'worse' }) }
}

interface BodyProps {
  readonly account: ComparedAccount
  readonly hasChange: boolean
}

/** An account with its changed fields. The others are counted and shown on demand. */
function AccountBody({ account, hasChange }: BodyProps) {
  const [all, setAll] = useState(false)
  const { kind, creditor, what, changed, reported, unchanged } = account
  if (isOneSided(kind)) return <OneSidedAccount account={account} />
  const fields = all ? [...changed, ...reported, ...unchanged] : changed
  const newer = reported.filter(({ routine }) => routine).length
  const quiet = reported.length + unchanged.length
  return (
    <tbody>
      <tr className="compare-account">
        <th scope="rowgroup" colSpan={hasChange ? 4 : 3}>
          <span className="row">
            <span className="strong">{creditor}</span>
            <span className="muted">
              {[what, kind === 'changed' && account.note].filter(Boolean).join(' · ')}
            </span>
            {kind !== 'changed' && <Badge>{capitalized(quietText(account))}</Badge>}
            {quiet > 0 && (
              <UnchangedToggle shown={all} onToggle={setAll}>
                {plural(unchanged.length, 'unchanged field')}
                {newer > 0 && `, ${plural(newer, 'newer date')}`}
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

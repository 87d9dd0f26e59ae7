/** The accounts of a report: matched, blended, in their order, with their identifiers. */
import type { Liability } from '../documents/tables/tradelines.ts'
import { compareText } from './comparing.ts'
import { isMortgage } from './loan-types.ts'
import { blendLine, isOpen, type Line } from './merge/blend.ts'
import type { Directory } from './merge/directory.ts'
import { type Candidate, groupAccounts } from './merge/match.ts'

/** Which accounts a report is about. */
export type Scope = 'all' | 'mortgages'

/**
 * The lines in the order in which reports list them: open accounts by balance, open accounts
 * without one, then the rest by creditor.
 */
export function mergeAccounts(
  candidates: readonly Candidate[],
  borrowerIds: readonly string[],
  scope: Scope,
): Line[] {
  const lines = groupAccounts(candidates).map((group) => blendLine(group, borrowerIds))
  const wanted = scope === 'all' ? lines : lines.filter(({ liability }) => isMortgage(liability))
  return sortLines(wanted)
}

/** Gives the lines their identifiers, and returns their accounts as they stand in the report. */
export function numberLines(lines: readonly Line[], directory: Directory): Liability[] {
  return lines.map(({ liability, contributors }, position) => {
    liability.CreditLiabilityID = `Account${position + 1}`
    for (const { source, account } of contributors) {
      liability.CreditTradeReferenceID ??= directory.idOf(source, account.subscriberCode)
    }
    return liability
  })
}

interface Placed {
  readonly line: Line
  readonly rank: number
  readonly balance: number
  readonly name: string
}

function sortLines(lines: readonly Line[]): Line[] {
  return lines
    .map(placed)
    .sort(compareLines)
    .map(({ line }) => line)
}

function placed(line: Line): Placed {
  const { liability } = line
  const open = isOpen(liability)
  const balance = open ? (liability._UnpaidBalanceAmount ?? 0) : 0
  const name = liability._CREDITOR?._Name ?? liability._OriginalCreditorName ?? ''
  return { line, rank: open ? (balance > 0 ? 0 : 1) : 2, balance, name: name.toUpperCase() }
}

function compareLines(a: Placed, b: Placed): number {
  return (
    a.rank - b.rank ||
    b.balance - a.balance ||
    compareText(a.name, b.name) ||
    compareText(a.line.liability._AccountIdentifier, b.line.liability._AccountIdentifier) ||
    // Whatever still differs decides, so that the order never depends on that of the files' items.
    compareText(JSON.stringify(a.line), JSON.stringify(b.line))
  )
}

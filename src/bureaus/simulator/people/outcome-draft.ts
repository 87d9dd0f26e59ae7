/**
 * Drafts a credit history with a wanted outcome. One number determines everything that the outcome
 * leaves open, from the history with the lowest scores (0) to the one with the highest scores (1).
 */
import { BUREAUS } from '../../../documents/tables/enumerations.ts'
import { between } from '../random.ts'
import { monthsAgo } from './file-months.ts'
import {
  includedAccounts,
  lostAccounts,
  otherAccounts,
  securedAndLateLoans,
} from './outcome-accounts.ts'
import { contextOf, type DraftContext, type DraftInput, neededMonths } from './outcome-context.ts'
import type { CustomAccount, PersonFile } from './person-file.ts'

/** The credit data that a file states for a person. */
export type DraftedHistory = Pick<
  PersonFile,
  'accounts' | 'collections' | 'bankruptcies' | 'inquiries'
>

/** Returns a history, or undefined if there is no room for the outcome. */
export function draftHistory(input: DraftInput): DraftedHistory | undefined {
  const context = contextOf(input)
  const { outcome, petition, oldest, adultMonths } = context
  const { oldestAccountYears = 0 } = outcome
  if (oldest > adultMonths || oldest < oldestAccountYears * 12) return undefined
  if (oldest < neededMonths(outcome, petition)) return undefined
  const lost = lostAccounts(context)
  const loans = securedAndLateLoans(context)
  const included = includedAccounts(context)
  const others = otherAccounts(context, lost.length + loans.length + included.length)
  if (others === undefined) return undefined
  const accounts = withOldest([...loans, ...others, ...included, ...lost], context)
  return {
    accounts: withDisputes(accounts, outcome.disputed),
    collections: collectionsOf(context),
    bankruptcies: bankruptciesOf(context),
    inquiries: inquiriesOf(context),
  }
}

function bankruptciesOf({ outcome, petition }: DraftContext): PersonFile['bankruptcies'] {
  const { bankruptcy } = outcome
  if (bankruptcy === undefined || petition === undefined) return []
  const { chapter, disposition } = bankruptcy
  const filed = monthsAgo(petition.filed)
  if (petition.ended === undefined || disposition === 'Filed') return [{ chapter, filed }]
  const usual = chapter === 7 ? 'Discharged' : 'Completed'
  return [
    { chapter, filed, disposed: monthsAgo(petition.ended), disposition: disposition ?? usual },
  ]
}

/**
 * Reports whether an account can have any age: a bankruptcy does not limit it, and its term is
 * long.
 */
const isLongLived = ({ kind, history, ended }: CustomAccount) =>
  (kind === 'conventionalMortgage' || kind === 'studentLoan') &&
  history === undefined &&
  ended === undefined

/** Makes one account as old as the oldest must be. */
function withOldest(
  accounts: readonly CustomAccount[],
  { oldest, petition }: DraftContext,
): CustomAccount[] {
  const opened = monthsAgo(oldest)
  if (accounts.some((account) => account.opened === opened)) return [...accounts]
  const name = petition?.dischargesDebts ? 'card before the bankruptcy' : 'card 1'
  const named = accounts.some(({ id }) => id === name) ? name : accounts.find(isLongLived)?.id
  const older = ({ id }: CustomAccount) => id === named
  return accounts.map((account) => {
    if (!older(account)) return account
    const term = account.kind === 'studentLoan' ? { termMonths: 360 } : {}
    return { ...account, opened, ...term }
  })
}

/** Marks open cards and loans as disputed. */
function withDisputes(accounts: readonly CustomAccount[], count: number): CustomAccount[] {
  let left = count
  return accounts.map((account) => {
    if (left === 0 || account.ended !== undefined || account.id.startsWith('card before'))
      return account
    left--
    return { ...account, disputedSince: '3 months ago' }
  })
}

function collectionsOf({ outcome, draw, mix, oldest }: DraftContext): PersonFile['collections'] {
  return Array.from({ length: outcome.collections }, (_, index) => {
    const ago = Math.max(3, Math.min(80, oldest - 1, mix(4, 72) + 2 * index))
    const isPaid = ago > 30 && mix(0, 100) > 75
    return {
      opened: monthsAgo(ago),
      amount: between(draw, [180, 2_400]),
      medical: false,
      ...(isPaid && { paid: monthsAgo(ago - 12) }),
    }
  })
}

function inquiriesOf({ outcome, mix }: DraftContext): PersonFile['inquiries'] {
  const { inquiries } = outcome
  const count = inquiries ?? mix(8, 0)
  return Array.from({ length: count }, (_, index) => {
    const bureau = BUREAUS[index % BUREAUS.length] ?? 'Equifax'
    return {
      on: monthsAgo(1 + (index % 10)),
      kind: index % 2 === 0 ? ('creditCard' as const) : ('autoLoan' as const),
      ...(inquiries !== undefined && { bureaus: [bureau] }),
    }
  })
}

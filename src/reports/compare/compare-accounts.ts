/**
 * Compares the accounts of two reports: pairs the tradelines that are the same account, and finds
 * new and changed accounts.
 */
import { monthOf } from '../../documents/months.ts'
import { nameKey } from '../../documents/names.ts'
import type { Liability } from '../../documents/tables/tradelines.ts'
import { type AccountNumber, readAccountNumber } from '../account-number.ts'
import { isOpen } from '../account-status.ts'
import { areTypesCompatible, isInCollection } from '../loan-types.ts'
import { areOpeningsNear, compareNumbered, creditorOf, mayBeSameName } from '../merge/match.ts'
import { largest } from '../merge/provenance.ts'
import { blendOwnership } from '../ownership.ts'
import { type AccountThenAndNow, accountDifference, compareHistories } from './compare-history.ts'
import type { Difference, DifferenceKind, FoundDifference } from './differences.ts'
import { borrowersOf, matchOverTime } from './match-over-time.ts'

/**
 * Compares the current accounts with those of the base. Accounts that are only in the base are not
 * listed, because an account that left the files adds no debt.
 */
export function compareAccountsOverTime(
  base: readonly Liability[],
  current: readonly Liability[],
): Difference[] {
  return matchOverTime(base, current, accountKey, likenessOverTime).flatMap((account) => [
    ...(account.before.length === 0 ? newAccount(account.now) : changes(account)),
    ...compareHistories(account),
  ])
}

/**
 * Tradelines of two reports that are one account. One side is empty if only the other report has
 * the account.
 */
interface AccountPair {
  /** Several if the earlier report had not recognized them as one account. */
  readonly before: readonly Liability[]
  readonly now: readonly Liability[]
}

/**
 * Pairs the accounts of both reports, so that people can read them side by side. Accounts of the
 * later report come first. The rule is looser than that of a refresh: tradelines that the refresh
 * leaves unpaired are paired here if their numbers or creditors agree, because a reader wants to
 * see which detail has changed.
 */
export function pairAccounts(
  base: readonly Liability[],
  current: readonly Liability[],
): AccountPair[] {
  const groups: { before: Liability[]; now: Liability[] }[] = []
  for (const { now, before } of matchOverTime(base, current, accountKey, likenessOverTime)) {
    const known = groups.find((group) => group.before.some((line) => before.includes(line)))
    if (known === undefined) groups.push({ before: [...before], now: [now] })
    else {
      known.now.push(now)
      known.before.push(...before.filter((line) => !known.before.includes(line)))
    }
  }
  const paired = new Set(groups.flatMap(({ before }) => before))
  const left = new Set(base.filter((line) => !paired.has(line)))
  const added = groups.filter(({ before }) => before.length === 0)
  for (const { group, line } of rankedLeftovers(added, [...left])) {
    if (group.before.length > 0 || !left.delete(line)) continue
    group.before.push(line)
  }
  return [...groups, ...Array.from(left, (line) => ({ before: [line], now: [] }))]
}

/** The facts about a tradeline that decide which account it is. */
interface AccountKey {
  readonly line: Liability
  readonly borrowerIds: readonly string[]
  readonly number: AccountNumber | undefined
  /** The number as stated, which compares numbers that identify no account. */
  readonly stated: string
  readonly openedMonth: number | undefined
  readonly creditor: string
  readonly originalCreditor: string
}

function accountKey(line: Liability): AccountKey {
  return {
    line,
    borrowerIds: borrowersOf(line),
    number: readAccountNumber(line._AccountIdentifier),
    stated: nameKey(line._AccountIdentifier),
    openedMonth: monthOf(line._AccountOpenedDate),
    creditor: creditorOf(line),
    originalCreditor: nameKey(line._OriginalCreditorName),
  }
}

/** Returns the possible pairs of new accounts and unpaired tradelines, the likeliest first. */
function rankedLeftovers<G extends AccountPair>(added: readonly G[], left: readonly Liability[]) {
  const keys = left.map(accountKey)
  const pairs: { group: G; line: Liability; score: number }[] = []
  for (const group of added) {
    for (const now of group.now.map(accountKey)) {
      for (const before of keys) {
        const score = looseLikeness(before, now)
        if (score > 0) pairs.push({ group, line: before.line, score })
      }
    }
  }
  return pairs.sort((one, other) => other.score - one.score)
}

/**
 * Returns how alike two unpaired tradelines are. An equal number decides even if everything else
 * differs. Without numbers, creditor and type must agree. Used only to show accounts side by side,
 * and never for the changes that a refresh counts.
 */
function looseLikeness(before: AccountKey, now: AccountKey): number {
  if (!haveCommonBorrower(before, now)) return 0
  const number = numberLikeness(before, now)
  if (number > 0) return number + closeness(before, now)
  if (before.number !== undefined && now.number !== undefined) return 0
  const { creditor } = before
  const agrees =
    creditor !== '' && creditor === now.creditor && areTypesCompatible(before.line, now.line)
  return agrees ? closeness(before, now) : 0
}

function haveCommonBorrower(before: AccountKey, now: AccountKey): boolean {
  return before.borrowerIds.some((id) => now.borrowerIds.includes(id))
}

/**
 * Applies the rule of merging (`match.ts`) to one account in two reports. Unlike in merging,
 * accounts without a number or an opening date can match if everything else that identifies them
 * agrees. Otherwise such an account would be new at each refresh.
 */
function likenessOverTime(before: AccountKey, now: AccountKey): number {
  // Compared first: the opening dates rule out most pairs, at the lowest cost.
  const opened = openingsAgree(before, now)
  if (opened === false || !areTypesCompatible(before.line, now.line)) return 0
  if (!haveCommonBorrower(before, now)) return 0
  if (!mayBeSameName(before.originalCreditor, now.originalCreditor)) return 0
  const number = numberLikeness(before, now)
  if (number === 0 || (opened === undefined && number < WHOLE_NUMBER)) return 0
  return number + closeness(before, now)
}

/** The likeness of accounts whose numbers are fully visible and equal. */
const WHOLE_NUMBER = 3

function numberLikeness(before: AccountKey, now: AccountKey): number {
  const [one, other] = [before.number, now.number]
  if (one === undefined || other === undefined) {
    const sameStated = before.stated === now.stated
    const sameCreditor = before.creditor !== '' && before.creditor === now.creditor
    return one === other && sameStated && sameCreditor ? 1 : 0
  }
  const likeness = compareNumbered(
    { number: one, creditor: before.creditor },
    { number: other, creditor: now.creditor },
  )
  return likeness === 'same' ? WHOLE_NUMBER : likeness === 'likely' ? 2 : 0
}

/**
 * Reports whether the opening months are at most a month apart: the two reports can show the dates
 * of different bureaus. Undefined if only one report has the opening month.
 */
function openingsAgree(before: AccountKey, now: AccountKey): boolean | undefined {
  const [then, today] = [before.openedMonth, now.openedMonth]
  if (then === undefined || today === undefined) return then === today || undefined
  return areOpeningsNear(then, today)
}

/** Ranks several accounts that could be the same. The result is less than any step of likeness. */
function closeness(one: AccountKey, other: AccountKey): number {
  const [before, now] = [one.line, other.line]
  const agreeing =
    Number(before._AccountIdentifier === now._AccountIdentifier) +
    Number(before._AccountOpenedDate === now._AccountOpenedDate) +
    Number(one.creditor === other.creditor) +
    Number(before.BorrowerID === now.BorrowerID)
  const balanceChange = Math.abs(
    (before._UnpaidBalanceAmount ?? 0) - (now._UnpaidBalanceAmount ?? 0),
  )
  return agreeing / 10 + 0.01 / (1 + balanceChange)
}

/** Returns nothing for a debt in collection: the comparison of histories already lists it. */
function newAccount(account: Liability): Difference[] {
  if (isInCollection(account)) return []
  return [
    accountDifference(account, 'newAccount', {
      since: account._AccountOpenedDate,
      to: account._UnpaidBalanceAmount,
      monthlyIncrease: account._MonthlyPaymentAmount || undefined,
    }),
  ]
}

function changes(account: AccountThenAndNow): Difference[] {
  return [
    ...increases(account),
    ...ownershipChanges(account),
    ...statusChanges(account),
    ...newIndicator(account, '_ConsumerDisputeIndicator', 'accountDisputed'),
    ...newIndicator(account, 'CreditCounselingIndicator', 'accountInCounseling'),
  ]
}

function increases(account: AccountThenAndNow): Difference[] {
  const { now } = account
  const reported = now._AccountReportedDate
  const balanceDate = now._AccountBalanceDate ?? reported
  return [
    ...increase(account, '_PastDueAmount', 'pastDueIncrease', { since: reported }),
    ...increase(account, '_UnpaidBalanceAmount', 'balanceIncrease', { since: balanceDate }),
    ...increase(account, '_MonthlyPaymentAmount', 'paymentIncrease', { since: reported }).map(
      (one) => ({ ...one, monthlyIncrease: Number(one.to) - Number(one.from ?? 0) }),
    ),
  ]
}

/**
 * Compares an amount with the largest of the base. If the base listed the account twice, its
 * smaller amount would make the debt look new.
 */
function increase(
  { now, before }: AccountThenAndNow,
  field: '_PastDueAmount' | '_UnpaidBalanceAmount' | '_MonthlyPaymentAmount',
  kind: DifferenceKind,
  found: Partial<FoundDifference>,
): Difference[] {
  const to = now[field] ?? 0
  const from = largest(before, field)
  return to > (from ?? 0) ? [accountDifference(now, kind, { ...found, from, to })] : []
}

/**
 * Lists added borrowers and stronger responsibility. Weaker responsibility adds no debt, so it is
 * not listed.
 */
function ownershipChanges({ now, before }: AccountThenAndNow): Difference[] {
  const known = before.flatMap(borrowersOf)
  const added = borrowersOf(now).filter((id) => !known.includes(id))
  const to = now._AccountOwnershipType
  if (added.length > 0) return [accountDifference(now, 'accountShared', { borrowerIds: added, to })]
  const from = blendOwnership(before.map((one) => one._AccountOwnershipType))
  if (from === to || blendOwnership([from, to]) !== to) return []
  return [accountDifference(now, 'ownershipStrengthened', { from, to })]
}

function statusChanges({ now, before }: AccountThenAndNow): Difference[] {
  const [likeliest] = before
  if (likeliest === undefined) return []
  const [from, to] = [likeliest._AccountStatusType, now._AccountStatusType]
  const ended = now._AccountClosedDate ?? now._AccountStatusDate
  if (isOpen(now)) {
    if (isOpen(likeliest)) return []
    return [accountDifference(now, 'accountReopened', { from, to, since: now._AccountStatusDate })]
  }
  if (to === 'Paid') {
    if (from === 'Paid') return []
    return [
      accountDifference(now, 'accountPaid', { from, to, since: now._AccountPaidDate ?? ended }),
    ]
  }
  return isOpen(likeliest)
    ? [accountDifference(now, 'accountClosed', { from, to, since: ended })]
    : []
}

function newIndicator(
  { now, before }: AccountThenAndNow,
  field: '_ConsumerDisputeIndicator' | 'CreditCounselingIndicator',
  kind: DifferenceKind,
): Difference[] {
  return now[field] && !before.some((one) => one[field]) ? [accountDifference(now, kind)] : []
}

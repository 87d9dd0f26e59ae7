/** Accounts at two times: which are new, how the others changed, and which lines are one account. */
import { monthOf } from '../../documents/months.ts'
import { nameKey } from '../../documents/names.ts'
import type { Liability } from '../../documents/tables/tradelines.ts'
import { readAccountNumber } from '../account-number.ts'
import { areTypesCompatible } from '../loan-types.ts'
import { isOpen } from '../merge/blend.ts'
import { areOpeningsNear, compareNumbered, creditorOf, mayBeEqual } from '../merge/match.ts'
import { blendOwnership } from '../ownership.ts'
import {
  type AccountThenAndNow,
  accountDifference,
  compareHistories,
  isInCollection,
} from './compare-history.ts'

import type { Difference, DifferenceKind, FoundDifference } from './differences.ts'
import { borrowersOf, continuations } from './match-over-time.ts'

/**
 * How the accounts of today differ from those of the base. Accounts that are only in the base are
 * not listed: an account that left the files adds no debt.
 */
export function compareAccountsOverTime(
  base: readonly Liability[],
  current: readonly Liability[],
): Difference[] {
  return continuations(base, current, likenessOverTime).flatMap((account) => [
    ...(account.before.length === 0 ? newAccount(account.now) : changes(account)),
    ...compareHistories(account),
  ])
}

/** Lines of two reports that are one account; one side is empty where only the other has it. */
interface AccountPair {
  /** Several where the earlier report had not found them to be one. */
  readonly before: readonly Liability[]
  readonly now: readonly Liability[]
}

/**
 * The accounts of both reports for people to read side by side, those of the later report first.
 * Looser than the rule of a refresh: what is left over there is one account here where number and
 * creditor say so, since a reader wants to see which detail has changed.
 */
export function pairAccounts(
  base: readonly Liability[],
  current: readonly Liability[],
): AccountPair[] {
  const groups: { before: Liability[]; now: Liability[] }[] = []
  for (const { now, before } of continuations(base, current, likenessOverTime)) {
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

/** Which lines that are left over may be which account, the surest first. */
function rankedLeftovers<G extends AccountPair>(added: readonly G[], left: readonly Liability[]) {
  return added
    .flatMap((group) =>
      left.map((line) => ({
        group,
        line,
        score: Math.max(...group.now.map((now) => looseLikeness(line, now))),
      })),
    )
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
}

/**
 * An equal number counts whatever else differs; without numbers, creditor and type have to agree.
 * Used only for showing accounts side by side, never for what a refresh counts.
 */
function looseLikeness(before: Liability, now: Liability): number {
  if (!borrowersOf(before).some((id) => borrowersOf(now).includes(id))) return 0
  const number = numberLikeness(before, now)
  if (number > 0) return number + closeness(before, now)
  const numbers = [before, now].map((one) => readAccountNumber(one._AccountIdentifier))
  if (numbers.every((each) => each !== undefined)) return 0
  const creditor = creditorOf(before)
  const agrees = creditor !== '' && creditor === creditorOf(now) && areTypesCompatible(before, now)
  return agrees ? closeness(before, now) : 0
}

/**
 * The rule of merging (`match.ts`) for one account at two times. Unlike there, an account without a
 * number or a date of opening can be the same, where everything else by which it is known agrees:
 * otherwise it would be new at each refresh.
 */
function likenessOverTime(before: Liability, now: Liability): number {
  // The opening sets most pairs apart, at the least cost.
  const opened = openingsAgree(before, now)
  if (opened === false || !areTypesCompatible(before, now)) return 0
  if (!borrowersOf(before).some((id) => borrowersOf(now).includes(id))) return 0
  const originals = [
    nameKey(before._OriginalCreditorName),
    nameKey(now._OriginalCreditorName),
  ] as const
  if (!mayBeEqual(...originals)) return 0
  const number = numberLikeness(before, now)
  if (number === 0 || (opened === undefined && number < WHOLE_NUMBER)) return 0
  return number + closeness(before, now)
}

/** The likeness of accounts whose numbers are seen in full and are equal. */
const WHOLE_NUMBER = 3

function numberLikeness(before: Liability, now: Liability): number {
  const numbers = [before, now].map((one) => readAccountNumber(one._AccountIdentifier))
  const [one, other] = numbers
  const [creditor, same] = [creditorOf(before), creditorOf(now)]
  if (one === undefined || other === undefined) {
    const asUnclear = nameKey(before._AccountIdentifier) === nameKey(now._AccountIdentifier)
    return one === other && asUnclear && creditor !== '' && creditor === same ? 1 : 0
  }
  const likeness = compareNumbered({ number: one, creditor }, { number: other, creditor: same })
  return likeness === 'same' ? WHOLE_NUMBER : likeness === 'likely' ? 2 : 0
}

/**
 * Whether the openings are near each other: not always the same bureau's is shown. Undefined where
 * the opening is known at one time only.
 */
function openingsAgree(before: Liability, now: Liability): boolean | undefined {
  const [then, today] = [monthOf(before._AccountOpenedDate), monthOf(now._AccountOpenedDate)]
  if (then === undefined || today === undefined) return then === today || undefined
  return areOpeningsNear(then, today)
}

/** Decides between several accounts that could be the same; less than any step of likeness. */
function closeness(before: Liability, now: Liability): number {
  const agreeing = [
    before._AccountIdentifier === now._AccountIdentifier,
    before._AccountOpenedDate === now._AccountOpenedDate,
    creditorOf(before) === creditorOf(now),
    before.BorrowerID === now.BorrowerID,
  ].filter((agrees) => agrees).length
  const moved = Math.abs((before._UnpaidBalanceAmount ?? 0) - (now._UnpaidBalanceAmount ?? 0))
  return agreeing / 10 + 0.01 / (1 + moved)
}

/** A debt in collection is listed as such when histories are compared, and not twice. */
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
    ...bonds(account),
    ...statusChanges(account),
    ...begun(account, '_ConsumerDisputeIndicator', 'accountDisputed'),
    ...begun(account, 'CreditCounselingIndicator', 'accountInCounseling'),
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
 * From the largest of the base's lines: where the base listed an account twice, its smaller balance
 * would make a debt look new.
 */
function increase(
  { now, before }: AccountThenAndNow,
  field: '_PastDueAmount' | '_UnpaidBalanceAmount' | '_MonthlyPaymentAmount',
  kind: DifferenceKind,
  found: Partial<FoundDifference>,
): Difference[] {
  const to = now[field] ?? 0
  const known = before.map((one) => one[field]).filter((amount) => amount !== undefined)
  const from = known.length === 0 ? undefined : Math.max(...known)
  return to > (from ?? 0) ? [accountDifference(now, kind, { ...found, from, to })] : []
}

/** Only a stronger bond is a difference: who owes less than before adds no debt. */
function bonds({ now, before }: AccountThenAndNow): Difference[] {
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

function begun(
  { now, before }: AccountThenAndNow,
  field: '_ConsumerDisputeIndicator' | 'CreditCounselingIndicator',
  kind: DifferenceKind,
): Difference[] {
  return now[field] && !before.some((one) => one[field]) ? [accountDifference(now, kind)] : []
}

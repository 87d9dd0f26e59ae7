/**
 * Computes the state of an account in a month: rating, balance, amounts due. Pure functions of
 * account and month, so that a past month never changes.
 */
import type { Account, Standing } from './life-account.ts'
import { largestNoise, noiseAt } from './random.ts'
import type { Ending, ReportedFigures } from './story.ts'

/**
 * Returns the number of payments behind in a month, 0 to 6. If runs of lateness overlap, the worst
 * counts.
 */
export function paymentsBehind(account: Account, month: number): number {
  if (account.lates.length === 0) return 0
  let behind = 0
  for (const late of account.lates) {
    const first = late.first ?? 1
    const count = month - late.from + first
    if (count < first || count > late.worst + (late.held ?? 0)) continue
    behind = Math.max(behind, Math.min(count, late.worst))
  }
  return behind
}

/** Returns the ending of an account, if it has ended by a month. */
export function endingBy({ ending }: Account, month: number): Ending | undefined {
  return ending !== undefined && month >= ending.month ? ending : undefined
}

/** Reports whether no payment is due yet, as on a student loan. An ended loan is not deferred. */
export function isDeferred(account: Account, month: number): boolean {
  const { opened, deferredUntil } = account
  return deferredUntil > opened && month <= deferredUntil && endingBy(account, month) === undefined
}

/** The characters of the months from the end of an account on. */
const ENDED = {
  Paid: 'C',
  Refinanced: 'C',
  Transferred: 'C',
  ClosedByConsumer: 'C',
  ClosedByCreditor: 'C',
  ChargedOff: '9',
  ChargedOffAndSold: '9',
  Repossessed: '8',
  Foreclosed: '8',
  IncludedInBankruptcy: '7',
} as const

/**
 * Returns the character of a month in the payment pattern. Nothing is due in the month of opening.
 */
export function patternCharacter(account: Account, month: number): string {
  const ending = endingBy(account, month)
  if (account.kind.form === 'collected') return ending?.how === 'IncludedInBankruptcy' ? '7' : '9'
  if (month === account.opened) return 'X'
  if (ending !== undefined) return ENDED[ending.how]
  if (isDeferred(account, month)) return 'X'
  const behind = paymentsBehind(account, month)
  return behind === 0 ? 'C' : String(behind)
}

/** Returns the limit in a month. Card issuers raise the limits of old accounts. */
function limitIn(account: Account, month: number): number {
  if (account.reported?.limit !== undefined) return account.reported.limit
  if (account.kind.loan === 'SecuredCreditCard' || account.kind.type !== 'Revolving') {
    return account.amount
  }
  // A raise of 20% every three years, at most four times.
  const raises = Math.min(4, Math.floor((month - account.opened) / RAISE_MONTHS))
  const step = account.kind.step
  return Math.round((account.amount * (1 + 0.2 * raises)) / step) * step
}

/** The time between two raises of a limit. */
const RAISE_MONTHS = 36

/** Returns the slow noise of an account, which is the same for the four months of a season. */
function seasonNoise(account: Account, month: number): number {
  return noiseAt(account.noise, month >> 2)
}

/** Returns the figures that are stated for a month, if any. */
function reportedIn({ reported }: Account, month: number): ReportedFigures | undefined {
  return reported?.month === month ? reported : undefined
}

/**
 * Returns the balance of a line of credit. If the balance of a month was reported, others follow
 * from it.
 */
function scaledBalance(
  account: Account,
  month: number,
  slow = seasonNoise(account, month),
  limit = limitIn(account, month),
): number {
  const { reported } = account
  if (reported?.balance === undefined) {
    const { highCredit = Infinity } = reportedIn(account, month) ?? {}
    return Math.min(highCredit, usualBalance(account, month, slow, limit))
  }
  if (month === reported.month) return reported.balance
  const { month: then } = reported
  const usual = usualBalance(account, then, seasonNoise(account, then), limitIn(account, then))
  const growth = usual === 0 ? 1 : usualBalance(account, month, slow, limit) / usual
  const maximum = Math.max(reported.balance, 0.99 * limit)
  return Math.round(Math.min(maximum, reported.balance * Math.min(GROWTH_MAX, growth)))
}
/** The noise changes a reported balance to at most three times its amount. */
const GROWTH_MAX = 3

/**
 * Returns the usual balance of a line of credit: its fraction of the limit, changed by slow and
 * fast noise.
 */
function usualBalance(account: Account, month: number, slow: number, limit: number): number {
  const fast = noiseAt(account.noise + 1, month)
  if (isIdle(account, fast) && paymentsBehind(account, month) === 0) return 0
  return balanceWith(account, slow, fast, limit)
}

/** Reports whether fast noise leaves a card that is hardly used without a balance. */
function isIdle({ use, kind }: Account, fast: number): boolean {
  return use < 0.1 && fast < 0.2 && kind.form !== 'charge'
}

/** Returns the balance of a used line of credit, which grows with slow and fast noise. */
function balanceWith(account: Account, slow: number, fast: number, limit: number): number {
  const share = account.use * (0.5 + 0.6 * slow + 0.4 * fast)
  if (account.kind.form === 'charge') {
    return Math.round(account.amount * Math.min(1, 0.35 + share))
  }
  return Math.round(limit * Math.min(account.overLimit ? 1.06 : 0.99, share))
}

/** Returns the balance of a loan that is paid down from a reported balance. */
function loanBalanceSince(
  account: Account,
  month: number,
  from: ReportedFigures,
  owed: number,
): number {
  const { monthlyRate, payment, amount } = account
  const paid =
    month - from.month - paymentsBehind(account, month) + paymentsBehind(account, from.month)
  if (paid === 0) return owed
  if (monthlyRate === 0) return Math.max(1, Math.min(amount, owed - payment * paid))
  const growth = (1 + monthlyRate) ** paid
  const left = Math.round(owed * growth - (payment * (growth - 1)) / monthlyRate)
  return Math.max(1, Math.min(amount, left))
}

function loanBalance(account: Account, month: number): number {
  const { reported } = account
  if (reported?.balance !== undefined)
    return loanBalanceSince(account, month, reported, reported.balance)
  const paid = month - account.deferredUntil - paymentsBehind(account, month)
  if (paid <= 0) return account.amount
  const { monthlyRate, amount, payment, paymentCount } = account
  // Payments are whole dollars, so little is left for the last one, but never nothing.
  const least = paid < paymentCount ? 1 : 0
  if (monthlyRate === 0) return Math.max(least, amount - payment * paid)
  const growth = (1 + monthlyRate) ** paid
  const left = Math.round(amount * growth - (payment * (growth - 1)) / monthlyRate)
  // A stated payment can be less than the interest.
  return Math.max(least, Math.min(amount, left))
}

function balanceOf(account: Account, month: number): number {
  switch (account.kind.form) {
    case 'amortised':
      return loanBalance(account, month)
    case 'collected':
      return account.amount
    default:
      return lineBalance(account, month, scaledBalance(account, month))
  }
}

/** Returns the balance of a line of credit, which is not small if payments are behind. */
function lineBalance(account: Account, month: number, used: number): number {
  const { balance, highCredit = Infinity } = reportedIn(account, month) ?? {}
  if (balance !== undefined || paymentsBehind(account, month) === 0) return used
  return Math.max(used, Math.min(highCredit, Math.round(account.amount * 0.3)))
}

/** Returns the highest balance of a line of credit in any month up to this one. */
function peakUntil(account: Account, month: number): number {
  const { reported } = account
  let peak = Math.max(reported?.highCredit ?? 0, reported?.balance ?? 0)
  // A reported high credit covers the months before it.
  const first = reported?.highCredit === undefined ? account.opened : reported.month
  let to = Math.min(month, (account.ending?.month ?? month + 1) - 1)
  // Newest first, because limits grow: few of the older months can then be the highest.
  while (to >= first) {
    const from = Math.max(first, firstAlike(account, to))
    peak = peakBetween(account, from, to, peak)
    to = from - 1
  }
  return peak
}

/** Returns the first of the months that have the season and the limit of a month. */
function firstAlike({ opened }: Account, month: number): number {
  return Math.max(month & ~3, month - ((month - opened) % RAISE_MONTHS))
}

/**
 * Returns the highest balance of months with the same season and limit, or `peak` if it is higher.
 */
function peakBetween(account: Account, from: number, to: number, peak: number): number {
  const slow = seasonNoise(account, from)
  const limit = limitIn(account, from)
  if (account.reported === undefined && account.lates.length === 0) {
    // In most seasons, even the largest fast noise makes no month the highest.
    if (balanceWith(account, slow, 1, limit) <= peak) return peak
    const fast = largestNoise(account.noise + 1, from, to)
    return isIdle(account, fast) ? peak : Math.max(peak, balanceWith(account, slow, fast, limit))
  }
  let highest = peak
  for (let at = from; at <= to; at++) {
    const balance = lineBalance(account, at, scaledBalance(account, at, slow, limit))
    if (balance > highest) highest = balance
  }
  return highest
}

/** Returns the monthly payment. Cards require 2% of the balance, at least $25. */
function paymentIn(account: Account, balance: number): number {
  if (account.kind.form === 'amortised') return Math.min(account.payment, balance)
  if (account.kind.form === 'charge') return balance
  return Math.min(balance, Math.max(25, Math.ceil(balance * 0.02)))
}

/** Returns the rest of a debt that was not paid: the creditor's loss. */
function lossOf(account: Account, endingMonth: number): number {
  if (account.reported?.balance !== undefined) return account.reported.balance
  const owed = balanceOf(account, endingMonth - 1)
  return account.ending?.how === 'Repossessed' ? Math.round(owed * 0.3) : owed
}

/** Returns the rest of a debt under a chapter 13 plan, which pays a part of it. */
function leftInPlan(account: Account, { month: filed, planUntil = filed }: Ending, month: number) {
  if (month >= planUntil) return 0
  const paid = (0.6 * (month - filed)) / (planUntil - filed)
  return Math.max(1, Math.round(balanceOf(account, filed - 1) * (1 - paid)))
}

/** Reports whether a bankruptcy has discharged what was owed after a charge-off. */
export function isCleared({ clearedIn }: Ending, month: number): boolean {
  return clearedIn !== undefined && month >= clearedIn
}

function standingAfterEnd(account: Account, ending: Ending, month: number): Standing {
  const { how, month: endingMonth } = ending
  const lost = how === 'ChargedOff' || how === 'ChargedOffAndSold' || how === 'Repossessed'
  const loss = lost ? lossOf(account, endingMonth) : undefined
  const owed = ending.planUntil === undefined ? loss : leftInPlan(account, ending, month)
  const owesNothing = how === 'ChargedOffAndSold' || isCleared(ending, month)
  const balance = owesNothing ? 0 : (owed ?? 0)
  return {
    balance,
    limit: limitOf(account, endingMonth),
    highCredit: highCreditOf(account, month),
    payment: 0,
    pastDue: loss === undefined ? 0 : balance,
    chargeOff: loss,
    monthsRemaining: undefined,
  }
}

function limitOf(account: Account, month: number): number | undefined {
  return account.kind.form === 'revolving' ? limitIn(account, month) : undefined
}

function highCreditOf(account: Account, month: number): number {
  const { form } = account.kind
  return form === 'revolving' || form === 'charge' ? peakUntil(account, month) : account.amount
}

/**
 * Returns the state of an account in a month that is not before its opening. The state is computed
 * once, because three bureaus need it.
 */
export function standingIn(account: Account, month: number): Standing {
  const known = account.standings.get(month)
  if (known !== undefined) return known
  const standing = computeStanding(account, month)
  account.standings.set(month, standing)
  return standing
}

function computeStanding(account: Account, month: number): Standing {
  const ending = endingBy(account, month)
  if (ending !== undefined) return standingAfterEnd(account, ending, month)
  const balance = balanceOf(account, month)
  const reported = reportedIn(account, month)
  const collected = account.kind.form === 'collected'
  const deferred = isDeferred(account, month)
  const payment = collected || deferred ? 0 : (reported?.payment ?? paymentIn(account, balance))
  const behind = paymentsBehind(account, month)
  const amortised = account.kind.form === 'amortised'
  return {
    balance,
    limit: limitOf(account, month),
    highCredit: highCreditOf(account, month),
    payment,
    pastDue: collected ? balance : (reported?.pastDue ?? Math.min(balance, payment * behind)),
    chargeOff: undefined,
    monthsRemaining: amortised
      ? account.paymentCount - Math.max(0, month - account.deferredUntil - behind)
      : undefined,
  }
}

/**
 * Creates an account from its plan, with its creditor's reports to bureaus. Details that the plan
 * leaves open are drawn from random streams with the account's ID as their name.
 */
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import { endingOf } from './account-ending.ts'
import type { Account, Reporting } from './life-account.ts'
import { between, chance, type Draw, pick, type Seed, seedOf, streamOf } from './random.ts'
import {
  type AccountPlan,
  type Ending,
  type EndingKind,
  type Lateness,
  lastMonthOf,
  type Story,
} from './story.ts'
import { ACCOUNT_KINDS, type AccountKind } from './tables/account-kinds.ts'
import {
  type Creditor,
  creditorByName,
  creditorsIn,
  type LineOfBusiness,
} from './tables/creditors.ts'
import { wholeText } from './whole-text.ts'

/** The number of months of growing lateness before an account ends badly. */
const MONTHS_BEFORE_END: Readonly<Partial<Record<EndingKind, number>>> = {
  ChargedOff: 6,
  ChargedOffAndSold: 6,
  Repossessed: 3,
  Foreclosed: 6,
  IncludedInBankruptcy: 3,
}

/**
 * Returns the equal monthly payment of a loan, rounded up to whole dollars; 0 if it has no term.
 */
function paymentOf(amount: number, monthlyRate: number, termMonths: number): number {
  if (termMonths === 0) return 0
  if (monthlyRate === 0) return Math.ceil(amount / termMonths)
  return Math.ceil((amount * monthlyRate) / (1 - (1 + monthlyRate) ** -termMonths))
}

/**
 * Returns the number of payments until nothing is owed. Payments are whole dollars, rounded up, so
 * the last one of a long term can be due earlier than the term ends.
 */
function paymentCountOf(
  amount: number,
  monthlyRate: number,
  termMonths: number,
  payment: number,
): number {
  if (monthlyRate === 0) return Math.min(termMonths, Math.ceil(amount / payment))
  const count = -Math.log(1 - (amount * monthlyRate) / payment) / Math.log(1 + monthlyRate)
  return Math.min(termMonths, Math.ceil(count))
}

/**
 * Returns the number of missed payments after which creditors repossess, foreclose or charge off.
 */
function missedPaymentsMax({ form, type, collateral }: AccountKind): number {
  if (form === 'revolving' || form === 'charge') return type === 'CreditLine' ? 6 : 5
  return collateral === undefined ? 6 : 4
}

/**
 * Returns the planned lateness and the lateness that leads to a bad end. None begins before the
 * first payment is due.
 */
function latesOf(
  plan: AccountPlan,
  kind: AccountKind,
  ending: Ending | undefined,
  deferredUntil: number,
): readonly Lateness[] {
  const runUp = ending === undefined ? undefined : MONTHS_BEFORE_END[ending.how]
  const worst = missedPaymentsMax(kind)
  const due = (plan.lates ?? []).filter((late) => late.from > deferredUntil + 1)
  const planned = due.map((late) => (late.worst > worst ? { ...late, worst } : late))
  if (ending === undefined || runUp === undefined) return planned
  const from = Math.max(ending.month - runUp, plan.opened + 1)
  const before = planned.filter((late) => late.from + late.worst + (late.held ?? 0) < from)
  return [...before, { from, worst: Math.min(6, ending.month - from) }]
}

/** Returns the possible terms of a loan, which lasts until the last month that is stated of it. */
function termsOf(plan: AccountPlan, kind: AccountKind) {
  const terms = kind.termMonths.length === 0 ? [0] : kind.termMonths
  const from = plan.opened + (plan.deferredMonths ?? 0)
  const last = lastStatedMonth(plan)
  const open = terms.filter((months) => from + months > last)
  return open.length === 0 ? terms : open
}

/** Returns the last month for which a person file states a balance, a payment or an end. */
function lastStatedMonth({ reported, ending, lates = [] }: AccountPlan): number {
  if (reported === undefined) return -Infinity
  const owedMonth = reported.balance || reported.payment ? reported.month : -Infinity
  return Math.max(owedMonth, ending?.month ?? -Infinity, ...lates.map(lastMonthOf))
}

/** Returns the terms on which a loan is paid back. Accounts without a term have no payments. */
function loanTerms(plan: AccountPlan, kind: AccountKind, amount: number, draw: Draw) {
  const seededTerm = pick(draw, termsOf(plan, kind))
  const termMonths = plan.termMonths ?? seededTerm
  const [lowRate, highRate] = kind.ratePercent
  const seededRate = lowRate + Math.round(draw() * (highRate - lowRate) * 8) / 8
  const monthlyRate = (plan.ratePercent ?? seededRate) / 1200
  const payment = paymentOf(amount, monthlyRate, termMonths)
  // Stated figures follow their own course until the end of the term.
  const isCounted = plan.reported === undefined && termMonths > 0
  return {
    termMonths,
    monthlyRate,
    payment: plan.reported?.payment ?? payment,
    paymentCount: isCounted ? paymentCountOf(amount, monthlyRate, termMonths, payment) : termMonths,
  }
}

/** The part of a story on which accounts depend. */
type AccountStory = Pick<Story, 'bankruptcies' | 'disagreed'>

/** Creates an account, with the details that its plan leaves open filled in. */
export function accountOf(plan: AccountPlan, story: AccountStory, personSeed: Seed): Account {
  const seed = plan.household === undefined ? personSeed : seedOf(`household ${plan.household}`)
  const kind: AccountKind = ACCOUNT_KINDS[plan.kind]
  // A new servicer reports the loan as it was made.
  const draw = streamOf(seed, `account ${plan.takenOverFrom ?? plan.id}`)
  const line = pick(draw, kind.lines)
  const seededCreditor = pick(draw, creditorsIn(line))
  const creditor =
    plan.creditor === undefined
      ? reporterOf(plan, line, seededCreditor, seed)
      : creditorByName(plan.creditor, kind.lines)
  const [least, most] = kind.amount
  const seeded = least + draw() ** 2 * (most - least)
  const amount = plan.amount ?? Math.max(least, Math.round(seeded / kind.step) * kind.step)
  const terms = loanTerms(plan, kind, amount, draw)
  const deferredUntil = plan.opened + (plan.deferredMonths ?? 0)
  const lastPayment = terms.termMonths === 0 ? undefined : deferredUntil + terms.paymentCount
  const ending = endingOf(plan, kind, lastPayment, story.bankruptcies, personSeed)
  const account: Account = {
    id: plan.id,
    kind,
    creditor,
    ownership: plan.ownership ?? 'Individual',
    opened: plan.opened,
    // Accounts are opened in the first half of a month and reported in the second.
    openedDay: between(draw, [1, 14]),
    amount,
    ...terms,
    use: plan.use ?? draw() * 0.3,
    noise: Math.floor(draw() * 0x7fffffff),
    lates: latesOf(plan, kind, ending, deferredUntil),
    deferredUntil,
    ending,
    disputedFrom: plan.disputedFrom,
    originalCreditor: kind.form === 'collected' ? originalCreditorOf(draw, plan) : undefined,
    reported: plan.reported,
    overLimit: plan.overLimit === true,
    reporting: reportingOf(plan, kind, seed, story.disagreed === true),
    standings: new Map(),
  }
  if (plan.differing !== undefined) return withBureauVersions(account, plan, story, personSeed)
  return story.disagreed === true ? withUnreportedLateness(account, plan, seed) : account
}

/** Returns the creditor who reports an account: another company if it took the account over. */
function reporterOf(
  { id, takenOverFrom }: AccountPlan,
  line: LineOfBusiness,
  first: Creditor,
  seed: Seed,
): Creditor {
  if (takenOverFrom === undefined) return first
  const others = creditorsIn(line).filter((creditor) => creditor !== first)
  return pick(streamOf(seed, `servicer ${id}`), others)
}

/** Adds the versions of the account that single bureaus have according to the plan. */
function withBureauVersions(
  account: Account,
  plan: AccountPlan,
  story: AccountStory,
  seed: Seed,
): Account {
  const { differing = {}, ...common } = plan
  const reporting = { ...account.reporting }
  for (const bureau of BUREAUS) {
    const own = reporting[bureau]
    const changed = differing[bureau]
    if (own === undefined || changed === undefined) continue
    const version = accountOf({ ...common, ...changed }, story, seed)
    const creditor = changed.creditor === undefined ? account.creditor : version.creditor
    reporting[bureau] = {
      ...own,
      ...version.reporting[bureau],
      number: changed.number === undefined ? own.number : accountNumberAt(version, bureau),
      account: { ...version, creditor },
    }
  }
  return { ...account, reporting }
}

function accountNumberAt({ reporting }: Account, bureau: BureauName): string {
  return reporting[bureau]?.number ?? ''
}

/** Ends that imply late payments. */
const LATE_ENDS: ReadonlySet<EndingKind> = new Set(Object.keys(MONTHS_BEFORE_END) as EndingKind[])

/** Adds a version without late payments for the bureau that does not know of them. */
function withUnreportedLateness(account: Account, plan: AccountPlan, seed: Seed): Account {
  const { lates, ending, reporting, kind } = account
  if (lates.length === 0 || kind.form === 'collected') return account
  if (ending !== undefined && LATE_ENDS.has(ending.how)) return account
  const known = BUREAUS.filter((bureau) => reporting[bureau] !== undefined)
  const { unaware } = disagreementOf(plan, seed, plan.bureaus ?? known)
  const own = unaware === undefined ? undefined : reporting[unaware]
  if (unaware === undefined || own === undefined) return account
  // The other bureaus must report the lateness from its first month to its last.
  const others = known.filter((bureau) => bureau !== unaware).map((bureau) => reporting[bureau])
  const first = plan.reportedFrom ?? plan.opened
  if (!others.every((other) => other?.since === first - 1 && other.missing === undefined)) {
    return account
  }
  // Near its end, the balance of a loan is too small for bureaus to differ.
  const lastYear = account.deferredUntil + account.paymentCount - 14
  if (account.paymentCount > 0 && lates.some(({ from }) => from > lastYear)) return account
  const version: Account = { ...account, lates: [], standings: new Map() }
  return { ...account, reporting: { ...reporting, [unaware]: { ...own, account: version } } }
}

function originalCreditorOf(draw: Draw, { kind, originalCreditor }: AccountPlan): string {
  const line =
    kind === 'medicalCollection' ? 'medical' : pick(draw, ['phone', 'card', 'store'] as const)
  const seeded = pick(draw, creditorsIn(line)).entries.Equifax.name
  return originalCreditor ?? seeded
}

// The bureaus to which a creditor reports an account, when it reports, and how they disagree.

/** Draws the bureaus to which a creditor reports: most report to all, some to two, few to one. */
function bureausOf(draw: Draw, kind: AccountKind): readonly BureauName[] {
  const roll = draw()
  const first = draw()
  const left = BUREAUS[Math.floor(first * 3)]
  if (kind.type === 'Mortgage') return BUREAUS
  const collected = kind.form === 'collected'
  if (roll < (collected ? 0.3 : 0.78)) return BUREAUS
  if (roll < (collected ? 0.7 : 0.94)) return BUREAUS.filter((bureau) => bureau !== left)
  return BUREAUS.filter((bureau) => bureau === left)
}

/**
 * Returns the account number as a bureau shows it: with the last four characters hidden, and with
 * punctuation of its own.
 */
function shownNumber(digits: string, bureau: BureauName, punctuated: boolean): string {
  const hidden = wholeText(digits.slice(0, -4), 'XXXX')
  if (!punctuated || bureau === 'Equifax') return hidden
  const mark = bureau === 'Experian' ? ' ' : '-'
  return wholeText(hidden.slice(0, 4), mark, hidden.slice(4))
}

function accountNumber(draw: Draw, length: number): string {
  let digits = String(between(draw, [1, 9]))
  while (digits.length < length) digits += Math.floor(draw() * 10)
  return digits
}

/**
 * Draws how bureaus disagree about an account: which one is behind, does not know of the lateness,
 * or does not know of the end.
 */
function disagreementOf(plan: AccountPlan, seed: Seed, bureaus: readonly BureauName[]) {
  const draw = streamOf(seed, `disagreement ${plan.id}`)
  const one = (share: number) => {
    const chosen = pick(draw, bureaus)
    return chance(draw, share) && bureaus.length > 1 ? chosen : undefined
  }
  return { behind: one(0.33), unaware: one(0.72), unclosed: one(0.3) }
}

const NO_DISAGREEMENT: ReturnType<typeof disagreementOf> = {
  behind: undefined,
  unaware: undefined,
  unclosed: undefined,
}

/** Reporting of the whole account without delay. */
const EXACT = {
  lag: 0,
  limitShown: true,
  closingUnknown: false,
  account: undefined,
  missing: undefined,
} as const

/** Returns how the creditor reports an account to each bureau. */
function reportingOf(
  plan: AccountPlan,
  kind: AccountKind,
  seed: Seed,
  disagreed: boolean,
): Account['reporting'] {
  const draw = streamOf(seed, `reporting ${plan.id}`)
  const bureaus = plan.bureaus ?? bureausOf(draw, kind)
  const day = between(draw, [15, 24])
  const withoutLimit = chance(draw, 0.12) ? pick(draw, BUREAUS) : undefined
  const lagging = chance(draw, 0.15) ? pick(draw, BUREAUS) : undefined
  const punctuated = chance(draw, 0.3)
  const seeded = accountNumber(draw, kind.numberDigits)
  const digits = plan.number ?? seeded
  const differing = disagreed ? disagreementOf(plan, seed, bureaus) : NO_DISAGREEMENT
  const first = plan.reportedFrom ?? plan.opened
  const reportingAt = (bureau: BureauName): Reporting | undefined => {
    const sinceLate = chance(draw, 0.06) && kind.form !== 'collected'
    const since = first + (sinceLate ? between(draw, [6, 40]) : -1)
    const missing = chance(draw, 0.04) ? plan.opened + between(draw, [8, 90]) : undefined
    const dayLater = between(draw, [0, 3])
    if (!bureaus.includes(bureau)) return undefined
    const until = plan.reportedUntil ?? Number.POSITIVE_INFINITY
    if (plan.exact) {
      const limitShown = plan.limitShown ?? true
      const number = shownNumber(digits, bureau, false)
      return { ...EXACT, number, day, since: first - 1, limitShown, until }
    }
    return {
      number: shownNumber(digits, bureau, punctuated),
      day: day + dayLater,
      lag: bureau === lagging || bureau === differing.behind ? 1 : 0,
      since,
      limitShown: bureau !== withoutLimit,
      closingUnknown: bureau === differing.unclosed && kind.form !== 'collected',
      until,
      account: undefined,
      missing,
    }
  }
  // The order of the bureaus matters, because they draw from one stream.
  const [Equifax, Experian, TransUnion] = BUREAUS.map(reportingAt)
  return { Equifax, Experian, TransUnion }
}

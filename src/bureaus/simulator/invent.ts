/** Invents the story of a person who is not a persona or custom person; always the same one. */
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import type { FileStatus } from '../bureau.ts'
import { ALERT_MONTHS } from './file-alerts.ts'
import { withJointAccounts } from './household.ts'
import {
  between,
  chance,
  type Draw,
  pick,
  pickByShare,
  type Seed,
  seedOf,
  streamOf,
} from './random.ts'
import {
  type AccountPlan,
  type AlertPlan,
  type BankruptcyPlan,
  type Ending,
  INQUIRY_MONTHS,
  type InquiryPlan,
  type Lateness,
  LOSS_ENDINGS,
  PLANNED_MONTHS,
  type Span,
  type Story,
} from './story.ts'
import { ACCOUNT_KINDS, type AccountKind } from './tables/account-kinds.ts'
import { ARCHETYPES, type Archetype, type ArchetypeName, type Habit } from './tables/archetypes.ts'
import { averageRate, usualAmount } from './tables/mortgage-terms.ts'
import { FORMER_LAST_NAMES } from './tables/places.ts'

/** Adverse months before this one are too old for any file that can be requested. */
const OLDEST_ADVERSE_MONTH = -110

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

function latesOf(draw: Draw, archetype: Archetype, opened: number): readonly Lateness[] {
  const lates: Lateness[] = []
  let month = opened + 2 + Math.floor(draw() * archetype.quiet[1] * 0.6)
  while (month < PLANNED_MONTHS) {
    const worst = 1 + Math.floor(draw() ** 2 * archetype.worst)
    const held = chance(draw, 0.2) ? between(draw, [1, 3]) : 0
    if (month > OLDEST_ADVERSE_MONTH) lates.push({ from: month, worst, held })
    month += worst + held + between(draw, archetype.quiet)
  }
  return lates
}

function endingOf(draw: Draw, habit: Habit, archetype: Archetype, opened: number) {
  const kind: AccountKind = ACCOUNT_KINDS[habit.kind]
  const fails = chance(draw, archetype.chargedOff)
  const failedAt = opened + between(draw, [14, 80])
  const sold = chance(draw, 0.4)
  const closes = chance(draw, habit.closes?.share ?? 0)
  const closedAt = opened + between(draw, habit.closes?.after ?? [30, 150])
  const byCreditor = chance(draw, 0.25)
  if (fails && kind.dischargeable && kind.form !== 'collected') {
    return { month: failedAt, how: sold ? 'ChargedOffAndSold' : 'ChargedOff' } as const
  }
  if (fails && kind.collateral !== undefined) {
    return { month: failedAt, how: 'Repossessed' } as const
  }
  // Most borrowers who fall behind on a mortgage catch up, sell the home or agree with the lender.
  if (fails && kind.type === 'Mortgage') {
    return { month: failedAt, how: 'Foreclosed' } as const
  }
  if (!closes) return undefined
  if (kind.form === 'collected') return { month: closedAt, how: 'Paid' } as const
  return { month: closedAt, how: byCreditor ? 'ClosedByCreditor' : 'ClosedByConsumer' } as const
}

function planOf(id: string, habit: Habit, archetype: Archetype, opened: number, draw: Draw) {
  const ending: Ending | undefined = endingOf(draw, habit, archetype, opened)
  const plan: Mutable<AccountPlan> = {
    id,
    kind: habit.kind,
    opened,
    use: (between(draw, archetype.usePercent) * (0.5 + draw())) / 100,
    lates: habit.ownership === 'AuthorizedUser' ? [] : latesOf(draw, archetype, opened),
  }
  if (ending !== undefined) plan.ending = ending
  if (habit.ownership !== undefined) plan.ownership = habit.ownership
  plan.overLimit = (plan.use ?? 0) > 0.8 && chance(draw, 0.25)
  const disputes = chance(draw, DISPUTED_SHARE)
  const adverseAt = firstAdverseMonth(plan)
  if (disputes && adverseAt !== undefined) plan.disputedFrom = adverseAt + between(draw, [1, 8])
  return plan
}

/**
 * The fraction of adverse accounts that consumers dispute. Accounts paid as agreed are never
 * disputed.
 */
const DISPUTED_SHARE = 0.3

/** The earliest lateness that is still disputed, in months from the epoch. */
const DISPUTED_SINCE = -60

/** Returns the first month of an event that the owner of the account might dispute. */
function firstAdverseMonth({ kind, opened, lates = [], ending }: AccountPlan): number | undefined {
  if (ACCOUNT_KINDS[kind].form === 'collected') return opened
  const lost = ending !== undefined && LOSS_ENDINGS.has(ending.how) ? ending.month : undefined
  const late = lates.find(({ from }) => from > DISPUTED_SINCE) ?? lates[0]
  return lost ?? late?.from
}

/** Sets rate and amount of a mortgage by its month and state: published averages, ± 0.75. */
function setTerms(plan: Mutable<AccountPlan>, { epochMonth, state }: Span, seed: Seed): void {
  const kind: AccountKind = ACCOUNT_KINDS[plan.kind]
  if (kind.type !== 'Mortgage') return
  const draw = streamOf(seed, `terms ${plan.id}`)
  const month = epochMonth + plan.opened
  const second = plan.kind === 'secondMortgage'
  const rate = averageRate(month) + (draw() - 0.5) * 1.5 + (second ? 2 : 0)
  plan.ratePercent = Math.round(rate * 8) / 8
  const share = second ? 0.1 + 0.12 * draw() : 0.55 + 0.8 * draw()
  plan.amount = 1000 * Math.round((usualAmount(state, month) * share) / 1000)
  plan.termMonths = pick(draw, kind.termMonths)
}

/**
 * Splits some mortgages in two: their servicing was sold, and the new servicer reports them from a
 * month on.
 */
function withTransfers(plans: readonly AccountPlan[], seed: Seed): readonly AccountPlan[] {
  return plans.flatMap((plan) => {
    if (ACCOUNT_KINDS[plan.kind].type !== 'Mortgage') return [plan]
    const from = plan.household === undefined ? seed : seedOf(`home ${plan.household}`)
    const draw = streamOf(from, `servicing ${plan.id}`)
    const at = plan.opened + between(draw, [8, 70])
    if (!chance(draw, TRANSFERRED_SHARE) || at + 3 >= (plan.ending?.month ?? Infinity))
      return [plan]
    const { lates = [] } = plan
    const before = lates.filter(({ from, worst, held = 0 }) => from + worst + held < at - 1)
    const after = lates.filter(({ from }) => from > at + 1)
    return [
      { ...plan, lates: before, ending: { month: at, how: 'Transferred' } },
      {
        ...plan,
        id: `${plan.id} serviced`,
        lates: after,
        reportedFrom: at,
        takenOverFrom: plan.id,
      },
    ]
  })
}
/** The fraction of mortgages whose servicing is sold. */
const TRANSFERRED_SHARE = 0.16

/** The months after a bankruptcy in which a debt from before it could still be collected. */
const COLLECTED_AFTER = 6

/**
 * Reports whether bankruptcies rule out that a person opens an account in a month. A court allows a
 * debtor one car, and no one collects an older debt meanwhile. Accounts of other people remain
 * possible.
 */
function isRuledOut(
  { kind, ownership }: Habit,
  opened: number,
  before: readonly Pick<AccountPlan, 'opened'>[],
  { bankruptcies = [] }: Span,
): boolean {
  if (ownership === 'AuthorizedUser') return false
  const isCollected = ACCOUNT_KINDS[kind].form === 'collected'
  return bankruptcies.some(({ filed, disposed }) => {
    const isDuring = (month: number) => month >= filed && month <= disposed
    if (isCollected) return isDuring(opened) || isDuring(opened - COLLECTED_AFTER)
    if (!isDuring(opened)) return false
    return kind !== 'autoLoan' || before.some((other) => isDuring(other.opened))
  })
}

/** Returns the accounts that result from a habit, in the order in which they are opened. */
function accountsOf(habit: Habit, index: number, archetype: Archetype, span: Span, seed: Seed) {
  const draw = streamOf(seed, `habit ${index} ${habit.kind} ${habit.ownership ?? ''}`)
  const plans: Mutable<AccountPlan>[] = []
  if (!chance(draw, habit.chance)) return plans
  const { start, until } = span
  let opened = start + between(draw, habit.first)
  for (let count = 1; count <= habit.most && opened < PLANNED_MONTHS; count++) {
    if (isRuledOut(habit, opened, plans, span)) {
      opened += between(draw, habit.gap)
      continue
    }
    const id = `${habit.kind} ${index}.${count}`
    const plan = planOf(id, habit, archetype, opened, streamOf(seed, `plan ${id}`))
    setTerms(plan, span, seed)
    if (habit.deferredMonths !== undefined) {
      plan.deferredMonths = Math.max(0, habit.deferredMonths - (opened - start))
    }
    const before = plans.at(-1)
    if (habit.replaces !== undefined && before !== undefined && before.ending === undefined) {
      before.ending = { month: opened, how: habit.replaces }
    }
    plans.push(plan)
    // One more account is planned, because it may end the last one needed.
    if (opened > until) break
    opened += between(draw, habit.gap)
  }
  return plans
}

function leavesInquiry({ kind, ownership, opened, reportedFrom }: AccountPlan): boolean {
  return (
    reportedFrom === undefined &&
    ACCOUNT_KINDS[kind].form !== 'collected' &&
    ownership !== 'AuthorizedUser' &&
    opened > -INQUIRY_MONTHS - 1 &&
    kind !== 'studentLoan'
  )
}

/** Returns the inquiries that led to the accounts, and others that led to no account. */
function inquiriesOf(
  accounts: readonly AccountPlan[],
  archetype: Archetype,
  { start, until }: Span,
  seed: Seed,
): readonly InquiryPlan[] {
  const inquiries: InquiryPlan[] = accounts.filter(leavesInquiry).map((plan) => ({
    id: `for ${plan.id}`,
    month: plan.opened,
    kind: plan.kind,
    account: plan.id,
  }))
  const draw = streamOf(seed, 'inquiries')
  let month = Math.max(start, -INQUIRY_MONTHS - between(draw, archetype.inquiries))
  while (month < PLANNED_MONTHS && month <= until) {
    month += between(draw, archetype.inquiries)
    const kind = pick(draw, [
      'creditCard',
      'creditCard',
      'autoLoan',
      'storeCard',
      'personalLoan',
    ] as const)
    inquiries.push({ id: `stray ${month}`, month, kind })
  }
  return inquiries
}

/**
 * Draws the bankruptcies of a life. All numbers are drawn before the decision, so that it does not
 * change later draws.
 */
function bankruptciesOf(draw: Draw, archetype: Archetype): readonly BankruptcyPlan[] {
  const happens = chance(draw, archetype.bankrupt)
  const chapter = chance(draw, 0.7) ? 7 : 13
  const filed = -between(draw, [16, chapter === 7 ? 110 : 78])
  const dismissed = chance(draw, 0.12)
  const takes = chapter === 7 ? between(draw, [4, 7]) : between(draw, [36, 60])
  if (!happens) return []
  const completed = chapter === 7 ? 'Discharged' : 'Completed'
  return [
    {
      chapter,
      filed,
      disposed: filed + takes,
      disposition: dismissed ? 'Dismissed' : completed,
    },
  ]
}

/** The alerts that invented people have, and how often. */
const RARE_ALERTS = [
  { kind: 'fraudInitial', chance: 0.008 },
  { kind: 'fraudExtended', chance: 0.004 },
  { kind: 'activeDuty', chance: 0.003 },
] as const

function alertsOf(draw: Draw): readonly AlertPlan[] {
  return RARE_ALERTS.flatMap(({ kind, chance: probability }) => {
    const months = ALERT_MONTHS[kind]
    const from = -between(draw, [1, months])
    return chance(draw, probability) ? [{ kind, from, until: from + months }] : []
  })
}

/** The status at all bureaus of a person that none of them knows. */
const UNKNOWN_EVERYWHERE = {
  Equifax: 'NoFileReturnedNoHit',
  Experian: 'NoFileReturnedNoHit',
  TransUnion: 'NoFileReturnedNoHit',
} as const

/**
 * Draws the bureaus that return no file: 1% of people are unknown to one bureau, 1% have frozen
 * their file at one, and 0.3% have frozen all.
 */
function withheldOf(draw: Draw, archetype: Archetype): Partial<Record<BureauName, FileStatus>> {
  if (archetype.unknown) return UNKNOWN_EVERYWHERE
  const bureau = pick(draw, BUREAUS)
  const roll = draw()
  if (roll < 0.01) return { [bureau]: 'NoFileReturnedNoHit' }
  if (roll < 0.02) return { [bureau]: 'NoFileReturnedCreditFreeze' }
  if (roll >= 0.023) return {}
  return {
    Equifax: 'NoFileReturnedCreditFreeze',
    Experian: 'NoFileReturnedCreditFreeze',
    TransUnion: 'NoFileReturnedCreditFreeze',
  }
}

/** Draws a birth date 18 to 27 years before the start of the financial life. */
function birthDateOf(draw: Draw, start: number, epochMonth: number): string {
  const month = epochMonth + start - between(draw, [18 * 12, 27 * 12])
  const day = between(draw, [1, 28])
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(month / 12)}-${two((month % 12) + 1)}-${two(day)}`
}

/** Returns the accounts that a person of an archetype opens, with the inquiries for them. */
export function inventedAccounts(name: ArchetypeName, span: Span, seed: Seed, household?: string) {
  const archetype: Archetype = ARCHETYPES[name]
  const own = archetype.habits.flatMap((habit, index) =>
    accountsOf(habit, index, archetype, span, seed),
  )
  const together = household === undefined ? own : withJointAccounts(own, household, name, span)
  const accounts = withTransfers(together, seed)
  return { accounts, inquiries: inquiriesOf(accounts, archetype, span, seed) }
}

/** How common each archetype is, to draw one by its share. */
const SHARES = (Object.keys(ARCHETYPES) as ArchetypeName[]).map((name) => {
  return { name, share: ARCHETYPES[name].share }
})

/**
 * The place and time of a request. The address only determines the prices of mortgages and the
 * people with whom accounts are shared.
 */
export interface StoryContext extends Omit<Span, 'start'> {
  /**
   * The household: people with the same name at the same address. Undefined if the person shares
   * the address with no one.
   */
  readonly household?: string | undefined
}

/**
 * Points by which each model differs from the scorecard, so that the mean scores of all people
 * agree.
 */
const MEAN_SHIFT = { Equifax: 22, Experian: -2, TransUnion: 3 } as const

function scoreShiftOf(draw: Draw): Record<BureauName, number> {
  const noise = () => Math.round((draw() + draw() - 1) * 22)
  return {
    Equifax: MEAN_SHIFT.Equifax + noise(),
    Experian: MEAN_SHIFT.Experian + noise(),
    TransUnion: MEAN_SHIFT.TransUnion + noise(),
  }
}

/** Returns the story of a person until a month. It depends only on the seed and the context. */
export function inventedStory(
  seed: Seed,
  { epochMonth, until, state, household }: StoryContext,
): Story {
  const draw = streamOf(seed, 'life')
  const { name } = pickByShare(draw, SHARES)
  const archetype: Archetype = ARCHETYPES[name]
  const start = -between(draw, archetype.start)
  // Separate named streams: a new draw in one changes nothing in the others, so that people stay
  // the same.
  const rare = streamOf(seed, 'rare')
  const renamed = chance(rare, 0.12)
  const behind = chance(rare, 0.04) ? pick(rare, BUREAUS) : undefined
  const bankruptcies = bankruptciesOf(streamOf(seed, 'bankruptcy'), archetype)
  const span = { start, until, epochMonth, state, bankruptcies }
  return {
    start,
    birthDate: birthDateOf(streamOf(seed, 'birth'), start, epochMonth),
    ...inventedAccounts(name, span, seed, household),
    disagreed: true,
    scoreShift: scoreShiftOf(streamOf(seed, 'score shift')),
    bankruptcies,
    alerts: alertsOf(streamOf(seed, 'alerts')),
    withheld: withheldOf(streamOf(seed, 'withheld'), archetype),
    formerLastName: renamed ? pick(rare, FORMER_LAST_NAMES) : undefined,
    oldAddressAt: behind,
  }
}

/**
 * Drafts a credit history with a wanted outcome. One number determines everything that the outcome
 * leaves open, from the history with the lowest scores (0) to the one with the highest scores (1).
 */
import { BUREAUS } from '../../../documents/tables/enumerations.ts'
import { BANKRUPTCY_MONTHS } from '../derogatory-records.ts'
import { between, type Draw, type Seed, streamOf } from '../random.ts'
import { monthsAgo, type ReadAt } from './file-months.ts'
import {
  accountsNeeded,
  BANKRUPTCY_DURATION_MONTHS,
  bankruptcyMonthsAgo,
  MONTHS_WITHOUT_NEW_CARD,
} from './outcome-checks.ts'
import type { CustomAccount, PersonFile } from './person-file.ts'
import type { WantedLates, WantedOutcome } from './wanted-outcome.ts'

/** The credit data that a file states for a person. */
export type DraftedHistory = Pick<
  PersonFile,
  'accounts' | 'collections' | 'bankruptcies' | 'inquiries'
>

/** The inputs of a draft. */
export interface DraftInput {
  readonly outcome: WantedOutcome
  readonly at: ReadAt
  readonly seed: Seed
  /** The maximum age of the person's accounts in months. */
  readonly adultMonths: number
  /** How good the drafted history is, from 0 to 1. The scores follow from it. */
  readonly strength: number
}

/** A bankruptcy, in months before the current one. `ended` is undefined if it is pending. */
interface Petition {
  readonly filed: number
  readonly ended: number | undefined
  /** Whether it ended debts, so that cards are more recent than the bankruptcy. */
  readonly dischargesDebts: boolean
}

interface DraftContext extends DraftInput {
  readonly draw: Draw
  /** Interpolates between the value of the worst history and that of the best. */
  readonly mix: (worst: number, best: number) => number
  readonly oldest: number
  readonly petition: Petition | undefined
  /** The maximum age of open cards in months. */
  readonly cardMonths: number
}

function petitionOf(
  { outcome, at }: DraftInput,
  draw: Draw,
  mix: DraftContext['mix'],
): Petition | undefined {
  const { bankruptcy } = outcome
  if (bankruptcy === undefined) return undefined
  const { least, most } = bankruptcyMonthsAgo(bankruptcy, at)
  const ago = mix(least, most)
  const { chapter, disposition } = bankruptcy
  if (disposition === 'Filed') return { filed: ago, ended: undefined, dischargesDebts: true }
  const isDismissed = disposition === 'Dismissed'
  const takes = isDismissed ? 3 : between(draw, BANKRUPTCY_DURATION_MONTHS[chapter])
  // At the age of `BANKRUPTCY_MONTHS`, a bankruptcy leaves the files.
  const filed = Math.min(BANKRUPTCY_MONTHS[chapter] - 1, ago + takes)
  return { filed, ended: ago, dischargesDebts: !isDismissed }
}

/**
 * Returns the months of late payments. Single ones are separated by a month that was paid on time,
 * if there is room.
 */
function layoutOf({ within, days30, days60, days90 }: WantedLates) {
  const main = `${'3'.repeat(days90)}${'2'.repeat(days60)}${days30 > 0 ? '1' : ''}`
  const others = Math.max(0, days30 - 1)
  const apart = `${main}${'C1'.repeat(others)}`
  const months = apart.length <= within - 2 ? apart : `${main}${'1'.repeat(others)}`
  return { months, room: within - 1 - months.length }
}

/** Returns the history of an account with the wanted late payments, newest month first. */
function historyOf(late: WantedLates, openMonths: number, { mix }: DraftContext): string {
  const { months, room } = layoutOf(late)
  const fits = Math.max(0, openMonths - 3 - months.length)
  const before = 1 + mix(0, Math.min(room, fits))
  return `${'C'.repeat(before)}${months}`
}

function contextOf(input: DraftInput): DraftContext {
  const { outcome, seed, strength } = input
  const draw = streamOf(seed, 'outcome')
  const mix = (worst: number, best: number) => Math.round(worst + (best - worst) * strength)
  const petition = petitionOf(input, draw, mix)
  const { oldestAccountYears: years } = outcome
  const months = between(draw, [0, 11])
  const needed = neededMonths(outcome, petition)
  const most = Math.min(input.adultMonths, years === undefined ? 320 : years * 12 + 11)
  const free = Math.min(most, Math.max(needed, mix(10, 320)))
  const oldest = years === undefined ? free : Math.min(most, Math.max(years * 12 + months, needed))
  const cardMonths = petition?.dischargesDebts
    ? Math.min(oldest, petition.filed - MONTHS_WITHOUT_NEW_CARD)
    : oldest
  return { ...input, draw, mix, petition, oldest, cardMonths }
}

/** Returns the minimum age of a person's oldest account in months, so that the outcome has room. */
function neededMonths(outcome: WantedOutcome, petition: Petition | undefined): number {
  const { lates, chargeOffs, repossessions, foreclosures } = outcome
  const late = lates.map((each) => layoutOf(each).months.length + 6)
  const lost = chargeOffs + repossessions > 0 ? 24 : 0
  const before = petition?.dischargesDebts && chargeOffs > 0 && petition.filed < 60 ? 22 : 14
  return Math.max(
    10,
    ...late,
    lost,
    foreclosures > 0 ? 46 : 0,
    petition === undefined ? 0 : petition.filed + before,
  )
}

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

/** Returns a card that the bankruptcy ended, if it is recent enough to be reported. */
function includedAccounts({ petition, oldest, draw }: DraftContext): CustomAccount[] {
  if (!petition?.dischargesDebts || petition.filed > INCLUDED_MONTHS) return []
  const opened = Math.min(oldest, petition.filed + between(draw, [14, 60]))
  return [
    {
      id: 'card before the bankruptcy',
      kind: 'creditCard',
      opened: monthsAgo(opened),
      limit: 4_500,
      utilizationPercent: 90,
    },
  ]
}

const INCLUDED_MONTHS = 82

function thousands(draw: Draw, range: readonly [number, number]): number {
  return 1_000 * between(draw, range)
}

/** Returns the loans that the outcome names: mortgages, and a loan with late payments. */
function securedAndLateLoans(context: DraftContext): CustomAccount[] {
  const { outcome, draw, mix, oldest } = context
  const lateMortgage = outcome.lates.find(({ on }) => on === 'mortgage')
  const count = outcome.openMortgages ?? (lateMortgage !== undefined || draw() < 0.5 ? 1 : 0)
  const accounts: CustomAccount[] = []
  for (let index = 0; index < count; index++) {
    const least =
      index === 0 && lateMortgage !== undefined ? layoutOf(lateMortgage).months.length + 6 : 4
    const opened = Math.min(oldest, Math.max(least, mix(9, 96) + 14 * index))
    accounts.push({
      id: index === 0 ? 'home' : `home ${index + 1}`,
      kind: 'conventionalMortgage',
      opened: monthsAgo(opened),
      amount: thousands(draw, [140, 390]),
      termMonths: 360,
      ...(index === 0 && lateMortgage && { history: historyOf(lateMortgage, opened, context) }),
    })
  }
  const lateLoan = outcome.lates.find(({ on }) => on === 'installment')
  if (lateLoan === undefined) return accounts
  const opened = Math.min(oldest, Math.max(layoutOf(lateLoan).months.length + 6, mix(20, 110)))
  const history = historyOf(lateLoan, opened, context)
  return [...accounts, studentLoan('study', opened, draw, history)]
}

function studentLoan(id: string, opened: number, draw: Draw, history?: string): CustomAccount {
  return {
    id,
    kind: 'studentLoan',
    opened: monthsAgo(opened),
    amount: thousands(draw, [4, 12]),
    termMonths: 240,
    ratePercent: 5,
    ...(history === undefined ? {} : { history }),
  }
}

/** Returns how many months ago a loss happened. Further losses are older. */
function lossMonthsAgo({ mix, oldest }: DraftContext, index: number, before: number): number {
  return Math.max(3, Math.min(mix(4, 70) + 3 * index, 80, oldest - before))
}

function lostAccounts(context: DraftContext): CustomAccount[] {
  const { outcome, draw, mix, oldest, petition } = context
  const accounts: CustomAccount[] = []
  for (let index = 0; index < outcome.chargeOffs; index++) {
    const own = lossMonthsAgo(context, index, 14)
    const ago = petition?.dischargesDebts ? cardLossMonthsAgo(own, petition.filed) : own
    const cards =
      petition?.dischargesDebts && ago < petition.filed
        ? petition.filed - MONTHS_WITHOUT_NEW_CARD
        : oldest
    accounts.push({
      id: `lost card ${index + 1}`,
      kind: 'creditCard',
      opened: monthsAgo(Math.min(cards, ago + 12 + between(draw, [0, 30]))),
      limit: 3_000 + 500 * index,
      balance: 900 + 100 * between(draw, [0, 15]),
      ended: { month: monthsAgo(ago), how: mix(0, 100) > 60 ? 'ChargedOffAndSold' : 'ChargedOff' },
    })
  }
  for (let index = 0; index < outcome.repossessions; index++) {
    const ago = lossMonthsAgo(context, index, 14)
    accounts.push({
      id: `lost car ${index + 1}`,
      kind: 'autoLoan',
      opened: monthsAgo(Math.min(oldest, ago + 12 + between(draw, [0, 24]))),
      amount: thousands(draw, [14, 30]),
      termMonths: 72,
      ended: { month: monthsAgo(ago), how: 'Repossessed' },
    })
  }
  for (let index = 0; index < outcome.foreclosures; index++) {
    const ago = lossMonthsAgo(context, index, 38)
    accounts.push({
      id: 'lost home',
      kind: 'conventionalMortgage',
      opened: monthsAgo(Math.min(oldest, ago + 36 + between(draw, [0, 60]))),
      amount: thousands(draw, [120, 260]),
      termMonths: 360,
      ended: { month: monthsAgo(ago), how: 'Foreclosed' },
    })
  }
  return accounts
}

/**
 * Returns how many months ago a card was lost if there was a bankruptcy: either before the
 * petition, or after it if the card was opened after it.
 */
function cardLossMonthsAgo(ago: number, filed: number): number {
  if (filed < 60) return Math.max(filed + 3, Math.min(ago, filed + 8))
  return Math.min(ago, filed - 24)
}

/**
 * Returns cards, and accounts to reach the wanted number. Undefined if there is no room for a card.
 */
function otherAccounts(context: DraftContext, named: number): CustomAccount[] | undefined {
  const { outcome, mix, cardMonths, petition } = context
  const lateCard = outcome.lates.find(({ on }) => on === 'revolving')
  const least = lateCard === undefined ? 2 : layoutOf(lateCard).months.length + 4
  const needsCard = lateCard !== undefined || outcome.utilizationPercent !== undefined
  const hasCards = cardMonths >= least
  if (needsCard && !hasCards) return undefined
  const wanted = outcome.accounts ?? accountsNeeded(outcome) + mix(3, 6)
  const count = Math.max(1, wanted - named - outcome.collections)
  // If no card can be as old as the oldest account, a loan is.
  const bearsOldest = petition?.dischargesDebts === true && petition.filed > INCLUDED_MONTHS
  const accounts: CustomAccount[] = []
  for (let index = 0; index < count; index++) {
    const isStudy = index === 1 && bearsOldest
    const isCard = hasCards && !isStudy && (index === 0 || index % 3 !== 2)
    accounts.push(
      isCard ? cardOf(context, index, index === 0 ? lateCard : undefined) : loanOf(context, index),
    )
  }
  return accounts
}

/**
 * Returns the age of an account that the outcome does not determine. In a weak history, some
 * accounts are new.
 */
function ageOf({ mix, draw, strength }: DraftContext, index: number, most: number): number {
  const isNew = index > 0 && strength < 0.45 && index <= 5
  const age = isNew ? between(draw, [2, 10]) : mix(14, 220) - 23 * (index % 7)
  return Math.max(2, Math.min(most, Math.max(age, isNew ? 2 : 13)))
}

function cardOf(
  context: DraftContext,
  index: number,
  late: WantedLates | undefined,
): CustomAccount {
  const { outcome, draw, mix, cardMonths } = context
  const isStore = index % 3 === 1
  const least = late === undefined ? 0 : layoutOf(late).months.length + 4
  const opened = index === 0 ? Math.max(least, cardMonths) : ageOf(context, index, cardMonths)
  return {
    id: `card ${index + 1}`,
    kind: isStore ? 'storeCard' : 'creditCard',
    opened: monthsAgo(opened),
    limit: isStore ? 100 * between(draw, [8, 30]) : 100 * between(draw, [25, 120]),
    utilizationPercent: outcome.utilizationPercent ?? mix(97, 1),
    ...(late && { history: historyOf(late, opened, context) }),
  }
}

function loanOf(context: DraftContext, index: number): CustomAccount {
  const { draw, oldest } = context
  if (index % 2 === 1)
    return studentLoan(`study ${index + 1}`, ageOf(context, index, Math.min(oldest, 230)), draw)
  return {
    id: `car ${index + 1}`,
    kind: 'autoLoan',
    opened: monthsAgo(ageOf(context, index, Math.min(oldest, 66))),
    amount: thousands(draw, [12, 32]),
    termMonths: 72,
    ratePercent: 6.5,
  }
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

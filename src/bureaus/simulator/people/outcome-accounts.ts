/** Drafts the accounts of a history: those that the outcome names, and others to fill it. */
import { between, type Draw } from '../random.ts'
import { monthsAgo } from './file-months.ts'
import { accountsNeeded, MONTHS_WITHOUT_NEW_CARD } from './outcome-checks.ts'
import { type DraftContext, historyOf, layoutOf } from './outcome-context.ts'
import type { CustomAccount } from './person-file.ts'
import type { WantedLates, WantedOutcome } from './wanted-outcome.ts'

/** Returns a card that the bankruptcy ended, if it is recent enough to be reported. */
export function includedAccounts({ petition, oldest, draw }: DraftContext): CustomAccount[] {
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
export function securedAndLateLoans(context: DraftContext): CustomAccount[] {
  const { outcome, draw, mix, oldest } = context
  const lateMortgage = outcome.lates.find(({ on }) => on === 'mortgage')
  const count =
    outcome.openMortgages ??
    (lateMortgage !== undefined || (draw() < 0.5 && hasRoomForMore(outcome)) ? 1 : 0)
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

/** Reports whether an outcome permits an account that it does not name. */
function hasRoomForMore(outcome: WantedOutcome): boolean {
  return outcome.accounts === undefined || outcome.accounts > accountsNeeded(outcome)
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

/** Returns the cards, cars and homes that were lost. */
export function lostAccounts(context: DraftContext): CustomAccount[] {
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
export function otherAccounts(context: DraftContext, named: number): CustomAccount[] | undefined {
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

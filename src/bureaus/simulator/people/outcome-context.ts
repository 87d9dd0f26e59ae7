/** What a drafted history has room for: its oldest account, its bankruptcy and its late payments. */
import { BANKRUPTCY_MONTHS } from '../derogatory-records.ts'
import { between, type Draw, type Seed, streamOf } from '../random.ts'
import type { ReadAt } from './file-months.ts'
import {
  BANKRUPTCY_DURATION_MONTHS,
  bankruptcyMonthsAgo,
  MONTHS_WITHOUT_NEW_CARD,
} from './outcome-checks.ts'
import type { WantedLates, WantedOutcome } from './wanted-outcome.ts'

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

/** The inputs of a draft, with what follows from them for every part of the history. */
export interface DraftContext extends DraftInput {
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
export function layoutOf({ within, days30, days60, days90 }: WantedLates) {
  const main = `${'3'.repeat(days90)}${'2'.repeat(days60)}${days30 > 0 ? '1' : ''}`
  const others = Math.max(0, days30 - 1)
  const apart = `${main}${'C1'.repeat(others)}`
  const months = apart.length <= within - 2 ? apart : `${main}${'1'.repeat(others)}`
  return { months, room: within - 1 - months.length }
}

/** Returns the history of an account with the wanted late payments, newest month first. */
export function historyOf(late: WantedLates, openMonths: number, { mix }: DraftContext): string {
  const { months, room } = layoutOf(late)
  const fits = Math.max(0, openMonths - 3 - months.length)
  const before = 1 + mix(0, Math.min(room, fits))
  return `${'C'.repeat(before)}${months}`
}

/** Returns the context of a draft. */
export function contextOf(input: DraftInput): DraftContext {
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
export function neededMonths(outcome: WantedOutcome, petition: Petition | undefined): number {
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

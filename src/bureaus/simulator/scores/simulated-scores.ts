/**
 * Computes a score from a credit file with an additive scorecard. Every characteristic loses points
 * compared with the best possible file, and the reasons are those that lost most.
 */
import { BUREAUS, type BureauName } from '../../../documents/tables/enumerations.ts'
import type { FactorValue } from '../../../documents/tables/response.ts'
import type { Comment } from '../../../documents/tables/tradelines.ts'
import type { FileAccount, FileScore } from '../../bureau.ts'
import { MORTGAGE_SCORE_MODELS, NEWER_MODELS, type ScoreFamily } from '../../score-models.ts'
import { dayText, type Moment } from '../calendar.ts'
import { REMARK_COMMENTS } from '../tables/remarks.ts'
import {
  FACTORS,
  type FactorName,
  type FilledScorecard,
  factorOf,
  type Losses,
  topReasons,
} from './score-reasons.ts'
import { ageIn, fillScorecard, isCollection, type ScoredContent } from './scorecard.ts'

type ExclusionReason = NonNullable<FileScore['exclusionReason']>

/**
 * Returns the reason for which a file cannot be scored. At least one account must be six months
 * old, and at least one must have been reported within six months.
 */
function exclusionOf(content: ScoredContent, moment: Moment): FileScore['exclusionReason'] {
  if (content.alerts.some(({ _CategoryType }) => _CategoryType === 'DeathClaim')) {
    return 'NotScoredSubjectDeceased'
  }
  const age = ageIn(moment)
  const own = content.accounts.filter((account) => !isCollection(account))
  if (!own.some(({ _AccountOpenedDate }) => age(_AccountOpenedDate) >= 6)) {
    return 'NotScoredInsufficientCredit'
  }
  return own.some(({ _AccountReportedDate }) => age(_AccountReportedDate) < 6)
    ? undefined
    : 'NotScoredNoRecentAccountInformation'
}

/** Damps a large loss, so that no score is outside the range of the model. */
function damped(lost: number, range: number): number {
  return range * (1 - Math.exp(-lost / range))
}

/** Removes the value of a score, and adds the reason. */
export function withoutScore(
  { model, description, date }: FileScore,
  exclusionReason: ExclusionReason,
): FileScore {
  return { model, description, exclusionReason, factors: [], inquiriesLowered: false, date }
}

/** Returns the score of a file, or the reason for none. */
export function scoreOf(
  content: ScoredContent,
  bureau: BureauName,
  moment: Moment,
  shift = 0,
): FileScore {
  const { model, minimum, maximum } = MORTGAGE_SCORE_MODELS[bureau]
  const date = dayText(moment, moment.month, moment.day)
  const exclusionReason = exclusionOf(content, moment)
  if (exclusionReason !== undefined) {
    return { model, exclusionReason, factors: [], inquiriesLowered: false, date }
  }
  const card = fillScorecard(content, moment)
  const { losses } = card
  let lost = 0
  for (const name in losses) lost += losses[name as keyof Losses]
  const reasons = topReasons(card)
  return {
    model,
    value: Math.min(
      maximum,
      Math.max(minimum, Math.round(maximum - damped(lost, maximum - minimum)) + shift),
    ),
    factors: reasons.map((name) => factorOf(name, bureau)),
    // The flag adds the reason if it is not among the four (FCRA 609(f)(9)).
    inquiriesLowered: losses.inquiries > 0 && !reasons.includes('inquiries'),
    date,
  }
}

// The newer score models on the same lives: other weights, other data, and 24 months of balances.
// Like the classic scorecard, they are our own, and resemble the published outline of the models
// whose names they have.

/** A file with the utilization of earlier months. */
export interface TrendedContent extends ScoredContent {
  /** Utilization of card limits 12 and 24 months ago, for months with limits. */
  readonly earlierUtilization: readonly number[]
}

/** A family whose model also reads balances over time, which the classic ones do not. */
export type NewerFamily = Exclude<ScoreFamily, 'Classic'>

/** A scorecard: the weights of the classic losses, and the effects of trends and young files. */
interface Scorecard {
  /** 1 is the weight in the classic scorecard. */
  readonly weights: Readonly<Record<keyof Losses, number>>
  /** Points lost if utilization rose by 100%, and the maximum gained back if it fell. */
  readonly risingUse: number
  readonly fallingUse: number
  /** The factor from lost points of the classic scorecard to points of this model. */
  readonly stretch: number
  /** Reports whether the model reads an account. Others count as absent. */
  readonly reads: (account: FileAccount) => boolean
  /** Returns the reason for which a file has no score; undefined if it has one. */
  readonly exclusion: (content: ScoredContent, moment: Moment) => FileScore['exclusionReason']
}

function isPaidCollection(account: FileAccount): boolean {
  return isCollection(account) && account._AccountStatusType === 'Paid'
}

/**
 * Reports whether a collection is medical, by its remark. The collector's business does not show
 * it.
 */
function isMedicalCollection(account: FileAccount): boolean {
  return isCollection(account) && (account.CREDIT_COMMENT ?? []).some(isMedicalRemark)
}

function isMedicalRemark({ _Code, _SourceType }: Comment): boolean {
  return BUREAUS.some(
    (bureau) => bureau === _SourceType && REMARK_COMMENTS[bureau].medical._Code === _Code,
  )
}

// biome-ignore format: a table
const SCORECARDS: Readonly<Record<NewerFamily, Scorecard>> = {
  VantageScore4: {
    weights: {
      seriousLateness: 1.05, derogatory: 1.05, recentLateness: 1.05, lateAccounts: 1.1, pastDue: 1.1,
      utilization: 1, revolvingBalance: 0.8, withBalances: 0.6, loanBalances: 0.5,
      age: 1.15, revolvingAge: 1, established: 1.1, noInstallment: 1, noRevolving: 1,
      inquiries: 0.9, newAccounts: 1, newest: 1.1,
    },
    risingUse: 45, fallingUse: 14, stretch: 1.17,
    reads: (account) => !isPaidCollection(account) && !isMedicalCollection(account),
    exclusion: youngExclusion,
  },
  FICO10T: {
    weights: {
      seriousLateness: 1.05, derogatory: 1, recentLateness: 1.1, lateAccounts: 1.1, pastDue: 1,
      utilization: 0.95, revolvingBalance: 1, withBalances: 0.9, loanBalances: 1,
      age: 1, revolvingAge: 1, established: 1, noInstallment: 1, noRevolving: 1,
      inquiries: 1, newAccounts: 1, newest: 1,
    },
    risingUse: 60, fallingUse: 22, stretch: 1.05,
    reads: (account) => !isPaidCollection(account),
    exclusion: exclusionOf,
  },
}

/**
 * Returns the reason for no score from a model that needs only one month of history, however long
 * ago: an account, or a collection that the model reads.
 */
function youngExclusion(content: ScoredContent, moment: Moment): FileScore['exclusionReason'] {
  const classic = exclusionOf(content, moment)
  if (classic === undefined || classic === 'NotScoredSubjectDeceased') return classic
  const age = ageIn(moment)
  const known = content.accounts.some(({ _AccountOpenedDate }) => age(_AccountOpenedDate) >= 1)
  return known ? undefined : 'NotScoredInsufficientCredit'
}

/** Two-digit codes by our own count, because the codes of the models are not published in full. */
const CODES = new Map<FactorName, string>(
  (Object.keys(FACTORS) as FactorName[]).map((name, index) => [
    name,
    String(index + 11).padStart(2, '0'),
  ]),
)

const RISING_UTILIZATION: FactorValue = {
  _Code: '41',
  _Text: 'Balances in proportion to card limits have risen',
}

/** Points lost by files that the classic models do not score, because they contain so little. */
const THIN_FILE_LOSSES: Readonly<Record<string, number>> = {
  NotScoredInsufficientCredit: 110,
  NotScoredNoRecentAccountInformation: 95,
}

/** Returns the points lost for a trend. Negative if the trend gives points back. */
function trendLoss(
  { earlierUtilization }: TrendedContent,
  { facts }: FilledScorecard,
  card: Scorecard,
): number {
  const before = earlierUtilization.filter((use) => Number.isFinite(use))
  if (before.length === 0) return 0
  const change = facts.utilization - before.reduce((sum, use) => sum + use, 0) / before.length
  return change > 0 ? card.risingUse * Math.min(1, change) : card.fallingUse * Math.max(-1, change)
}

/** Returns the score of a file from a newer model, or the reason for none. */
export function newerScoreOf(
  family: NewerFamily,
  whole: TrendedContent,
  moment: Moment,
): FileScore {
  const { description, minimum, maximum } = NEWER_MODELS[family]
  const scorecard = SCORECARDS[family]
  const content = { ...whole, accounts: whole.accounts.filter(scorecard.reads) }
  const model = { model: 'Other', description } as const
  const date = dayText(moment, moment.month, moment.day)
  const exclusionReason = scorecard.exclusion(content, moment)
  if (exclusionReason !== undefined) {
    return { ...model, exclusionReason, factors: [], inquiriesLowered: false, date }
  }
  const card = weighted(fillScorecard(content, moment), scorecard)
  const trend = trendLoss(whole, card, scorecard)
  const thin = THIN_FILE_LOSSES[exclusionOf(content, moment) ?? ''] ?? 0
  const lost = Object.values(card.losses).reduce((sum, loss) => sum + loss, trend + thin)
  const isRising = trend > 10
  // Rising utilization takes the place of the last of the four reasons.
  const reasons = topReasons(card).slice(0, isRising ? 3 : 4)
  const factors = reasons.map((name) => newerFactorOf(name, family))
  return {
    ...model,
    value: Math.round(maximum - damped(Math.max(0, lost) * scorecard.stretch, maximum - minimum)),
    factors: isRising ? [RISING_UTILIZATION, ...factors] : factors,
    inquiriesLowered: card.losses.inquiries > 0 && !reasons.includes('inquiries'),
    date,
  }
}

function weighted({ losses, facts }: FilledScorecard, { weights }: Scorecard): FilledScorecard {
  const names = Object.keys(losses) as (keyof Losses)[]
  const changed = Object.fromEntries(names.map((name) => [name, losses[name] * weights[name]]))
  return { losses: changed as Losses, facts }
}

function newerFactorOf(name: FactorName, family: NewerFamily): FactorValue {
  const row = FACTORS[name]
  return { _Code: family === 'FICO10T' ? row[1] : (CODES.get(name) ?? '99'), _Text: row[3] }
}

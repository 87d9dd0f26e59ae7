/**
 * Computes a score from a credit file by an additive scorecard: every characteristic loses points
 * against the best file there could be, and the reasons given are those that lost most.
 */
import type { BureauName } from '../../../documents/tables/enumerations.ts'
import type { FileScore } from '../../bureau.ts'
import { MORTGAGE_SCORE_MODELS } from '../../score-models.ts'
import { dayText, type Moment } from '../calendar.ts'
import { factorOf, type Losses, weightiest } from './score-reasons.ts'
import { ageIn, cardOf, isCollection, type ScoredContent } from './scorecard.ts'

type ExclusionReason = NonNullable<FileScore['exclusionReason']>

/** Why a file cannot be scored: at least one account must be six months old, and one be current. */
export function exclusionOf(content: ScoredContent, moment: Moment): FileScore['exclusionReason'] {
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

/** Later points weigh less, so that no score falls out of the model's range. */
export function damped(lost: number, range: number): number {
  return range * (1 - Math.exp(-lost / range))
}

/** A score that the bureau does not give after all, and why. */
export function withoutScore(
  { model, description, date }: FileScore,
  exclusionReason: ExclusionReason,
): FileScore {
  return { model, description, exclusionReason, factors: [], inquiriesLowered: false, date }
}

/** The score of a file, or why there is none. */
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
  const card = cardOf(content, moment)
  const { losses } = card
  let lost = 0
  for (const name in losses) lost += losses[name as keyof Losses]
  const reasons = weightiest(card)
  return {
    model,
    value: Math.min(
      maximum,
      Math.max(minimum, Math.round(maximum - damped(lost, maximum - minimum)) + shift),
    ),
    factors: reasons.map((name) => factorOf(name, bureau)),
    // The flag adds the reason where it is not among the four (FCRA 609(f)(9)).
    inquiriesLowered: losses.inquiries > 0 && !reasons.includes('inquiries'),
    date,
  }
}

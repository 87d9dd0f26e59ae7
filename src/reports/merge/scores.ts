/** The scores of a report, and the data that score disclosures add to them. */
import type { CreditFile, FileScore } from '../../bureaus/bureau.ts'
import {
  familyOf,
  MORTGAGE_SCORE_MODELS,
  type MortgageScoreModel,
  NEWER_MODELS,
} from '../../bureaus/score-models.ts'
import type { ScoreValue } from '../../documents/tables/response.ts'
import { idOf } from '../credit-files.ts'

/** A score model as score disclosures describe it (FCRA 609(f)(1)(B)). */
export interface ScoreModel extends MortgageScoreModel {
  /** The median score of all consumers: half of them score below it. */
  readonly median: number
  /**
   * The spread of scores below and above the median, in points: the scale of the logistic curve on
   * each side.
   */
  readonly spreadBelow: number
  readonly spreadAbove: number
}

const { Equifax, Experian, TransUnion } = MORTGAGE_SCORE_MODELS

/**
 * The models that mortgage lenders use. We chose the medians and spreads so that the percentiles
 * resemble the percentiles of the population.
 */
export const SCORE_MODELS: Readonly<Record<string, ScoreModel>> = {
  [Equifax.model]: {
    ...Equifax,
    median: 728,
    spreadBelow: 64,
    spreadAbove: 32,
  },
  [Experian.model]: {
    ...Experian,
    median: 731,
    spreadBelow: 66,
    spreadAbove: 37,
  },
  [TransUnion.model]: {
    ...TransUnion,
    median: 729,
    spreadBelow: 66,
    spreadAbove: 36,
  },
  [NEWER_MODELS.VantageScore4.description]: {
    ...NEWER_MODELS.VantageScore4,
    model: 'Other',
    median: 719,
    spreadBelow: 66,
    spreadAbove: 44,
  },
  [NEWER_MODELS.FICO10T.description]: {
    ...NEWER_MODELS.FICO10T,
    model: 'Other',
    median: 732,
    spreadBelow: 66,
    spreadAbove: 38,
  },
}

/**
 * Returns the percentage of consumers with a lower score, from 1 to 99, from our own logistic curve
 * on each side of the model's median. Returns undefined for models that are not in the table.
 */
export function percentileOf(model: string, score: number): number | undefined {
  const known = SCORE_MODELS[model]
  if (known === undefined) return undefined
  const distance = score - known.median
  const spread = distance < 0 ? known.spreadBelow : known.spreadAbove
  const share = 100 / (1 + Math.exp(-distance / spread))
  return Math.min(99, Math.max(1, Math.round(share)))
}

/**
 * Returns the percentile of each score that `scoreValues` returns. A score disclosure must not state
 * our own curve about a real score, so a score of a vendor has the percentile that the vendor
 * states.
 */
export function percentilesOf({
  score,
  furtherScores = [],
  evidence,
}: CreditFile): readonly (number | undefined)[] {
  if (score === undefined) return []
  return [score, ...furtherScores].map(({ value, model, description, percentile }) => {
    if (value === undefined) return undefined
    return evidence === undefined ? percentileOf(description ?? model, value) : percentile
  })
}

/** Returns the range that a vendor states for the model of each score. */
export function rangesOf({ score, furtherScores = [] }: CreditFile) {
  return score === undefined ? [] : [score, ...furtherScores].map(({ range }) => range)
}

interface ScorePlace {
  readonly borrower: number
  readonly borrowerId: string
  readonly reportId: string
}

/**
 * Returns the scores of a borrower at a bureau; empty if none was computed or attempted. The first
 * is the score to which the file refers. The identifiers of further scores contain the family of
 * their model.
 */
export function scoreValues(file: CreditFile, place: ScorePlace): ScoreValue[] {
  if (file.score === undefined) return []
  const first = scoreValue(file.score, file, place)
  const further = (file.furtherScores ?? []).map((score) => ({
    ...scoreValue(score, file, place),
    CreditScoreID: `${first.CreditScoreID}-${familyOf(score) ?? score.model}`,
  }))
  return [first, ...further]
}

function scoreValue(score: FileScore, file: CreditFile, place: ScorePlace): ScoreValue {
  const scored = score.value !== undefined
  return {
    CreditScoreID: idOf('Score', place.borrower, file.bureau),
    BorrowerID: place.borrowerId,
    CreditFileID: idOf('File', place.borrower, file.bureau),
    CreditReportIdentifier: place.reportId,
    CreditRepositorySourceType: file.bureau,
    _Date: score.date,
    _FACTAInquiriesIndicator: score.inquiriesLowered,
    _ModelNameType: score.model,
    _ModelNameTypeOtherDescription: score.description,
    _Value: scored ? String(score.value) : '',
    _ExclusionReasonType: scored
      ? undefined
      : (score.exclusionReason ?? 'NotScoredFileCannotBeScored'),
    _FACTOR: score.factors,
  }
}

/** The scores of a report, and what a score disclosure says about them. */
import type { CreditFile } from '../../bureaus/bureau.ts'
import { MORTGAGE_SCORE_MODELS, type MortgageScoreModel } from '../../bureaus/score-models.ts'
import type { ScoreValue } from '../../documents/tables/response.ts'
import { idOf } from '../credit-files.ts'

/** A score model as score disclosures describe it (FCRA 609(f)(1)(B)). */
export interface ScoreModel extends MortgageScoreModel {
  /** Half of all consumers score below it. */
  readonly median: number
  /** How far the scores spread below and above the median. */
  readonly spreadBelow: number
  readonly spreadAbove: number
}

type ModelName = ScoreValue['_ModelNameType']

const { Equifax, Experian, TransUnion } = MORTGAGE_SCORE_MODELS

/**
 * The models that mortgage lending uses. Median and spreads of the scores are ours, chosen so that
 * the percentiles look like those of the population.
 */
export const SCORE_MODELS: Readonly<Partial<Record<ModelName, ScoreModel>>> = {
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
}

/**
 * The percent of consumers who score lower, from 1 to 99: a logistic curve of ours on each side of
 * the model's median. Undefined for models whose distribution the table does not state.
 */
export function percentileOf(model: ModelName, score: number): number | undefined {
  const known = SCORE_MODELS[model]
  if (known === undefined) return undefined
  const distance = score - known.median
  const spread = distance < 0 ? known.spreadBelow : known.spreadAbove
  const share = 100 / (1 + Math.exp(-distance / spread))
  return Math.min(99, Math.max(1, Math.round(share)))
}

/** The score of a borrower at a bureau; undefined where none was computed or attempted. */
export function scoreValue(
  file: CreditFile,
  place: { readonly borrower: number; readonly borrowerId: string; readonly reportId: string },
): ScoreValue | undefined {
  const { score } = file
  if (score === undefined) return undefined
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
    _Value: scored ? String(score.value) : '',
    _ExclusionReasonType: scored
      ? undefined
      : (score.exclusionReason ?? 'NotScoredFileCannotBeScored'),
    _FACTOR: score.factors,
  }
}

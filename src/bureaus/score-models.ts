/** The score models that mortgage lending asks for, one for each bureau. */
import type { BureauName } from '../documents/tables/enumerations.ts'
import type { ScoreValue } from '../documents/tables/response.ts'

/** A score model and its range, as score disclosures state it (FCRA 609(f)(1)(B)). */
export interface MortgageScoreModel {
  readonly model: ScoreValue['_ModelNameType']
  readonly minimum: number
  readonly maximum: number
}

/** The model of each bureau. */
export const MORTGAGE_SCORE_MODELS = {
  Equifax: { model: 'EquifaxBeacon5.0', minimum: 334, maximum: 818 },
  Experian: { model: 'ExperianFairIsaac', minimum: 320, maximum: 844 },
  TransUnion: { model: 'FICORiskScoreClassic04', minimum: 309, maximum: 839 },
} as const satisfies Record<BureauName, MortgageScoreModel>

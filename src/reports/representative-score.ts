/** The score that a lender uses for a borrower of whom bureaus have given several. */

import { familyOf, SCORE_FAMILIES, type ScoreFamily } from '../bureaus/score-models.ts'
import type { ScoreValue } from '../documents/tables/response.ts'

/** A score, and by which rule it was chosen. */
interface RepresentativeScore {
  readonly score: number
  /** As the page prints it. */
  readonly rule: string
}

const RULES = ['', 'the only score', 'lower of two', 'middle of three']

/** The middle of three, the lower of two, or the only one; equal scores all count. */
export function representativeScore(scores: readonly number[]): RepresentativeScore | undefined {
  const sorted = [...scores].sort((a, b) => a - b)
  const score = sorted[Math.floor((sorted.length - 1) / 2)]
  return score === undefined ? undefined : { score, rule: RULES[sorted.length] ?? 'median' }
}

/** A representative score of one family; scores of different families are never compared. */
export interface FamilyScore extends RepresentativeScore {
  readonly family: ScoreFamily
}

type Modelled = Pick<ScoreValue, '_Value' | '_ModelNameType' | '_ModelNameTypeOtherDescription'>

/**
 * The representative score of each family; models that are not offered count as classic. A family
 * without a score is left out.
 */
export function representativeScores(scores: readonly Modelled[]): readonly FamilyScore[] {
  return SCORE_FAMILIES.flatMap((family) => {
    const own = scores.filter((score) => familyOfScore(score) === family)
    const values = own.map(({ _Value }) => Number.parseInt(_Value, 10))
    const found = representativeScore(values.filter((value) => value > 0))
    return found === undefined ? [] : [{ ...found, family }]
  })
}

function familyOfScore(score: Modelled): ScoreFamily {
  const description = score._ModelNameTypeOtherDescription
  return familyOf({ model: score._ModelNameType, description }) ?? 'Classic'
}

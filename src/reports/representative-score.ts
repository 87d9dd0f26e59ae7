/** The score that a lender uses for a borrower of whom bureaus have given several. */
import {
  countedFamilyOf,
  familyOf,
  SCORE_FAMILIES,
  type ScoreFamily,
} from '../bureaus/score-models.ts'
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

type Modelled = Pick<
  ScoreValue,
  '_Value' | '_ModelNameType' | '_ModelNameTypeOtherDescription' | 'CreditRepositorySourceType'
>

/**
 * The representative score of each family, from one score of each bureau; FICO risk models that are
 * not offered count as classic. A family without a score is left out.
 */
export function representativeScores(scores: readonly Modelled[]): readonly FamilyScore[] {
  return SCORE_FAMILIES.flatMap((family) => {
    const own = scores.filter((score) => countedFamilyOf(namesOf(score)) === family)
    // The offered model of a family goes before others that only count to it.
    const best = own.toSorted((a, b) => Number(isOffered(b)) - Number(isOffered(a)))
    const values = new Map<string, number>()
    for (const { CreditRepositorySourceType: bureau, _Value } of best) {
      const value = Number.parseInt(_Value, 10)
      if (value > 0 && !values.has(bureau)) values.set(bureau, value)
    }
    const found = representativeScore([...values.values()])
    return found === undefined ? [] : [{ ...found, family }]
  })
}

function isOffered(score: Modelled): boolean {
  return familyOf(namesOf(score)) !== undefined
}

function namesOf(score: Modelled) {
  return {
    model: score._ModelNameType,
    description: score._ModelNameTypeOtherDescription,
  }
}

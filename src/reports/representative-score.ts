/**
 * The representative score: the score that a lender uses for a borrower with scores from several
 * bureaus.
 */
import {
  countedFamilyOf,
  familyOf,
  SCORE_FAMILIES,
  type ScoreFamily,
} from '../bureaus/score-models.ts'
import type { ScoreValue } from '../documents/tables/response.ts'

/** A score, and the rule that selected it. */
interface RepresentativeScore {
  readonly score: number
  /** As the printed page shows it. */
  readonly rule: string
}

const RULES = ['', 'the only score', 'lower of two', 'middle of three']

/**
 * Returns the middle of three scores, the lower of two, or the only one. Equal scores each count.
 */
export function representativeScore(scores: readonly number[]): RepresentativeScore | undefined {
  const sorted = [...scores].sort((a, b) => a - b)
  const score = sorted[Math.floor((sorted.length - 1) / 2)]
  return score === undefined ? undefined : { score, rule: RULES[sorted.length] ?? 'median' }
}

/** A representative score of one family. Scores of different families are never compared. */
export interface FamilyScore extends RepresentativeScore {
  readonly family: ScoreFamily
}

type Modelled = Pick<
  ScoreValue,
  '_Value' | '_ModelNameType' | '_ModelNameTypeOtherDescription' | 'CreditRepositorySourceType'
>

/**
 * Returns the representative score of each family, from one score per bureau. FICO risk models that
 * are not offered count as classic. Omits families without a score.
 */
export function representativeScores(scores: readonly Modelled[]): readonly FamilyScore[] {
  return SCORE_FAMILIES.flatMap((family) => {
    const own = scores.filter((score) => countedFamilyOf(namesOf(score)) === family)
    // The family's offered model has precedence over other models that only count toward the
    // family.
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

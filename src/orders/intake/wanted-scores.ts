/** Which score models an order gets: those that it requests, or else those of the account. */
import type { CreditFile } from '../../bureaus/bureau.ts'
import {
  familiesAt,
  familyOf,
  type ScoreFamily,
  type ScoreModelWanted,
  scoreModelNamed,
} from '../../bureaus/score-models.ts'
import type { BureauName } from '../../documents/tables/enumerations.ts'
import type { OrderingAccount } from './ordering-account.ts'

/** A `CREDIT_SCORE_MODEL_NAME` of a request. */
export interface RequestedModel {
  /** The model's name in MISMO's list; `Other` for one that the list does not have. */
  readonly _Type?: string | undefined
  /** The model's name where the type is `Other`. */
  readonly _TypeOtherDescription?: string | undefined
}

/** The models that a request names; undefined where it names none. The rules have checked them. */
export function requestedModels(
  names: readonly RequestedModel[],
): readonly ScoreModelWanted[] | undefined {
  const wanted = names.flatMap(({ _Type, _TypeOtherDescription }) => {
    const model = _Type === undefined ? undefined : scoreModelNamed(_Type, _TypeOtherDescription)
    return model === undefined ? [] : [model]
  })
  return wanted.length === 0 ? undefined : wanted
}

/** One value, so that the usual case is found by identity and costs an order nothing. */
const CLASSIC: readonly ScoreModelWanted[] = [{ family: 'Classic' }]

/** What an order says of models; undefined where it names none. */
interface ScoreWish {
  readonly scoreModels?: readonly ScoreModelWanted[] | undefined
}

/** The models of an order. */
export function wantedScores(
  { scoreModels }: ScoreWish,
  { profile }: OrderingAccount,
): readonly ScoreModelWanted[] {
  if (scoreModels !== undefined) return scoreModels
  const { defaultScoreModels: families } = profile
  if (families.length === 1 && families[0] === 'Classic') return CLASSIC
  return families.map((family) => ({ family }))
}

/** Whether a file has a score, or the reason for none, of each model that is wanted of its bureau. */
export function hasScores(file: CreditFile, wanted: readonly ScoreModelWanted[]): boolean {
  const families = familiesAt(wanted, file.bureau)
  if (families.length === 1 && families[0] === 'Classic') return file.score !== undefined
  const had = familiesOf(file)
  return families.every((family) => had.includes(family))
}

/** The families of a file's scores; a model that is not offered counts as classic. */
export function familiesOf({ score, furtherScores = [] }: CreditFile): readonly ScoreFamily[] {
  return score === undefined
    ? []
    : [score, ...furtherScores].map((each) => familyOf(each) ?? 'Classic')
}

/** The families of the scores of files. */
export function familiesIn(files: readonly CreditFile[]): readonly ScoreModelWanted[] {
  return [...new Set(files.flatMap(familiesOf))].map((family) => ({ family }))
}

/**
 * The part of an order's meaning that its models are. Empty for the classic models, so that orders
 * made before models could be requested keep their meaning.
 */
export function scoresMeaning(wanted: readonly ScoreModelWanted[]): readonly string[] {
  if (wanted === CLASSIC) return []
  const parts = wanted.map(({ family, bureau }) => `${family} ${bureau ?? ''}`)
  const all = [...new Set(parts)].sort()
  return all.length === 1 && all[0] === 'Classic ' ? [] : [`scores ${all.join(', ')}`]
}

/** What of the requested models has no effect, in words for the request log. */
export function scoreNotes(
  wanted: readonly ScoreModelWanted[],
  bureaus: readonly BureauName[],
  hasScoresAtAll: boolean,
): string[] {
  if (!hasScoresAtAll) return ['CREDIT_SCORE_MODEL_NAME is not used: the product has no scores']
  const elsewhere = wanted.filter(({ bureau }) => bureau !== undefined && !bureaus.includes(bureau))
  return elsewhere.length === 0
    ? []
    : ['CREDIT_SCORE_MODEL_NAME names a model of a bureau that is not requested']
}

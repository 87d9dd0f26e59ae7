/** Selects the score models of an order: the requested ones, or else those of the account. */
import type { CreditFile } from '../../bureaus/bureau.ts'
import {
  familiesAt,
  familyOf,
  type RequestedScoreModel,
  type ScoreFamily,
  scoreModelByName,
} from '../../bureaus/score-models.ts'
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import type { OrderingAccount } from './ordering-account.ts'

/** A `CREDIT_SCORE_MODEL_NAME` of a request. */
export interface RequestedModel {
  /** The model's name in MISMO's list; `Other` or absent for a model that is not in the list. */
  readonly _Type?: string | undefined
  /** The model's name if the type is `Other`. */
  readonly _TypeOtherDescription?: string | undefined
}

/**
 * Returns the models that a request names; undefined if it names none. The rules have checked them.
 */
export function requestedModels(
  names: readonly RequestedModel[],
): readonly RequestedScoreModel[] | undefined {
  const wanted = names.flatMap(({ _Type, _TypeOtherDescription }) => {
    const model = scoreModelByName(_Type ?? 'Other', _TypeOtherDescription)
    return model === undefined ? [] : [model]
  })
  return wanted.length === 0 ? undefined : wanted
}

/** A shared value: the usual case is recognized by identity, without comparing models. */
const CLASSIC: readonly RequestedScoreModel[] = [{ family: 'Classic' }]

/** The score models of an order; undefined if it names none. */
interface ScoreChoice {
  readonly scoreModels?: readonly RequestedScoreModel[] | undefined
}

/** Returns the score models of an order. */
export function wantedScores(
  { scoreModels }: ScoreChoice,
  { profile }: OrderingAccount,
): readonly RequestedScoreModel[] {
  if (scoreModels !== undefined) return scoreModels
  const { defaultScoreModels: families } = profile
  if (families.length === 1 && families[0] === 'Classic') return CLASSIC
  return families.map((family) => ({ family }))
}

/**
 * Whether a file has a score, or the reason for its absence, for each model requested from its
 * bureau.
 */
export function hasScores(file: CreditFile, wanted: readonly RequestedScoreModel[]): boolean {
  const families = familiesAt(wanted, file.bureau)
  if (families.length === 1 && families[0] === 'Classic') return file.score !== undefined
  const had = familiesOf(file)
  return families.every((family) => had.includes(family))
}

/** Returns the families of a file's scores. A model that is not offered counts as classic. */
export function familiesOf({ score, furtherScores = [] }: CreditFile): readonly ScoreFamily[] {
  return score === undefined
    ? []
    : [score, ...furtherScores].map((each) => familyOf(each) ?? 'Classic')
}

/** Returns the families of all scores in the files. */
export function familiesIn(files: readonly CreditFile[]): readonly RequestedScoreModel[] {
  return [...new Set(files.flatMap(familiesOf))].map((family) => ({ family }))
}

/**
 * Returns the score models as a part of an order's meaning. A model that is named for each bureau is
 * the model of all bureaus. Empty for the classic models, so that orders made before models could be
 * requested keep their meaning.
 */
export function scoresMeaning(wanted: readonly RequestedScoreModel[]): readonly string[] {
  if (wanted === CLASSIC) return []
  const isOfAll = (family: ScoreFamily) =>
    BUREAUS.every((bureau) => familiesAt(wanted, bureau).includes(family))
  const parts = wanted.map(
    ({ family, bureau = '' }) => `${family} ${isOfAll(family) ? '' : bureau}`,
  )
  const all = [...new Set(parts)].sort()
  return all.length === 1 && all[0] === 'Classic ' ? [] : [`scores ${all.join(', ')}`]
}

/** Returns notes for the request log about requested models that have no effect. */
export function scoreNotes(
  wanted: readonly RequestedScoreModel[],
  bureaus: readonly BureauName[],
  hasScoresAtAll: boolean,
): string[] {
  if (!hasScoresAtAll) return ['CREDIT_SCORE_MODEL_NAME is not used: the product has no scores']
  const elsewhere = wanted.filter(({ bureau }) => bureau !== undefined && !bureaus.includes(bureau))
  return elsewhere.length === 0
    ? []
    : ['CREDIT_SCORE_MODEL_NAME names a model of a bureau that is not requested']
}

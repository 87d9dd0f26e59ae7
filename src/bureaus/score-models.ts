/**
 * The score models that orders can request, as tables: names in documents, ranges, codes, and the
 * data that each model reads. Names and texts of the newer models are here because MISMO 2.x has no
 * names for them.
 */
import { BUREAUS, type BureauName } from '../documents/tables/enumerations.ts'
import type { ScoreValue } from '../documents/tables/response.ts'

/** A score model and its range, as score disclosures state it (FCRA 609(f)(1)(B)). */
export interface MortgageScoreModel {
  readonly model: ScoreValue['_ModelNameType']
  /** The range as score disclosures state it. */
  readonly minimum: number
  readonly maximum: number
}

/** The classic model of each bureau, which is used for an order that requests no model. */
export const MORTGAGE_SCORE_MODELS = {
  Equifax: { model: 'EquifaxBeacon5.0', minimum: 334, maximum: 818 },
  Experian: { model: 'ExperianFairIsaac', minimum: 320, maximum: 844 },
  TransUnion: { model: 'FICORiskScoreClassic04', minimum: 309, maximum: 839 },
} as const satisfies Record<BureauName, MortgageScoreModel>

/** A family of score models: one model, or one for each bureau. */
export const SCORE_FAMILIES = ['Classic', 'VantageScore4', 'FICO10T'] as const
/** The name of a family in accounts, orders and prices. */
export type ScoreFamily = (typeof SCORE_FAMILIES)[number]

/** A newer model, for which the standard has no name. */
interface NewerModel {
  /** `_ModelNameTypeOtherDescription`, beside `_ModelNameType="Other"`. */
  readonly description: string
  /** As printed for people. */
  readonly title: string
  readonly minimum: number
  readonly maximum: number
  /** The number of digits in a reason code of the model. */
  readonly codeDigits: number
  /** The data that the model reads and the files that it can score, for docs/score-models.md. */
  readonly reads: string
  readonly scores: string
}

const newer = { minimum: 300, maximum: 850, codeDigits: 2 } as const

/** The models that orders name by description, because MISMO 2.x has no name for them. */
// biome-ignore format: a table
export const NEWER_MODELS = {
  VantageScore4: {
    ...newer, description: 'VantageScore4.0', title: 'VantageScore 4.0',
    reads: '24 months of balances; no medical collections, no paid collections',
    scores: 'one account or collection with one month of history; dormant files too',
  },
  FICO10T: {
    ...newer, description: 'FICOScore10T', title: 'FICO Score 10 T',
    reads: '24 months of balances and payments; no paid collections',
    scores: 'an account opened at least six months ago, and one reported within six months',
  },
} as const satisfies Record<Exclude<ScoreFamily, 'Classic'>, NewerModel>

/** The titles of families, for people. */
export const FAMILY_TITLES: Readonly<Record<ScoreFamily, string>> = {
  Classic: 'Classic FICO',
  VantageScore4: NEWER_MODELS.VantageScore4.title,
  FICO10T: NEWER_MODELS.FICO10T.title,
}

/** A model at a bureau, as a score names it. */
export interface ScoreModelAt extends MortgageScoreModel {
  /** The name of a model that has none in the standard. */
  readonly description?: string
}

/** Returns the model of a family at a bureau. */
export function scoreModelAt(family: ScoreFamily, bureau: BureauName): ScoreModelAt {
  if (family === 'Classic') return MORTGAGE_SCORE_MODELS[bureau]
  const { description, minimum, maximum } = NEWER_MODELS[family]
  return { model: 'Other', description, minimum, maximum }
}

/** A model that an order requests, from one bureau or from all bureaus of the order. */
export interface RequestedScoreModel {
  readonly family: ScoreFamily
  /** Absent for all bureaus of the order. */
  readonly bureau?: BureauName
}

const BY_NAME = new Map<string, RequestedScoreModel>(
  BUREAUS.flatMap((bureau) => [
    [MORTGAGE_SCORE_MODELS[bureau].model, { family: 'Classic', bureau }],
    [`${bureau}VantageScore`, { family: 'VantageScore4', bureau }],
  ]),
)

/** Spellings of `_TypeOtherDescription`, without case, spaces and punctuation. */
const BY_DESCRIPTION = new Map<string, ScoreFamily>([
  ['vantagescore40', 'VantageScore4'],
  ['vantagescore4', 'VantageScore4'],
  ['vantage40', 'VantageScore4'],
  ['ficoscore10t', 'FICO10T'],
  ['fico10t', 'FICO10T'],
  ['classicfico', 'Classic'],
  ['ficoclassic', 'Classic'],
])

/**
 * Returns the model that a request names, or undefined if it is not offered. Descriptions are
 * compared without case and punctuation, because the standard lists none.
 */
export function scoreModelByName(type: string, description = ''): RequestedScoreModel | undefined {
  if (type !== 'Other') return BY_NAME.get(type)
  const family = BY_DESCRIPTION.get(description.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  return family && { family }
}

/** The names under which models can be requested, for errors and pages. */
export const REQUESTABLE_MODEL_NAMES: readonly string[] = [
  ...BY_NAME.keys(),
  ...Object.values(NEWER_MODELS).map(({ description }) => `Other with ${description}`),
  'Other with ClassicFICO',
]

/** Returns the families requested from a bureau, in the order of `SCORE_FAMILIES`. */
export function familiesAt(
  wanted: readonly RequestedScoreModel[],
  bureau: BureauName,
): readonly ScoreFamily[] {
  return SCORE_FAMILIES.filter((family) =>
    wanted.some((one) => one.family === family && (one.bureau ?? bureau) === bureau),
  )
}

/**
 * Returns the family of a score by its names in documents, or undefined if the model is not
 * offered.
 */
export function familyOf(score: {
  readonly model: string
  readonly description?: string | undefined
}): ScoreFamily | undefined {
  return scoreModelByName(score.model, score.description)?.family
}

/** The beginnings of the names of FICO risk models for all kinds of credit. */
const FICO_NAME =
  /^(?:Equifax(?:Enhanced)?Beacon|EquifaxPinnacle|ExperianFairIsaac|ExperianFICO|FICORiskScore|TransUnionEmpirica|TransUnionPrecision)/
const FICO_DESCRIPTION = /\b(?:fico|beacon|fair,? ?isaac|empirica)/i
/**
 * Models that do not count: scores for one industry have another range, and a bankruptcy index has
 * another meaning.
 */
const SPECIAL = /auto|bankcard|installment|personal ?finance|bankruptcy|expansion/i

/**
 * Returns the family for which a score counts: that of its model, or Classic for other FICO risk
 * models. Returns undefined for scores with another meaning, such as a bankruptcy index.
 */
export function countedFamilyOf(score: Parameters<typeof familyOf>[0]): ScoreFamily | undefined {
  const { model, description = '' } = score
  const name = model === 'Other' ? description : model
  const isFico = FICO_NAME.test(name) || FICO_DESCRIPTION.test(name)
  return familyOf(score) ?? (isFico && !SPECIAL.test(name) ? 'Classic' : undefined)
}

/** Returns the name of a model in KEYs and on pages: MISMO's name, or the description. */
export function modelName(
  score: Pick<ScoreValue, '_ModelNameType' | '_ModelNameTypeOtherDescription'>,
): string {
  return score._ModelNameType === 'Other'
    ? (score._ModelNameTypeOtherDescription ?? 'Other')
    : score._ModelNameType
}

/** The code of a factor for which a vendor gives only a text. */
export const NO_FACTOR_CODE = '-'

/** Extracts the scores of one bureau's file from a vendor's report. */
import { type BureauName, SCORE_MODEL_NAME_TYPES } from '../../documents/tables/enumerations.ts'
import type { FactorValue } from '../../documents/tables/response.ts'
import type { CreditFile, FileRequest, FileScore } from '../bureau.ts'
import {
  countedFamilyOf,
  familyOf,
  NO_FACTOR_CODE,
  type ScoreFamily,
  scoreModelAt,
} from '../score-models.ts'
import type { UpstreamKey, UpstreamScore } from './answer-document.ts'
import type { UpstreamReport } from './vendor-answer.ts'
import { unnamedBureau } from './vendor-items.ts'

type ExclusionReason = NonNullable<FileScore['exclusionReason']>

/** Codes that bureaus send in place of a score. */
const EXCLUSION_CODES: Readonly<Record<string, ExclusionReason>> = {
  '9000': 'NotScoredFileCannotBeScored',
  '9001': 'NotScoredSubjectDeceased',
  '9002': 'NotScoredNoRecentAccountInformation',
  '9003': 'NotScoredInsufficientCredit',
  '9004': 'NotScoredFileCannotBeScored',
  '9005': 'NotScoredFileCannotBeScored',
}

/** The limits of all models. Other values are codes, such as the 1 and 4 of VantageScore. */
const SCORE_MAX = 999
const SCORE_MIN = 150

/**
 * The maximum number of factors by law, not counting the one about inquiries (FCRA 609(f)(1)(C)).
 */
const FACTOR_COUNT_MAX = 4

/**
 * Returns the score of a family for a bureau's file. For Classic, a score of an unknown model is
 * used if there is no classic one. If the vendor returns no score, the file counts as not scored:
 * the order is not sent again for it.
 */
function scoreOf(
  { response, answeredOn, keys }: UpstreamReport,
  bureau: BureauName,
  family: ScoreFamily,
): FileScore {
  const scores = (response.CREDIT_SCORE ?? []).filter(
    ({ CreditRepositorySourceType: source, CreditFileID }) =>
      (source ?? unnamedBureau(CreditFileID, response)) === bureau,
  )
  const ofFamily = scores.filter((each) => familyOf(namesIn(each)) === family)
  // Of several files of a bureau, only one may be scored.
  const score =
    ofFamily.find((each) => outcomeOf(each).value !== undefined) ??
    ofFamily[0] ??
    (family === 'Classic' ? scoreOfUnknownModel(scores) : undefined)
  if (score === undefined) return missingScore(family, bureau, answeredOn)
  const all = (score._FACTOR ?? []).flatMap(nonEmptyFactor)
  // Beyond the fourth, vendors list the factor about inquiries, which the indicator states here.
  const isInquiryFactor = ({ _Code, _Text }: FactorValue, index: number) =>
    index >= FACTOR_COUNT_MAX && (/^0*8$/.test(_Code) || /inquir/i.test(_Text))
  return {
    ...(family === 'Classic' ? namesIn(score) : namesOf(family, bureau)),
    ...outcomeOf(score),
    factors: all.filter((factor, index) => !isInquiryFactor(factor, index)),
    inquiriesLowered: score._FACTAInquiriesIndicator || all.some(isInquiryFactor),
    percentile: percentileOf(score, keys),
    range: rangeOf(score, keys),
    date: score._Date?.length === 10 ? score._Date : answeredOn,
  }
}

/**
 * Returns the percentile of a score from its `KEY`; undefined if several have the name. The
 * identifier contains that of the response.
 */
function percentileOf(
  { CreditScoreID: id }: UpstreamScore,
  keys: readonly UpstreamKey[],
): number | undefined {
  const own = keys.filter(({ _Name }) => _Name === `CreditScoreRankPercent_${id}`)
  const [value = ''] = own.map(({ _Value }) => _Value.trim())
  return own.length === 1 && /^(?:[0-9]{1,2}|100)$/.test(value) ? Number(value) : undefined
}

/** Returns the range of a score's model from the `KEY` elements that name the model. */
function rangeOf(
  { _ModelNameType: name, _ModelNameTypeOtherDescription: description }: UpstreamScore,
  keys: readonly UpstreamKey[],
): readonly [number, number] | undefined {
  const limit = (suffix: string) =>
    Number(
      keys.find(({ _Name }) => [name, description].some((one) => _Name === `${one}_${suffix}`))
        ?._Value ?? Number.NaN,
    )
  const [lowest, highest] = [limit('MinimumValue'), limit('MaximumValue')]
  return lowest < highest ? [lowest, highest] : undefined
}

/** Returns the names of a model. A name that the standard does not list becomes the description. */
function namesIn(score: UpstreamScore): Pick<FileScore, 'model' | 'description'> {
  const { _ModelNameType: name, _ModelNameTypeOtherDescription: description } = score
  const model = SCORE_MODEL_NAME_TYPES.find((one) => one === name)
  return model === undefined
    ? { model: 'Other', description: description ?? name }
    : { model, description }
}

/**
 * Returns a score of a model that is not offered, which a vendor returns instead of a classic one.
 * FICO models have precedence.
 */
function scoreOfUnknownModel(scores: readonly UpstreamScore[]): UpstreamScore | undefined {
  const unknown = scores.filter((each) => familyOf(namesIn(each)) === undefined)
  return unknown.find((each) => countedFamilyOf(namesIn(each)) === 'Classic') ?? unknown[0]
}

function namesOf(
  family: ScoreFamily,
  bureau: BureauName,
): Pick<FileScore, 'model' | 'description'> {
  const { model, description } = scoreModelAt(family, bureau)
  return { model, description }
}

function missingScore(family: ScoreFamily, bureau: BureauName, date: string): FileScore {
  return {
    ...namesOf(family, bureau),
    exclusionReason: 'ScoringNotAvailable',
    factors: [],
    inquiriesLowered: false,
    date,
  }
}

function outcomeOf(score: UpstreamScore): Pick<FileScore, 'value' | 'exclusionReason'> {
  const [, digits = ''] = /^\+?0*([0-9]{1,4})(?:\.0*)?$/.exec(score._Value) ?? []
  const exclusion = EXCLUSION_CODES[digits]
  const value = Number(digits)
  // Scores with another meaning, such as a bankruptcy index, begin at 1.
  const minimum = countedFamilyOf(namesIn(score)) === undefined ? 1 : SCORE_MIN
  if (exclusion === undefined && value >= minimum && value <= SCORE_MAX) return { value }
  const reason = score._ExclusionReasonType ?? exclusion ?? 'NotScoredFileCannotBeScored'
  return { exclusionReason: reason }
}

/**
 * Returns the factor unless its code is 0, in any width, which means none. A text without a code
 * counts.
 */
function nonEmptyFactor({ _Code, _Text }: FactorValue): FactorValue[] {
  if (_Code === '') return _Text === '' ? [] : [{ _Code: NO_FACTOR_CODE, _Text }]
  if (/^0+$/.test(_Code)) return []
  return [{ _Code, _Text: _Text || `REASON ${_Code}` }]
}

/** Returns the scores of the requested models; the first one separately. */
export function scoresOf(
  answer: UpstreamReport,
  bureau: BureauName,
  { scoreWanted, scoreFamilies = ['Classic'] }: Pick<FileRequest, 'scoreWanted' | 'scoreFamilies'>,
): Pick<CreditFile, 'score' | 'furtherScores'> {
  if (!scoreWanted) return {}
  const [score, ...further] = scoreFamilies.map((family) => scoreOf(answer, bureau, family))
  return further.length === 0 ? { score } : { score, furtherScores: further }
}

/** The score that a vendor reports for a bureau's file. */
import type { BureauName } from '../../documents/tables/enumerations.ts'
import type { FactorValue } from '../../documents/tables/response.ts'
import type { FileScore } from '../bureau.ts'
import { MORTGAGE_SCORE_MODELS } from '../score-models.ts'
import type { UpstreamScore } from './answer-document.ts'
import type { UpstreamReport } from './vendor-answer.ts'

type ExclusionReason = NonNullable<FileScore['exclusionReason']>

/** Codes that bureaus write in place of a score. */
const REJECTIONS: Readonly<Record<string, ExclusionReason>> = {
  '9000': 'NotScoredFileCannotBeScored',
  '9001': 'NotScoredSubjectDeceased',
  '9002': 'NotScoredNoRecentAccountInformation',
  '9003': 'NotScoredInsufficientCredit',
  '9004': 'NotScoredFileCannotBeScored',
  '9005': 'NotScoredFileCannotBeScored',
}

/** No model goes beyond; above it are codes. */
const SCORE_MAX = 999

/** Factors that the law lets a score have, before that of the inquiries (FCRA 609(f)(1)(C)). */
const FACTOR_COUNT_MAX = 4

/**
 * The score of a bureau's file, that of the mortgage model where there are several. A vendor that
 * gives none has the file counted as not scored: the order is not sent again for the score.
 */
export function scoreOf(
  { response, answeredOn }: UpstreamReport,
  bureau: BureauName,
  fileId: string | undefined,
): FileScore {
  const { model } = MORTGAGE_SCORE_MODELS[bureau]
  const scores = (response.CREDIT_SCORE ?? []).filter(
    ({ CreditRepositorySourceType: source, CreditFileID }) =>
      source === undefined ? CreditFileID !== '' && CreditFileID === fileId : source === bureau,
  )
  const score = scores.find(({ _ModelNameType }) => _ModelNameType === model) ?? scores[0]
  if (score === undefined) return notGiven(bureau, answeredOn)
  const all = (score._FACTOR ?? []).flatMap(stated)
  return {
    model: score._ModelNameType,
    ...outcomeOf(score),
    factors: all.slice(0, FACTOR_COUNT_MAX),
    // A fifth factor is the one of the inquiries.
    inquiriesLowered: score._FACTAInquiriesIndicator || all.length > FACTOR_COUNT_MAX,
    date: score._Date?.length === 10 ? score._Date : answeredOn,
  }
}

function notGiven(bureau: BureauName, date: string): FileScore {
  const { model } = MORTGAGE_SCORE_MODELS[bureau]
  return {
    model,
    exclusionReason: 'ScoringNotAvailable',
    factors: [],
    inquiriesLowered: false,
    date,
  }
}

function outcomeOf(score: UpstreamScore): Pick<FileScore, 'value' | 'exclusionReason'> {
  const [, digits = ''] = /^\+?0*([0-9]{1,4})(?:\.0*)?$/.exec(score._Value) ?? []
  const rejection = REJECTIONS[digits]
  const value = Number(digits)
  if (rejection === undefined && value > 0 && value <= SCORE_MAX) return { value }
  const reason = score._ExclusionReasonType ?? rejection ?? 'NotScoredFileCannotBeScored'
  return { exclusionReason: reason }
}

/** A factor that says something: code 0 in any width stands for none. */
function stated({ _Code, _Text }: FactorValue): FactorValue[] {
  if (/^0*$/.test(_Code)) return []
  return [{ _Code, _Text: _Text || `REASON ${_Code}` }]
}

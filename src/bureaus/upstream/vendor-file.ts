/** Extracts one bureau's file from a vendor's report. */
import type { BureauName } from '../../documents/tables/enumerations.ts'
import type { FactorValue, FileBorrowerValue } from '../../documents/tables/response.ts'
import type { Comment } from '../../documents/tables/tradelines.ts'
import type { CreditFile, FileRequest, FileScore, FileStatus } from '../bureau.ts'
import { BUREAU_OFFICES } from '../offices.ts'
import { MAY_HAVE_ASKED } from '../pull-failure.ts'
import { countedFamilyOf, familyOf, type ScoreFamily, scoreModelAt } from '../score-models.ts'
import { NO_FILE_REASONS, withoutFile } from '../without-file.ts'
import type { UpstreamFile, UpstreamResponse, UpstreamScore } from './answer-document.ts'
import { rejectedFile, statusIn, textsAbout, textsFor } from './no-file.ts'
import { readableNumber, type UpstreamAnswered, type UpstreamReport } from './vendor-answer.ts'
import { itemsOf, unassignedCount, unnamedBureau } from './vendor-items.ts'

// The score that a vendor reports for a bureau's file.

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

/** The maximum of all models. Higher values are codes. */
const SCORE_MAX = 999

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
  { response, answeredOn }: UpstreamReport,
  bureau: BureauName,
  family: ScoreFamily,
): FileScore {
  const scores = (response.CREDIT_SCORE ?? []).filter(
    ({ CreditRepositorySourceType: source, CreditFileID }) =>
      (source ?? unnamedBureau(CreditFileID, response)) === bureau,
  )
  const score =
    scores.find((each) => familyOf(namesIn(each)) === family) ??
    (family === 'Classic' ? scoreOfUnknownModel(scores) : undefined)
  if (score === undefined) return missingScore(family, bureau, answeredOn)
  const all = (score._FACTOR ?? []).flatMap(nonEmptyFactor)
  return {
    ...(family === 'Classic' ? namesIn(score) : namesOf(family, bureau)),
    ...outcomeOf(score),
    factors: all.slice(0, FACTOR_COUNT_MAX),
    // A fifth factor is always about inquiries.
    inquiriesLowered: score._FACTAInquiriesIndicator || all.length > FACTOR_COUNT_MAX,
    date: score._Date?.length === 10 ? score._Date : answeredOn,
  }
}

function namesIn(score: UpstreamScore) {
  const { _ModelNameType: model, _ModelNameTypeOtherDescription: description } = score
  return { model, description }
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
  if (exclusion === undefined && value > 0 && value <= SCORE_MAX) return { value }
  const reason = score._ExclusionReasonType ?? exclusion ?? 'NotScoredFileCannotBeScored'
  return { exclusionReason: reason }
}

/** Returns the factor unless its code is 0, in any width, which means none. */
function nonEmptyFactor({ _Code, _Text }: FactorValue): FactorValue[] {
  if (/^0*$/.test(_Code)) return []
  return [{ _Code, _Text: _Text || `REASON ${_Code}` }]
}

/** Returns the scores of the requested models; the first one separately. */
function scoresOf(
  answer: UpstreamReport,
  bureau: BureauName,
  { scoreWanted, scoreFamilies = ['Classic'] }: Pick<FileRequest, 'scoreWanted' | 'scoreFamilies'>,
): Pick<CreditFile, 'score' | 'furtherScores'> {
  if (!scoreWanted) return {}
  const [score, ...further] = scoreFamilies.map((family) => scoreOf(answer, bureau, family))
  return further.length === 0 ? { score } : { score, furtherScores: further }
}

/** Returns the file of a bureau in a response, or a file with the reason for none. */
export function vendorFile(
  answer: UpstreamAnswered,
  bureau: BureauName,
  wanted: Pick<FileRequest, 'scoreWanted' | 'scoreFamilies'>,
): CreditFile {
  if (answer.kind === 'error') return rejectedFile(answer, bureau)
  const { response, evidence } = answer
  const files = (response.CREDIT_FILE ?? []).filter(
    (one) => one.CreditRepositorySourceType === bureau,
  )
  const returned = files.filter((one) => statusOf(one, bureau, response) === 'FileReturned')
  const [missing] = files
  if (returned.length > 0) return returnedFile(answer, bureau, returned, wanted)
  if (missing !== undefined) {
    const status = statusOf(missing, bureau, response)
    const reason = reasonFor(missing, bureau, response) || NO_FILE_REASONS[status]
    return { ...withoutFile(bureau, status, reason), evidence }
  }
  // Some vendors return only the scores and items of a bureau, without a `CREDIT_FILE`.
  const isScored = (response.CREDIT_SCORE ?? []).some(
    ({ CreditRepositorySourceType: source }) => source === bureau,
  )
  return isScored ? returnedFile(answer, bureau, [], wanted) : unmentionedFile(answer, bureau)
}

/**
 * Returns the file of a bureau that returned one. The response can have several parts of it, because
 * a bureau can have several files about a person, or none.
 */
function returnedFile(
  answer: UpstreamReport,
  bureau: BureauName,
  parts: readonly UpstreamFile[],
  wanted: Pick<FileRequest, 'scoreWanted' | 'scoreFamilies'>,
): CreditFile {
  const { response, evidence } = answer
  const [first] = parts
  return {
    bureau,
    status: 'FileReturned',
    inFileDate: first?._InfileDate,
    person: personOf(first?._BORROWER, answer),
    owningBureau: first?._OWNING_BUREAU ?? BUREAU_OFFICES[bureau],
    alerts: [
      ...parts.flatMap(({ _ALERT_MESSAGE: own = [] }) => own),
      ...(response._ALERT_MESSAGE ?? []),
    ],
    variations: [
      ...new Set(parts.flatMap((part) => part._VARIATION?.map(({ _Type }) => _Type) ?? [])),
    ],
    comments: [
      ...parts.flatMap(({ CREDIT_COMMENT: own = [] }) => own),
      ...(response.CREDIT_COMMENT ?? []).filter(({ _SourceType }) => _SourceType === bureau),
      ...remarksOnOmittedItems(answer),
    ],
    ...itemsOf(answer, bureau),
    ...scoresOf(answer, bureau, wanted),
    evidence,
  }
}

/**
 * Returns the status of a file. A vendor may omit it if the file has content, or if an error gives
 * the reason.
 */
function statusOf(file: UpstreamFile, bureau: BureauName, response: UpstreamResponse): FileStatus {
  const stated = file._ResultStatusType
  const known = isKnown(file._BORROWER)
  const reason = reasonFor(file, bureau, response)
  // Some vendors report every reason as an error, and state in words that the file is frozen.
  if (stated === 'NoFileReturnedError') return statusIn(reason) ?? stated
  if (stated !== undefined && stated !== 'FileReturned' && stated !== 'Other') return stated
  if (reason !== '' && !known) return statusIn(reason) ?? 'NoFileReturnedError'
  if (stated === 'Other') return known ? 'FileReturned' : 'Other'
  return known || stated === 'FileReturned' ? 'FileReturned' : 'NoFileReturnedError'
}

/** Reports whether the file names a person at all. */
function isKnown(person: FileBorrowerValue | undefined): boolean {
  return person !== undefined && `${person._LastName}${person._SSN}${person._UnparsedName}` !== ''
}

/**
 * Returns the reason why a file is missing: its own errors or, unless it is stated to be returned,
 * those of the response that name the bureau.
 */
function reasonFor(
  { CREDIT_ERROR_MESSAGE: own = [], _ResultStatusType: stated }: UpstreamFile,
  bureau: BureauName,
  { CREDIT_ERROR_MESSAGE: ofAll = [] }: UpstreamResponse,
): string {
  const texts = textsFor(own, bureau)
  if (texts.length > 0 || stated === 'FileReturned') return texts.join(' ')
  return textsAbout(ofAll, bureau).join(' ')
}

function unmentionedFile({ response, evidence }: UpstreamReport, bureau: BureauName): CreditFile {
  const reason = textsFor(response.CREDIT_ERROR_MESSAGE ?? [], bureau).join(' ')
  const message =
    reason || `The response of the source does not mention the bureau; ${MAY_HAVE_ASKED}.`
  return { ...withoutFile(bureau, statusIn(reason) ?? 'NoFileReturnedError', message), evidence }
}

/**
 * Returns the person as the bureau knows them. If the vendor names the person only once for all
 * files, uses that.
 */
function personOf(
  onFile: FileBorrowerValue | undefined,
  report: UpstreamReport,
): FileBorrowerValue {
  const [asked] = report.response.BORROWER ?? []
  const known = isKnown(onFile) ? onFile : undefined
  const named = known?._LastName ? known : asked
  const [first = '', last = ''] = [named?._FirstName, named?._LastName]
  return {
    _BirthDate: '',
    _MiddleName: '',
    _UnparsedEmployment: '',
    ...onFile,
    _FirstName: first,
    _LastName: last,
    _SSN: readableNumber((known ?? asked)?._SSN ?? ''),
    _UnparsedName: known?._UnparsedName || `${first} ${last}`.trim(),
  }
}

/**
 * Returns remarks about items that could not be read or assigned. Their loss must be visible,
 * because a decision may depend on them.
 */
function remarksOnOmittedItems({ itemsLeftOut, response }: UpstreamReport): readonly Comment[] {
  const reasons = [
    [itemsLeftOut, 'could not be parsed'],
    [unassignedCount(response), 'name no bureau'],
  ] as const
  return reasons
    .filter(([count]) => count > 0)
    .map(([count, reason]) => ({
      _SourceType: 'CreditBureau',
      _Type: 'Instruction',
      _Text: [`Items of the source's response that ${reason} and are not shown: ${count}.`],
    }))
}

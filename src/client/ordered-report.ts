/** A report as programs use it: scores, missing files and the printed page, beside the whole document. */
import type {
  CreditFile,
  CreditReportDocument,
  CreditScore,
  EmbeddedFile,
  MortgageOnlyDocument,
  RefreshDocument,
} from './document-types.ts'
import type { Bureau, Operation, ScoreModel } from './order-request.ts'
import { BUREAUS, SCORE_MODELS } from './tables.ts'

/** The document that an operation answers with. */
export type ReportDocument<O extends Operation = Operation> = {
  credit_report: CreditReportDocument
  pre_qualification: CreditReportDocument
  mortgage_only: MortgageOnlyDocument
  refresh_report: RefreshDocument
}[O]

/** A score of one borrower at one bureau. */
export interface Score {
  readonly borrowerId: string
  readonly bureau: Bureau
  readonly model: ScoreModel | undefined
  /** As the document names it, such as `EquifaxBeacon5.0`. */
  readonly modelName: string
  /** Undefined where the bureau cannot score the file. */
  readonly value: number | undefined
  /** Why there is no score. */
  readonly exclusionReason: string | undefined
  readonly date: string
  /** Why the score is not higher, most important first. */
  readonly factors: readonly { readonly code: string; readonly text: string }[]
}

/** A requested file that the report lacks. */
export interface MissingFile {
  readonly borrowerId: string
  readonly bureau: Bureau
  /** Such as `NoFileReturnedCreditFreeze`; undefined where the operation does not say it. */
  readonly status: string | undefined
  /** The bureau's own words. */
  readonly messages: readonly string[]
}

/** The printed report. */
export interface PrintedReport {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly mediaType: string
  /** A name for the file, without personal data. */
  readonly fileName: string
}

/** A report of an operation. */
export interface Report<O extends Operation = Operation> {
  readonly kind: 'report'
  /** Use it to reissue, upgrade, unmerge or refresh the report. */
  readonly id: string
  /** `new`, `existing`, `reissued`, `upgraded`, `unmerged` or `refreshed`. */
  readonly origin: string
  /** Whether this is the stored answer to the same bytes, which is not charged again. */
  readonly retried: boolean
  /** The price in dollars and cents, such as `42.00`. */
  readonly price: string
  readonly lastUpdatedAt: string
  readonly borrowers: readonly { readonly id: string; readonly name: string }[]
  readonly scores: readonly Score[]
  readonly missingFiles: readonly MissingFile[]
  /** What has changed, in words; only of a refresh. */
  readonly differences: readonly string[]
  /** Undefined where the order asked for none. */
  readonly printed: PrintedReport | undefined
  /** `CREDIT_RESPONSE` of the document: tradelines, public records, inquiries, files. */
  readonly response: ReportDocument<O>['RESPONSE_GROUP']['RESPONSE']['RESPONSE_DATA']['CREDIT_RESPONSE']
  /** The whole document, as received. */
  readonly document: ReportDocument<O>
  /** The request as it was sent: the same text again is a retry. */
  readonly request: string
  /** The score of a borrower at a bureau; of the first model of the report where none is named. */
  scoreOf(borrowerId: string, bureau: Bureau, model?: ScoreModel): number | undefined
  /** The printed report where it is a PDF. */
  pdf(): Uint8Array<ArrayBuffer> | undefined
}

/** What of a report is not in its document. */
interface Received {
  readonly retried: boolean
  readonly request: string
  readonly bureaus: readonly Bureau[]
}

/** The report of an answered document. */
export function reportOf<O extends Operation>(
  document: ReportDocument<O>,
  { retried, request, bureaus }: Received,
): Report<O> {
  const { KEY, RESPONSE_DATA } = document.RESPONSE_GROUP.RESPONSE
  const response: AnyResponse = RESPONSE_DATA.CREDIT_RESPONSE
  const scores = (response.CREDIT_SCORE ?? []).map(scoreFrom)
  const printed = printedOf(response.EMBEDDED_FILE)
  return {
    kind: 'report',
    id: response._CreditReportIdentifier,
    origin: KEY.find(({ __Name }) => __Name === 'ReportOrigin')?.__Value ?? '',
    retried,
    price: response.CREDIT_REPORT_PRICE.__Amount,
    lastUpdatedAt: response._CreditReportLastUpdatedDate,
    borrowers: response.BORROWER.map(({ _BorrowerID, __UnparsedName }) => ({
      id: _BorrowerID,
      name: __UnparsedName,
    })),
    scores,
    missingFiles: missingFiles(response, bureaus),
    differences: differencesOf(response),
    printed,
    response: response as Report<O>['response'],
    document,
    request,
    scoreOf: (borrowerId, bureau, model) =>
      scores.find(
        (score) =>
          score.borrowerId === borrowerId &&
          score.bureau === bureau &&
          (model === undefined || score.model === model),
      )?.value,
    pdf: () => (printed?.mediaType === 'application/pdf' ? printed.bytes : undefined),
  }
}

/** What the responses of the operations have in common, and what some of them have. */
type AnyResponse =
  RefreshDocument['RESPONSE_GROUP']['RESPONSE']['RESPONSE_DATA']['CREDIT_RESPONSE'] & {
    readonly CREDIT_FILE?: readonly AnyFile[] | undefined
    readonly CREDIT_SCORE?: readonly AnyScore[] | undefined
  }

type AnyFile = Pick<CreditFile, '_BorrowerID' | '_CreditRepositorySourceType'> &
  Partial<Pick<CreditFile, '__ResultStatusType'>> & {
    readonly _BORROWER: { readonly __UnparsedName: string }
    readonly _ALERT_MESSAGE?: unknown
    readonly CREDIT_ERROR_MESSAGE?: CreditFile['CREDIT_ERROR_MESSAGE']
  }

type AnyScore = Omit<CreditScore, '__ExclusionReasonType'> &
  Partial<Pick<CreditScore, '__ExclusionReasonType'>>

function scoreFrom(score: AnyScore): Score {
  const { __ModelNameType, __ModelNameTypeOtherDescription, __Value } = score
  const modelName = __ModelNameTypeOtherDescription ?? __ModelNameType
  return {
    borrowerId: score._BorrowerID,
    bureau: score._CreditRepositorySourceType as Bureau,
    model: modelOf(modelName),
    modelName,
    value: __Value === '' ? undefined : Number(__Value),
    exclusionReason: score.__ExclusionReasonType,
    date: score.__Date,
    factors: score._FACTOR.map(({ __Code, __Text }) => ({ code: __Code, text: __Text })),
  }
}

function modelOf(name: string): ScoreModel | undefined {
  const models = Object.entries(SCORE_MODELS) as [ScoreModel, { names: readonly string[] }][]
  return models.find(([, { names }]) => names.includes(name))?.[0]
}

/** By their files; a refresh lists none, and says only which bureaus delivered. */
function missingFiles(response: AnyResponse, requested: readonly Bureau[]): readonly MissingFile[] {
  const { CREDIT_FILE: files } = response
  if (files === undefined) return undeliveredFiles(response, requested)
  return files.filter(isMissing).map((file) => ({
    borrowerId: file._BorrowerID,
    bureau: file._CreditRepositorySourceType as Bureau,
    status: file.__ResultStatusType,
    messages: messagesOf(file),
  }))
}

/** A report without statuses has no person on a file that was not returned. */
function isMissing({ __ResultStatusType: status, _BORROWER }: AnyFile): boolean {
  return status === undefined ? _BORROWER.__UnparsedName === '' : status !== 'FileReturned'
}

/** Alerts are one or several, by operation; each has one text or several. */
function messagesOf({ _ALERT_MESSAGE, CREDIT_ERROR_MESSAGE = [] }: AnyFile): readonly string[] {
  const alerts = [_ALERT_MESSAGE ?? []].flat() as { readonly _Text: string | readonly string[] }[]
  return [...new Set([...CREDIT_ERROR_MESSAGE, ...alerts].flatMap(({ _Text }) => _Text))]
}

function undeliveredFiles(
  { CREDIT_REPOSITORY_INCLUDED: delivered, BORROWER }: AnyResponse,
  requested: readonly Bureau[],
): readonly MissingFile[] {
  const missing = requested.filter((bureau) => delivered[`__${bureau}Indicator`] !== 'Y')
  return missing.flatMap((bureau) =>
    BORROWER.map(({ _BorrowerID }) => ({
      borrowerId: _BorrowerID,
      bureau,
      status: undefined,
      messages: [],
    })),
  )
}

function differencesOf({ CREDIT_SUMMARY }: AnyResponse): readonly string[] {
  return CREDIT_SUMMARY.flatMap(({ _DATA_SET }) =>
    _DATA_SET
      .filter(({ __Name }) => /^Difference\d+_Text$/.test(__Name))
      .map(({ __Value }) => __Value),
  )
}

function printedOf(file: EmbeddedFile): PrintedReport | undefined {
  const content = file.DOCUMENT.__cdata
  if (content === '') return undefined
  const binary = atob(content)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at)
  return { bytes, mediaType: file._MIMEType, fileName: `${file.__Name}` }
}

/** The bureaus that a request asks, as it was sent. */
export function requestedBureaus(request: string): readonly Bureau[] {
  return BUREAUS.filter((bureau) => new RegExp(`"__${bureau}Indicator"\\s*:\\s*"Y"`).test(request))
}

/**
 * A report in a form that programs can use: scores, missing files and the printed report, in
 * addition to the complete document.
 */
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

/** The response document of an operation. */
export type ReportDocument<O extends Operation = Operation> = {
  credit_report: CreditReportDocument
  pre_qualification: CreditReportDocument
  mortgage_only: MortgageOnlyDocument
  refresh_report: RefreshDocument
}[O]

/** A score of one borrower at one bureau. */
export interface Score {
  /** The ID of the borrower in the report. */
  readonly borrowerId: string
  readonly bureau: Bureau
  /** The score model, or undefined if this client does not know the model's name. */
  readonly model: ScoreModel | undefined
  /** The name of the model in the document, such as `EquifaxBeacon5.0`. */
  readonly modelName: string
  /** The score, or undefined if the bureau could not score the file. */
  readonly value: number | undefined
  /** The reason why there is no score, if the document gives one. */
  readonly exclusionReason: string | undefined
  /** The date on which the score was computed. */
  readonly date: string
  /** The factors that lowered the score, most important first. */
  readonly factors: readonly { readonly code: string; readonly text: string }[]
}

/** A requested file that the report does not contain. */
export interface MissingFile {
  /** The ID of the borrower in the report. */
  readonly borrowerId: string
  readonly bureau: Bureau
  /**
   * The result status, such as `NoFileReturnedCreditFreeze`, or undefined if the operation does not
   * return one.
   */
  readonly status: string | undefined
  /** The messages of the bureau. */
  readonly messages: readonly string[]
}

/**
 * Bytes that can be written to a file or put into a `Blob`: a `Uint8Array`, and from TypeScript 5.7
 * on a `Uint8Array<ArrayBuffer>`. Before, the class had no parameter.
 */
export type Bytes = ReturnType<typeof Uint8Array.of>

/** The printed report. */
export interface PrintedReport {
  /** The content of the file. */
  readonly bytes: Bytes
  /** The media type, such as `application/pdf`. */
  readonly mediaType: string
  /** A file name without personal data. */
  readonly fileName: string
}

/** The report that an order returned. */
export interface Report<O extends Operation = Operation> {
  readonly kind: 'report'
  /** The report ID. Use it to reissue, upgrade, unmerge or refresh the report. */
  readonly id: string
  /**
   * How the order got the report: `new`, `existing`, `reissued`, `upgraded`, `unmerged` or
   * `refreshed`.
   */
  readonly origin: string
  /**
   * Whether this is the stored response to an earlier request with the same bytes. It is not
   * charged again.
   */
  readonly retried: boolean
  /** The price in dollars, such as `42.00`. */
  readonly price: string
  /** When the report was last changed. */
  readonly lastUpdatedAt: string
  /** The borrowers, with the IDs that assign scores and tradelines to them. */
  readonly borrowers: readonly { readonly id: string; readonly name: string }[]
  /** The scores of all borrowers, bureaus and models. */
  readonly scores: readonly Score[]
  /** The requested files that the report does not contain. */
  readonly missingFiles: readonly MissingFile[]
  /**
   * The changes since the earlier report, one sentence each. Empty unless the report is a refresh.
   */
  readonly differences: readonly string[]
  /** The printed report, or undefined if the order asked for none. */
  readonly printed: PrintedReport | undefined
  /** The `CREDIT_RESPONSE` of the document: tradelines, public records, inquiries and files. */
  readonly response: ReportDocument<O>['RESPONSE_GROUP']['RESPONSE']['RESPONSE_DATA']['CREDIT_RESPONSE']
  /** The complete document as received. */
  readonly document: ReportDocument<O>
  /** The text of the request as sent. Sending the same text again is a retry. */
  readonly request: string
  /**
   * Returns the score of a borrower at a bureau, or undefined if there is none. Without a model,
   * returns the first one in the report.
   */
  scoreOf(borrowerId: string, bureau: Bureau, model?: ScoreModel): number | undefined
  /** Returns the printed report if it is a PDF, otherwise undefined. */
  pdf(): Bytes | undefined
}

/** Facts about a report that are not in its document. */
interface Received {
  readonly retried: boolean
  readonly request: string
  readonly bureaus: readonly Bureau[]
}

/** Creates the report for a response document. */
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

/** The members of all response documents, and the members that only some of them have. */
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

/**
 * Returns the missing files according to the result of each file. A refresh has no list of files
 * and states only which bureaus delivered.
 */
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

/**
 * Returns whether a file is missing. Documents without a status leave the name of the person empty
 * if a file was not returned.
 */
function isMissing({ __ResultStatusType: status, _BORROWER }: AnyFile): boolean {
  return status === undefined ? _BORROWER.__UnparsedName === '' : status !== 'FileReturned'
}

/**
 * Returns the messages of a file. Depending on the operation, a file has one alert or several, each
 * with one text or several.
 */
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

/** Returns the bureaus that the text of a request names. */
export function requestedBureaus(request: string): readonly Bureau[] {
  return BUREAUS.filter((bureau) => new RegExp(`"__${bureau}Indicator"\\s*:\\s*"Y"`).test(request))
}

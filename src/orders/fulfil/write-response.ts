/**
 * Writes the response to an order: a report as the operation's document, in the dialect of the
 * request.
 */

import { NO_FILE_CATEGORY } from '../../bureaus/without-file.ts'
import { bufferOf } from '../../bytes.ts'
import { formatOf } from '../../documents/codec/parse-document.ts'
import { writeBytes } from '../../documents/codec/write.ts'
import type { Dialect } from '../../documents/dialects.ts'
import { type AnswerOrigin, BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import {
  PRINTED_FORM_NAMES,
  PRINTED_FORMS,
  type PrintedForm,
} from '../../documents/tables/printed-forms.ts'
import {
  type AlertValue,
  type CreditFileValue,
  type CreditResponse,
  type KeyValue,
  MortgageOnlyLiabilitiesResponse,
  type ResponseDocument,
  type SummaryValue,
} from '../../documents/tables/response.ts'
import { truncated } from '../../documents/wording.ts'
import { NOTE_COUNT_MAX, type OrderKey } from '../../reports/merge/report-keys.ts'
import type { MergedData, Report } from '../../reports/report.ts'
import { formatTimestamp } from '../../time.ts'
import { creditRequestOf, type Order } from '../intake/order.ts'
import type { OrderingAccount } from '../intake/ordering-account.ts'
import type { Versions } from '../intake/parse-request.ts'
import { borrowerValue, respondToParty } from '../intake/parties.ts'
import type { PrintedChoice } from '../intake/preferred-form.ts'
import { decimalDollars } from '../intake/prices.ts'

// A report in shapes M and R of the interface (section 2.2). The writer leaves out fields that
// these shapes do not list. This part converts the fields that they have in another form.

/** The longest text of an alert. */
const ALERT_LENGTH_MAX = 4000

/**
 * Narrows a report, or merged data, to shape M. The reason why a file has no score is among the
 * KEYs anyway.
 */
export function mortgageOnlyData<T extends MergedData>(report: T): T {
  return {
    ...report,
    files: report.files.map(mortgageOnlyFile),
    summaries: report.summaries.map(narrowSummary),
    // Shape M does not have the directory of trade references.
    liabilities: report.liabilities.map(({ CreditTradeReferenceID: _, ...line }) => line),
  }
}

/**
 * Narrows a file to shape M, which has at most one alert with one text: joins all texts as
 * sentences.
 */
export function mortgageOnlyFile(file: CreditFileValue): CreditFileValue {
  const { _ALERT_MESSAGE: alerts = [], ...rest } = file
  const texts = alerts.flatMap(alertTexts)
  if (texts.length === 0) return rest
  // A single text stays exactly as the bureau sent it.
  const joined = texts.length === 1 ? texts.join('') : texts.map(asSentence).join(' ')
  return { ...rest, _ALERT_MESSAGE: [{ _Text: [truncated(joined, ALERT_LENGTH_MAX)] }] }
}

/**
 * Returns the texts of an alert. Shape M has no category, so the first text begins with one that only
 * a description states: `Hit` alone says nothing.
 */
function alertTexts({ _CategoryTypeOtherDescription: other, _Text: sent }: AlertValue): string[] {
  const texts = sent.map((text) => text.trim()).filter((text) => text !== '')
  const [first, ...further] = texts
  return first === undefined || other === undefined || other === NO_FILE_CATEGORY
    ? texts
    : [`${other}: ${first}`, ...further]
}

function asSentence(text: string): string {
  return /[.!?;:]$/.test(text) ? text : `${text}.`
}

/** Narrows a summary to shapes M and R, where a data set names the borrower of the figures. */
function narrowSummary(summary: SummaryValue): SummaryValue {
  const { BorrowerID: borrowerId, _DATA_SET: sets = [], ...rest } = summary
  if (borrowerId === undefined) return summary
  return { ...rest, _DATA_SET: [{ _Name: 'BorrowerID', _Value: borrowerId }, ...sets] }
}

/** The parts of a response that come from the order and not from the report. */
export interface AnswerContext {
  readonly order: Order
  readonly account: OrderingAccount
  /** The dialect of the request; the response uses the same. */
  readonly dialect: Dialect
  readonly versions: Versions
  /** `ResponseDateTime`. For a stored report, it is later than the issue. */
  readonly respondedAt: Date
  /** The KEY `ReportOrigin`. */
  readonly origin: AnswerOrigin
  /** The price of this response, in cents. */
  readonly priceCents: number
  /** The form of the printed report that the client wants. */
  readonly choice: PrintedChoice
}

/**
 * Writes the response as it is stored, with the name of a form in place of the printed report.
 * `withPrinted` inserts the printed report before the response is sent: it is most of a response,
 * and is stored only once.
 */
export function writeAnswer(report: Report, context: AnswerContext): Uint8Array {
  const { dialect } = context
  return writeBytes(responseTable(context), responseDocument(report, context), dialect)
}

/**
 * Returns the table of a response. At `/mortgage_only`, mortgages are tradelines only if the
 * account asks for them.
 */
function responseTable({ order, account }: AnswerContext) {
  const { name, response } = order.operation
  if (name !== 'mortgage_only' || account.profile.liabilities === 'no') return response
  return MortgageOnlyLiabilitiesResponse
}

/** The marks before and after the text of a `DOCUMENT`, by the format of the response. */
const DOCUMENT_MARKS = {
  xml: { before: '<DOCUMENT><![CDATA[', after: ']]>' },
  json: { before: '"__cdata": "', after: '"' },
} as const

/** Returns where the text of a response's `DOCUMENT` begins, and the mark that ends it. */
function documentStart(source: Buffer): { readonly at: number; readonly after: string } {
  const { before, after } = DOCUMENT_MARKS[formatOf(source)]
  // Search from the end: the printed report is the last element, and a text from the request could
  // contain the same marks.
  return { at: source.lastIndexOf(before) + before.length, after }
}

/**
 * Returns the form of the printed report that must be inserted into a response; undefined if it is
 * left out.
 */
export function formToInsert(answer: Uint8Array): PrintedForm | undefined {
  const source = bufferOf(answer)
  const { at, after } = documentStart(source)
  const start = source.toString('latin1', at, at + FORM_LENGTH_MAX)
  return PRINTED_FORM_NAMES.find((form) => start.startsWith(`${form}${after}`))
}

/** The length of a `DOCUMENT` that contains the name of a form and the end of its section. */
const FORM_LENGTH_MAX = 16

/** Returns a copy of the response with the printed report in its `DOCUMENT`. */
export function withPrinted(
  answer: Uint8Array,
  form: PrintedForm,
  printed: Uint8Array,
): Uint8Array {
  const source = bufferOf(answer)
  const { at } = documentStart(source)
  const content = bufferOf(printed).toString('base64')
  const filled = Buffer.allocUnsafeSlow(source.length + content.length - form.length)
  source.copy(filled, 0, 0, at)
  filled.write(content, at, 'latin1')
  source.copy(filled, at + content.length, at + form.length)
  return filled
}

function responseDocument(report: Report, context: AnswerContext): ResponseDocument {
  const { order, account, versions, respondedAt } = context
  const shaped = order.operation.name === 'mortgage_only' ? mortgageOnlyData(report) : report
  return {
    MISMOVersionID: versions.group,
    RESPONDING_PARTY: report.respondingParty,
    RESPOND_TO_PARTY: respondToParty(order, account),
    RESPONSE: {
      ResponseDateTime: formatTimestamp(respondedAt),
      KEY: [...originKeys(report, context.origin), ...shaped.keys, ...requestKeys(order)],
      RESPONSE_DATA: {
        CREDIT_RESPONSE: {
          MISMOVersionID: versions.request,
          CreditResponseID: report.responseId,
          CreditReportIdentifier: report.id,
          CreditReportFirstIssuedDate: report.firstIssuedAt,
          CreditReportLastUpdatedDate: report.lastUpdatedAt,
          CreditReportMergeType: report.mergeType,
          CreditReportType: report.reportType,
          CreditReportTypeOtherDescription: report.reportTypeOther,
          CreditRatingCodeType: 'Other',
          CREDIT_REPORT_PRICE: { _Amount: decimalDollars(context.priceCents), _Type: 'Total' },
          CREDIT_REPOSITORY_INCLUDED: indicators(report.delivered),
          CREDIT_REQUEST_DATA: requestEcho(order),
          BORROWER: order.borrowers.map(borrowerValue),
          CREDIT_LIABILITY: shaped.liabilities,
          CREDIT_PUBLIC_RECORD: shaped.publicRecords,
          CREDIT_INQUIRY: shaped.inquiries,
          CREDIT_FILE: shaped.files,
          CREDIT_SCORE: shaped.scores,
          CREDIT_TRADE_REFERENCE: shaped.tradeReferences,
          CREDIT_COMMENT: shaped.comments,
          CREDIT_CONSUMER_REFERRAL: shaped.referrals,
          CREDIT_SUMMARY: shaped.summaries,
          EMBEDDED_FILE: embeddedFile(report, context.choice),
        },
      },
    },
  }
}

/** Returns the KEYs for the origin of the report and for simulated data. */
function originKeys(report: Report, origin: AnswerOrigin): KeyValue[] {
  return [
    orderKey('ReportOrigin', origin),
    ...(report.simulated ? [orderKey('Simulated', 'Y')] : []),
  ]
}

function orderKey(name: OrderKey, value: string): KeyValue {
  return { _Name: name, _Value: value }
}

/** Returns the KEYs with the client's own values and with the notes about its request. */
function requestKeys({ document, notes }: Order): KeyValue[] {
  const own = (document.REQUEST.KEY ?? []).flatMap(({ _Name, _Value }) =>
    _Name === undefined ? [] : [{ _Name, _Value }],
  )
  const noted = notes.slice(0, NOTE_COUNT_MAX).map((note) => orderKey('RequestNote', note))
  return [...own, ...noted]
}

/** Returns the bureau indicators of the delivered files, not of the requested ones. */
function indicators(bureaus: readonly BureauName[]) {
  const [first, second, third] = BUREAUS
  return {
    _EquifaxIndicator: bureaus.includes(first),
    _ExperianIndicator: bureaus.includes(second),
    _TransUnionIndicator: bureaus.includes(third),
  }
}

/**
 * Returns `CREDIT_REQUEST_DATA` of the response. All its attributes are required (section 2.2), so
 * absent ones are empty.
 */
function requestEcho(order: Order): CreditResponse['CREDIT_REQUEST_DATA'] {
  const { document } = order
  const data = creditRequestOf(document).CREDIT_REQUEST_DATA
  return {
    CreditRequestID: data.CreditRequestID ?? '',
    BorrowerID: data.BorrowerID,
    CreditReportIdentifier: data.CreditReportIdentifier ?? '',
    CreditReportRequestActionType: data.CreditReportRequestActionType,
    CreditReportType: data.CreditReportType,
    CreditReportTypeOtherDescription: data.CreditReportTypeOtherDescription ?? '',
    CreditRequestDateTime: data.CreditRequestDateTime ?? document.REQUEST.RequestDatetime ?? '',
    CreditRequestType: data.CreditRequestType,
  }
}

/** `EMBEDDED_FILE` is required (section 2.2): without a printed report, its `DOCUMENT` is empty. */
function embeddedFile(report: Report, { form, embedded }: PrintedChoice) {
  const { extension, mimeType } = PRINTED_FORMS[form]
  return {
    _Type: form,
    _Name: `${report.id}.${extension}`,
    _Extension: extension,
    _Description: report.simulated ? `${report.title} (SIMULATED)` : report.title,
    MIMEType: mimeType,
    _EncodingType: 'base64',
    DOCUMENT: embedded ? form : '',
  } satisfies CreditResponse['EMBEDDED_FILE']
}

/** Rejections in a form that programs can use: code, validation errors, remedy and retry advice. */
import type { ErrorDocument } from './document-types.ts'
import type { Bureau } from './order-request.ts'
import type { MissingFile } from './ordered-report.ts'
import { retryAfterOf } from './send.ts'
import { BUREAUS, ERRORS } from './tables.ts'

type ErrorRow = (typeof ERRORS)[number]

/** The code of an error, such as `E102`. Several reasons can share a code. */
export type ErrorCode = ErrorRow['code']

/** The reason of an error, such as `invalidDocument`. Each reason is a row of the error table. */
export type ErrorReason = ErrorRow['reason']

/** A problem with the order, such as a validation error. It contains no value of the order. */
export interface OrderProblem {
  /** The complete message. */
  readonly message: string
  /** The path in the document, or undefined if the problem concerns the whole order. */
  readonly path: string | undefined
  /**
   * The path in the order that you passed, such as `borrowers[0].ssn`, or undefined if you passed
   * no such value.
   */
  readonly field: string | undefined
  /** What the service expects there, such as `is required` or `must be Y or N`. */
  readonly expected: string | undefined
  /** The line of the document, if the message names one. */
  readonly line: number | undefined
}

/** Whether and when to send an order again. */
export interface RetryAdvice {
  /**
   * Whether the same order can succeed:
   * - `same`: send the same bytes again. The client has already retried up to its limits.
   * - `later`: the same order may succeed at another time.
   * - `never`: the order must be changed first.
   */
  readonly when: 'same' | 'later' | 'never'
  /** The number of seconds that the service asks you to wait, or undefined if it states none. */
  readonly afterSeconds: number | undefined
}

/** The rejection of an order: no report was made, and nothing is charged. */
export interface Rejection {
  readonly kind: 'rejection'
  /** The error code, such as `E102`. */
  readonly code: ErrorCode
  /** The reason in the error table, or undefined if this version of the client does not know it. */
  readonly reason: ErrorReason | undefined
  /** The HTTP status. */
  readonly status: number
  /** What went wrong, in one sentence without values of the order. */
  readonly message: string
  /** What you can do about it. */
  readonly remedy: string
  /** The problems with the order. An invalid document has one per validation error. */
  readonly problems: readonly OrderProblem[]
  /** For E001: each file that no bureau returned, with its reason. */
  readonly missingFiles: readonly MissingFile[]
  /** Whether and when to send the order again. */
  readonly retry: RetryAdvice
  /** The ID of the HTTP request. Give it to the operator of the service if you have a question. */
  readonly requestId: string | undefined
  /** The complete error document. */
  readonly document: ErrorDocument
  /** The text of the request as sent. */
  readonly request: string
}

/** Reads the rejection from an error document. */
export function readRejection(
  document: ErrorDocument,
  { status, headers, request }: { status: number; headers: Headers; request: string },
): Rejection {
  const { STATUS, RESPONSE_DATA } = document.RESPONSE_GROUP.RESPONSE
  const { __Code: code, __Description: description } = STATUS
  const row = rowOf(document)
  const texts = RESPONSE_DATA.CREDIT_RESPONSE.CREDIT_ERROR_MESSAGE._Text
  return {
    kind: 'rejection',
    code: code as ErrorCode,
    reason: row?.reason,
    status,
    message: row?.text ?? description,
    remedy: row === undefined ? '' : description.slice(row.text.length).trim(),
    problems: texts.map(problemOf),
    missingFiles: texts.flatMap(missingFileOf),
    retry: {
      when: row?.retry ?? (status >= 500 ? 'same' : 'never'),
      afterSeconds: retryAfterOf(headers),
    },
    requestId: headers.get('X-Request-Id') ?? undefined,
    document,
    request,
  }
}

/**
 * Returns the row of the error table for a document, or undefined if a newer service has a row that
 * this client does not know.
 */
export function rowOf(document: ErrorDocument): ErrorRow | undefined {
  // A stub of the service may send less than a document of the interface.
  const { STATUS } = document.RESPONSE_GROUP.RESPONSE as Partial<Received>
  return STATUS === undefined ? undefined : errorRowOf(STATUS.__Code, STATUS.__Description)
}

type Received = ErrorDocument['RESPONSE_GROUP']['RESPONSE']

/** Returns the row of the error table for the code and description in an error document. */
export function errorRowOf(code: string, description: string): ErrorRow | undefined {
  return ERRORS.find((row) => row.code === code && description.startsWith(row.text))
}

const PROBLEM = /^(?<path>(?:REQUEST_GROUP|\$)\S*) (?<expected>.*?)(?: \(line (?<line>\d+)\))?$/s

function problemOf(message: string): OrderProblem {
  const { path, expected, line } = PROBLEM.exec(message)?.groups ?? {}
  return {
    message,
    path,
    field: path === undefined ? undefined : fieldOf(path),
    expected,
    line: line === undefined ? undefined : Number(line),
  }
}

const MISSING_FILE = new RegExp(
  `^BORROWER (?<borrowerId>.+?): (?<message>(?<bureau>${BUREAUS.join('|')}): .*) \\((?<status>\\w+)\\)$`,
  's',
)

/**
 * Reads a message about one missing file. An order without any file gets one such message per file.
 */
function missingFileOf(text: string): readonly MissingFile[] {
  const { borrowerId, bureau, status, message } = MISSING_FILE.exec(text)?.groups ?? {}
  if (borrowerId === undefined || message === undefined) return []
  return [{ borrowerId, bureau: bureau as Bureau, status, messages: [message] }]
}

/** Members of an order, by the properties of the document that they are written to. */
const ORDER_FIELDS: Readonly<Record<string, string>> = {
  _CreditReportRequestActionType: 'action',
  _CreditReportIdentifier: 'reportId',
  _CreditRequestID: 'requestId',
  // The list of the IDs of all borrowers.
  _BorrowerID: 'borrowers',
  _LenderCaseIdentifier: 'lenderCase',
  _RequestingPartyRequestedByName: 'requestedBy',
  CREDIT_REPOSITORY_INCLUDED: 'bureaus',
  CREDIT_SCORE_MODEL_NAME: 'models',
}

const BORROWER_FIELDS: Readonly<Record<string, string>> = {
  _BorrowerID: 'id',
  __FirstName: 'firstName',
  __MiddleName: 'middleName',
  __LastName: 'lastName',
  __NameSuffix: 'suffix',
  __SSN: 'ssn',
  __BirthDate: 'birthDate',
}

const ADDRESS_FIELDS: Readonly<Record<string, string>> = {
  __StreetAddress: 'street',
  __City: 'city',
  __State: 'state',
  __PostalCode: 'postalCode',
}

/** Returns the path in the order for a path in its document. */
function fieldOf(path: string): string | undefined {
  const [, place, rest = ''] = /\.BORROWER\[(\d+)\](.*)$/.exec(path) ?? []
  if (place !== undefined) return `borrowers[${place}]${borrowerFieldOf(rest)}`
  if (path.endsWith('.LOAN_APPLICATION.BORROWER')) return 'borrowers'
  const steps = path.split(/[.[]/).map((step) => ORDER_FIELDS[step])
  return steps.findLast((field) => field !== undefined)
}

function borrowerFieldOf(rest: string): string {
  const [, place, property = ''] = /^\._RESIDENCE\[(\d+)\]\.?(\w*)/.exec(rest) ?? []
  const field = BORROWER_FIELDS[rest.slice(1)]
  if (place === undefined) return field === undefined ? '' : `.${field}`
  const address = place === '0' ? '.address' : `.priorAddresses[${Number(place) - 1}]`
  const part = ADDRESS_FIELDS[property]
  return part === undefined ? address : `${address}.${part}`
}

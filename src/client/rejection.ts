/** Why there is no report, as programs decide by it: code, validation errors, remedy, retry. */
import type { ErrorDocument } from './document-types.ts'
import type { Bureau } from './order-request.ts'
import type { MissingFile } from './ordered-report.ts'
import { retryAfterOf } from './send.ts'
import { BUREAUS, ERRORS } from './tables.ts'

type ErrorRow = (typeof ERRORS)[number]

/** The code of an error, such as `E102`. */
export type ErrorCode = ErrorRow['code']

/** The row of the error table, such as `invalidDocument`: several reasons share a code. */
export type ErrorReason = ErrorRow['reason']

/** One thing that is wrong with the order. It has no value of the order. */
export interface OrderProblem {
  /** The whole sentence. */
  readonly message: string
  /** Where in the document; undefined where it is about the whole order. */
  readonly path: string | undefined
  /** Where in the order that you gave, such as `borrowers[0].ssn`; undefined where you gave no such value. */
  readonly field: string | undefined
  /** What is expected there. */
  readonly expected: string | undefined
  readonly line: number | undefined
}

/** Whether and when to send an order again. */
export interface RetryAdvice {
  /**
   * `same`: send the same bytes again; the client has done so already.
   * `later`: the same order may succeed at another time.
   * `never`: the order must change first.
   */
  readonly when: 'same' | 'later' | 'never'
  /** The wait that the service asks for. */
  readonly afterSeconds: number | undefined
}

/** An order without a report. It is not charged. */
export interface Rejection {
  readonly kind: 'rejection'
  readonly code: ErrorCode
  readonly reason: ErrorReason | undefined
  readonly status: number
  /** What went wrong, in one sentence. */
  readonly message: string
  /** What you can do. */
  readonly remedy: string
  readonly problems: readonly OrderProblem[]
  /** Of E001: the files that no bureau returned, with the reason of each. */
  readonly missingFiles: readonly MissingFile[]
  readonly retry: RetryAdvice
  /** Give it to the operator of the service with a question. */
  readonly requestId: string | undefined
  readonly document: ErrorDocument
  /** The request as it was sent. */
  readonly request: string
}

/** The rejection of an answered error document. */
export function rejectionOf(
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

/** The row of the error table; undefined where a newer service has one that this client has not. */
export function rowOf(document: ErrorDocument): ErrorRow | undefined {
  const { __Code, __Description } = document.RESPONSE_GROUP.RESPONSE.STATUS
  return errorRowOf(__Code, __Description)
}

/** The row of a code and its description, as error documents have them. */
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

/** A text about one file, as an order without any file has one for each. */
function missingFileOf(text: string): readonly MissingFile[] {
  const { borrowerId, bureau, status, message } = MISSING_FILE.exec(text)?.groups ?? {}
  if (borrowerId === undefined || message === undefined) return []
  return [{ borrowerId, bureau: bureau as Bureau, status, messages: [message] }]
}

/** Members of an order by the properties of the document that they are written to. */
const ORDER_FIELDS: Readonly<Record<string, string>> = {
  _CreditReportRequestActionType: 'action',
  _CreditReportIdentifier: 'reportId',
  _CreditRequestID: 'requestId',
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

/** The member of an order that a path of its document is about. */
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

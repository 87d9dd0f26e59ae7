/** Distinguishes a vendor's report, an error document and an order in progress. */
import type { UpstreamPerson, UpstreamResponse, UpstreamStatus } from './answer-document.ts'

/** The vendor is working on the order, and gives a number for status queries. */
export interface UpstreamPending {
  readonly kind: 'pending'
  /** The number under which the vendor answers a status query. */
  readonly reportId: string
}

/** Words in `STATUS/@_Condition` with which vendors state an error. */
const FAILED = /^(?:error|fail(?:ed|ure)?|rejected)$/i

function statesError({ _Condition = '' }: UpstreamStatus): boolean {
  return FAILED.test(_Condition.trim())
}

/** Reports whether the type of a response says that it is an error document. */
export function hasErrorType({ CreditReportType = '' }: UpstreamResponse): boolean {
  return CreditReportType.toLowerCase() === 'error'
}

/** Reports whether a response has anything about a person: a file, a score or an item. */
function hasContent(response: UpstreamResponse | undefined): boolean {
  const { CREDIT_FILE: files = [], CREDIT_SCORE: scores = [] } = response ?? {}
  const { CREDIT_LIABILITY: accounts = [] } = response ?? {}
  return (
    scores.length > 0 ||
    accounts.length > 0 ||
    files.some(
      ({ _BORROWER: person, _ResultStatusType: status }) =>
        status === 'FileReturned' || isKnown(person),
    )
  )
}

/** Reports whether the file names a person at all. */
export function isKnown(person: UpstreamPerson | undefined): person is UpstreamPerson {
  return person !== undefined && `${person._LastName}${person._SSN}${person._UnparsedName}` !== ''
}

/**
 * Reports whether a response is an error document. With content it is a report, and its errors are
 * about the other bureaus.
 */
export function isError(
  response: UpstreamResponse | undefined,
  statuses: readonly UpstreamStatus[],
): boolean {
  if (response !== undefined && hasErrorType(response)) return true
  return !hasContent(response) && statuses.some(statesError)
}

/** Adds the errors in the statuses of a report to its messages. */
export function withStatusErrors(
  response: UpstreamResponse,
  statuses: readonly UpstreamStatus[],
): UpstreamResponse {
  const errors = statuses
    .filter(statesError)
    .map(({ _Code, _Description }) => ({ _Code, _Text: [_Description ?? ''] }))
    .filter(({ _Text: [text] }) => text !== '')
  const { CREDIT_ERROR_MESSAGE: messages = [] } = response
  return { ...response, CREDIT_ERROR_MESSAGE: [...messages, ...errors] }
}

/** Words in `STATUS/@_Condition` with which vendors state that an order is in progress. */
const WORKING = /^(?:processing|pending|in ?process|in ?progress|accepted)$/i

/**
 * Returns the number of an order that the vendor still works on, or undefined if the response does
 * not say so. A response to a status query may omit the number, because the query names it.
 */
export function pendingIn(
  response: UpstreamResponse | undefined,
  statuses: readonly UpstreamStatus[],
  pendingId: string | undefined,
): UpstreamPending | undefined {
  const isWorking =
    statuses.some(({ _Condition = '' }) => WORKING.test(_Condition.trim())) ||
    (response?.CreditReportType?.toLowerCase() === 'status' && !hasContent(response))
  const isReport = (response?.BORROWER ?? []).length > 0
  const known = isReport ? undefined : pendingId
  const reportId = response?.CreditReportIdentifier || known
  return isWorking && reportId ? { kind: 'pending', reportId } : undefined
}

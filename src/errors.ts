/**
 * Every error that a client can see. The order of the rows is their precedence: if several errors
 * apply, the response has the first. Codes are append-only; a retired code is listed here and never
 * reused. Retired: none.
 */

/**
 * Whether the client may send the same bytes again after an error: `same` at once or after the
 * interval in Retry-After, `later` when the cause may have ended, `never` before the order has
 * changed.
 */
type RetryAdvice = 'same' | 'later' | 'never'

interface CodeRow {
  /** The code in the error document. */
  readonly code: `E${number}`
  readonly status: number
  readonly retry: RetryAdvice
  /** The error, in one sentence without a value. */
  readonly text: string
  /** What the client can do. */
  readonly remedy: string
  /**
   * Whether the audit trail records the error, because it protects data or products of other
   * accounts.
   */
  readonly audited?: true
}

// biome-ignore format: a table
export const CODES = {
  unknownPath:       { code: 'E999', status: 404, retry: 'never', text: 'Path not found.', remedy: 'Post to one of the four operations: /credit_report, /pre_qualification, /mortgage_only, /refresh_report.' },
  wrongMethod:       { code: 'E999', status: 405, retry: 'never', text: 'Method not allowed for this path.', remedy: 'Use a method from the Allow header. Send orders with POST.' },
  tooManyRequests:   { code: 'E999', status: 429, retry: 'same', text: 'The account exceeds its rate limit.', remedy: 'Retry after the interval in Retry-After. /docs/operations#load-and-limits lists the limits.' },
  unauthenticated:   { code: 'E036', status: 401, retry: 'never', text: 'The credentials are missing or wrong.', remedy: 'Send HTTP Basic authentication with the name and an active secret of your account.' },
  wrongMediaType:    { code: 'E999', status: 415, retry: 'never', text: 'Unsupported media type.', remedy: 'Send Content-Type application/xml, text/xml or application/json. XML can have a charset that is UTF-8, UTF-16, US-ASCII, ISO-8859-1 or windows-1252; JSON is UTF-8.' },
  wrongEncoding:     { code: 'E999', status: 415, retry: 'never', text: 'Unsupported content encoding.', remedy: 'Send the document uncompressed, without a Content-Encoding header.' },
  tooLarge:          { code: 'E999', status: 413, retry: 'never', text: 'The request body is too large.', remedy: 'Send a smaller document. The setting body-bytes-max limits the body size.' },
  badRequest:        { code: 'E999', status: 400, retry: 'never', text: 'Malformed HTTP request.', remedy: 'Check the request line, headers, Content-Length and transfer encoding.' },
  wrongExpectation:  { code: 'E999', status: 417, retry: 'never', text: 'The Expect header names an unsupported expectation.', remedy: 'Omit the Expect header or send 100-continue.' },
  headersTooLarge:   { code: 'E999', status: 431, retry: 'never', text: 'The request headers are too large or too many.', remedy: 'Send at most 64 header fields with at most 16 KiB in total.' },
  tooSlow:           { code: 'E999', status: 408, retry: 'same', text: 'The request did not arrive in time.', remedy: 'Send headers and body without pauses. The settings headers-timeout-ms, request-timeout-ms and body-bytes-per-second-min set the time limits.' },
  unreadable:        { code: 'E101', status: 400, retry: 'never', text: 'The body is not a well-formed document.', remedy: 'Correct the document at the line and column given, or send it in another encoding.' },
  unavailable:       { code: 'E999', status: 503, retry: 'same', text: 'The service is temporarily unavailable.', remedy: 'Send the same order again after the interval in Retry-After.' },
  invalidDocument:   { code: 'E102', status: 200, retry: 'never', text: 'The request document has validation errors.', remedy: 'Correct the document at each path listed. /docs/fields describes every field.' },
  wrongAction:       { code: 'E102', status: 200, retry: 'never', text: 'This action is not possible for this report.', remedy: 'Read the message for the reason. /docs/actions shows what each action needs.' },
  invalidBorrower:   { code: 'E002', status: 200, retry: 'never', text: 'Borrower data is missing or invalid.', remedy: 'Correct the borrower data at each path listed.' },
  notAllowed:        { code: 'E051', status: 200, retry: 'never', audited: true, text: 'The account has no permission for this product or bureau.', remedy: 'Ask the operator for permission, or order a product and bureaus that the account may order.' },
  reportUnknown:     { code: 'E061', status: 200, retry: 'never', audited: true, text: 'Report not found.', remedy: 'Send the report identifier from an earlier response of the same operation (for a refresh, of any operation), or the lender case and borrowers of an earlier order.' },
  reportOfAnother:   { code: 'E061', status: 200, retry: 'never', audited: true, text: 'The report belongs to another borrower.', remedy: 'Send the SSN and name of each borrower as in the original order.' },
  reportTooOld:      { code: 'E061', status: 200, retry: 'never', audited: true, text: 'The report is too old for this action.', remedy: 'Order a new report with Submit or ForceNew.' },
  duplicate:         { code: 'E103', status: 200, retry: 'never', text: 'This order duplicates an earlier one.', remedy: 'Request the report named in the message with Reissue, or change the order.' },
  noFile:            { code: 'E001', status: 200, retry: 'later', text: 'No bureau returned a credit file.', remedy: 'Read the message of each bureau, then correct the borrower data or try again later. You are not charged.' },
  interrupted:       { code: 'E001', status: 200, retry: 'same', text: 'The order was interrupted and not completed.', remedy: 'Send the order again. You are not charged. If a text says that a bureau may have been asked, the borrower can have another inquiry then.' },
  internal:          { code: 'E999', status: 500, retry: 'same', text: 'Internal error.', remedy: 'Send the same order again. If it fails again, give the operator the X-Request-Id of the response.' },
} as const satisfies Record<string, CodeRow>

/** The reason why a request is rejected. */
export type Reason = keyof typeof CODES

/** The codes of the rejections that the audit trail records. */
export const AUDITED_CODES: ReadonlySet<string> = new Set(
  Object.values(CODES).flatMap((row) => ('audited' in row ? [row.code] : [])),
)

const REASONS = Object.keys(CODES) as readonly Reason[]
const PRECEDENCE = new Map(REASONS.map((reason, index) => [reason, index]))

/** Returns the reasons with a code, which several rows can have. */
export function reasonsOfCode(code: string | undefined): readonly Reason[] {
  return REASONS.filter((reason) => CODES[reason].code === code)
}

/** Returns the reason with the highest precedence. */
export function highestPrecedence(reasons: readonly Reason[]): Reason {
  const rank = (reason: Reason) => PRECEDENCE.get(reason) ?? 0
  return reasons.reduce((first, next) => (rank(next) < rank(first) ? next : first))
}

/**
 * Returns the description of a reason in an error document: what went wrong, what to do, and the
 * path of the error's page, which begins with the base path of the service.
 */
export function descriptionOf(reason: Reason, basePath = ''): string {
  return `${CODES[reason].text} ${remedyOf(reason, basePath)} See ${basePath}/docs/errors#${reason}.`
}

/** Returns what the client can do. Paths begin with the base path of the service. */
export function remedyOf(reason: Reason, basePath: string): string {
  return CODES[reason].remedy.replaceAll(' /', ` ${basePath}/`)
}

/** Whether a description belongs to a reason, with any base path. */
export function isDescriptionOf(reason: Reason, description: string | undefined): boolean {
  return description?.endsWith(`/docs/errors#${reason}.`) === true
}

/** An error that a request gets as an error document. Its texts contain no value of the request. */
export class OrderError extends Error {
  readonly reason: Reason
  /** A text for each error; if empty, the text of the table applies. */
  readonly texts: readonly string[]
  /** When to send the request again, if known. */
  readonly retryAfterSeconds: number | undefined

  constructor(reason: Reason, texts: readonly string[] = [], retryAfterSeconds?: number) {
    super(CODES[reason].text)
    this.name = 'OrderError'
    this.reason = reason
    this.texts = texts
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Returns the reference of all errors as Markdown: `docs/errors.md`. */
export function errorReference(): string {
  const rows = Object.entries(CODES).map(
    ([reason, { code, status, retry, text, remedy }]) =>
      `| ${code} | ${status} | \`${reason}\` | ${retry} | ${text} | ${remedy} |`,
  )
  return [
    '# Errors',
    '',
    'Every response without a report is an error document in the dialect of the request, or in `mismo`',
    'if the dialect is unknown; a request with `Content-Type: application/json` gets `json`. A request whose headers cannot be read gets `mismo`.',
    'If several errors apply, the response has the code that comes first in this table, but headers that are not',
    'accepted (400, 417 and 431) come before everything else. The document lists all',
    'errors found (of those in single fields, at most 50), with path and rule, never the personal data.',
    '`STATUS/@_Description` (in JSON `STATUS.__Description`) has the last two columns, what went wrong and what',
    'to do, and the address of the row below `/docs/errors` of the service. It ends with the reason and a dot, such',
    'as `/docs/errors#interrupted.`; reasons keep their names, so a client can distinguish those of one code.',
    '*Send again* is `same` if the same bytes can succeed at once or after the interval in `Retry-After`, `later` if',
    'they can succeed at another time, and `never` if the order must change first.',
    '',
    '| Code | HTTP status | Reason | Send again | What went wrong | What to do |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

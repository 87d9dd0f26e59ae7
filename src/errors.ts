/**
 * Every failure that a client can see. The order of the rows is their precedence: where several
 * apply, the first is answered. Codes are append-only; a retired one is listed here and never
 * reused. Retired: none.
 */

interface CodeRow {
  /** The code in the error document. */
  readonly code: `E${number}`
  readonly status: number
  /** What went wrong, in one sentence without a value. */
  readonly text: string
  /** What the client can do. */
  readonly remedy: string
}

// biome-ignore format: a table
export const CODES = {
  unknownPath:       { code: 'E999', status: 404, text: 'There is nothing at this path.', remedy: 'Post to one of the four operations: /credit_report, /pre_qualification, /mortgage_only, /refresh_report.' },
  wrongMethod:       { code: 'E999', status: 405, text: 'This path takes another method.', remedy: 'Use a method of the Allow header; orders are posted.' },
  tooManyRequests:   { code: 'E999', status: 429, text: 'The account sends more than it may.', remedy: 'Send again after the seconds of the Retry-After header; docs/operations.md#load-and-limits lists the limits.' },
  unauthenticated:   { code: 'E036', status: 401, text: 'The credentials are missing or wrong.', remedy: 'Send HTTP Basic authentication with the name and a living secret of an account.' },
  wrongMediaType:    { code: 'E999', status: 415, text: 'The body is not of a media type that is read.', remedy: 'Send application/xml or text/xml, in UTF-8, UTF-16 or ISO-8859-1, without content encoding.' },
  tooLarge:          { code: 'E999', status: 413, text: 'The body is larger than is read.', remedy: 'Send at most the number of bytes that the setting body-bytes-max allows.' },
  badRequest:        { code: 'E999', status: 400, text: 'The request is not proper HTTP.', remedy: 'Check length, headers and framing of the request.' },
  wrongExpectation:  { code: 'E999', status: 417, text: 'The request expects what the service does not do.', remedy: 'Send no Expect header, or 100-continue.' },
  headersTooLarge:   { code: 'E999', status: 431, text: 'The headers are larger or more than are read.', remedy: 'Send at most 64 header fields of 16 KiB together.' },
  tooSlow:           { code: 'E999', status: 408, text: 'The request did not arrive in time.', remedy: 'Send headers and body without pauses; the settings headers-timeout-ms, request-timeout-ms and body-bytes-per-second-min say how long the service waits.' },
  unreadable:        { code: 'E101', status: 400, text: 'The body is not an XML document that can be read.', remedy: 'Check the document at the line and column given.' },
  unavailable:       { code: 'E999', status: 503, text: 'The service cannot take orders at the moment.', remedy: 'Send the same order again after the seconds of the Retry-After header.' },
  invalidDocument:   { code: 'E102', status: 200, text: 'The document breaks a rule of the interface.', remedy: 'Correct each place that the texts name; docs/fields.md lists all fields.' },
  wrongAction:       { code: 'E102', status: 200, text: 'The action does not fit the report.', remedy: 'The text says why; docs/actions.md shows what each action needs.' },
  invalidBorrower:   { code: 'E002', status: 200, text: 'Data about a borrower is missing or wrong.', remedy: 'Correct each place that the texts name.' },
  notAllowed:        { code: 'E051', status: 200, text: 'The account may not order this product or bureau.', remedy: 'Ask the operator to allow it, or order another.' },
  reportUnknown:     { code: 'E061', status: 200, text: 'The account has no such report.', remedy: 'Use the identifier of an earlier answer of the same operation, or the lender case and borrowers of one.' },
  reportOfAnother:   { code: 'E061', status: 200, text: 'The report is about another borrower.', remedy: 'Send number and name of each borrower as they were ordered.' },
  reportTooOld:      { code: 'E061', status: 200, text: 'The report is too old for what was ordered.', remedy: 'Order a new report with Submit or ForceNew.' },
  duplicate:         { code: 'E103', status: 200, text: 'The same order was answered before.', remedy: 'Ask for the report that the text names with Reissue, or change the order.' },
  noFile:            { code: 'E001', status: 200, text: 'No bureau delivered a credit file.', remedy: 'The texts say what each bureau answered. Nothing is charged; correct the borrower or try later.' },
  interrupted:       { code: 'E001', status: 200, text: 'The order was interrupted and could not be carried out.', remedy: 'Nothing is charged. Send the order again.' },
  internal:          { code: 'E999', status: 500, text: 'The service failed to carry out the request.', remedy: 'Send the same order again; tell the operator the request id of the answer.' },
} as const satisfies Record<string, CodeRow>

/** Why a request is refused. */
export type Reason = keyof typeof CODES

const PRECEDENCE = new Map(Object.keys(CODES).map((reason, index) => [reason, index]))

/** The reason that is answered where several apply. */
export function foremost(reasons: readonly Reason[]): Reason {
  const rank = (reason: Reason) => PRECEDENCE.get(reason) ?? 0
  return reasons.reduce((first, next) => (rank(next) < rank(first) ? next : first))
}

/** A request that is answered with an error document. Its texts hold no value of the request. */
export class OrderError extends Error {
  readonly reason: Reason
  /** One for each fault; the table's text where there are none. */
  readonly texts: readonly string[]
  /** When to send again, where that is known. */
  readonly retryAfterSeconds: number | undefined

  constructor(reason: Reason, texts: readonly string[] = [], retryAfterSeconds?: number) {
    super(CODES[reason].text)
    this.name = 'OrderError'
    this.reason = reason
    this.texts = texts
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The reference of errors, as Markdown: `docs/errors.md`. */
export function errorReference(): string {
  const rows = Object.entries(CODES).map(
    ([reason, { code, status, text, remedy }]) =>
      `| ${code} | ${status} | \`${reason}\` | ${text} | ${remedy} |`,
  )
  return [
    '# Errors',
    '',
    'Every answer that is no report is an error document in the dialect of the request, or in `mismo`',
    'where the dialect cannot be told. Where several errors apply, the first of this table is answered;',
    'the document lists every fault found, by place and rule and never by value.',
    '',
    '| Code | HTTP status | Reason | What went wrong | What to do |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

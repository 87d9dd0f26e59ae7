/**
 * Errors, actions, products and score models of the interface.
 * Made by `npm run generate` from the tables of the service; changes here are lost.
 */

/** Every error, in the order of their precedence. */
// biome-ignore format: a table
export const ERRORS = [
  { reason: 'unknownPath', code: 'E999', retry: 'never', text: 'Path not found.', remedy: 'Post to one of the four operations: /credit_report, /pre_qualification, /mortgage_only, /refresh_report.' },
  { reason: 'wrongMethod', code: 'E999', retry: 'never', text: 'Method not allowed for this path.', remedy: 'Use a method from the Allow header. Send orders with POST.' },
  { reason: 'tooManyRequests', code: 'E999', retry: 'same', text: 'The account exceeds its rate limit.', remedy: 'Retry after the interval in Retry-After. /docs/operations#load-and-limits lists the limits.' },
  { reason: 'unauthenticated', code: 'E036', retry: 'never', text: 'The credentials are missing or wrong.', remedy: 'Send HTTP Basic authentication with the name and an active secret of your account.' },
  { reason: 'wrongMediaType', code: 'E999', retry: 'never', text: 'Unsupported media type.', remedy: 'Send Content-Type application/xml, text/xml or application/json. XML can have a charset that is UTF-8, UTF-16, US-ASCII, ISO-8859-1 or windows-1252; JSON is UTF-8.' },
  { reason: 'wrongEncoding', code: 'E999', retry: 'never', text: 'Unsupported content encoding.', remedy: 'Send the document uncompressed, without a Content-Encoding header.' },
  { reason: 'tooLarge', code: 'E999', retry: 'never', text: 'The request body is too large.', remedy: 'Send a smaller document. The setting body-bytes-max limits the body size.' },
  { reason: 'badRequest', code: 'E999', retry: 'never', text: 'Malformed HTTP request.', remedy: 'Check the request line, headers, Content-Length and transfer encoding.' },
  { reason: 'wrongExpectation', code: 'E999', retry: 'never', text: 'The Expect header names an unsupported expectation.', remedy: 'Omit the Expect header or send 100-continue.' },
  { reason: 'headersTooLarge', code: 'E999', retry: 'never', text: 'The request headers are too large or too many.', remedy: 'Send at most 64 header fields with at most 16 KiB in total.' },
  { reason: 'tooSlow', code: 'E999', retry: 'same', text: 'The request did not arrive in time.', remedy: 'Send headers and body without pauses. The settings headers-timeout-ms, request-timeout-ms and body-bytes-per-second-min set the time limits.' },
  { reason: 'unreadable', code: 'E101', retry: 'never', text: 'The body is not a well-formed document.', remedy: 'Correct the document at the line and column given, or send it in another encoding.' },
  { reason: 'unavailable', code: 'E999', retry: 'same', text: 'The service is temporarily unavailable.', remedy: 'Send the same order again after the interval in Retry-After.' },
  { reason: 'invalidDocument', code: 'E102', retry: 'never', text: 'The request document has validation errors.', remedy: 'Correct the document at each path listed. /docs/fields describes every field.' },
  { reason: 'wrongAction', code: 'E102', retry: 'never', text: 'This action is not possible for this report.', remedy: 'Read the message for the reason. /docs/actions shows what each action needs.' },
  { reason: 'invalidBorrower', code: 'E002', retry: 'never', text: 'Borrower data is missing or invalid.', remedy: 'Correct the borrower data at each path listed.' },
  { reason: 'notAllowed', code: 'E051', retry: 'never', text: 'The account has no permission for this product or bureau.', remedy: 'Ask the operator for permission, or order a product and bureaus that the account may order.' },
  { reason: 'reportUnknown', code: 'E061', retry: 'never', text: 'Report not found.', remedy: 'Send the report identifier from an earlier response of the same operation, or the lender case and borrowers of an earlier order.' },
  { reason: 'reportOfAnother', code: 'E061', retry: 'never', text: 'The report belongs to another borrower.', remedy: 'Send the SSN and name of each borrower as in the original order.' },
  { reason: 'reportTooOld', code: 'E061', retry: 'never', text: 'The report is too old for this action.', remedy: 'Order a new report with Submit or ForceNew.' },
  { reason: 'duplicate', code: 'E103', retry: 'never', text: 'This order duplicates an earlier one.', remedy: 'Request the report named in the message with Reissue, or change the order.' },
  { reason: 'noFile', code: 'E001', retry: 'later', text: 'No bureau returned a credit file.', remedy: 'Read the message of each bureau, then correct the borrower data or try again later. You are not charged.' },
  { reason: 'interrupted', code: 'E001', retry: 'same', text: 'The order was interrupted and not completed.', remedy: 'Send the order again. You are not charged.' },
  { reason: 'internal', code: 'E999', retry: 'same', text: 'Internal error.', remedy: 'Send the same order again. If it fails again, give the operator the request ID of the response.' },
] as const

/** The actions of each operation. */
// biome-ignore format: a table
export const ACTIONS = {
  credit_report: ['Submit', 'ForceNew', 'Reissue', 'Upgrade', 'Unmerge'],
  pre_qualification: ['Submit', 'ForceNew', 'Reissue', 'Upgrade'],
  mortgage_only: ['Submit', 'ForceNew', 'Reissue', 'Upgrade'],
  refresh_report: ['Submit', 'Reissue'],
} as const

/** What can be ordered, and how an order names it. */
// biome-ignore format: a table
export const PRODUCTS = [
  { operation: 'credit_report', hard: true, scores: true, type: 'Merge', typeOther: '', description: '' },
  { operation: 'pre_qualification', hard: false, scores: true, type: 'Other', typeOther: 'SoftCheck', description: '' },
  { operation: 'mortgage_only', hard: true, scores: false, type: 'Other', typeOther: 'Streamline', description: 'MortgageOnly' },
  { operation: 'mortgage_only', hard: true, scores: true, type: 'Other', typeOther: 'Streamline', description: 'MortgageOnlyWithScore' },
  { operation: 'mortgage_only', hard: false, scores: false, type: 'Other', typeOther: 'SoftCheck', description: 'MortgageOnly' },
  { operation: 'mortgage_only', hard: false, scores: true, type: 'Other', typeOther: 'SoftCheck', description: 'MortgageOnlyWithScore' },
  { operation: 'refresh_report', hard: false, scores: false, type: 'Other', typeOther: 'Refresh', description: '' },
] as const

/** The bureaus, in the order of the interface's indicators. */
export const BUREAUS = ['Equifax', 'Experian', 'TransUnion'] as const

/** Score models: how an order requests them, and their names at the bureaus. */
// biome-ignore format: a table
export const SCORE_MODELS = {
  Classic: { requested: 'Classic FICO', names: ['EquifaxBeacon5.0', 'ExperianFairIsaac', 'FICORiskScoreClassic04'] },
  VantageScore4: { requested: 'VantageScore4.0', names: ['VantageScore4.0'] },
  FICO10T: { requested: 'FICOScore10T', names: ['FICOScore10T'] },
} as const

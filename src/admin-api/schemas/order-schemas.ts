/**
 * Schemas of orders. All schemas in this folder define the types, the validation and the OpenAPI
 * description; `routes.ts` assigns them to routes. The console imports only their types (`import
 * type`).
 */
import { z } from 'zod'
import { isLegal, LEGAL_TEXT } from '../../documents/codec/illegal.ts'
import { SENT_VERDICTS } from '../../documents/privacy/sent-fields.ts'
import { hasPersonalNumber } from '../../person-number.ts'
import { ORDER_STATES } from '../../store/records/orders/order-entry.ts'
import {
  Action,
  Bureau,
  BureauHealth,
  Cents,
  Cursor,
  DocumentError,
  Id,
  Limit,
  legalText,
  Moment,
  Name,
  OperationName,
  page,
} from './common-schemas.ts'

/** A borrower in lists: initials and the last four digits of the SSN. */
export const MaskedBorrower = z.strictObject({ name: z.string(), ssn: z.string() })

/** A representative score of a report. */
export const ListedScore = z.strictObject({
  borrower: z.int().describe('1 is the first borrower of the order.'),
  model: z.string(),
  score: z.int(),
})

/** The result of one bureau for one borrower. */
export const PullView = z.strictObject({
  bureau: Bureau,
  borrower: z.int().describe('1 is the first borrower of the order.'),
  hard: z.boolean().describe('Whether this is a hard inquiry, which appears on later files.'),
  state: z.enum(['intended', 'answered', 'failed']),
  outcome: z.string().optional().describe('File status, such as FileReturned.'),
  reason: z.string().optional().describe('Why no response could be used.'),
  mayHaveAsked: z
    .boolean()
    .optional()
    .describe(
      'Whether the bureau may have been asked, with an inquiry and a charge of the vendor.',
    ),
  injected: z
    .boolean()
    .optional()
    .describe(
      'Whether the result is that of an injected fault: of the sandbox, or of a magic street.',
    ),
  fault: z.string().optional().describe('The injected fault in plain words.'),
  faultId: z
    .string()
    .optional()
    .describe('ID of the injected fault; absent for a magic street. It may be removed by now.'),
  scores: z
    .array(z.strictObject({ model: z.string(), score: z.int() }))
    .optional()
    .describe('The scores of the file; only in the details of an order.'),
  unscored: z
    .string()
    .optional()
    .describe(
      'Why the file has no score, such as NotScoredFileIsUnderReview; only in the details of an order.',
    ),
  magicWord: z
    .string()
    .optional()
    .describe('The word of the magic street that caused the result, such as UNREACHABLE.'),
  startedAt: Moment,
  finishedAt: Moment.optional(),
})

const Origin = z
  .enum(['new', 'upgraded', 'unmerged', 'refreshed', 'reissued', 'existing'])
  .describe('How the order got its report; absent without a report.')

/** An order in a list, with all data that does not require opening its sealed content. */
export const OrderSummary = z.strictObject({
  id: Id,
  account: z.string(),
  operation: z.string(),
  action: z.string().optional(),
  state: z.enum(ORDER_STATES),
  receivedAt: Moment,
  finishedAt: Moment.optional(),
  tookMs: z.int().optional(),
  bodyBytes: z.int(),
  code: z.string().optional().describe('Code of the error document, such as E102.'),
  error: z.string().optional().describe('What went wrong, in one line and without any value.'),
  origin: Origin.optional(),
  retries: z
    .int()
    .describe('How often the same request was sent again and got the stored response, uncharged.'),
  lastRetryAt: Moment.optional(),
  reportId: Id.optional(),
  borrowers: z
    .array(MaskedBorrower)
    .describe('Empty if the request could not be parsed or was purged.'),
  lenderCase: z.string().optional(),
  pulls: z.array(PullView),
  chargedCents: Cents,
  errorCount: z.int(),
  noteCount: z.int(),
  purged: z.boolean(),
  purgedAt: Moment.optional().describe('Real time at which the purge of its content began.'),
})
/** Orders, newest first. */
export const OrderPage = page(OrderSummary)

const orderFilters = {
  state: z.enum(ORDER_STATES).optional(),
  operation: OperationName.optional(),
  action: Action.optional(),
  account: Name.optional(),
  bureau: Bureau.optional().describe('With outcome: orders in which this bureau had that outcome.'),
  outcome: z
    .string()
    .regex(/^[A-Za-z]{1,60}$/, 'an outcome, such as NoFileReturnedNoHit')
    .optional()
    .describe('Outcome of a pull, such as NoFileReturnedNoHit.'),
  code: z
    .string()
    .regex(/^E[0-9]{3}$/, 'an error code, such as E061')
    .optional(),
  from: Moment.optional().describe('Received at or after this time.'),
  to: Moment.optional().describe('Received before this time.'),
}

/** Filters of the order list. None of them is personal data, because they appear in the URL. */
export const OrdersQuery = z.strictObject({
  ...orderFilters,
  lenderCase: z.string().trim().min(1).max(80).optional().describe('The whole lender case.'),
  limit: Limit,
  cursor: Cursor.optional(),
})

/** The text of a search by personal data. */
export const SearchText = legalText(200)
  .trim()
  .min(1)
  .describe(
    'A last name, first and last name, the last four digits of an SSN, a lender case, or the ID of an order or a report.',
  )

/** A search by personal data, which must not appear in a URL. */
export const OrderSearchBody = z.strictObject({
  text: SearchText,
  filters: z.strictObject(orderFilters).default({}),
  limit: Limit,
  cursor: Cursor.optional(),
})

/** The same list as a file. The search text is not in the URL. */
export const OrderExportBody = z.strictObject({
  text: SearchText.optional(),
  filters: z.strictObject(orderFilters).default({}),
})

/** An event in the life of an order. */
export const OrderEvent = z.strictObject({
  at: Moment,
  what: z.enum([
    'received',
    'parsed',
    'rejected',
    'journaled',
    'asked',
    'answered by bureau',
    'merged',
    'charged',
    'answered',
  ]),
  bureau: Bureau.optional(),
  borrower: z.int().optional(),
  text: z.string().optional(),
})

/** The result of an order. */
export const OrderOutcome = z.strictObject({
  origin: Origin.optional(),
  reason: z.string().optional().describe('Reason in the error table, such as reportTooOld.'),
  text: z.string().optional().describe('What went wrong, in one sentence.'),
  remedy: z.string().optional().describe('What to do.'),
  texts: z.array(z.string()).describe('Messages of the error document.'),
})

/** An existing report that an order returned. */
const ReturnedReport = z.strictObject({
  orderId: Id.describe('The order that made the report.'),
  issuedAt: Moment.describe('First issue.'),
  reusedUntil: Moment.describe('Until then, Submit returns this report.'),
})

/** Facts about the HTTP request, such as its headers. */
const OrderRequestView = z.strictObject({
  id: z.string().describe('Request ID, as in X-Request-Id and in the log.'),
  traceId: z.string().optional().describe('Trace ID, as in traceparent and in the log.'),
  network: z.string().describe('Network of the client, never an address.'),
  headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
})

/** An order with its timeline, errors, steps and charges, but without its documents. */
export const OrderDetail = OrderSummary.extend({
  request: OrderRequestView.optional().describe('Absent if the order was purged.'),
  status: z
    .int()
    .optional()
    .describe('HTTP status of the response; absent while the order is running.'),
  steps: z
    .array(z.strictObject({ name: z.string(), fromMs: z.number(), ms: z.number() }))
    .describe(
      'The steps until the response was written, in order, each from the arrival of the order, in real time.',
    ),
  scores: z
    .array(ListedScore)
    .describe('The representative scores of the report; empty without one.'),
  outcome: OrderOutcome.optional().describe('Absent while the order is running.'),
  returned: ReturnedReport.optional().describe(
    'Only of an order that returned an existing report.',
  ),
  timeline: z.array(OrderEvent),
  errors: z.array(DocumentError),
  notes: z.array(z.string()),
  charges: z.array(
    z.strictObject({
      kind: z.string(),
      amountCents: Cents,
      items: z.array(z.strictObject({ what: z.string(), count: z.int(), cents: Cents })),
    }),
  ),
})

/** A field as sent, and its parsed value. */
const SentField = z.strictObject({
  path: z.string(),
  line: z.int(),
  sent: z.string(),
  parsed: z.string().optional(),
  verdict: z
    .enum(SENT_VERDICTS)
    .describe(
      'rewritten: parsed as another spelling. ignored: unknown, or empty and therefore absent. ' +
        'invalid: known, but the value is invalid. cut: card data, never stored.',
    ),
})

/** Request, parsed fields and response. Card number and security code were removed on arrival. */
export const OrderDocuments = z.strictObject({
  clear: z.boolean().describe('Whether personal data is unmasked.'),
  sent: z
    .string()
    .optional()
    .describe('Request XML; absent if the body was unreadable or the order was purged.'),
  fields: z.array(SentField).describe('Every field of the request with its parsed value.'),
  answered: z.string().optional().describe('Response XML without the printed report.'),
  curl: z.string().describe('curl command that places the order, without a secret.'),
})

/** The fields of two requests. Fields with the same meaning share a row, in any dialect. */
export const OrderComparison = z.strictObject({
  fields: z.array(
    z.strictObject({
      field: z.string().describe('Path in the attributes of MISMO 2.x, the same for all dialects.'),
      one: z.string().optional().describe('The value of the first order, masked.'),
      other: z.string().optional().describe('The value of the other order, masked.'),
      differs: z.boolean().describe('Whether the values differ, compared before masking.'),
    }),
  ),
})

/** The reason for showing personal data unmasked; without one, it stays masked. */
export const RevealBody = z.strictObject({
  reason: z
    .string()
    .trim()
    .min(3)
    .max(200)
    .refine(isLegal, LEGAL_TEXT)
    .refine((reason) => !hasPersonalNumber(reason), {
      error: 'a text without a number that can be a social security or card number',
    })
    .describe('Recorded in the audit trail, which is never purged; no personal data.'),
})

/** A message of the event stream; the name of the SSE event is `type`. */
export const StreamEvent = z.discriminatedUnion('type', [
  OrderSummary.pick({
    id: true,
    account: true,
    operation: true,
    action: true,
    state: true,
    receivedAt: true,
    finishedAt: true,
    code: true,
    reportId: true,
  }).extend({ type: z.literal('order').describe('An order was received or has ended.') }),
  z.strictObject({
    type: z.literal('bureau').describe('The health of a bureau has changed.'),
    bureau: Bureau,
    health: BureauHealth,
  }),
  z.strictObject({
    type: z
      .literal('sandbox')
      .describe('The clock was advanced, fault injection changed, or the world was reset.'),
  }),
  z.strictObject({
    type: z.literal('faults').describe('Orders met an injected fault.'),
  }),
])

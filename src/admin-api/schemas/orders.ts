/**
 * Request and response schemas of the operator API: common ones, sessions, orders and manual orders.
 * Types, checks and the OpenAPI description are made from these; `routes.ts` assigns them to routes.
 * The console imports only their types (`import type`).
 */
import { z } from 'zod'
import { DIALECTS } from '../../documents/dialects.ts'
import { SENT_VERDICTS } from '../../documents/privacy/sent-fields.ts'
import { ACTION_TYPES, BUREAUS } from '../../documents/tables/enumerations.ts'
import { OPERATION_NAMES, PRODUCTS } from '../../orders/intake/products.ts'
import { ROLES } from '../../store/records/operators.ts'
import { ORDER_STATES } from '../../store/records/orders/order-entry.ts'

/** A moment in UTC, ISO 8601 with a Z. */
export const Moment = z.iso.datetime().describe('Time in UTC, ISO 8601.')
/** Whole cents of a dollar. */
export const Cents = z.int().describe('US cents.')
/** A bureau by its MISMO name. */
export const Bureau = z.enum(BUREAUS)
/** An operation by the last part of its path. */
export const OperationName = z.enum(OPERATION_NAMES)
const Action = z.enum(ACTION_TYPES)
const DialectName = z.enum(Object.keys(DIALECTS) as [keyof typeof DIALECTS])
const ProductName = z.enum(Object.keys(PRODUCTS) as [keyof typeof PRODUCTS])
/** An identifier of ours: of an order, a report, a secret. */
export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,80}$/)
/** The name of an account or operator. */
export const Name = z.string().regex(/^[A-Za-z0-9._@-]{1,80}$/)
/** The position in a list; opaque, and valid only with the same filters. */
export const Cursor = z.string().regex(/^[A-Za-z0-9_-]{1,200}$/)
/** How many items a page of a list has. */
export const Limit = z.coerce.number().int().min(1).max(100).default(25)

/** A part of a list, newest first, and where it goes on. */
export function page<T extends z.ZodType>(item: T) {
  return z.strictObject({
    items: z.array(item),
    next: Cursor.optional().describe('Cursor of the next page; absent on the last page.'),
  })
}

/** A validation error of a document or a request: the path and the rule, never the value. */
export const DocumentError = z.strictObject({
  path: z.string(),
  rule: z.string(),
  expected: z.string().optional(),
  line: z.int().optional().describe('Line in the document as sent, if known.'),
})

/** RFC 9457. The type is stable; programs branch on it. */
export const Problem = z.strictObject({
  type: z.string().describe('urn:trimerge:problem:NAME, listed in docs/api.md.'),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  requestId: z.string().optional(),
  errors: z.array(DocumentError).optional(),
})

/** A login. Without the code, a user with a second factor gets the problem `code-needed`. */
export const LoginBody = z.strictObject({
  name: z.string().min(1).max(80),
  password: z.string().min(1).max(1000),
  code: z
    .string()
    .min(6)
    .max(20)
    .optional()
    .describe('Code of the authenticator app, or a recovery code.'),
})

/** The current user, and what the console needs to know. */
export const Session = z.strictObject({
  operator: z.strictObject({
    name: z.string(),
    role: z.enum(ROLES),
    account: z.string().optional().describe('The account of an integrator.'),
  }),
  csrfToken: z.string().describe('Send it as X-CSRF-Token with every change.'),
  expiresAt: Moment.describe('End of the session, regardless of activity.'),
  idleTimeoutMs: z
    .int()
    .describe('The session ends after this time without a request that a person caused.'),
  sandbox: z.boolean().describe('Whether every bureau is simulated.'),
  secondFactor: z
    .enum(['active', 'none', 'required'])
    .describe('required: the user must set up a second factor before anything else.'),
  credentialsFile: z
    .string()
    .optional()
    .describe('The file with the credentials of a sandbox, for operators where it exists.'),
  version: z.string(),
  basePath: z.string(),
})

/** A change of the caller's own password; other sessions of the user end. */
export const PasswordBody = z.strictObject({
  current: z.string().min(1).max(1000),
  next: z.string().min(15).max(1000).describe('At least 15 characters.'),
})

/** A new second factor, which is not active yet. */
export const SecondFactorSetup = z.strictObject({
  secret: z.string().describe('Key for the authenticator app, in Base32.'),
  uri: z.string().describe('The same as an otpauth URI: TOTP, SHA-1, 6 digits, 30 seconds.'),
  proof: z.string().describe('Send it back with the code.'),
})

/** Activates a second factor: the code shows that the app has the key. */
export const SecondFactorBody = z.strictObject({
  password: z.string().min(1).max(1000),
  secret: z.string().min(1).max(100),
  proof: z.string().min(1).max(100),
  code: z.string().min(6).max(20).describe('Current code of the authenticator app.'),
})

/** New recovery codes. They are shown once and stored as hashes. */
export const RecoveryCodes = z.strictObject({
  recoveryCodes: z.array(z.string()).describe('Each replaces one code at a login, once.'),
})

/** Removes the caller's second factor; password and code are both needed. */
export const SecondFactorRemoval = z.strictObject({
  password: z.string().min(1).max(1000),
  code: z.string().min(6).max(20).describe('Code of the authenticator app, or a recovery code.'),
})

/** A borrower as lists show them: initials and the last four digits. */
export const MaskedBorrower = z.strictObject({ name: z.string(), ssn: z.string() })

/** A representative score of a report. */
export const ListedScore = z.strictObject({
  borrower: z.int().describe('1 is the first borrower of the order.'),
  model: z.string(),
  score: z.int(),
})

/** How one bureau ended for one borrower. */
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
  magicWord: z
    .string()
    .optional()
    .describe('The word of the magic street that caused the result, such as UNREACHABLE.'),
  startedAt: Moment,
  finishedAt: Moment.optional(),
})

const Origin = z
  .enum(['new', 'upgraded', 'unmerged', 'refreshed', 'reissued', 'existing'])
  .describe('How the report came about; absent without a report.')

/** An order in a list: everything that needs no sealed content of the order. */
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
    .describe('How often the same request came again and got the stored response, uncharged.'),
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
    .regex(/^[A-Za-z]{1,60}$/)
    .optional()
    .describe('Outcome of a pull, such as NoFileReturnedNoHit.'),
  code: z
    .string()
    .regex(/^E[0-9]{3}$/)
    .optional(),
  from: Moment.optional().describe('Received at or after this time.'),
  to: Moment.optional().describe('Received before this time.'),
}

/** Filters of the order list. None of them is personal data, since they are in the URL. */
export const OrdersQuery = z.strictObject({
  ...orderFilters,
  limit: Limit,
  cursor: Cursor.optional(),
})

/** What a search by personal data looks for. */
export const SearchText = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .describe(
    'A last name, first and last name, the last four digits of an SSN, a lender case, or the ID of an order or a report.',
  )

/** A search by personal data, which has no place in a URL. */
export const OrderSearchBody = z.strictObject({
  text: SearchText,
  filters: z.strictObject(orderFilters).default({}),
  limit: Limit,
  cursor: Cursor.optional(),
})

/** The same list as a file; what is searched for is not in the URL. */
export const OrderExportBody = z.strictObject({
  text: SearchText.optional(),
  filters: z.strictObject(orderFilters).default({}),
})

/** Something that happened to an order. */
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
    'purged',
  ]),
  bureau: Bureau.optional(),
  borrower: z.int().optional(),
  text: z.string().optional(),
})

/** The result of an order. */
export const OrderOutcome = z.strictObject({
  origin: Origin.optional(),
  reason: z.string().optional().describe('Row of the error table, such as reportTooOld.'),
  text: z.string().optional().describe('What went wrong, in one sentence.'),
  remedy: z.string().optional().describe('What to do.'),
  texts: z.array(z.string()).describe('Messages of the error document.'),
})

/** The transport's facts about a request, such as its headers. */
const OrderRequestView = z.strictObject({
  id: z.string().describe('Request ID, as in X-Request-Id and in the log.'),
  traceId: z.string().optional().describe('Trace ID, as in traceparent and in the log.'),
  network: z.string().describe('Network of the client, never an address.'),
  headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
})

/** An order with its timeline, errors, steps and charges, and without its documents. */
export const OrderDetail = OrderSummary.extend({
  request: OrderRequestView.optional().describe('Absent if the order was purged.'),
  status: z.int().optional().describe('HTTP status of the response; absent while it runs.'),
  steps: z
    .array(z.strictObject({ name: z.string(), fromMs: z.number(), ms: z.number() }))
    .describe(
      'The steps until the response was written, in order, each from the arrival of the order, in real time.',
    ),
  scores: z
    .array(ListedScore)
    .describe('The representative scores of the report; empty without one.'),
  outcome: OrderOutcome.optional().describe('Absent while the order is running.'),
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

/** A parsed field of a document. */
const DocumentLine = z.strictObject({ path: z.string(), value: z.string() })

/** A field as it was sent, and its parsed value. */
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

/** The fields of two requests; those of one meaning are one row, whatever the dialects. */
export const OrderComparison = z.strictObject({
  fields: z.array(
    z.strictObject({
      field: z.string().describe('Path in the attributes of MISMO 2.x, the same for all dialects.'),
      one: z.string().optional().describe('The value of the first order, masked.'),
      other: z.string().optional().describe('The value of the other order, masked.'),
      differs: z
        .boolean()
        .describe('Whether the values differ; of masked ones, whether the whole values do.'),
    }),
  ),
})

/** The reason for showing personal data unmasked; without one, it stays masked. */
export const RevealBody = z.strictObject({
  reason: z.string().trim().min(3).max(200).describe('Recorded in the audit trail.'),
})

/** A borrower as typed: the rules of the interface find the errors. */
const ManualOrderPerson = z.strictObject({
  firstName: z.string().max(200),
  middleName: z.string().max(200).default(''),
  lastName: z.string().max(200),
  suffix: z.string().max(200).default(''),
  ssn: z.string().max(40),
  birthDate: z.string().max(40).optional(),
  address: z.strictObject({
    street: z.string().max(300),
    city: z.string().max(200),
    state: z.string().max(40),
    postalCode: z.string().max(40),
  }),
})

/**
 * An order as typed. Texts are longer than the interface allows, so that the rules report the
 * error.
 */
export const ManualOrderForm = z.strictObject({
  product: ProductName.optional().describe(
    'Default: the product of the operation with the most content.',
  ),
  action: Action.default('Submit'),
  bureaus: z.array(Bureau).default([...BUREAUS]),
  people: z.array(ManualOrderPerson).min(1).max(2),
  reportId: z.string().max(80).optional(),
  lenderCase: z.string().max(80).default(''),
  requestId: z.string().max(80).optional(),
})

/** A form to be turned into a request document in a dialect. */
export const ManualOrderPreviewBody = z.strictObject({
  operation: OperationName,
  dialect: DialectName.default('mismo'),
  account: Name.optional().describe(
    "The account whose requirements apply; default: the integrator's own.",
  ),
  form: ManualOrderForm,
})

/** A request document to be validated; at most 1 MiB, as an order. */
export const ManualOrderCheckBody = z.strictObject({
  operation: OperationName,
  account: Name.optional(),
  xml: z.string().max(1_048_576),
})

/** A request document with its errors and parsed fields. */
export const ManualOrderPreview = z.strictObject({
  operation: OperationName,
  xml: z.string(),
  errors: z.array(DocumentError),
  notes: z.array(z.string()),
  parsed: z.array(DocumentLine),
  price: z
    .strictObject({
      centsMax: Cents.describe('The charge if every bureau delivers every file and score.'),
      hard: z.boolean().describe('Whether it leaves hard inquiries.'),
      pulls: z.boolean().describe('Whether bureaus are asked.'),
    })
    .optional()
    .describe('What a valid order of a known account may cost.'),
})

/** A request document to be ordered, byte for byte. */
export const ManualOrderBody = z.strictObject({
  account: Name.optional().describe("Default: the integrator's own account."),
  operation: OperationName,
  xml: z.string().min(1).max(1_048_576),
})

/** The result of a manual order, which is also in the request log. */
export const ManualOrderResult = z.strictObject({
  orderId: Id,
  reportId: Id.optional(),
  status: z.int().describe('HTTP status that a client would get.'),
  code: z.string().optional(),
  texts: z.array(z.string()).describe('Error messages, if there is no report.'),
  retried: z.boolean().describe('Whether this is the stored response to a duplicate request.'),
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
    health: z.enum(['answering', 'failing', 'resting', 'silent']),
  }),
  z.strictObject({
    type: z
      .literal('sandbox')
      .describe('The clock was advanced, fault injection changed, or the world was reset.'),
  }),
])

/**
 * What the operator API takes and answers: shapes that every resource uses, sessions, orders and the
 * desk. Types, checks and the OpenAPI description are made from these; `routes.ts` says which route
 * has which. The console takes the types alone (`import type`).
 */
import { z } from 'zod'
import { DIALECTS } from '../documents/dialects.ts'
import { SENT_VERDICTS } from '../documents/privacy/sent-fields.ts'
import { ACTION_TYPES, BUREAUS } from '../documents/tables/enumerations.ts'
import { OPERATION_NAMES, PRODUCTS } from '../orders/intake/products.ts'
import { ROLES } from '../store/records/operators.ts'
import { ORDER_STATES } from '../store/records/order-entry.ts'

/** A moment in UTC, ISO 8601 with a Z. */
export const Moment = z.iso.datetime().describe('A moment in UTC, ISO 8601.')
/** Whole cents of a dollar. */
export const Cents = z.int().describe('Cents of a dollar.')
export const Bureau = z.enum(BUREAUS)
export const OperationName = z.enum(OPERATION_NAMES)
export const Action = z.enum(ACTION_TYPES)
export const DialectName = z.enum(Object.keys(DIALECTS) as [keyof typeof DIALECTS])
export const ProductName = z.enum(Object.keys(PRODUCTS) as [keyof typeof PRODUCTS])
/** An identifier of ours: of an order, a report, a secret. */
export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,80}$/)
/** The name of an account or operator. */
export const Name = z.string().regex(/^[A-Za-z0-9._@-]{1,80}$/)
/** Where a page went on; opaque, and good for the same filters alone. */
export const Cursor = z.string().regex(/^[A-Za-z0-9_-]{1,200}$/)
export const Limit = z.coerce.number().int().min(1).max(100).default(25)

/** A part of a list, newest first, and where it goes on. */
export function page<T extends z.ZodType>(item: T) {
  return z.strictObject({
    items: z.array(item),
    next: Cursor.optional().describe('Where the list goes on; absent at its end.'),
  })
}

/** A fault of a document or of a request: the place and the rule, never the value. */
export const Fault = z.strictObject({
  path: z.string(),
  rule: z.string(),
  expected: z.string().optional(),
  line: z.int().optional().describe('The line of the document as sent, where it is known.'),
})

/** RFC 9457. The type is stable; programs go by it. */
export const Problem = z.strictObject({
  type: z.string().describe('urn:trimerge:problem:NAME, listed in docs/api.md.'),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  requestId: z.string().optional(),
  faults: z.array(Fault).optional(),
})

export const LoginBody = z.strictObject({
  name: z.string().min(1).max(80),
  password: z.string().min(1).max(1000),
})

/** Who is logged in, and what their page needs to know. */
export const Session = z.strictObject({
  operator: z.strictObject({
    name: z.string(),
    role: z.enum(ROLES),
    account: z.string().optional().describe('The account of an integrator.'),
  }),
  csrfToken: z.string().describe('To send as X-CSRF-Token with every change.'),
  expiresAt: Moment.describe('When the session ends however busy it is.'),
  idleTimeoutMs: z.int().describe('Without a request for so long, the session ends.'),
  sandbox: z.boolean().describe('Whether every bureau is simulated.'),
  version: z.string(),
  basePath: z.string(),
})

export const PasswordBody = z.strictObject({
  current: z.string().min(1).max(1000),
  next: z.string().min(15).max(1000).describe('At least 15 characters.'),
})

/** A borrower as lists show them: initials and the last four digits. */
export const MaskedBorrower = z.strictObject({ name: z.string(), ssn: z.string() })

/** How one bureau ended for one borrower. */
export const PullView = z.strictObject({
  bureau: Bureau,
  borrower: z.int().describe('1 is the first borrower of the order.'),
  hard: z.boolean().describe('Whether it shows as an inquiry on later files.'),
  state: z.enum(['intended', 'answered', 'failed']),
  outcome: z.string().optional().describe('Status of the file, such as FileReturned.'),
  startedAt: Moment,
  finishedAt: Moment.optional(),
})

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
  code: z.string().optional().describe('Of an error document, such as E102.'),
  reportId: Id.optional(),
  borrowers: z.array(MaskedBorrower).describe('None where nothing was understood, or purged.'),
  pulls: z.array(PullView),
  chargedCents: Cents,
  faultCount: z.int(),
  noteCount: z.int(),
  purged: z.boolean(),
})
export const OrderPage = page(OrderSummary)

const orderFilters = {
  state: z.enum(ORDER_STATES).optional(),
  operation: OperationName.optional(),
  action: Action.optional(),
  account: Name.optional(),
  bureau: Bureau.optional().describe('With outcome: orders of which this bureau ended so.'),
  outcome: z
    .string()
    .regex(/^[A-Za-z]{1,60}$/)
    .optional()
    .describe('How a pull ended, such as NoFileReturnedNoHit.'),
  code: z
    .string()
    .regex(/^E[0-9]{3}$/)
    .optional(),
  from: Moment.optional().describe('Received at this moment or later.'),
  to: Moment.optional().describe('Received before this moment.'),
}

export const OrdersQuery = z.strictObject({
  ...orderFilters,
  limit: Limit,
  cursor: Cursor.optional(),
})

/** A search by personal data, which has no place in a URL. */
export const OrderSearchBody = z.strictObject({
  text: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe(
      'A last name, first and last name, the last four digits of an SSN, a lender case, or the identifier of an order or a report.',
    ),
  filters: z.strictObject(orderFilters).default({}),
  limit: Limit,
  cursor: Cursor.optional(),
})

/** Something that happened to an order. */
export const OrderEvent = z.strictObject({
  at: Moment,
  what: z.enum([
    'received',
    'understood',
    'refused',
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

export const OrderDetail = OrderSummary.extend({
  timeline: z.array(OrderEvent),
  faults: z.array(Fault),
  notes: z.array(z.string()),
  charges: z.array(
    z.strictObject({
      kind: z.string(),
      amountCents: Cents,
      items: z.array(z.strictObject({ what: z.string(), count: z.int(), cents: Cents })),
    }),
  ),
})

/** A line of a document as it was understood. */
export const DocumentLine = z.strictObject({ path: z.string(), value: z.string() })

/** A field as it was sent, and what it was understood as. */
export const SentField = z.strictObject({
  path: z.string(),
  line: z.int(),
  sent: z.string(),
  understood: z.string().optional(),
  verdict: z
    .enum(SENT_VERDICTS)
    .describe(
      'rewritten: in another spelling. ignored: not known, or empty where that counts as absent. ' +
        'faulty: known, and not understood. cut: card data, never stored.',
    ),
})

/** What was sent, understood and answered. Card number and security code were cut out on arrival. */
export const OrderDocuments = z.strictObject({
  clear: z.boolean().describe('Whether personal data is shown; masked otherwise.'),
  sent: z.string().optional().describe('XML; absent of an unreadable body and of a purged order.'),
  fields: z.array(SentField).describe('Every field sent, beside what was understood of it.'),
  answered: z.string().optional().describe('XML, without the printed report.'),
  curl: z.string().describe('How the order is placed by hand; without a secret.'),
})

export const RevealBody = z.strictObject({
  reason: z.string().trim().min(3).max(200).describe('Kept in the audit trail.'),
})

/** Someone to order about, as typed: faults are found by the interface's own rules. */
export const DeskPerson = z.strictObject({
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

export const DeskForm = z.strictObject({
  product: ProductName.optional().describe('The fullest one of the operation where not told.'),
  action: Action.default('Submit'),
  bureaus: z.array(Bureau).default([...BUREAUS]),
  people: z.array(DeskPerson).min(1).max(2),
  reportId: z.string().max(80).optional(),
  lenderCase: z.string().max(80).default(''),
  requestId: z.string().max(80).optional(),
})

export const DeskPreviewBody = z.strictObject({
  operation: OperationName,
  dialect: DialectName.default('mismo'),
  account: Name.optional().describe("Whose requirements hold; the integrator's own by default."),
  form: DeskForm,
})

export const DeskCheckBody = z.strictObject({
  operation: OperationName,
  account: Name.optional(),
  xml: z.string().max(1_048_576),
})

/** What a document would be understood as. */
export const DeskPreview = z.strictObject({
  operation: OperationName,
  xml: z.string(),
  faults: z.array(Fault),
  notes: z.array(z.string()),
  understood: z.array(DocumentLine),
})

export const DeskOrderBody = z.strictObject({
  account: Name.optional().describe("The integrator's own by default."),
  operation: OperationName,
  xml: z.string().min(1).max(1_048_576),
})

export const DeskAnswer = z.strictObject({
  orderId: Id,
  reportId: Id.optional(),
  status: z.int().describe('The HTTP status that a client would get.'),
  code: z.string().optional(),
  texts: z.array(z.string()).describe('Why there is no report.'),
  retried: z.boolean().describe('Whether it is the stored answer of the same bytes.'),
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
  }).extend({ type: z.literal('order').describe('An order is new, or has ended.') }),
  z.strictObject({
    type: z.literal('bureau').describe('What a bureau does has changed.'),
    bureau: Bureau,
    health: z.enum(['answering', 'failing', 'resting', 'silent']),
  }),
])

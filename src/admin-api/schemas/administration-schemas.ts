/** Schemas for administration: accounts, users, sandbox, statistics and look-ups. */
import { z } from 'zod'
import { BREAKER_STATES } from '../../bureaus/bureau.ts'
import { PERSONA_TRAITS } from '../../bureaus/simulator/persona-traits.ts'
import { AccountProfile } from '../../orders/intake/ordering-account.ts'
import { OPERATION_NAMES } from '../../orders/intake/products.ts'
import { AUDIT_ACTION_NAMES } from '../../store/audit/actions.ts'
import { ROLES } from '../../store/records/operators.ts'
import {
  Bureau,
  Cents,
  Cursor,
  Id,
  Limit,
  Moment,
  Name,
  OperationName,
  page,
} from './common-schemas.ts'
import { MaskedBorrower } from './order-schemas.ts'

const text = z.string()

/** An account in the list, without secrets and prices. */
const AccountSummary = z.strictObject({
  name: Name,
  party: text,
  purpose: text.describe('Permissible purpose.'),
  products: z.array(text),
  bureaus: z.array(text),
  createdAt: Moment,
  disabledAt: Moment.optional(),
})
/** The recent activity of an account. */
const AccountUse = z.strictObject({
  orders: z.int().describe('Orders received in the last 30 days.'),
  lastOrderAt: Moment.optional().describe('Absent if the account never ordered.'),
})
/** Whether the list includes the recent activity of each account. */
export const AccountsQuery = z.strictObject({
  use: z
    .stringbool()
    .default(false)
    .describe('Whether to include the number of recent orders and the time of the last one.'),
})
/** The accounts, by name. */
export const AccountList = z.strictObject({
  items: z.array(AccountSummary.extend({ use: AccountUse.optional() })),
})

/** A secret by its ID. The secret itself is shown only once, when it is created. */
const SecretView = z.strictObject({
  id: Id,
  createdAt: Moment,
  expiresAt: Moment.optional(),
  lastUsedAt: Moment.optional().describe(
    'When a request last used the secret; recorded up to a minute late. Absent if it was never used.',
  ),
})

/**
 * An account with its complete profile. Its secrets are listed by ID, because the service stores
 * only their hashes.
 */
export const AccountDetail = z.strictObject({
  name: Name,
  createdAt: Moment,
  disabledAt: Moment.optional(),
  profile: AccountProfile,
  secrets: z.array(SecretView).describe('The active secrets.'),
})

/** A new account. Omitted keys of its profile get their defaults. */
export const NewAccountBody = z.strictObject({
  name: Name,
  profile: AccountProfile.prefault({}),
})
/** The created account, with its first secret. */
export const NewAccount = z.strictObject({
  account: AccountDetail,
  secret: text.describe('Shown only once.'),
})
/** An additional secret. The previous one stays valid, so that the client can switch over. */
export const NewSecret = z.strictObject({ id: Id, secret: text.describe('Shown only once.') })

const Price = z.strictObject({ base: Cents, perFile: Cents, perScore: Cents })

/** The prices of new accounts. Each account has its own copy in its profile. */
export const PriceList = z.strictObject({
  products: z.record(z.enum(OPERATION_NAMES), Price),
  reissue: Cents,
  unmerge: Cents,
  upgrade: Cents,
})

/** A month in the years 1000 to 2999, as `boundsOfMonth` accepts. */
const Month = z.string().regex(/^[12][0-9]{3}-(0[1-9]|1[0-2])$/)
/** The month of a statement. */
export const StatementQuery = z.strictObject({
  month: Month.describe('Month in UTC, such as 2026-11.'),
})
/** The charges of an account in a month, as in the CSV file. */
export const Statement = z.strictObject({
  account: Name,
  month: Month,
  totalCents: Cents,
  lines: z.array(
    z.strictObject({
      chargedAt: Moment,
      orderId: Id,
      reportId: Id.optional(),
      operation: text,
      action: text.optional(),
      borrowers: z.array(MaskedBorrower).describe('Empty if the order was purged.'),
      lenderCase: text.optional(),
      kind: text,
      items: z.array(z.strictObject({ what: text, count: z.int(), cents: Cents })),
      amountCents: Cents,
    }),
  ),
})

/** A console user, without password and second factor. */
export const OperatorView = z.strictObject({
  name: Name,
  role: z.enum(ROLES),
  account: Name.optional(),
  createdAt: Moment,
  disabledAt: Moment.optional(),
  hasSecondFactor: z.boolean(),
})
/** All console users, by name. */
export const OperatorList = z.strictObject({
  items: z.array(
    OperatorView.extend({
      lastLoginAt: Moment.optional().describe('Real time; absent if the user never logged in.'),
    }),
  ),
})
/** A new console user. Only an integrator has an account, and must have one. */
export const NewOperatorBody = z
  .strictObject({ name: Name, role: z.enum(ROLES), account: Name.optional() })
  .refine(({ role, account }) => (role === 'integrator') === (account !== undefined), {
    path: ['account'],
    message: 'required for the role integrator and not allowed for other roles',
  })
/** The created user, with a password to hand over. */
export const NewOperator = z.strictObject({
  operator: OperatorView,
  password: text.describe('Shown only once.'),
})
/** A change to a console user. Absent members do not change. */
export const OperatorChange = z.strictObject({
  role: z.enum(ROLES).optional(),
  account: Name.nullable().optional().describe('null removes the account.'),
  disabled: z.boolean().optional(),
})
/** The password that replaces a forgotten one. The reset has ended the user's sessions. */
export const NewPassword = z.strictObject({ password: text.describe('Shown only once.') })

/** A persona with the result that its story states. */
const PersonaView = z.strictObject({
  id: text,
  firstName: text,
  middleName: text,
  lastName: text,
  suffix: text,
  ssn: text.describe('Fictional: its area number is never issued.'),
  birthDate: text,
  address: z.strictObject({ street: text, city: text, state: text, postalCode: text }),
  story: text,
  joint: text.optional().describe('Persona ID of the joint borrower.'),
  outcome: z.record(
    Bureau,
    z.strictObject({
      status: text,
      score: z.int().optional(),
      exclusionReason: text.optional(),
      words: text,
    }),
  ),
  figures: z.record(text, z.number()),
  traits: z.array(z.enum(PERSONA_TRAITS)).describe('Traits by which lists can be filtered.'),
})
/** The personas, with the version of their stories. */
export const PersonaList = z.strictObject({ version: text, items: z.array(PersonaView) })
/** The options of a ready-to-send order for a persona. */
export const PersonaOrderQuery = z.strictObject({
  operation: OperationName.default('credit_report'),
  individual: z.stringbool().default(false).describe('Order without the joint borrower.'),
  account: Name.optional().describe('The account that orders. The order names its party.'),
})
/** A ready-to-send order for a persona, as XML and as a curl command. */
export const PersonaOrder = z.strictObject({ operation: OperationName, xml: text, curl: text })

/** The length of the overview's period, up to a leap year. */
export const OverviewQuery = z.strictObject({
  hours: z.coerce
    .number()
    .int()
    .min(1)
    .max(24 * 366)
    .default(24),
  account: Name.optional(),
})
/** Response time of completed and failed orders: median and p95. */
const Latency = z.strictObject({ p50Ms: z.number(), p95Ms: z.number() })
/**
 * The figures of recent hours: orders by result, response times, pulls by bureau, charges and error
 * codes.
 */
export const Overview = z.strictObject({
  from: Moment.describe(
    'Start of the first bucket. If the first quarter of the period or more has no orders, the buckets start at the first order instead, but at least 24 hours before the end.',
  ),
  to: Moment,
  firstHour: Moment.optional().describe('Hour of the first order; absent if there is no order.'),
  bucketMs: z
    .int()
    .describe('Whole hours, days or weeks. Buckets of a day or more start at midnight UTC.'),
  buckets: z.array(
    z.strictObject({
      from: Moment,
      done: z.int(),
      failed: z.int(),
      rejected: z.int(),
      running: z.int(),
      ...Latency.partial().shape,
    }),
  ),
  orders: z.int(),
  latency: Latency.optional().describe('Of completed and failed orders; absent if there are none.'),
  bureaus: z.array(
    z.strictObject({
      bureau: Bureau,
      pulls: z.int(),
      hit: z.int(),
      noHit: z.int(),
      frozen: z.int(),
      failed: z.int(),
      other: z.int(),
    }),
  ),
  spendCents: Cents,
  codes: z.array(
    z.strictObject({
      code: text,
      count: z.int(),
      reasons: z.array(
        z.strictObject({
          reason: text.describe(
            'Reason in the error table with which at least one of the newest 50 of these orders ended.',
          ),
          count: z
            .int()
            .optional()
            .describe(
              'Number of those orders that ended with this reason; absent if the code has no other reason.',
            ),
        }),
      ),
      injected: z
        .int()
        .describe(
          'Number of the newest 50 of these orders that met an injected fault or a magic street.',
        ),
    }),
  ),
})

/** Filters of the audit trail. An entry must match all given filters. */
export const AuditQuery = z.strictObject({
  account: Name.optional(),
  orderId: Id.optional(),
  reportId: Id.optional(),
  actor: z.string().min(1).max(80).optional().describe('Name of the actor, of any kind.'),
  action: z.enum(AUDIT_ACTION_NAMES).optional().describe('Listed in docs/audit-actions.md.'),
  from: Moment.optional().describe('Recorded at or after this real time.'),
  to: Moment.optional().describe('Recorded before this real time.'),
  limit: Limit,
  cursor: Cursor.optional(),
})
/** The same filters, for a file of all matching entries. */
export const AuditExportQuery = AuditQuery.omit({ limit: true, cursor: true })
/** An entry of the audit trail, without personal data. */
const AuditEntry = z.strictObject({
  id: text.describe('ID of the writing process and number of the entry.'),
  at: Moment.describe('Real time.'),
  sandboxAt: Moment.optional().describe('Sandbox time, while the clock of a sandbox is ahead.'),
  actor: z.strictObject({ kind: text, name: text }),
  action: text,
  account: text.optional(),
  orderId: text.optional(),
  reportId: text.optional(),
  object: text.optional().describe('Any other object of the action.'),
  purpose: text.optional(),
  outcome: text,
  fields: z.array(text),
})
/** Entries of the audit trail, newest first. */
export const AuditPage = page(AuditEntry)

/** A bureau: the source of its files, and the results of its recent pulls. */
export const BureauView = z.strictObject({
  bureau: Bureau,
  source: z.enum(['simulated', 'vendor']),
  vendor: text.optional(),
  timeoutMs: z.int(),
  health: z
    .enum(['answering', 'failing', 'resting', 'silent'])
    .describe('resting: paused after failures. silent: no recent pulls.'),
  breaker: z
    .enum(BREAKER_STATES)
    .optional()
    .describe(
      'Circuit breaker of the responding process. open: no pulls until the pause ends. half-open: one order tests the bureau.',
    ),
  fault: text.optional().describe('The injected fault of the simulated bureau.'),
  recent: z.strictObject({
    pulls: z.int().describe('Pulls in the last hour.'),
    failed: z.int(),
    p50Ms: z.number().optional(),
    p95Ms: z.number().optional(),
    lastAt: Moment.optional(),
    lastOutcome: text.optional(),
  }),
})
/** The three bureaus, in the order of the interface. */
export const BureauList = z.strictObject({ items: z.array(BureauView) })

/** The error table, which explains codes to clients and in the console. */
export const ErrorList = z.strictObject({
  items: z.array(
    z.strictObject({
      code: text,
      status: z.int(),
      reason: text,
      retry: z.enum(['same', 'later', 'never']),
      text,
      remedy: text,
    }),
  ),
})

/** The fields of the documents, from the tables that read and validate them. */
export const FieldList = z.strictObject({
  documents: z.array(
    z.strictObject({
      name: text,
      title: text,
      fields: z.array(
        z.strictObject({
          path: text,
          need: text,
          kind: text,
          origin: text,
          secret: z.boolean().describe('Personal or payment data, masked in lists and logs.'),
          neverStored: z.boolean().describe('Removed from a request before it is stored.'),
          doc: text,
        }),
      ),
    }),
  ),
})

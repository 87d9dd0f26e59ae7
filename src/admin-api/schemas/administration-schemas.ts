/** Schemas for administration: personas, statistics, audit trail, bureaus and look-ups. */
import { z } from 'zod'
import { BREAKER_STATES } from '../../bureaus/bureau.ts'
import { PERSONA_TRAITS } from '../../bureaus/simulator/persona-traits.ts'
import { AUDIT_ACTION_NAMES } from '../../store/audit/actions.ts'
import {
  Bureau,
  BureauHealth,
  Cents,
  Cursor,
  Id,
  Limit,
  legalText,
  Moment,
  Name,
  OperationName,
  page,
} from './common-schemas.ts'

const text = z.string()

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
  individual: z
    .stringbool()
    .default(false)
    .describe('Whether to order without the joint borrower: true or false.'),
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
  actor: legalText(80).min(1).optional().describe('Name of the actor, of any kind.'),
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
  health: BureauHealth.describe(
    'unsteady: some of the latest pulls failed. failing: the latest pulls failed. resting: paused after failures. silent: no recent pulls.',
  ),
  breaker: z
    .enum(BREAKER_STATES)
    .optional()
    .describe(
      'Circuit breaker of the responding process. open: no pulls until the pause ends. half-open: one order tests the bureau.',
    ),
  fault: text.optional().describe('The injected fault of the simulated bureau.'),
  recent: z.strictObject({
    pulls: z
      .int()
      .describe(
        'Pulls in the last hour, of the newest 500. For an integrator, all figures are those of the account.',
      ),
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

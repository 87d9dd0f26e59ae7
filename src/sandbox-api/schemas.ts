/** Schemas of the control plane: what its calls take and give. */
import { z } from 'zod'
import { Bureau, Id, Moment, Name, OperationName } from '../admin-api/schemas.ts'
import { PersonFile, PersonId } from '../bureaus/simulator/people/person-file.ts'
import { DIALECTS } from '../documents/dialects.ts'
import { ACTION_TYPES, BUREAUS, type BureauName } from '../documents/tables/enumerations.ts'

export const Clock = z.strictObject({
  now: Moment.describe('The sandbox time.'),
  advancedMs: z.int().describe('How far the clock was advanced since the start of the world.'),
})

/** Either a length of time or the moment to go to. */
export const ClockBody = z
  .strictObject({
    advance: z
      .string()
      .max(12)
      .optional()
      .describe('Advance by whole hours, days or weeks: 36h, 45d, 2w.'),
    to: Moment.optional().describe('Advance to this time.'),
  })
  .refine(({ advance, to }) => (advance === undefined) !== (to === undefined), {
    message: 'exactly one of advance and to',
  })

const flag = (text: string) => z.stringbool().default(false).describe(text)

/** What an order for a test person asks. */
const orderQuery = {
  operation: OperationName.default('credit_report'),
  dialect: z.enum(Object.keys(DIALECTS) as [keyof typeof DIALECTS]).default('mismo'),
  action: z.enum(ACTION_TYPES).default('Submit').describe('Action of the order.'),
  bureaus: z
    .string()
    .optional()
    .transform((text) => text?.split(',') as BureauName[] | undefined)
    .pipe(z.array(Bureau).min(1).optional())
    .describe(`Bureaus to ask, separated by commas: ${BUREAUS.join(',')}.`),
  reportId: Id.optional().describe('The report that the order is about.'),
  lenderCase: z.string().max(80).optional(),
  requestId: z.string().max(80).optional().describe('CreditRequestID of the order.'),
  street: z.string().max(80).optional().describe('Replaces the street, such as MAGIC ALL TIMEOUT.'),
} as const

/** What an order for a persona asks. */
export const PersonaOrderQuery = z.strictObject({
  ...orderQuery,
  individual: flag('Order without the joint borrower.'),
})

/** What an order for a custom person asks. */
export const PersonOrderQuery = z.strictObject({
  ...orderQuery,
  with: PersonId.optional().describe('ID of another custom person, to order jointly.'),
})

const text = z.string()
const Identity = z.strictObject({
  firstName: text,
  middleName: text,
  lastName: text,
  suffix: text,
  ssn: text.describe('Fictional: its area number is never issued.'),
  birthDate: text,
  address: z.strictObject({
    street: text,
    city: text,
    state: text,
    postalCode: text,
    since: text.optional(),
  }),
})

/** What a bureau returns for a custom person. */
const AtBureau = z.strictObject({
  bureau: Bureau,
  status: text,
  score: z.int().optional().describe('Classic score.'),
  exclusionReason: text.optional().describe('Why the file is not scored.'),
  accounts: z.int().describe('Number of accounts on file.'),
})

export const Person = z.strictObject({
  id: PersonId,
  putAt: Moment.describe(
    'The sandbox time at which the file was put; relative months count from it.',
  ),
  identity: Identity,
  bureaus: z.array(AtBureau),
  file: PersonFile,
  resolved: PersonFile.optional().describe('What follows from a wanted outcome.'),
})
export const PeopleList = z.strictObject({
  items: z.array(
    z.strictObject({
      id: PersonId,
      putAt: Moment,
      firstName: text,
      lastName: text,
      ssn: text,
      description: text.optional(),
    }),
  ),
})

const faultScope = {
  bureau: Bureau.optional().describe('Only this bureau; all three if absent.'),
  account: Name.optional().describe('Only orders of this account.'),
  orders: z
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe('Only the next orders that ask such a file; each order counts once.'),
  share: z
    .number()
    .gt(0)
    .max(1)
    .optional()
    .describe('Only this share of the orders, such as 0.2. All files of an order fare alike.'),
}

const Latency = z
  .strictObject({
    medianMs: z.int().min(1).max(600_000),
    p95Ms: z.int().min(1).max(600_000),
  })
  .describe('Delay of each file: a log-normal distribution with this median and 95th percentile.')

/** All of what is named must fit an order. */
export const FaultBody = z.strictObject({
  fault: z
    .string()
    .min(1)
    .max(60)
    .optional()
    .describe('A fault of docs/magic.md, such as TIMEOUT or SLOW 5. Without it, give latency.'),
  latency: Latency.optional(),
  ...faultScope,
  borrower: z
    .string()
    .max(60)
    .optional()
    .describe('Only files of this borrower: the ID of a persona, or a social security number.'),
})

export const Fault = z.strictObject({
  id: Id,
  since: Moment.describe('Sandbox time at which the fault was injected.'),
  fault: z.string().optional(),
  latency: Latency.optional(),
  ...faultScope,
  borrower: z.string().optional().describe('ID of the persona, or the masked number.'),
})

export const Faults = z.strictObject({
  items: z
    .array(Fault)
    .describe('The injected faults, oldest first. The latest that fits applies.'),
  words: z
    .array(z.strictObject({ word: z.string(), does: z.string(), shows: z.string() }))
    .describe('The available faults.'),
})
export const FaultsQuery = z.strictObject({
  bureau: Bureau.optional().describe('Only faults of this bureau; all if absent.'),
})
export const RemovedFaults = z.strictObject({ removed: z.int() })

export const World = z.strictObject({
  start: Moment.describe('The moment at which the world began.'),
  clock: z
    .enum(['running', 'frozen'])
    .describe('frozen: the time changes only when it is advanced. running: it follows real time.'),
  ids: z.enum(['random', 'counted']),
  now: Moment,
  advancedMs: z.int(),
})

/** What a reset changes of how the world begins. */
export const ResetBody = z
  .strictObject({
    start: z
      .union([Moment, z.iso.date()])
      .nullable()
      .optional()
      .describe(
        'Date or time at which the world begins, with a frozen clock; null: now, with a running clock. As before if absent.',
      ),
    ids: z.enum(['random', 'counted']).optional().describe('As before if absent.'),
  })
  .optional()

export const Snapshots = z.strictObject({
  items: z.array(z.strictObject({ name: Name, savedAt: Moment })),
})

export const ReportPersonQuery = z.strictObject({
  borrower: z.coerce.number().int().min(1).max(2).default(1).describe('Position of the borrower.'),
})
export const ReportPerson = z.strictObject({
  file: PersonFile,
  notes: z.array(text).describe('What of the report the file cannot state.'),
})

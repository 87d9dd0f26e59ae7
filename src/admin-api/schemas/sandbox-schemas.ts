/** Schemas of the sandbox, shared by the console and the control plane. */
import { z } from 'zod'
import { PersonFile, PersonId } from '../../bureaus/simulator/people/person-file.ts'
import { SANDBOX_FAULT_GROUPS } from '../../sandbox/service-faults.ts'
import { ID_KINDS } from '../../store/records/snapshots.ts'
import { isWorldStart, WORLD_START_YEARS } from '../../time.ts'
import { Bureau, Id, legalText, Moment, Name } from './common-schemas.ts'

const text = z.string()

/** The sandbox clock. It only advances and is never set back; a reset begins a new world. */
export const Clock = z.strictObject({
  now: Moment.describe('The sandbox time.'),
  advancedMs: z.int().describe('How far the clock was advanced since the start of the world.'),
})

const DateOrMoment = z.union(
  [Moment, z.iso.date()],
  'a date or a time in UTC, such as 2026-01-15 or 2026-01-15T09:00:00Z',
)

/** Either a duration or the time to advance to. */
export const ClockBody = z
  .strictObject({
    advance: z
      .string()
      .max(12)
      .optional()
      .describe('Advance by whole hours, days or weeks: 36h, 45d, 2w.'),
    to: DateOrMoment.optional().describe('Advance to this date or time.'),
  })
  .refine(({ advance, to }) => (advance === undefined) !== (to === undefined), {
    message: 'exactly one of advance and to',
  })

/** What an advance of the clock would end. */
export const ClockPreview = z.strictObject({
  now: Moment.describe('The sandbox time after the advance.'),
  byMs: z.int(),
  reissueEnds: z.int().describe('Reports that can no longer be reissued, upgraded or unmerged.'),
  refreshEnds: z.int().describe('Reports that can no longer be refreshed.'),
  purgedReports: z.int().describe('Reports that the retention job purges, old ones included.'),
  purgedOrders: z.int().describe('Failed and rejected orders that the retention job purges.'),
})

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

const result = {
  status: text,
  score: z.int().optional().describe('Classic score.'),
  exclusionReason: text.optional().describe('Why the file is not scored.'),
} as const

/** The result of a bureau for a custom person. */
const AtBureau = z.strictObject({
  bureau: Bureau,
  ...result,
  accounts: z.int().describe('Number of accounts on file.'),
  balance: z.int().describe('Sum of their balances in dollars.'),
  lates: z.int().describe('Number of months that they were 30 or more days late.'),
  publicRecords: z.int().describe('Number of public records.'),
  inquiries: z.int().describe('Number of inquiries.'),
  alerts: z.int().describe('Number of alerts, such as for fraud.'),
  collections: z.int().describe('Number of accounts in collection.'),
  chargeOffs: z.int().describe('Number of accounts charged off and not in collection.'),
  repossessions: z.int().describe('Number of accounts that ended in repossession or foreclosure.'),
  disputed: z.int().describe('Number of accounts that the borrower disputes.'),
  openMortgages: z.int().describe('Number of open accounts secured by real estate.'),
  utilizationPercent: z
    .int()
    .optional()
    .describe(
      'Percentage of the limits of open revolving accounts that is used; absent without limits.',
    ),
  oldestMonth: text.optional().describe('The month in which the oldest account was opened.'),
})

/** A custom person with the current result at each bureau. */
export const Person = z.strictObject({
  id: PersonId,
  putAt: Moment.describe(
    'The sandbox time at which the file was put; relative months count from it.',
  ),
  identity: Identity,
  bureaus: z.array(AtBureau),
  file: PersonFile,
  resolved: PersonFile.optional().describe(
    'The complete file that was derived from a wanted outcome.',
  ),
})
/** The custom people with the current result at each bureau, without their files. */
export const PeopleList = z.strictObject({
  items: z.array(
    z.strictObject({
      id: PersonId,
      putAt: Moment,
      firstName: text,
      lastName: text,
      ssn: text,
      description: text.optional(),
      outcome: z.record(Bureau, z.strictObject(result)),
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
    .describe(
      'Only this many of the next orders that request a matching file; each order counts once.',
    ),
  share: z
    .number()
    .gt(0)
    .max(1)
    .optional()
    .describe(
      'Only this share of the orders, such as 0.2. All files of an order are treated alike.',
    ),
}

const Latency = z
  .strictObject({
    medianMs: z.int().min(1).max(600_000),
    p95Ms: z.int().min(1).max(600_000),
  })
  .describe('Delay of each file: a log-normal distribution with this median and 95th percentile.')

/** A fault to inject. An order must match all given members. */
export const FaultBody = z.strictObject({
  fault: z
    .string()
    .min(1)
    .max(60)
    .optional()
    .describe(
      'A fault of a bureau, such as TIMEOUT or SLOW 5 (docs/magic.md), or of the service, such as UNAVAILABLE (docs/sandbox-api.md). Without it, give latency.',
    ),
  latency: Latency.optional(),
  ...faultScope,
  borrower: legalText(60)
    .optional()
    .describe(
      'Only files of this borrower: the ID of a custom person or a persona, or a social security number.',
    ),
})

/**
 * An injected fault as it applies now. Faults that are limited to a number of orders end by
 * themselves.
 */
export const Fault = z.strictObject({
  id: Id,
  since: Moment.describe('Sandbox time at which the fault was injected.'),
  fault: z.string().optional(),
  service: z.literal(true).optional().describe('A fault of the service, not of a bureau.'),
  latency: Latency.optional(),
  ...faultScope,
  borrower: z.string().optional().describe('ID of the person or persona, or the masked number.'),
  borrowerName: z.string().optional().describe('First and last name of the person or persona.'),
  met: z.int().describe('Number of orders that have met the fault.'),
})

/** The injected faults and the available ones. */
export const Faults = z.strictObject({
  items: z
    .array(Fault)
    .describe('The injected faults, oldest first. The latest that fits applies.'),
  words: z
    .array(
      z.strictObject({
        word: text,
        group: z.enum(SANDBOX_FAULT_GROUPS),
        title: text.describe('Description in plain words.'),
        does: text,
        shows: text,
      }),
    )
    .describe('The available faults.'),
})
/** Selects the faults to remove. */
export const FaultsQuery = z.strictObject({
  bureau: Bureau.optional().describe('Only faults of this bureau; all if absent.'),
})
/** The number of removed faults. */
export const RemovedFaults = z.strictObject({ removed: z.int() })

/** The world of the sandbox: its start, and how its time runs. */
export const World = z.strictObject({
  start: Moment.describe('The moment at which the world began.'),
  clock: z
    .enum(['running', 'frozen'])
    .describe('frozen: the time changes only when it is advanced. running: it follows real time.'),
  ids: z.enum(ID_KINDS),
  now: Moment,
  advancedMs: z.int(),
  orders: z.int().describe('Number of orders; a reset deletes them.'),
})

/**
 * The world with its generation. The response to a reset lacks the generation, so that it has the
 * same bytes each time.
 */
export const PresentWorld = World.extend({
  generation: z
    .int()
    .describe('Counts resets and restores. Identifiers of two generations can be the same.'),
})

/** Changes to the start of the world that a reset makes. */
export const ResetBody = z
  .strictObject({
    start: DateOrMoment.refine(isWorldStart, `a date or a time ${WORLD_START_YEARS}`)
      .nullable()
      .optional()
      .describe(
        `Date or time, ${WORLD_START_YEARS}, at which the world begins, with a frozen clock; null: now, with a running clock. As before if absent.`,
      ),
    ids: z.enum(ID_KINDS).optional().describe('As before if absent.'),
  })
  .optional()

/** The saved states of the sandbox, by name. */
export const Snapshots = z.strictObject({
  items: z.array(
    z.strictObject({
      name: Name,
      savedAt: Moment.describe('Real time at which the snapshot was saved.'),
      sandboxAt: Moment.describe('Sandbox time at which the snapshot was saved.'),
      orders: z.int().describe('Number of orders.'),
      people: z.int().describe('Number of custom people.'),
      faults: z.int().describe('Number of injected faults that orders can still meet.'),
    }),
  ),
})

/** What the sandbox has and a snapshot does not. */
export const RestorePreview = z.strictObject({
  orders: z.int().describe('Orders, with their reports and charges.'),
  people: z.int().describe('Custom people that are new or changed.'),
  faults: z.int().describe('Injected faults that orders can still meet.'),
})

/** A fault for a whole bureau, which replaces its previous faults. */
export const BureauFaultBody = z.strictObject({
  word: z
    .string()
    .min(1)
    .max(60)
    .nullable()
    .describe('The injected fault, such as SLOW 5; null removes it.'),
})
/** The injected faults and, for each bureau, the latest fault that applies to every order. */
export const ConsoleFaults = Faults.extend({
  bureauTimeoutMs: z.int().describe('How long an order waits for a simulated bureau.'),
  current: z.array(
    z.strictObject({ bureau: Bureau, word: text.optional(), since: Moment.optional() }),
  ),
})

/** A confirmation. A reset cannot be undone, so a request without this body is rejected. */
export const ConfirmedBody = z.strictObject({ confirmed: z.literal(true) })

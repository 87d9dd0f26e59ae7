/** Schemas of the control plane: what its calls take and give. */
import { z } from 'zod'
import { Bureau, Id, Moment, OperationName } from '../admin-api/schemas.ts'
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

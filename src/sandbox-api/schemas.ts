/** Schemas of the control plane: what its calls take and give. */
import { z } from 'zod'
import { Bureau, Id, Moment, OperationName } from '../admin-api/schemas.ts'
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

/** What an order for a persona asks. */
export const PersonaOrderQuery = z.strictObject({
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
  individual: flag('Order without the joint borrower.'),
})

/** Schemas of the control plane: what its calls take and give. */
import { z } from 'zod'
import { Bureau, Id, OperationName } from '../admin-api/schemas/common-schemas.ts'
import { PersonFile, PersonId } from '../bureaus/simulator/people/person-file.ts'
import { DIALECTS } from '../documents/dialects.ts'
import { ACTION_TYPES, BUREAUS, type BureauName } from '../documents/tables/enumerations.ts'

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
/** Which borrower of a joint report the person is made from. */
export const ReportPersonQuery = z.strictObject({
  borrower: z.coerce.number().int().min(1).max(2).default(1).describe('Position of the borrower.'),
})
/**
 * A custom person made from a report, so that a case from a report can be repeated with other data.
 */
export const ReportPerson = z.strictObject({
  file: PersonFile,
  notes: z.array(text).describe('What of the report the file cannot state.'),
})

/** Schemas of the order desk, where an operator places an order. */
import { z } from 'zod'
import { ANSWER_ORIGINS, BUREAUS } from '../../documents/tables/enumerations.ts'
import {
  Action,
  Bureau,
  Cents,
  DialectName,
  DocumentError,
  Id,
  legalText,
  Name,
  OperationName,
  ProductName,
} from './common-schemas.ts'

/** A parsed field of a document. */
const DocumentLine = z.strictObject({ path: z.string(), value: z.string() })

/** A borrower as typed. The rules of the interface, not this schema, report its errors. */
const ManualOrderPerson = z.strictObject({
  firstName: legalText(200),
  middleName: legalText(200).default(''),
  lastName: legalText(200),
  suffix: legalText(200).default(''),
  ssn: legalText(40),
  birthDate: legalText(40).optional(),
  address: z.strictObject({
    street: legalText(300),
    city: legalText(200),
    state: legalText(40),
    postalCode: legalText(40),
  }),
})

/**
 * An order as typed. Texts may be longer than the interface allows, so that its rules report the
 * error.
 */
export const ManualOrderForm = z.strictObject({
  product: ProductName.optional().describe(
    'Default: the product of the operation with the most content.',
  ),
  action: Action.default('Submit'),
  bureaus: z.array(Bureau).default([...BUREAUS]),
  people: z.array(ManualOrderPerson).min(1).max(2),
  reportId: legalText(80).optional(),
  lenderCase: legalText(80).default(''),
  requestId: legalText(80).optional(),
})

/** A form to convert to a request document in a dialect. */
export const ManualOrderPreviewBody = z.strictObject({
  operation: OperationName,
  dialect: DialectName.default('mismo'),
  account: Name.optional().describe(
    "The account whose requirements apply; default: the integrator's own.",
  ),
  form: ManualOrderForm,
})

/** A request document to validate, of at most 1 MiB like an order. */
export const ManualOrderCheckBody = z.strictObject({
  operation: OperationName,
  account: Name.optional(),
  xml: z.string().max(1_048_576),
})

/** The highest price of an order, and whether it pulls files and causes hard inquiries. */
export const OrderPrice = z.strictObject({
  centsMax: Cents.describe('The charge if every bureau delivers every file and score.'),
  hard: z.boolean().describe('Whether the order leaves hard inquiries.'),
  pulls: z.boolean().describe('Whether the order requests files from bureaus.'),
})

/** A request document with its errors and parsed fields. */
export const ManualOrderPreview = z.strictObject({
  operation: OperationName,
  xml: z.string(),
  errors: z.array(DocumentError),
  notes: z.array(z.string()),
  parsed: z.array(DocumentLine),
  price: OrderPrice.optional().describe('What a valid order of a known account may cost.'),
})

/** A request document to place as an order, byte for byte. */
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

/** The expected result if a stored request were sent again now. */
export const ResendPreview = z.strictObject({
  result: z
    .enum(['retried', 'rejected', ...ANSWER_ORIGINS])
    .describe(
      'retried: the stored response to the same request. Otherwise how the order would get its report.',
    ),
  code: z.string().optional().describe('Code of the error document of a rejected order.'),
  text: z.string().optional().describe('Why it would be rejected.'),
  price: OrderPrice,
})

/** Shared schemas of the operator API: identifiers, times, pages and problems. */
import { z } from 'zod'
import { isLegal, LEGAL_TEXT } from '../../documents/codec/illegal.ts'
import { DIALECTS } from '../../documents/dialects.ts'
import { ACTION_TYPES, BUREAUS } from '../../documents/tables/enumerations.ts'
import { OPERATION_NAMES, PRODUCTS } from '../../orders/intake/products.ts'

/** A time in UTC, as ISO 8601 with a Z. */
export const Moment = z.iso.datetime().describe('Time in UTC, ISO 8601.')
/** An amount in US cents. */
export const Cents = z.int().describe('US cents.')
/** A bureau by its MISMO name. */
export const Bureau = z.enum(BUREAUS)

/** The health of a bureau, by its latest pulls. */
export const BureauHealth = z.enum(['answering', 'unsteady', 'failing', 'resting', 'silent'])
/** An operation, named by the last part of its path. */
export const OperationName = z.enum(OPERATION_NAMES)
/** The requested action: `CreditReportRequestActionType` of MISMO. */
export const Action = z.enum(ACTION_TYPES)
/** A dialect of the interface. */
export const DialectName = z.enum(Object.keys(DIALECTS) as [keyof typeof DIALECTS])
/** A product that can be ordered. */
export const ProductName = z.enum(Object.keys(PRODUCTS) as [keyof typeof PRODUCTS])
/** An identifier that the service assigned to an order, a report or a secret. */
export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,80}$/, 'an ID that the service assigned')
/**
 * The name of an account or operator. HTTP Basic ends a name at the first colon, and clients drop
 * `.` and `..` from a path, so nobody could call the routes of such a name.
 */
export const Name = z
  .string()
  .regex(/^[A-Za-z0-9._@-]{1,80}$/, 'letters, digits and . _ @ -, at most 80')
  .refine((name) => name !== '.' && name !== '..', 'a name other than . and ..')
/**
 * A text to write into an order or to look up. No document can contain the characters that XML
 * forbids, and PostgreSQL accepts no text with the first of them.
 */
export const legalText = (max: number) => z.string().max(max).refine(isLegal, LEGAL_TEXT)
/** A position in a list. It is opaque, and valid only with the same filters. */
export const Cursor = z.string().regex(/^[A-Za-z0-9_-]{1,200}$/, 'the next of a page of this list')
/** The number of items on a page. */
export const Limit = z.coerce.number().int().min(1).max(100).default(25)

/** Returns the schema of a page of a list, newest first, with the cursor of the next page. */
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

/** A problem as in RFC 9457. Programs branch on the type, which is stable. */
export const Problem = z.strictObject({
  type: z.string().describe('urn:trimerge:problem:NAME, listed in docs/api.md.'),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  requestId: z.string().optional(),
  errors: z.array(DocumentError).optional(),
})

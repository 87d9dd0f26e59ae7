/** What schemas of the operator API have in common: identifiers, moments, pages and problems. */
import { z } from 'zod'
import { DIALECTS } from '../../documents/dialects.ts'
import { ACTION_TYPES, BUREAUS } from '../../documents/tables/enumerations.ts'
import { OPERATION_NAMES, PRODUCTS } from '../../orders/intake/products.ts'

/** A moment in UTC, ISO 8601 with a Z. */
export const Moment = z.iso.datetime().describe('Time in UTC, ISO 8601.')
/** Whole cents of a dollar. */
export const Cents = z.int().describe('US cents.')
/** A bureau by its MISMO name. */
export const Bureau = z.enum(BUREAUS)
/** An operation by the last part of its path. */
export const OperationName = z.enum(OPERATION_NAMES)
/** What is asked for: `CreditReportRequestActionType` of MISMO. */
export const Action = z.enum(ACTION_TYPES)
/** A dialect of the interface. */
export const DialectName = z.enum(Object.keys(DIALECTS) as [keyof typeof DIALECTS])
/** A product that an order asks for. */
export const ProductName = z.enum(Object.keys(PRODUCTS) as [keyof typeof PRODUCTS])
/** An identifier of ours: of an order, a report, a secret. */
export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,80}$/)
/** The name of an account or operator. */
export const Name = z.string().regex(/^[A-Za-z0-9._@-]{1,80}$/)
/** The position in a list; opaque, and valid only with the same filters. */
export const Cursor = z.string().regex(/^[A-Za-z0-9_-]{1,200}$/)
/** How many items a page of a list has. */
export const Limit = z.coerce.number().int().min(1).max(100).default(25)

/** A part of a list, newest first, and where it goes on. */
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

/** RFC 9457. The type is stable; programs branch on it. */
export const Problem = z.strictObject({
  type: z.string().describe('urn:trimerge:problem:NAME, listed in docs/api.md.'),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  requestId: z.string().optional(),
  errors: z.array(DocumentError).optional(),
})

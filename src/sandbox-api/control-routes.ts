/**
 * Every call of the control plane, in one table for the server, its checks, OpenAPI and the
 * documentation page. An account with control sees its own orders, an operator sees all orders, and
 * everything else is the same for both.
 */
import { z } from 'zod'
import type { ProblemName } from '../admin-api/problems.ts'
import { PersonaList } from '../admin-api/schemas/administration-schemas.ts'
import { Bureau, Id, legalText, Name, OperationName } from '../admin-api/schemas/common-schemas.ts'
import {
  OrderDetail,
  OrderDocuments,
  OrderPage,
  OrdersQuery,
} from '../admin-api/schemas/order-schemas.ts'
import * as sandbox from '../admin-api/schemas/sandbox-schemas.ts'
import { PersonFile, PersonId } from '../bureaus/simulator/people/person-file.ts'
import { DIALECTS } from '../documents/dialects.ts'
import { ACTION_TYPES, BUREAUS, type BureauName } from '../documents/tables/enumerations.ts'
import { PRODUCTS, type ProductName } from '../orders/intake/products.ts'

const flag = (text: string) => z.stringbool().default(false).describe(text)

/** The query parameters of an order for a test person. */
const orderQuery = {
  operation: OperationName.default('credit_report'),
  dialect: z.enum(Object.keys(DIALECTS) as [keyof typeof DIALECTS]).default('mismo'),
  action: z.enum(ACTION_TYPES).default('Submit').describe('Action of the order.'),
  product: z
    .enum(Object.keys(PRODUCTS) as [ProductName, ...ProductName[]])
    .optional()
    .describe(
      'A product of the operation, such as MortgageOnlySoft; if absent, that with the most content.',
    ),
  bureaus: z
    .string()
    .optional()
    .transform((text) => text?.split(',') as BureauName[] | undefined)
    .pipe(z.array(Bureau).min(1).optional())
    .describe(`Bureaus to ask, separated by commas: ${BUREAUS.join(',')}.`),
  reportId: Id.optional().describe('The report that the order is about.'),
  lenderCase: legalText(80).optional(),
  requestId: legalText(80).optional().describe('CreditRequestID of the order.'),
  street: legalText(80).optional().describe('Replaces the street, such as MAGIC ALL TIMEOUT.'),
} as const

interface Ordered {
  readonly operation: z.infer<typeof OperationName>
  readonly product?: ProductName | undefined
}

const isOfOperation = ({ operation, product }: Ordered) =>
  product === undefined || PRODUCTS[product].operation === operation

const OTHER_PRODUCT = { path: ['product'], message: 'a product of the operation' }

/** The query parameters of an order for a persona. */
const PersonaOrderQuery = z
  .strictObject({
    ...orderQuery,
    individual: flag('Whether to order without the joint borrower: true or false.'),
  })
  .refine(isOfOperation, OTHER_PRODUCT)

/** The query parameters of an order for a custom person. */
const PersonOrderQuery = z
  .strictObject({
    ...orderQuery,
    with: PersonId.optional().describe('ID of another custom person, to order jointly.'),
  })
  .refine(isOfOperation, OTHER_PRODUCT)

const text = z.string()
/** The borrower of a joint report from which the person is created. */
const ReportPersonQuery = z.strictObject({
  borrower: z.coerce.number().int().min(1).max(2).default(1).describe('Position of the borrower.'),
})
/**
 * A custom person created from a report, so that a case in a report can be repeated with other
 * data.
 */
const ReportPerson = z.strictObject({
  file: PersonFile,
  notes: z.array(text).describe('Facts of the report that a person file cannot express.'),
})

/** The input and output of a call. */
export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path, with `:name` for each parameter. */
  readonly path: `/sandbox/${string}`
  readonly summary: string
  readonly params?: z.ZodObject
  /** Absent if the call has no query; the same for the body. */
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Absent if the response has no content (204). */
  readonly answer?: z.ZodType
  /** Responds with the document of an order instead of JSON, in the dialect of the query. */
  readonly document?: true
  /** The problems of its handler, besides those that its other members cause. */
  readonly problems?: readonly ProblemName[]
}

const id = z.strictObject({ id: Id })
const person = z.strictObject({ id: PersonId })
const name = z.strictObject({ name: Name })

// biome-ignore format: a table
export const CONTROL_ROUTES = {
  // Clock.
  readClock:        { method: 'GET', path: '/sandbox/clock', summary: 'Get the sandbox time.', answer: sandbox.Clock },
  advanceClock:     { method: 'POST', path: '/sandbox/clock', summary: 'Advance the sandbox clock by a length of time or to a time.', body: sandbox.ClockBody, answer: sandbox.Clock, problems: ['rejected'] },

  // Personas.
  listPersonas:     { method: 'GET', path: '/sandbox/personas', summary: 'List personas: test borrowers with known results.', answer: PersonaList },
  readPersonaOrder: { method: 'GET', path: '/sandbox/personas/:id/order', summary: 'Get a ready-to-send order for a persona.', params: id, query: PersonaOrderQuery, document: true },

  // Custom people.
  listPeople:       { method: 'GET', path: '/sandbox/people', summary: 'List custom test people.', answer: sandbox.PeopleList },
  readPerson:       { method: 'GET', path: '/sandbox/people/:id', summary: 'Get a custom person: the file, and what each bureau returns now.', params: person, answer: sandbox.Person },
  putPerson:        { method: 'PUT', path: '/sandbox/people/:id', summary: 'Add or replace a custom person, by a file.', params: person, body: PersonFile, answer: sandbox.Person },
  deletePerson:     { method: 'DELETE', path: '/sandbox/people/:id', summary: 'Delete a custom person. Orders for them get a generated history again.', params: person },
  readPersonOrder:  { method: 'GET', path: '/sandbox/people/:id/order', summary: 'Get a ready-to-send order for a custom person.', params: person, query: PersonOrderQuery, document: true },
  readReportPerson: { method: 'GET', path: '/sandbox/reports/:id/person', summary: 'Make a person file from a stored report, without personal data.', params: id, query: ReportPersonQuery, answer: ReportPerson },

  // Faults.
  listFaults:       { method: 'GET', path: '/sandbox/faults', summary: 'List the injected faults and the available ones.', answer: sandbox.Faults },
  addFault:         { method: 'POST', path: '/sandbox/faults', summary: 'Inject a fault: by bureau, account, borrower, number or share of orders.', body: sandbox.FaultBody, answer: sandbox.Fault, problems: ['rejected'] },
  removeFaults:     { method: 'DELETE', path: '/sandbox/faults', summary: 'Remove all injected faults, or those of a bureau.', query: sandbox.FaultsQuery, answer: sandbox.RemovedFaults },
  removeFault:      { method: 'DELETE', path: '/sandbox/faults/:id', summary: 'Remove an injected fault.', params: id },

  // Orders and their request log.
  listOrders:       { method: 'GET', path: '/sandbox/orders', summary: 'List orders, newest first.', query: OrdersQuery, answer: OrderPage, problems: ['not-found'] },
  readOrder:        { method: 'GET', path: '/sandbox/orders/:id', summary: 'Get an order with its request, parsed fields and response, personal data masked.', params: id, answer: OrderDetail.extend({ documents: OrderDocuments }) },

  // The world: reset, snapshots.
  readWorld:        { method: 'GET', path: '/sandbox/world', summary: 'Get the start of the world, its time, and how it creates identifiers.', answer: sandbox.PresentWorld },
  resetWorld:       { method: 'POST', path: '/sandbox/reset', summary: 'Return the world to its start: orders, reports, charges, faults, custom people and the clock. Accounts and secrets are kept.', body: sandbox.ResetBody, answer: sandbox.World, problems: ['conflict'] },
  listSnapshots:    { method: 'GET', path: '/sandbox/snapshots', summary: 'List snapshots by name.', answer: sandbox.Snapshots },
  saveSnapshot:     { method: 'PUT', path: '/sandbox/snapshots/:name', summary: 'Save the world under a name.', params: name, problems: ['conflict'] },
  restoreSnapshot:  { method: 'POST', path: '/sandbox/snapshots/:name/restore', summary: 'Restore the world from a snapshot.', params: name, answer: sandbox.World, problems: ['conflict'] },
  deleteSnapshot:   { method: 'DELETE', path: '/sandbox/snapshots/:name', summary: 'Delete a snapshot.', params: name },
} as const satisfies Record<string, ControlRoute>

/** The name of a call. */
export type ControlName = keyof typeof CONTROL_ROUTES

type Part<N extends ControlName, P extends string> = (typeof CONTROL_ROUTES)[N] extends {
  readonly [K in P]: infer S extends z.ZodType
}
  ? z.output<S>
  : undefined

/** The path parameters of a call; undefined if it has none. */
export type ControlParams<N extends ControlName> = Part<N, 'params'>
/** The query with its defaults; undefined if the call has none. */
export type ControlQuery<N extends ControlName> = Part<N, 'query'>
/** The checked JSON body; undefined if the call has none. */
export type ControlBody<N extends ControlName> = Part<N, 'body'>
/** The result of a handler: a text if the call responds with a document. */
export type ControlAnswer<N extends ControlName> = (typeof CONTROL_ROUTES)[N] extends {
  readonly document: true
}
  ? string
  : Part<N, 'answer'>

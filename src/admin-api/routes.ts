/**
 * Every route of the operator API, in one table for the server, its checks, the tests of
 * permissions and the OpenAPI description. Paths are below `/api/v1`. Within a route, integrators
 * see only their own account, and get 404 for anything else.
 */
import { z } from 'zod'
import { PersonFile, PersonId } from '../bureaus/simulator/people/person-file.ts'
import { ROLES, type Role } from '../store/records/operators.ts'
import type { ProblemName } from './problems.ts'
import * as accounts from './schemas/account-schemas.ts'
import * as administration from './schemas/administration-schemas.ts'
import * as common from './schemas/common-schemas.ts'
import * as desk from './schemas/manual-order-schemas.ts'
import * as operators from './schemas/operator-schemas.ts'
import * as order from './schemas/order-schemas.ts'
import * as report from './schemas/report-schemas.ts'
import * as sandbox from './schemas/sandbox-schemas.ts'
import * as session from './schemas/session-schemas.ts'

/** A file instead of JSON. */
interface Attachment {
  readonly mediaType: string
  /** The media type of files that are not of the first. */
  readonly otherMediaType?: string
}

/** The input, the response and the permitted roles of a route. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path, with `:name` for variable segments. */
  readonly path: string
  readonly summary: string
  /** The roles that may call it. `anyone`: without a session. */
  readonly roles: readonly Role[] | 'anyone'
  /** Whether the route exists only if every bureau is simulated. */
  readonly sandboxOnly?: true
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** The body of the response. Absent if there is none (204). */
  readonly answer?: z.ZodType
  readonly attachment?: Attachment
  readonly status?: 200 | 201 | 204
  /** The problems of its handler, besides those that its other members cause (`problemsOf`). */
  readonly problems?: readonly ProblemName[]
}

const ALL_ROLES = ROLES
const ORDERING_ROLES = ['operator', 'integrator'] as const
const AUDITING_ROLES = ['operator', 'auditor'] as const
const OPERATOR_ONLY = ['operator'] as const

const id = z.strictObject({ id: common.Id })
const pair = z.strictObject({ id: common.Id, other: common.Id })
const name = z.strictObject({ name: common.Name })
const secret = z.strictObject({ name: common.Name, id: common.Id })
const bureau = z.strictObject({ bureau: common.Bureau })
const person = z.strictObject({ id: PersonId })

// biome-ignore format: a table
export const ROUTES = {
  // Sessions.
  logIn:            { method: 'POST', path: '/session', roles: 'anyone', summary: 'Sign in; sets the session cookie.', body: session.LoginBody, answer: session.Session, problems: ['wrong-credentials', 'code-needed'] },
  readSession:      { method: 'GET', path: '/session', roles: ALL_ROLES, summary: 'Get the current session and its user.', answer: session.Session },
  logOut:           { method: 'DELETE', path: '/session', roles: ALL_ROLES, summary: 'Sign out.', status: 204 },
  changePassword:   { method: 'POST', path: '/session/password', roles: ALL_ROLES, summary: 'Change your password; ends all your other sessions.', body: session.PasswordBody, status: 204, problems: ['rejected'] },
  beginSecondFactor:  { method: 'POST', path: '/session/second-factor/setup', roles: ALL_ROLES, summary: 'Get a new key for an authenticator app.', answer: session.SecondFactorSetup, problems: ['conflict'] },
  addSecondFactor:    { method: 'PUT', path: '/session/second-factor', roles: ALL_ROLES, summary: 'Set up your second factor; returns recovery codes, shown once, and ends all your other sessions.', body: session.SecondFactorBody, answer: session.RecoveryCodes, problems: ['rejected', 'conflict'] },
  removeSecondFactor: { method: 'POST', path: '/session/second-factor/removal', roles: ALL_ROLES, summary: 'Remove your second factor; ends all your other sessions.', body: session.SecondFactorRemoval, status: 204, problems: ['rejected', 'conflict'] },

  // Orders.
  listOrders:       { method: 'GET', path: '/orders', roles: ALL_ROLES, summary: 'List orders, newest first.', query: order.OrdersQuery, answer: order.OrderPage, problems: ['not-found'] },
  searchOrders:     { method: 'POST', path: '/orders/search', roles: ALL_ROLES, summary: 'Search orders by borrower name, last four digits of the SSN, lender case or ID.', body: order.OrderSearchBody, answer: order.OrderPage, problems: ['not-found'] },
  exportOrders:     { method: 'POST', path: '/orders/export', roles: ALL_ROLES, summary: 'Get up to 10,000 orders of the list or of a search as CSV, borrowers masked.', body: order.OrderExportBody, attachment: { mediaType: 'text/csv; charset=utf-8' }, status: 200, problems: ['rejected', 'not-found'] },
  readOrder:        { method: 'GET', path: '/orders/:id', roles: ALL_ROLES, summary: 'Get an order with its timeline, validation errors and charges.', params: id, answer: order.OrderDetail },
  readDocuments:    { method: 'GET', path: '/orders/:id/documents', roles: ALL_ROLES, summary: 'Get the request, its parsed fields and the response, personal data masked.', params: id, answer: order.OrderDocuments },
  compareOrders:    { method: 'GET', path: '/orders/:id/compare/:other', roles: ALL_ROLES, summary: 'Compare the requests of two orders field by field, personal data masked.', params: pair, answer: order.OrderComparison },
  revealDocuments:  { method: 'POST', path: '/orders/:id/reveal', roles: OPERATOR_ONLY, summary: 'Get the same documents unmasked; the reason is recorded in the audit trail.', params: id, body: order.RevealBody, answer: order.OrderDocuments, problems: ['gone'] },
  previewResend:    { method: 'POST', path: '/orders/:id/resend/preview', roles: OPERATOR_ONLY, summary: 'Show what sending an order again would return and cost; no bureau is asked.', params: id, answer: desk.ResendPreview, problems: ['rejected', 'gone'] },
  resendOrder:      { method: 'POST', path: '/orders/:id/resend', roles: OPERATOR_ONLY, summary: 'Place the stored request of an order again, without its card data, which is never stored.', params: id, answer: desk.ManualOrderResult, problems: ['rejected', 'gone'] },

  // Reports.
  listReports:      { method: 'GET', path: '/reports', roles: ALL_ROLES, summary: 'List reports, last issued first.', query: report.ReportsQuery, answer: report.ReportPage, problems: ['not-found'] },
  searchReports:    { method: 'POST', path: '/reports/search', roles: ALL_ROLES, summary: 'Search reports by borrower name, last four digits of the SSN, lender case or ID.', body: report.ReportSearchBody, answer: report.ReportPage, problems: ['not-found'] },
  exportReports:    { method: 'POST', path: '/reports/export', roles: ALL_ROLES, summary: 'Get up to 10,000 reports of the list or of a search as CSV, borrowers masked.', body: report.ReportExportBody, attachment: { mediaType: 'text/csv; charset=utf-8' }, status: 200, problems: ['rejected', 'not-found'] },
  compareReports:   { method: 'GET', path: '/reports/:id/compare/:other', roles: ALL_ROLES, summary: 'Compare two reports: which accounts are one, and what the later report adds; personal data masked.', params: pair, answer: report.ReportComparison, problems: ['gone'] },
  readReport:       { method: 'GET', path: '/reports/:id', roles: ALL_ROLES, summary: 'Get a merged report as JSON, personal data masked.', params: id, answer: report.ReportView, problems: ['gone'] },
  revealReport:     { method: 'POST', path: '/reports/:id/reveal', roles: ORDERING_ROLES, summary: 'Get the same report unmasked; the reason is recorded in the audit trail.', params: id, body: order.RevealBody, answer: report.ReportView, problems: ['gone'] },
  readReportPdf:    { method: 'POST', path: '/reports/:id/pdf', roles: ORDERING_ROLES, summary: 'Get the printed report as PDF, unmasked; the reason is recorded in the audit trail.', params: id, body: order.RevealBody, attachment: { mediaType: 'application/pdf' }, problems: ['gone'] },
  readReportHtml:   { method: 'POST', path: '/reports/:id/html', roles: ORDERING_ROLES, summary: 'Get the printed report as HTML, unmasked; the reason is recorded in the audit trail.', params: id, body: order.RevealBody, attachment: { mediaType: 'text/html; charset=utf-8' }, problems: ['gone'] },
  readReportXml:    { method: 'POST', path: '/reports/:id/xml', roles: ORDERING_ROLES, summary: 'Get the response document of a report as it was sent, unmasked; the reason is recorded in the audit trail.', params: id, body: order.RevealBody, attachment: { mediaType: 'application/xml; charset=utf-8', otherMediaType: 'application/json' }, problems: ['gone'] },
  previewAction:    { method: 'POST', path: '/reports/:id/actions/preview', roles: ORDERING_ROLES, summary: 'Preview the request that an action on a report would send.', params: id, body: report.ReportActionBody, answer: report.ReportActionPreview, problems: ['rejected', 'gone'] },
  actOnReport:      { method: 'POST', path: '/reports/:id/actions', roles: ORDERING_ROLES, summary: 'Reissue, upgrade, unmerge or refresh a report.', params: id, body: report.ReportActionBody, answer: desk.ManualOrderResult, problems: ['rejected', 'gone'] },

  // Manual orders.
  previewOrder:     { method: 'POST', path: '/manual-order/preview', roles: ORDERING_ROLES, summary: 'Create the request document of a form and validate it.', body: desk.ManualOrderPreviewBody, answer: desk.ManualOrderPreview, problems: ['rejected', 'not-found'] },
  checkDocument:    { method: 'POST', path: '/manual-order/check', roles: ORDERING_ROLES, summary: 'Validate a request document and return its parsed fields.', body: desk.ManualOrderCheckBody, answer: desk.ManualOrderPreview, problems: ['rejected', 'not-found'] },
  placeOrder:       { method: 'POST', path: '/manual-order/orders', roles: ORDERING_ROLES, summary: 'Place an order.', body: desk.ManualOrderBody, answer: desk.ManualOrderResult, problems: ['rejected', 'not-found'] },

  // Accounts.
  listAccounts:     { method: 'GET', path: '/accounts', roles: ALL_ROLES, summary: 'List accounts; an integrator gets only their own.', query: accounts.AccountsQuery, answer: accounts.AccountList },
  createAccount:    { method: 'POST', path: '/accounts', roles: OPERATOR_ONLY, summary: 'Create an account; its secret is shown once.', body: accounts.NewAccountBody, answer: accounts.NewAccount, status: 201, problems: ['conflict'] },
  readAccount:      { method: 'GET', path: '/accounts/:name', roles: ALL_ROLES, summary: 'Get an account with its profile and active secrets.', params: name, answer: accounts.AccountDetail },
  writeProfile:     { method: 'PUT', path: '/accounts/:name/profile', roles: OPERATOR_ONLY, summary: 'Replace the profile of an account: products, bureaus, prices, party.', params: name, body: accounts.ProfileBody, answer: accounts.AccountDetail, problems: ['not-found'] },
  addSecret:        { method: 'POST', path: '/accounts/:name/secrets', roles: ORDERING_ROLES, summary: 'Add a secret, shown once; the previous secret stays active, and an older one is retired.', params: name, answer: accounts.NewSecret, status: 201 },
  retireSecret:     { method: 'DELETE', path: '/accounts/:name/secrets/:id', roles: ORDERING_ROLES, summary: 'Retire a secret immediately.', params: secret, status: 204 },
  disableAccount:   { method: 'POST', path: '/accounts/:name/disable', roles: OPERATOR_ONLY, summary: 'Disable an account: its orders are rejected from now on.', params: name, answer: accounts.AccountDetail },
  enableAccount:    { method: 'POST', path: '/accounts/:name/enable', roles: OPERATOR_ONLY, summary: 'Enable an account again.', params: name, answer: accounts.AccountDetail },
  readStatement:    { method: 'GET', path: '/accounts/:name/statement', roles: ALL_ROLES, summary: 'Get the charges of an account in a month.', params: name, query: accounts.StatementQuery, answer: accounts.Statement },
  exportStatement:  { method: 'GET', path: '/accounts/:name/statement.csv', roles: ALL_ROLES, summary: 'Get the charges of an account in a month as CSV.', params: name, query: accounts.StatementQuery, attachment: { mediaType: 'text/csv; charset=utf-8' } },
  readPrices:       { method: 'GET', path: '/prices', roles: ALL_ROLES, summary: 'Get the default prices of new accounts.', answer: accounts.PriceList },

  // Console users.
  listOperators:    { method: 'GET', path: '/operators', roles: AUDITING_ROLES, summary: 'List console users.', answer: operators.OperatorList },
  createOperator:   { method: 'POST', path: '/operators', roles: OPERATOR_ONLY, summary: 'Create a console user; the password is shown once.', body: operators.NewOperatorBody, answer: operators.NewOperator, status: 201, problems: ['rejected', 'conflict'] },
  changeOperator:   { method: 'PATCH', path: '/operators/:name', roles: OPERATOR_ONLY, summary: 'Change the role, account or state of a console user; effective immediately.', params: name, body: operators.OperatorChange, answer: operators.OperatorView, problems: ['rejected', 'conflict'] },
  resetPassword:    { method: 'POST', path: '/operators/:name/password', roles: OPERATOR_ONLY, summary: 'Reset the password of a console user, shown once; ends all their sessions.', params: name, answer: operators.NewPassword },
  endSessions:      { method: 'DELETE', path: '/operators/:name/sessions', roles: OPERATOR_ONLY, summary: 'End all sessions of a console user.', params: name, status: 204 },

  // The sandbox.
  listPersonas:     { method: 'GET', path: '/sandbox/personas', roles: ALL_ROLES, sandboxOnly: true, summary: 'List personas: test borrowers with known results.', answer: administration.PersonaList },
  readPersonaOrder: { method: 'GET', path: '/sandbox/personas/:id/order', roles: ALL_ROLES, sandboxOnly: true, summary: 'Get a ready-to-send order for a persona.', params: id, query: administration.PersonaOrderQuery, answer: administration.PersonaOrder, problems: ['rejected'] },
  readFaults:       { method: 'GET', path: '/sandbox/faults', roles: ALL_ROLES, sandboxOnly: true, summary: 'List the available faults and the injected ones.', answer: sandbox.ConsoleFaults },
  setFault:         { method: 'PUT', path: '/sandbox/bureaus/:bureau/fault', roles: OPERATOR_ONLY, sandboxOnly: true, summary: 'Inject a fault into a bureau, or remove it.', params: bureau, body: sandbox.BureauFaultBody, answer: sandbox.ConsoleFaults, problems: ['rejected'] },
  addFault:         { method: 'POST', path: '/sandbox/faults', roles: OPERATOR_ONLY, sandboxOnly: true, summary: 'Inject a fault: by bureau, account, borrower, number or share of orders.', body: sandbox.FaultBody, answer: sandbox.Fault, problems: ['rejected'] },
  removeFaults:     { method: 'DELETE', path: '/sandbox/faults', roles: OPERATOR_ONLY, sandboxOnly: true, summary: 'Remove all injected faults.', status: 204 },
  removeFault:      { method: 'DELETE', path: '/sandbox/faults/:id', roles: OPERATOR_ONLY, sandboxOnly: true, summary: 'Remove an injected fault.', params: id, status: 204 },
  readClock:        { method: 'GET', path: '/sandbox/clock', roles: ALL_ROLES, sandboxOnly: true, summary: 'Get the sandbox time.', answer: sandbox.Clock },
  previewClock:     { method: 'GET', path: '/sandbox/clock/preview', roles: ALL_ROLES, sandboxOnly: true, summary: 'Get what an advance of the clock would end, without advancing it.', query: sandbox.ClockBody, answer: sandbox.ClockPreview, problems: ['rejected'] },
  advanceClock:     { method: 'POST', path: '/sandbox/clock', roles: OPERATOR_ONLY, sandboxOnly: true, summary: 'Advance the sandbox clock by a length of time or to a time; it never goes back.', body: sandbox.ClockBody, answer: sandbox.Clock, problems: ['rejected'] },
  listPeople:       { method: 'GET', path: '/sandbox/people', roles: ALL_ROLES, sandboxOnly: true, summary: 'List custom test people.', answer: sandbox.PeopleList },
  readPerson:       { method: 'GET', path: '/sandbox/people/:id', roles: ALL_ROLES, sandboxOnly: true, summary: 'Get a custom person: the file, and what each bureau returns now.', params: person, answer: sandbox.Person },
  checkPerson:      { method: 'POST', path: '/sandbox/people/:id/check', roles: OPERATOR_ONLY, sandboxOnly: true, summary: 'Get what each bureau would return for a person file, without adding it.', params: person, body: PersonFile, answer: sandbox.Person },
  putPerson:        { method: 'PUT', path: '/sandbox/people/:id', roles: OPERATOR_ONLY, sandboxOnly: true, summary: 'Add or replace a custom person, by a file.', params: person, body: PersonFile, answer: sandbox.Person },
  deletePerson:     { method: 'DELETE', path: '/sandbox/people/:id', roles: OPERATOR_ONLY, sandboxOnly: true, summary: 'Delete a custom person. Orders for them get a generated history again.', params: person, status: 204 },
  readWorld:        { method: 'GET', path: '/sandbox/world', roles: ALL_ROLES, sandboxOnly: true, summary: 'Get the start of the world, its time, and how it creates identifiers.', answer: sandbox.PresentWorld },
  resetWorld:       { method: 'POST', path: '/sandbox/reset', roles: OPERATOR_ONLY, sandboxOnly: true, summary: 'Return the world to its start: orders, reports, charges, injected faults, custom people and the clock. Accounts and secrets are kept.', body: sandbox.ConfirmedBody, answer: sandbox.World, problems: ['conflict'] },
  listSnapshots:    { method: 'GET', path: '/sandbox/snapshots', roles: ALL_ROLES, sandboxOnly: true, summary: 'List snapshots by name.', answer: sandbox.Snapshots },
  saveSnapshot:     { method: 'PUT', path: '/sandbox/snapshots/:name', roles: OPERATOR_ONLY, sandboxOnly: true, summary: 'Save the world under a name.', params: name, status: 204, problems: ['conflict'] },
  previewRestore:   { method: 'GET', path: '/sandbox/snapshots/:name/preview', roles: ALL_ROLES, sandboxOnly: true, summary: 'Get what restoring a snapshot would delete: what was added since.', params: name, answer: sandbox.RestorePreview },
  restoreSnapshot:  { method: 'POST', path: '/sandbox/snapshots/:name/restore', roles: OPERATOR_ONLY, sandboxOnly: true, summary: 'Restore the world from a snapshot.', params: name, answer: sandbox.World, problems: ['conflict'] },
  deleteSnapshot:   { method: 'DELETE', path: '/sandbox/snapshots/:name', roles: OPERATOR_ONLY, sandboxOnly: true, summary: 'Delete a snapshot.', params: name, status: 204 },

  // Figures and look-ups.
  readOverview:     { method: 'GET', path: '/overview', roles: ALL_ROLES, summary: 'Get the number of orders, results, response times and spend of the last hours.', query: administration.OverviewQuery, answer: administration.Overview, problems: ['not-found'] },
  listAudit:        { method: 'GET', path: '/audit', roles: AUDITING_ROLES, summary: 'List audit trail entries, newest first.', query: administration.AuditQuery, answer: administration.AuditPage },
  exportAudit:      { method: 'GET', path: '/audit.csv', roles: AUDITING_ROLES, summary: 'Get up to 10,000 entries of the audit trail as CSV, newest first.', query: administration.AuditExportQuery, attachment: { mediaType: 'text/csv; charset=utf-8' } },
  listBureaus:      { method: 'GET', path: '/bureaus', roles: ALL_ROLES, summary: 'List bureaus with their source and health.', answer: administration.BureauList },
  listErrors:       { method: 'GET', path: '/errors', roles: ALL_ROLES, summary: 'List all error codes with their remedies.', answer: administration.ErrorList },
  listFields:       { method: 'GET', path: '/fields', roles: ALL_ROLES, summary: 'List all fields of the request and response documents.', answer: administration.FieldList },
  streamEvents:     { method: 'GET', path: '/events', roles: ALL_ROLES, summary: 'Stream new and ended orders and bureau changes as server-sent events (StreamEvent).', attachment: { mediaType: 'text/event-stream' } },
} as const satisfies Record<string, Route>

/** The name of a route. */
export type RouteName = keyof typeof ROUTES

type SchemaOf<N extends RouteName, P extends string> = (typeof ROUTES)[N] extends {
  readonly [K in P]: infer S extends z.ZodType
}
  ? S
  : undefined
type Output<S> = S extends z.ZodType ? z.output<S> : undefined

/** The path parameters of a route; undefined if it has none. */
export type Params<N extends RouteName> = Output<SchemaOf<N, 'params'>>
/** The query with its defaults; undefined if the route has none. */
export type Query<N extends RouteName> = Output<SchemaOf<N, 'query'>>
/** The validated body; undefined if the route has none. */
export type Body<N extends RouteName> = Output<SchemaOf<N, 'body'>>
/** The result of the handler. Tests check it against the schema of the route. */
export type Answer<N extends RouteName> = Output<SchemaOf<N, 'answer'>>
/** The body as a client sends it, where defaults may be omitted. */
export type Sent<N extends RouteName> =
  SchemaOf<N, 'body'> extends infer S extends z.ZodType ? z.input<S> : undefined

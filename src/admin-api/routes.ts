/**
 * Every route of the operator API: one table for the server, its checks, the tests of who may do
 * what, and the OpenAPI description. Paths stand below `/api/v1`. What a role may see within a route
 * is narrowed further: an integrator's routes know their own account alone, and to them anything
 * else does not exist.
 */
import { z } from 'zod'
import { ROLES, type Role } from '../store/records/operators.ts'
import * as schema from './schemas.ts'
import * as administration from './schemas-administration.ts'
import * as report from './schemas-report.ts'

/** A file in place of JSON. */
export interface Attachment {
  readonly mediaType: string
}

/** What a route takes, gives and is open to. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `:name` for what varies. */
  readonly path: string
  readonly summary: string
  /** The roles that may call it; `anyone` without a session. */
  readonly roles: readonly Role[] | 'anyone'
  /** There only while every bureau is simulated. */
  readonly sandboxOnly?: true
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Absent where there is nothing to say (204). */
  readonly answer?: z.ZodType
  readonly attachment?: Attachment
  readonly status?: 200 | 201 | 204
}

const ALL = ROLES
const WORKING = ['operator', 'integrator'] as const
const SEEING = ['operator', 'auditor'] as const
const OPERATOR = ['operator'] as const

const id = z.strictObject({ id: schema.Id })
const name = z.strictObject({ name: schema.Name })
const secret = z.strictObject({ name: schema.Name, id: schema.Id })
const bureau = z.strictObject({ bureau: schema.Bureau })

// biome-ignore format: a table
export const ROUTES = {
  // Who is there.
  logIn:            { method: 'POST', path: '/session', roles: 'anyone', summary: 'Logs in; sets the session cookie.', body: schema.LoginBody, answer: schema.Session },
  readSession:      { method: 'GET', path: '/session', roles: ALL, summary: 'Who is logged in.', answer: schema.Session },
  logOut:           { method: 'DELETE', path: '/session', roles: ALL, summary: 'Logs out.', status: 204 },
  changePassword:   { method: 'POST', path: '/session/password', roles: ALL, summary: 'Changes the own password; ends all other sessions.', body: schema.PasswordBody, status: 204 },

  // Orders.
  listOrders:       { method: 'GET', path: '/orders', roles: ALL, summary: 'The journal of orders, newest first.', query: schema.OrdersQuery, answer: schema.OrderPage },
  searchOrders:     { method: 'POST', path: '/orders/search', roles: ALL, summary: 'Orders by name, last four digits, lender case or identifier.', body: schema.OrderSearchBody, answer: schema.OrderPage },
  readOrder:        { method: 'GET', path: '/orders/:id', roles: ALL, summary: 'One order: what happened to it, and what was wrong with it.', params: id, answer: schema.OrderDetail },
  readDocuments:    { method: 'GET', path: '/orders/:id/documents', roles: ALL, summary: 'What was sent, understood and answered, personal data masked.', params: id, answer: schema.OrderDocuments },
  revealDocuments:  { method: 'POST', path: '/orders/:id/reveal', roles: OPERATOR, summary: 'The same in clear, for a reason that is kept.', params: id, body: schema.RevealBody, answer: schema.OrderDocuments },
  resendOrder:      { method: 'POST', path: '/orders/:id/resend', roles: OPERATOR, summary: 'Places the document of an order once more, without the card number and code that were cut out.', params: id, answer: schema.DeskAnswer },

  // Reports.
  listReports:      { method: 'GET', path: '/reports', roles: ALL, summary: 'Reports, the last issued first.', query: report.ReportsQuery, answer: report.ReportPage },
  readReport:       { method: 'GET', path: '/reports/:id', roles: ALL, summary: 'A merged report for drawing.', params: id, answer: report.ReportView },
  readReportPdf:    { method: 'GET', path: '/reports/:id/pdf', roles: WORKING, summary: 'The printed report as PDF.', params: id, attachment: { mediaType: 'application/pdf' } },
  readReportHtml:   { method: 'GET', path: '/reports/:id/html', roles: WORKING, summary: 'The printed report as HTML.', params: id, attachment: { mediaType: 'text/html; charset=utf-8' } },
  readReportXml:    { method: 'GET', path: '/reports/:id/xml', roles: WORKING, summary: 'The answer with the report, as it was sent.', params: id, attachment: { mediaType: 'application/xml; charset=utf-8' } },
  previewAction:    { method: 'POST', path: '/reports/:id/actions/preview', roles: WORKING, summary: 'The document that an action on the report would send.', params: id, body: report.ReportActionBody, answer: report.ReportActionPreview },
  actOnReport:      { method: 'POST', path: '/reports/:id/actions', roles: WORKING, summary: 'Reissues, upgrades, unmerges or refreshes the report.', params: id, body: report.ReportActionBody, answer: schema.DeskAnswer },

  // The desk: orders by hand.
  previewOrder:     { method: 'POST', path: '/desk/preview', roles: WORKING, summary: 'The document of a form, and what is wrong with it.', body: schema.DeskPreviewBody, answer: schema.DeskPreview },
  checkDocument:    { method: 'POST', path: '/desk/check', roles: WORKING, summary: 'What a document would be understood as, and what is wrong with it.', body: schema.DeskCheckBody, answer: schema.DeskPreview },
  placeOrder:       { method: 'POST', path: '/desk/orders', roles: WORKING, summary: 'Places an order.', body: schema.DeskOrderBody, answer: schema.DeskAnswer },

  // Accounts.
  listAccounts:     { method: 'GET', path: '/accounts', roles: ALL, summary: 'The accounts; of an integrator, the own one.', answer: administration.AccountList },
  createAccount:    { method: 'POST', path: '/accounts', roles: OPERATOR, summary: 'Creates an account; its secret is shown once.', body: administration.NewAccountBody, answer: administration.NewAccount, status: 201 },
  readAccount:      { method: 'GET', path: '/accounts/:name', roles: ALL, summary: 'An account with its profile and living secrets.', params: name, answer: administration.AccountDetail },
  writeProfile:     { method: 'PUT', path: '/accounts/:name/profile', roles: OPERATOR, summary: 'Replaces the profile: products, bureaus, prices, party.', params: name, body: administration.AccountDetail.shape.profile, answer: administration.AccountDetail },
  addSecret:        { method: 'POST', path: '/accounts/:name/secrets', roles: WORKING, summary: 'Adds a secret, shown once; the newest before it lives on.', params: name, answer: administration.NewSecret, status: 201 },
  retireSecret:     { method: 'DELETE', path: '/accounts/:name/secrets/:id', roles: WORKING, summary: 'Ends a secret at once.', params: secret, status: 204 },
  disableAccount:   { method: 'POST', path: '/accounts/:name/disable', roles: OPERATOR, summary: 'Refuses the account from now on.', params: name, answer: administration.AccountDetail },
  enableAccount:    { method: 'POST', path: '/accounts/:name/enable', roles: OPERATOR, summary: 'Admits the account again.', params: name, answer: administration.AccountDetail },
  readStatement:    { method: 'GET', path: '/accounts/:name/statement', roles: ALL, summary: 'What the account was charged in a month.', params: name, query: administration.StatementQuery, answer: administration.Statement },
  exportStatement:  { method: 'GET', path: '/accounts/:name/statement.csv', roles: ALL, summary: 'The same for a spreadsheet.', params: name, query: administration.StatementQuery, attachment: { mediaType: 'text/csv; charset=utf-8' } },
  readPrices:       { method: 'GET', path: '/prices', roles: ALL, summary: 'What a new account pays.', answer: administration.PriceList },

  // People.
  listOperators:    { method: 'GET', path: '/operators', roles: SEEING, summary: 'The people who may log in.', answer: administration.OperatorList },
  createOperator:   { method: 'POST', path: '/operators', roles: OPERATOR, summary: 'Adds a person; the password is shown once.', body: administration.NewOperatorBody, answer: administration.NewOperator, status: 201 },
  changeOperator:   { method: 'PATCH', path: '/operators/:name', roles: OPERATOR, summary: 'Changes role, account or whether the person may log in; effective at once.', params: name, body: administration.OperatorChange, answer: administration.OperatorView },
  resetPassword:    { method: 'POST', path: '/operators/:name/password', roles: OPERATOR, summary: 'Gives a new password, shown once, and ends the sessions of the person.', params: name, answer: administration.NewPassword },
  endSessions:      { method: 'DELETE', path: '/operators/:name/sessions', roles: OPERATOR, summary: 'Logs the person out everywhere.', params: name, status: 204 },

  // The sandbox.
  listPersonas:     { method: 'GET', path: '/sandbox/personas', roles: ALL, sandboxOnly: true, summary: 'The people whose outcome is known.', answer: administration.PersonaList },
  readPersonaOrder: { method: 'GET', path: '/sandbox/personas/:id/order', roles: ALL, sandboxOnly: true, summary: 'An order for a persona, ready to send.', params: id, query: administration.PersonaOrderQuery, answer: administration.PersonaOrder },
  readFaults:       { method: 'GET', path: '/sandbox/faults', roles: ALL, sandboxOnly: true, summary: 'What bureaus can be told to do wrong, and are told now.', answer: administration.Faults },
  setFault:         { method: 'PUT', path: '/sandbox/faults/:bureau', roles: OPERATOR, sandboxOnly: true, summary: 'Tells a bureau to do wrong, or right again.', params: bureau, body: administration.FaultBody, answer: administration.Faults },
  readClock:        { method: 'GET', path: '/sandbox/clock', roles: ALL, sandboxOnly: true, summary: 'The time of the simulated world.', answer: administration.Clock },
  advanceClock:     { method: 'POST', path: '/sandbox/clock', roles: OPERATOR, sandboxOnly: true, summary: 'Advances the time of the simulated world, which never goes back.', body: administration.AdvanceBody, answer: administration.Clock },

  // Figures and references.
  readOverview:     { method: 'GET', path: '/overview', roles: ALL, summary: 'Orders, outcomes, times and spend of the last hours.', query: administration.OverviewQuery, answer: administration.Overview },
  listAudit:        { method: 'GET', path: '/audit', roles: SEEING, summary: 'The audit trail, newest first.', query: administration.AuditQuery, answer: administration.AuditPage },
  listBureaus:      { method: 'GET', path: '/bureaus', roles: ALL, summary: 'Where files come from, and how the sources do.', answer: administration.BureauList },
  listErrors:       { method: 'GET', path: '/errors', roles: ALL, summary: 'Every code of an error document, with its remedy.', answer: administration.ErrorList },
  listFields:       { method: 'GET', path: '/fields', roles: ALL, summary: 'Every field of the documents.', answer: administration.FieldList },
  streamEvents:     { method: 'GET', path: '/events', roles: ALL, summary: 'New and ended orders and changes of bureaus, as server-sent events of StreamEvent.', attachment: { mediaType: 'text/event-stream' } },
} as const satisfies Record<string, Route>

/** The name of a route. */
export type RouteName = keyof typeof ROUTES

type Part<N extends RouteName, P extends string> = (typeof ROUTES)[N] extends {
  readonly [K in P]: infer S extends z.ZodType
}
  ? S
  : undefined
type Read<S> = S extends z.ZodType ? z.output<S> : undefined

/** What a handler is given and gives. */
export type Params<N extends RouteName> = Read<Part<N, 'params'>>
export type Query<N extends RouteName> = Read<Part<N, 'query'>>
export type Body<N extends RouteName> = Read<Part<N, 'body'>>
export type Answer<N extends RouteName> = Read<Part<N, 'answer'>>
/** What a client sends as body: defaults may be left out. */
export type Sent<N extends RouteName> =
  Part<N, 'body'> extends infer S extends z.ZodType ? z.input<S> : undefined

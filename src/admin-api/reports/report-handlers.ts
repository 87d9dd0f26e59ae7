/**
 * Reports: lists, single reports for display, and their files. Every view of a report is recorded.
 */
import type { z } from 'zod'
import { PULL_FAILURES, type PullFailure } from '../../bureaus/pull-failure.ts'
import { csv } from '../../csv.ts'
import { formatOf, mediaTypeOf } from '../../documents/codec/parse-document.ts'
import type { BureauName } from '../../documents/tables/enumerations.ts'
import { counted } from '../../documents/wording.ts'
import { longestOrderMs, storedAnswer } from '../../orders/fulfil/retry.ts'
import { tokensOfText } from '../../orders/intake/search-tokens.ts'
import { type OpenedReport, openReport, printedReport } from '../../orders/stored-report.ts'
import type { ListedOrder } from '../../store/records/orders/order-entry.ts'
import type { ReportSummary } from '../../store/records/reports/report-entry.ts'
import type { ReportFile } from '../../store/records/reports/report-files.ts'
import type { ReportPage } from '../../store/records/reports/report-lists.ts'
import { DAY_MS } from '../../time.ts'
import {
  type Api,
  actorOf,
  at,
  type Caller,
  cursorAfter,
  cursorPosition,
  type File,
  found,
  type Handlers,
  onlyAccountOf,
  periodOf,
  permittedAccount,
} from '../handler.ts'
import { everyPage, recordExport } from '../list-export.ts'
import { ApiProblem } from '../problems.ts'
import { reportSummary, reportView } from '../report-view.ts'
import type {
  ReportPage as ReportPageSchema,
  ReportSearchBody,
  ReportsQuery,
} from '../schemas/report-schemas.ts'
import { maskedReport } from './report-mask.ts'

type Names =
  | 'listReports'
  | 'searchReports'
  | 'exportReports'
  | 'readReport'
  | 'revealReport'
  | 'readReportPdf'
  | 'readReportHtml'
  | 'readReportXml'

/** Integrators see only the reports of their account. Other IDs return `not-found`. */
export const reportHandlers: Handlers<Names> = {
  listReports: ({ caller, query }, api) => listPage(caller, query, api),
  searchReports: ({ caller, body }, api) => searchPage(caller, body, api),
  exportReports: async ({ caller, body: { text, filters } }, api) => {
    const reports = await everyPage('reports', (page) =>
      text === undefined
        ? listPage(caller, { ...filters, ...page }, api)
        : searchPage(caller, { text, filters, ...page }, api),
    )
    const account = permittedAccount(caller, filters.account)
    await recordExport(caller, counted(reports.length, 'report'), account, api)
    return { name: 'reports.csv', content: csv([COLUMNS, ...reports.map(rowOf)]) }
  },
  readReport: async ({ caller, params }, api) => {
    const report = await viewedReport(caller, params.id, 'content', api)
    return maskedReport(await viewOf(report, caller, api), report)
  },
  revealReport: async ({ caller, params, body }, api) => {
    const report = await viewedReport(caller, params.id, 'content', api, body.reason)
    return await viewOf(report, caller, api)
  },
  readReportPdf: async ({ caller, params, body }, api) => {
    const report = await viewedReport(caller, params.id, 'printed_pdf', api, body.reason)
    return file(report, 'pdf', await printedReport(report, 'PDF', api.tools))
  },
  readReportHtml: async ({ caller, params, body }, api) => {
    const report = await viewedReport(caller, params.id, 'printed_html', api, body.reason)
    return file(report, 'html', await printedReport(report, 'HTML', api.tools))
  },
  readReportXml: async ({ caller, params, body }, api) => {
    const report = await viewedReport(caller, params.id, 'answer', api, body.reason)
    const { tools } = api
    const waitMs = longestOrderMs(tools)
    const stored = await storedAnswer(report.account, report.orderId, waitMs, tools)
    const format = formatOf(stored.body)
    return { ...file(report, format, stored.body), mediaType: mediaTypeOf(format) }
  },
}

type Page = z.infer<typeof ReportPageSchema>
type ReportItem = Page['items'][number]

/** Returns a page of the reports of an account, or of all accounts. */
async function listPage(
  caller: Caller,
  { limit, cursor, ...filters }: z.infer<typeof ReportsQuery>,
  api: Api,
): Promise<Page> {
  const filter = filterOf(filters, caller, api)
  const reports = await api.tools.store.reports.list(filter, pageAt(cursor, limit))
  return reportPage(reports, limit, ({ lastUpdatedAt, id }) => cursorAfter(lastUpdatedAt, id), api)
}

/** Returns a page of the reports that match a search. */
async function searchPage(
  caller: Caller,
  { text, filters, limit, cursor }: z.infer<typeof ReportSearchBody>,
  api: Api,
): Promise<Page> {
  const named = cursor === undefined ? await byIdentifier(text, caller, api) : []
  if (named.length > 0) return reportPage(named, limit, () => undefined, api)
  const filter = filterOf(filters, caller, api)
  const position = cursor === undefined ? undefined : cursorPosition(cursor)
  const before = position && { receivedAt: position.at, orderId: position.id }
  const tokens = tokensOfText(text, api.vault)
  const page = { limit: limit + 1, before }
  const found = await api.tools.store.reports.search(tokens, filter, page)
  return reportPage(
    found,
    limit,
    ({ receivedAt, orderId }) => cursorAfter(receivedAt, orderId),
    api,
  )
}

// biome-ignore format: a row
const COLUMNS = [
  'report', 'first_issued', 'last_issued', 'age_days', 'actions_until', 'expired', 'account', 'operation', 'product',
  'origin', 'base_report', 'borrowers', 'scores', 'lender_case', 'bureaus', 'files', 'order',
]

function rowOf(report: ReportItem): readonly string[] {
  return [
    report.id,
    report.firstIssuedAt,
    report.lastUpdatedAt,
    `${report.ageDays}`,
    report.actionsUntil,
    report.isExpired ? 'yes' : 'no',
    report.account,
    report.operation,
    report.product,
    report.origin,
    report.baseReportId ?? '',
    report.borrowers.map(({ name, ssn }) => `${name} ${ssn}`).join('; '),
    report.scores.map(({ borrower, model, score }) => `${borrower} ${model} ${score}`).join('; '),
    report.lenderCase ?? '',
    report.bureaus.join('; '),
    report.files.map(fileText).join('; '),
    report.orderId,
  ]
}

function fileText({ bureau, borrower, outcome }: ReportItem['files'][number]): string {
  return `${bureau} ${borrower} ${outcome}`
}

type Filters = z.infer<typeof ReportSearchBody>['filters']

function filterOf(
  { account, operation, validity, ...period }: Filters,
  caller: Caller,
  { tools }: Api,
) {
  const oldestValid = tools.now().getTime() - tools.limits.reportWindowMs
  return {
    operation,
    account: permittedAccount(caller, account),
    firstIssuedFrom: validity === 'valid' ? oldestValid : undefined,
    firstIssuedBefore: validity === 'expired' ? oldestValid : undefined,
    ...periodOf(period),
  }
}

/** Returns the report with an identifier, if the caller may see its account. */
async function byIdentifier(
  text: string,
  caller: Caller,
  { tools: { store } }: Api,
): Promise<readonly ReportSummary[]> {
  const id = text.trim()
  const account = onlyAccountOf(caller) ?? (await store.reports.accountOf(id))
  const report = account === undefined ? undefined : await store.reports.findSummary(account, id)
  return report === undefined ? [] : [report]
}

/**
 * Returns a page of reports. `reports` has one more than is shown, to learn whether there is a
 * further page.
 */
async function reportPage<R extends ReportSummary>(
  reports: readonly R[],
  limit: number,
  cursorOf: (report: R) => string | undefined,
  { tools }: Api,
): Promise<z.infer<typeof ReportPageSchema>> {
  const shown = reports.slice(0, limit)
  const last = reports.length > limit ? shown.at(-1) : undefined
  const [orders, files] = await Promise.all([
    tools.store.orders.listedOf(shown.map(({ orderId }) => orderId)),
    tools.store.reports.filesOf(shown.map(({ id }) => id)),
  ])
  const filesById = Map.groupBy(files, ({ reportId }) => reportId)
  const now = tools.now().getTime()
  return {
    items: shown.map((report) => {
      const until = report.firstIssuedAt + tools.limits.reportWindowMs
      return {
        ...reportSummary(report),
        ...orderFactsOf(orders.get(report.orderId)),
        files: (filesById.get(report.id) ?? []).map(fileView),
        ageDays: Math.floor((now - report.firstIssuedAt) / DAY_MS),
        actionsUntil: at(until),
        isExpired: now > until,
      }
    }),
    next: last && cursorOf(last),
  }
}

/** Returns the part of the order that is shown with its report in lists. */
function orderFactsOf(order: ListedOrder | undefined) {
  const { borrowers = [], lenderCase, scores = [] } = order ?? {}
  return { borrowers: [...borrowers], lenderCase, scores: [...scores] }
}

/** Omits the report's ID, which the listed report has, and says why a pull failed. */
function fileView({
  reportId: _,
  bureau,
  failure,
  ...file
}: ReportFile): ReportItem['files'][number] {
  const reason = failure && PULL_FAILURES[failure as PullFailure]
  return { bureau: bureau as BureauName, ...file, reason }
}

function pageAt(cursor: string | undefined, limit: number): ReportPage {
  if (cursor === undefined) return { limit: limit + 1 }
  const position = cursorPosition(cursor)
  return { limit: limit + 1, before: { lastUpdatedAt: position.at, id: position.id } }
}

/**
 * Opens a report that the caller may see. Throws `gone` if its content is purged. Records nothing
 * yet.
 */
export async function reportOf(caller: Caller, id: string, { tools }: Api): Promise<OpenedReport> {
  const name = permittedAccount(caller, found(await tools.store.reports.accountOf(id)))
  const report = await openReport({ name: found(name) }, id, tools)
  if (report === undefined) throw new ApiProblem('gone')
  return report
}

/**
 * Opens a report for display: masked or, for a stated reason, unmasked. Both are recorded in the
 * audit trail.
 */
export async function viewedReport(
  caller: Caller,
  id: string,
  field: string,
  api: Api,
  reason?: string,
): Promise<OpenedReport> {
  const report = await reportOf(caller, id, api)
  await api.tools.store.audit.record({
    actor: actorOf(caller),
    action: reason === undefined ? 'report.viewed' : 'report.revealed',
    purpose: reason,
    account: report.account,
    orderId: report.orderId,
    reportId: report.id,
    fields: [field],
  })
  return report
}

/** Returns a report unmasked. An integrator does not see a legal hold, which is not of the account. */
async function viewOf(report: OpenedReport, caller: Caller, api: Api) {
  const view = reportView(report, await relatedTo(report, api), api.tools)
  if (onlyAccountOf(caller) !== undefined) return view
  const holds = await api.tools.store.retention.holds()
  const hold = holds.find(({ reportId }) => reportId === report.id)
  return { ...view, hold: hold && { since: at(hold.heldAt), reason: hold.reason } }
}

/** Returns the base of the report, and the reports that were made from it. */
async function relatedTo(report: OpenedReport, { tools }: Api) {
  const { account, baseReportId } = report
  const base = baseReportId && (await tools.store.reports.find(account, baseReportId))
  const derived = await tools.store.reports.lookUp(account, { baseReportId: report.id }, 0, 50)
  const related = [...(base ? [base] : []), ...derived]
  const orders = await tools.store.orders.listedOf(related.map(({ orderId }) => orderId))
  return related.map((each) => {
    const { borrowers, scores } = orderFactsOf(orders.get(each.orderId))
    return { ...reportSummary(each), borrowers, scores }
  })
}

/**
 * Returns a file that is named after the report, because a file name must not contain personal
 * data.
 */
function file({ id }: OpenedReport, extension: string, content: string | Uint8Array): File {
  return { name: `credit-report-${id}.${extension}`, content }
}

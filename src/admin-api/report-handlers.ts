/** Reports: lists, one for drawing, its files. Every look at one is recorded. */

import { formatOf, mediaTypeOf } from '../documents/codec/parse-document.ts'
import { longestOrderMs, storedAnswer } from '../orders/fulfil/retry.ts'
import { openReport, printedReport, type StoredReport } from '../orders/fulfil/stored-report.ts'
import type { ReportSummary } from '../store/records/report-entry.ts'
import type { ReportPage } from '../store/records/reports.ts'
import {
  type Api,
  accountFor,
  actorOf,
  at,
  type Caller,
  confinedTo,
  cursorAfter,
  cursorPlaceOf,
  type File,
  found,
  type Handlers,
} from './handler.ts'

import { maskedReport } from './report-mask.ts'
import { reportSummary, reportView } from './report-view.ts'

type Names =
  | 'listReports'
  | 'readReport'
  | 'revealReport'
  | 'readReportPdf'
  | 'readReportHtml'
  | 'readReportXml'

export const reportHandlers: Handlers<Names> = {
  listReports: async ({ caller, query }, { tools }) => {
    const { limit, cursor, operation } = query
    const filter = { operation, account: accountFor(caller, query.account) }
    const reports = await tools.store.reports.list(filter, pageAt(cursor, limit))
    const shown = reports.slice(0, limit)
    const last = reports.length > limit ? shown.at(-1) : undefined
    const borrowers = await tools.store.orders.borrowersOf(shown.map(({ orderId }) => orderId))
    const now = tools.now().getTime()
    return {
      items: shown.map((report) => {
        const until = report.firstIssuedAt + tools.limits.reportWindowMs
        return {
          ...reportSummary(report),
          borrowers: [...(borrowers.get(report.orderId) ?? [])],
          actionsUntil: at(until),
          isExpired: now > until,
        }
      }),
      ...(last === undefined ? {} : { next: cursorAfter(last.lastUpdatedAt, last.id) }),
    }
  },
  readReport: async ({ caller, params }, api) => {
    const report = await viewed(caller, params.id, 'content', api)
    return maskedReport(reportView(report, await relatedTo(report, api), api.tools))
  },
  revealReport: async ({ caller, params, body }, api) => {
    const report = await viewed(caller, params.id, 'content', api, body.reason)
    return reportView(report, await relatedTo(report, api), api.tools)
  },
  readReportPdf: async ({ caller, params, body }, api) => {
    const report = await viewed(caller, params.id, 'printed_pdf', api, body.reason)
    return file(report, 'pdf', await printedReport(report, 'PDF', api.tools))
  },
  readReportHtml: async ({ caller, params, body }, api) => {
    const report = await viewed(caller, params.id, 'printed_html', api, body.reason)
    return file(report, 'html', await printedReport(report, 'HTML', api.tools))
  },
  readReportXml: async ({ caller, params, body }, api) => {
    const report = await viewed(caller, params.id, 'answer', api, body.reason)
    const { tools } = api
    const waitMs = longestOrderMs(tools)
    const stored = await storedAnswer(report.account, report.orderId, waitMs, tools)
    const format = formatOf(stored.body)
    return { ...file(report, format, stored.body), mediaType: mediaTypeOf(format) }
  },
}

function pageAt(cursor: string | undefined, limit: number): ReportPage {
  if (cursor === undefined) return { limit: limit + 1 }
  const place = cursorPlaceOf(cursor)
  return { limit: limit + 1, before: { lastUpdatedAt: place.at, id: place.id } }
}

/** A report that the caller may see, opened; nothing is recorded yet. */
export async function reportOf(caller: Caller, id: string, { tools }: Api): Promise<StoredReport> {
  const account = confinedTo(caller) ?? found(await tools.store.reports.accountOf(id))
  return found(await openReport({ name: account }, id, tools))
}

/** A report that is shown: masked, or for a reason in clear. Either is in the audit trail. */
async function viewed(
  caller: Caller,
  id: string,
  field: string,
  api: Api,
  reason?: string,
): Promise<StoredReport> {
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

/** The report's base, and what was made of the report. */
async function relatedTo(report: StoredReport, { tools }: Api): Promise<readonly ReportSummary[]> {
  const { account, baseReportId } = report
  const base = baseReportId && (await tools.store.reports.find(account, baseReportId))
  const made = await tools.store.reports.lookUp(account, { baseReportId: report.id }, 0, 50)
  return [...(base ? [base] : []), ...made]
}

/** Named after the report: a file name holds nothing about a person. */
function file({ id }: StoredReport, extension: string, content: string | Uint8Array): File {
  return { name: `credit-report-${id}.${extension}`, content }
}

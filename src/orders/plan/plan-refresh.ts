/** Refresh: what has changed since a report, by soft pulls of the bureaus that it holds. */
import { isDelivered } from '../../reports/credit-files.ts'
import type { ReportSummary } from '../../store/records/report-entry.ts'
import { type NeededFile, planPulls } from '../fulfil/pull.ts'
import { openReport, type StoredReport } from '../fulfil/stored-report.ts'
import type { Order } from '../intake/order.ts'
import type { OrderingAccount } from '../intake/ordering-account.ts'
import type { Tools } from '../tools.ts'
import { baseReport, rejectWhere } from './base-report.ts'
import { decisionOn } from './decisions.ts'
import { keptPulls } from './existing-reports.ts'
import type { Plan, ReportPlan } from './plan.ts'

/** Plans a new refresh of a report; the number of a refresh means the report that it refreshed. */
export async function planRefresh(
  order: Order,
  account: OrderingAccount,
  tools: Tools,
): Promise<ReportPlan> {
  const base = await baseReport(
    order,
    account,
    {
      action: 'RefreshSubmit',
      takes: (report) => !isRefresh(report),
      standsFor: async (named) => {
        const report = isRefresh(named) ? await baseOf(named, account, tools) : named
        return report === undefined ? [] : [report]
      },
      windowMs: tools.limits.refreshWindowMs,
    },
    tools,
  )
  const needed = comparable(order, base, account, tools)
  if (needed.length === 0) rejectWhere(decisionOn('RefreshSubmit', ['nothingHeld']))
  return {
    kind: 'report',
    origin: 'refreshed',
    base,
    pulls: planPulls(order, account, needed, tools),
    filesOf: (pulls) =>
      order.borrowers.map((borrower) => ({
        borrowerId: borrower.borrowerId,
        pulls: pulls.filter((pull) => pull.borrower === borrower).map(({ file }) => file),
      })),
  }
}

/** Answers a refresh again: by its own number, or as the latest refresh of a report. */
export async function planRefreshReissue(
  order: Order,
  account: OrderingAccount,
  tools: Tools,
): Promise<Plan> {
  const report = await baseReport(
    order,
    account,
    {
      action: 'RefreshReissue',
      takes: isRefresh,
      standsFor: async (named) =>
        isRefresh(named) ? [named] : refreshesOf(named.id, account, tools),
      windowMs: tools.limits.reportWindowMs,
    },
    tools,
  )
  return { kind: 'stored', origin: 'reissued', fee: 'reissue', report }
}

function isRefresh(report: ReportSummary): boolean {
  return report.operation === 'refresh_report'
}

async function baseOf(
  refresh: StoredReport,
  account: OrderingAccount,
  tools: Tools,
): Promise<StoredReport | undefined> {
  const { baseReportId } = refresh
  return baseReportId === undefined ? undefined : openReport(account, baseReportId, tools)
}

/** Most reports made from one that are looked at. */
const DERIVED_COUNT_MAX = 50

/** The refreshes of a report, the newest first. */
async function refreshesOf(
  baseReportId: string,
  account: OrderingAccount,
  tools: Tools,
): Promise<readonly ReportSummary[]> {
  const by = { baseReportId }
  const derived = await tools.store.reports.lookUp(account.name, by, 0, DERIVED_COUNT_MAX)
  return derived.filter(isRefresh)
}

/** The files that both reports can have: asked for now, and delivered then. */
function comparable(
  order: Order,
  base: StoredReport,
  account: OrderingAccount,
  tools: Tools,
): NeededFile[] {
  return order.borrowers.flatMap((borrower) => {
    const held = keptPulls(borrower, base, account, tools).filter(isDelivered)
    return order.bureaus
      .filter((bureau) => held.some((file) => file.bureau === bureau))
      .map((bureau) => ({ borrower, bureau }))
  })
}

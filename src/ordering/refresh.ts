/** Refresh: what has changed since a report, by soft pulls of the bureaus that it holds. */
import { OrderError } from '../errors.ts'
import type { ReportSummary } from '../store/reports.ts'
import type { OrderingAccount } from './account.ts'
import { baseReport } from './base-report.ts'
import { keptPulls } from './kept-reports.ts'
import type { Order } from './order.ts'
import type { MakingPlan, Plan } from './plan.ts'
import { isDelivered, type NeededFile, planPulls } from './pull.ts'
import { openReport, type StoredReport } from './stored-report.ts'
import type { Tools } from './tools.ts'

/** Plans a new refresh of a report; the number of a refresh means the report that it refreshed. */
export async function planRefresh(
  order: Order,
  account: OrderingAccount,
  tools: Tools,
): Promise<MakingPlan> {
  const base = await baseReport(
    order,
    account,
    {
      action: 'Refresh',
      fits: (report) => !isRefresh(report),
      windowMs: tools.limits.refreshWindowMs,
      through: async (named) => {
        if (!isRefresh(named) || named.baseReportId === undefined) return named
        return openReport(account, named.baseReportId, tools)
      },
    },
    tools,
  )
  const needed = comparable(order, base, account, tools)
  if (needed.length === 0) {
    throw new OrderError('wrongAction', ['The report holds no file of the bureaus asked for'])
  }
  return {
    kind: 'making',
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
      action: 'Reissue',
      fits: isRefresh,
      windowMs: tools.limits.reportWindowMs,
      through: (named) =>
        isRefresh(named) ? Promise.resolve(named) : latestRefresh(named, account, tools),
    },
    tools,
  )
  return { kind: 'stored', origin: 'reissued', fee: 'reissue', report }
}

function isRefresh(report: ReportSummary): boolean {
  return report.operation === 'refresh_report'
}

/** Most reports made from one that are looked at. */
const DERIVED_COUNT_MAX = 50

async function latestRefresh(
  base: StoredReport,
  account: OrderingAccount,
  tools: Tools,
): Promise<StoredReport | undefined> {
  const by = { baseReportId: base.id }
  const derived = await tools.store.listReports(account.name, by, 0, DERIVED_COUNT_MAX)
  const latest = derived.find(isRefresh)
  return latest && openReport(account, latest.id, tools)
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

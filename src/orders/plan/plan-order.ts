/**
 * Plans the response to an order (docs/actions.md). Planning reads the store and decides. It asks
 * no bureau, writes nothing and charges nothing.
 */
import { FAMILY_TITLES } from '../../bureaus/score-models.ts'
import { OrderError } from '../../errors.ts'
import { isDelivered } from '../../reports/credit-files.ts'
import type { ReportSummary } from '../../store/records/reports/report-entry.ts'
import type { Order } from '../intake/order.ts'
import type { OrderingAccount } from '../intake/ordering-account.ts'
import { familiesOf } from '../intake/wanted-scores.ts'
import { type ReportedBorrower, type StoredReport, storedReport } from '../stored-report.ts'
import type { Tools } from '../tools.ts'
import { type BaseSearch, baseReport, throwIfRejected } from './base-report.ts'
import { decisionOn } from './decisions.ts'
import { derivedScores, findExistingReport, storedFiles } from './existing-reports.ts'
import { derivationOf, identity, meaningOf } from './meaning.ts'
import type { Plan, ReportPlan } from './plan.ts'
import { planUpgrade } from './plan-upgrade.ts'
import { type FinishedPull, type NeededFile, planPulls } from './planned-pulls.ts'

// Refresh: the changes since a report, by soft pulls at the bureaus that delivered it.

/**
 * Plans a new refresh of a report. If the order names a refresh, it means the report that was
 * refreshed.
 */
async function planRefresh(
  order: Order,
  account: OrderingAccount,
  tools: Tools,
): Promise<ReportPlan> {
  const base = await baseReport(
    order,
    account,
    {
      action: 'RefreshSubmit',
      accepts: (report) => !isRefresh(report),
      resolveNamed: async (named) => {
        const report = isRefresh(named) ? await baseOf(named, account, tools) : named
        return report === undefined ? [] : [report]
      },
      windowMs: tools.limits.refreshWindowMs,
    },
    tools,
  )
  const needed = comparableFiles(order, base, account, tools)
  if (needed.length === 0) throwIfRejected(decisionOn('RefreshSubmit', ['nothingHeld']))
  return {
    kind: 'report',
    origin: 'refreshed',
    base,
    pulls: planPulls(order, account, needed, tools),
    filesOf: (pulls) => pulledFiles(order, pulls),
  }
}

/** Returns the files of the finished pulls, for each borrower. */
function pulledFiles(order: Order, pulls: readonly FinishedPull[]): ReportedBorrower[] {
  return order.borrowers.map((borrower) => ({
    borrowerId: borrower.borrowerId,
    pulls: pulls.filter((pull) => pull.borrower === borrower).map(({ file }) => file),
  }))
}

/**
 * Plans the reissue of a refresh: the refresh that the order names, or the latest refresh of the
 * report that it names.
 */
async function planRefreshReissue(
  order: Order,
  account: OrderingAccount,
  tools: Tools,
): Promise<Plan> {
  const report = await baseReport(
    order,
    account,
    {
      action: 'RefreshReissue',
      accepts: isRefresh,
      resolveNamed: async (named) =>
        isRefresh(named) ? [named] : refreshesOf(named.id, account, tools),
      windowMs: tools.limits.reportWindowMs,
    },
    tools,
  )
  return { kind: 'stored', origin: 'reissued', fee: 'reissue', report }
}

/**
 * Whether a report is a refresh. The operation shows it: only refreshes are made at
 * `/refresh_report`, whatever their base was.
 */
function isRefresh(report: ReportSummary): boolean {
  return report.operation === 'refresh_report'
}

async function baseOf(
  refresh: StoredReport,
  account: OrderingAccount,
  tools: Tools,
): Promise<StoredReport | undefined> {
  const { baseReportId } = refresh
  return baseReportId === undefined ? undefined : storedReport(account, baseReportId, tools)
}

/**
 * The largest number of reports derived from one report that are read, newest first. Only the
 * newest is needed.
 */
const DERIVED_COUNT_MAX = 50

/** Returns the refreshes of a report, the newest first. */
async function refreshesOf(
  baseReportId: string,
  account: OrderingAccount,
  tools: Tools,
): Promise<readonly ReportSummary[]> {
  const by = { baseReportId }
  const derived = await tools.store.reports.lookUp(account.name, by, 0, DERIVED_COUNT_MAX)
  return derived.filter(isRefresh)
}

/**
 * Returns the files that can be compared: requested now, and delivered then. A bureau that failed
 * then is not asked, since every account of its file would look new.
 */
function comparableFiles(
  order: Order,
  base: StoredReport,
  account: OrderingAccount,
  tools: Tools,
): NeededFile[] {
  return order.borrowers.flatMap((borrower) => {
    const delivered = storedFiles(borrower, base, account, tools).filter(isDelivered)
    return order.bureaus
      .filter((bureau) => delivered.some((file) => file.bureau === bureau))
      .map((bureau) => ({ borrower, bureau }))
  })
}

/** A planner only reads the store. It throws an `OrderError` if the order is not possible. */
type Planner = (order: Order, account: OrderingAccount, tools: Tools) => Promise<Plan>

/** Plans an order. Throws an `OrderError` if the order is not possible. */
export function planOrder(order: Order, account: OrderingAccount, tools: Tools): Promise<Plan> {
  const refresh = order.operation.name === 'refresh_report'
  const planner = refresh ? REFRESH_PLANNERS[order.action] : PLANNERS[order.action]
  if (planner === undefined) throw new OrderError('wrongAction')
  return planner(order, account, tools)
}

const planSubmit: Planner = async (order, account, tools) => {
  const meaning = meaningOf(order, account, tools)
  // A report with more bureaus than requested fits too. One with fewer needs an Upgrade or a new
  // report.
  const hasAll = ({ bureaus }: ReportSummary) =>
    order.bureaus.every((bureau) => bureaus.includes(bureau))
  const found = await findExistingReport({ meaning }, account, tools, hasAll, order)
  const { plan, seenReports } = found
  if (plan !== undefined) return plan
  return { ...newReport(order, account, tools), meaning, exclusive: meaning, seenReports }
}

// Later Submits find the report of a ForceNew (`meaning`), but no other order shares its work
// (`exclusive`), because each ForceNew makes a new report.
const planForceNew: Planner = async (order, account, tools) => ({
  ...newReport(order, account, tools),
  meaning: meaningOf(order, account, tools),
})

function newReport(order: Order, account: OrderingAccount, tools: Tools): ReportPlan {
  return {
    kind: 'report',
    origin: 'new',
    pulls: planPulls(order, account, allFiles(order), tools),
    filesOf: (pulls) => pulledFiles(order, pulls),
  }
}

/**
 * Returns every file that the order can have. Borrowers are in the order of the request, so that
 * pulls, files and charges are always listed in the same order.
 */
function allFiles(order: Order) {
  return order.borrowers.flatMap((borrower) =>
    order.bureaus.map((bureau) => ({ borrower, bureau })),
  )
}

const planReissue: Planner = async (order, account, tools) => {
  const report = await baseReport(order, account, samePathSearch('Reissue', order, tools), tools)
  rejectMissingScores(order, report)
  return { kind: 'stored', origin: 'reissued', fee: 'reissue', report }
}

/** Throws if an order requests a score model that the report does not have. */
function rejectMissingScores({ scoreModels, product }: Order, report: StoredReport): void {
  if (scoreModels === undefined || !product.scores) return
  const files = report.content.borrowers.flatMap(({ pulls }) => pulls)
  const missing = scoreModels.find(({ family, bureau }) => {
    const own = files.filter((file) => file.bureau === bureau && isDelivered(file))
    // A bureau without a file has no score. Then it is enough that the report has the model.
    return !(own.length > 0 ? own : files).some((file) => familiesOf(file).includes(family))
  })
  if (missing === undefined) return
  const { family, bureau } = missing
  const title =
    bureau === undefined ? FAMILY_TITLES[family] : `${FAMILY_TITLES[family]} at ${bureau}`
  throw new OrderError('wrongAction', [
    `The report has no scores of ${title}; send Upgrade to add them, or Submit for a new report`,
  ])
}

/**
 * Reissue and Unmerge find a report only on the path and for the product with which it was ordered.
 */
function samePathSearch(action: 'Reissue' | 'Unmerge', order: Order, tools: Tools): BaseSearch {
  return {
    action,
    accepts: (report) => report.operation === order.operation.name,
    products: [order.productName],
    windowMs: tools.limits.reportWindowMs,
  }
}

/**
 * Plans an Unmerge. Later orders find the resulting individual report like any other of its
 * meaning.
 */
const planUnmerge: Planner = async (order, account, tools) => {
  const base = await baseReport(order, account, samePathSearch('Unmerge', order, tools), tools)
  rejectMissingScores(order, base)
  const derivation = derivationOf(order, base.id, order.borrowers.map(identity), account, tools)
  const { plan, seenReports } = await findExistingReport({ derivation }, account, tools)
  if (plan !== undefined) return plan
  const filesOf = () =>
    order.borrowers.map((borrower) => ({
      borrowerId: borrower.borrowerId,
      pulls: storedFiles(borrower, base, account, tools),
    }))
  // Perhaps only the other borrower's files were delivered. A report without any file is not
  // issued.
  if (!filesOf().some(({ pulls }) => pulls.some(isDelivered))) {
    const text = 'The joint report has no file of this borrower; send Submit to ask the bureaus'
    throw new OrderError('noFile', [text])
  }
  const scores = derivedScores(order, base, account)
  return {
    kind: 'report',
    origin: 'unmerged',
    base,
    pulls: [],
    filesOf,
    scores,
    meaning: meaningOf(order, account, tools, scores),
    derivation,
    exclusive: derivation,
    seenReports,
  }
}

const PLANNERS: Readonly<Partial<Record<Order['action'], Planner>>> = {
  Submit: planSubmit,
  ForceNew: planForceNew,
  Reissue: planReissue,
  Upgrade: planUpgrade,
  Unmerge: planUnmerge,
}

const REFRESH_PLANNERS: Readonly<Partial<Record<Order['action'], Planner>>> = {
  Submit: planRefresh,
  Reissue: planRefreshReissue,
}

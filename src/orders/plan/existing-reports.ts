/**
 * Look-ups among the account's stored reports: the one that answers an order without a pull, and
 * the files of a base report that a new report takes over.
 */
import type { CreditFile } from '../../bureaus/bureau.ts'
import type { SeenReports } from '../../store/records/orders/order-entry.ts'
import type { ReportSummary } from '../../store/records/reports/report-entry.ts'
import type { Order, OrderBorrower } from '../intake/order.ts'
import type { OrderingAccount } from '../intake/ordering-account.ts'
import { type ReportedBorrower, type StoredReport, storedReport } from '../stored-report.ts'
import type { Tools } from '../tools.ts'
import { borrowerIndexes } from './meaning.ts'
import type { StoredPlan } from './plan.ts'

/**
 * How the borrowers of an order relate to those of the report that it is about:
 *
 * - `same`: the same people.
 *
 * - `adds`: all of the report's, and another.
 *
 * - `drops`: some of the report's, and no other.
 *
 * - `crosses`: some of the report's, and another.
 *
 * - `none`: none of the report's.
 */
export type Relation = 'same' | 'adds' | 'drops' | 'crosses' | 'none'

/**
 * Compares people by their identity indexes. Neither list is empty: an order and a report have one
 * or two borrowers.
 */
export function relationOf(report: readonly Uint8Array[], order: readonly Uint8Array[]): Relation {
  const inReport = order.filter((one) => contains(report, one)).length
  if (inReport === 0) return 'none'
  if (inReport === order.length) return inReport === report.length ? 'same' : 'drops'
  return inReport === report.length ? 'adds' : 'crosses'
}

function contains(indexes: readonly Uint8Array[], wanted: Uint8Array): boolean {
  return indexes.some((index) => isSamePerson(index, wanted))
}

/** Whether two identity indexes are one person's. */
function isSamePerson(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}

/** Most live reports of one meaning that are looked at: an account makes a few in a window. */
const LIVE_COUNT_MAX = 1_000

/** The live report that a look-up finds, or what it found that does not fit. */
export type Existing =
  | { readonly plan: StoredPlan; readonly seenReports?: never }
  | { readonly plan?: never; readonly seenReports: SeenReports }

/**
 * Looks for a live report, as an answer that costs nothing. Without one, it gives what it saw,
 * which `begin` compares when it journals the order: an order of the same meaning that ended in
 * between is then found by planning again.
 */
export async function findExistingReport(
  by: SeenReports['by'],
  account: OrderingAccount,
  tools: Tools,
  fits: (report: ReportSummary) => boolean = () => true,
  order?: Order,
): Promise<Existing> {
  const issuedSince = tools.now().getTime() - tools.limits.reportWindowMs
  const found = await tools.store.reports.lookUp(account.name, by, issuedSince, LIVE_COUNT_MAX)
  // An upgrade has the first issue of its base, and is later all the same.
  const latestFirst = found.toSorted((a, b) => b.lastUpdatedAt - a.lastUpdatedAt).filter(fits)
  for (const { id } of latestFirst) {
    const report = await storedReport(account, id, tools)
    // A report that was purged since the look-up is passed over like one that does not fit.
    if (report === undefined || (order && areBornOtherwise(order, report, account, tools))) continue
    return { plan: { kind: 'stored', origin: 'existing', report } }
  }
  const count = found.length
  return { seenReports: { by, issuedSince, count, countMax: LIVE_COUNT_MAX } }
}

/**
 * Whether a borrower of the order has another birth date than in the report. It is compared only
 * where both give one, and as exactly as both do, so it is no part of the index of the meaning.
 */
function areBornOtherwise(
  order: Order,
  report: StoredReport,
  account: OrderingAccount,
  tools: Tools,
): boolean {
  return order.borrowers.some((borrower) => {
    const kept = report.content.report.borrowers[positionOf(borrower, report, account, tools)]
    const [one, other] = [borrower.subject.birthDate ?? '', kept?._BirthDate ?? '']
    const exactness = Math.min(one.length, other.length)
    return one.slice(0, exactness) !== other.slice(0, exactness)
  })
}

function positionOf(
  borrower: OrderBorrower,
  report: StoredReport,
  account: OrderingAccount,
  tools: Tools,
): number {
  const { identity } = borrowerIndexes(borrower, account, tools)
  return report.borrowers.findIndex((one) => isSamePerson(one.identity, identity))
}

/** A borrower of an order in a report; nothing where it is not about them. */
export function keptBorrower(
  borrower: OrderBorrower,
  report: StoredReport,
  account: OrderingAccount,
  tools: Tools,
): ReportedBorrower | undefined {
  return report.content.borrowers[positionOf(borrower, report, account, tools)]
}

/** What the bureaus answered about a borrower in a report; nothing where it is not about them. */
export function keptPulls(
  borrower: OrderBorrower,
  base: StoredReport,
  account: OrderingAccount,
  tools: Tools,
): readonly CreditFile[] {
  return keptBorrower(borrower, base, account, tools)?.pulls ?? []
}

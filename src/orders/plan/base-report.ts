/**
 * Finds the report that an order refers to: by its number, or as the latest one of the lender case
 * and the borrowers.
 */
import { OrderError } from '../../errors.ts'
import type { ReportSummary } from '../../store/records/reports/report-entry.ts'
import { DAY_MS } from '../../time.ts'
import { creditRequestOf, type Order } from '../intake/order.ts'
import type { OrderingAccount } from '../intake/ordering-account.ts'
import type { ProductName } from '../intake/products.ts'
import { type StoredReport, storedReport } from '../stored-report.ts'
import type { Tools } from '../tools.ts'
import {
  type ActionOnReport,
  type Decision,
  decisionOn,
  isRejection,
  rejectingRowIndex,
  type Situation,
} from './decisions.ts'
import { relationOf } from './existing-reports.ts'
import { borrowerIndexes, lenderCaseIndex } from './meaning.ts'

/** The criteria by which an action finds its report. */
export interface BaseSearch {
  readonly action: ActionOnReport
  /** Whether the action accepts reports of this operation. */
  readonly accepts: (report: ReportSummary) => boolean
  /** The products that the action accepts; any product if absent. */
  readonly products?: readonly ProductName[]
  /**
   * Returns the reports that a named report refers to, the newest first: a refresh refers to the
   * report that it refreshed, and a report to its refreshes. Absent if a number means only its own
   * report.
   */
  readonly resolveNamed?: (named: StoredReport) => Promise<readonly ReportSummary[]>
  /** How long after its first issue the action accepts a report. */
  readonly windowMs: number
}

/**
 * The largest number of reports of one borrower and case that are read. A lender orders the report
 * of one loan a few times.
 */
const CANDIDATE_COUNT_MAX = 50

/**
 * Returns the number of the report that an order names; undefined if it names none. Clients pad the
 * number with spaces if they keep it in a column of fixed length.
 */
export function namedReportId(order: Order): string | undefined {
  return creditRequestOf(order.document).CREDIT_REQUEST_DATA.CreditReportIdentifier?.trim()
}

/**
 * Finds the report that an order refers to. Throws an `OrderError` if there is none to act on. The
 * error is `reportUnknown` both for a missing report and for a report of another account, so that a
 * client cannot find out which numbers exist.
 */
export async function baseReport(
  order: Order,
  account: OrderingAccount,
  search: BaseSearch,
  tools: Tools,
): Promise<StoredReport> {
  const people = order.borrowers.map((one) => borrowerIndexes(one, account, tools).identity)
  const id = namedReportId(order)
  // A number in the order takes precedence over case and borrowers: the client says which report it
  // means.
  const candidates =
    id === undefined
      ? await candidatesOfCase(order, account, people, search, tools)
      : await candidatesOfId(id, account, search, tools)
  const decided = candidates.map((report) => {
    const situations = situationsOf(report, people, search, tools)
    const decision = decisionOn(search.action, situations)
    const rowIndex = rejectingRowIndex(search.action, decision)
    return { report, decision, rowIndex, lacksBorrower: situations.includes('adds') }
  })
  // Choose the first report that passed the most rows of the table: an older report that the action
  // accepts is better than a newer one that it rejects. An Upgrade also accepts a report of only one
  // of its borrowers, such as an unmerged one, and would charge for files that a joint report has.
  const furthest = Math.max(...decided.map(({ rowIndex }) => rowIndex))
  const fitting = decided.filter(({ rowIndex }) => rowIndex === furthest)
  const chosen = fitting.find(({ lacksBorrower }) => !lacksBorrower) ?? fitting[0]
  if (chosen === undefined) throw notFound(order)
  if (isRejection(chosen.decision) && chosen.decision.reason === 'reportUnknown')
    throw notFound(order)
  throwIfRejected(chosen.decision, search.windowMs)
  const report = await storedReportOf(chosen.report, account, tools)
  if (report === undefined) throw notFound(order)
  return report
}

/**
 * The error says how the report was searched for. It is the same for a missing report and for
 * another account's. The base of a refresh can be a report of any path.
 */
function notFound(order: Order): OrderError {
  const { path } = order.operation
  const refresh = order.operation.name === 'refresh_report'
  const base = refresh && order.action === 'Submit'
  const place = base ? '' : ` for ${path}`
  const next = base
    ? 'A refresh compares with an earlier report: order one at another path first'
    : `For a first ${refresh ? 'refresh' : 'report'}, send Submit`
  const { LenderCaseIdentifier: lenderCase = '' } = creditRequestOf(order.document)
  const by = lenderCase.trim() === '' ? 'no LenderCaseIdentifier' : 'LenderCaseIdentifier'
  const text =
    namedReportId(order) === undefined
      ? `Looked for a report of this account by ${by} and borrowers (SSN and full name, with middle name and suffix)${place}, because CreditReportIdentifier is absent or empty; found none. ${next}`
      : `Looked for a report of this account by CreditReportIdentifier${place}; found none`
  return new OrderError('reportUnknown', [text])
}

/** Throws an `OrderError` if the decision is a rejection. */
export function throwIfRejected(decision: Decision, windowMs = 0): void {
  if (!isRejection(decision)) return
  const { reason, text } = decision
  if (reason === 'reportTooOld') throw new OrderError(reason, [tooOldText(windowMs)])
  throw new OrderError(reason, text === undefined ? [] : [text])
}

function tooOldText(windowMs: number): string {
  return `The report was first issued more than ${Math.floor(windowMs / DAY_MS)} days ago`
}

type Candidate = ReportSummary | StoredReport

async function candidatesOfId(
  id: string,
  account: OrderingAccount,
  { resolveNamed }: BaseSearch,
  tools: Tools,
): Promise<readonly Candidate[]> {
  const report = await storedReport(account, id, tools)
  if (report === undefined) return []
  return resolveNamed === undefined ? [report] : resolveNamed(report)
}

/**
 * Returns the reports of the lender case and the borrowers, the last updated first. An order
 * without a case finds reports that were ordered without one. A joint order searches for each
 * borrower separately, since the report may have been ordered for one of them.
 */
async function candidatesOfCase(
  order: Order,
  account: OrderingAccount,
  people: readonly Uint8Array[],
  { accepts }: BaseSearch,
  tools: Tools,
): Promise<readonly Candidate[]> {
  const lenderCase = lenderCaseIndex(order, account, tools) ?? 'none'
  const lists = await Promise.all(
    people.map((borrowerIdentity) =>
      tools.store.reports.lookUp(
        account.name,
        { borrowerIdentity, lenderCase },
        0,
        CANDIDATE_COUNT_MAX,
      ),
    ),
  )
  return lists
    .flat()
    .filter(accepts)
    .sort((one, other) => other.lastUpdatedAt - one.lastUpdatedAt)
}

/**
 * Returns the situations of the decision table that hold between the order and a report. The
 * summary is enough: reports are compared before the content of one is decrypted.
 */
function situationsOf(
  report: ReportSummary,
  people: readonly Uint8Array[],
  { accepts, products, windowMs }: BaseSearch,
  tools: Tools,
): Situation[] {
  const reported = report.borrowers.map((borrower) => borrower.identity)
  const situations: Situation[] = [relationOf(reported, people)]
  if (!accepts(report)) situations.push('otherPath')
  if (products?.every((product) => product !== report.product)) situations.push('otherProduct')
  if (tools.now().getTime() - report.firstIssuedAt > windowMs) situations.push('tooOld')
  return situations
}

/** Returns the stored report of a candidate, which may have been read already. */
async function storedReportOf(
  report: Candidate,
  account: OrderingAccount,
  tools: Tools,
): Promise<StoredReport | undefined> {
  return 'content' in report ? report : storedReport(account, report.id, tools)
}

/** Finds the report that an order is about: by its number, or the latest of case and borrowers. */
import { OrderError } from '../errors.ts'
import type { ReportSummary } from '../store/reports.ts'
import type { OrderingAccount } from './account.ts'
import {
  type ActionOnReport,
  type Relation,
  relationOf,
  VERDICTS,
  type Verdict,
} from './borrower-relation.ts'
import { borrowerIndexes, lenderCaseIndex } from './meaning.ts'
import { creditRequestOf, type Order } from './order.ts'
import { openReport, type StoredReport } from './stored-report.ts'
import type { Tools } from './tools.ts'

/** What an action looks for. */
export interface BaseSearch {
  readonly action: ActionOnReport
  /** Whether a report can be meant at all, its borrowers and age aside. */
  readonly fits: (report: ReportSummary) => boolean
  /** The report that a named one stands for, where it stands for another. */
  readonly through?: (named: StoredReport) => Promise<StoredReport | undefined>
  /** How long after its first issue the action takes a report. */
  readonly windowMs: number
}

/** Most reports of one borrower that are looked at. */
const CANDIDATE_COUNT_MAX = 50

/** The report that an order is about; throws an `OrderError` where there is none to act on. */
export async function baseReport(
  order: Order,
  account: OrderingAccount,
  search: BaseSearch,
  tools: Tools,
): Promise<StoredReport> {
  const id = creditRequestOf(order.document).CREDIT_REQUEST_DATA.CreditReportIdentifier
  const people = order.borrowers.map((one) => borrowerIndexes(one, account, tools).identity)
  const found =
    id === undefined
      ? await latestOf(order, account, people, search, tools)
      : await named(id, account, search, tools)
  if (found === undefined || !search.fits(found)) throw new OrderError('reportUnknown')
  const verdict = verdictOn(found, people, search)
  if (verdict !== 'ok') throw new OrderError(verdict.reason, [verdict.text])
  if (tools.now().getTime() - found.firstIssuedAt > search.windowMs) {
    throw new OrderError('reportTooOld', [tooOldText(search.windowMs)])
  }
  return found
}

async function named(
  id: string,
  account: OrderingAccount,
  { through }: BaseSearch,
  tools: Tools,
): Promise<StoredReport | undefined> {
  const report = await openReport(account, id, tools)
  return report === undefined || through === undefined ? report : through(report)
}

function verdictOn(
  report: ReportSummary,
  people: readonly Uint8Array[],
  { action }: BaseSearch,
): Verdict {
  const relation: Relation = relationOf(
    report.borrowers.map((borrower) => borrower.identity),
    people,
  )
  return VERDICTS[action][relation]
}

const DAY_MS = 86_400_000

function tooOldText(windowMs: number): string {
  return `The report was first issued more than ${Math.floor(windowMs / DAY_MS)} days ago`
}

/** The latest report of case and borrowers; rather one that the action takes than a later one. */
async function latestOf(
  order: Order,
  account: OrderingAccount,
  people: readonly Uint8Array[],
  search: BaseSearch,
  tools: Tools,
): Promise<StoredReport | undefined> {
  const lists = await Promise.all(
    people.map((borrowerIdentity) =>
      tools.store.listReports(account.name, { borrowerIdentity }, 0, CANDIDATE_COUNT_MAX),
    ),
  )
  const lenderCase = lenderCaseIndex(order, account, tools)
  const candidates = lists
    .flat()
    .filter((report) => sameCase(report.lenderCase, lenderCase) && search.fits(report))
    .sort((one, other) => other.lastUpdatedAt - one.lastUpdatedAt)
  const chosen =
    candidates.find((report) => verdictOn(report, people, search) === 'ok') ?? candidates[0]
  return chosen && openReport(account, chosen.id, tools)
}

function sameCase(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return Buffer.compare(one, other) === 0
}

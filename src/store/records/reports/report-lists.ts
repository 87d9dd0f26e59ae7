/**
 * Lists of reports for people: most recently issued first, or found by the words of their orders.
 */
import { DAY_MS } from '../../../time.ts'
import type { Database, Value } from '../../engine/database.ts'
import type { ReportSummary } from './report-entry.ts'
import { REPORT_SUMMARY, type SummaryRow, summariesOf } from './report-rows.ts'

/** A filter of reports. All given conditions must match. */
export interface IssuedFilter {
  readonly account?: string | undefined
  readonly operation?: string | undefined
  /** First issued at this time or later. */
  readonly firstIssuedFrom?: number | undefined
  /** First issued before this time. */
  readonly firstIssuedBefore?: number | undefined
  /** Last issued at this time or later. */
  readonly from?: number | undefined
  /** Last issued before this time. */
  readonly to?: number | undefined
}

/** A page of a list, most recently issued first. */
export interface ReportPage {
  /** The last report of the previous page. */
  readonly before?: { readonly id: string; readonly lastUpdatedAt: number } | undefined
  readonly limit: number
}

const UNUSUAL = "r.operation <> 'credit_report'"

/** Returns the conditions of a filter, and appends their values to `params`. */
function issuedConditions(filter: IssuedFilter, params: Value[]): string {
  const { account, operation, firstIssuedFrom, firstIssuedBefore, from, to } = filter
  // A report that was first issued since a time was also last issued since then, which the index
  // knows.
  const since = Math.max(firstIssuedFrom ?? 0, from ?? 0)
  const isUsual = operation === 'credit_report'
  const ofAll = account === undefined ? "and r.account <> ''" : ''
  const compared: readonly (readonly [string, Value | undefined])[] = [
    ['r.account =', account],
    ['r.operation =', isUsual ? operation : undefined],
    // Repeats the conditions of the partial indexes, which have few reports.
    [`${UNUSUAL} ${ofAll} and r.operation =`, isUsual ? undefined : operation],
    ['r.first_issued_at >=', firstIssuedFrom],
    ['r.first_issued_at <', firstIssuedBefore],
    ['r.last_updated_at >=', since === 0 ? undefined : since],
    ['r.last_updated_at <', to],
  ]
  return compared
    .filter(([, value]) => value !== undefined)
    .map(([comparison, value]) => `and ${comparison} $${params.push(value as Value)}`)
    .join(' ')
}

/**
 * A lower limit of the time of stored content, allowing a day for clocks that were set. The walk
 * then does not pass earlier purged reports, whose rows remain. In an index, each master key has
 * its oldest order first.
 */
const OLDEST_KEPT = `(select min((select min(k.sealed_at) from order_keys k where k.key_id = m.id))
  from master_keys m) - ${DAY_MS}`

/** Lists reports whose content was not purged. */
export async function listIssued(
  database: Database,
  filter: IssuedFilter,
  { before, limit }: ReportPage,
): Promise<readonly ReportSummary[]> {
  const start = before ?? { id: '', lastUpdatedAt: Number.MAX_SAFE_INTEGER }
  const params: Value[] = [start.lastUpdatedAt, start.id, limit]
  const rows = await database.read<SummaryRow>({
    sql: `select ${REPORT_SUMMARY} from reports r
      where (r.last_updated_at, r.id) < ($1, $2) ${issuedConditions(filter, params)}
        and r.last_updated_at >= ${OLDEST_KEPT}
        and exists (select 1 from order_keys k where k.order_id = r.order_id)
      order by r.last_updated_at desc, r.id desc limit $3`,
    params,
  })
  return await summariesOf(database, rows)
}

/** Finds a report of the account whose content was not purged. */
export async function findReportSummary(
  database: Database,
  account: string,
  id: string,
): Promise<ReportSummary | undefined> {
  const rows = await database.read<SummaryRow>({
    sql: `select ${REPORT_SUMMARY} from reports r where r.account = $1 and r.id = $2
      and exists (select 1 from order_keys k where k.order_id = r.order_id)`,
    params: [account, id],
  })
  const [report] = await summariesOf(database, rows)
  return report
}

/** A report found by a search, with the time of its order, which sorts the index of words. */
export interface FoundReport extends ReportSummary {
  readonly receivedAt: number
}

/** A page of a search, newest order first. */
export interface FoundPage {
  /** The last report of the previous page. */
  readonly before?: Pick<FoundReport, 'receivedAt' | 'orderId'> | undefined
  readonly limit: number
}

/**
 * Finds reports by the words of the orders that made them. Each word is walked in the order of its
 * index. An order whose content was purged has no words, but while its key is set aside, it still
 * has them.
 */
export async function searchIssued(
  database: Database,
  tokens: readonly Uint8Array[],
  filter: IssuedFilter,
  page: FoundPage,
): Promise<readonly FoundReport[]> {
  const found = new Map<string, FoundRow>()
  for (const token of tokens) {
    for (const row of await issuedOfToken(database, token, filter, page)) found.set(row.id, row)
  }
  const rows = [...found.values()].sort(newestFirst).slice(0, page.limit)
  const reports = await summariesOf(database, rows)
  return reports.map((report, index) => ({
    ...report,
    receivedAt: rows[index]?.received_at ?? 0,
  }))
}

interface FoundRow extends SummaryRow {
  received_at: number
}

function newestFirst(one: FoundRow, other: FoundRow): number {
  return other.received_at - one.received_at || (one.order_id < other.order_id ? 1 : -1)
}

function issuedOfToken(
  database: Database,
  token: Uint8Array,
  filter: IssuedFilter,
  { before, limit }: FoundPage,
): Promise<readonly FoundRow[]> {
  const start = before ?? { orderId: '', receivedAt: Number.MAX_SAFE_INTEGER }
  const params: Value[] = [start.receivedAt, start.orderId, limit, token]
  const inAccount =
    filter.account === undefined ? '' : `and s.account = $${params.push(filter.account)}`
  return database.read<FoundRow>({
    sql: `select ${REPORT_SUMMARY}, s.received_at from order_search s
      join orders o on o.id = s.order_id
      join reports r on r.id = o.report_id and r.order_id = s.order_id
      where s.token = $4 and (s.received_at, s.order_id) < ($1, $2) ${inAccount}
        ${issuedConditions(filter, params)}
        and exists (select 1 from order_keys k where k.order_id = r.order_id)
      order by s.received_at desc, s.order_id desc limit $3`,
    params,
  })
}

/**
 * Counts the reports that were first issued at or after one time and before another, and not purged
 * since. A report is updated when it is first issued or later, so the index of the list finds them.
 */
export async function countFirstIssued(
  database: Database,
  since: number,
  before: number,
): Promise<number> {
  const [row] = await database.read<{ n: number }>({
    sql: `select count(*) as n from reports r
      where last_updated_at >= $1 and first_issued_at >= $1 and first_issued_at < $2
        and exists (select 1 from order_keys k where k.order_id = r.order_id)`,
    params: [since, before],
  })
  return Number(row?.n ?? 0)
}

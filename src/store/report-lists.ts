/** Lists of reports for people, the last issued first. */
import type { Database, Value } from './engine/database.ts'
import type { ReportSummary } from './records/report-entry.ts'
import { REPORT_SUMMARY, type SummaryRow, summaryOf } from './records/report-rows.ts'

/** Which reports are listed; all of what is named. */
export interface IssuedFilter {
  readonly account?: string | undefined
  readonly operation?: string | undefined
}

/** A part of a list, the last issued first. */
export interface ReportPage {
  /** The last report of the page before. */
  readonly before?: { readonly id: string; readonly lastUpdatedAt: number } | undefined
  readonly limit: number
}

/** Reports whose content is still there. */
export async function listIssued(
  database: Database,
  { account, operation }: IssuedFilter,
  { before, limit }: ReportPage,
): Promise<readonly ReportSummary[]> {
  const start = before ?? { id: '', lastUpdatedAt: Number.MAX_SAFE_INTEGER }
  const params: Value[] = [start.lastUpdatedAt, start.id, limit]
  const equal = (column: string, value: string | undefined) => {
    if (value === undefined) return ''
    params.push(value)
    return `and r.${column} = $${params.length}`
  }
  const rows = await database.read<SummaryRow>({
    sql: `select ${REPORT_SUMMARY} from reports r
      where (r.last_updated_at, r.id) < ($1, $2)
        ${equal('account', account)} ${equal('operation', operation)}
        and exists (select 1 from order_keys k where k.order_id = r.order_id)
      order by r.last_updated_at desc, r.id desc limit $3`,
    params,
  })
  return await Promise.all(rows.map((row) => summaryOf(database, row)))
}

/** The account of a report, for those who may see all; every other look-up names the account. */
export async function accountOfReport(database: Database, id: string): Promise<string | undefined> {
  const sql = 'select account from reports where id = $1'
  const [row] = await database.read<{ account: string }>({ sql, params: [id] })
  return row?.account
}

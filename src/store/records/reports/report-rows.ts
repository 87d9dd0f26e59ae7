/** Reads the rows of reports and their borrowers as summaries. */

import type { Database, Row } from '../../engine/database.ts'
import { placesOf } from '../../engine/sql-values.ts'
import { listIn } from '../list-column.ts'
import type { ReportOrigin, ReportSummary } from './report-entry.ts'

/** The columns of a summary, from `reports r`. */
export const REPORT_SUMMARY = `r.id, r.account, r.order_id, r.operation, r.product, r.origin, r.base_report_id,
  r.first_issued_at, r.last_updated_at, r.bureaus, r.lender_case, r.meaning, r.derivation`

/** A row of a summary. */
export interface SummaryRow extends Row {
  id: string
  account: string
  order_id: string
  operation: string
  product: string
  origin: ReportOrigin
  base_report_id: string | null
  first_issued_at: number
  last_updated_at: number
  /** A list of names, as JSON. */
  bureaus: string
  /** Keyed hashes by which reports are found. Null if the report has none. */
  lender_case: Uint8Array | null
  meaning: Uint8Array | null
  derivation: Uint8Array | null
}

interface BorrowerRow extends Row {
  report_id: string
  position: number
  account: string
  ssn_index: Uint8Array
  identity_index: Uint8Array
  first_issued_at: number
}

/** Returns the summaries of rows. All their borrowers are read together. */
export async function summariesOf(
  database: Database,
  rows: readonly SummaryRow[],
): Promise<readonly ReportSummary[]> {
  if (rows.length === 0) return []
  const borrowers = await borrowersOf(database, rows)
  return rows.map((row) =>
    summaryOf(
      row,
      borrowers.filter(({ report_id }) => report_id === row.id),
    ),
  )
}

/** Reads the borrowers of some reports in one query, so that lists need no query per report. */
export function borrowersOf(
  database: Database,
  rows: readonly SummaryRow[],
): Promise<readonly BorrowerRow[]> {
  return database.read<BorrowerRow>({
    sql: `select * from report_borrowers where report_id in (${placesOf(rows)})
      order by report_id, position`,
    params: rows.map(({ id }) => id),
  })
}

/** Returns a report without its sealed content. */
export function summaryOf(row: SummaryRow, borrowers: readonly BorrowerRow[]): ReportSummary {
  return {
    id: row.id,
    account: row.account,
    orderId: row.order_id,
    operation: row.operation,
    product: row.product,
    origin: row.origin,
    baseReportId: row.base_report_id ?? undefined,
    firstIssuedAt: row.first_issued_at,
    lastUpdatedAt: row.last_updated_at,
    bureaus: listIn(row.bureaus),
    lenderCase: row.lender_case ?? undefined,
    borrowers: borrowers.map(({ ssn_index, identity_index }) => ({
      ssn: ssn_index,
      identity: identity_index,
    })),
  }
}

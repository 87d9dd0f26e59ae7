/**
 * Finds which bureaus returned a file for each borrower of a report, without opening the report.
 */

import type { Database, Row } from '../../engine/database.ts'
import { placesOf } from '../../engine/sql-values.ts'
import type { FailedPull, Pull } from '../orders/order-pulls.ts'

/** The file of a borrower at a bureau, with the result of its pull. */
export interface ReportFile extends Pick<Pull, 'bureau' | 'state' | 'outcome'> {
  readonly reportId: string
  /** The position of the borrower in the report, from 1. */
  readonly borrower: number
  /** The kind of failure if there was no usable response. */
  readonly failure: FailedPull['failure'] | undefined
}

interface FileRow extends Row {
  report_id: string
  position: number
  bureau: string
  state: Pull['state']
  /** Null until the pull has ended. */
  outcome: string | null
  /** Null if the bureau answered. */
  failure: string | null
}

/**
 * An upgraded or unmerged report has files of its base, in which the same borrower can have another
 * position. The nearest pull comes first, because an upgrade replaces the files that it pulls
 * again. With `cross join`, SQLite reads the few reports first.
 */
const filesSql = (places: string) => `with recursive
  made (report_id, position, source, place, ssn_index, base_id, depth) as (
    select b.report_id, b.position, b.report_id, b.position, b.ssn_index, ${baseOf('b')}, 0
      from report_borrowers b where b.report_id in (${places})
    union all
    select made.report_id, made.position, b.report_id, b.position, b.ssn_index, ${baseOf('b')},
        made.depth + 1
      from made join report_borrowers b
        on b.report_id = made.base_id and b.ssn_index = made.ssn_index
  )
  select made.report_id, made.position, p.bureau, p.state, p.outcome, p.failure
    from made cross join reports r cross join pulls p
    where r.id = made.source and p.order_id = r.order_id and p.borrower_position = made.place
    order by made.depth, made.position, p.bureau`

/**
 * A subquery and not a join: PostgreSQL would start a join with the base reports, because it
 * assumes that there are few.
 */
const baseOf = (borrower: string) => `(select r.base_report_id from reports r
      where r.id = ${borrower}.report_id and r.origin in ('upgraded', 'unmerged'))`

/** Reads the files of some reports in one query, for each report by borrower and bureau. */
export async function filesOf(
  database: Database,
  reportIds: readonly string[],
): Promise<readonly ReportFile[]> {
  if (reportIds.length === 0) return []
  const rows = await database.read<FileRow>({
    sql: filesSql(placesOf(reportIds)),
    params: reportIds,
  })
  const nearest = new Map<string, FileRow>()
  for (const row of rows) {
    const key = `${row.report_id} ${row.position} ${row.bureau}`
    if (!nearest.has(key)) nearest.set(key, row)
  }
  return [...nearest.values()].map(({ report_id, position, outcome, failure, ...file }) => ({
    ...file,
    reportId: report_id,
    borrower: position,
    outcome: outcome ?? undefined,
    failure: failure ?? undefined,
  }))
}

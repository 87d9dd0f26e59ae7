/**
 * An index of reports by order, by which the database checks that a deleted order has no report.
 */
import type { Migration } from './migration.ts'

/** Schema 6. */
export const ordersOfReports: Migration = {
  version: 6,
  // The index may already exist, because on a large table it takes longer than the statement
  // time-out.
  statements: ['create index if not exists reports_order on reports (order_id)'],
}

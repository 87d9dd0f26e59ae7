/** The order of each report, by which the database finds that a removed order has none. */
import type { Migration } from './migration.ts'

/** Schema 6. */
export const ordersOfReports: Migration = {
  version: 6,
  // May be there already: reading a large table takes longer than a statement may.
  statements: ['create index if not exists reports_order on reports (order_id)'],
}

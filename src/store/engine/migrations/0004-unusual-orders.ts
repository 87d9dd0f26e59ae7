/** Indexes of unusual orders, reports and audit entries, also by account. */
import type { Migration } from './migration.ts'

/**
 * Schema 4. Each of these indexes has few rows. The usual order (submitted, completed, with a file
 * from each bureau) is in none of them, and costs no more than before. With millions of orders on
 * PostgreSQL, create the indexes concurrently before the upgrade (docs/operations.md).
 */
export const unusualOrders: Migration = {
  version: 4,
  statements: [
    `create index if not exists orders_account_state on orders (account, state, received_at, id)
      where state not in ('running', 'done')`,
    `create index if not exists orders_account_code on orders (account, code, received_at, id)
      where code is not null`,
    "create index if not exists orders_action on orders (action, received_at, id) where action <> 'Submit'",
    `create index if not exists orders_account_action on orders (account, action, received_at, id)
      where action <> 'Submit'`,
    `create index if not exists orders_operation on orders (operation, received_at, id)
      where operation <> 'credit_report'`,
    `create index if not exists orders_account_operation on orders (account, operation, received_at, id)
      where operation <> 'credit_report'`,
    `create index if not exists pulls_account_outcome on pulls (account, outcome, received_at, order_id, bureau)
      where outcome <> 'FileReturned'`,
    // Excludes the empty account: otherwise SQLite would prefer this index to the next one for
    // queries by account too.
    `create index if not exists reports_operation on reports (operation, last_updated_at, id)
      where operation <> 'credit_report' and account <> ''`,
    `create index if not exists reports_account_operation on reports (account, operation, last_updated_at, id)
      where operation <> 'credit_report'`,
    `create index if not exists audit_entries_account_action on audit_entries (account, action, at, writer, number)
      where account is not null and action <> 'order.new'`,
  ],
}

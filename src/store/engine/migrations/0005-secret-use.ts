/** The time when each secret of an account was last used. */
import type { Migration } from './migration.ts'

/** Schema 5. */
export const secretUse: Migration = {
  version: 5,
  statements: [
    // By the machine's clock, null until the first use. It grants no access, so no hash covers it.
    'alter table account_secrets add column last_used_at bigint',
  ],
}

/** The number of the last injected fault, so that no later fault gets the ID of a removed one. */
import type { Migration } from './migration.ts'

/** Schema 7. */
export const faultNumbers: Migration = {
  version: 7,
  // A fault injected before has an ID with a higher number than this; new faults continue from it.
  statements: ['world', 'snapshots'].map(
    (table) => `alter table ${table} add column last_fault bigint not null default 0`,
  ),
}

/** A world that starts at a set time, can be reset to it, and is saved in snapshots. */
import { savedTables } from '../world-tables.ts'
import type { Migration } from './migration.ts'

/** The tables of the world as of this step. */
const TABLES = [
  'orders',
  'order_keys',
  'set_aside_keys',
  'contents',
  'order_search',
  'pulls',
  'reports',
  'report_borrowers',
  'report_cases',
  'charges',
  'statistics',
  'uncounted',
  'holds',
  'people',
  'fault_uses',
] as const

/** Schema 2. */
export const world: Migration = {
  version: 2,
  statements: [
    // With a set start, the clock stands still between two advances.
    'alter table world add column frozen bigint not null default 0',
    "alter table world add column ids text not null default 'random'",
    // Counts resets and restored snapshots, so that every process notices them.
    'alter table world add column generation bigint not null default 0',
    // The last number that was assigned to a process for counted IDs.
    'alter table world add column numbered bigint not null default 0',
    // Faults are a list from now on. Faults injected before are removed.
    "update world set faults = '[]'",
    // The orders that were affected by a fault for the next orders.
    `create table fault_uses (
      fault_id text not null,
      order_id text not null,
      primary key (fault_id, order_id)
    ) without rowid`,
    `create table snapshots (
      name text not null primary key,
      saved_at bigint not null,
      epoch bigint not null,
      advanced_ms bigint not null,
      faults text not null,
      frozen bigint not null,
      ids text not null,
      numbered bigint not null
    )`,
    ...savedTables(TABLES),
  ],
}

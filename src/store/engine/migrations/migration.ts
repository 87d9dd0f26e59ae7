/** What a migration is. */
import type { Database } from '../database.ts'

/**
 * One step of the schema. A released step never changes: the next step changes what it left.
 * Types are `text`, `bigint` and `bytes`; the names differ between engines and are mapped.
 */
export interface Migration {
  /** Steps are numbered from 1 without a gap. */
  readonly version: number
  readonly statements: readonly string[]
  /** What follows on one engine alone: where they have no words in common. */
  readonly only?: Readonly<Record<Database['engine'], readonly string[]>>
}

/** The type of a migration. */
import type { Database } from '../database.ts'

/**
 * One step of the schema. A released step never changes; a later step changes its result instead.
 * Types are `text`, `bigint` and `bytes`, whose names are mapped to those of each engine.
 */
export interface Migration {
  /** Steps are numbered from 1 without gaps. */
  readonly version: number
  readonly statements: readonly string[]
  /** Statements for one engine only, where the engines have no common syntax. */
  readonly only?: Readonly<Record<Database['engine'], readonly string[]>>
}

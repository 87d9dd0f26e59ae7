/** Small words over the seam that every part of the store uses. */
import { type Database, type Unit, UnitRefused, type UnitStatement } from './engine/database.ts'

/**
 * Commits a unit of which one statement may meet a row that is already there, or none: whether it
 * took effect. A refusal anywhere else is a fault and is thrown.
 */
export async function took(
  database: Pick<Database, 'commit'>,
  unit: Unit,
  decisive = 0,
): Promise<boolean> {
  try {
    await database.commit(unit)
    return true
  } catch (error) {
    if (error instanceof UnitRefused && error.statement === decisive) return false
    throw error
  }
}

/** Kinds of units that must come one after the other, as PostgreSQL's advisory locks know them. */
const EXCLUSIONS = { 'holds and purges': 7_246_113_902 } as const

/**
 * Begins a unit that is alone among those of its kind: what it looks at is not changed by another
 * meanwhile. SQLite has one writer, so there is nothing to do.
 */
export function alone(engine: Database['engine'], kind: keyof typeof EXCLUSIONS): UnitStatement[] {
  if (engine === 'sqlite') return []
  return [{ sql: 'select pg_advisory_xact_lock($1)', params: [EXCLUSIONS[kind]] }]
}

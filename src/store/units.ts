/** Small words over the seam that every part of the store uses. */
import { type Database, type Unit, UnitRefused } from './database.ts'

/**
 * Commits a unit whose first statement may meet a row that is already there, or none: whether it
 * took effect. A refusal further on is a fault and is thrown.
 */
export async function took(database: Database, unit: Unit): Promise<boolean> {
  try {
    await database.commit(unit)
    return true
  } catch (error) {
    if (error instanceof UnitRefused && error.statement === 0) return false
    throw error
  }
}

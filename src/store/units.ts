/** Small words over the seam that every part of the store uses. */
import { type Database, type Unit, UnitRefused } from './database.ts'

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

/**
 * Orders of an earlier world of a sandbox: a reset or a restored snapshot removed or replaced them,
 * and the audit trail says so. Production has neither.
 */
import type { Database } from '../engine/database.ts'
import { type AuditKey, type EntryRow, entryOf, isVouched } from './entry.ts'

/** When the present world began; undefined where it is the first one. */
export async function presentWorldSince(
  database: Database,
  key: AuditKey,
): Promise<number | undefined> {
  const rows = await database.read<EntryRow>({
    sql: `select * from audit_entries where action in ('world.reset', 'snapshot.restored')
      order by at desc`,
    params: [],
  })
  return rows.map(entryOf).find((entry) => isVouched(key, entry))?.at
}

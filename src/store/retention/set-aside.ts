/** Restores the orders that daily purges have set aside, and counts them by purge. */
import { DAY_MS } from '../../time.ts'
import type { NewAuditEntry } from '../audit/entry.ts'
import type { Committing } from '../audit/writer.ts'
import { type Database, exclusively, UnitRejected } from '../engine/database.ts'
import { placesOf } from '../engine/sql-values.ts'
import type { JobLease } from '../records/job-lease.ts'
import { CONFLICTS_MAX } from './purge-records.ts'
import { restoreKey } from './retention-kinds.ts'

/** Selects the orders to restore. If empty, selects all that were set aside. */
export interface SetAsideFilter {
  readonly account?: string | undefined
  readonly reportId?: string | undefined
}

/** What the audit trail records about restored orders: their number, and that of each purge. */
export type Restored = Pick<NewAuditEntry, 'object' | 'fields'>

const RESTORED_AT_ONCE = 100

/**
 * Restores the keys of orders. A daily purge that is running would set them aside again at once, so
 * it is ended, and the next one begins a day later.
 */
export async function restoreSetAside(
  database: Database,
  job: JobLease,
  { account, reportId }: SetAsideFilter,
  recording: (restored: Restored) => Committing,
): Promise<number> {
  const params: string[] = []
  const only = (column: string, value: string | undefined) =>
    value === undefined ? '' : `and ${column} = $${params.push(value)}`
  const sql = `select k.order_id from set_aside_keys k join orders o on o.id = k.order_id
    where 1 = 1 ${only('o.account', account)} ${only('o.report_id', reportId)}`
  await job.interrupt(DAY_MS)
  let count = 0
  // The purge may have begun one more unit before it was ended.
  for (;;) {
    const found = await database.read<{ order_id: string }>({ sql, params })
    if (found.length === 0) return count
    const ids = found.map(({ order_id: id }) => id)
    for (let first = 0; first < ids.length; first += RESTORED_AT_ONCE) {
      count += await restoreSome(database, ids.slice(first, first + RESTORED_AT_ONCE), recording)
    }
  }
}

/** Restores those of some orders that no purge destroys meanwhile. Returns their number. */
async function restoreSome(
  database: Database,
  ids: readonly string[],
  recording: (restored: Restored) => Committing,
): Promise<number> {
  for (let conflicts = 1; ; conflicts++) {
    // An order is set aside at the time at which its purge began.
    const sql = `select order_id, (select max(id) from purges where begun_at = set_aside_at) as purge
      from set_aside_keys where order_id in (${placesOf(ids)})`
    const left = await database.read<{ order_id: string; purge: string | null }>({
      sql,
      params: ids,
    })
    if (left.length === 0) return 0
    const byPurge = Object.entries(Object.groupBy(left, ({ purge }) => purge ?? 'unknown'))
    const fields = amounts(byPurge.map(([purge, orders]) => [purge, orders?.length ?? 0]))
    try {
      await recording({ object: `${left.length}`, fields }).commit([
        ...exclusively(database.engine, 'holds and purges'),
        ...left.flatMap(({ order_id: id }) => restoreKey(id)),
      ])
      return left.length
    } catch (error) {
      if (!(error instanceof UnitRejected) || conflicts === CONFLICTS_MAX) throw error
    }
  }
}

/**
 * Returns how many orders of each purge were restored. The record of a purge keeps its counts,
 * because the audit trail proves them.
 */
export async function restoredCounts(database: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await database.read<{ fields: string }>({
    // The second condition is that of the index.
    sql: `select fields from audit_entries
      where action = 'purge.restored' and action <> 'order.new'`,
    params: [],
  })
  const counts = new Map<string, number>()
  for (const field of rows.flatMap(({ fields }) => fields.split(' '))) {
    const end = field.lastIndexOf('-')
    const purge = field.slice(0, end)
    counts.set(purge, (counts.get(purge) ?? 0) + Number(field.slice(end + 1)))
  }
  return counts
}

/** Returns amounts as fields of an entry, such as `orders-37`. */
export function amounts(
  counts: readonly (readonly [name: string, count: number])[],
): readonly string[] {
  return counts.filter(([, count]) => count > 0).map(([name, count]) => `${name}-${count}`)
}

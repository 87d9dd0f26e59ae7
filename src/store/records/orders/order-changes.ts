/** Changes of orders since a time, for consoles that watch them: one query with few columns. */
import type { Database } from '../../engine/database.ts'
import { SqlValues } from '../../engine/sql-values.ts'
import type { OrderChange } from './order-entry.ts'
import { type ChangeRow, changeOf } from './order-rows.ts'

/** The changes to look for. */
export interface ChangeLookUp {
  /** Accounts, or undefined for all accounts. */
  readonly scopes: readonly (string | undefined)[]
  /** Only orders received at this time or later. */
  readonly from: number
  /** The maximum for each scope. A console shows no more. */
  readonly ordersMax: number
  /** Orders that were running at the previous look-up. */
  readonly ids: readonly string[]
}

/** Returns the changes, oldest first. */
export async function listChanges(
  database: Database,
  { scopes, from, ordersMax, ids }: ChangeLookUp,
): Promise<readonly OrderChange[]> {
  const params = new SqlValues()
  const newest = scopes.map((account) => {
    const scope = account === undefined ? '' : `account = ${params.add(account)} and`
    return `select id from (select id from orders where ${scope} received_at >= ${params.add(from)}
      order by received_at desc, id desc limit ${params.add(ordersMax)}) as newest`
  })
  const named = ids.map((id) => params.add(id)).join(', ')
  const found =
    ids.length === 0 ? newest : [...newest, `select id from orders where id in (${named})`]
  const rows = await database.read<ChangeRow>({
    sql: `select id, account, operation, action, state, received_at, finished_at, code, report_id
      from orders where id in (${found.join(' union all ')})`,
    params: params.list,
  })
  return rows
    .toSorted((one, other) => one.received_at - other.received_at || (one.id < other.id ? -1 : 1))
    .map(changeOf)
}

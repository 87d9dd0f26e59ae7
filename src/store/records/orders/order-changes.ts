/** Changes of orders since a moment, for consoles that watch: one query with few columns. */
import type { Database, Row, Value } from '../../engine/database.ts'
import type { OrderSummary } from './order-entry.ts'
import type { SummaryRow } from './order-rows.ts'

/** Which changes are looked for. */
export interface ChangeLookUp {
  /** Accounts; undefined means every account. */
  readonly scopes: readonly (string | undefined)[]
  /** Orders that were received since then. */
  readonly from: number
  /** For each scope; a console shows no more. */
  readonly ordersMax: number
  /** Orders that were running at the last look. */
  readonly ids: readonly string[]
}

/** What of an order changes while a page is open. */
export type OrderChange = Pick<
  OrderSummary,
  | 'id'
  | 'account'
  | 'operation'
  | 'action'
  | 'state'
  | 'receivedAt'
  | 'finishedAt'
  | 'code'
  | 'reportId'
>

/** Parameters gathered while a statement is written. */
export class Parameters {
  readonly values: Value[] = []

  add(value: Value): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

type ChangeRow = Pick<
  SummaryRow,
  | 'id'
  | 'account'
  | 'operation'
  | 'action'
  | 'state'
  | 'received_at'
  | 'finished_at'
  | 'code'
  | 'report_id'
> &
  Row

/** The changes of a look-up, the oldest first. */
export async function listChanges(
  database: Database,
  { scopes, from, ordersMax, ids }: ChangeLookUp,
): Promise<readonly OrderChange[]> {
  const params = new Parameters()
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
    params: params.values,
  })
  const oldestFirst = rows.toSorted(
    (one, other) => one.received_at - other.received_at || (one.id < other.id ? -1 : 1),
  )
  return oldestFirst.map((row) => ({
    id: row.id,
    account: row.account,
    operation: row.operation,
    action: row.action ?? undefined,
    state: row.state,
    receivedAt: row.received_at,
    finishedAt: row.finished_at ?? undefined,
    code: row.code ?? undefined,
    reportId: row.report_id ?? undefined,
  }))
}

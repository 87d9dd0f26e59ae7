/**
 * Lists of orders: the journal with filters, and searches by keyed words, newest first; and the
 * changes since a time, for consoles that watch orders.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Database, type Row, tryCommit, type UnitStatement } from '../../engine/database.ts'
import { placesOf, SqlValues } from '../../engine/sql-values.ts'
import type { RowGuard } from '../../sealing/row-mac.ts'
import type { Vault } from '../../sealing/vault.ts'
import type { ListedOrder, OrderChange, OrderSummary } from './order-entry.ts'
import { type OrderFilter, walkOf, walkReport, walkToken } from './order-filter.ts'
import { genuineListed, updateListed } from './order-keys.ts'
import { type ChangeRow, changeOf, type SummaryRow, summaryOf } from './order-rows.ts'
import { type OrderListPage, type OrderPlace, type Walk, walk } from './order-walk.ts'

/** The changes to look for. */
interface ChangeLookUp {
  /** Accounts, or undefined for all accounts. */
  readonly scopes: readonly (string | undefined)[]
  /** Only orders received at this time or later. */
  readonly from: number
  /** The maximum for each scope. A console shows no more. */
  readonly ordersMax: number
  /** Orders that were running at the previous look-up. */
  readonly ids: readonly string[]
}

/** Lists of orders, newest first. */
export interface OrderLists {
  /** Lists the journal with filters. */
  list(filter: OrderFilter, page: OrderListPage): Promise<readonly OrderSummary[]>
  /** Lists the orders that have any of these keyed words. */
  search(
    tokens: readonly Uint8Array[],
    filter: OrderFilter,
    page: OrderListPage,
  ): Promise<readonly OrderSummary[]>
  /** Lists the orders whose response contained a report. */
  listOfReport(
    reportId: string,
    filter: OrderFilter,
    page: OrderListPage,
  ): Promise<readonly OrderSummary[]>
  /**
   * Lists the changes: the newest orders of each scope received since a time, and the current state
   * of the named orders. A scope is an account, or undefined for all accounts.
   */
  listChanges(changes: ChangeLookUp): Promise<readonly OrderChange[]>
  /** Returns when each account's newest order was received. Omits accounts that never ordered. */
  lastReceived(): Promise<ReadonlyMap<string, number>>
  /**
   * Returns the data that lists show of some orders, by order. Omits orders for which none is left.
   */
  listedOf(orderIds: readonly string[]): Promise<ReadonlyMap<string, ListedOrder>>
  /** Counts a retry of an order that has ended, and changes nothing else about the order. */
  noteRetry(orderId: string, at: number): Promise<void>
}

/** Returns the order lists of a database. */
export function orderListsOver(database: Database, vault: Vault, guard: RowGuard): OrderLists {
  return {
    list: (filter, page) => listWalked(database, walkOf(filter), page),
    search: (tokens, filter, page) => searchFiltered(database, tokens, filter, page),
    listOfReport: (reportId, filter, page) =>
      listWalked(database, walkReport(reportId, filter), page),
    lastReceived: () => lastReceived(database),
    listedOf: (orderIds) => listedOf(database, vault, guard, orderIds),
    noteRetry: retryCounter(database, vault, guard),
    listChanges: (changes) => listChanges(database, changes),
  }
}

/** Lists the orders of a walk, newest first. */
async function listWalked(
  database: Database,
  how: Walk,
  page: OrderListPage,
): Promise<readonly OrderSummary[]> {
  return (await walk<SummaryRow>(database, how, page)).map(summaryOf)
}

/**
 * Lists the orders that have any of these words, newest first. Each word is looked up separately,
 * so that a common word is walked in the order of its index and never sorted as a whole.
 */
async function searchFiltered(
  database: Database,
  tokens: readonly Uint8Array[],
  filter: OrderFilter,
  page: OrderListPage,
): Promise<readonly OrderSummary[]> {
  const found = new Map<string, OrderSummary>()
  for (const token of tokens) {
    const orders = await listWalked(database, walkToken(token, filter), page)
    for (const order of orders) found.set(order.id, order)
  }
  return [...found.values()].sort(newestFirst).slice(0, page.limit)
}

function newestFirst(one: OrderPlace, other: OrderPlace): number {
  return other.receivedAt - one.receivedAt || (one.id < other.id ? 1 : -1)
}

/** Returns the changes, oldest first. */
async function listChanges(
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

/**
 * Stores the keyed words of an order, in the unit that journals it. Purging the order deletes them.
 */
export function insertTokens(
  order: { readonly id: string; readonly account: string; readonly receivedAt: number },
  tokens: readonly Uint8Array[] = [],
): UnitStatement[] {
  if (tokens.length === 0) return []
  const rows = tokens.map((_, index) => `($1, $2, $3, $${index + 4})`)
  return [
    {
      sql: `insert into order_search (order_id, account, received_at, token)
        values ${rows.join(', ')}`,
      params: [order.id, order.account, order.receivedAt, ...tokens],
      rows: tokens.length,
    },
  ]
}

/** Deletes the keyed words by which an order is found. */
export function deleteTokens(orderId: string): UnitStatement {
  return { sql: 'delete from order_search where order_id = $1', params: [orderId] }
}

/** Reads the first row of each account in the index of its orders. */
async function lastReceived(database: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await database.read<{ name: string; at: number | null }>({
    sql: `select name, (select o.received_at from orders o where o.account = accounts.name
        order by o.received_at desc, o.id desc limit 1) as at
      from accounts`,
    params: [],
  })
  return new Map(rows.flatMap(({ name, at }) => (at === null ? [] : [[name, at]])))
}

/**
 * A monthly statement can have more orders than a database accepts parameters, and than the
 * embedded database reads without delaying other work.
 */
const LISTED_AT_ONCE = 500

async function listedOf(
  database: Database,
  vault: Vault,
  guard: RowGuard,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, ListedOrder>> {
  const found = new Map<string, ListedOrder>()
  for (let start = 0; start < orderIds.length; start += LISTED_AT_ONCE) {
    const some = orderIds.slice(start, start + LISTED_AT_ONCE)
    if (start > 0) await yieldToEventLoop()
    for (const row of await listedRows(database, some)) {
      const listed = listedIn(vault, guard, row)
      if (listed !== undefined) found.set(row.id, listed)
    }
  }
  return found
}

function listedRows(
  database: Database,
  orderIds: readonly string[],
): Promise<readonly ListedRow[]> {
  return database.read<ListedRow>({
    sql: `select o.id, o.account, k.who from order_keys k join orders o on o.id = k.order_id
      where k.order_id in (${placesOf(orderIds)}) and k.who is not null`,
    params: orderIds,
  })
}

interface ListedRow extends Row {
  id: string
  account: string
  who: Uint8Array
}

function listedIn(vault: Vault, guard: RowGuard, row: ListedRow): ListedOrder | undefined {
  return genuineListed(row, row.who, vault, () => guard.report({ table: 'orders', row: row.id }))
}

/** How often a count is repeated if another process has changed the data in between. */
const COUNT_TRIES_MAX = 5

/**
 * Returns a function that counts retries, in the data that lists show of their order. A retry adds
 * no row, so a client that repeats a request forever fills nothing. Retries that arrive at the same
 * time are counted together. If several processes count at once, each adds to what the others
 * wrote.
 */
function retryCounter(database: Database, vault: Vault, guard: RowGuard) {
  const pending = new Map<string, { count: number; lastAt: number; written: Promise<void> }>()
  const write = async (orderId: string): Promise<void> => {
    let counted: { readonly count: number; readonly lastAt: number } | undefined
    for (let tries = 0; tries < COUNT_TRIES_MAX; tries += 1) {
      const [row] = await listedRows(database, [orderId])
      // Retries that arrive from now on are counted by a later write.
      if (counted === undefined) {
        counted = pending.get(orderId)
        pending.delete(orderId)
      }
      const listed = row && listedIn(vault, guard, row)
      if (row === undefined || listed === undefined || counted === undefined) return
      const retries = {
        count: (listed.retries?.count ?? 0) + counted.count,
        lastAt: Math.max(listed.retries?.lastAt ?? 0, counted.lastAt),
      }
      const update = updateListed(row, { ...listed, retries }, vault, row.who)
      if (await tryCommit(database, [update])) return
    }
  }
  return (orderId: string, at: number): Promise<void> => {
    const others = pending.get(orderId)
    if (others === undefined) {
      const batch = { count: 1, lastAt: at, written: Promise.resolve() }
      pending.set(orderId, batch)
      batch.written = write(orderId).finally(() => {
        if (pending.get(orderId) === batch) pending.delete(orderId)
      })
      return batch.written
    }
    others.count += 1
    others.lastAt = Math.max(others.lastAt, at)
    return others.written
  }
}

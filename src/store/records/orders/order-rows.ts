/** Reads orders. Every look-up of a single order is limited to its account. */
import { DAY_MS } from '../../../time.ts'
import type { Database, LeaseTime, Row } from '../../engine/database.ts'
import { openPart, partColumn } from '../../sealing/contents.ts'
import type { RowGuard } from '../../sealing/row-mac.ts'
import { SealBroken, type Vault } from '../../sealing/vault.ts'
import { pullsOfOrder } from '../ledger.ts'
import { listIn } from '../list-column.ts'
import type {
  LeasedOrder,
  Order,
  OrderChange,
  OrderState,
  OrderSummary,
  RetryLookUp,
} from './order-entry.ts'
import { genuineListed } from './order-keys.ts'

/** The columns of a summary. */
export const SUMMARY = `id, account, operation, action, state, received_at, finished_at, body_bytes, code,
  report_id, faults, purged_at`
const EVERYTHING = `${SUMMARY}, runner, lease_until, key_id, wrapped,
  ${partColumn('sent', 'orders.id')} as sent, ${partColumn('answer', 'orders.id')} as answer`
const WITH_KEY = 'orders left join order_keys on order_keys.order_id = orders.id'

/** The columns of an order that can change while a page is open, and its key. */
export interface ChangeRow extends Row {
  id: string
  account: string
  operation: string
  action: string | null
  state: OrderState
  received_at: number
  finished_at: number | null
  code: string | null
  report_id: string | null
}

/** A row of a summary. */
export interface SummaryRow extends ChangeRow {
  body_bytes: number
  /** The validation errors, as JSON. */
  faults: string
  /** Null unless the content was purged. */
  purged_at: number | null
}

interface OrderRow extends SummaryRow {
  /** Null for a rejected request, which never ran. */
  runner: string | null
  lease_until: number | null
  sent: Uint8Array | null
  answer: Uint8Array | null
  key_id: string | null
  /** The data key, wrapped under a master key. Null if it was destroyed. */
  wrapped: Uint8Array | null
}

/** Reads of single orders, and of running ones for recovery. */
export interface OrderReads {
  /**
   * Finds an order with its decrypted content. Returns undefined if the account has no such order.
   */
  find(account: string, id: string): Promise<Order | undefined>
  /** Finds an order without decrypting anything. */
  findSummary(account: string, id: string): Promise<OrderSummary | undefined>
  /** Finds the order that a request with these bytes would be a retry of. */
  findRetried(retry: RetryLookUp): Promise<OrderSummary | undefined>
  /** Returns the account of an order, for callers that may see all accounts. */
  accountOf(id: string): Promise<string | undefined>
  /** Lists the running orders whose lease has expired, earliest expiry first. */
  listLeased(): Promise<readonly LeasedOrder[]>
}

/** Returns the order reads of a database. */
export function orderReadsOver(
  database: Database,
  vault: Vault,
  guard: RowGuard,
  lease: LeaseTime,
): OrderReads {
  return {
    find: (account, id) => findOrder(database, vault, guard, account, id),
    findSummary: (account, id) => findSummary(database, 'account = $1 and id = $2', [account, id]),
    findRetried: (retry) => findRetried(database, retry),
    accountOf: (id) => accountOfOrder(database, id),
    listLeased: () => listLeased(database, vault, guard, lease),
  }
}

/** Finds an order of the account, with its decrypted content. */
async function findOrder(
  database: Database,
  vault: Vault,
  guard: RowGuard,
  account: string,
  id: string,
): Promise<Order | undefined> {
  const sql = `select ${EVERYTHING} from ${WITH_KEY} where account = $1 and id = $2`
  const [row] = await database.read<OrderRow>({ sql, params: [account, id] })
  return row && genuine(vault, guard, row)
}

/** Finds the order that a request with these bytes would be a retry of. */
export function findRetried(
  database: Database,
  { account, operation, fingerprint, since }: RetryLookUp,
): Promise<OrderSummary | undefined> {
  return findSummary(
    database,
    `account = $1 and operation = $2 and fingerprint = $3 and answers_retries = 1
      and (state = 'running' or received_at >= $4)`,
    [account, operation, fingerprint, since],
  )
}

/** Finds the running order that has the same meaning. */
export async function findRunningOfMeaning(
  database: Database,
  account: string,
  meaning: Uint8Array | undefined,
): Promise<OrderSummary | undefined> {
  if (meaning === undefined) return undefined
  const condition = "account = $1 and meaning = $2 and state = 'running'"
  return await findSummary(database, condition, [account, meaning])
}

/**
 * Returns the condition of running orders that no process is working on, with its parameters: the
 * lease expired at least `forMs` ago, or ends so far ahead that only a wrong clock can have set it.
 */
export function interruptedCondition(lease: LeaseTime, forMs = 0) {
  const condition = `state = 'running'
    and (lease_until < ${lease.sql('$1')} or lease_until > ${lease.sql('$2')})`
  return { condition, params: [lease.valueOf(0 - forMs), lease.valueOf(DAY_MS)] }
}

/** Lists the running orders whose lease has expired, with their pulls, earliest expiry first. */
async function listLeased(
  database: Database,
  vault: Vault,
  guard: RowGuard,
  lease: LeaseTime,
): Promise<readonly LeasedOrder[]> {
  const { condition, params } = interruptedCondition(lease)
  const rows = await database.read<OrderRow & { who: Uint8Array | null }>({
    sql: `select ${EVERYTHING}, who from ${WITH_KEY} where ${condition}
      order by lease_until, received_at, id`,
    params,
  })
  const leased = await Promise.all(
    rows.map(async (row) => {
      const order = genuine(vault, guard, row)
      if (order === undefined) return []
      const pulls = await pullsOfOrder(database, row.id)
      const listed = genuineListed(row, row.who, vault)
      const { runner, lease_until: leaseUntil } = row
      return [{ ...order, runner: runner ?? '', leaseUntil: leaseUntil ?? 0, listed, pulls }]
    }),
  )
  return leased.flat()
}

async function findSummary(
  database: Database,
  condition: string,
  params: readonly (string | number | Uint8Array)[],
): Promise<OrderSummary | undefined> {
  const sql = `select ${SUMMARY} from orders where ${condition}`
  const [row] = await database.read<SummaryRow>({ sql, params })
  return row && summaryOf(row)
}

/** Returns the summary of a row. */
export function summaryOf(row: SummaryRow): OrderSummary {
  return {
    ...changeOf(row),
    bodyBytes: row.body_bytes,
    errors: listIn(row.faults),
    purgedAt: row.purged_at ?? undefined,
  }
}

/** Returns the changing data of a row. */
export function changeOf(row: ChangeRow): OrderChange {
  return {
    id: row.id,
    account: row.account,
    operation: row.operation,
    action: row.action ?? undefined,
    state: row.state,
    receivedAt: row.received_at,
    finishedAt: row.finished_at ?? undefined,
    code: row.code ?? undefined,
    reportId: row.report_id ?? undefined,
  }
}

/** Returns the order of a row. Reports a row that was moved or changed outside the service. */
function genuine(vault: Vault, guard: RowGuard, row: OrderRow): Order | undefined {
  try {
    return orderOf(vault, row)
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    guard.report({ table: 'orders', row: row.id })
    return undefined
  }
}

function orderOf(vault: Vault, row: OrderRow): Order {
  const { key_id, wrapped, sent, answer } = row
  if (key_id === null || wrapped === null) {
    return { ...summaryOf(row), sent: undefined, answer: undefined }
  }
  const key = vault.openDataKey(row, { keyId: key_id, bytes: wrapped })
  return {
    ...summaryOf(row),
    sent: openPart(key, 'sent', sent),
    answer: openPart(key, 'answer', answer),
  }
}

interface AccountRow extends Row {
  account: string
}

/** Returns the account of an order, for callers that may see all. Other look-ups name it. */
async function accountOfOrder(database: Database, id: string): Promise<string | undefined> {
  const sql = 'select account from orders where id = $1'
  const [row] = await database.read<AccountRow>({ sql, params: [id] })
  return row?.account
}

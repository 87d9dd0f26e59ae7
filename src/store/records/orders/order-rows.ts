/** Reading orders. Every look-up of one order is scoped by its account. */
import { DAY_MS } from '../../../time.ts'
import type { Database, LeaseTime, Row } from '../../engine/database.ts'
import { openPart, partColumn } from '../../sealing/contents.ts'
import type { RowGuard } from '../../sealing/row-mac.ts'
import { SealBroken, type Vault } from '../../sealing/vault.ts'
import { pullsOfOrder } from '../ledger.ts'
import { listIn } from '../list-column.ts'
import type { LeasedOrder, Order, OrderState, OrderSummary, RetryLookUp } from './order-entry.ts'

/** The columns of a summary. */
export const SUMMARY = `id, account, operation, action, state, received_at, finished_at, body_bytes, code,
  report_id, faults, notes, purged_at`
const EVERYTHING = `${SUMMARY}, runner, lease_until, key_id, wrapped,
  ${partColumn('sent', 'orders.id')} as sent, ${partColumn('answer', 'orders.id')} as answer`
const WITH_KEY = 'orders left join order_keys on order_keys.order_id = orders.id'

/** A row of them. */
export interface SummaryRow extends Row {
  id: string
  account: string
  operation: string
  action: string | null
  state: OrderState
  received_at: number
  finished_at: number | null
  body_bytes: number
  code: string | null
  report_id: string | null
  /** The validation errors, as JSON. */
  faults: string
  /** A list of texts, as JSON. */
  notes: string
  /** Null while the content can be opened. */
  purged_at: number | null
}

interface OrderRow extends SummaryRow {
  /** Null for a rejected request, which never ran. */
  runner: string | null
  lease_until: number | null
  sent: Uint8Array | null
  answer: Uint8Array | null
  key_id: string | null
  /** The data key under a master key; null where it was destroyed. */
  wrapped: Uint8Array | null
}

/** Reading single orders. */
export interface OrderReads {
  /** With its content opened; undefined where the account has no such order. */
  find(account: string, id: string): Promise<Order | undefined>
  /** Without opening anything. */
  findSummary(account: string, id: string): Promise<OrderSummary | undefined>
  /** The order that a request of these bytes would be a retry of. */
  findRetried(retry: RetryLookUp): Promise<OrderSummary | undefined>
  /** The account of an order, for callers who may see every account. */
  accountOf(id: string): Promise<string | undefined>
  /** Running orders whose lease expired before then, oldest first. */
  listLeased(): Promise<readonly LeasedOrder[]>
}

/** Reads over a database. */
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

/** An order of the account, opened. */
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

/** The order that a request of these bytes would be a retry of. */
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

/** The running order that asks the same thing of the bureaus. */
export async function findRunningOfMeaning(
  database: Database,
  account: string,
  meaning: Uint8Array | undefined,
): Promise<OrderSummary | undefined> {
  if (meaning === undefined) return undefined
  const condition = "account = $1 and meaning = $2 and state = 'running'"
  return await findSummary(database, condition, [account, meaning])
}

/** Running orders whose lease has run out, with their pulls, oldest first. */
async function listLeased(
  database: Database,
  vault: Vault,
  guard: RowGuard,
  lease: LeaseTime,
): Promise<readonly LeasedOrder[]> {
  const rows = await database.read<OrderRow>({
    sql: `select ${EVERYTHING} from ${WITH_KEY} where state = 'running'
        and (lease_until < ${lease.sql('$1')} or lease_until > ${lease.sql('$2')})
      order by lease_until, received_at, id`,
    // No lease is so long, unless a wrong clock has left it.
    params: [lease.valueOf(0), lease.valueOf(DAY_MS)],
  })
  const leased = await Promise.all(
    rows.map(async (row) => {
      const order = genuine(vault, guard, row)
      if (order === undefined) return []
      const pulls = await pullsOfOrder(database, row.id)
      return [{ ...order, runner: row.runner ?? '', leaseUntil: row.lease_until ?? 0, pulls }]
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

/** The summary of a row. */
export function summaryOf(row: SummaryRow): OrderSummary {
  return {
    id: row.id,
    account: row.account,
    operation: row.operation,
    action: row.action ?? undefined,
    state: row.state,
    receivedAt: row.received_at,
    finishedAt: row.finished_at ?? undefined,
    bodyBytes: row.body_bytes,
    code: row.code ?? undefined,
    reportId: row.report_id ?? undefined,
    errors: listIn(row.faults),
    notes: listIn(row.notes),
    purged: row.purged_at !== null,
  }
}

/** An order; one whose row was moved or changed past the service is absent, and reported. */
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

/** The account of an order, for those who may see all; every other look-up names the account. */
async function accountOfOrder(database: Database, id: string): Promise<string | undefined> {
  const sql = 'select account from orders where id = $1'
  const [row] = await database.read<AccountRow>({ sql, params: [id] })
  return row?.account
}

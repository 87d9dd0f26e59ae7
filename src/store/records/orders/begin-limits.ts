/**
 * Limits that are checked when an order is journaled, in the same unit, so that they hold across
 * replicas.
 *
 * On PostgreSQL, two units that count at the same time do not see each other. An order therefore
 * counts without a lock only while there is plenty of room: more than all units that could be in
 * progress at once. Near the limit it first locks the row of its account, so that such orders run
 * one after another.
 */
import { DAY_MS } from '../../../time.ts'
import type { Database, Row, UnitStatement } from '../../engine/database.ts'
import type { Begun, NewOrder } from './order-entry.ts'
import type { PullIntent } from './order-pulls.ts'
import { UNANSWERED } from './order-settlement.ts'

/** How the limits of an order are added to the unit that journals it. */
export interface BeginLimits {
  /** Statements that lock the account's row and then each check one limit. */
  readonly gates: readonly Gate[]
  /** The maximum of the account's running orders, exclusive. Undefined if they are not counted. */
  readonly room: number | undefined
}

interface Gate {
  readonly statement: UnitStatement
  /** Returns the result of `begin` if the gate rejected the order. */
  readonly rejected: (database: Database) => Promise<Begun>
}

/**
 * The number of orders that replicas may begin at once: four replicas with 16 slots, the number for
 * up to four cores (`Admission`). With more replicas or slots, the limit can be exceeded by the
 * difference.
 */
const UNLOCKED_ROOM = 64

/** Returns SQL that counts an account's running orders: the rows of index orders_meaning. */
export function runningOf(account: string): string {
  return `select count(*) from orders where account = ${account} and state = 'running'`
}

/** Returns the limits for the first try, which avoids the lock if possible. */
export function optimisticLimits(order: NewOrder, pulls: readonly PullIntent[]): BeginLimits {
  const { inFlightMax, consumer } = order
  if (consumer === undefined && inFlightMax === undefined) return { gates: [], room: undefined }
  const room = (inFlightMax ?? Number.POSITIVE_INFINITY) - UNLOCKED_ROOM
  if (consumer !== undefined || room <= 0) return lockedLimits(order, pulls)
  return { gates: [], room }
}

/** Returns exact limits. Orders of the account that use them wait for each other. */
export function lockedLimits(order: NewOrder, pulls: readonly PullIntent[]): BeginLimits {
  const gates = [...inFlightGates(order), ...consumerGates(order, pulls)]
  // The lock is a separate statement before the others, because a PostgreSQL statement counts the
  // rows as of its start.
  const lock = { sql: TOUCH_ACCOUNT, params: [order.account], rows: 1 }
  return {
    gates: gates.length > 0 ? [{ statement: lock, rejected: full }, ...gates] : [],
    room: undefined,
  }
}

/**
 * Updates no name, because orders refer to it: SQLite would check each order of the account twice.
 */
const TOUCH_ACCOUNT = 'update accounts set revision = revision where name = $1'

function inFlightGates({ account, inFlightMax }: NewOrder): Gate[] {
  if (inFlightMax === undefined) return []
  const sql = `${TOUCH_ACCOUNT} and (${runningOf('$1')}) < $2`
  return [{ statement: { sql, params: [account, inFlightMax], rows: 1 }, rejected: full }]
}

const full = async (): Promise<Begun> => ({ begun: false, because: 'inFlight' })

/**
 * Excludes records of a later day, which a clock that was ahead left and which would count until
 * that day. Includes failed pulls if the bureau may have been asked, because the consumer's file
 * may show the inquiry.
 */
const ORDERS_ON_CONSUMER = `from pulls
  where ssn_index = $2 and started_at > $3 and started_at - ${2 * DAY_MS} < $3
    and account = $1 and hard = 1
    and (state <> 'failed' or may_have_asked = 1 or outcome = '${UNANSWERED}')`

function consumerGates({ account, consumer }: NewOrder, pulls: readonly PullIntent[]): Gate[] {
  if (consumer === undefined) return []
  const { ordersMax, since } = consumer
  const indexes = new Map(
    pulls.filter(({ hard }) => hard).map(({ ssnIndex }) => [hexOf(ssnIndex), ssnIndex] as const),
  )
  return [...indexes.values()].map((ssnIndex) => ({
    statement: {
      sql: `${TOUCH_ACCOUNT} and (select count(distinct order_id) ${ORDERS_ON_CONSUMER}) < $4`,
      params: [account, ssnIndex, since, ordersMax],
      rows: 1,
    },
    rejected: async (database) => ({
      begun: false,
      because: 'consumer',
      oldestAt: await oldestCounted(database, [account, ssnIndex, since, ordersMax]),
    }),
  }))
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

/**
 * Returns when the oldest of the latest orders on a consumer was placed. As many orders are
 * considered as the limit allows.
 */
async function oldestCounted(
  database: Database,
  params: readonly [string, Uint8Array, number, number],
): Promise<number> {
  const rows = await database.read<{ at: number } & Row>({
    sql: `select min(started_at) as at ${ORDERS_ON_CONSUMER}
      group by order_id order by min(started_at) desc limit $4`,
    params,
  })
  return rows.at(-1)?.at ?? params[2]
}

/**
 * Limits that an order meets as it is journaled, in the same unit, so that they hold over replicas.
 *
 * On PostgreSQL, two units that count at once do not see each other. So an order counts without a
 * lock only while there is much room: more than all units that could be under way at once. Near the
 * limit it first locks the row of its account, and such orders come one after the other.
 */
import { DAY_MS } from '../../../time.ts'
import type { Database, Row, UnitStatement } from '../../engine/database.ts'
import type { Begun, NewOrder, PullIntent } from './order-entry.ts'
import { UNANSWERED } from './order-settlement.ts'

/** How an order's limits are put into the unit that journals it. */
export interface BeginLimits {
  /** Statements that lock the account's row and take only where there is room. */
  readonly gates: readonly Gate[]
  /** Fewer orders of the account than this must be running; not counted where undefined. */
  readonly room: number | undefined
}

interface Gate {
  readonly statement: UnitStatement
  /** The result of `begin` where the gate rejected the order. */
  readonly met: (database: Database) => Promise<Begun>
}

/**
 * As many orders as replicas begin at once: four with the 16 slots of up to four cores each
 * (`Admission`). With more, the limit can be exceeded by what they have beyond that.
 */
const HURRY_ROOM = 64

/** The count of an account's running orders, as SQL; index orders_meaning holds just these. */
export function runningOf(account: string): string {
  return `select count(*) from orders where account = ${account} and state = 'running'`
}

/** Limits for the first try, which locks nothing where it can be helped. */
export function optimisticLimits(order: NewOrder, pulls: readonly PullIntent[]): BeginLimits {
  const { inFlightMax, consumer } = order
  if (consumer === undefined && inFlightMax === undefined) return { gates: [], room: undefined }
  const room = (inFlightMax ?? Number.POSITIVE_INFINITY) - HURRY_ROOM
  if (consumer !== undefined || room <= 0) return lockedLimits(order, pulls)
  return { gates: [], room }
}

/** Limits held exactly: orders of the account that come here wait for each other. */
export function lockedLimits(order: NewOrder, pulls: readonly PullIntent[]): BeginLimits {
  const gates = [...inFlightGates(order), ...consumerGates(order, pulls)]
  // The lock comes first and alone: PostgreSQL counts as of the beginning of a statement.
  const lock = { sql: TOUCH_ACCOUNT, params: [order.account], rows: 1 }
  return {
    gates: gates.length > 0 ? [{ statement: lock, met: full }, ...gates] : [],
    room: undefined,
  }
}

/** Not its name, which orders refer to: SQLite would look for them, each of the account twice. */
const TOUCH_ACCOUNT = 'update accounts set revision = revision where name = $1'

function inFlightGates({ account, inFlightMax }: NewOrder): Gate[] {
  if (inFlightMax === undefined) return []
  const sql = `${TOUCH_ACCOUNT} and (${runningOf('$1')}) < $2`
  return [{ statement: { sql, params: [account, inFlightMax], rows: 1 }, met: full }]
}

const full = async (): Promise<Begun> => ({ begun: false, because: 'inFlight' })

/**
 * What is of a later day was left by a clock that was ahead, and would count until its day. A pull
 * that failed counts where the bureau may have been asked: its inquiry is on the consumer's file.
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
    met: async (database) => ({
      begun: false,
      because: 'consumer',
      oldestAt: await oldestCounted(database, [account, ssnIndex, since, ordersMax]),
    }),
  }))
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

/** When the oldest of the last orders on a consumer was placed, as many of them as are allowed. */
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

/**
 * Rotating the master key while services run: the new one becomes current, then the data keys of
 * all orders are wrapped under it, some at a time, and the old one is dropped. The remaining work
 * is recorded only in the database, so a rotation that was cut off continues when it is started
 * again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, type Row, tryCommit, type UnitStatement } from '../engine/database.ts'
import { type MasterKeys, MasterKeyUnusable } from './master-key.ts'
import { currentKeyId, makeCurrent } from './open-vault.ts'
import { rewrapDataKey, wrappedKeyOf } from './vault.ts'

/** How a rotation goes about it. */
interface RotationPace {
  /** Data keys wrapped in one unit. */
  readonly batchKeys: number
  /** Rest between units, in which orders have the database to themselves. */
  readonly restMs: number
  /** For how long a service may go on wrapping under the old key before that is given up on. */
  readonly patienceMs: number
}

/** Some hundred keys take some milliseconds, which no order notices. */
const ROTATION_PACE: RotationPace = { batchKeys: 500, restMs: 10, patienceMs: 30_000 }

/** How many data keys are wrapped under a master key. */
export interface KeyUse {
  readonly keyId: string
  /** Data keys that are wrapped by it and would be lost with it. */
  readonly dataKeys: number
  /** New data keys are wrapped under it. */
  readonly current: boolean
}

/** Services go on wrapping under a master key that was to be forgotten. */
class RotationUnfinished extends Error {
  override readonly name = 'RotationUnfinished'
}

/** The master keys that the database knows, and how much each of them opens. */
export async function keyUses(database: Database): Promise<readonly KeyUse[]> {
  const current = await currentKeyId(database)
  const rows = await database.read<{ id: string; n: number }>({
    sql: `select m.id, (select count(*) from order_keys k where k.key_id = m.id)
        + (select count(*) from set_aside_keys k where k.key_id = m.id) as n
      from master_keys m order by m.first_used_at, m.id`,
    params: [],
  })
  return rows.map(({ id, n }) => ({ keyId: id, dataKeys: n, current: id === current }))
}

/** What a rotation has done. */
export interface Rotation {
  /** Data keys that were wrapped again. */
  readonly wrapped: number
  /** The database's own files hold no old wrapping; false: they may. */
  readonly scrubbed: boolean
}

/** Rotates to the first of the master keys; `onWrapped` is given how many keys were wrapped so far. */
export async function rotateMasterKey(
  database: Database,
  masterKeys: MasterKeys,
  { now, onWrapped, pace = ROTATION_PACE }: RotationOptions,
): Promise<Rotation> {
  await makeCurrent(database, masterKeys, now)
  let wrapped = 0
  const end = performance.now() + pace.patienceMs
  for (;;) {
    for (const keyId of await olderKeys(database, masterKeys)) {
      for await (const found of rewrapAll(database, masterKeys, keyId, pace)) {
        wrapped += found
        onWrapped(wrapped)
      }
    }
    if (await forgetOlder(database, masterKeys)) break
    if (performance.now() > end) {
      throw new RotationUnfinished(
        'a service still uses an old master key: restart it with both keys, then rotate again',
      )
    }
    await sleep(pace.restMs)
  }
  // The old wrappings must not stay in the database's files: the old master key would open them.
  return { wrapped, scrubbed: await database.scrub() }
}

/** What a rotation needs besides the keys. */
export interface RotationOptions {
  readonly now: number
  /** Called with the number of data keys wrapped so far. */
  readonly onWrapped: (wrapped: number) => void
  readonly pace?: RotationPace
}

/** The ids of all master keys but the new one, which must be current still. */
async function olderKeys(database: Database, [next]: MasterKeys): Promise<readonly string[]> {
  if ((await currentKeyId(database)) !== next.id) {
    throw new MasterKeyUnusable(
      'another rotation to another master key was started in the meantime',
    )
  }
  const sql = 'select id from master_keys where id <> $1'
  const rows = await database.read<{ id: string }>({ sql, params: [next.id] })
  return rows.map(({ id }) => id)
}

interface OrderKeyRow extends Row {
  order_id: string
  account: string
  key_id: string
  wrapped: Uint8Array
}

/** Where data keys are: of orders, and of those that a purge has set aside. */
const KEY_TABLES = ['order_keys', 'set_aside_keys'] as const

/**
 * Wraps all data keys of a master key again: how many at a time. A key that moves from one table to
 * the other meanwhile is found in the next round of `rotateMasterKey`.
 */
async function* rewrapAll(
  database: Database,
  masterKeys: MasterKeys,
  keyId: string,
  pace: RotationPace,
): AsyncGenerator<number> {
  for (const table of KEY_TABLES) {
    for (;;) {
      const found = await rewrapSome(database, masterKeys, { table, keyId }, pace.batchKeys)
      if (found === 0) break
      yield found
      await sleep(pace.restMs)
    }
  }
}

interface OldKeys {
  readonly table: (typeof KEY_TABLES)[number]
  readonly keyId: string
}

/** Wraps some data keys again: how many there were. */
async function rewrapSome(
  database: Database,
  masterKeys: MasterKeys,
  { table, keyId }: OldKeys,
  limit: number,
): Promise<number> {
  const rows = await database.read<OrderKeyRow>({
    sql: `select k.order_id, o.account, k.key_id, k.wrapped
      from ${table} k join orders o on o.id = k.order_id where k.key_id = $1
      order by k.sealed_at, k.order_id limit $2`,
    params: [keyId, limit],
  })
  await database.commit(rows.map((row) => rewrapped(table, row, masterKeys)))
  return rows.length
}

/** A key that was purged meanwhile stays purged. */
function rewrapped(
  table: OldKeys['table'],
  row: OrderKeyRow,
  masterKeys: MasterKeys,
): UnitStatement {
  const { order_id: orderId, key_id: keyId, account } = row
  const order = { id: orderId, account }
  const anew = rewrapDataKey(order, wrappedKeyOf(row), masterKeys, masterKeys[0])
  return {
    sql: `update ${table} set key_id = $2, wrapped = $3 where order_id = $1 and key_id = $4`,
    params: [orderId, anew.keyId, anew.bytes, keyId],
  }
}

/**
 * Forgets the older master keys: false while an order refers to one. From then on the database
 * refuses what a service would still wrap under it, and the service changes over.
 */
function forgetOlder(database: Database, [next]: MasterKeys): Promise<boolean> {
  return tryCommit(database, [{ sql: 'delete from master_keys where id <> $1', params: [next.id] }])
}

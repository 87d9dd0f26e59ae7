/**
 * Rotates the master key while services run. The new key becomes current, the data keys of all
 * orders are wrapped under it in batches, and the old key is removed. The remaining work is
 * recorded only in the database, so an interrupted rotation continues when it is started again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Database,
  type Row,
  tryCommit,
  tryScrub,
  type UnitStatement,
} from '../engine/database.ts'
import { type MasterKeys, MasterKeyUnusable } from './master-key.ts'
import { currentKeyId, makeCurrent } from './open-vault.ts'
import { rewrapDataKey, wrappedKeyOf } from './vault.ts'

/** The pace of a rotation. */
interface RotationPace {
  /** Number of data keys that one unit wraps. */
  readonly batchKeys: number
  /** Pause between units, during which orders have the database to themselves. */
  readonly restMs: number
  /** How long a service may continue to wrap under the old key before the rotation fails. */
  readonly patienceMs: number
}

/** Wrapping a few hundred keys takes a few milliseconds, which no order notices. */
const ROTATION_PACE: RotationPace = { batchKeys: 500, restMs: 10, patienceMs: 30_000 }

/** The number of data keys that are wrapped under a master key. */
export interface KeyUse {
  readonly keyId: string
  /** Data keys that are wrapped under this master key and would be lost with it. */
  readonly dataKeys: number
  /** Whether new data keys are wrapped under it. */
  readonly current: boolean
}

/** A service still wraps keys under a master key that the rotation tries to remove. */
class RotationUnfinished extends Error {
  override readonly name = 'RotationUnfinished'
}

/** Returns the master keys that the database knows, and how many data keys each of them opens. */
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

/** The result of a rotation. */
export interface Rotation {
  /** Data keys that were wrapped under the new master key. */
  readonly wrapped: number
  /**
   * Whether the database's own files are free of old wrapped keys. If false, they may contain some.
   */
  readonly scrubbed: boolean
}

/** Rotates to the first of the master keys. Reports its progress to `onWrapped`. */
export async function rotateMasterKey(
  database: Database,
  masterKeys: MasterKeys,
  { now, onWrapped, pace = ROTATION_PACE, removing = database }: RotationOptions,
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
    if (await removeOlder(removing, masterKeys)) break
    if (performance.now() > end) {
      throw new RotationUnfinished(
        'a service still uses an old master key: restart it with both keys, then rotate again',
      )
    }
    await sleep(pace.restMs)
  }
  // Old wrapped keys must not remain in the database's files, because the old master key would open
  // them.
  return { wrapped, scrubbed: await tryScrub(database) }
}

/** The options of a rotation. */
export interface RotationOptions {
  readonly now: number
  /** Called with the number of data keys wrapped so far. */
  readonly onWrapped: (wrapped: number) => void
  readonly pace?: RotationPace
  /** Commits the unit that removes the older keys, together with its entry in the audit trail. */
  readonly removing?: Pick<Database, 'commit'>
}

/** Returns the IDs of all master keys except the new one, which must still be current. */
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

/** The tables with data keys: of orders, and of orders that a purge has set aside. */
const KEY_TABLES = ['order_keys', 'set_aside_keys'] as const

/**
 * Wraps all data keys of a master key under the new one, and yields the size of each batch. If a
 * key moves from one table to the other in the meantime, the next round of `rotateMasterKey` finds
 * it.
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

/** Wraps one batch of data keys under the new master key, and returns its size. */
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

/** A key that was purged in the meantime stays purged, because the update then matches no row. */
function rewrapped(
  table: OldKeys['table'],
  row: OrderKeyRow,
  masterKeys: MasterKeys,
): UnitStatement {
  const { order_id: orderId, key_id: keyId, account } = row
  const order = { id: orderId, account }
  const next = rewrapDataKey(order, wrappedKeyOf(row), masterKeys, masterKeys[0])
  return {
    sql: `update ${table} set key_id = $2, wrapped = $3 where order_id = $1 and key_id = $4`,
    params: [orderId, next.keyId, next.bytes, keyId],
  }
}

/**
 * Removes the older master keys. Returns false if an order still refers to one. After that, the
 * database rejects keys that a service wraps under an old master key, and the service changes to
 * the new one.
 */
function removeOlder(removing: Pick<Database, 'commit'>, [next]: MasterKeys): Promise<boolean> {
  return tryCommit(removing, [{ sql: 'delete from master_keys where id <> $1', params: [next.id] }])
}

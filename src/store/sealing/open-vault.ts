/**
 * Opens the vault of a database: reads the keys stored in the database itself, and checks that the
 * master key is the right one.
 *
 * The current master key is the key that wraps the index key. All services wrap new data keys under
 * it, so a rotation changes all replicas at once, and only after each of them knows the new key.
 */
import { randomBytes } from 'node:crypto'
import { type Database, tryCommit, type UnitStatement } from '../engine/database.ts'
import { type MasterKey, type MasterKeys, MasterKeyUnusable } from './master-key.ts'
import { sealingWith, unwrapKey, type Vault, type WrappedKey, wrapKey } from './vault.ts'

const INDEX_KEY_PLACE = 'keys.wrapped index'
const INDEX_KEY_BYTES = 32

/**
 * Returns whether the database is already sealed under a master key. The schema must be current.
 */
export async function isSealed(database: Database): Promise<boolean> {
  return (await readIndexKey(database)) !== undefined
}

/**
 * Opens the vault of a database, or creates it in an empty database. If a master key is wrong or
 * missing, this fails at start and not at the first order.
 */
export async function openVault(
  database: Database,
  masterKeys: MasterKeys,
  now: number,
): Promise<Vault> {
  const wrapped =
    (await readIndexKey(database)) ?? (await createIndexKey(database, masterKeys[0], now))
  const indexKey = unwrapKey(masterKeys, INDEX_KEY_PLACE, wrapped)
  // Orders may still be sealed under master keys other than the current one. Without those keys,
  // such orders would fail one by one.
  await checkAllKnown(database, masterKeys)
  let current = known(masterKeys, wrapped.keyId)
  let isKnown = true
  return {
    ...sealingWith(masterKeys, indexKey, () => current),
    masterKeyId: () => current.id,
    followMasterKey: async () => {
      const id = await currentKeyId(database)
      isKnown = masterKeys.some((one) => one.id === id)
      current = known(masterKeys, id)
    },
    knowsMasterKey: () => isKnown,
  }
}

/** Returns the ID of the current master key of the database. */
export async function currentKeyId(database: Database): Promise<string> {
  const wrapped = await readIndexKey(database)
  if (wrapped === undefined) throw new Error('the database has no index key')
  return wrapped.keyId
}

/** Makes another master key the current one. All services must already know it. */
export async function makeCurrent(
  database: Database,
  masterKeys: MasterKeys,
  now: number,
): Promise<void> {
  const [next] = masterKeys
  const wrapped = await readIndexKey(database)
  if (wrapped === undefined || wrapped.keyId === next.id) return
  const rewrapped = wrapKey(next, INDEX_KEY_PLACE, unwrapKey(masterKeys, INDEX_KEY_PLACE, wrapped))
  const update = {
    sql: `update keys set key_id = $1, wrapped = $2 where name = 'index' and key_id = $3`,
    params: [rewrapped.keyId, rewrapped.bytes, wrapped.keyId],
    rows: 1,
  }
  // If two processes rotate to the same key at once, the second finds that it is already current.
  await tryCommit(database, [recordMasterKey(next, now), update], 1)
}

function known(masterKeys: MasterKeys, id: string): MasterKey {
  const master = masterKeys.find((one) => one.id === id)
  if (master === undefined) throw new MasterKeyUnusable(unknownText(masterKeys, id))
  return master
}

function unknownText(masterKeys: MasterKeys, id: string): string {
  const ids = masterKeys.map((one) => one.id).join(', ')
  return `the database is sealed under master key ${id}, but this process has ${ids}: restart it with both keys`
}

async function readIndexKey(database: Database): Promise<WrappedKey | undefined> {
  const [row] = await database.read<{ key_id: string; wrapped: Uint8Array }>({
    sql: "select key_id, wrapped from keys where name = 'index'",
    params: [],
  })
  return row && { keyId: row.key_id, bytes: row.wrapped }
}

/** Creates the index key. If two replicas do this at once, both use the first one's key. */
async function createIndexKey(
  database: Database,
  master: MasterKey,
  now: number,
): Promise<WrappedKey> {
  const wrapped = wrapKey(master, INDEX_KEY_PLACE, randomBytes(INDEX_KEY_BYTES))
  const insert = {
    sql: `insert into keys (name, key_id, wrapped, created_at) values ('index', $1, $2, $3)
      on conflict do nothing`,
    params: [wrapped.keyId, wrapped.bytes, now],
    rows: 1,
  }
  await tryCommit(database, [recordMasterKey(master, now), insert], 1)
  const stored = await readIndexKey(database)
  if (stored === undefined) throw new Error('the index key was stored but cannot be found')
  return stored
}

/**
 * A master key is recorded before anything is sealed under it, so that a start without it fails.
 */
function recordMasterKey(master: MasterKey, now: number): UnitStatement {
  return {
    sql: 'insert into master_keys (id, first_used_at) values ($1, $2) on conflict do nothing',
    params: [master.id, now],
  }
}

async function checkAllKnown(database: Database, masterKeys: MasterKeys): Promise<void> {
  const used = await database.read<{ id: string }>({
    sql: 'select id from master_keys',
    params: [],
  })
  const missing = used.filter(({ id }) => !masterKeys.some((known) => known.id === id))
  if (missing.length === 0) return
  const names = missing.map(({ id }) => id).join(', ')
  throw new MasterKeyUnusable(
    `some data is sealed under master key ${names}, which is not configured`,
  )
}

/** The contract of a rotation of the master key, for every database. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { SERVICE } from '../../../src/store/audit/entry.ts'
import { type Database, DatabaseUnavailable } from '../../../src/store/engine/database.ts'
import { keyUses, type Rotation, rotateMasterKey } from '../../../src/store/sealing/key-rotation.ts'
import { MasterKeyUnusable, masterKeyFromText } from '../../../src/store/sealing/master-key.ts'
import { openVault } from '../../../src/store/sealing/open-vault.ts'
import { openStore } from '../../../src/store/store.ts'
import {
  completion,
  masterKey,
  NOW,
  newOrder,
  type Opened,
  type OpenStore,
  overDatabase,
  text,
} from '../store.fixtures.ts'

const next = masterKeyFromText('22'.repeat(32))
const both = [next, masterKey] as const
const PACE = { batchKeys: 2, restMs: 0, patienceMs: 5_000 }

async function rotate(database: Database, pace = PACE): Promise<number> {
  const options = { now: NOW, onWrapped: () => undefined, pace }
  const { wrapped, scrubbed } = await rotateMasterKey(database, both, options)
  assert.equal(scrubbed, true)
  return wrapped
}

/** Places orders with reports, sealed under the old key. Returns their IDs. */
async function withOrders({ store, vault }: Opened, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `o${index}`)
  for (const id of ids) {
    await store.orders.begin(newOrder(vault, id), [])
    await store.orders.complete(completion(vault, id))
  }
  return ids
}

/** A database that fails after a number of commits, as if the process were killed then. */
function dyingAfter(database: Database, commits: number): Database {
  let left = commits
  return {
    ...overDatabase(database),
    commit: (unit) => {
      left -= 1
      return left < 0 ? Promise.reject(new Error('killed')) : database.commit(unit)
    },
  }
}

export function rotationContract(open: OpenStore): void {
  it('wraps every data key under the new master key and forgets the old one', async (t) => {
    const opened = await open(t)
    const { database } = opened
    const ids = await withOrders(opened, 5)
    assert.deepEqual(await keyUses(database), [{ keyId: masterKey.id, dataKeys: 5, current: true }])
    assert.equal(await rotate(database), 5)
    assert.deepEqual(await keyUses(database), [{ keyId: next.id, dataKeys: 5, current: true }])
    assert.equal(await rotate(database), 0, 'once more does nothing')
    await assert.rejects(openVault(database, [masterKey], NOW), MasterKeyUnusable)
    const store = openStore(database, await openVault(database, [next], NOW))
    for (const id of ids) {
      assert.match(text((await store.orders.find('lender', id))?.answer), /RESPONSE_GROUP/)
      assert.ok((await store.reports.find('lender', `report-${id}`))?.content)
    }
  })

  it('continues after the process was killed at any commit', async (t) => {
    const opened = await open(t)
    const { database } = opened
    await withOrders(opened, 5)
    for (let commits = 0; commits < 6; commits++) {
      await rotate(dyingAfter(database, commits)).catch(() => undefined)
      const store = openStore(database, await openVault(database, both, NOW))
      for (let index = 0; index < 5; index++) {
        assert.ok((await store.reports.find('lender', `report-o${index}`))?.content)
      }
    }
    await rotate(database)
    assert.deepEqual(await keyUses(database), [{ keyId: next.id, dataKeys: 5, current: true }])
  })

  it('rejects data sealed under the old key, and a running service switches to the new key', async (t) => {
    const opened = await open(t)
    const { database } = opened
    // The running service knew both keys from its start and has not checked for a rotation since.
    const vault = await openVault(database, both, NOW)
    const running = openStore(database, vault)
    await rotate(database)
    assert.equal((await running.orders.begin(newOrder(vault, 'late'), [])).begun, true)
    const refusal = { ...newOrder(vault, 'rejected'), finishedAt: NOW, code: 'E102' }
    await running.orders.journalRejection(refusal)
    assert.deepEqual(await keyUses(database), [{ keyId: next.id, dataKeys: 2, current: true }])
    // A service that knows only the old key seals nothing, because no service could open it later.
    const { store, vault: old } = opened
    await assert.rejects(store.orders.begin(newOrder(old, 'lost'), []), MasterKeyUnusable)
    assert.equal(await store.orders.findSummary('lender', 'lost'), undefined)
  })

  it('switches to the new key for all orders that begin at once', async (t) => {
    const { database } = await open(t)
    const vault = await openVault(database, both, NOW)
    const running = openStore(database, vault)
    await rotate(database)
    const ids = Array.from({ length: 8 }, (_, index) => `o${index}`)
    const begun = await Promise.all(ids.map((id) => running.orders.begin(newOrder(vault, id), [])))
    assert.deepEqual(new Set(begun.map((each) => each.begun)), new Set([true]))
    assert.deepEqual(await keyUses(database), [{ keyId: next.id, dataKeys: 8, current: true }])
  })

  it('rotates while orders are placed, and every report stays readable', async (t) => {
    const opened = await open(t)
    const { database } = opened
    await withOrders(opened, 40)
    const vault = await openVault(database, both, NOW)
    const store = openStore(database, vault)
    const rotation = { over: false }
    const rotating = rotate(database, { ...PACE, restMs: 5 }).finally(() => {
      rotation.over = true
    })
    let placed = 0
    do {
      const id = `during-${placed}`
      await store.orders.begin(newOrder(vault, id), [])
      assert.equal(await store.orders.complete(completion(vault, id)), true)
      assert.ok((await store.reports.find('lender', `report-${id}`))?.content)
      assert.ok((await store.reports.find('lender', `report-o${placed % 40}`))?.content)
      placed += 1
      // The upkeep of a service does this every other second.
      if (placed % 20 === 0) await vault.followMasterKey()
    } while (!rotation.over)
    await rotating
    assert.deepEqual(await keyUses(database), [
      { keyId: next.id, dataKeys: 40 + placed, current: true },
    ])
  })

  it('reports whether old wrapped keys may remain in the files of the database', async (t) => {
    const opened = await open(t)
    await withOrders(opened, 1)
    const kept = { ...dyingAfter(opened.database, 99), scrub: async () => false }
    const options = { now: NOW, onWrapped: () => undefined, pace: PACE }
    assert.deepEqual(await rotateMasterKey(kept, both, options), { wrapped: 1, scrubbed: false })
    const lost = { ...kept, scrub: () => Promise.reject(new DatabaseUnavailable('gone')) }
    assert.deepEqual(await rotateMasterKey(lost, both, options), { wrapped: 0, scrubbed: false })
  })

  it('records the rotation in the unit that removes the old key', async (t) => {
    const opened = await open(t)
    const { database, store } = opened
    await withOrders(opened, 1)
    const rotations = async () =>
      (await store.audit.list({ action: 'key.rotated' }, { limit: 9 })).length
    const removing = store.audit.recording({
      actor: SERVICE,
      action: 'key.rotated',
      object: next.id,
    })
    const options = { now: NOW, onWrapped: () => undefined, pace: PACE, removing }
    // The first commit makes the key current, and the second wraps the data key.
    await assert.rejects(rotateMasterKey(dyingAfter(database, 1), both, options), /killed/)
    assert.equal(await rotations(), 0)
    const killed = { ...dyingAfter(database, 9), scrub: () => Promise.reject(new Error('killed')) }
    await assert.rejects(rotateMasterKey(killed, both, options), /killed/)
    assert.deepEqual(
      (await keyUses(database)).map(({ keyId }) => keyId),
      [next.id],
    )
    assert.equal(await rotations(), 1)
  })

  it('ends when a rotation to another key overtakes it', async (t) => {
    const opened = await open(t)
    const { database } = opened
    await withOrders(opened, 3)
    const third = masterKeyFromText('33'.repeat(32))
    const keys = [third, next, masterKey] as const
    let other: Promise<Rotation> | undefined
    const overtaken = rotateMasterKey(database, both, {
      now: NOW,
      pace: { ...PACE, batchKeys: 1, restMs: 200 },
      onWrapped: () => {
        other ??= rotateMasterKey(database, keys, {
          now: NOW,
          pace: PACE,
          onWrapped: () => undefined,
        })
      },
    })
    await assert.rejects(overtaken, MasterKeyUnusable)
    await other
    assert.deepEqual(await keyUses(database), [{ keyId: third.id, dataKeys: 3, current: true }])
  })
}

/** The contract of purges and legal holds, for every database. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { SERVICE } from '../../../src/store/audit/entry.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import type {
  NewPurge,
  PurgeCounts,
  PurgeScope,
} from '../../../src/store/retention/purge-records.ts'
import type { Retention } from '../../../src/store/retention/retention.ts'
import { rotateMasterKey } from '../../../src/store/sealing/key-rotation.ts'
import { masterKeyFromText } from '../../../src/store/sealing/master-key.ts'
import { openVault } from '../../../src/store/sealing/open-vault.ts'
import { openStore } from '../../../src/store/store.ts'
import { MINUTE_MS } from '../../../src/time.ts'
import {
  bytes,
  CANARY_SSN,
  completion,
  DAY_MS,
  masterKey,
  NOW,
  newOrder,
  newPull,
  newReport,
  type Opened,
  type OpenStore,
  overDatabase,
  passTime,
} from '../store.fixtures.ts'

const BY = { kind: 'command', name: 'tester' } as const
const NOTHING: PurgeScope = { reportsBefore: 0, refusalsBefore: 0, inquiriesBefore: 0 }
const PACE = { batch: 2, between: async () => true, now: () => NOW + 99 }
const LATER = NOW + DAY_MS

function purgeOf(scope: Partial<PurgeScope>, id = 'purge-1'): NewPurge {
  return { id, begunAt: NOW + 1, by: BY, scope: { ...NOTHING, ...scope } }
}

function counted({ orders, reports, refusals, inquiries }: PurgeCounts) {
  return [orders, reports, refusals, inquiries]
}

/** Places an order with a report and an inquiry. */
async function withReport({ store, vault }: Opened, id: string, receivedAt = NOW): Promise<void> {
  const order = newOrder(vault, id, { receivedAt })
  await store.orders.begin(order, [newPull(vault, `pull-${id}`)])
  await store.orders.complete(completion(vault, id))
}

/**
 * Retention for which an operator puts a report on hold just before the first unit with a matching
 * statement.
 */
function heldBefore({ database, store, vault }: Opened, statement: RegExp): Retention {
  let isHeld = false
  const preceded: Database = {
    ...overDatabase(database),
    commit: async (unit) => {
      if (!isHeld && unit.some(({ sql }) => statement.test(sql))) {
        isHeld = true
        const hold = { reportId: 'report-o1', reason: 'matter 7', heldAt: NOW }
        assert.equal(await store.retention.addHold(hold, BY), true)
      }
      await database.commit(unit)
    },
  }
  return openStore(preceded, vault).retention
}

async function withoutReports({ store, vault }: Opened): Promise<void> {
  await store.orders.begin(newOrder(vault, 'failed'), [newPull(vault, 'pull-failed')])
  const answer = bytes('<RESPONSE_GROUP/>')
  await store.orders.fail({
    id: 'failed',
    runner: 'runner-1',
    finishedAt: NOW,
    code: 'E001',
    answer,
  })
  for (const id of ['refused-1', 'refused-2']) {
    await store.orders.journalRejection({
      ...newOrder(vault, id),
      finishedAt: NOW,
      code: 'E102',
      answer,
    })
  }
}

export function retentionContract(open: OpenStore): void {
  it('purges expired records of each class, counts them, and leaves the rest', async (t) => {
    const opened = await open(t)
    const { store, vault, database } = opened
    for (const id of ['old-1', 'old-2', 'old-3']) await withReport(opened, id)
    await withReport(opened, 'young', LATER)
    await withoutReports(opened)
    await store.orders.begin(newOrder(vault, 'running'), [newPull(vault, 'pull-running')])
    const scope = { reportsBefore: LATER, refusalsBefore: LATER, inquiriesBefore: 0 }
    const due = counted(await store.retention.count(scope))
    const done = await store.retention.purge(purgeOf(scope), PACE)
    assert.deepEqual(counted(done), [4, 3, 2, 0])
    assert.deepEqual(due, counted(done), 'a dry run counts the same')
    assert.equal(done.scrubbed, true)

    for (const id of ['old-1', 'failed']) {
      const order = await store.orders.find('lender', id)
      assert.deepEqual(
        [order?.purgedAt, order?.sent, order?.answer],
        [NOW + 1, undefined, undefined],
        id,
      )
    }
    assert.equal(await store.orders.find('lender', 'refused-1'), undefined)
    assert.equal(await store.reports.find('lender', 'report-old-1'), undefined)
    assert.ok((await store.reports.find('lender', 'report-young'))?.content)
    assert.ok((await store.orders.find('lender', 'running'))?.sent)
    assert.equal((await store.ledger.charges('lender', 0, LATER)).length, 4, 'charges stay')
    const statement = await store.ledger.statement('lender', 0, LATER)
    assert.equal(statement.find(({ orderId }) => orderId === 'old-1')?.amountCents, 4_250)
    const ssn = vault.blindIndex('ssn', CANARY_SSN)
    assert.equal((await store.ledger.pulls(ssn, 0)).length, 6, 'inquiries stay')
    const left = "select count(*) as n from contents where part = 'report'"
    assert.equal((await database.read<{ n: number }>({ sql: left, params: [] }))[0]?.n, 1)

    assert.deepEqual(
      counted(await store.retention.purge(purgeOf(scope, 'again'), PACE)),
      [0, 0, 0, 0],
    )
  })

  it('a purged report is found by no search, and its bytes are a new order', async (t) => {
    const opened = await open(t)
    const { store, vault } = opened
    await withReport(opened, 'o1')
    const { meaning = bytes(''), borrowers } = newReport(vault, 'x')
    const retry = { ...newOrder(vault, 'o1'), since: 0 }
    assert.ok(await store.orders.findRetried(retry))
    await store.retention.purge(purgeOf({ reportsBefore: LATER }), PACE)
    assert.equal(await store.orders.findRetried(retry), undefined)
    const identity = borrowers[0]?.identity ?? bytes('')
    for (const by of [{ meaning }, { borrowerIdentity: identity }]) {
      assert.deepEqual(await store.reports.lookUp('lender', by, 0, 9), [])
    }
    const again = newOrder(vault, 'o2', { fingerprint: vault.fingerprint(bytes('o1')) })
    assert.equal((await store.orders.begin(again, [])).begun, true)
    await store.reports.storePrinted('lender', 'report-o1', 'HTML', bytes('late'))
    assert.equal(await store.reports.find('lender', 'report-o1'), undefined)
  })

  it('sets keys aside, restores and counts them, and destroys them after the grace period', async (t) => {
    const opened = await open(t)
    const { store, vault, database } = opened
    for (const id of ['old-1', 'old-2']) await withReport(opened, id)
    await withoutReports(opened)
    const scope = { reportsBefore: LATER, refusalsBefore: LATER, inquiriesBefore: LATER }
    const unattended = (id: string, begunAt: number) =>
      store.retention.purgeUnattended({ ...purgeOf(scope, id), begunAt, by: SERVICE }, 7 * DAY_MS, {
        ...PACE,
        now: () => begunAt,
      })
    assert.deepEqual(counted(await unattended('first', NOW)), [3, 2, 0, 0], 'nothing is destroyed')
    const isOpen = async (id: string) => (await store.orders.find('lender', id))?.sent !== undefined
    assert.deepEqual([await isOpen('old-1'), await isOpen('failed')], [false, false])
    assert.equal(await store.reports.find('lender', 'report-old-1'), undefined)
    const verified = async () => (await store.audit.verify({ anchors: [], now: NOW })).findings
    assert.deepEqual(await verified(), [])

    const next = masterKeyFromText('33'.repeat(32))
    const keys = [next, masterKey] as const
    await rotateMasterKey(database, keys, { now: NOW, onWrapped: () => undefined })
    const rotated = openStore(database, await openVault(database, [next], NOW))
    assert.equal(await rotated.retention.restore({ reportId: 'report-old-1' }, BY), 1)
    assert.ok((await rotated.reports.find('lender', 'report-old-1'))?.content)
    assert.ok(await rotated.orders.find('lender', 'refused-1'), 'rejected requests remain')
    const ssn = vault.blindIndex('ssn', CANARY_SSN)
    assert.equal((await store.ledger.pulls(ssn, 0)).length, 3, 'inquiries remain')

    // Within the grace period, the next purges set the restored keys aside again and destroy
    // nothing.
    assert.deepEqual(counted(await unattended('second', NOW + DAY_MS)), [1, 1, 0, 0])
    assert.equal(await rotated.retention.restore({}, BY), 3)
    assert.deepEqual(counted(await unattended('third', NOW + 2 * DAY_MS)), [3, 2, 0, 0])
    assert.deepEqual(counted(await unattended('fourth', NOW + 9 * DAY_MS)), [0, 0, 2, 3])
    assert.equal(await store.orders.find('lender', 'refused-1'), undefined)
    assert.equal((await store.ledger.pulls(ssn, 0)).length, 0)
    assert.equal(await rotated.retention.restore({}, BY), 3, 'set aside seven days ago, not more')
    await unattended('fifth', NOW + 9 * DAY_MS)
    await unattended('sixth', NOW + 17 * DAY_MS)
    assert.equal(await rotated.retention.restore({}, BY), 0)
    assert.deepEqual(
      (await store.retention.purges(9)).map(({ id, orders, restored }) => [id, orders, restored]),
      [
        ['sixth', 0, 0],
        ['fourth', 0, 0],
        ['fifth', 3, 0],
        ['third', 3, 3],
        ['second', 1, 1],
        ['first', 3, 3],
      ],
    )
    const [left] = await database.read<{ n: number }>({
      sql: 'select count(*) as n from contents',
      params: [],
    })
    assert.equal(left?.n, 0)
    assert.deepEqual((await rotated.audit.verify({ anchors: [], now: NOW })).findings, [])
  })

  it('finds no report whose key was set aside, and finds it again once it is restored', async (t) => {
    const opened = await open(t)
    const { store, vault } = opened
    await store.orders.begin(newOrder(vault, 'o1', { searchTokens: [bytes('smith')] }), [])
    await store.orders.complete(completion(vault, 'o1'))
    const listed = async () => (await store.reports.list({}, { limit: 9 })).map(({ id }) => id)
    const found = async () => {
      const reports = await store.reports.search([bytes('smith')], {}, { limit: 9 })
      return reports.map(({ id }) => id)
    }
    assert.deepEqual([await listed(), await found()], [['report-o1'], ['report-o1']])
    const purge = { ...purgeOf({ reportsBefore: LATER }), by: SERVICE }
    await store.retention.purgeUnattended(purge, 7 * DAY_MS, PACE)
    assert.deepEqual([await listed(), await found()], [[], []])
    assert.equal(await store.reports.countFirstIssued(0, LATER), 0)
    assert.equal(await store.retention.restore({}, BY), 1)
    assert.deepEqual([await listed(), await found()], [['report-o1'], ['report-o1']])
    assert.equal(await store.reports.countFirstIssued(0, LATER), 1)
  })

  it('destroys nothing after the grace period that is no longer due because a setting was corrected', async (t) => {
    const opened = await open(t)
    const { store, vault } = opened
    await withReport(opened, 'old-1')
    await withoutReports(opened)
    const wrong = { reportsBefore: LATER, refusalsBefore: LATER, inquiriesBefore: LATER }
    const unattended = async (day: number, scope: Partial<PurgeScope>) => {
      const purge = { ...purgeOf(scope, `day-${day}`), begunAt: NOW + day * DAY_MS, by: SERVICE }
      const pace = { ...PACE, now: () => purge.begunAt }
      return counted(await store.retention.purgeUnattended(purge, 6.5 * DAY_MS, pace))
    }
    assert.deepEqual(await unattended(0, wrong), [2, 1, 0, 0])
    for (const day of [1, 7, 8]) assert.deepEqual(await unattended(day, {}), [0, 0, 0, 0])
    assert.ok(await store.orders.find('lender', 'refused-1'), 'rejected requests remain')
    const ssn = vault.blindIndex('ssn', CANARY_SSN)
    assert.equal((await store.ledger.pulls(ssn, 0)).length, 2, 'inquiries remain')
    assert.equal(await store.retention.restore({}, BY), 2)
  })

  it('a restore ends the daily purge that is running, which sets nothing aside again', async (t) => {
    const opened = await open(t)
    const { store, database } = opened
    const { job } = store.retention
    const ids = ['old-1', 'old-2', 'old-3', 'old-4', 'old-5']
    for (const id of ids) await withReport(opened, id)
    assert.equal(await job.take('runner-1', MINUTE_MS), true)
    let restored = 0
    const between = async () => {
      if (restored === 0) restored = await store.retention.restore({}, BY)
      return await job.renew('runner-1', MINUTE_MS)
    }
    const purge = { ...purgeOf({ reportsBefore: LATER }), by: SERVICE }
    await store.retention.purgeUnattended(purge, 7 * DAY_MS, { ...PACE, between })
    await job.end('runner-1', 0)
    assert.equal(restored, 2)
    for (const id of ids) assert.ok((await store.orders.find('lender', id))?.sent, id)
    assert.equal(await job.take('runner-1', MINUTE_MS), false)
    await passTime(database, DAY_MS)
    assert.equal(await job.take('runner-1', MINUTE_MS), true)
    // A restore while no purge runs does not delay the next one.
    await job.end('runner-1', 0)
    await store.retention.restore({}, BY)
    assert.equal(await job.take('runner-1', MINUTE_MS), true)
  })

  it('restores the remaining orders if a purge destroys one of them meanwhile', async (t) => {
    const opened = await open(t)
    const { store, database, vault } = opened
    for (const id of ['old-1', 'old-2', 'old-3']) await withReport(opened, id)
    const purge = { ...purgeOf({ reportsBefore: LATER }), by: SERVICE }
    await store.retention.purgeUnattended(purge, 7 * DAY_MS, PACE)
    let isPurged = false
    const preceded: Database = {
      ...overDatabase(database),
      commit: async (unit) => {
        if (!isPurged && unit.some(({ sql }) => /^insert into order_keys/.test(sql))) {
          isPurged = true
          const one = { reportsBefore: LATER, reportId: 'report-old-2' }
          await store.retention.purge(purgeOf(one, 'one'), PACE)
        }
        await database.commit(unit)
      },
    }
    assert.equal(await openStore(preceded, vault).retention.restore({}, BY), 2)
    for (const [id, isThere] of [
      ['old-1', true],
      ['old-2', false],
      ['old-3', true],
    ] as const) {
      assert.equal((await store.orders.find('lender', id))?.sent !== undefined, isThere, id)
    }
    const entries = await store.audit.list({ action: 'purge.restored' }, { limit: 9 })
    assert.deepEqual(
      entries.map(({ object }) => object),
      ['2'],
    )
  })

  it('sets aside a limited number of keys a day, over all purges', async (t) => {
    const opened = await open(t)
    const { store, database } = opened
    for (const id of ['old-1', 'old-2', 'old-3']) await withReport(opened, id)
    const unattended = async (id: string, begunAt: number) => {
      const purge = { ...purgeOf({ reportsBefore: LATER }, id), begunAt, by: SERVICE }
      return counted(await store.retention.purgeUnattended(purge, 7 * DAY_MS, PACE))
    }
    /** Records a failed purge that had set aside a number of the 1,000 orders allowed. */
    const failed = (id: string, orders: number) =>
      database.commit([
        {
          sql: `insert into purges
              (id, begun_at, begun_by_kind, begun_by, scope, orders, reports, refusals, inquiries)
            values ($1, $2, $3, $4, '{}', $5, 0, 0, 0)`,
          params: [id, NOW, SERVICE.kind, SERVICE.name, orders],
        },
      ])
    await failed('first', 999)
    assert.deepEqual(await unattended('rest', NOW + MINUTE_MS), [2, 2, 0, 0], 'a unit has two')
    assert.deepEqual(await unattended('none', NOW + 2 * MINUTE_MS), [0, 0, 0, 0])
    assert.deepEqual(await unattended('set back', NOW - 2 * MINUTE_MS), [0, 0, 0, 0])
    assert.deepEqual(await unattended('next day', NOW + MINUTE_MS + DAY_MS), [1, 1, 0, 0])
  })

  it('skips reports on hold, whatever the scope, until the hold is removed', async (t) => {
    const opened = await open(t)
    const { store } = opened
    const { retention } = store
    await withReport(opened, 'o1')
    await withReport(opened, 'o2')
    const hold = { reportId: 'report-o1', reason: 'matter 7', heldAt: NOW }
    assert.equal(await retention.addHold({ ...hold, reportId: 'absent' }, BY), false)
    assert.equal(await retention.addHold({ ...hold, reason: 'first' }, BY), true)
    assert.equal(await retention.addHold(hold, BY), true)
    assert.deepEqual(await retention.holds(), [hold])
    const scopes: readonly Partial<PurgeScope>[] = [
      { reportsBefore: LATER, inquiriesBefore: LATER },
      { reportsBefore: LATER, account: 'lender' },
      { reportsBefore: LATER, reportId: 'report-o1' },
    ]
    for (const [index, scope] of scopes.entries()) {
      await retention.purge(purgeOf(scope, `purge-${index}`), PACE)
      assert.ok((await store.reports.find('lender', 'report-o1'))?.content)
    }
    assert.equal(await store.reports.find('lender', 'report-o2'), undefined)
    assert.equal(await retention.addHold({ ...hold, reportId: 'report-o2' }, BY), false, 'purged')
    assert.equal(await retention.removeHold('report-o1', BY), true)
    assert.equal(await retention.removeHold('report-o1', BY), false)
    const purge = purgeOf({ reportsBefore: LATER, reportId: 'report-o1' }, 'last')
    assert.deepEqual(counted(await retention.purge(purge, PACE)), [1, 1, 0, 0])
    assert.equal(await store.reports.find('lender', 'report-o1'), undefined)
    const entries = await store.audit.list({ reportId: 'report-o1' }, { limit: 9 })
    assert.deepEqual(
      entries.map(({ action, purpose, object }) => [action, purpose ?? object]),
      [
        ['purge.ended', 'last'],
        ['purge.begun', 'last'],
        ['report.released', undefined],
        ['purge.ended', 'purge-2'],
        ['purge.begun', 'purge-2'],
        ['report.held', 'matter 7'],
        ['report.held', 'first'],
        ['order.new', undefined],
      ],
    )
    const ofAccount = await store.audit.list({ account: 'lender' }, { limit: 9 })
    assert.deepEqual(
      ofAccount.map(({ action, purpose, object }) => [action, purpose ?? object]),
      [
        ['purge.ended', 'last'],
        ['purge.begun', 'last'],
        ['report.released', undefined],
        ['purge.ended', 'purge-2'],
        ['purge.begun', 'purge-2'],
        ['purge.ended', 'purge-1'],
        ['purge.begun', 'purge-1'],
        ['report.held', 'matter 7'],
        ['report.held', 'first'],
      ],
    )
  })

  it('two purges at once share the orders', async (t) => {
    const opened = await open(t)
    const { store, database, vault } = opened
    const ids = Array.from({ length: 100 }, (_, index) => `o${index}`)
    for (const id of ids) await withReport(opened, id)
    const other = openStore(database, vault)
    const ended = await Promise.all(
      [store, other].map(({ retention }, index) =>
        retention.purge(purgeOf({ reportsBefore: LATER }, `purge-${index}`), PACE),
      ),
    )
    assert.equal(
      ended.reduce((sum, { orders }) => sum + orders, 0),
      ids.length,
    )
  })

  it('the trail proves what a purge destroyed, when it ended and who ran it', async (t) => {
    const opened = await open(t)
    const { store, database } = opened
    await withReport(opened, 'o1')
    const done = await store.retention.purge(purgeOf({ reportsBefore: LATER }), PACE)
    const [listed] = await store.retention.purges(1)
    assert.deepEqual([done.endedAt, listed?.endedAt], [NOW + 99, NOW + 99])
    const stopping = { ...PACE, between: async () => false }
    await withReport(opened, 'o2')
    await store.retention.purge(purgeOf({ reportsBefore: LATER }, 'cut-off'), stopping)
    const [entry] = await store.audit.list({ action: 'purge.ended' }, { limit: 9 })
    assert.deepEqual([entry?.object, entry?.fields], ['purge-1', ['orders-1', 'reports-1']])
    const findings = async () =>
      (await store.audit.verify({ anchors: [], now: NOW })).findings.map(
        ({ place, what }) => `${place} ${what}`,
      )
    assert.deepEqual(await findings(), [])
    for (const [id, forged, genuine] of [
      ['purge-1', 'orders = 0', 'orders = 1'],
      ['purge-1', 'ended_at = null', `ended_at = ${NOW + 99}`],
      ['purge-1', "begun_by = 'other'", `begun_by = '${BY.name}'`],
      ['cut-off', 'ended_at = 1', 'ended_at = null'],
    ] as const) {
      const set = (values: string) =>
        database.commit([{ sql: `update purges set ${values} where id = '${id}'`, params: [] }])
      await set(forged)
      assert.deepEqual(await findings(), [`purge ${id} does not match the audit trail`], forged)
      await set(genuine)
    }
    assert.deepEqual(await findings(), [])
  })

  it('verifies the last change of a hold, whatever the clocks of the machines showed', async (t) => {
    const opened = await open(t)
    const { store, database, vault } = opened
    await withReport(opened, 'o1')
    const hold = { reportId: 'report-o1', reason: 'matter 7', heldAt: NOW }
    const findings = async () =>
      (await store.audit.verify({ anchors: [], now: NOW })).findings.map(
        ({ place, what }) => `${place} ${what}`,
      )
    /** Changes holds as a command does on a machine whose clock is ahead. */
    const changing = async (aheadMs: number, change: (its: Retention) => Promise<boolean>) => {
      const options = { now: () => Date.now() + aheadMs, anchor: () => undefined }
      const command = openStore(database, vault, options)
      assert.equal(await change(command.retention), true)
      assert.deepEqual(await findings(), [], 'before the entry has a block')
      await command.audit.seal()
      assert.deepEqual(await findings(), [])
    }
    await changing(DAY_MS, (its) => its.addHold(hold, BY))
    await changing(0, (its) => its.removeHold('report-o1', BY))
    await changing(0, (its) => its.addHold(hold, BY))
    await database.commit([{ sql: 'delete from holds', params: [] }])
    assert.deepEqual(await findings(), ['hold of report report-o1 was removed'])
  })

  it('deletes no inquiry of a report that is put on hold during the purge', async (t) => {
    const opened = await open(t)
    await withReport(opened, 'o1')
    const retention = heldBefore(opened, /^delete from pulls/)
    const purge = purgeOf({ inquiriesBefore: LATER })
    assert.deepEqual(counted(await retention.purge(purge, PACE)), [0, 0, 0, 0])
    const ssn = opened.vault.blindIndex('ssn', CANARY_SSN)
    assert.equal((await opened.store.ledger.pulls(ssn, 0)).length, 1)
  })

  it('destroys no key that was set aside if its report is put on hold during the purge', async (t) => {
    const opened = await open(t)
    const { store, database, vault } = opened
    await withReport(opened, 'o1', LATER)
    // o2 was answered with the report of o1. Its key is set aside while o1 still has its own.
    await store.orders.begin(newOrder(vault, 'o2'), [])
    const reissue = { ...completion(vault, 'o2'), reportId: 'report-o1', report: undefined }
    await store.orders.complete({ ...reissue, charge: undefined })
    const setAside = [
      `insert into set_aside_keys (order_id, key_id, wrapped, sealed_at, who, set_aside_at)
        select order_id, key_id, wrapped, sealed_at, who, 1 from order_keys where order_id = 'o2'`,
      "delete from order_keys where order_id = 'o2'",
      "update orders set purged_at = 1 where id = 'o2'",
    ]
    await database.commit(setAside.map((sql) => ({ sql, params: [] })))
    const retention = heldBefore(opened, /^delete from set_aside_keys/)
    const purge = purgeOf({ reportsBefore: LATER })
    assert.deepEqual(counted(await retention.purge(purge, PACE)), [0, 0, 0, 0])
    assert.equal(await retention.restore({}, BY), 1)
    assert.ok((await store.orders.find('lender', 'o2'))?.sent)
  })

  it('purges only one report or one account', async (t) => {
    const opened = await open(t)
    const { store, vault } = opened
    for (const id of ['o1', 'o2']) await withReport(opened, id)
    // o3 was answered with the report of another order.
    await store.orders.begin(newOrder(vault, 'o3'), [])
    const reissue = { ...completion(vault, 'o3'), reportId: 'report-o1', report: undefined }
    const lenderCase = vault.blindIndex('lender case', 'case 8')
    await store.orders.complete({ ...reissue, charge: undefined, lenderCase })
    const sound = async () => {
      const { findings } = await store.audit.verify({ anchors: [], now: Date.now() })
      assert.deepEqual(findings, [])
    }
    await sound()
    const one = purgeOf({ reportsBefore: LATER, reportId: 'report-o1' })
    assert.deepEqual(counted(await store.retention.purge(one, PACE)), [2, 1, 0, 0])
    await sound()
    assert.ok((await store.reports.find('lender', 'report-o2'))?.content)
    const others = purgeOf({ reportsBefore: LATER, account: 'nobody' }, 'others')
    assert.deepEqual(counted(await store.retention.purge(others, PACE)), [0, 0, 0, 0])
    const all = purgeOf({ reportsBefore: LATER, account: 'lender' }, 'all')
    assert.deepEqual(counted(await store.retention.purge(all, PACE)), [1, 1, 0, 0])
  })

  it('a purged report that a younger order returned is no finding of a verification', async (t) => {
    const opened = await open(t)
    const { store, vault, database } = opened
    await withReport(opened, 'o1')
    await store.orders.begin(newOrder(vault, 'o2', { receivedAt: LATER }), [])
    const again = { ...completion(vault, 'o2'), reportId: 'report-o1', report: undefined }
    const lenderCase = vault.blindIndex('lender case', 'case 8')
    await store.orders.complete({ ...again, charge: undefined, lenderCase })
    assert.deepEqual(
      counted(await store.retention.purge(purgeOf({ reportsBefore: LATER }), PACE)),
      [1, 1, 0, 0],
    )
    const cases = await database.read({ sql: 'select * from report_cases', params: [] })
    assert.deepEqual(cases, [])
    const { findings } = await store.audit.verify({ anchors: [], now: Date.now() })
    assert.deepEqual(findings, [])
  })

  it('deletes inquiry records separately, and never those of a running order', async (t) => {
    const opened = await open(t)
    const { store, vault } = opened
    await withReport(opened, 'o1')
    await store.orders.begin(newOrder(vault, 'running'), [newPull(vault, 'pull-running')])
    const done = await store.retention.purge(purgeOf({ inquiriesBefore: LATER }), PACE)
    assert.deepEqual(counted(done), [0, 0, 0, 1])
    const left = await store.ledger.pulls(vault.blindIndex('ssn', CANARY_SSN), 0)
    assert.deepEqual(
      left.map(({ id }) => id),
      ['pull-running'],
    )
  })

  it('stores a record of each purge, also of an interrupted one, and audits it', async (t) => {
    const opened = await open(t)
    const { store } = opened
    for (const id of ['o1', 'o2', 'o3']) await withReport(opened, id)
    const scope = { reportsBefore: LATER }
    const stopping = { ...PACE, between: async () => false }
    await store.retention.purge(purgeOf(scope, 'cut-off'), stopping)
    await store.retention.purge({ ...purgeOf(scope, 'rest'), begunAt: NOW + 2 }, PACE)
    const records = await store.retention.purges(9)
    assert.deepEqual(
      records.map(({ id, orders, endedAt }) => [id, orders, endedAt]),
      [
        ['rest', 1, NOW + 99],
        ['cut-off', 2, undefined],
      ],
    )
    assert.deepEqual([records[0]?.by, records[0]?.scope], [BY, { ...NOTHING, ...scope }])
    const entries = await store.audit.list({}, { limit: 50 })
    const purges = entries.filter(({ action }) => action.startsWith('purge.'))
    assert.deepEqual(
      purges.map(({ action, object, fields }) => [action, object, fields.join()]).reverse(),
      [
        ['purge.begun', 'cut-off', 'reports'],
        ['purge.begun', 'rest', 'reports'],
        ['purge.ended', 'rest', 'orders-1,reports-1'],
      ],
    )
  })

  it('counts no order twice when two purges run at once', async (t) => {
    const opened = await open(t)
    const { store, database, vault } = opened
    for (let index = 0; index < 9; index++) await withReport(opened, `o${index}`)
    const other = openStore(database, vault)
    const scope = { reportsBefore: LATER }
    const done = await Promise.all([
      store.retention.purge(purgeOf(scope, 'one'), PACE),
      other.retention.purge(purgeOf(scope, 'other'), PACE),
    ])
    assert.equal(
      done.reduce((sum, { orders }) => sum + orders, 0),
      9,
    )
  })

  it('a purge during a verification of the audit trail is no finding', async (t) => {
    const begun = "audit_entries where action = 'purge.begun'"
    for (const table of ['order_keys', 'set_aside_keys', 'pulls', 'contents', begun]) {
      const opened = await open(t)
      const { store, database, vault } = opened
      await withReport(opened, 'o1')
      let isPurged = false
      const purged: Database = {
        ...overDatabase(database),
        read: async (one) => {
          if (!isPurged && one.sql.startsWith(`select * from ${table} `)) {
            isPurged = true
            const scope = { reportsBefore: LATER, inquiriesBefore: LATER }
            await store.retention.purge(purgeOf(scope), PACE)
          }
          return await database.read(one)
        },
      }
      const { findings } = await openStore(purged, vault).audit.verify({ anchors: [], now: NOW })
      assert.deepEqual([isPurged, findings], [true, []], table)
    }
  })

  it('gives the job to one process, and to another one when the first has died', async (t) => {
    const { store, database } = await open(t)
    const { job } = store.retention
    const taken = await Promise.all(['a', 'b', 'c'].map((runner) => job.take(runner, MINUTE_MS)))
    assert.equal(taken.filter(Boolean).length, 1)
    const holder = ['a', 'b', 'c'][taken.indexOf(true)] ?? ''
    assert.equal(await job.take('d', MINUTE_MS), false)
    assert.equal(await job.renew(holder, 2 * MINUTE_MS), true)
    await passTime(database, MINUTE_MS)
    assert.equal(await job.take('d', MINUTE_MS), false)
    await passTime(database, MINUTE_MS)
    assert.equal(await job.take('d', MINUTE_MS), true)
    assert.equal(await job.renew(holder, MINUTE_MS), false)
    await job.end('d', DAY_MS)
    await passTime(database, DAY_MS - MINUTE_MS)
    assert.equal(await job.take('a', MINUTE_MS), false, 'not due')
    await passTime(database, MINUTE_MS)
    assert.equal(await job.take('a', MINUTE_MS), true)
  })
}

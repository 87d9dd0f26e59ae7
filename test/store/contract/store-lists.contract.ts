/** The contract of the lists, searches and figures of the console, for every database. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { SERVICE } from '../../../src/store/audit/entry.ts'
import type { NewOrder } from '../../../src/store/records/orders/order-entry.ts'
import type { OrderFilter } from '../../../src/store/records/orders/order-filter.ts'
import type { OrderListPage } from '../../../src/store/records/orders/order-walk.ts'
import type { BorrowerIndexes, NewReport } from '../../../src/store/records/reports/report-entry.ts'
import type { FoundPage, IssuedFilter } from '../../../src/store/records/reports/report-lists.ts'
import { HOUR_MS } from '../../../src/time.ts'
import {
  bytes,
  completion,
  DAY_MS,
  NOW,
  newOrder,
  newPull,
  newReport,
  type Opened,
  type OpenStore,
} from '../store.fixtures.ts'

/** Places orders o1 to o4, one a minute. o1 is done, o3 failed, and the others are running. */
async function withOrders(opened: Opened): Promise<Opened> {
  const { store, vault } = opened
  const orders: readonly Partial<NewOrder>[] = [
    { searchTokens: [bytes('smith'), bytes('1234')] },
    { searchTokens: [bytes('smith')], operation: 'mortgage_only' },
    { searchTokens: [bytes('jones')], action: 'ForceNew' },
    { searchTokens: [bytes('jones'), bytes('1234')] },
  ]
  for (const [index, changes] of orders.entries()) {
    const id = `o${index + 1}`
    const receivedAt = NOW + index * 60_000
    const pull = newPull(vault, `p${index + 1}`, { startedAt: receivedAt })
    await store.orders.begin(newOrder(vault, id, { ...changes, receivedAt }), [pull])
  }
  const finishedAt = NOW + 40
  const outcome = { id: 'p1', state: 'answered', outcome: 'FileReturned', finishedAt } as const
  await store.orders.complete({ ...completion(vault, 'o1'), pulls: [outcome] })
  const answer = bytes('<no/>')
  await store.orders.fail({ id: 'o3', runner: 'runner-1', finishedAt: NOW, code: 'E001', answer })
  return opened
}

/** Places an order that creates a report from these pulls: bureau, borrower and outcome of each. */
async function makeReport(
  { store, vault }: Opened,
  id: string,
  files: readonly string[],
  report: Partial<NewReport>,
): Promise<void> {
  const pulls = files.map((file, index) => {
    const [bureau = '', borrower, outcome = ''] = file.split(' ')
    return { id: `${id}-${index}`, bureau, borrowerPosition: Number(borrower), outcome }
  })
  const intents = pulls.map(({ outcome: _, ...pull }) => newPull(vault, pull.id, pull))
  await store.orders.begin(newOrder(vault, id), intents)
  await store.orders.complete({
    ...completion(vault, id),
    report: newReport(vault, `report-${id}`, report),
    pulls: pulls.map((pull) => ({
      id: pull.id,
      state: 'answered',
      outcome: pull.outcome,
      finishedAt: NOW,
    })),
  })
}

export function listsContract(open: OpenStore): void {
  it('lets other work run while it reads what lists show of thousands of orders', async (t) => {
    const { store } = await open(t)
    let turnCount = 0
    const turn = () => {
      turnCount += 1
      timer = setImmediate(turn)
    }
    let timer = setImmediate(turn)
    t.after(() => clearImmediate(timer))
    const ids = Array.from({ length: 2_500 }, (_, index) => `o${index}`)
    assert.equal((await store.orders.listedOf(ids)).size, 0)
    assert.ok(turnCount >= 4, `${turnCount} turns`)
  })

  it('lists orders newest first by every filter, page by page', async (t) => {
    const { store } = await withOrders(await open(t))
    const ids = async (filter: OrderFilter, page: OrderListPage = { limit: 9 }) =>
      (await store.orders.list(filter, page)).map(({ id }) => id).join(' ')
    const rows: readonly (readonly [OrderFilter, string])[] = [
      [{}, 'o4 o3 o2 o1'],
      [{ account: 'lender' }, 'o4 o3 o2 o1'],
      [{ account: 'other' }, ''],
      [{ state: 'running' }, 'o4 o2'],
      [{ state: 'running', operation: 'mortgage_only' }, 'o2'],
      [{ action: 'ForceNew' }, 'o3'],
      [{ code: 'E001' }, 'o3'],
      [{ bureau: 'equifax', outcome: 'FileReturned' }, 'o1'],
      [{ bureau: 'experian', outcome: 'FileReturned' }, ''],
      [{ outcome: 'Unanswered' }, 'o3'],
      [{ from: NOW + 60_000, to: NOW + 180_000 }, 'o3 o2'],
    ]
    for (const [filter, expected] of rows) {
      assert.equal(await ids(filter), expected, JSON.stringify(filter))
    }
    const before = { id: 'o3', receivedAt: NOW + 120_000 }
    assert.equal(await ids({}, { limit: 1, before }), 'o2')
    assert.equal(await ids({ state: 'running' }, { limit: 9, before }), 'o2')
  })

  it('gives the same result for combined filters, whichever index they use', async (t) => {
    const { store, vault } = await withOrders(await open(t))
    // An order with two pulls of the same unusual outcome is listed once.
    const both = ['p5', 'p6'].map((id, index) =>
      newPull(vault, id, { bureau: index === 0 ? 'equifax' : 'experian', startedAt: NOW }),
    )
    await store.orders.begin(newOrder(vault, 'o5', { receivedAt: NOW + 30_000 }), both)
    const failure = { id: 'o5', runner: 'runner-1', finishedAt: NOW, answer: bytes('<no/>') }
    await store.orders.fail({ ...failure, code: 'E002' })
    const orders = await store.orders.list({}, { limit: 9 })
    assert.equal(orders.length, 5)
    const pulls = await store.ledger.pullsOf(orders.map(({ id }) => id))
    const counted = [undefined, 'lender', 'other'].flatMap((account) =>
      ([undefined, 'running', 'done', 'failed', 'rejected'] as const).flatMap((state) =>
        [undefined, 'E001', 'E002', 'E103'].flatMap((code) =>
          [undefined, 'equifax', 'experian'].flatMap((bureau) =>
            [undefined, 'FileReturned', 'Unanswered'].map((outcome) => ({
              ...{ account, state, code, bureau, outcome },
            })),
          ),
        ),
      ),
    )
    for (const filter of counted) {
      const { account = 'lender', bureau, outcome } = filter
      const expected = orders.filter(
        (order) =>
          order.account === account &&
          order.state === (filter.state ?? order.state) &&
          order.code === (filter.code ?? order.code) &&
          pulls.some(
            (pull) =>
              pull.orderId === order.id &&
              pull.bureau === (bureau ?? pull.bureau) &&
              pull.outcome === (outcome ?? pull.outcome),
          ),
      )
      const found = await store.orders.list(filter, { limit: 9 })
      const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)
      assert.deepEqual(ids(found), ids(expected), JSON.stringify(filter))
    }
  })

  it('lists changes: the newest orders of each scope, and the current state of named orders', async (t) => {
    const { store } = await withOrders(await open(t))
    const look = async (scopes: readonly (string | undefined)[], ids: readonly string[]) => {
      const found = await store.orders.listChanges({ scopes, from: NOW, ordersMax: 2, ids })
      return found.map(({ id, state }) => `${id} ${state}`)
    }
    assert.deepEqual(await look([undefined], []), ['o3 failed', 'o4 running'])
    assert.deepEqual(await look(['other'], ['o1', 'o2']), ['o1 done', 'o2 running'])
    assert.deepEqual(await look(['other', 'lender'], ['o4', 'o1']), [
      'o1 done',
      'o3 failed',
      'o4 running',
    ])
  })

  it('shows the borrowers of orders without decrypting their content, until they are purged', async (t) => {
    const { store, vault, database } = await open(t)
    const borrowers = [
      { name: 'Q X', ssn: '•••-••-0001' },
      { name: 'Q Z', ssn: '' },
    ]
    await store.orders.begin(newOrder(vault, 'o1', { listed: { borrowers } }), [])
    await store.orders.begin(newOrder(vault, 'o2', { listed: undefined }), [])
    const listed = { steps: [['parse', 1.5]] as const }
    await store.orders.complete({ ...completion(vault, 'o1'), listed })
    assert.deepEqual(
      [...(await store.orders.listedOf(['o1', 'o2', 'o3']))],
      [['o1', { borrowers, steps: [['parse', 1.5]] }]],
    )
    const [row] = await database.read<{ who: Uint8Array }>({
      sql: "select who from order_keys where order_id = 'o1'",
      params: [],
    })
    assert.doesNotMatch(Buffer.from(row?.who ?? []).toString('latin1'), /Q X|0001/)
    assert.throws(
      () => vault.openListed({ id: 'o2', account: 'lender' }, row?.who ?? new Uint8Array()),
      /does not open/,
    )
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => store.orders.noteRetry('o1', NOW + index)),
    )
    await store.orders.noteRetry('o1', NOW + 7)
    await store.orders.noteRetry('o3', NOW)
    assert.deepEqual(
      [...(await store.orders.listedOf(['o1', 'o2', 'o3']))],
      [['o1', { borrowers, steps: [['parse', 1.5]], retries: { count: 21, lastAt: NOW + 19 } }]],
    )
    const scope = { reportsBefore: NOW * 2, refusalsBefore: 0, inquiriesBefore: 0 }
    const by = { kind: 'command', name: 'tester' } as const
    await store.retention.purge(
      { id: 'purge', begunAt: NOW, by, scope },
      { batch: 9, between: async () => true, now: () => NOW },
    )
    assert.equal((await store.orders.listedOf(['o1'])).size, 0)
  })

  it('finds orders by any of their words, each once, within an account', async (t) => {
    const { store } = await withOrders(await open(t))
    const ids = async (words: readonly string[], filter: OrderFilter = {}, limit = 9) =>
      (await store.orders.search(words.map(bytes), filter, { limit })).map(({ id }) => id).join(' ')
    assert.equal(await ids(['smith']), 'o2 o1')
    assert.equal(await ids(['smith', '1234']), 'o4 o2 o1')
    assert.equal(await ids(['smith', '1234'], {}, 2), 'o4 o2')
    assert.equal(await ids(['jones'], { account: 'other' }), '')
    assert.equal(await ids(['jones'], { state: 'failed' }), 'o3')
    assert.equal(await ids(['nobody']), '')
    const before = { id: 'o2', receivedAt: NOW + 60_000 }
    const page = await store.orders.search([bytes('smith')], {}, { limit: 9, before })
    assert.deepEqual(
      page.map(({ id }) => id),
      ['o1'],
    )
  })

  it('finds reports by the words of their orders, page by page, within an account', async (t) => {
    const { store, vault } = await open(t)
    for (const [index, id] of ['o1', 'o2', 'o3'].entries()) {
      const receivedAt = NOW + index
      const searchTokens = [bytes('smith'), ...(id === 'o2' ? [] : [bytes('1234')])]
      await store.orders.begin(newOrder(vault, id, { searchTokens, receivedAt }), [])
      // The first report is issued last, because a bureau was slow.
      const report = newReport(vault, `report-${id}`, { lastUpdatedAt: NOW + 9 - index })
      await store.orders.complete({ ...completion(vault, id), report })
    }
    const found = (words: readonly string[], filter: IssuedFilter = {}, page = { limit: 9 }) =>
      store.reports.search(words.map(bytes), filter, page)
    const ids = async (...search: Parameters<typeof found>) =>
      (await found(...search)).map(({ id }) => id).join(' ')
    assert.equal(await ids(['smith', '1234']), 'report-o3 report-o2 report-o1')
    assert.equal(await ids(['1234'], { from: NOW + 9 }), 'report-o1')
    assert.equal(await ids(['smith'], { account: 'other' }), '')
    assert.equal(await ids(['jones']), '')
    const seen: string[] = []
    for (let before: FoundPage['before']; seen.length < 3; ) {
      const [next] = await found(['smith'], {}, { limit: 1, ...(before && { before }) })
      assert.ok(next)
      seen.push(next.id)
      before = next
    }
    assert.deepEqual(seen, ['report-o3', 'report-o2', 'report-o1'])
  })

  it('lists reports, and finds the account of an order or report', async (t) => {
    const { store } = await withOrders(await open(t))
    const page = { limit: 9 }
    assert.deepEqual(
      (await store.reports.list({}, page)).map(({ id }) => id),
      ['report-o1'],
    )
    assert.deepEqual(await store.reports.list({ account: 'other' }, page), [])
    assert.deepEqual(await store.reports.list({ operation: 'refresh_report' }, page), [])
    const times = async (filter: IssuedFilter) => (await store.reports.list(filter, page)).length
    assert.deepEqual(
      [
        await times({ from: NOW, to: NOW + 1 }),
        await times({ from: NOW + 1 }),
        await times({ to: NOW }),
      ],
      [1, 0, 0],
    )
    assert.deepEqual(
      [await times({ firstIssuedFrom: NOW }), await times({ firstIssuedFrom: NOW + 1 })],
      [1, 0],
    )
    assert.deepEqual(
      [await times({ firstIssuedBefore: NOW }), await times({ firstIssuedBefore: NOW + 1 })],
      [0, 1],
    )
    assert.equal(await store.reports.countFirstIssued(NOW, NOW + 1), 1)
    assert.equal(await store.reports.countFirstIssued(NOW - 9, NOW), 0)
    const before = { id: 'report-o1', lastUpdatedAt: NOW }
    assert.deepEqual(await store.reports.list({}, { limit: 9, before }), [])
    assert.equal(await store.orders.accountOf('o1'), 'lender')
    assert.equal(await store.reports.accountOf('report-o1'), 'lender')
    assert.equal(await store.orders.accountOf('none'), undefined)
    assert.equal(await store.reports.accountOf('none'), undefined)
    const answered = async (filter: OrderFilter, page: OrderListPage) =>
      (await store.orders.listOfReport('report-o1', filter, page)).map(({ id }) => id)
    const first = { limit: 9 }
    assert.deepEqual(await answered({}, first), ['o1'])
    assert.deepEqual(await answered({ account: 'lender', state: 'done' }, first), ['o1'])
    assert.deepEqual(await answered({ account: 'other' }, first), [])
    assert.deepEqual(await answered({ state: 'failed' }, first), [])
    assert.deepEqual(await answered({}, { ...first, before: { id: 'o1', receivedAt: NOW } }), [])
    assert.deepEqual(
      (await store.ledger.pullsOf(['o1', 'o3'])).map(({ id }) => id),
      ['p1', 'p3'],
    )
    assert.deepEqual(
      (await store.ledger.chargesOf(['o1', 'o2'])).map(({ orderId }) => orderId),
      ['o1'],
    )
    assert.deepEqual([await store.ledger.pullsOf([]), await store.ledger.chargesOf([])], [[], []])
  })

  it('lists the files that bureaus returned for a report and for its base reports', async (t) => {
    const opened = await open(t)
    const { store, vault } = opened
    const [rowan, juno] = ['900550001', '900550002'].map((ssn) => ({
      ssn: vault.blindIndex('borrower', ssn),
      identity: vault.blindIndex('identity', ssn),
    })) as [BorrowerIndexes, BorrowerIndexes]
    const made = (id: string, files: readonly string[], report: Partial<NewReport>) =>
      makeReport(opened, id, files, { meaning: undefined, ...report })
    const returned = ['equifax 1 FileReturned', 'equifax 2 FileReturned', 'experian 2 FileReturned']
    const borrowers = [rowan, juno]
    await made('o1', [...returned, 'experian 1 NoFileReturnedThinFile'], { borrowers })
    const upgrade = { borrowers, origin: 'upgraded', baseReportId: 'report-o1' } as const
    await made('o2', ['experian 1 FileReturned', 'transunion 1 NoFileReturnedNoHit'], upgrade)
    const unmerge = { borrowers: [juno], origin: 'unmerged', baseReportId: 'report-o2' } as const
    await made('o3', [], unmerge)
    const refresh = { borrowers, origin: 'refreshed', baseReportId: 'report-o1' } as const
    await made('o4', ['equifax 1 FileReturned'], refresh)
    const files = await store.reports.filesOf(['report-o1', 'report-o2', 'report-o3', 'report-o4'])
    const of = (id: string) =>
      files
        .filter(({ reportId }) => reportId === id)
        .map(({ bureau, borrower, outcome }) => `${bureau} ${borrower} ${outcome}`)
        .sort()
    assert.deepEqual(of('report-o1'), [...returned, 'experian 1 NoFileReturnedThinFile'].sort())
    const more = ['experian 1 FileReturned', 'transunion 1 NoFileReturnedNoHit']
    assert.deepEqual(of('report-o2'), [...returned, ...more].sort())
    assert.deepEqual(of('report-o3'), ['equifax 1 FileReturned', 'experian 1 FileReturned'])
    assert.deepEqual(of('report-o4'), ['equifax 1 FileReturned'])
    assert.deepEqual(await store.reports.filesOf([]), [])
  })

  it('returns when the newest order of each account was received', async (t) => {
    const { store, vault } = await open(t)
    const secret = { id: 's2', hash: vault.secretHash('other'), createdAt: NOW }
    await store.accounts.create({ name: 'other', profile: {}, createdAt: NOW }, secret, SERVICE)
    for (const [id, receivedAt] of [
      ['o1', NOW + 9],
      ['o2', NOW],
    ] as const) {
      await store.orders.begin(newOrder(vault, id, { receivedAt }), [])
    }
    assert.deepEqual([...(await store.orders.lastReceived())], [['lender', NOW + 9]])
  })

  it('counts orders, pulls and charges by hour', async (t) => {
    const { store } = await withOrders(await open(t))
    const hour = Math.floor(NOW / HOUR_MS)
    const range = { from: hour - 1, to: hour + 2 }
    const { orders, pulls, charges } = await store.statistics.between(range, undefined)
    const count = (rows: readonly { readonly count: number }[]) =>
      rows.reduce((sum, row) => sum + row.count, 0)
    assert.equal(count(orders), 4)
    assert.equal(count(orders.filter(({ state }) => state === 'running')), 2)
    assert.deepEqual(orders.find(({ code }) => code === 'E001')?.state, 'failed')
    assert.equal(count(pulls), 4)
    assert.equal(count(pulls.filter(({ outcome }) => outcome === 'FileReturned')), 1)
    assert.deepEqual(
      charges.map(({ cents }) => cents),
      [4_250],
    )
    assert.ok(orders.every((row) => row.hour === hour || row.hour === hour + 1))
    while (await store.statistics.update(NOW));
    const together = { from: hour - 1, to: hour + 4, together: 5 }
    const bars = await store.statistics.between(together, undefined)
    const ended = bars.orders.filter(({ state }) => state !== 'running')
    assert.deepEqual([...new Set(ended.map((row) => row.hour))], [hour - 1])
    const none = { orders: [], pulls: [], charges: [] }
    assert.deepEqual(await store.statistics.between(range, 'other'), none)
    assert.deepEqual(
      await store.statistics.between({ from: hour - 2, to: hour - 1 }, undefined),
      none,
    )
    const recent = await store.ledger.recentPulls('equifax', NOW, 9)
    assert.deepEqual([recent[0]?.startedAt, recent.length], [NOW + 180_000, 4])
    assert.deepEqual(await store.ledger.recentPulls('equifax', NOW + DAY_MS, 9), [])
    const settled = recent.filter(({ state }) => state !== 'intended')
    assert.equal(settled.length, 2)
    assert.deepEqual(await store.ledger.endedPulls('equifax', NOW, 9), settled)
  })

  it('records each of many removed faults by its whole ID', async (t) => {
    const { store } = await open(t)
    const by = { kind: 'command', name: 'test' } as const
    await store.sandbox.begin(NOW)
    const ids: string[] = []
    for (let count = 0; count < 80; count++) {
      ids.push((await store.sandbox.addFault({ word: 'NO HIT' }, NOW, by)).id)
    }
    assert.equal(await store.sandbox.removeFaults(() => true, by), 80)
    const [entry] = await store.audit.list({ action: 'fault.removed' }, { limit: 1 })
    assert.deepEqual([...(entry?.object ?? '').split(' '), ...(entry?.fields ?? [])], ids)
  })

  it('stores the faults of each bureau, even when injected at once', async (t) => {
    const { store } = await open(t)
    const by = { kind: 'command', name: 'test' } as const
    const { advancedMs, faults } = await store.sandbox.state()
    assert.deepEqual([advancedMs, faults], [0, []])
    await store.sandbox.begin(NOW)
    const add = (bureau: string) => store.sandbox.addFault({ bureau, word: 'NO HIT' }, NOW, by)
    const added = await Promise.all(['a', 'b', 'c'].map(add))
    assert.deepEqual(new Set(added.map(({ id }) => id)), new Set(['F1', 'F2', 'F3']))
    assert.equal(await store.sandbox.removeFaults(({ bureau }) => bureau === 'b', by), 1)
    assert.equal(await store.sandbox.removeFaults(({ bureau }) => bureau === 'b', by), 0)
    const left = (await store.sandbox.state()).faults
    assert.deepEqual(left.map(({ bureau, word, since }) => [bureau, word, since]).sort(), [
      ['a', 'NO HIT', NOW],
      ['c', 'NO HIT', NOW],
    ])
  })

  it('stores custom people under their IDs, each SSN once', async (t) => {
    const { store } = await open(t)
    const by = { kind: 'command', name: 'test' } as const
    const bo = { id: 'bo', ssn: '900450001', putAt: NOW, content: '{"file":{}}' }
    const ada = { ...bo, id: 'ada', ssn: '900450002' }
    assert.equal(await store.people.put(bo, by), true)
    assert.equal(await store.people.put(ada, by), true)
    assert.equal(await store.people.put({ ...ada, ssn: bo.ssn }, by), false)
    const later = { ...ada, ssn: '900450003', putAt: NOW + 1, content: '{}' }
    assert.equal(await store.people.put(later, by), true)
    assert.deepEqual(await store.people.list(), [later, bo])
    assert.deepEqual(await store.people.findBySsn(later.ssn), later)
    assert.equal(await store.people.findBySsn(ada.ssn), undefined)
    assert.equal(await store.people.delete('ada', by), true)
    assert.equal(await store.people.delete('ada', by), false)
    assert.deepEqual(await store.people.find('bo'), bo)
    assert.equal(await store.people.find('ada'), undefined)
  })
}

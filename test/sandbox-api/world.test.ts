/**
 * A reproducible world: the same script gets the same bytes on two machines whose clocks are a
 * month apart, with or without an order thread, and again after a reset.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { REAL_ENVIRONMENT } from '../../src/app/environment.ts'
import { unprinted } from '../orders/support/order-document.ts'
import { partOf } from '../support/length.ts'
import { type RunningService, runningService } from '../support/running-service.ts'
import { controlOf } from './control.ts'

const GOLDEN = join(import.meta.dirname, '../golden/world.txt')

const FLAGS = { 'world-start': '2026-01-15', 'log-level': 'fatal' }

/** How long after some orders the world is reset. */
const DELAYS_MS = [0, 4, 8, 12, 16, 20, 24, 28, 32, 36]

/** All responses to the script, by step. */
type Transcript = Readonly<Record<string, string>>

/** Places orders, advances the clock, sets faults and reads the log, like the tests of a client. */
async function script(service: RunningService): Promise<Transcript> {
  const control = controlOf(service)
  const transcript: Record<string, string> = {}
  const note = async (step: string, text: Promise<{ readonly status: number; text: string }>) => {
    const { status, text: body } = await text
    transcript[step] = `${status}\n${body}`
    return body
  }
  const order = async (step: string, path: string, operation = 'credit_report') => {
    const { text } = await control(`GET /personas/${path}`)
    const answered = service
      .post(operation, text)
      .then(({ status, body }) => ({ status, text: body }))
    return await note(step, answered)
  }
  const { status, json } = await control('GET /world')
  // Only the generation differs between worlds with the same content.
  const { generation, ...world } = json
  assert.equal(typeof generation, 'number')
  transcript.world = `${status}\n${JSON.stringify(world)}`
  const first = await order('order', 'avery/order')
  await order('retry', 'avery/order')
  await order('joint order', 'rowan/order?operation=mortgage_only', 'mortgage_only')
  await note('fault', control('POST /faults', { fault: 'NO HIT', bureau: 'Equifax', share: 0.5 }))
  for (const number of [1, 2, 3, 4]) {
    await order(`share ${number}`, `thin/order?action=ForceNew&requestId=S${number}`)
  }
  await note('no fault', control('DELETE /faults'))
  await note('advance', control('POST /clock', { advance: '60d' }))
  const reportId = /CreditReportIdentifier="([^"]+)"/.exec(first)?.[1]
  assert.equal(reportId, 'R0000000000001001')
  const refresh = `avery/order?operation=refresh_report&reportId=${reportId}`
  await order('refresh', refresh, 'refresh_report')
  await order('too late', `avery/order?action=Reissue&reportId=${reportId}`)
  await note('orders', control('GET /orders?limit=50'))
  return transcript
}

function hashes(transcript: Transcript): string {
  const lines = Object.entries(transcript).map(([step, text]) => {
    // Printed reports are compared above. They are removed here, because their layout may change.
    const bare = text.replaceAll(/<DOCUMENT>.*?<\/DOCUMENT>/gs, '')
    const sha256 = createHash('sha256').update(bare).digest('hex')
    return `${step}: ${sha256}\n`
  })
  return lines.join('')
}

/** The surroundings of a service on a machine whose clock shows this time. */
function machineAt(time: string, orderThreads: number) {
  const ahead = Date.parse(time) - Date.now()
  const now = () => new Date(Date.now() + ahead)
  return { ...REAL_ENVIRONMENT, now, orderThreads }
}

test('the same script gets the same bytes on any machine at any time', async (t) => {
  const here = await runningService(t, {
    flags: FLAGS,
    surroundings: machineAt('2026-03-02T15:04:05Z', 0),
  })
  const there = await runningService(t, {
    flags: FLAGS,
    surroundings: machineAt('2026-04-05T06:07:08Z', 1),
  })
  const transcript = await script(here)
  assert.match(transcript.refresh ?? '', /^200\n.*_Name="NewAccounts"/s)
  assert.match(transcript['too late'] ?? '', /E061/)
  const shares = [1, 2, 3, 4].map((number) => transcript[`share ${number}`] ?? '')
  assert.ok(shares.some((text) => /NoFileReturnedNoHit/.test(text)))
  assert.deepEqual(await script(there), transcript, 'the transcript is the same on another machine')
  if (process.env.UPDATE) writeFileSync(GOLDEN, hashes(transcript))
  assert.equal(
    hashes(transcript),
    readFileSync(GOLDEN, 'utf8'),
    'after a change of reports, run with UPDATE=1',
  )

  await t.test('again after a reset, without a restart', async () => {
    for (const service of [here, there]) {
      const control = controlOf(service)
      const { generation } = (await control('GET /world')).json
      const { status, json } = await control('POST /reset')
      assert.equal((await control('GET /world')).json.generation, generation + 1)
      assert.deepEqual([status, json.now, json.advancedMs], [200, '2026-01-15T00:00:00Z', 0])
      assert.deepEqual((await control('GET /orders')).json, { items: [] })
      assert.deepEqual(await script(service), transcript)
    }
  })

  await t.test('again from a snapshot, regardless of later changes', async () => {
    const control = controlOf(there)
    await control('POST /reset')
    const text = (await control('GET /personas/avery/order')).text
    await there.post('credit_report', text)
    await control('POST /clock', { advance: '10d' })
    assert.equal((await control('PUT /snapshots/one')).status, 204)
    const more = async () => {
      const path = '/personas/clean/order?action=ForceNew'
      const { body } = await there.post('credit_report', (await control(`GET ${path}`)).text)
      return [body, (await control('GET /orders')).text]
    }
    const before = await more()
    await control('POST /faults', { fault: 'FROZEN' })
    await control('POST /clock', { advance: '90d' })
    const restored = await control('POST /snapshots/one/restore')
    assert.deepEqual([restored.status, restored.json.now], [200, '2026-01-25T00:00:00Z'])
    assert.deepEqual((await control('GET /faults')).json.items, [])
    assert.deepEqual(await more(), before)
    const atDay = await control('POST /clock', { to: '2028-02-29' })
    assert.deepEqual([atDay.status, atDay.json.now], [200, '2028-02-29T00:00:00Z'])
    assert.equal((await control('GET /snapshots')).json.items[0].name, 'one')
    assert.equal((await control('DELETE /snapshots/one')).status, 204)
    assert.equal((await control('POST /snapshots/one/restore')).status, 404)
  })

  await t.test('a reset may start the world at another time, and can be undone', async () => {
    const control = controlOf(here)
    const { json } = await control('POST /reset', { start: '2027-06-01', ids: 'random' })
    assert.deepEqual([json.clock, json.now, json.ids], ['frozen', '2027-06-01T00:00:00Z', 'random'])
    const order = (await control('GET /personas/avery/order')).text
    const { body } = await here.post('credit_report', order)
    assert.match(body, /CreditReportFirstIssuedDate="2027-06-01/)
    assert.doesNotMatch(body, /CreditReportIdentifier="R00000000/)
    // The stated scores apply in the month in which a world starts, whichever it is.
    const scores = (text = '') =>
      [...text.matchAll(/<CREDIT_SCORE [^>]*_Value="(\d+)"/g)].map(([, score]) => score)
    assert.equal(scores(body).length, 3)
    assert.deepEqual(scores(body), scores(transcript.order))
    const running = (await control('POST /reset', { start: null })).json
    assert.equal(running.clock, 'running')
    assert.match(running.now, /^2026-03-02T/)
    for (const wrong of [
      { start: 'soon' },
      { start: '9999-01-01' },
      { ids: 'some' },
      { start: 5 },
      { other: 1 },
    ]) {
      assert.equal((await control('POST /reset', wrong)).status, 400)
    }
  })

  await t.test('an order that gets 503 because of a reset is not in the next world', async () => {
    for (const [position, service] of [here, there].entries()) {
      const control = controlOf(service)
      await control('POST /reset', { start: '2026-01-15', ids: 'counted' })
      const order = unprinted((await control('GET /personas/avery/order')).text)
      assert.match(order, /LenderCaseIdentifier="SANDBOX-1"/)
      for (const afterMs of partOf(DELAYS_MS, 2, position)) {
        const cases = Array.from({ length: 8 }, (_, index) => `${afterMs}-${index}`)
        const posted = cases.map(async (name) => {
          const body = order.replace('SANDBOX-1', name).replace('"Submit"', '"ForceNew"')
          return [(await service.post('credit_report', body)).status, name] as const
        })
        await sleep(afterMs)
        await control('POST /reset')
        const answered = await Promise.all(posted)
        const lost = answered.filter(([status]) => status !== 200)
        assert.ok(lost.every(([status]) => status === 503))
        const { items } = (await control('GET /orders')).json
        const stored = items.map(({ lenderCase }: { lenderCase: string }) => lenderCase)
        const both = lost.filter(([, name]) => stored.includes(name))
        assert.deepEqual(both, [], `after ${afterMs} ms`)
      }
    }
  })

  await t.test(
    'an order in progress during a reset gets 503, and is in neither world',
    async () => {
      for (const service of [here, there]) {
        const control = controlOf(service)
        await control('POST /reset', { start: '2026-01-15', ids: 'counted' })
        await control('POST /faults', { fault: 'SLOW 1', orders: 1 })
        const slow = (await control('GET /personas/avery/order')).text
        const running = service.post('credit_report', slow)
        while ((await control('GET /orders')).json.items.length === 0);
        assert.equal((await control('PUT /snapshots/busy')).status, 409)
        await control('POST /reset')
        const { status } = await service.post('credit_report', slow)
        assert.equal(status, 200)
        assert.equal((await running).status, 503)
        const { items } = (await control('GET /orders')).json
        assert.deepEqual(
          items.map(({ id, state }: { id: string; state: string }) => [id, state]),
          [['O0000000000001001', 'done']],
        )
      }
    },
  )
})

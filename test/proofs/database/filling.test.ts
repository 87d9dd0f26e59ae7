/** If the disk is full, no acknowledged order is lost, and no restart is needed. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { orderDocument } from '../../orders/support/order-document.ts'
import { isFull, lengthOf } from '../../support/length.ts'
import {
  canLimit,
  canMount,
  canStartLimited,
  limitedDisk,
  smallDisk,
  startedLimitedDisk,
} from '../support/filling-disk.ts'
import { brokenPromises, figuresLine } from '../support/order-figures.ts'
import type { ServiceProcess } from '../support/service-process.ts'
import { type Filling, fillUnderLoad } from './filling.ts'

const LENGTH = lengthOf<Pick<Filling, 'rounds' | 'clients' | 'fullMs' | 'slack'>>({
  short: { rounds: 1, clients: 3, fullMs: 900, slack: 5 },
  full: { rounds: 5, clients: 8, fullMs: 2000 },
})
/**
 * A broken service need not recover, so the control does not wait as long as for a working service.
 */
const CONTROL = { ...LENGTH, rounds: lengthOf({ short: 1, full: 2 }), slack: 1 }
/** Large enough for the orders of all rounds, so that only the proof fills it. */
const DISK_MIB = 512
const skip = canLimit() ? false : 'this machine has no prlimit'
const skipStarted = canStartLimited() ? false : 'this machine has no sh with ulimit -f'

test('on a full disk, orders are rejected in time, retries get stored responses, and the service recovers', {
  skip,
}, async (t) => {
  const disk = limitedDisk()
  t.after(() => disk.remove())
  const figures = await fillUnderLoad({ ...LENGTH, disk })
  t.diagnostic(figuresLine('full disk', figures))
  assert.deepEqual(brokenPromises(figures), [], figures.unexpected.join('\n'))
  assert.ok(figures.rejected > 0, 'orders are rejected')
})

test('the full-disk proof catches a service that acknowledges an order before it is durable', {
  skip,
}, async (t) => {
  const disk = limitedDisk()
  t.after(() => disk.remove())
  const program = [join(import.meta.dirname, '../support/broken-service.ts'), 'acknowledgesEarly']
  // A client that retries an order that was acknowledged too early waits for it far beyond the end
  // of the proof.
  const unread = { ...disk, isReadable: false }
  const figures = await fillUnderLoad({ ...CONTROL, disk: unread, program })
  t.diagnostic(figuresLine('full disk, acknowledging early', figures))
  assert.ok(figures.lost > 0, 'orders are lost')
})

test('a service with a file size limit rejects orders in time, and recovers without the limit', {
  skip: skipStarted,
}, async (t) => {
  const disk = startedLimitedDisk()
  t.after(() => disk.remove())
  const figures = await fillUnderLoad({ ...LENGTH, rounds: 1, disk })
  t.diagnostic(figuresLine('bound reached', figures))
  assert.deepEqual(brokenPromises(figures), [], figures.unexpected.join('\n'))
  assert.ok(figures.rejected > 0, 'orders are rejected')
})

test('a killed service starts on a full disk, and returns stored responses', {
  skip: canMount() ? false : 'this user may not mount',
}, async (t) => {
  const disk = smallDisk(120)
  t.after(() => disk.remove())
  const first = await disk.site.start()
  const order = (requestId: string) => orderDocument('credit_report', { requestId })
  const post = async (service: ServiceProcess, body: string) => {
    const headers = {
      Authorization: disk.site.authorization(),
      'Content-Type': 'application/xml',
    }
    const answer = await fetch(`${service.address}/credit_report`, {
      method: 'POST',
      headers,
      body,
    })
    return { status: answer.status, body: await answer.text() }
  }
  const known = await post(first, order('known'))
  assert.equal(known.status, 200)
  await first.kill()
  await disk.fill(first)
  const second = await disk.site.start()
  t.after(() => second.kill())
  assert.equal((await fetch(`${second.address}/health/ready`)).status, 503)
  assert.deepEqual(await post(second, order('known')), known, 'the stored response')
  assert.equal((await post(second, order('new'))).status, 503)
  assert.equal((await fetch(`${second.address}/console`)).status, 200)
  await disk.free(second)
  while ((await fetch(`${second.address}/health/ready`)).status !== 200) await sleep(50)
  assert.equal((await post(second, order('new'))).status, 200)
})

const skipMounted = !isFull ? 'at full length' : canMount() ? false : 'this user may not mount'
for (const [title, flags] of [
  ['with the reserve', {}],
  ['without a reserve', { 'disk-reserve-bytes': 0 }],
] as const) {
  test(`a separate disk that fills up loses no order, ${title}`, {
    skip: skipMounted,
  }, async (t) => {
    const disk = smallDisk(DISK_MIB)
    t.after(() => disk.remove())
    const figures = await fillUnderLoad({ ...LENGTH, disk, flags })
    t.diagnostic(figuresLine(`full disk, ${title}`, figures))
    assert.deepEqual(brokenPromises(figures), [], figures.unexpected.join('\n'))
  })
}

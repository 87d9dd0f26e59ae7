/**
 * Tests backups on a schedule: when they are made, which are kept, and that each can be restored.
 */
import assert from 'node:assert/strict'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { lastBackupAt } from '../../src/app/backup.ts'
import { backUpOnSchedule, intervalMs, lockBackups } from '../../src/app/backup-schedule.ts'
import { readSettings } from '../../src/settings/settings.ts'
import { HOUR_MS } from '../../src/time.ts'
import { orderDocument } from '../orders/support/order-document.ts'
import { runningService } from '../support/running-service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { assertEnded, run } from './run.ts'

const NOON = Date.parse('2026-11-21T12:00:00Z')
const settingsIn = (data: string) => readSettings({ flags: { data }, environment: {} })

/** Runs an hourly schedule from one time to another, without waiting. */
async function runFrom(from: number, to: number, data: string, folder: string, keep = 3) {
  const log = { made: [] as string[], removed: [] as string[], failed: [] as string[] }
  const stopping = new AbortController()
  let now = from
  const time = {
    now: () => new Date(now),
    wait: async (ms: number) => {
      now += ms
      if (now > to) stopping.abort()
    },
  }
  const events = {
    made: (name: string) => void log.made.push(name),
    removed: (name: string) => void log.removed.push(name),
    failed: (error: unknown) => void log.failed.push((error as Error).message),
  }
  const schedule = { folder, everyMs: HOUR_MS, keep }
  await backUpOnSchedule(settingsIn(data), schedule, events, stopping.signal, time)
  return log
}

const nameOf = (time: string) => `trimerge-20261121T${time}Z.db`
const filesIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('trim'))

test('backups are made on schedule, the newest are kept, and one can be restored on another machine', async (t) => {
  const service = await runningService(t)
  const { data } = service
  const order = orderDocument('credit_report')
  const answered = await service.post('credit_report', order)
  const folder = join(temporaryFolder(), 'backups')

  await t.test('one backup is made every hour, and the newest are kept', async () => {
    const log = await runFrom(NOON, NOON + 4 * HOUR_MS, data, folder)
    const hours = ['120000', '130000', '140000', '150000', '160000']
    assert.deepEqual(log, {
      made: hours.map(nameOf),
      removed: hours.slice(0, 2).map(nameOf),
      failed: [],
    })
    const kept = hours.slice(2).flatMap((hour) => [nameOf(hour), `${nameOf(hour)}.json`])
    assert.deepEqual(filesIn(folder), kept)
    assert.equal(lastBackupAt(data)?.getTime(), NOON + 4 * HOUR_MS)
  })

  await t.test('after a restart, backups stay on schedule and leftovers are removed', async () => {
    mkdirSync(join(folder, 'unfinished'))
    writeFileSync(join(folder, 'unfinished', nameOf('163000')), 'half of it')
    writeFileSync(join(folder, `${nameOf('110000')}.json`), '{}')
    const from = NOON + 4.5 * HOUR_MS
    assert.deepEqual((await runFrom(from, from + 0.4 * HOUR_MS, data, folder)).made, [])
    assert.ok(!existsSync(join(folder, 'unfinished')))
    assert.ok(!existsSync(join(folder, `${nameOf('110000')}.json`)))
    const log = await runFrom(from, from + HOUR_MS, data, folder)
    assert.deepEqual(log.made, [nameOf('170000')])
  })

  await t.test(
    'a backup with a future date delays nothing and is deleted before those of a clock set back',
    async () => {
      const from = NOON - 10 * HOUR_MS
      const log = await runFrom(from, from + HOUR_MS + 1, data, folder)
      const made = ['020000', '030000'].map(nameOf)
      assert.deepEqual(log.made, made)
      assert.deepEqual(
        made.filter((name) => filesIn(folder).includes(name)),
        made,
      )
    },
  )

  await t.test('an unverified backup is discarded and removes no other backup', async () => {
    const before = filesIn(folder)
    const anchors = join(data, 'audit-anchors.jsonl')
    // The service seals its entries a second later, and would add a true anchor to the false one.
    await service.storage.store.audit.seal()
    copyFileSync(anchors, `${anchors}.kept`)
    writeFileSync(anchors, `${JSON.stringify({ block: 1, hash: '0'.repeat(64) })}\n`)
    const from = NOON + 6 * HOUR_MS
    const log = await runFrom(from, from + 1, data, folder, 1)
    renameSync(`${anchors}.kept`, anchors)
    assert.deepEqual(log.made, [])
    assert.match(log.failed.join(), /block 1 of its audit trail differs from the anchor/)
    assert.deepEqual(filesIn(folder), before)
  })

  await t.test(
    'on a machine with only a backup and the key, a retry gets the stored response',
    async () => {
      const machine = temporaryFolder()
      const newest = filesIn(folder).at(-2) ?? ''
      for (const name of [newest, `${newest}.json`]) {
        copyFileSync(join(folder, name), join(machine, name))
      }
      const there = join(machine, 'data')
      mkdirSync(there, { mode: 0o700 })
      copyFileSync(join(data, 'master.key'), join(there, 'master.key'))
      const restored = await run(['restore', join(machine, newest), '--data', there])
      assertEnded(restored, 0, '1 of 1 sampled reports')
      assertEnded(await run(['audit', 'verify', '--data', there]), 0)
      const copied = { ...service, data: there }
      const again = await runningService(t, { flags: { data: there }, beside: copied })
      const retried = await again.post('credit_report', order, {
        Authorization: service.authorization,
      })
      assert.equal(retried.headers.get('trimerge-retry'), 'yes')
      assert.equal(retried.body, answered.body)
    },
  )

  await t.test('the command runs until it is stopped and locks its folder', async () => {
    const out = join(temporaryFolder(), 'backups')
    const args = ['backup', '--data', data, '--out', out, '--every', '1h', '--keep', '2']
    const first = await run(args, { stopAfter: /created and verified trimerge-\d{8}T\d{6}Z\.db/ })
    assertEnded(first, 0, 'without the master key', 'copy them to another machine')
    assert.equal(filesIn(out).length, 2)
    const release = lockBackups(out)
    assertEnded(await run(args), 1, 'another process makes backups in')
    release()
  })
})

test('an interval is a whole number of minutes, hours or days', async () => {
  assert.deepEqual(['30m', '1h', '7d', '31d', '32d', '0h', '1', '1.5h', '-1h'].map(intervalMs), [
    ...[1_800_000, HOUR_MS, 604_800_000, 31 * 86_400_000],
    ...Array.from({ length: 5 }, () => undefined),
  ])
  const wrong = ['backup', '--out', 'x', '--data', temporaryFolder()]
  assertEnded(await run([...wrong, '--every', '90']), 2, '--every takes')
  assertEnded(await run([...wrong, '--every', '1h', '--keep', '0']), 2, '--keep takes')
  assertEnded(await run([...wrong, '--keep', '3']), 2, '--keep needs --every')
})

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { assertEnded, run, serveHere } from './run.ts'

const OLD = Buffer.alloc(32, 1).toString('base64')
const NEW = Buffer.alloc(32, 2).toString('base64')

test('a master key can be rotated beside a running service, and the old key then opens nothing', async (t) => {
  const data = temporaryFolder()
  const file = join(data, 'keys')
  const give = (...keys: string[]) => writeFileSync(file, keys.join('\n'), { mode: 0o600 })
  const settings = ['--data', data, '--master-key-file', file]
  const rotate = (...args: string[]) => run(['rotate-key', ...args, ...settings])

  give(OLD)
  const before = await serveHere(t, data, ['--master-key-file', file])
  const order = async (url: string) =>
    run([
      'order',
      'examples/joint.xml',
      '--operation',
      'credit_report',
      '--url',
      url,
      '--data',
      data,
    ])
  assertEnded(await order(before.address), 0, /report R/)
  await before.stop()

  give(OLD, NEW)
  assertEnded(await rotate(), 0, /^0 data keys rewrapped; \w{16} was the current master key alread/)

  give(NEW, OLD)
  const service = await serveHere(t, data, ['--master-key-file', file])
  assertEnded(await rotate('--status'), 0, /^master key \w{16}: 1 data key, current\n$/)
  assertEnded(
    await rotate(),
    0,
    /1 data key rewrapped; only earlier backups and sandbox snap/,
    /: 1 data key, current\n$/,
  )
  assertEnded(await rotate(), 0, /^0 data keys rewrapped/)
  assertEnded(await order(service.address), 0, /report R/)
  await service.stop()

  give(OLD)
  const late = await rotate('--status')
  assertEnded(
    late,
    1,
    /sealed under master key \w{16}, which is not among the configured keys \(\w{16}\)/,
  )
  give(NEW)
  assertEnded(await rotate('--status'), 0, /: 1 data key, current\n$/)
  const printed = service.lines.join('\n') + late.stdout + late.stderr
  for (const key of [OLD, NEW]) assert.ok(!printed.includes(key))
  const oldId = /^master key (\w{16})/.exec((await rotate('--status')).stdout)?.[1] ?? ''
  assert.notEqual(oldId, '')
  assert.ok(readFileSync(join(data, 'trimerge.db')).includes(oldId), 'the key in use is named')
})

test('a service without the new master key fails its readiness check', {
  timeout: 60_000,
}, async (t) => {
  const data = temporaryFolder()
  const file = join(data, 'keys')
  writeFileSync(file, OLD, { mode: 0o600 })
  const service = await serveHere(t, data, ['--master-key-file', file])
  const readiness = () => fetch(`${service.address}/health/ready`)
  assert.equal((await readiness()).status, 200)
  writeFileSync(file, `${NEW}\n${OLD}`)
  const rotation = await run(['rotate-key', '--data', data, '--master-key-file', file])
  assertEnded(rotation, 0, /0 data keys rewrapped/)
  while ((await readiness()).status === 200) await sleep(100)
  const hindered = await readiness()
  assert.match(await hindered.text(), /lacks the current master key/)
  assert.match(hindered.headers.get('retry-after') ?? '', /^\d+$/)
  // A proxy sends it no orders, so only this sample tells an operator.
  assert.match(await (await fetch(`${service.address}/metrics`)).text(), /^trimerge_ready 0$/m)
})

/** Tests `trimerge audit export`: the exported entries, and the output file. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStorage } from '../../src/app/open-storage.ts'
import { readSettings } from '../../src/settings/settings.ts'
import { SERVICE } from '../../src/store/audit/entry.ts'
import { program } from '../support/programs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { assertEnded, run } from './run.ts'

test('only an existing day or time in UTC limits an export', async () => {
  const data = temporaryFolder()
  assertEnded(await run(['account', 'add', 'lender', '--data', data]), 0)
  const exported = (...args: string[]) => run(['audit', 'export', ...args, '--data', data])
  for (const time of ['today', '2026-02-30', '2026-02-30T10:00:00Z', '2026-01-15T09:00']) {
    assertEnded(await exported('--from', time), 2, /give an existing day or time in UTC/)
    assertEnded(await exported('--to', time), 2, /give an existing day or time in UTC/)
  }
  assertEnded(await exported('--from', '2026-02-28', '--to', '9999-02-28T10:00:00Z'), 0, /account/)
})

test('an export of a mistyped account is no empty export', async () => {
  const data = temporaryFolder()
  assertEnded(await run(['account', 'add', 'lender', '--data', data]), 0)
  const exported = (...args: string[]) => run(['audit', 'export', ...args, '--data', data])
  assertEnded(await exported('--account', 'lender'), 0, /"account":"lender"/)
  const out = join(data, 'trail.jsonl')
  assertEnded(await exported('--account', 'lander', '--out', out), 1, /account not found/)
  assert.ok(!readdirSync(data).includes('trail.jsonl'))
})

/** Creates a data folder whose audit trail is longer than the limit for its export. */
async function longTrail(): Promise<string> {
  const data = temporaryFolder()
  const settings = readSettings({ flags: { data }, environment: {} })
  const { store } = await openStorage(settings, new Date())
  const object = 'x'.repeat(400)
  const entry = { actor: SERVICE, action: 'account.changed', object } as const
  await Promise.all(Array.from({ length: 3_000 }, () => store.audit.record(entry)))
  await store.close()
  return data
}

const noLimit = process.platform === 'win32' && 'this machine has no ulimit'

test('an export that does not fit on the disk leaves nothing behind', {
  skip: noLimit,
}, async () => {
  const data = await longTrail()
  const folder = temporaryFolder()
  const args = ['audit', 'export', '--data', data, '--out', join(folder, 'trail.jsonl')]
  // The limit of the system cuts the file off, as a full disk does.
  const main = program(join(import.meta.dirname, '../../src/main.ts'))
  const limited = ['-c', 'ulimit -f 1024; exec "$0" "$@"', process.execPath, main, ...args]
  const { status, stdout, stderr } = spawnSync('bash', limited, { encoding: 'utf8' })
  assertEnded({ code: status, stdout, stderr }, 1, /^cannot export to .*trail\.jsonl: EFBIG/)
  assert.deepEqual(readdirSync(folder), [])
  assert.ok(!readdirSync(data).includes('trimerge.db-wal'), 'the storage was closed')

  assertEnded(await run(args), 0)
  const whole = readFileSync(join(folder, 'trail.jsonl'), 'utf8')
  assert.ok(whole.split('\n').length > 3_000)
  assertEnded(await run(args), 1, /already exists and is not overwritten/)
  assert.equal(readFileSync(join(folder, 'trail.jsonl'), 'utf8'), whole)
  const lost = [...args.slice(0, -1), join(folder, 'missing', 'trail.jsonl')]
  assertEnded(await run(lost), 1, /^cannot export to .*: ENOENT/)
})

test('a command ends without an error if the reader of its output closes the pipe', {
  skip: noLimit,
}, async () => {
  const data = await longTrail()
  const main = program(join(import.meta.dirname, '../../src/main.ts'))
  const piped = ['-c', 'set -o pipefail; "$0" "$@" | true', process.execPath, main]
  for (const command of [['audit', 'export'], ['config', '--json'], ['doctor']]) {
    const args = [...piped, ...command, '--data', data]
    const { status, stderr } = spawnSync('bash', args, { encoding: 'utf8' })
    assert.deepEqual([status, stderr], [0, ''], command.join(' '))
  }
})

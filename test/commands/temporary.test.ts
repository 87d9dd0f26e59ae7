/**
 * Tests services that last as long as a test: many can run at once, they leave nothing behind, and
 * none outlives its parent process.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { createTemporaryData, TEMPORARY_MARK } from '../../src/app/temporary-data.ts'
import { holdLock } from '../../src/store/engine/file-lock.ts'
import { orderDocument } from '../orders/support/order-document.ts'
import { controlOf } from '../sandbox-api/control.ts'
import { detail } from '../support/detail.ts'
import { lengthOf } from '../support/length.ts'
import { program } from '../support/programs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { assertEnded, run, runProgram } from './run.ts'

const ROOT = join(import.meta.dirname, '../..')
const MAIN = program(join(ROOT, 'src/main.ts'))

/** The line that the service prints for the program that started it. */
interface Started {
  readonly address: string
  readonly url: string
  readonly account: { readonly name: string; readonly secret: string }
  readonly operator: { readonly name: string; readonly password: string }
  readonly data: string
}

const SERVE = '"$NODE" "$MAIN" serve --temporary --port 0 --json --log-level fatal'

/** Starts a service below a shell, as a test runner would, by a command that `sh` runs. */
async function started(t: TestContext, command = SERVE) {
  const shell = spawn('sh', ['-c', `${command} & echo $!; wait`], {
    env: { ...process.env, NODE: process.execPath, MAIN },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(shell.stdout, 'close')
  const lines = createInterface(shell.stdout)[Symbol.asyncIterator]()
  const pid = Number((await lines.next()).value)
  t.after(() => {
    shell.kill('SIGKILL')
    killed(pid)
  })
  const service = JSON.parse(String((await lines.next()).value)) as Started
  return { shell, pid, service, lines, closed }
}

function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

async function orderStatus({ url, account }: Started): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${account.name}:${account.secret}`).toString('base64')}`
  const headers = { Authorization: authorization, 'Content-Type': 'application/xml' }
  const body = orderDocument('credit_report')
  return (await fetch(`${url}/credit_report`, { method: 'POST', headers, body })).status
}

const COUNT = lengthOf({ short: 3, full: 20 })

test('several temporary services share nothing and leave nothing behind', async (t) => {
  const all = await Promise.all(Array.from({ length: COUNT }, () => started(t)))
  const orders = all.map(async ({ service }, index) => {
    const { name: account, secret } = service.account
    const control = controlOf({ url: service.url, account, secret })
    for (let count = 0; count <= index % 3; count++) {
      await control('POST /clock', { advance: '1d' })
      assert.equal(await orderStatus(service), 200)
      await control('POST /faults', { fault: 'FROZEN', bureau: 'Equifax' })
    }
    const { json } = await control('GET /orders')
    // The second order is new only because a day has passed.
    assert.equal(json.items.length, (index % 3) + 1)
    assert.equal((await control('GET /clock')).json.advancedMs, ((index % 3) + 1) * 86_400_000)
    assert.equal((await control('GET /faults')).json.items.length, (index % 3) + 1)
  })
  await Promise.all(orders)
  assert.equal(new Set(all.map(({ service }) => service.address)).size, COUNT)
  for (const { service, pid, closed, lines } of all) {
    assert.ok(existsSync(service.data))
    process.kill(pid, 'SIGTERM')
    assert.equal((await lines.next()).done, true, 'it prints a single line')
    await closed
    assert.ok(!existsSync(service.data), service.data)
  }
})

test('a temporary service ends with the process that started it', async (t) => {
  const { shell, service, closed } = await started(t)
  assert.equal(await orderStatus(service), 200)
  shell.kill('SIGKILL')
  await closed
  assert.ok(!existsSync(service.data))
  await assert.rejects(fetch(`${service.url}/health/live`))
})

test('a temporary service below a package manager ends with the program that called it', async (t) => {
  // As npx runs it: the package manager and its shell live on when the program has ended.
  const manager = join(temporaryFolder(), 'npx')
  writeFileSync(manager, `#!/bin/sh\nsh -c '${SERVE}; :'; :\n`)
  const { shell, service, closed } = await started(t, `sh '${manager}'`)
  assert.equal(await orderStatus(service), 200)
  shell.kill('SIGKILL')
  await closed
  assert.ok(!existsSync(service.data))
})

test('a temporary service leaves nothing behind if its terminal closes', async (t) => {
  const { pid, service, closed } = await started(t)
  process.kill(pid, 'SIGHUP')
  await closed
  assert.ok(!existsSync(service.data))
})

test('a temporary service rejects settings for permanent data', async () => {
  const wrong: [args: string[], why: RegExp][] = [
    [['--data', '/tmp/x'], /leave out --data/],
    [['--database-url', 'postgres://localhost/x'], /needs the embedded database/],
  ]
  for (const [args, why] of wrong) {
    assertEnded(await run(['serve', '--temporary', ...args]), 2, why)
  }
})

test('folders left by killed services are removed, but no recent, used, permanent or foreign ones', (t) => {
  const before = process.env.TMPDIR
  const own = temporaryFolder()
  process.env.TMPDIR = own
  t.after(() => {
    process.env.TMPDIR = before
    if (before === undefined) delete process.env.TMPDIR
  })
  const folder = (name: string, minutes: number, isUsed = false) => {
    const path = join(own, name)
    mkdirSync(path)
    if (!name.endsWith('permanent')) writeFileSync(join(path, TEMPORARY_MARK), '')
    const release = holdLock(join(path, 'trimerge.db'))
    if (isUsed) t.after(release)
    else release()
    const at = Date.now() / 1000 - 60 * minutes
    utimesSync(path, at, at)
    return path
  }
  const left = folder('trimerge-temporary-left', 5)
  const used = folder('trimerge-temporary-used', 5, true)
  const young = folder('trimerge-temporary-young', 0)
  const other = folder('other', 5)
  const permanent = folder('trimerge-temporary-permanent', 5)
  const foreign = folder('trimerge-temporary-foreign', 5)
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(foreign, 65_534, 65_534)
  createTemporaryData('trimerge-temporary-').remove()
  const there = [left, used, young, other, permanent].map((path) => existsSync(path))
  assert.deepEqual(there, [false, true, true, true, true])
  // Only root can give a folder to another user.
  assert.equal(existsSync(foreign), isRoot)
})

test('the demo keeps its reports, but not its database or its key', async () => {
  const temporary = temporaryFolder()
  const demo = await runProgram(['demo'], { environment: { TMPDIR: temporary, TEMP: temporary } })
  assertEnded(demo, 0, /\[4\/4\] POST /)
  const [folder = '', ...others] = readdirSync(temporary).filter((name) => /^trimerge/.test(name))
  assert.deepEqual(others, [])
  const kept = readdirSync(join(temporary, folder)).map((name) => name.replace(/^\w+/, ''))
  assert.deepEqual(new Set(kept), new Set(['.xml', '.pdf']))
})

detail(
  'a missing folder for temporary files is named, with the variable that sets it',
  async () => {
    const missing = join(temporaryFolder(), 'missing')
    for (const args of [['demo'], ['serve', '--temporary', '--port', '0']]) {
      const { code, stderr } = await runProgram(args, {
        environment: { TMPDIR: missing, TEMP: missing },
      })
      assert.deepEqual(
        [code, stderr],
        [
          1,
          `cannot create a temporary folder in ${missing} (ENOENT): set TMPDIR to a folder that this user can write to\n`,
        ],
      )
    }
  },
)

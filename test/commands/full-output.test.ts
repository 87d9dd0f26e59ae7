/** Tests commands whose output goes to a full disk, or to a program that does not read it. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { detail } from '../support/detail.ts'
import { program } from '../support/programs.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const FULL = '/dev/full'
const skip = existsSync(FULL) ? false : 'this system has no full device'
const MAIN = program(join(import.meta.dirname, '../../src/main.ts'))

/** Starts a command with some of its outputs on a full disk, and the others as pipes. */
function started(t: TestContext, args: readonly string[], ...full: ('stdout' | 'stderr')[]) {
  const device = openSync(FULL, 'w')
  t.after(() => closeSync(device))
  const outputs = (['stdout', 'stderr'] as const).map((output) =>
    full.includes(output) ? device : 'pipe',
  )
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', ...outputs] })
  t.after(() => child.kill('SIGKILL'))
  return child
}

/** Returns the address that a service prints. */
async function urlOf({ stdout }: ChildProcess): Promise<string> {
  let printed = ''
  for await (const chunk of stdout ?? []) {
    printed += chunk
    const [, url] = /^listening on (\S+)$/m.exec(printed) ?? []
    if (url !== undefined) return url
  }
  throw new Error(`the service ended: ${printed}`)
}

test('a result that cannot be written is an error of one line', { skip }, async (t) => {
  const child = started(t, ['personas'], 'stdout')
  const [errors, [code]] = await Promise.all([
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'exit'),
  ])
  assert.deepEqual([errors, code], ['cannot write to standard output (ENOSPC)\n', 1])
})

test('a secret that cannot be written is lost, and the error names the command for another one', {
  skip,
}, async (t) => {
  const data = ['--data', temporaryFolder()]
  const endOf = async (...args: readonly string[]) => {
    const child = started(t, [...args, ...data], 'stdout')
    const ended = once(child, 'exit')
    return [child.stderr === null ? '' : await text(child.stderr), (await ended)[0]]
  }
  const lost = 'cannot write to standard output (ENOSPC); the secret is lost: run trimerge'
  assert.deepEqual(await endOf('account', 'add', 'ada'), [
    `${lost} account rotate ada --retire\n`,
    1,
  ])
  assert.deepEqual(await endOf('operator', 'add', 'ada'), [
    `${lost} operator reset-password ada\n`,
    1,
  ])
})

test('a service whose log cannot be written serves and stops as usual', { skip }, async (t) => {
  const child = started(t, ['serve', '--port', '0', '--data', temporaryFolder()], 'stderr')
  assert.equal((await fetch(`${await urlOf(child)}/health/ready`)).status, 200)
  child.kill('SIGTERM')
  const timeout = AbortSignal.timeout(20_000)
  assert.deepEqual(await once(child, 'exit', { signal: timeout }), [0, null])
})

test('a service whose log is not read serves, and says later that lines were lost', async (t) => {
  const child = started(t, ['serve', '--port', '0', '--data', temporaryFolder()])
  const url = await urlOf(child)
  const askReady = async () => {
    const { status } = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(20_000) })
    assert.equal(status, 200)
  }
  // A pipe between two processes holds about 300 lines.
  for (let asked = 0; asked < 400; asked += 50) {
    await Promise.all(Array.from({ length: 50 }, askReady))
  }
  const log = child.stderr === null ? '' : text(child.stderr)
  await askReady()
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit', { signal: AbortSignal.timeout(20_000) }), [0, null])
  assert.match(await log, /"count":[1-9][0-9]*,"msg":"lines of the log were lost: /)
})

test('orders --follow ends after its reader has closed the pipe', async (t) => {
  const data = temporaryFolder()
  await urlOf(started(t, ['serve', '--port', '0', '--data', data]))
  const following = started(t, ['orders', '--follow', '--data', data])
  if (following.stdout !== null) await once(following.stdout, 'data')
  following.stdout?.destroy()
  const ended = once(following, 'exit', { signal: AbortSignal.timeout(20_000) })
  started(t, ['order', 'examples/joint.xml', '--data', data])
  assert.deepEqual(await ended, [0, null])
})

detail(
  'the service does not wait for each line that is lost because the log is not read',
  async () => {
    const log = import.meta.resolve('../../src/log.ts')
    const script = `const log = (await import('${log}')).openLog('info')
let waits = 0
const { wait } = Atomics
Atomics.wait = (...args) => { waits += 1; return wait(...args) }
const write = () => { for (let line = 0; line < 600; line++) log.info('a line '.repeat(20)) }
write()
const first = waits
write()
console.log(JSON.stringify({ hasWaited: first > 0, more: waits - first }))`
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'pipe'] })
    assert.deepEqual(JSON.parse(await text(child.stdout)), { hasWaited: true, more: 0 })
  },
)

test('a service without any output serves and stops', { skip }, async (t) => {
  const data = temporaryFolder()
  const child = started(t, ['serve', '--port', '0', '--data', data], 'stdout', 'stderr')
  const address = join(data, 'address')
  const isListening = () => existsSync(address) && readFileSync(address, 'utf8').endsWith('\n')
  while (child.exitCode === null && !isListening()) await sleep(20)
  assert.equal(child.exitCode, null)
  const url = readFileSync(address, 'utf8').trim()
  assert.equal((await fetch(`${url}/health/ready`)).status, 200)
  child.kill('SIGTERM')
  // 1: output was lost.
  assert.deepEqual(await once(child, 'exit', { signal: AbortSignal.timeout(20_000) }), [1, null])
})

/**
 * Tests the clients of `examples/clients`, each run by its own runtime if the machine has it. The
 * first response is lost, and the second attempt meets an overloaded service, so the clients must
 * send the same bytes again.
 */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { before, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { accountOf } from '../orders/support/account-of.ts'
import { controlOf } from '../sandbox-api/control.ts'
import { JAVA_FLAGS } from '../support/java-flags.ts'
import { type RunningService, runningService } from '../support/running-service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

interface ExampleClient {
  readonly name: string
  /** A command that succeeds only if the runtime is installed. */
  readonly check: readonly [string, ...string[]]
  readonly command: readonly [string, ...string[]]
}

const CLIENTS: readonly ExampleClient[] = [
  { name: 'curl', check: ['curl', '--version'], command: ['sh', 'curl/order.sh'] },
  { name: 'Python', check: ['python3', '--version'], command: ['python3', 'python/order.py'] },
  {
    name: 'Java',
    check: ['java', '--version'],
    command: ['java', ...JAVA_FLAGS, 'java/Order.java'],
  },
  {
    name: 'C#',
    check: ['dotnet', '--version'],
    command: ['dotnet', 'run', '--project', 'csharp', '--'],
  },
]

const FOLDER = resolve('examples/clients')
const run = promisify(execFile)

let service: RunningService
before(async (t) => {
  service = await runningService(t as TestContext)
})

for (const { name, check, command } of CLIENTS) {
  const [program, ...options] = check
  const isInstalled = spawnSync(program, options).status === 0
  const skip = isInstalled ? false : `${program} is not installed`
  test(`${name}: an order, its scores, its PDF, a rejection and a retry`, { skip }, async (t) => {
    const account = await accountOf(service)
    const gate = await troubledGate(t, service.url)
    const out = temporaryFolder()
    const env = environmentOf(gate.url, account)
    const [own, ...args] = command
    const { stdout } = await run(own, [...args, out], { cwd: FOLDER, env })
    const lines = stdout.trimEnd().split('\n')
    assert.match(lines[0] ?? '', /^report R\w{12,}$/)
    assert.deepEqual(lines.slice(1, 4), [
      'score B1 Equifax 703',
      'score B1 Experian 745',
      'score B1 TransUnion 717',
    ])
    assert.equal(lines[4], `saved ${join(out, 'report.pdf')}`)
    assert.match(lines[5] ?? '', /^rejected E002: Borrower data is missing or invalid\./)
    assert.match(lines[6] ?? '', /^ {2}\S*_RESIDENCE\S*_State must be /)
    assert.equal(readFileSync(join(out, 'report.pdf')).subarray(0, 5).toString(), '%PDF-')

    assert.equal(gate.bodies.length, 4, 'three attempts for the first order')
    assert.equal(new Set(gate.bodies.slice(0, 3)).size, 1, 'with the same bytes')
    const { ledger } = service.storage.store
    const charges = await ledger.charges(account.account, 0, Number.MAX_SAFE_INTEGER)
    assert.equal(charges.length, 1)
  })

  test(`${name}: a report that lacks a file, after an interruption`, { skip }, async () => {
    const account = await accountOf(service)
    const fault = { fault: 'NO HIT', bureau: 'Experian', account: account.account }
    const once = { fault: 'INTERRUPTED', account: account.account, orders: 1 }
    for (const each of [fault, once])
      assert.equal((await controlOf(service)('POST /faults', each)).status, 200)
    const env = environmentOf(service.url, account)
    const [own, ...args] = command
    const { stdout } = await run(own, [...args, temporaryFolder()], { cwd: FOLDER, env })
    assert.deepEqual(stdout.split('\n').slice(1, 4), [
      'score B1 Equifax 703',
      'score B1 TransUnion 717',
      'no file B1 Experian NoFileReturnedNoHit',
    ])
  })
}

test('the pytest recipe uses a sandbox that runs already', {
  skip: spawnSync('python3', ['--version']).status !== 0 && 'python3 is not installed',
}, async () => {
  const program = `from trimerge_sandbox import Sandbox
sandbox = Sandbox()
order = sandbox.call("GET", "/personas/avery/order")
print("CREDIT_SCORE" in sandbox.order("credit_report", order))
sandbox.close()`
  const env = { ...environmentOf(service.url, service), PYTHONDONTWRITEBYTECODE: '1' }
  const { stdout } = await run('python3', ['-c', program], { cwd: resolve('examples/tests'), env })
  assert.equal(stdout, 'True\n')
})

function environmentOf(
  url: string,
  { account, secret }: Pick<RunningService, 'account' | 'secret'>,
) {
  const { PATH, HOME } = process.env
  return {
    PATH,
    HOME,
    TRIMERGE_URL: url,
    TRIMERGE_ACCOUNT: account,
    TRIMERGE_SECRET: secret,
  }
}

/** Starts a proxy that loses the first response and rejects the second request. */
async function troubledGate(t: TestContext, target: string) {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const body = await textOf(request)
    bodies.push(body)
    const { authorization = '', 'content-type': type = '' } = request.headers
    if (bodies.length === 2) {
      response.writeHead(503, { 'Retry-After': '0' }).end()
      return
    }
    const answer = await fetch(`${target}${request.url}`, {
      method: 'POST',
      headers: { Authorization: authorization, 'Content-Type': type },
      body,
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (bodies.length === 1) request.socket.destroy()
    else passOn(response, answer, bytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  request.setEncoding('utf8')
  for await (const chunk of request) text += chunk
  return text
}

function passOn(response: ServerResponse, answer: Response, bytes: Buffer): void {
  const type = answer.headers.get('Content-Type') ?? ''
  response.writeHead(answer.status, { 'Content-Type': type }).end(bytes)
}

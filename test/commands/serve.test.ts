import assert from 'node:assert/strict'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  fstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openStorage } from '../../src/app/open-storage.ts'
import { readSettings } from '../../src/settings/settings.ts'
import { DAY_MS } from '../../src/time.ts'
import { orderDocument } from '../orders/support/order-document.ts'
import { detail } from '../support/detail.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { assertEnded, run, runProgram, type Serving, serve, serveHere } from './run.ts'

interface Credentials {
  readonly account: { readonly name: string; readonly secret: string }
  readonly operator: { readonly name: string; readonly password: string }
}

function credentialsIn(data: string): Credentials {
  return JSON.parse(readFileSync(join(data, 'sandbox-credentials.json'), 'utf8'))
}

function poster(address: string, data: string) {
  const { name, secret } = credentialsIn(data).account
  const authorization = `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
  return async (body: string, path = '/credit_report') => {
    const headers = { Authorization: authorization, 'Content-Type': 'application/xml' }
    const response = await fetch(address + path, { method: 'POST', headers, body })
    return { status: response.status, body: await response.text() }
  }
}

function printed({ lines }: Serving): string {
  return lines.join('\n')
}

/** Checks that the printed link signs in the first browser that follows it, and no other. */
async function assertSignsInOnce(text: string): Promise<void> {
  const [, link = ''] =
    /signs you in once.*:\n +(http:\/\/127\.0\.0\.1:\S+\/console\/\S+)/.exec(text) ?? []
  const follow = () => fetch(link, { redirect: 'manual' })
  assert.equal((await fetch(link, { method: 'HEAD' })).headers.get('set-cookie'), null)
  const first = await follow()
  assert.deepEqual([first.status, first.headers.get('location')], [303, '/console'])
  const cookie = (first.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
  const session = await fetch(new URL('/api/v1/session', link), { headers: { cookie } })
  assert.equal(session.status, 200)
  const { operator, idleTimeoutMs } = (await session.json()) as {
    operator: { name: string }
    idleTimeoutMs: number
  }
  assert.equal(operator.name, 'admin')
  assert.ok(idleTimeoutMs >= 8 * 3_600_000, 'a working day')
  const again = await follow()
  assert.equal(again.headers.get('location'), '/console?link=ended')
  assert.equal(again.headers.get('set-cookie'), null)
}

test('the first start creates a sandbox, protects its credentials and prints its address', async (t) => {
  const data = temporaryFolder()
  const service = await serve(t, data)
  assert.match(service.address, /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.equal(readFileSync(join(data, 'address'), 'utf8'), `${service.address}\n`)

  const credentials = credentialsIn(data)
  assert.deepEqual(Object.keys(credentials), ['account', 'operator'])
  assert.deepEqual(Object.keys(credentials.account), ['name', 'secret'])
  assert.deepEqual(Object.keys(credentials.operator), ['name', 'password'])
  assert.equal(credentials.account.name, 'sandbox')
  assert.equal(credentials.operator.name, 'admin')
  assert.ok(credentials.account.secret.length >= 43)
  assert.ok(credentials.operator.password.length >= 16)
  for (const file of ['sandbox-credentials.json', 'master.key']) {
    assert.equal(statSync(join(data, file)).mode & 0o777, 0o600, file)
  }
  assert.ok(printed(service).includes(credentials.account.secret), 'shown once')

  // The printed command works unchanged.
  const post = poster(service.address, data)
  assert.equal((await post(orderDocument('credit_report'))).status, 200)
  const live = await fetch(`${service.address}/health/live`)
  assert.deepEqual([live.status, await live.json()], [200, { status: 'live' }])
  const ready = await fetch(`${service.address}/health/ready`)
  assert.deepEqual([ready.status, await ready.json()], [200, { status: 'ready' }])
  assert.match(printed(service), /curl -u sandbox:\S+ .*\/credit_report/)
  await assertSignsInOnce(printed(service))
  assert.deepEqual(await service.stop(), [0, null])
  assert.ok(!existsSync(join(data, 'address')), 'a program that waits for it reads no old address')
})

test('a second start keeps accounts and reports and shows no secret', async (t) => {
  const data = temporaryFolder()
  const first = await serve(t, data)
  const credentials = credentialsIn(data)
  const body = orderDocument('credit_report')
  const answered = await poster(first.address, data)(body)
  await first.stop()

  const second = await serve(t, data)
  assert.deepEqual(credentialsIn(data), credentials)
  assert.ok(!printed(second).includes(credentials.operator.password))
  assert.ok(!printed(second).includes('Created a sandbox'))
  assert.deepEqual(await poster(second.address, data)(body), answered, 'a retry across a restart')
  assert.match(printed(second), /curl -K \S+sandbox\.curl .*\/credit_report/)
  assert.equal(statSync(join(data, 'sandbox.curl')).mode & 0o777, 0o600)
  assert.match(printed(second), /The credentials are in .*sandbox-credentials\.json/)
  assert.ok(!printed(second).includes(credentials.account.secret))
  assert.doesNotMatch(printed(second), /signs you in/, 'a link is a secret')
  // Another replica in the same folder, whose container has the same address.
  const address = join(data, 'address')
  copyFileSync(address, `${address}.other`)
  renameSync(`${address}.other`, address)
  assert.deepEqual(await second.stop('SIGINT'), [0, null])
  assert.ok(existsSync(address), 'the address of the other replica stays')
})

test('in a container or in the journal of systemd, no start shows a secret', async (t) => {
  const { dev, ino } = fstatSync(1)
  for (const environment of [
    { KUBERNETES_SERVICE_HOST: '10.0.0.1' },
    { JOURNAL_STREAM: `${dev}:${ino}` },
  ]) {
    const data = temporaryFolder()
    const service = await serveHere(t, data, [], environment)
    const { account, operator } = credentialsIn(data)
    const output = service.lines.join('\n')
    for (const secret of [account.secret, operator.password]) assert.ok(!output.includes(secret))
    assert.doesNotMatch(output, /signs you in/)
    assert.match(output, /Its credentials are in .*sandbox-credentials\.json/)
    assert.match(output, /curl -K \S+sandbox\.curl/)
  }
})

test('with a base path, all paths are below it', async (t) => {
  const data = temporaryFolder()
  const service = await serve(t, data, ['--base-path', '/loans/credit'])
  const post = poster(service.address, data)
  const body = orderDocument('credit_report')
  assert.equal((await post(body, '/loans/credit/credit_report')).status, 200)
  assert.equal((await post(body)).status, 404)
  const statuses = await Promise.all(
    ['/loans/credit/health/live', '/loans/credit/openapi.json', '/health/live'].map(
      async (path) => (await fetch(service.address + path)).status,
    ),
  )
  assert.deepEqual(statuses, [200, 200, 404])
  assert.match(printed(service), /\/loans\/credit\/credit_report$/m)
})

test('a busy service finishes its orders in progress before it exits with 0', async (t) => {
  const data = temporaryFolder()
  const service = await serve(t, data)
  const post = poster(service.address, data)
  await post(orderDocument('credit_report'))
  const orders = Array.from({ length: 40 }, (_, number) =>
    post(orderDocument('credit_report', { action: 'ForceNew', requestId: `busy ${number}` })),
  )
  await Promise.race(orders)
  const started = performance.now()
  const [code, signal] = await service.stop()
  assert.deepEqual([code, signal], [0, null])
  assert.ok(performance.now() - started < 10_000, 'open connections do not delay the end')

  const answered = (await Promise.allSettled(orders)).flatMap((settled) =>
    settled.status === 'fulfilled' ? [settled.value] : [],
  )
  assert.ok(answered.length > 0)
  for (const { status, body } of answered) {
    assert.equal(status, 200, body)
    assert.match(body, /<\/RESPONSE_GROUP>\s*$/, 'whole')
  }
  const { store } = await openStorage(
    readSettings({ flags: { data }, environment: {} }),
    new Date(),
  )
  const journal = await store.orders.list({ account: 'sandbox' }, { limit: 100 })
  const { name } = credentialsIn(data).account
  const charges = await store.ledger.charges(name, 0, Number.MAX_SAFE_INTEGER)
  await store.close()
  assert.deepEqual(
    [...new Set(journal.map(({ state }) => state))],
    ['done'],
    'none is left running',
  )
  assert.equal(journal.length, answered.length + 1, 'each order that was begun was answered')
  assert.equal(charges.length, journal.length)
})

test('with --json, stdout has one line of JSON, and notices go to stderr', async () => {
  const started = async (...args: string[]) => {
    const data = temporaryFolder()
    const all = ['serve', '--json', '--port', '0', '--log-level', 'silent', '--data', data, ...args]
    const ended = await run(all, { stopAfter: /"address"/ })
    assert.equal(ended.code, 0, ended.stderr)
    assert.equal(JSON.parse(ended.stdout).data, data)
    return ended.stderr
  }
  assert.match(await started('--accept-clock'), /accepted \S+ as the time of this machine/)
  const vendor = '{vendor: {url: "https://vendor.example"}}'
  const bureaus = '{Equifax: vendor, Experian: vendor, TransUnion: vendor}'
  const real = ['--upstreams', vendor, '--bureaus', bureaus, '--master-key', '11'.repeat(32)]
  const production = ['--deployment', 'production', '--drain-delay-ms', '0']
  assert.match(await started(...production, ...real), /No account exists yet\. Add one: /)
})

detail('a check that fails at the start ends the process and leaves nothing locked', async (t) => {
  const data = temporaryFolder()
  await serveHere(t, data).then((service) => service.stop())
  const change = (sql: string) => {
    const database = new DatabaseSync(join(data, 'trimerge.db'))
    database.exec(sql)
    database.close()
  }
  const start = () => runProgram(['serve', '--port', '0', '--data', data])
  const ahead = Date.now() + 800 * DAY_MS
  change(`update clock_marks set trusted_at = ${ahead}`)
  assertEnded(await start(), 1, /the clock is behind: .* start with --accept-clock/)
  const service = await serveHere(t, data, ['--accept-clock'])
  await service.stop()
  await serveHere(t, data).then((again) => again.stop())
  change('alter table world drop column advanced_ms')
  assertEnded(await start(), 1)
})

detail(
  'a data folder that cannot be created or written ends the start with its name and the reason',
  async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    const readOnly = temporaryFolder()
    chmodSync(readOnly, 0o500)
    const rows: readonly (readonly [data: string, reason: string, isPossible?: boolean])[] = [
      [file, 'file already exists (EEXIST)'],
      [join(file, 'data'), 'not a directory (ENOTDIR)'],
      // Permissions do not restrict root, but even root can create nothing in /proc.
      [readOnly, 'permission denied (EACCES)', process.getuid?.() !== 0],
      ['/proc', 'no such file or directory (ENOENT)', process.platform === 'linux'],
      ['/proc/nope/data', 'no such file or directory (ENOENT)', process.platform === 'linux'],
    ]
    for (const [data, reason, isPossible = true] of rows) {
      if (!isPossible) continue
      // With PostgreSQL, the folder has the credentials and the anchors of the audit trail.
      for (const more of data === readOnly ? [[], ['--database-url', 'postgres://absent']] : [[]]) {
        const args = ['serve', '--port', '0', '--data', data, ...more]
        const ended = await runProgram(args, { timeoutMs: 60_000 })
        assertEnded(ended, 1)
        const remedy = 'set --data to a folder that this user can write to'
        assert.equal(ended.stderr, `cannot use the data folder ${data}: ${reason}; ${remedy}\n`)
      }
    }
  },
)

detail('a start that cannot listen or read a file says so, and creates no sandbox', async (t) => {
  const { address } = await serve(t, temporaryFolder())
  const { port } = new URL(address)
  const rows: readonly (readonly [args: readonly string[], code: 1 | 2, error: string])[] = [
    [
      ['--port', port],
      1,
      `cannot listen on 127.0.0.1, port ${port} (EADDRINUSE): another program uses this address; stop it or set another port (--port 0 picks a free one)\n`,
    ],
    [
      ['--host', '192.0.2.1', '--trusted-proxy', 'true', '--port', '0'],
      1,
      'cannot listen on 192.0.2.1, port 0 (EADDRNOTAVAIL): this machine does not have this address; set another host\n',
    ],
    [['--score-notice-file', '/absent'], 2, 'score-notice-file: cannot read /absent\n'],
  ]
  for (const [args, code, error] of rows) {
    const data = temporaryFolder()
    const ended = await runProgram(['serve', '--data', data, ...args], { timeoutMs: 60_000 })
    assertEnded(ended, code)
    assert.deepEqual([ended.stdout, ended.stderr], ['', error])
    assert.ok(
      !readdirSync(data).some((name) => /^(?:trimerge\.db|master\.key|sandbox.*)$/.test(name)),
    )
  }
})

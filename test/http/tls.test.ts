/**
 * TLS in the service: which connections it accepts, which files it rejects at start, and renewal of
 * certificates.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { get as getPlain, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { get, request } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import { readCertificate, renewCertificate } from '../../src/http/tls.ts'
import { readSettings, SettingsWrong } from '../../src/settings/settings.ts'
import { type Certified, certificates } from '../bureaus/upstream/certificates.ts'
import { run, serve } from '../commands/run.ts'
import { orderDocument } from '../orders/support/order-document.ts'
import { runningService } from '../support/running-service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const STAY = 'max-age=63072000; includeSubDomains'

const { ca, good, expired } = certificates()
const renewed = certificates()

function filesOf({ cert, key }: Certified) {
  const folder = temporaryFolder()
  const files = { certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  const write = (content: Certified) => {
    writeFileSync(files.certificate, content.cert)
    writeFileSync(files.key, content.key, { mode: 0o600 })
  }
  write({ cert, key })
  return { files, flags: { 'tls-cert': files.certificate, 'tls-key': files.key }, write }
}

async function secured(address: string, options: ConnectionOptions): Promise<TLSSocket> {
  const { hostname, port } = new URL(address)
  const socket = connectTls({ host: hostname, port: Number(port), ca, ...options })
  await once(socket, 'secureConnect')
  return socket
}

function answered(url: string, authorization: string, body: string, trusted = ca) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined
    headers: Readonly<Record<string, unknown>>
  }>()
  const headers = { Authorization: authorization, 'Content-Type': 'text/xml' }
  const sent = request(url, { method: 'POST', ca: trusted, headers, agent: false }, (response) => {
    response.resume().on('end', () => {
      resolve({ status: response.statusCode, headers: response.headers })
    })
  })
  sent.on('error', reject)
  sent.end(body)
  return promise
}

test('orders over TLS succeed, and every response has Strict-Transport-Security', async (t) => {
  const { flags } = filesOf(good)
  const service = await runningService(t, { flags })
  assert.match(service.url, /^https:\/\/127\.0\.0\.1:\d+$/)
  assert.ok(service.logged.join('\n').includes(`"msg":"listening at ${service.url}"`))
  const url = `${service.url}/mortgage_only`
  const order = await answered(url, service.authorization, orderDocument('mortgage_only'))
  const rejected = await answered(url, 'Basic eDp5', '<')
  const unframed = await answered(url, service.authorization, '<').catch(() => undefined)
  assert.deepEqual([order.status, rejected.status, unframed?.status], [200, 401, 400])
  for (const { headers } of [order, rejected]) {
    assert.equal(headers['strict-transport-security'], STAY)
  }
  await assert.rejects(
    answered(url, service.authorization, '<', renewed.ca),
    'a certificate of an unknown CA is rejected',
  )
})

test('a command says why it does not accept the certificate of a service', async (t) => {
  const { flags } = filesOf(good)
  const { url, account, secret } = await runningService(t, { flags })
  const environment = { TRIMERGE_SECRET: secret }
  const { code, stderr } = await run(['orders', '--url', url, '--account', account], {
    environment,
  })
  assert.deepEqual(
    [code, stderr],
    [
      1,
      `the certificate of ${url} is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE): set NODE_EXTRA_CA_CERTS to the PEM file of its authority\n`,
    ],
  )
})

const TRANSPORTS: readonly (readonly [string, (t: TestContext) => object, string | undefined])[] = [
  ['its own TLS', () => filesOf(good).flags, STAY],
  ['a proxy that terminates TLS', () => ({ 'trusted-proxy': true }), STAY],
  ['no TLS', () => ({}), undefined],
]
for (const [transport, flagsOf, expected] of TRANSPORTS) {
  test(`with ${transport}, responses have ${expected ? 'Strict-Transport-Security' : 'no Strict-Transport-Security'}`, async (t) => {
    const { url } = await runningService(t, { flags: { ...flagsOf(t) } })
    for (const path of ['/console', '/api/v1/session', '/api/v1/nothing', '/health/live', '/x']) {
      const headers = await headersOf(`${url}${path}`)
      assert.equal(headers['strict-transport-security'], expected, path)
      assert.equal(headers['x-content-type-options'], 'nosniff', path)
    }
    // A request that two readers could interpret differently is rejected before routing.
    const early = await headersOf(url, { Authorization: ['Basic Og==', 'Basic Og=='] })
    assert.equal(early['strict-transport-security'], expected)
  })
}

async function headersOf(url: string, headers = {}): Promise<IncomingHttpHeaders> {
  const isTls = url.startsWith('https:')
  const sent = isTls ? get(url, { ca, agent: false, headers }) : getPlain(url, { headers })
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  return response.headers
}

test('TLS 1.2 and 1.3 with forward secrecy are accepted, and nothing older or weaker', async (t) => {
  const { flags } = filesOf(good)
  const { url } = await runningService(t, { flags })
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    const socket = await secured(url, { minVersion: version, maxVersion: version })
    assert.equal(socket.getProtocol(), version)
    socket.destroy()
  }
  const weak: readonly ConnectionOptions[] = [
    { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' },
    { maxVersion: 'TLSv1.2', ciphers: 'AES256-SHA256:AES128-SHA:@SECLEVEL=0' },
    { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA:@SECLEVEL=0' },
  ]
  for (const options of weak) await assert.rejects(secured(url, options), JSON.stringify(options))
})

/** The service closes an idle connection after this time at the earliest. */
const IDLE_MS_MIN = 65_000

test('a connection that does not complete the TLS handshake is closed early, without a response', async (t) => {
  const { flags } = filesOf(good)
  const { url } = await runningService(t, { flags: { ...flags, 'headers-timeout-ms': 1000 } })
  const { hostname, port } = new URL(url)
  for (const sent of ['GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n', '']) {
    const socket = connect(Number(port), hostname).on('error', () => undefined)
    const started = performance.now()
    if (sent !== '') socket.write(sent)
    let heard = ''
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
    })
    await once(socket, 'close')
    assert.doesNotMatch(heard, /HTTP/)
    assert.ok(performance.now() - started < IDLE_MS_MIN / 2, sent)
  }
  // After the handshake, missing headers get 408 as they do without TLS.
  const socket = await secured(url, {})
  socket.write('GET / HTTP/1.1\r\n')
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 408 .*strict-transport-security/is)
  socket.destroy()
})

/** Flags that the service must reject, and the expected message. */
const UNUSABLE: readonly (readonly [string, (t: TestContext) => object, RegExp])[] = [
  [
    'a certificate without a key',
    () => ({ ...filesOf(good).flags, 'tls-key': '' }),
    /tls-key: missing although tls-cert is set/,
  ],
  [
    'a key without a certificate',
    () => ({ ...filesOf(good).flags, 'tls-cert': '' }),
    /tls-cert: missing although tls-key is set/,
  ],
  [
    'a missing file',
    () => ({ ...filesOf(good).flags, 'tls-cert': '/nowhere' }),
    /tls-cert: the file cannot be read/,
  ],
  [
    'a file without a certificate',
    () => filesOf({ ...good, cert: 'canary' }).flags,
    /tls-cert: the file contains no PEM certificate/,
  ],
  [
    'a file without a key',
    () => filesOf({ ...good, key: 'canary' }).flags,
    /tls-key: the file contains no PEM private key/,
  ],
  [
    'the key of another certificate',
    () => filesOf({ ...good, key: expired.key }).flags,
    /tls-key: the file does not belong to the certificate/,
  ],
  [
    'a key that all users can read',
    () => {
      const { files, flags } = filesOf(good)
      chmodSync(files.key, 0o644)
      return flags
    },
    /tls-key: the file is readable by everyone .*chmod 600/,
  ],
]

test('unusable certificates are rejected at start, before anything is created', async (t) => {
  const data = join(temporaryFolder(), 'data')
  for (const [title, flagsOf, complaint] of UNUSABLE) {
    const flags = Object.entries({ data, port: 0, ...flagsOf(t) })
    const args = flags.flatMap(([name, value]) => [`--${name}`, String(value)])
    const { code, stdout, stderr } = await run(['serve', ...args])
    assert.equal(code, 2, title)
    assert.match(stderr, complaint, title)
    assert.doesNotMatch(stdout + stderr, /canary|secret|PRIVATE/, title)
  }
})

test('a host that is not loopback requires TLS or a trusted proxy', () => {
  const reads = (flags: Record<string, unknown>) => () =>
    readSettings({ flags: { host: '0.0.0.0', ...flags }, environment: {} })
  assert.throws(reads({}), (error) => {
    assert.ok(error instanceof SettingsWrong)
    assert.match(error.message, /host: .* needs tls-cert and tls-key, or trusted-proxy/)
    return true
  })
  assert.doesNotThrow(reads({ 'trusted-proxy': true }))
  assert.doesNotThrow(reads({ 'tls-cert': 'c.pem', 'tls-key': 'k.pem' }))
  assert.doesNotThrow(reads({ host: '127.0.0.1' }))
})

test('a renewed certificate is used after SIGHUP, and a broken one is not', async (t) => {
  const { files, write } = filesOf(good)
  const data = temporaryFolder()
  const service = await serve(t, data, ['--tls-cert', files.certificate, '--tls-key', files.key])
  assert.match(service.address, /^https:/)
  const before = await secured(service.address, {})
  write({ ...renewed.good, key: 'canary' })
  service.child.kill('SIGHUP')
  await logged(service.lines, /keeping the current certificate: tls-key/)
  ;(await secured(service.address, {})).destroy()
  write(renewed.good)
  service.child.kill('SIGHUP')
  await logged(service.lines, /loaded the renewed certificate/)
  ;(await secured(service.address, { ca: renewed.ca })).destroy()
  await assert.rejects(secured(service.address, {}), 'the previous certificate is no longer used')
  before.write('GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const [answer] = await once(before, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 200/, 'open connections continue')
  before.destroy()
  assert.deepEqual(await service.stop(), [0, null])
})

async function logged(lines: readonly string[], expected: RegExp): Promise<void> {
  for (let tries = 0; !lines.some((line) => expected.test(line)); tries++) {
    assert.ok(tries < 200, `${expected} in:\n${lines.join('\n')}`)
    await sleep(50)
  }
}

test('a renewed certificate is noticed without a signal', async (t) => {
  const { files, write } = filesOf(good)
  const served: unknown[] = []
  const { promise, resolve } = Promise.withResolvers<readonly string[]>()
  const server = {
    setSecureContext: (context: { cert?: unknown }) => void served.push(context.cert),
  }
  const first = readCertificate(files)
  const renewal = renewCertificate(server, files, first, { everyMs: 20, report: resolve })
  t.after(() => renewal.stop())
  renewal.renew()
  assert.deepEqual(served, [], 'an unchanged certificate is not loaded again')
  write(renewed.good)
  // The timer of the service does not keep the process alive, so another one must.
  const awake = setTimeout(() => undefined, 5000)
  assert.deepEqual(await promise, [])
  clearTimeout(awake)
  assert.deepEqual(served, [renewed.good.cert])
})

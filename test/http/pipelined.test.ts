/** Pipelined requests: how much the server reads before it has responded to earlier requests. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { connectionLimits, createConnections } from '../../src/http/overload/connections.ts'
import { readSettings } from '../../src/settings/settings.ts'
import { type Certified, certificates } from '../bureaus/upstream/certificates.ts'
import { requestText } from './raw.ts'

const COUNT = 300
const BODY_BYTES = 63 * 1024
/** A few waiting requests with their bodies, and one read of the socket. */
const READ_BYTES_MAX = 1024 * 1024

/** A server whose first request waits until it is released. Each response has its path. */
async function slowServer(t: TestContext, tls: Certified | undefined) {
  const released = Promise.withResolvers<void>()
  const options = {
    limits: connectionLimits(readSettings({ flags: {}, environment: {} })),
    tls,
    now: () => new Date(),
    basePath: '',
    headers: {},
    rejected: () => {},
  }
  const server = createConnections(options, async (request, response) => {
    if (request.url === '/0') await released.promise
    const { length } = await buffer(request)
    response.end(`${request.url} ${length};`)
  })
  const accepted: Socket[] = []
  server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) =>
    accepted.push(socket),
  )
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { port, release: released.resolve, bytesRead: () => accepted[0]?.bytesRead ?? 0 }
}

const { ca, good } = certificates()

for (const [over, tls] of [
  ['TCP', undefined],
  ['TLS', good],
] as const) {
  test(`over ${over}, the server reads few requests behind a slow one and answers all in order`, async (t) => {
    const { port, release, bytesRead } = await slowServer(t, tls)
    const at = { port, host: '127.0.0.1' }
    const socket = tls === undefined ? connect(at) : connectTls({ ...at, ca })
    t.after(() => socket.destroy())
    let came = ''
    socket.on('data', (chunk: Buffer) => {
      came += chunk.toString('latin1')
    })
    const head = (path: string) => [
      `POST ${path} HTTP/1.1`,
      'Host: x',
      `Content-Length: ${BODY_BYTES}`,
    ]
    const paths = Array.from({ length: COUNT }, (_, number) => `/${number}`)
    for (const path of paths) socket.write(requestText(head(path), 'x'.repeat(BODY_BYTES)))
    await sleep(1_000)
    t.diagnostic(`${bytesRead()} bytes read`)
    assert.ok(bytesRead() > BODY_BYTES && bytesRead() <= READ_BYTES_MAX, `${bytesRead()} bytes`)
    release()
    const answered = () => [...came.matchAll(/(\/\d+) (\d+);/g)]
    while (answered().length < COUNT) await sleep(10)
    assert.deepEqual(
      answered().map(([, path]) => path),
      paths,
    )
    assert.ok(answered().every(([, , length]) => Number(length) === BODY_BYTES))
  })
}

import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { type Sandbox, startSandbox } from '../../src/sandbox/embedded/start-sandbox.ts'
import { runsOf } from '../support/length.ts'
import { corpus } from './corpus.ts'
import { statusesIn } from './exchange.ts'
import { fuzzRequests, problemOf, type RequestFind } from './requests.ts'
import { honestOrder, recipientOf } from './service.ts'

const SEED = 20_261_121

let sandbox: Sandbox
before(async () => {
  sandbox = await startSandbox()
})
after(() => sandbox.close())

function linesOf(finds: readonly RequestFind[]): string[] {
  return finds.map(({ detail, bytes }) => `${detail}: ${bytes.toString('latin1')}`)
}

const CASES = runsOf(1_000)

test(`${CASES} damaged requests get one response or a closed connection, and the service still works`, async () => {
  const first = await honestOrder(sandbox)
  const run = { url: sandbox.url, seed: SEED, cases: CASES, atOnce: 8 }
  const { statuses, finds } = await fuzzRequests({ ...run, recipient: recipientOf(sandbox) })
  assert.deepEqual(linesOf(finds), [])
  for (const status of [200, 400, 401, 404, 405, 415]) {
    assert.ok((statuses[status] ?? 0) > 0, `${status} in ${JSON.stringify(statuses)}`)
  }
  assert.deepEqual(await honestOrder(sandbox), first)
})

describe('a request that once broke a server gets one response or a closed connection', () => {
  for (const { file, bytes } of corpus('requests')) {
    test(file, async () => assert.equal(await problemOf(sandbox.url, bytes), undefined))
  }
})

describe('the fuzzer finds a deliberately broken server:', () => {
  const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'
  const servers: [title: string, answers: string, found: string][] = [
    ['a server that responds twice', answer + answer, 'more answers than requests'],
    ['a server that fails', 'HTTP/1.1 500 Oh\r\nContent-Length: 2\r\n\r\nno', 'status 500'],
    ['a server that does not send HTTP', 'hello', 'no proper answer'],
  ]
  for (const [title, answers, found] of servers) {
    test(title, async () => {
      const server = createServer((socket) => socket.on('error', () => 0).end(answers))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as { port: number }
      const url = `http://127.0.0.1:${port}`
      const recipient = { host: 'a', authorization: 'Basic Og==', order: '<a/>' }
      const run = { url, seed: SEED, cases: 5, atOnce: 1, recipient }
      const { finds } = await fuzzRequests(run)
      server.close()
      assert.deepEqual([...new Set(finds.map(({ detail }) => detail))], [found])
    })
  }
})

test('the responses in a stream are counted, including those to HEAD', () => {
  const head = 'HTTP/1.1 404 No\r\nContent-Length: 9\r\n\r\n'
  const full = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
  const interim = 'HTTP/1.1 100 Continue\r\n\r\n'
  assert.deepEqual(statusesIn(Buffer.from(interim + full + head + full)), [200, 404, 200])
  assert.equal(statusesIn(Buffer.from('garbage')), undefined)
})

/** Card data does not remain in the buffers that received a request. */
import assert from 'node:assert/strict'
import { IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { REAL_ENVIRONMENT } from '../../src/app/environment.ts'
import { Admission } from '../../src/http/overload/admission.ts'
import { overloaded } from '../../src/http/overload/overloaded.ts'
import { orderDocument } from '../orders/support/order-document.ts'
import { type RunningService, runningService } from '../support/running-service.ts'

const CARD = '4000056655665556'

/** An order with a card number, and with enough text after it to arrive in several pieces. */
const body = orderDocument('credit_report').replace(
  /<\/REQUEST_GROUP>\s*$/,
  `<!-- ${CARD} ${'.'.repeat(100_000)} --></REQUEST_GROUP>`,
)

/** Posts slowly enough to send separate pieces, and resolves with the status of the response. */
async function postPieces({ url, account, secret }: RunningService): Promise<number> {
  const sent = request(`${url}/credit_report`, {
    method: 'POST',
    auth: `${account}:${secret}`,
    headers: { 'Content-Type': 'application/xml', 'Content-Length': Buffer.byteLength(body) },
  })
  const answered = new Promise<IncomingMessage>((resolve) => sent.once('response', resolve))
  for (let from = 0; from < body.length; from += 40_000) {
    sent.write(body.slice(from, from + 40_000))
    await turn()
  }
  sent.end()
  const response = await answered
  await text(response)
  return response.statusCode ?? 0
}

const CASES = [
  { what: 'without order threads', orderThreads: 0, status: 200 },
  { what: 'with an order thread', orderThreads: 1, status: 200 },
  { what: 'if no slot becomes free', orderThreads: 0, status: 503 },
]

for (const { what, orderThreads, status } of CASES) {
  test(`every buffer of a body is wiped, ${what}`, async (t) => {
    const service = await runningService(t, {
      surroundings: { ...REAL_ENVIRONMENT, orderThreads },
    })
    if (status === 503) {
      t.mock.method(Admission.prototype, 'enter', () => Promise.reject(overloaded(1)))
    }
    const buffers: Uint8Array[] = []
    let cards = 0
    const push = t.mock.method(
      IncomingMessage.prototype,
      'push',
      function (this: IncomingMessage, piece: Uint8Array | null, ...rest: never[]) {
        const isRequest = this.method !== null && this.method !== undefined
        if (isRequest && piece !== null) {
          buffers.push(piece)
          cards += Buffer.from(piece).includes(CARD) ? 1 : 0
        }
        return Reflect.apply(realPush, this, [piece, ...rest])
      },
    )
    const concat = Buffer.concat.bind(Buffer)
    t.mock.method(Buffer, 'concat', (...list: Parameters<typeof Buffer.concat>) => {
      const joined = concat(...list)
      if (joined.includes(CARD)) buffers.push(joined)
      return joined
    })
    assert.equal(await postPieces(service), status)
    push.mock.restore()
    assert.equal(cards, 1, 'the card was received')
    assert.ok(buffers.length >= 3, `${buffers.length} buffers`)
    // If the whole body moved to the thread, this side has an empty buffer.
    for (const bytes of buffers)
      assert.ok(bytes.byteLength === 0 || bytes.every((byte) => byte === 0))
  })
}

const realPush = IncomingMessage.prototype.push

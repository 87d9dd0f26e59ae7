/** Tests which certificates are trusted for a connection to a vendor. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { UpstreamFailed } from '../../../src/bureaus/upstream/failure.ts'
import { openUpstream } from '../../../src/bureaus/upstream/vendor.ts'
import { ASKED } from './answers.ts'
import { type Certified, certificates } from './certificates.ts'
import { misbehavingServer, wellBehaved } from './misbehaving-server.ts'
import { upstreamOptions } from './options.ts'

const { ca, good, expired, otherHost } = certificates()
const stranger = certificates()

async function pulled(t: TestContext, { cert, key }: Certified, trusted: string | undefined) {
  const server = await misbehavingServer(t, wellBehaved, { cert, key })
  const upstream = openUpstream(upstreamOptions(server.url, { ca: trusted }))
  t.after(() => upstream.close())
  const [bureau] = upstream.bureaus
  assert.ok(bureau)
  const outcome = await bureau.pull(ASKED).catch((error: unknown) => error)
  return { outcome, orders: server.orders }
}

test('a vendor with a certificate of the configured authority is trusted', async (t) => {
  const { outcome } = await pulled(t, good, ca)
  assert.ok(!(outcome instanceof Error))
})

const REJECTED: readonly (readonly [string, Certified, string | undefined])[] = [
  ['of another authority', good, stranger.ca],
  ['of an authority that is not configured', good, undefined],
  ['that has expired', expired, ca],
  ['for another host', otherHost, ca],
]

for (const [what, certificate, trusted] of REJECTED) {
  test(`a vendor with a certificate ${what} gets no order, so no bureau was asked`, async (t) => {
    const { outcome, orders } = await pulled(t, certificate, trusted)
    assert.ok(outcome instanceof UpstreamFailed, String(outcome))
    assert.deepEqual([outcome.kind, outcome.mayHaveAsked], ['not sent', false])
    assert.equal(orders.length, 0)
  })
}

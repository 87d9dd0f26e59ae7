/** A scripted vendor that answers in a dozen shapes, each taken or not as docs/upstream.md says. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { ScoreFamily } from '../../../src/bureaus/score-models.ts'
import { UpstreamFailed } from '../../../src/bureaus/upstream/failure.ts'
import type { UpstreamOptions } from '../../../src/bureaus/upstream/options.ts'
import { openUpstream } from '../../../src/bureaus/upstream/vendor.ts'
import type { BureauName } from '../../../src/documents/tables/enumerations.ts'
import { request } from '../simulator/simulator-requests.ts'
import { MARISOL, recorded } from './answers.ts'
import { upstreamOptions } from './options.ts'

/** One response: its body, and its media type where that is special. */
interface Scripted {
  readonly body: string
  readonly type?: string
}

/** A vendor that gives these responses in turn, and keeps what it was sent. */
async function vendorOf(t: TestContext, script: readonly Scripted[]) {
  const orders: string[] = []
  const server = createServer((incoming, response) => {
    let order = ''
    incoming.setEncoding('utf8')
    incoming.on('data', (chunk) => {
      order += chunk
    })
    incoming.on('end', () => {
      const { body, type } = script[Math.min(orders.length, script.length - 1)] as Scripted
      orders.push(order)
      const id = /CreditRequestID="([^"]*)"/.exec(order)?.[1] ?? ''
      response.writeHead(200, { 'Content-Type': type ?? 'text/xml' })
      response.end(Buffer.from(body.replaceAll('{REQUEST_ID}', id), 'latin1'))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, orders }
}

const PLAIN = recorded('per-bureau', (text) => text, {
  ...request(MARISOL),
  orderId: 'X',
}).toString('latin1')
const ID = /CreditRequestID="[^"]*"/
const plain = PLAIN.replace(ID, 'CreditRequestID="{REQUEST_ID}"')

/** Pulls one bureau's file from a vendor with a script. */
async function pulled(
  t: TestContext,
  script: readonly Scripted[],
  changes: Partial<UpstreamOptions> = {},
) {
  const { url, orders } = await vendorOf(t, script)
  const upstream = openUpstream(upstreamOptions(url, changes))
  t.after(() => upstream.close())
  const file = await upstream.bureaus[0]?.pull(request(MARISOL))
  assert.ok(file)
  return { file, orders }
}

const masked = (to: string) => plain.replaceAll('900-44-1717', to).replaceAll('900441717', to)
const withoutFiles = plain
  .replace(/<CREDIT_FILE [\s\S]*<\/CREDIT_FILE>/, '')
  .replace('_Value="9003"', '_Value="689"')
const pending =
  '<RESPONSE_GROUP MISMOVersionID="2.3.1"><RESPONSE ResponseDateTime="2026-03-15T14:41:07"><RESPONSE_DATA><CREDIT_RESPONSE CreditReportType="Status" CreditReportIdentifier="8100417"/></RESPONSE_DATA><STATUS _Condition="Processing"/></RESPONSE></RESPONSE_GROUP>'

/** What is taken, and under which identity rule. */
const TAKEN: readonly (readonly [
  what: string,
  script: readonly Scripted[],
  identity?: 'lenient',
])[] = [
  ['a plain response', [{ body: plain }]],
  ['a response without CreditRequestID', [{ body: plain.replace(/ CreditRequestID="[^"]*"/, '') }]],
  [
    'a response without CREDIT_REQUEST_DATA',
    [{ body: plain.replace(/<CREDIT_REQUEST_DATA[^>]*>/, '') }],
  ],
  [
    'a DOCTYPE without subset',
    [{ body: plain.replace('?>', '?>\n<!DOCTYPE RESPONSE_GROUP SYSTEM "Response.dtd">') }],
  ],
  ['white space before the declaration', [{ body: `\r\n\r\n${plain}` }]],
  ['text/html as media type', [{ body: plain, type: 'text/html; charset=utf-8' }]],
  ['application/octet-stream as media type', [{ body: plain, type: 'application/octet-stream' }]],
  ['a masked number', [{ body: masked('XXX-XX-1717') }], 'lenient'],
  ['no number', [{ body: masked('') }], 'lenient'],
  [
    'a suffix in the family name',
    [{ body: plain.replaceAll('"IBANEZ"', '"IBANEZ JR"') }],
    'lenient',
  ],
  ['scores without a CREDIT_FILE', [{ body: withoutFiles }]],
  ['an order that is processed first', [{ body: pending }, { body: pending }, { body: plain }]],
]

for (const [what, script, identity = 'strict'] of TAKEN) {
  test(`taken: ${what}`, async (t) => {
    const { file } = await pulled(t, script, { identity })
    assert.equal(file.status, 'FileReturned', file.message ?? '')
    assert.equal((file.person?._LastName ?? '').slice(0, 2).toUpperCase(), 'IB')
  })
}

const REFUSED: readonly (readonly [
  what: string,
  body: string,
  kind: string,
  identity?: 'lenient',
])[] = [
  ['another CreditRequestID', plain.replace('{REQUEST_ID}', 'OTHER-1'), 'of another'],
  ['a masked number, strictly', masked('XXX-XX-1717'), 'of another'],
  ['a masked number that ends otherwise', masked('XXX-XX-9999'), 'of another', 'lenient'],
  [
    'no number and another given name',
    masked('').replaceAll('"Marisol"', '"Dolores"'),
    'of another',
    'lenient',
  ],
  [
    'a DOCTYPE with a subset',
    plain.replace('?>', '?><!DOCTYPE a [<!ENTITY b "c">]>'),
    'unreadable',
  ],
  ['a web page', '<html><body>Sign in</body></html>', 'unreadable'],
]

for (const [what, body, kind, identity = 'strict'] of REFUSED) {
  test(`not taken: ${what}; the bureau may have been asked`, async (t) => {
    await assert.rejects(pulled(t, [{ body, type: 'text/html' }], { identity }), (error) => {
      assert.ok(error instanceof UpstreamFailed)
      assert.equal(error.kind, kind)
      assert.ok(error.mayHaveAsked)
      return true
    })
  })
}

test('an order under way is asked for by its number, and never sent again', async (t) => {
  const { orders } = await pulled(t, [{ body: pending }, { body: plain }])
  assert.equal(orders.length, 2)
  assert.match(orders[0] ?? '', /CreditReportRequestActionType="ForceNew"/)
  assert.match(
    orders[1] ?? '',
    /CreditReportIdentifier="8100417" .*CreditReportRequestActionType="StatusQuery"/,
  )
})

/** The models that the one order for pulls with these families names. */
async function modelsNamed(
  t: TestContext,
  families: Readonly<Partial<Record<BureauName, readonly ScoreFamily[]>>>,
) {
  const { url, orders } = await vendorOf(t, [{ body: plain }])
  const upstream = openUpstream(upstreamOptions(url))
  t.after(() => upstream.close())
  await Promise.all(
    upstream.bureaus.map((bureau) => {
      const scoreFamilies = families[bureau.name] ?? []
      const asked = { scoreWanted: scoreFamilies.length > 0, scoreFamilies }
      return bureau.pull(request(MARISOL, asked))
    }),
  )
  const [order = ''] = orders
  assert.equal(orders.length, 1)
  return [...order.matchAll(/<CREDIT_SCORE_MODEL_NAME ([^>]*?)\/?>/g)].map(([, names]) => names)
}

test('an order names for each bureau the models that are wanted of it', async (t) => {
  const classic = ['Classic'] as const
  const both = ['Classic', 'VantageScore4'] as const
  assert.deepEqual(
    await modelsNamed(t, { Equifax: classic, Experian: classic, TransUnion: classic }),
    [],
  )
  assert.deepEqual(await modelsNamed(t, { Equifax: classic, Experian: both }), [
    '_Type="EquifaxBeacon5.0"',
    '_Type="ExperianFairIsaac"',
    '_Type="ExperianVantageScore"',
  ])
  assert.deepEqual(await modelsNamed(t, { Equifax: both, Experian: both, TransUnion: both }), [
    '_Type="EquifaxBeacon5.0"',
    '_Type="ExperianFairIsaac"',
    '_Type="FICORiskScoreClassic04"',
    '_Type="Other" _TypeOtherDescription="VantageScore4.0"',
  ])
  assert.deepEqual(await modelsNamed(t, {}), [])
})

test('the attributes that a vendor wants are in its orders', async (t) => {
  const attributes = {
    account: 'A-1',
    branch: 'B-2',
    requestingPartyIdentifier: 'R-3',
    submittingPartyIdentifier: 'S-4',
    receivingParty: 'Harborline',
    requestedBy: 'Desk 5',
    preferredFormat: 'XML' as const,
  }
  const { orders } = await pulled(t, [{ body: plain }], { attributes })
  for (const part of [
    'InternalAccountIdentifier="A-1"',
    'RequestingPartyBranchIdentifier="B-2"',
    '_Identifier="R-3"',
    '_Identifier="S-4"',
    '<RECEIVING_PARTY _Name="Harborline"',
    'RequestingPartyRequestedByName="Desk 5"',
    '<PREFERRED_RESPONSE _Format="XML"',
  ]) {
    assert.ok(orders[0]?.includes(part), part)
  }
})

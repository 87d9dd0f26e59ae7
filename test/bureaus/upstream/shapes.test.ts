/**
 * Tests a scripted vendor that responds in a dozen shapes, each accepted or rejected as
 * docs/upstream.md says.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { ScoreFamily } from '../../../src/bureaus/score-models.ts'
import { UpstreamFailed } from '../../../src/bureaus/upstream/failure.ts'
import type { UpstreamOptions } from '../../../src/bureaus/upstream/options.ts'
import { openUpstream } from '../../../src/bureaus/upstream/vendor.ts'
import type { BureauName } from '../../../src/documents/tables/enumerations.ts'
import { request } from '../simulator/simulator-requests.ts'
import { MARISOL } from './answers.ts'
import { upstreamOptions } from './options.ts'
import {
  ACCEPTED,
  NOT_ACCEPTED,
  pending,
  pendingWithoutNumber,
  plain,
  type Scripted,
  scriptedVendor,
} from './shapes.ts'

/** Pulls one bureau's file from a vendor with a script. */
async function pulled(
  t: TestContext,
  script: readonly Scripted[],
  changes: Partial<UpstreamOptions> = {},
) {
  const { url, orders } = await scriptedVendor(t, script)
  const upstream = openUpstream(upstreamOptions(url, changes))
  t.after(() => upstream.close())
  const file = await upstream.bureaus[0]?.pull(request(MARISOL))
  assert.ok(file)
  return { file, orders }
}

for (const [what, script, identity = 'strict'] of ACCEPTED) {
  test(`accepted: ${what}`, async (t) => {
    const { file } = await pulled(t, script, { identity })
    assert.equal(file.status, 'FileReturned', file.message ?? '')
    assert.equal((file.person?._LastName ?? '').slice(0, 2).toUpperCase(), 'IB')
  })
}

for (const [what, body, kind, identity = 'strict'] of NOT_ACCEPTED) {
  test(`rejected: ${what}; the bureau may have been asked`, async (t) => {
    await assert.rejects(pulled(t, [{ body, type: 'text/html' }], { identity }), (error) => {
      assert.ok(error instanceof UpstreamFailed)
      assert.equal(error.kind, kind)
      assert.ok(error.mayHaveAsked)
      return true
    })
  })
}

test("the borrower's number is masked in a vendor's error text", async (t) => {
  for (const number of ['900-44-1717', '900441717', '900 44 1717']) {
    const body = `<RESPONSE_GROUP><RESPONSE><STATUS _Condition="Error" _Description="SSN ${number} is invalid"/></RESPONSE></RESPONSE_GROUP>`
    const { file } = await pulled(t, [{ body }])
    assert.equal(file.message, 'SSN XXX-XX-1717 is invalid')
  }
})

test('an order in progress is queried by its number and never sent again', async (t) => {
  const { orders } = await pulled(t, [{ body: pending }, { body: plain }])
  assert.equal(orders.length, 2)
  assert.match(orders[0] ?? '', /CreditReportRequestActionType="ForceNew"/)
  assert.match(
    orders[1] ?? '',
    /CreditReportIdentifier="8100417" .*CreditReportRequestActionType="StatusQuery"/,
  )
})

test('an order in progress keeps its number if a later response does not repeat it', async (t) => {
  const script = [{ body: pending }, { body: pendingWithoutNumber }, { body: plain }]
  const { file, orders } = await pulled(t, script)
  assert.equal(file.status, 'FileReturned')
  assert.equal(orders.length, 3)
  for (const query of orders.slice(1)) {
    assert.match(
      query,
      /CreditReportIdentifier="8100417" .*CreditReportRequestActionType="StatusQuery"/,
    )
  }
})

test('if a vendor rejects the query about an order in progress, the bureau may have been asked', async (t) => {
  await assert.rejects(
    pulled(t, [{ body: pending }, { body: '', status: 400 }]),
    (error) => error instanceof UpstreamFailed && error.mayHaveAsked,
  )
})

/** Returns the models that one order names for pulls with these score families. */
async function modelsNamed(
  t: TestContext,
  families: Readonly<Partial<Record<BureauName, readonly ScoreFamily[]>>>,
) {
  const { url, orders } = await scriptedVendor(t, [{ body: plain }])
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

test('an order names the requested models for each bureau', async (t) => {
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

test('the configured attributes are in the orders to a vendor', async (t) => {
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

/**
 * Tests two services in a row: an order at the first returns what the second would have returned.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { PERSONAS } from '../../../src/bureaus/simulator/personas.ts'
import { parse, RESPONSE_BOUNDS } from '../../../src/documents/codec/parse.ts'
import { read } from '../../../src/documents/codec/read.ts'
import { CreditReportResponse } from '../../../src/documents/tables/response.ts'
import {
  type Asked,
  DIALECT_NAMES,
  type OperationPath,
  orderDocument,
  PEOPLE,
  type Person,
} from '../../orders/support/order-document.ts'
import { partOf, runsOf } from '../../support/length.ts'
import {
  fixedSurroundings,
  type RunningService,
  runningService,
} from '../../support/running-service.ts'
import { gatewayBefore } from './gateway.ts'

interface Pair {
  readonly first: RunningService
  readonly second: RunningService
  /** A second service in the same state. The first service does not order from it. */
  readonly direct: RunningService
}

async function pair(t: TestContext, upstream: object = {}): Promise<Pair> {
  const second = await runningService(t, { surroundings: fixedSurroundings() })
  const direct = await runningService(t, { surroundings: fixedSurroundings() })
  const surroundings = fixedSurroundings()
  const first = await gatewayBefore(t, second, { surroundings, upstream: { ...upstream } })
  return { first, second, direct }
}

/** Returns the credit data of a response: the whole report except its number. */
async function creditData(service: RunningService, operation: OperationPath, asked: Asked) {
  const { body } = await service.post(operation, orderDocument(operation, asked))
  const { value } = read(CreditReportResponse, parse(body, RESPONSE_BOUNDS))
  if (value === undefined)
    return /CREDIT_ERROR_MESSAGE[\s\S]*?<\/CREDIT_ERROR_MESSAGE>/.exec(body)?.[0]
  const { CREDIT_SCORE: scores = [], ...report } = value.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE
  return {
    files: report.CREDIT_FILE,
    liabilities: report.CREDIT_LIABILITY,
    records: report.CREDIT_PUBLIC_RECORD,
    inquiries: report.CREDIT_INQUIRY,
    scores: scores.map(({ CreditReportIdentifier, ...score }) => score),
    creditors: report.CREDIT_TRADE_REFERENCE,
    comments: report.CREDIT_COMMENT,
    summaries: report.CREDIT_SUMMARY,
    delivered: report.CREDIT_REPOSITORY_INCLUDED,
    percentiles: (value.RESPONSE.KEY ?? [])
      .filter(({ _Name = '' }) => _Name.startsWith('CreditScoreRankPercent_'))
      .map(({ _Value }) => _Value),
  }
}

function personOf(persona: (typeof PERSONAS)[number]): Person {
  const { firstName: first, middleName: middle, lastName: last, suffix, ssn, address } = persona
  const { street, city, state, postalCode: zip } = address
  return { id: 'B1', first, middle, last, suffix, ssn, street, city, state, zip }
}

/**
 * At full length, each persona is ordered by both operations. At short length, one persona of every
 * sixteen is ordered by the first operation, and the persona after it by the second.
 */
for (const [index, operation] of (['credit_report', 'pre_qualification'] as const).entries()) {
  test(`a persona gets the same ${operation} through the first service as from the second`, async (t) => {
    const { first, direct } = await pair(t)
    for (const persona of partOf(PERSONAS, 16, index)) {
      const asked = { people: [personOf(persona)], requestId: persona.id }
      const through = await creditData(first, operation, asked)
      assert.deepEqual(through, await creditData(direct, operation, asked), persona.id)
    }
  })
}

const PEOPLE_COUNT = runsOf(24)

test('an invented person gets the same report through the first service as from the second', async (t) => {
  const { first, direct } = await pair(t)
  for (let number = 0; number < PEOPLE_COUNT; number += 1) {
    const ssn = `9${String(41_000_000 + number * 7919).slice(0, 8)}`
    const person = { ...PEOPLE.avery, first: 'Marlo', last: `Chained${number}`, ssn }
    const asked = { people: [person] }
    const through = await creditData(first, 'credit_report', asked)
    assert.deepEqual(through, await creditData(direct, 'credit_report', asked), ssn)
  }
})

test('a couple gets the same report through the first service as from the second', async (t) => {
  const { first, direct } = await pair(t)
  const asked = { people: [PEOPLE.rowan, PEOPLE.juno] }
  const through = await creditData(first, 'credit_report', asked)
  assert.deepEqual(through, await creditData(direct, 'credit_report', asked))
})

// Vendors receive orders in XML.
for (const dialect of DIALECT_NAMES.filter((name) => name !== 'json')) {
  test(`the two services can communicate in the dialect ${dialect}`, async (t) => {
    const { first, direct } = await pair(t, { dialect })
    const through = await creditData(first, 'credit_report', {})
    assert.deepEqual(through, await creditData(direct, 'credit_report', {}))
  })
}

/** End-to-end tests of partial results: one bureau fails for a borrower, in every operation. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MISBEHAVIOURS } from '../../src/bureaus/simulator/misbehaviour.ts'
import { readPdf } from '../print/print-read.ts'
import { partOf } from '../support/length.ts'
import { type RunningService, runningService } from '../support/running-service.ts'
import { chargesOf, pullsOf } from './support/ledger-of.ts'
import {
  OPERATION_PATHS,
  type OperationPath,
  PEOPLE,
  type Person,
} from './support/order-document.ts'
import { ordered, reported } from './support/ordered.ts'

const flags = { 'bureau-timeout-ms': 600 }

/** A persona with another street, so that only the street determines the result. */
function averyIn(street: string): Person {
  return { ...PEOPLE.avery, street }
}

/** What the response to an order for three bureaus shows if one of them returns no file. */
// biome-ignore format: a table
const SHOWN: readonly [word: string, status: string, text: RegExp, failed: boolean][] = [
  ['TIMEOUT',      'NoFileReturnedError',         /EXPERIAN did not answer in time/, true],
  ['SLOW 9',       'NoFileReturnedError',         /EXPERIAN did not answer in time/, true],
  ['UNREACHABLE',  'NoFileReturnedError',         /EXPERIAN could not be reached(?! or)/, true],
  ['GARBAGE',      'NoFileReturnedError',         /EXPERIAN sent a response that could not be understood/, true],
  ['TRUNCATED',    'NoFileReturnedError',         /EXPERIAN sent a response that could not be understood/, true],
  ['OTHER PERSON', 'NoFileReturnedError',         /EXPERIAN sent the file of another person/, true],
  ['REFUSE',       'NoFileReturnedBadAccessCode', /Experian: no report is available/, false],
  ['NO HIT',       'NoFileReturnedNoHit',         /Experian: no file was found/, false],
  ['THIN',         'NoFileReturnedThinFile',      /Experian: too little is on file/, false],
  ['FROZEN',       'NoFileReturnedCreditFreeze',  /Experian: the consumer has frozen/, false],
]

const flat = (text: string) => text.replaceAll(/\s+/g, ' ')

/** Asserts that a report names the missing file and its reason, and has nothing of its content. */
async function assertPartial(
  service: RunningService,
  operation: OperationPath,
  [word, status, text, failed]: (typeof SHOWN)[number],
): Promise<void> {
  const people = [averyIn(`MAGIC EXPERIAN ${word}`)]
  const result = await reported(service, operation, { action: 'ForceNew', people, printed: true })
  const { answer } = result
  const included = ['A', 'B', 'C'].map((letter) =>
    answer.text(`CREDIT_RESPONSE.CREDIT_REPOSITORY_INCLUDED.__Bureau${letter}Indicator`),
  )
  assert.deepEqual(included, ['Y', 'N', 'Y'])
  assert.match(answer.texts('CREDIT_FILE._ALERT_MESSAGE._Text').join('|'), text)
  if (operation === 'credit_report' || operation === 'pre_qualification') {
    const statuses = answer.texts('CREDIT_FILE.__ResultStatusType')
    assert.deepEqual(statuses, ['FileReturned', status, 'FileReturned'])
  }
  assert.equal(answer.key('FilesDelivered'), '2')
  const names = answer.texts('CREDIT_SUMMARY._DATA_SET.__Name')
  const delivered = answer.texts('CREDIT_SUMMARY._DATA_SET.__Value')[
    names.indexOf('FilesDelivered')
  ]
  assert.equal(delivered, '2')
  const printed = flat((await readPdf(answer.printed())).sheets.join(' '))
  // The page has a separate text for a freeze.
  const onPage = word === 'FROZEN' ? /Security freeze: no file/ : text
  assert.match(printed, new RegExp(onPage.source.replaceAll(' ', '\\s+'), 'i'))
  assert.ok(!/ELSEWHERE/i.test(printed) && !/ELSEWHERE/i.test(result.body))
  const charge = (await chargesOf(service)).at(-1)
  const items = charge?.items as { what: string; count: number }[]
  assert.equal(items.find(({ what }) => what === 'file')?.count, 2)
  const pulls = (await pullsOf(service, PEOPLE.avery)).slice(0, 3)
  assert.deepEqual(pulls.map(({ bureau, state, outcome }) => [bureau, state, outcome]).sort(), [
    ['Equifax', 'answered', 'FileReturned'],
    ['Experian', failed ? 'failed' : 'answered', status],
    ['TransUnion', 'answered', 'FileReturned'],
  ])
}

test('a failing bureau is shown in the response, the summary and the printed page, and is not charged', async (t) => {
  const service = await runningService(t, { flags })
  const operations = OPERATION_PATHS.filter((path) => path !== 'refresh_report')
  for (const [index, operation] of operations.entries()) {
    for (const row of partOf(SHOWN, operations.length, index)) {
      await t.test(`${operation}: ${row[0]}`, () => assertPartial(service, operation, row))
    }
  }
})

test('a refresh names the bureau that could not be compared', async (t) => {
  const service = await runningService(t, { flags })
  await reported(service, 'credit_report', {})
  for (const [word, , text] of SHOWN) {
    const people = [averyIn(`MAGIC EXPERIAN ${word}`)]
    const { answer } = await reported(service, 'refresh_report', { people })
    const texts = answer.texts('CREDIT_SUMMARY._DATA_SET.__Value')
    assert.ok(
      texts.includes('XPN') && texts.includes('EFX TUC'),
      'the compared bureaus and the missing one are named',
    )
    assert.match(texts.join('|'), text)
    assert.equal(answer.text('CREDIT_RESPONSE.CREDIT_REPOSITORY_INCLUDED.__BureauBIndicator'), 'N')
  }
})

test('each of two borrowers gets the results of their own bureaus', async (t) => {
  const service = await runningService(t, { flags })
  const first = { ...PEOPLE.rowan, street: 'MAGIC EQUIFAX OTHER PERSON, TRANSUNION TIMEOUT' }
  const second = { ...PEOPLE.juno, street: 'MAGIC EXPERIAN FROZEN' }
  const { answer } = await reported(service, 'credit_report', { people: [first, second] })
  assert.deepEqual(answer.texts('CREDIT_FILE._BorrowerID'), ['B1', 'B1', 'B1', 'C1', 'C1', 'C1'])
  assert.deepEqual(answer.texts('CREDIT_FILE.__ResultStatusType'), [
    'NoFileReturnedError',
    'FileReturned',
    'NoFileReturnedError',
    'FileReturned',
    'NoFileReturnedCreditFreeze',
    'FileReturned',
  ])
  const [charge] = await chargesOf(service)
  const items = charge?.items as { what: string; count: number }[]
  assert.equal(items.find(({ what }) => what === 'file')?.count, 3)
})

test('a file without a score is delivered and charged, but its score is not charged', async (t) => {
  const service = await runningService(t, { flags })
  const street = 'MAGIC TRANSUNION NotScoredFileIsUnderReview'
  const { answer } = await reported(service, 'credit_report', { people: [averyIn(street)] })
  assert.deepEqual(answer.texts('CREDIT_SCORE.__ExclusionReasonType'), [
    'NotScoredFileIsUnderReview',
  ])
  const [charge] = await chargesOf(service)
  const items = charge?.items as { what: string; count: number }[]
  assert.deepEqual(
    items.map(({ what, count }) => [what, count]),
    [
      ['base', 1],
      ['file', 3],
      ['score', 2],
    ],
  )
})

test('an order fails with E001, no charge and no report if every bureau fails', async (t) => {
  const service = await runningService(t, { flags })
  const words = [
    'TIMEOUT',
    'UNREACHABLE',
    'GARBAGE',
    'TRUNCATED',
    'OTHER PERSON',
    'REFUSE',
    'FROZEN',
  ]
  await Promise.all(
    words.map(async (word) => {
      const people = [averyIn(`MAGIC ALL ${word}`)]
      const { code, answer } = await ordered(service, 'credit_report', { people })
      assert.equal(code, 'E001', word)
      assert.equal(answer.texts('CREDIT_ERROR_MESSAGE._Text').length, 3)
    }),
  )
  assert.deepEqual(await chargesOf(service), [])
  const orders = await service.storage.store.orders.list(
    { account: service.account },
    { limit: 50 },
  )
  assert.deepEqual(
    orders.map(({ state, reportId }) => [state, reportId]),
    words.map(() => ['failed', undefined]),
  )
})

test('every magic word in capitals is tested end to end', () => {
  const own = MISBEHAVIOURS.filter(({ word }) => word === word.toUpperCase())
  const tried = new Set(SHOWN.map(([word]) => word.replace(/ \d+$/, '')))
  assert.deepEqual(
    own.map(({ word }) => word).filter((word) => !tried.has(word)),
    [],
    'add a row to SHOWN for each of these words',
  )
})

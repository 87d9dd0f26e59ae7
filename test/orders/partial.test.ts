import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPdf } from '../print/print-read.ts'
import { runningService } from '../support/running-service.ts'
import { chargesOf, pullsOf } from './support/ledger-of.ts'
import { OPERATION_PATHS, PEOPLE, type Person } from './support/order-document.ts'
import { ordered, reported, reportIdOf } from './support/ordered.ts'

const { frozenOne, frozenAll, noHit, rowan, juno, thinAtOne } = PEOPLE
const ORDERING = OPERATION_PATHS.filter((operation) => operation !== 'refresh_report')

for (const operation of ORDERING) {
  test(`${operation}: a bureau that returns no file is reported, but not delivered or charged`, async (t) => {
    const service = await runningService(t)
    const asked = { people: [frozenOne], printed: true }
    const { answer } = await reported(service, operation, asked)
    const included = ['A', 'B', 'C'].map((letter) =>
      answer.text(`CREDIT_RESPONSE.CREDIT_REPOSITORY_INCLUDED.__Bureau${letter}Indicator`),
    )
    assert.deepEqual(included, ['Y', 'N', 'Y'])
    assert.equal(
      answer.texts('CREDIT_FILE._CreditFileID').length,
      3,
      'the file of each bureau is listed',
    )
    assert.match(answer.texts('CREDIT_FILE._ALERT_MESSAGE._Text').join(), /fr[eo]+zen?/i)
    assert.equal(answer.texts('CREDIT_SCORE.__Value').filter((value) => value !== '').length, 2)
    const [charge] = await chargesOf(service)
    const items = charge?.items as { what: string; count: number; cents: number }[]
    assert.deepEqual(
      items.map(({ what, count }) => [what, count]),
      [
        ['base', 1],
        ['file', 2],
        ['score', 2],
      ],
    )
    const price = Number(answer.text('CREDIT_REPORT_PRICE.__Amount')) * 100
    assert.equal(charge?.amountCents, Math.round(price))
    const text = (await readPdf(answer.printed())).sheets.join(' ')
    assert.match(text, /EXPERIAN/i)
    const pulls = await pullsOf(service, frozenOne)
    assert.equal(pulls.length, 3)
    assert.ok(pulls.every(({ state }) => state === 'answered'))
  })

  test(`${operation}: an order without any file fails and costs nothing`, async (t) => {
    const service = await runningService(t)
    for (const person of [frozenAll, noHit]) {
      const { answer, code, status } = await ordered(service, operation, { people: [person] })
      assert.equal(code, 'E001')
      assert.equal(status, 200)
      assert.equal(
        answer.texts('CREDIT_ERROR_MESSAGE._Text').length,
        3,
        'one message for each bureau',
      )
      assert.equal((await pullsOf(service, person)).length, 3)
    }
    assert.deepEqual(await chargesOf(service), [])
  })
}

test('an order for a single bureau fails if that bureau returns no file', async (t) => {
  const service = await runningService(t)
  const rows = [
    ['NYN', 'E001', 0],
    ['YNN', undefined, 1],
    ['NYY', undefined, 1],
  ] as const
  for (const [bureaus, code, delivered] of rows) {
    const result = await ordered(service, 'credit_report', { bureaus, people: [frozenOne] })
    assert.equal(result.code, code, bureaus)
    assert.equal(result.answer.texts('CREDIT_SCORE.__Value').filter(Boolean).length, delivered)
  }
})

test('only the requested bureaus are asked', async (t) => {
  const service = await runningService(t)
  const { answer } = await reported(service, 'mortgage_only', { bureaus: 'NYN' })
  assert.deepEqual(answer.texts('CREDIT_FILE._CreditRepositorySourceType'), ['Experian'])
  const pulls = await pullsOf(service, PEOPLE.avery)
  assert.deepEqual(
    pulls.map(({ bureau }) => bureau),
    ['Experian'],
  )
})

test('in a joint order a bureau counts as delivered if it returned a file for either borrower', async (t) => {
  const service = await runningService(t)
  const people: Person[] = [frozenOne, { ...thinAtOne, id: 'C1' }]
  const { answer } = await reported(service, 'credit_report', { people })
  const path = 'CREDIT_RESPONSE.CREDIT_REPOSITORY_INCLUDED.__BureauBIndicator'
  assert.equal(answer.text(path), 'N')
  const mixed = await reported(service, 'credit_report', {
    people: [frozenOne, { ...PEOPLE.avery, id: 'C1' }],
  })
  assert.equal(mixed.answer.text(path), 'Y')
})

test('two borrowers share one report, with a file and a score of each from every bureau', async (t) => {
  const service = await runningService(t)
  for (const ids of [
    ['B1', 'C1'],
    ['1', '2'],
    ['Borrower', 'CoBorrower'],
  ]) {
    const [first = '', second = ''] = ids
    for (const operation of ORDERING) {
      const people = [
        { ...rowan, id: first },
        { ...juno, id: second },
      ]
      const result = await reported(service, operation, { people, printed: true })
      const { answer } = result
      assert.deepEqual(answer.texts('CREDIT_RESPONSE.BORROWER._BorrowerID'), ids)
      assert.equal(answer.text('CREDIT_REQUEST_DATA._BorrowerID'), ids.join(' '))
      assert.deepEqual(answer.texts('CREDIT_RESPONSE.BORROWER.__PrintPositionType'), [
        'Borrower',
        'CoBorrower',
      ])
      const six = [first, first, first, second, second, second]
      assert.deepEqual(answer.texts('CREDIT_FILE._BorrowerID'), six)
      assert.deepEqual(answer.texts('CREDIT_SCORE._BorrowerID').toSorted(), six.toSorted())
      const reportIds = new Set([
        reportIdOf(result),
        ...answer.texts('CREDIT_SCORE._CreditReportIdentifier'),
      ])
      assert.equal(reportIds.size, 1)
      assert.equal(new Set(answer.texts('CREDIT_FILE._CreditFileID')).size, 6)
      const text = (await readPdf(answer.printed())).sheets.join(' ')
      for (const { first: name, last } of people)
        assert.ok(text.includes(name) && text.includes(last))
    }
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPdf } from '../print/print-read.ts'
import { type InterfaceField, RESPONSE_FIELDS } from '../support/interface-fields.ts'
import { runningService } from '../support/running-service.ts'
import type { AnswerDocument } from './support/answer-document.ts'
import { DIALECT_NAMES, PEOPLE, type Person, WORDS } from './support/order-document.ts'
import { reported, reportIdOf } from './support/ordered.ts'

const RD = 'RESPONSE_GROUP.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE'

/**
 * Elements whose content the interface leaves open, so that anything may appear inside (section
 * 2.2).
 */
const LEFT_OPEN = [
  `${RD}.CREDIT_FILE._OWNING_BUREAU.CONTACT_DETAIL`,
  `${RD}.CREDIT_CONSUMER_REFERRAL.CONTACT_DETAIL`,
  `${RD}.CREDIT_SUMMARY._DATA_SET`,
]

/** Shape M does not show the fields of a referral, and shape R lists them. */
const OPEN_IN: Readonly<Record<'M' | 'R', readonly string[]>> = {
  M: [...LEFT_OPEN, `${RD}.CREDIT_CONSUMER_REFERRAL`],
  R: LEFT_OPEN,
}

function fieldsOf(shape: 'M' | 'R'): readonly InterfaceField[] {
  return RESPONSE_FIELDS.filter(({ only }) => only === undefined || only === shape)
}

/** Returns the paths in the response that the shape does not list. */
function beyond(answer: AnswerDocument, shape: 'M' | 'R'): string[] {
  const listed = new Set(fieldsOf(shape).map(({ path }) => path))
  const paths = new Set(answer.written.map(({ path }) => path))
  return [...paths].filter(
    (path) => !listed.has(path) && !OPEN_IN[shape].some((open) => path.startsWith(`${open}.`)),
  )
}

/** Returns the required paths that are missing from any of the elements that should hold them. */
function missing(answer: AnswerDocument, shape: 'M' | 'R', without: readonly string[] = []) {
  const held = new Set(answer.written.map(({ path, holder }) => `${holder} ${path}`))
  const holders = (path: string) =>
    answer.written.flatMap((one, index) => (one.path === path ? [index] : []))
  return fieldsOf(shape).flatMap(({ path, required }) => {
    if (!required || without.includes(path)) return []
    const parent = path.slice(0, path.lastIndexOf('.'))
    const places = path === 'RESPONSE_GROUP' ? [-1] : holders(parent)
    return places.every((place) => held.has(`${place} ${path}`)) ? [] : [path]
  })
}

for (const dialect of DIALECT_NAMES) {
  test(`${dialect}: a mortgage-only response with scores has exactly the fields of shape M`, async (t) => {
    const service = await runningService(t)
    const { answer } = await reported(service, 'mortgage_only', { dialect })
    assert.equal(answer.dialect, dialect)
    assert.deepEqual(missing(answer, 'M'), [])
    assert.deepEqual(beyond(answer, 'M'), [])
    assert.equal(answer.texts('CREDIT_SCORE.__Value').length, 3)
    assert.equal(answer.texts('CREDIT_SCORE._FACTOR.__Code').length, 12)
    const bureaus = answer.texts('CREDIT_FILE._CreditRepositorySourceType')
    const words = WORDS.slice(1).map(([neutral, word]) => (dialect === 'mismo' ? word : neutral))
    assert.deepEqual(bureaus, words)
  })

  test(`${dialect}: a response without scores has no CREDIT_SCORE`, async (t) => {
    const service = await runningService(t)
    for (const typeOther of ['Streamline', 'SoftCheck']) {
      const { answer } = await reported(service, 'mortgage_only', {
        dialect,
        typeOther,
        description: 'MortgageOnly',
      })
      assert.deepEqual(missing(answer, 'M', [`${RD}.CREDIT_SCORE`]), [])
      assert.deepEqual(beyond(answer, 'M'), [])
      assert.ok(!answer.written.some(({ path }) => path.startsWith(`${RD}.CREDIT_SCORE`)))
      assert.equal(answer.text('CREDIT_RESPONSE._CreditReportTypeOtherDescription'), typeOther)
    }
  })

  test(`${dialect}: a refresh has exactly the fields of shape R`, async (t) => {
    const service = await runningService(t)
    await reported(service, 'credit_report', { dialect })
    const { answer } = await reported(service, 'refresh_report', { dialect })
    assert.deepEqual(missing(answer, 'R'), [])
    assert.deepEqual(beyond(answer, 'R'), [])
    const again = await reported(service, 'refresh_report', { dialect, action: 'Reissue' })
    assert.deepEqual(missing(again.answer, 'R'), [])
    assert.deepEqual(beyond(again.answer, 'R'), [])
  })
}

/**
 * Lists that are empty if a file is missing or cannot be scored. The response then has no such
 * element.
 */
const EMPTY_ARRAYS = [
  `${RD}.CREDIT_SCORE._FACTOR`,
  `${RD}.CREDIT_FILE._BORROWER._UnparsedAddress`,
  `${RD}.CREDIT_FILE._BORROWER._RESIDENCE`,
]

test('every kind of file keeps to shape M: alerts, freezes, no scores, joint', async (t) => {
  const service = await runningService(t)
  const { rowan, juno, fraud, frozenOne, thin, thinAtOne } = PEOPLE
  const groups: [Person[], readonly string[]][] = [
    [[rowan, juno], []],
    [[fraud], []],
    [[frozenOne], EMPTY_ARRAYS],
    [[thin], EMPTY_ARRAYS],
    [[thinAtOne], EMPTY_ARRAYS],
  ]
  for (const [people, without] of groups) {
    const { answer } = await reported(service, 'mortgage_only', { people })
    const who = people.map(({ last }) => last).join()
    assert.deepEqual(missing(answer, 'M', without), [], who)
    assert.deepEqual(beyond(answer, 'M'), [], who)
  }
})

/** The children of a merged response in MISMO's order. */
const MISMO_ORDER = [
  ...['CREDIT_REPORT_PRICE', 'CREDIT_REPOSITORY_INCLUDED', 'CREDIT_REQUEST_DATA', 'BORROWER'],
  ...['CREDIT_LIABILITY', 'CREDIT_PUBLIC_RECORD', 'CREDIT_INQUIRY', 'CREDIT_FILE', 'CREDIT_SCORE'],
  ...['CREDIT_TRADE_REFERENCE', 'CREDIT_COMMENT', 'CREDIT_CONSUMER_REFERRAL', 'CREDIT_SUMMARY'],
  'EMBEDDED_FILE',
]

for (const operation of ['credit_report', 'pre_qualification'] as const) {
  test(`${operation} returns shape M and the tradelines, in MISMO's order`, async (t) => {
    const service = await runningService(t)
    const { answer } = await reported(service, operation, { printed: true })
    assert.deepEqual(missing(answer, 'M'), [])
    const order = topLevel(answer)
    assert.deepEqual(
      order,
      MISMO_ORDER.filter((name) => order.includes(name)),
    )
    for (const name of ['CREDIT_LIABILITY', 'CREDIT_INQUIRY', 'CREDIT_TRADE_REFERENCE']) {
      assert.ok(order.includes(name), name)
    }
  })
}

/**
 * The children of the credit response without repetitions, in the order of their first occurrence.
 */
function topLevel(answer: AnswerDocument): string[] {
  const names = answer.written.flatMap(({ path, text }) => {
    const below = path.startsWith(`${RD}.`) ? path.slice(RD.length + 1) : ''
    return below !== '' && !below.includes('.') && text === undefined ? [below] : []
  })
  return [...new Set(names)]
}

test('the embedded file is a PDF that shows the borrower, the report number and the scores', async (t) => {
  const service = await runningService(t)
  const result = await reported(service, 'mortgage_only', { printed: true })
  const { answer } = result
  assert.equal(answer.text('EMBEDDED_FILE._MIMEType'), 'application/pdf')
  assert.equal(answer.text('EMBEDDED_FILE.__EncodingType'), 'base64')
  const encoded = answer.text('EMBEDDED_FILE.DOCUMENT.__cdata')
  const printed = answer.printed()
  assert.equal(printed.toString('base64'), encoded, 'the base64 is canonical')
  assert.equal(printed.subarray(0, 5).toString(), '%PDF-')
  assert.match(printed.subarray(-8).toString(), /%%EOF\s*$/)
  const text = (await readPdf(printed)).sheets.join(' ')
  assert.match(text, /Avery Q Sandford/)
  assert.ok(text.includes(reportIdOf(result)))
  for (const score of answer.texts('CREDIT_SCORE.__Value')) assert.ok(text.includes(score), score)
})

test('a name with markup characters comes back unchanged, in the response and on the page', async (t) => {
  const service = await runningService(t)
  const awkward = {
    ...PEOPLE.avery,
    first: 'Ñandú',
    last: `O'Brien & <Sons> "Ñandú" ]]>`,
    ssn: '900-77-0001',
  }
  for (const dialect of DIALECT_NAMES) {
    for (const operation of ['mortgage_only', 'credit_report'] as const) {
      const asked = { dialect, people: [awkward], printed: true }
      const { answer } = await reported(service, operation, asked)
      assert.equal(answer.text('CREDIT_RESPONSE.BORROWER.__LastName'), awkward.last)
      assert.equal(answer.text('CREDIT_RESPONSE.BORROWER.__FirstName'), awkward.first)
      const text = (await readPdf(answer.printed())).sheets.join(' ')
      assert.ok(text.includes(awkward.last), `${dialect} ${operation}: ${text.slice(0, 300)}`)
    }
  }
})

/** Tests that an item that a vendor lists several times with one identifier counts once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestIdOf } from '../../../src/bureaus/upstream/order-document.ts'
import { readAnswer } from '../../../src/bureaus/upstream/vendor-answer.ts'
import { vendorFile } from '../../../src/bureaus/upstream/vendor-file.ts'
import { BUREAUS } from '../../../src/documents/tables/enumerations.ts'
import { ASKED, merged } from './answers.ts'

/** Returns a tradeline of an identifier, an account number and bureaus. */
function line(id: string, number: string, bureaus: readonly string[], balance = 5_000): string {
  const sources = bureaus.map((bureau) => `<CREDIT_REPOSITORY _SourceType="${bureau}"/>`).join('')
  return `<CREDIT_LIABILITY CreditLiabilityID="${id}" _AccountIdentifier="${number}" _AccountOpenedDate="2019-06" _AccountType="Installment" _UnpaidBalanceAmount="${balance}">${sources}</CREDIT_LIABILITY>`
}

const inquiry = (id: string) =>
  `<CREDIT_INQUIRY CreditInquiryID="${id}" _Name="LANTERN AUTO" _Date="2026-01-05"><CREDIT_REPOSITORY _SourceType="Equifax"/></CREDIT_INQUIRY>`
const record = (id: string, docket: string) =>
  `<CREDIT_PUBLIC_RECORD CreditPublicRecordID="${id}" _Type="Judgment" _DocketIdentifier="${docket}" _FiledDate="2024-02"><CREDIT_REPOSITORY _SourceType="Equifax"/></CREDIT_PUBLIC_RECORD>`

const FILES = BUREAUS.map(
  (bureau) =>
    `<CREDIT_FILE CreditRepositorySourceType="${bureau}" _ResultStatusType="FileReturned"/>`,
).join('')

/** Merges responses with these items into a report. */
function reportOf(responses: readonly string[], mergeType = 'Blend') {
  const sent = responses.map(
    (items) =>
      `<CREDIT_RESPONSE CreditReportType="Merge" CreditReportMergeType="${mergeType}"><CREDIT_REQUEST_DATA CreditRequestID="${requestIdOf(ASKED)}"/><BORROWER _FirstName="Marisol" _LastName="Ibanez" _SSN="900441717"/>${items}${FILES}</CREDIT_RESPONSE>`,
  )
  const document = `<RESPONSE_GROUP><RESPONSE><RESPONSE_DATA>${sent.join('')}</RESPONSE_DATA></RESPONSE></RESPONSE_GROUP>`
  const answer = readAnswer({ bytes: Buffer.from(document), charset: undefined }, ASKED, 'vendor')
  assert.ok(answer.kind === 'report')
  const wanted = { subject: ASKED.subject, scoreWanted: true }
  return merged(BUREAUS.map((bureau) => vendorFile(answer, bureau, wanted)))
}

const remarksOf = (items: ReturnType<typeof reportOf>['liabilities']) =>
  items.map(({ CREDIT_COMMENT: comments = [] }) => comments.flatMap(({ _Text = [] }) => _Text))

const SAME_ID =
  'The source lists several items of this bureau with one identifier. They may be the same item.'
const ALL = [...BUREAUS]
// biome-ignore format: a table
const ACCOUNTS: readonly (readonly [what: string, items: string, lines: number, balance: number, remarks: number])[] = [
  ['an account that is repeated with all its data is listed once',
    line('L1', '70001', ALL) + line('L1', '70001', ALL), 1, 5_000, 0],
  ['an account that is listed once for each bureau is one line of the report',
    ALL.map((bureau) => line('L1', '70001', [bureau])).join(''), 1, 5_000, 0],
  ['accounts of two bureaus with one identifier and different numbers stay separate',
    line('L1', '70001', ['Equifax']) + line('L1', '80002', ['Experian']), 2, 10_000, 0],
  ['accounts of one bureau with one identifier and different data stay, with a remark',
    line('L1', '70001', ['Equifax']) + line('L1', '70001', ['Equifax'], 4_000), 2, 9_000, 2],
  ['equal accounts without an identifier stay separate',
    line('', '70001', ['Equifax']) + line('', '70001', ['Equifax']), 2, 10_000, 0],
  ['accounts with identifiers of their own are lines of the merge',
    line('L1', '70001', ['Equifax']) + line('L2', '70001', ['Experian']), 2, 10_000, 0],
]
for (const [what, items, lines, balance, remarks] of ACCOUNTS) {
  test(what, () => {
    const { liabilities, summaries } = reportOf([items])
    assert.equal(liabilities.length, lines)
    const total = summaries[0]?._DATA_SET?.find(({ _Name }) => _Name === 'TotalBalance')
    assert.equal(total?._Value, String(balance))
    assert.deepEqual(remarksOf(liabilities).flat(), Array(remarks).fill(SAME_ID))
  })
}

test('public records and inquiries that are repeated are listed once', () => {
  const items = [record('P1', '24-1'), record('P1', '24-1'), record('P2', '24-2')]
  const { publicRecords, inquiries } = reportOf([
    `${items.join('')}${inquiry('I1')}${inquiry('I1')}${inquiry('I2')}`,
  ])
  assert.equal(publicRecords.length, 2)
  assert.equal(inquiries.length, 2)
})

test('public records of one bureau with one identifier and different data get a remark', () => {
  const { publicRecords } = reportOf([record('P1', '24-1') + record('P1', '24-2')])
  const texts = publicRecords.flatMap(({ CREDIT_COMMENT: comments = [] }) => comments)
  assert.deepEqual(
    texts.flatMap(({ _Text }) => _Text),
    [SAME_ID, SAME_ID],
  )
})

test('each response can number its accounts from the start', () => {
  const { liabilities } = reportOf(
    [line('L1', '70001', ['Equifax']), line('L1', '80002', ['Equifax'])],
    'ListAndStack',
  )
  assert.equal(liabilities.length, 2)
  assert.deepEqual(remarksOf(liabilities).flat(), [])
})

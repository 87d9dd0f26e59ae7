/** Tests documents in which a vendor sends the bureaus in several `CREDIT_RESPONSE` elements. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CreditFile } from '../../../src/bureaus/bureau.ts'
import { UpstreamFailed } from '../../../src/bureaus/upstream/failure.ts'
import { requestIdOf } from '../../../src/bureaus/upstream/order-document.ts'
import { readAnswer } from '../../../src/bureaus/upstream/vendor-answer.ts'
import { vendorFile } from '../../../src/bureaus/upstream/vendor-file.ts'
import { BUREAUS, type BureauName } from '../../../src/documents/tables/enumerations.ts'
import { ASKED, merged } from './answers.ts'

const ID = requestIdOf(ASKED)

/** Returns a response of one bureau, with a file and an account that have the same identifiers. */
function responseOf(bureau: BureauName, requestId = ID): string {
  return `<CREDIT_RESPONSE CreditResponseID="CR-${bureau}" CreditReportMergeType="Blend" CreditReportType="Merge">
    <CREDIT_REQUEST_DATA CreditRequestID="${requestId}"/>
    <BORROWER BorrowerID="B1" _FirstName="Marisol" _LastName="Ibanez" _SSN="900441717"/>
    <CREDIT_LIABILITY CreditFileID="F1" _AccountIdentifier="7000" _AccountOpenedDate="2019-06" _AccountType="Mortgage"/>
    <CREDIT_INQUIRY _Name="INQUIRER OF ${bureau}" _Date="2026-01-05"/>
    <CREDIT_FILE CreditFileID="F1" CreditRepositorySourceType="${bureau}"/>
    <CREDIT_SCORE CreditScoreID="S1" CreditFileID="F1" _Value="7${BUREAUS.indexOf(bureau)}0"/>
    <_ALERT_MESSAGE><_Text>ALERT OF ${bureau}</_Text></_ALERT_MESSAGE>
  </CREDIT_RESPONSE>`.replace('<CREDIT_FILE', '<CREDIT_FILE _ResultStatusType="FileReturned"')
}

const ERROR = `<CREDIT_RESPONSE CreditReportType="Error"><CREDIT_REQUEST_DATA CreditRequestID="${ID}"/>
  <CREDIT_ERROR_MESSAGE _SourceType="TransUnion"><_Text>NO HIT</_Text></CREDIT_ERROR_MESSAGE>
</CREDIT_RESPONSE>`

const inData = (...responses: string[]) => `<RESPONSE_DATA>${responses.join('')}</RESPONSE_DATA>`
const inEnvelopes = (...data: string[]) =>
  `<RESPONSE_GROUP>${data.map((one) => `<RESPONSE>${one}</RESPONSE>`).join('')}</RESPONSE_GROUP>`

function filesIn(document: string): readonly CreditFile[] {
  const answer = readAnswer({ bytes: Buffer.from(document), charset: undefined }, ASKED, 'vendor')
  assert.ok(answer.kind !== 'pending')
  return BUREAUS.map((bureau) =>
    vendorFile(answer, bureau, { subject: ASKED.subject, scoreWanted: true }),
  )
}

const all = BUREAUS.map((bureau) => responseOf(bureau))
const FORMS = [
  ['CREDIT_RESPONSE', inEnvelopes(inData(...all))],
  ['RESPONSE_DATA', inEnvelopes(all.map((one) => inData(one)).join(''))],
  ['RESPONSE', inEnvelopes(...all.map((one) => inData(one)))],
] as const

for (const [element, document] of FORMS) {
  test(`every bureau is read if each has a ${element} of its own`, () => {
    const files = filesIn(document)
    assert.deepEqual(
      files.map(({ status, accounts, inquiries, score, alerts }) => [
        status,
        accounts.length,
        inquiries.map(({ _Name }) => _Name),
        score?.value,
        alerts.flatMap(({ _Text }) => _Text),
      ]),
      BUREAUS.map((bureau, index) => [
        'FileReturned',
        1,
        [`INQUIRER OF ${bureau}`],
        700 + 10 * index,
        [`ALERT OF ${bureau}`],
      ]),
    )
    const { liabilities } = merged(files)
    assert.equal(liabilities.length, 1, 'each bureau reports the same account')
  })
}

test('a percentile is that of the score of its response, although another has the same number', () => {
  const key = (response: string, percent: number) =>
    `<KEY _Name="CreditScoreRankPercent_${response}_S1" _Value="${percent}"/>`
  const percentiles = (keys: string) =>
    filesIn(inEnvelopes(`${keys}${inData(...all)}`)).map(({ score }) => score?.percentile)
  assert.deepEqual(percentiles(key('CR-Experian', 44)), [undefined, 44, undefined])
  const both = `${key('CR-Equifax', 41)}${key('CR-Experian', 44)}`
  assert.deepEqual(percentiles(both), [41, 44, undefined])
})

test('a remark or check in the response of a bureau is in its file only', () => {
  const inEquifax = `<CREDIT_COMMENT _Type="ConsumerStatement"><_Text>DIVORCED</_Text></CREDIT_COMMENT>
    <CREDIT_COMMENT _SourceType="Experian" _Type="BureauRemarks"><_Text>OF EXPERIAN</_Text></CREDIT_COMMENT>
    <CREDIT_COMMENT _Type="Instruction"><_Text>HOW THIS VENDOR MERGES</_Text></CREDIT_COMMENT>
    <REGULATORY_PRODUCT _SourceType="OFAC" _ResultStatusType="Hit"/>`
  const [first = '', ...others] = all
  const more = first.replace('<CREDIT_FILE', `${inEquifax}<CREDIT_FILE`)
  const files = filesIn(inEnvelopes(inData(more, ...others)))
  assert.deepEqual(
    files.map(({ comments }) => comments.flatMap(({ _Text }) => _Text)),
    [['DIVORCED'], ['OF EXPERIAN'], []],
  )
  assert.deepEqual(
    files.map(({ alerts }) => alerts.length),
    [2, 1, 1],
  )
})

test('an alert, remark or check in the response of two bureaus is in their files only', () => {
  const further = `<CREDIT_COMMENT _Type="ConsumerStatement"><_Text>DIVORCED</_Text></CREDIT_COMMENT>
    <REGULATORY_PRODUCT CreditRepositorySourceType="MergedData" _SourceType="OFAC" _ResultStatusType="Hit"/>
    <CREDIT_FILE CreditFileID="F2" CreditRepositorySourceType="Experian" _ResultStatusType="FileReturned"/>`
  const two = responseOf('Equifax').replace('<CREDIT_SCORE', `${further}<CREDIT_SCORE`)
  const files = filesIn(inEnvelopes(inData(two, responseOf('TransUnion'))))
  assert.deepEqual(
    files.map(({ alerts, comments }) => [
      ...alerts.flatMap(({ _Text }) => _Text),
      comments.some(({ _Text }) => _Text?.includes('DIVORCED')),
    ]),
    [
      ['ALERT OF Equifax', 'Hit', true],
      ['ALERT OF Equifax', 'Hit', true],
      ['ALERT OF TransUnion', false],
    ],
  )
})

test('an item that names no file belongs to none of several files of its response', () => {
  const further =
    '<CREDIT_FILE CreditRepositorySourceType="TransUnion" _ResultStatusType="FileReturned"/>'
  const two = responseOf('Experian')
    .replaceAll(' CreditFileID="F1"', '')
    .replace('<CREDIT_SCORE', `${further}<CREDIT_SCORE`)
  const files = filesIn(inEnvelopes(inData(responseOf('Equifax'), two)))
  assert.deepEqual(
    files.map(({ accounts }) => accounts.length),
    [1, 0, 0],
  )
  const [remark] = files[1]?.comments ?? []
  assert.match(remark?._Text?.[0] ?? '', /name no bureau and are not shown: 2\.$/)
})

test('an error beside a report is the reason of its bureau', () => {
  for (const responses of [
    [ERROR, responseOf('Equifax')],
    [responseOf('Equifax'), ERROR],
  ]) {
    assert.deepEqual(
      filesIn(inEnvelopes(inData(...responses))).map(({ status }) => status),
      ['FileReturned', 'NoFileReturnedError', 'NoFileReturnedNoHit'],
    )
  }
})

test('a response that a document repeats counts once', () => {
  const [equifax] = filesIn(inEnvelopes(inData(responseOf('Equifax'), responseOf('Equifax'))))
  assert.equal(equifax?.accounts.length, 1)
  assert.equal(equifax?.score?.value, 700)
})

test('a response that is repeated with other identifiers counts once, but not with other content', () => {
  const first = responseOf('Equifax').replace(
    '<CREDIT_RESPONSE',
    '<CREDIT_RESPONSE CreditReportIdentifier="V1"',
  )
  const numbered = first.replace('"V1"', '"V2"')
  const renamed = numbered
    .replaceAll('"F1"', '"F9"')
    .replace('"S1"', '"S9"')
    .replaceAll('"B1"', '"B9"')
  const accountsIn = (...responses: string[]) =>
    filesIn(inEnvelopes(inData(...responses)))[0]?.accounts.length
  assert.deepEqual([accountsIn(first, numbered), accountsIn(first, renamed)], [1, 1])
  assert.equal(accountsIn(first, numbered.replace('"7000"', '"7001"')), 2)
  const elsewhere = first.replace(
    '<CREDIT_LIABILITY CreditFileID="F1"',
    '<CREDIT_LIABILITY CreditFileID=""',
  )
  assert.equal(accountsIn(first, elsewhere), 2, 'the link to the file is content')
})

test('one response about another order rejects all', () => {
  const document = inEnvelopes(inData(responseOf('Equifax'), responseOf('Experian', 'OTHER')))
  assert.throws(
    () => filesIn(document),
    (error) => error instanceof UpstreamFailed && error.kind === 'of another',
  )
})

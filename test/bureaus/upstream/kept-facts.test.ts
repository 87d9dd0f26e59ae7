/**
 * Tests that facts in unusual but real forms of a vendor's response reach the report: errors and
 * alerts beside files, files without a status, names in the directory, and ratings of several
 * responses.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CreditFile } from '../../../src/bureaus/bureau.ts'
import { isSamePerson } from '../../../src/bureaus/same-person.ts'
import { statusIn, withMaskedSubject } from '../../../src/bureaus/upstream/no-file.ts'
import { requestIdOf } from '../../../src/bureaus/upstream/order-document.ts'
import { readAnswer } from '../../../src/bureaus/upstream/vendor-answer.ts'
import { vendorFile } from '../../../src/bureaus/upstream/vendor-file.ts'
import { BUREAUS } from '../../../src/documents/tables/enumerations.ts'
import { isMortgage } from '../../../src/reports/loan-types.ts'
import { ASKED, merged } from './answers.ts'

const BORROWER =
  '<BORROWER BorrowerID="B1" _FirstName="Marisol" _LastName="Ibanez" _SSN="900441717"/>'
const PERSON = '<_BORROWER _FirstName="Marisol" _LastName="Ibanez" _SSN="900441717"/>'

const file = (bureau: string, inside = PERSON, status = '') =>
  `<CREDIT_FILE CreditFileID="F-${bureau}" BorrowerID="B1" CreditRepositorySourceType="${bureau}"${status && ` _ResultStatusType="${status}"`}>${inside}</CREDIT_FILE>`
const score = (bureau: string) =>
  `<CREDIT_SCORE CreditFileID="F-${bureau}" BorrowerID="B1" CreditRepositorySourceType="${bureau}" _Value="700"/>`
const account = (bureau: string, attributes: string, inside = '') =>
  `<CREDIT_LIABILITY BorrowerID="B1" CreditFileID="F-${bureau}" _AccountIdentifier="7000" _AccountOpenedDate="2019-06" ${attributes}>${inside}<CREDIT_REPOSITORY _SourceType="${bureau}" _SubscriberCode="1"/></CREDIT_LIABILITY>`

/** Wraps the content of responses, which begins with the borrower, in a document. */
function documentOf(contents: readonly string[], beside = '', attributes = ''): string {
  const responses = contents.map(
    (content) =>
      `<CREDIT_RESPONSE CreditReportType="Merge" ${attributes}><CREDIT_REQUEST_DATA CreditRequestID="${requestIdOf(ASKED)}"/>${BORROWER}${content}</CREDIT_RESPONSE>`,
  )
  return `<RESPONSE_GROUP><RESPONSE><RESPONSE_DATA>${responses.join('')}</RESPONSE_DATA>${beside}</RESPONSE></RESPONSE_GROUP>`
}

type Files = readonly [CreditFile, CreditFile, CreditFile]

function filesOf(document: string): Files {
  const answer = readAnswer({ bytes: Buffer.from(document), charset: undefined }, ASKED, 'vendor')
  assert.ok(answer.kind !== 'pending')
  const wanted = { subject: ASKED.subject, scoreWanted: true }
  return BUREAUS.map((bureau) => vendorFile(answer, bureau, wanted)) as unknown as Files
}

const textsOf = (messages: readonly { readonly _Text?: readonly string[] | undefined }[]) =>
  messages.flatMap(({ _Text }) => _Text ?? [])

const DOWN = '<STATUS _Condition="Error" _Description="Equifax not available"/>'
// biome-ignore format: a table
const PARTLY: readonly (readonly [what: string, files: string])[] = [
  ['the files name only the number', file('Experian', '<_BORROWER _SSN="900441717"/>') + file('TransUnion', '<_BORROWER _SSN="900441717"/>')],
  ['the files only state that they are returned', file('Experian', '', 'FileReturned') + file('TransUnion', '', 'FileReturned')],
  ['there are only scores', ''],
]
for (const [what, files] of PARTLY) {
  test(`an error about one bureau leaves the others: ${what}`, () => {
    const [equifax, experian, transUnion] = filesOf(
      documentOf([`${files}${score('Experian')}${score('TransUnion')}`], DOWN),
    )
    assert.equal(equifax.status, 'NoFileReturnedError')
    assert.equal(equifax.message, 'Equifax not available')
    assert.deepEqual([experian.status, experian.score?.value], ['FileReturned', 700])
    assert.deepEqual([transUnion.status, transUnion.score?.value], ['FileReturned', 700])
  })
}

test('a file that states neither status nor person has the scores and items of the bureau', () => {
  const [equifax] = filesOf(
    documentOf([
      file('Equifax', '') + score('Equifax') + account('Equifax', '_AccountType="Mortgage"'),
    ]),
  )
  assert.deepEqual(
    [equifax.status, equifax.score?.value, equifax.accounts.length],
    ['FileReturned', 700, 1],
  )
})

test('a report of type Status is a report, not an order in progress', () => {
  const text = documentOf([file('Equifax') + score('Equifax')], '<STATUS _Condition="Success"/>')
  const [equifax] = filesOf(text.replace('"Merge"', '"Status" CreditReportIdentifier="5"'))
  assert.equal(equifax.status, 'FileReturned')
})

test('alerts and remarks of a file that is not returned are kept', () => {
  const alert =
    '<_ALERT_MESSAGE _CategoryType="FACTAFraudVictimExtended"><_Text>CALL FIRST</_Text></_ALERT_MESSAGE>'
  const remark = '<CREDIT_COMMENT _Type="Other"><_Text>SEEN IN 2019</_Text></CREDIT_COMMENT>'
  const [equifax] = filesOf(
    documentOf([file('Equifax', alert + remark, 'NoFileReturnedCreditFreeze') + file('Experian')]),
  )
  assert.equal(equifax.status, 'NoFileReturnedCreditFreeze')
  assert.deepEqual(textsOf(equifax.alerts), ['CALL FIRST'])
  assert.deepEqual(textsOf(equifax.comments), ['SEEN IN 2019'])
  const [shown] = merged([equifax]).files
  assert.ok(textsOf(shown?._ALERT_MESSAGE ?? []).includes('CALL FIRST'))
})

test('a remark counts the items of a bureau that returned no file', () => {
  const [equifax] = filesOf(
    documentOf([
      file('Equifax', '', 'NoFileReturnedNoHit') +
        account('Equifax', '_AccountType="Mortgage"') +
        account('Equifax', '_AccountType="Revolving"') +
        file('Experian'),
    ]),
  )
  assert.deepEqual([equifax.status, equifax.accounts.length], ['NoFileReturnedNoHit', 0])
  assert.deepEqual(textsOf(equifax.comments), [
    "Items of the source's response that belong to a bureau without a file and are not shown: 2.",
  ])
})

// biome-ignore format: a table
const WHOLE_NAMES = [
  ['MARISOL IBANEZ',      'the person ordered'],
  ['IBANEZ, MARISOL Q',   'the person ordered'],
  ['MARISOL I BANEZ',     'the person ordered'],
  ['PATRICE VANDERMOLEN', 'someone else'],
] as const
for (const [name, whose] of WHOLE_NAMES) {
  test(`a file with the number and the whole name ${name} is about ${whose}`, () => {
    const person = `<_BORROWER _SSN="900441717" _UnparsedName="${name}"/>`
    const [equifax] = filesOf(documentOf([file('Equifax', person)]))
    assert.ok(equifax.person)
    const isSame = isSamePerson(equifax.person, ASKED.subject, [])
    assert.equal(isSame, whose === 'the person ordered')
  })
}

test('an alert whose type names a bureau is not on the files of the others', () => {
  const alert =
    '<_ALERT_MESSAGE _Type="TransUnionHAWKAlert"><_Text>HAWK</_Text></_ALERT_MESSAGE><_ALERT_MESSAGE><_Text>ALL</_Text></_ALERT_MESSAGE>'
  const files = filesOf(documentOf([BUREAUS.map((bureau) => file(bureau)).join('') + alert]))
  assert.deepEqual(
    files.map(({ alerts }) => textsOf(alerts)),
    [['ALL'], ['ALL'], ['HAWK', 'ALL']],
  )
})

test('errors beside files that are returned are remarks on them', () => {
  const error = (text: string) =>
    `<CREDIT_ERROR_MESSAGE><_Text>${text}</_Text></CREDIT_ERROR_MESSAGE>`
  const [equifax, experian] = filesOf(
    documentOf([
      file('Equifax', PERSON + error('PARTLY SUPPRESSED')) +
        file('Equifax', '', 'NoFileReturnedCreditFreeze').replace('F-', 'G-') +
        file('Experian') +
        error('EQUIFAX SCORE LATE') +
        error('LIST NOT SCREENED'),
    ]),
  )
  assert.deepEqual(textsOf(equifax.comments), [
    'PARTLY SUPPRESSED',
    'EQUIFAX SCORE LATE',
    'Another file: The consumer has frozen the file; no file was returned.',
  ])
  assert.deepEqual(textsOf(experian.comments), ['LIST NOT SCREENED'])
})

test('creditors and inquirers that are named only in the directory have their names', () => {
  const directory =
    '<CREDIT_TRADE_REFERENCE CreditTradeReferenceID="T1" _Name="FAR BANK" _City="RENO"/>'
  const [equifax] = filesOf(
    documentOf([
      account('Equifax', 'CreditTradeReferenceID="T1" _AccountType="Mortgage"') +
        '<CREDIT_INQUIRY CreditFileID="F-Equifax" CreditTradeReferenceID="T1" _Date="2026-01-05-05:00"/>' +
        file('Equifax') +
        directory,
    ]),
  )
  assert.equal(equifax.accounts[0]?._CREDITOR?._Name, 'FAR BANK')
  assert.deepEqual(
    equifax.inquiries.map(({ _Name, _Date }) => [_Name, _Date]),
    [['FAR BANK', '2026-01-05']],
  )
})

test('each response has its own system of rating codes', () => {
  const rated = (bureau: string) =>
    account(bureau, '_AccountType="Mortgage"', '<_CURRENT_RATING _Code="5"/>') + file(bureau)
  for (const order of [
    ['Equifax', 'Experian'],
    ['Experian', 'Equifax'],
  ]) {
    const text = order
      .map((bureau) =>
        documentOf([rated(bureau)], '', `CreditRatingCodeType="${bureau}"`).replace(
          /^<RESPONSE_GROUP>|<\/RESPONSE_GROUP>$/g,
          '',
        ),
      )
      .join('')
    const [equifax, experian] = filesOf(`<RESPONSE_GROUP>${text}</RESPONSE_GROUP>`)
    assert.equal(equifax.accounts[0]?._CURRENT_RATING?._Type, 'LateOver120Days', order.join())
    assert.equal(experian.accounts[0]?._CURRENT_RATING?._Type, 'NoDataAvailable', order.join())
  }
})

test('a mortgage in other words stays a mortgage', () => {
  for (const type of [
    'CreditLoanType="FHA Real Estate Mortgage"',
    'CreditLoanType="Mortgage Loan"',
    'CreditLoanType="Other" CreditLoanTypeOtherDescription="FIRST MORTGAGE"',
  ]) {
    const [equifax] = filesOf(
      documentOf([account('Equifax', `_AccountType="Unknown" ${type}`) + file('Equifax')]),
    )
    assert.ok(equifax.accounts[0] && isMortgage(equifax.accounts[0]), type)
  }
})

test('a charge-off that no rating states is derogatory and counted', () => {
  const lost = '_DerogatoryDataIndicator="Y" _ChargeOffAmount="-1,500.00" _ChargeOffDate="2026-01"'
  const pattern = '<_PAYMENT_PATTERN _Data="CC1CC" _StartDate="2026-02"/>'
  const files = filesOf(
    documentOf([account('Equifax', `_AccountType="Revolving" ${lost}`, pattern) + file('Equifax')]),
  )
  const { liabilities, summaries } = merged([files[0]])
  assert.equal(liabilities[0]?._DerogatoryDataIndicator, true)
  assert.equal(liabilities[0]?._ChargeOffAmount, 1_500)
  const figures = summaries.flatMap(({ _DATA_SET = [] }) => _DATA_SET)
  assert.equal(figures.find(({ _Name }) => _Name === 'ChargeOffs')?._Value, '1')
})

// biome-ignore format: a table
const WORDS: readonly (readonly [text: string, status: string | undefined])[] = [
  ['NO HIT', 'NoFileReturnedNoHit'],
  ['NO RECORD FOUND', 'NoFileReturnedNoHit'],
  ['EQUIFAX: NOT FOUND', 'NoFileReturnedNoHit'],
  ['Consumer not found', 'NoFileReturnedNoHit'],
  ['Unable to locate credit file', 'NoFileReturnedNoHit'],
  ['RequestData not found', undefined],
  ['Client account 4711 not found', undefined],
  ['ROUTING TABLE NOT FOUND', undefined],
  ['SUBSCRIBER CODE NOT FOUND', undefined],
  ['NO FILE SERVER AVAILABLE', undefined],
  ['NO REPORT AVAILABLE, SYSTEM DOWN', undefined],
  ['CREDIT REPORT IS FROZEN', 'NoFileReturnedCreditFreeze'],
  ['SUBJECT IS A MINOR', 'NoFileReturnedBorrowerIsAMinor'],
  ['A minor system error occurred', undefined],
  ['SUBJECT UNDER SECURITY FREEZE', 'NoFileReturnedCreditFreeze'],
  ['The file is frozen', 'NoFileReturnedCreditFreeze'],
  ['CONSUMER SUPPRESSED', 'NoFileReturnedCreditFreeze'],
  ['FROZEN', 'NoFileReturnedCreditFreeze'],
  ['Your company account is frozen: unpaid invoice', undefined],
  ['NO SECURITY FREEZE; LINK TO BUREAU DOWN', undefined],
]
for (const [text, status] of WORDS) {
  test(`“${text}” means ${status ?? 'nothing about the consumer'}`, () => {
    assert.equal(statusIn(text), status)
  })
}

test("the borrower's data are masked in a vendor's error text, and so is a card number", () => {
  const subject = { ...ASKED.subject, birthDate: '1981-02-03' }
  const text =
    'NO MATCH FOR MARISOL IBANEZ, 77 calle peña, BORN 2/3/1981 (02/03/1981), ACCT 4111111111111111, SSN 900/44/1717, CODE 42'
  const [file] = filesOf(documentOf(['']))
  assert.equal(
    withMaskedSubject({ ...file, message: text }, subject).message,
    'NO MATCH FOR [name] [name], [street], BORN [birth date] ([birth date]), ACCT [number], SSN XXX-XX-1717, CODE 42',
  )
})

test('a public record keeps the words of its source', () => {
  const record = (attributes: string) =>
    `<CREDIT_PUBLIC_RECORD CreditFileID="F-Equifax" _FiledDate="2024-02" ${attributes}/>`
  const [equifax] = filesOf(
    documentOf([
      record('_Type="Other" _TypeOtherDescription="STATE WAGE CLAIM" _DefendantName="M IBANEZ"') +
        record('_Type="Chapter7Bankruptcy" _DispositionType="DischargedCh7"') +
        record(
          '_Type="Judgment" _DispositionType="Other" _DispositionTypeOtherDescription="STAYED"',
        ) +
        record('_Type="Judgment"') +
        file('Equifax'),
    ]),
  )
  assert.deepEqual(
    equifax.publicRecords.map((one) => [
      one._Type,
      one._DispositionType,
      textsOf(one.CREDIT_COMMENT ?? []).join(),
    ]),
    [
      ['Other', undefined, 'Of the source: type STATE WAGE CLAIM · defendant M IBANEZ.'],
      ['BankruptcyChapter7', 'Other', 'Of the source: disposition DischargedCh7.'],
      ['Judgment', 'Other', 'Of the source: disposition STAYED.'],
      ['Judgment', undefined, ''],
    ],
  )
})

test('the name on a file has the middle name and the generation', () => {
  const person =
    '<_BORROWER _FirstName="Marisol" _MiddleName="T" _LastName="Ibanez" _NameSuffix="JR" _SSN="900441717"/>'
  const [equifax] = filesOf(documentOf([file('Equifax', person)]))
  assert.equal(equifax.person?._UnparsedName, 'Marisol T Ibanez JR')
})

test('the range of a model that only the vendor knows is in the KEYs of the report', () => {
  const keys =
    '<KEY _Name="FarScore 9_MinimumValue" _Value="250"/><KEY _Name="FarScore 9_MaximumValue" _Value="900"/>'
  const text = documentOf([
    file('Equifax') + score('Equifax').replace(' _Value', ' _ModelNameType="FarScore 9" _Value'),
  ]).replace('<RESPONSE>', `<RESPONSE>${keys}`)
  const found = merged([filesOf(text)[0]]).keys.filter(({ _Name }) => _Name.startsWith('FarScore'))
  assert.deepEqual(
    found.map(({ _Name, _Value }) => [_Name, _Value]),
    [
      ['FarScore 9_MinimumValue', '250'],
      ['FarScore 9_MaximumValue', '900'],
    ],
  )
})

test('a soft inquiry is not listed, and a remark says how many there are', () => {
  const inquiry = (purpose: string, bureau: string) =>
    `<CREDIT_INQUIRY CreditFileID="F-${bureau}" _Name="${purpose} CO" _Date="2026-01-05" _PurposeType="${purpose}"/>`
  const [equifax, experian] = filesOf(
    documentOf([
      inquiry('SOFT', 'Equifax') +
        inquiry('HARD', 'Equifax') +
        inquiry('CreditGranting', 'Experian') +
        file('Equifax') +
        file('Experian'),
    ]),
  )
  const shown = [...equifax.inquiries, ...experian.inquiries]
  assert.deepEqual(
    shown.map(({ _Name, _PurposeType }) => [_Name, _PurposeType]),
    [
      ['HARD CO', undefined],
      ['CreditGranting CO', 'CreditGranting'],
    ],
  )
  assert.deepEqual(textsOf(equifax.comments), [
    "Items of the source's response that are soft inquiries and are not shown: 1.",
  ])
  assert.deepEqual(experian.comments, [])
})

test('aliases and addresses in parts are whole', () => {
  const person = PERSON.replace(
    '/>',
    '><_ALIAS _FirstName="MARI" _MiddleName="TERESA" _LastName="IBANEZ" _NameSuffix="SR"/><_RESIDENCE _City="TAOS" _State="NM" _PostalCode="87571"><PARSED_STREET_ADDRESS _HouseNumber="77" _StreetName="PARSED" _StreetSuffix="AVE" _ApartmentOrUnit="4B"/></_RESIDENCE></_BORROWER>',
  )
  const [equifax] = filesOf(documentOf([file('Equifax', person)]))
  assert.equal(equifax.person?._ALIAS?.[0]?._UnparsedName, 'MARI TERESA IBANEZ SR')
  assert.equal(equifax.person?._RESIDENCE?.[0]?._StreetAddress, '77 PARSED AVE 4B')
})

// biome-ignore format: a table
const STATUSES: readonly (readonly [sent: string, status: string])[] = [
  ['', 'Open'], ['open', 'Open'], ['Current', 'Open'], ['Charge-Off', 'Closed'], ['Paid in full', 'Paid'],
  ['TRANSFERRED/SOLD', 'Transferred'], ['Closed by consumer', 'Closed'], ['Frozen', 'Frozen'],
]

test('the status of an account is read in other words', () => {
  for (const [sent, status] of STATUSES) {
    const attributes = `_AccountType="Revolving" ${sent && `_AccountStatusType="${sent}"`}`
    const [equifax] = filesOf(documentOf([account('Equifax', attributes) + file('Equifax')]))
    assert.equal(equifax.accounts[0]?._AccountStatusType, status, sent)
  }
})

/** Tests how responses of vendors are read, and which ones are rejected. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { CreditFile } from '../../../src/bureaus/bureau.ts'
import { countedFamilyOf } from '../../../src/bureaus/score-models.ts'
import { type FailureKind, UpstreamFailed } from '../../../src/bureaus/upstream/failure.ts'
import { readAnswer } from '../../../src/bureaus/upstream/vendor-answer.ts'
import { vendorFile } from '../../../src/bureaus/upstream/vendor-file.ts'
import { BUREAUS } from '../../../src/documents/tables/enumerations.ts'
import { acceptedFile, FileRejected } from '../../../src/orders/fulfil/accepted-file.ts'
import { fileProblems } from '../bureau.contract.ts'
import { ASKED, MARISOL, merged, recorded } from './answers.ts'

type Files = readonly [CreditFile, CreditFile, CreditFile]

function answered(bytes: Uint8Array, charset?: string) {
  return readAnswer({ bytes, charset }, ASKED, 'vendor')
}

/** Returns the files of the three bureaus, each checked to be fit for a report. */
function filesIn(name: string, change?: (text: string) => string): Files {
  const answer = answered(recorded(name, change))
  assert.ok(answer.kind !== 'pending')
  const files = BUREAUS.map((bureau) =>
    vendorFile(answer, bureau, { subject: ASKED.subject, scoreWanted: true }),
  )
  for (const file of files) {
    assert.deepEqual(fileProblems(file), [])
    acceptedFile(file, file.bureau, MARISOL)
  }
  return files as unknown as Files
}

function outcomes(files: readonly CreditFile[]) {
  return files.map(({ status, message }) => [status, message])
}

test("a blended line is added to the file of each bureau it names, with that bureau's code", () => {
  const [equifax, experian, transUnion] = filesIn('blended')
  const lines = ({ accounts }: CreditFile) =>
    accounts.map((one) => [one.subscriberCode, one._CREDITOR?._Name ?? one._OriginalCreditorName])
  assert.deepEqual(lines(equifax), [
    ['444FM00011', 'TALUS SAVINGS'],
    ['162YC00900', 'COPPER CREEK CLINIC'],
  ])
  assert.deepEqual(lines(experian), [
    ['1990011', 'TALUS SAVINGS'],
    ['1270990', 'PEÑASCO CARD BANK'],
    ['3980900', 'COPPER CREEK CLINIC'],
  ])
  assert.equal(lines(transUnion).length, 3)
  const remarks = (file: CreditFile) =>
    file.accounts[0]?.CREDIT_COMMENT?.flatMap(({ _Text }) => _Text)
  assert.deepEqual(remarks(equifax), ['REAL ESTATE MORTGAGE'])
  assert.deepEqual(remarks(experian), [])
  assert.deepEqual(
    [equifax, experian, transUnion].map(({ publicRecords, inquiries }) => [
      publicRecords.length,
      inquiries.length,
    ]),
    [
      [1, 0],
      [0, 1],
      [1, 0],
    ],
  )
})

test('merging a blended report again gives the same report, even for unnumbered accounts', () => {
  const { liabilities, publicRecords, inquiries } = merged(filesIn('blended'))
  assert.deepEqual(
    liabilities.map((one) => (one.CREDIT_REPOSITORY ?? []).map((source) => source._SourceType)),
    [
      ['Equifax', 'Experian', 'TransUnion'],
      ['Experian', 'TransUnion'],
      ['Equifax', 'Experian', 'TransUnion'],
    ],
  )
  assert.equal(publicRecords.length, 1)
  assert.equal(inquiries.length, 1)
  const withoutDocket = (text: string) => text.replace(' _DocketIdentifier="17-00042"', '')
  assert.equal(merged(filesIn('blended', withoutDocket)).publicRecords.length, 1)
})

test('scores are read with sign and zeros, and the mortgage model is preferred if there are two', () => {
  const [equifax, experian, transUnion] = filesIn('blended')
  assert.equal(equifax.score?.value, 715)
  assert.deepEqual(
    equifax.score?.factors.map(({ _Code }) => _Code),
    ['00038', '00018', '00010', '00014'],
  )
  assert.equal(equifax.score?.inquiriesLowered, true, 'the fifth factor is that of inquiries')
  assert.equal(experian.score?.model, 'ExperianFairIsaac')
  assert.equal(experian.score?.value, 721)
  assert.deepEqual(
    experian.score?.factors.map(({ _Code }) => _Code),
    ['38'],
  )
  assert.equal(transUnion.score?.value, 709)
})

test('a factor without a code is kept, and so is a fifth one that is not about inquiries', () => {
  const factors =
    '<_FACTOR _Text="OLD ACCOUNTS"/><_FACTOR _Code="10" _Text="B"/><_FACTOR _Code="11" _Text="C"/><_FACTOR _Code="12" _Text="D"/><_FACTOR _Code="20" _Text="E"/>'
  const [, experian] = filesIn('blended', (text) =>
    text.replace(/(CreditScoreID="CRScoXPN0001"[^>]*_Value[^>]*>)[^/]*\/>/, `$1${factors}`),
  )
  const found = experian.score?.factors.map(({ _Code, _Text }) => `${_Code} ${_Text}`)
  assert.deepEqual(found?.slice(0, 5), ['- OLD ACCOUNTS', '10 B', '11 C', '12 D', '20 E'])
  assert.equal(experian.score?.inquiriesLowered, false)
})

/** Adds a second file of a bureau, with the person's name and number, and a former address. */
const withSecondFile =
  (last: string, ssn: string, inside = '') =>
  (text: string) =>
    text.replace(
      '<CREDIT_SCORE ',
      `<CREDIT_FILE CreditFileID="F9" CreditRepositorySourceType="Equifax" _ResultStatusType="FileReturned"><_BORROWER _FirstName="Marisol" _LastName="${last}" _SSN="${ssn}">${inside}<_RESIDENCE _StreetAddress="9 OTHER ST" _City="RENO" _State="NV" _PostalCode="89501"/></_BORROWER></CREDIT_FILE>$&`,
    )

test('every file of a bureau must be about the person, and adds what it knows of them', () => {
  const alias = '<_ALIAS _FirstName="Mari" _LastName="Ibanez"/>'
  const [equifax] = filesIn('blended', withSecondFile('Ibanez', '900-44-1717', alias))
  assert.ok(equifax.person?._ALIAS?.some(({ _FirstName }) => _FirstName === 'Mari'))
  const streets = equifax.person?._RESIDENCE?.map(({ _StreetAddress }) => _StreetAddress)
  assert.ok(streets?.includes('9 OTHER ST'), `${streets}`)
  // A relative with another number, and a stranger with the same one.
  for (const [last, ssn] of [
    ['Ibanez', '901-44-5566'],
    ['Stranger', '900-44-1717'],
  ] as const) {
    assert.throws(() => filesIn('blended', withSecondFile(last, ssn)), FileRejected)
  }
})

test('a score has the percentile of its vendor, and no other one', () => {
  const percentiles = (change?: (text: string) => string) =>
    merged(filesIn('blended', change)).keys.flatMap(({ _Name, _Value }) =>
      _Name.startsWith('CreditScoreRankPercent_') ? [_Value] : [],
    )
  assert.deepEqual(percentiles(), ['41', '44', '39'])
  assert.deepEqual(
    percentiles((text) => text.replace('"44"', '"N/A"')),
    ['41', '39'],
  )
  assert.deepEqual(
    percentiles((text) => text.replaceAll(/<KEY .*\/>/g, '')),
    [],
  )
})

test('a requested score of another family is not taken as the classic one', () => {
  const equifax = (model: string) => {
    const answer = answered(
      recorded('blended', (text) => text.replace('"EquifaxBeacon5.0" _Value', `${model} _Value`)),
    )
    assert.ok(answer.kind !== 'pending')
    const wanted = ['Classic', 'VantageScore4'] as const
    const file = vendorFile(answer, 'Equifax', {
      subject: ASKED.subject,
      scoreWanted: true,
      scoreFamilies: wanted,
    })
    return [file.score, ...(file.furtherScores ?? [])].map((score) => [score?.model, score?.value])
  }
  assert.deepEqual(equifax('"EquifaxVantageScore"'), [
    ['EquifaxBeacon5.0', undefined],
    ['Other', 715],
  ])
  assert.deepEqual(equifax('"EquifaxBeacon"'), [
    ['EquifaxBeacon', 715],
    ['Other', undefined],
  ])
})

test("identity, alerts, remarks and directory are copied with the vendor's letters", () => {
  const [equifax, experian] = filesIn('blended')
  assert.equal(equifax.person?._BirthDate, '1975')
  assert.equal(equifax.person?._RESIDENCE?.[0]?._StreetAddress, '77 CALLE PEÑA')
  assert.equal(equifax.person?._RESIDENCE?.[0]?._DateReported, '2024-02')
  assert.equal(equifax.person?._ALIAS?.[0]?._LastName, 'QUINTERO')
  assert.equal(equifax.alerts[0]?._CategoryType, 'FACTAAddressDiscrepancy')
  assert.deepEqual(equifax.variations, ['DifferentAddress'])
  assert.deepEqual(
    [equifax, experian].map(({ comments }) => comments.flatMap(({ _Text }) => _Text)),
    [
      ['SSN Matches', 'Clear: OFAC CHECK CLEAR'],
      ['SSN Possible ITIN', 'Clear: OFAC CHECK CLEAR'],
    ],
  )
  assert.deepEqual(equifax.creditors[0], {
    subscriberCode: '444FM00011',
    name: 'TALUS SAVINGS',
    address: { street: '4 LEDGE RD', city: 'CONCORD', state: 'NH', postalCode: '03301' },
    phone: '(603) 555-0120',
  })
})

const ALERT = '<_ALERT_MESSAGE _Type="Other"><_Text>FRAUD ALERT</_Text></_ALERT_MESSAGE>'

function alertTexts({ alerts }: CreditFile): readonly string[] {
  return alerts.flatMap(({ _Text = [] }) => _Text)
}

test('alerts and remarks of a response reach a bureau that has scores but no CREDIT_FILE', () => {
  const remark =
    '<CREDIT_COMMENT _SourceType="Equifax" _Type="Other"><_Text>STATEMENT</_Text></CREDIT_COMMENT>'
  const [equifax] = filesIn('per-bureau', (text) =>
    text
      .replace(/<CREDIT_FILE [\s\S]*<\/CREDIT_FILE>/, `${ALERT}${remark}`)
      .replace('"9003"', '"702"'),
  )
  assert.deepEqual(alertTexts(equifax), ['FRAUD ALERT'])
  assert.deepEqual(equifax.comments[0]?._Text, ['STATEMENT'])
})

test('a hit on the list of OFAC is an alert of each file', () => {
  const hit = (text: string) =>
    text.replace('"Clear" _ResultText="OFAC CHECK CLEAR"', '"Hit" _ResultText="POSSIBLE MATCH"')
  const files = filesIn('blended', hit)
  for (const { alerts, comments } of files) {
    const { _CategoryTypeOtherDescription: list, _Text } = alerts.at(-1) ?? {}
    assert.deepEqual([list, _Text], ['OFAC', ['Hit: POSSIBLE MATCH']])
    assert.ok(!comments.some((comment) => comment._TypeOtherDescription === 'OFAC'))
  }
})

test('every employment of a person is in the file, in fields or as a text', () => {
  const employment = (inside: string) =>
    filesIn('per-bureau', (text) =>
      text.replace(/(<_BORROWER [^>]*)\/>/, `$1>${inside}</_BORROWER>`),
    )[0].person?._UnparsedEmployment
  const welder = '<EMPLOYER _Name="GRANITE WORKS" EmploymentPositionDescription="WELDER"/>'
  assert.equal(employment(''), '')
  assert.equal(employment(welder), 'WELDER, GRANITE WORKS')
  assert.equal(
    employment(
      `<_UnparsedEmployment>NURSE</_UnparsedEmployment><_UnparsedEmployment>CLERK</_UnparsedEmployment><EMPLOYER/>${welder}`,
    ),
    'NURSE; CLERK; WELDER, GRANITE WORKS',
  )
  const long = `${'x'.repeat(997)}; `
  const both = `<_UnparsedEmployment>${'x'.repeat(997)}</_UnparsedEmployment><EMPLOYER _Name="&#x1F600;"/>`
  assert.equal(employment(both), long, 'half a character cannot be written')
})

test('a remark of a response without a bureau is in each file, but no instruction is', () => {
  const remark = (attributes: string, text: string) =>
    `<CREDIT_COMMENT ${attributes}><_Text>${text}</_Text></CREDIT_COMMENT>`
  const remarks = [
    remark('_Type="ConsumerStatement"', 'DIVORCED'),
    remark('_SourceType="CreditBureau" _Type="BureauRemarks"', 'VERIFIED BY PHONE'),
    remark('_SourceType="CreditBureau" _Type="Instruction"', 'HOW THIS VENDOR MERGES'),
    remark('_SourceType="TransUnion" _Type="ConsumerStatement"', 'NOT MINE'),
  ].join('')
  const [equifax, , transUnion] = filesIn('blended', (text) =>
    text.replace(/<REGULATORY_PRODUCT [^>]*>/, remarks),
  )
  const texts = ({ comments }: CreditFile) => comments.flatMap(({ _Text }) => _Text)
  assert.deepEqual(texts(equifax).slice(-2), ['DIVORCED', 'VERIFIED BY PHONE'])
  assert.deepEqual(texts(transUnion).slice(-3), ['DIVORCED', 'VERIFIED BY PHONE', 'NOT MINE'])
})

test('items of a bureau without CREDIT_FILE and score are its file', () => {
  const [equifax, experian, transUnion] = filesIn('per-bureau', (text) =>
    text.replace(/<CREDIT_FILE [\s\S]*<\/CREDIT_FILE>/, '').replace(/<CREDIT_SCORE .*\/>/, ''),
  )
  assert.deepEqual([equifax.status, equifax.accounts.length], ['FileReturned', 1])
  assert.deepEqual([transUnion.status, transUnion.accounts.length], ['FileReturned', 1])
  assert.equal(experian.status, 'NoFileReturnedError')
})

test('if a bureau has several files about a person, the alerts of each are shown', () => {
  const [equifax] = filesIn('per-bureau', (text) =>
    text.replace(/<CREDIT_FILE CreditFileID="EF1"[\s\S]*?<\/CREDIT_FILE>/, (file) => {
      const second = file.replace('"EF1"', '"EF2"').replace('</CREDIT_FILE>', `${ALERT}$&`)
      return `${file}${second}`
    }),
  )
  assert.deepEqual(alertTexts(equifax), ['FRAUD ALERT'])
})

test('a namespace prefix of all elements changes nothing', () => {
  const prefixed = (text: string) =>
    text
      .replaceAll(/<(\/?)(?=[A-Z_])(?!\w+:)/g, '<$1m:')
      .replaceAll(/<!\[m:/g, '<![')
      .replace('<m:RESPONSE_GROUP', '$& xmlns:m="urn:example:mismo"')
  const withoutEvidence = (files: Files) => files.map(({ evidence, ...file }) => file)
  assert.deepEqual(
    withoutEvidence(filesIn('blended', prefixed)),
    withoutEvidence(filesIn('blended')),
  )
})

test('a file can be traced to the bytes of its response', () => {
  const bytes = recorded('blended')
  const { evidence } = filesIn('blended')[0]
  assert.equal(evidence?.sha256, createHash('sha256').update(bytes).digest('hex'))
  assert.equal(evidence?.reportId, '000000000417233')
  assert.equal(evidence?.source, 'vendor')
})

test('unusual dates, amounts and lists are read, or only their own field is lost', () => {
  const [equifax, , transUnion] = filesIn('per-bureau')
  const [mortgage] = equifax.accounts
  assert.equal(mortgage?._AccountOpenedDate, '2019-06-01')
  assert.equal(mortgage?._AccountReportedDate, '2026-02-01')
  assert.equal(mortgage?._HighCreditAmount, 240_000)
  assert.equal(mortgage?._MonthlyPaymentAmount, 1684)
  assert.equal(mortgage?._AccountStatusType, 'Open')
  assert.equal(mortgage?._AccountOwnershipType, 'Undesignated')
  assert.equal(mortgage?._CREDITOR?._Name, 'TALUS SVGS')
  assert.deepEqual(mortgage?._LATE_COUNT, {
    _30Days: 0,
    _60Days: 0,
    _90Days: 0,
    PERIODIC_LATE_COUNT: [],
  })
  const [same, closed] = transUnion.accounts
  assert.equal(same?._AccountOpenedDate, '2019-06')
  assert.equal(same?._AccountReportedDate, '2026-02-01')
  assert.equal(closed?._AccountStatusType, 'Closed')
  assert.equal(closed?.CreditLoanType, 'Other')
  assert.equal(closed?.CreditLoanTypeOtherDescription, 'SomethingNobodyListed')
  assert.equal(same?.CreditLoanType, undefined)
  assert.deepEqual(
    transUnion.inquiries.map(({ _Name, _Date }) => [_Name, _Date]),
    [['LANTERN AUTO', '2025-12-02']],
  )
})

test('an alert without a text is kept if it has a category or a code', () => {
  const file = '<CREDIT_FILE CreditFileID="EF1" [^>]*>'
  const alertsFor = (alert: string) =>
    filesIn('per-bureau', (text) => text.replace(new RegExp(file), `$&${alert}`))[0].alerts
  const text = ['The source gave no text.']
  assert.deepEqual(alertsFor('<_ALERT_MESSAGE _CategoryType="FACTAFraudVictimExtended"/>'), [
    { _CategoryType: 'FACTAFraudVictimExtended', _Text: text },
  ])
  assert.deepEqual(alertsFor('<_ALERT_MESSAGE _Code="DC"><_Text/></_ALERT_MESSAGE>'), [
    { _Code: 'DC', _Text: text },
  ])
  assert.deepEqual(alertsFor('<_ALERT_MESSAGE _CategoryType="Other"/><_ALERT_MESSAGE/>'), [])
})

test('a remark without a text is kept if it has a description or a code', () => {
  const remarksFor = (remark: string) => {
    const [file] = filesIn('per-bureau', (text) =>
      text
        .replace(/<CREDIT_FILE CreditFileID="EF1" [^>]*>/, `$&${remark}`)
        .replace(/<CREDIT_LIABILITY CreditLiabilityID="T1"[^>]*>/, `$&${remark}`),
    )
    return [file.comments, file.accounts[0]?.CREDIT_COMMENT].map((remarks = []) =>
      remarks
        .map(({ _Text: texts = [] }) => texts.join(' '))
        .filter((text) => !text.startsWith('Items of the source')),
    )
  }
  const coded = 'The source gave only the code XB.'
  assert.deepEqual(remarksFor('<CREDIT_COMMENT _Code="XB"/>'), [[coded], [coded]])
  const described = '<CREDIT_COMMENT _Code="XB" _Type="Other" _TypeOtherDescription="In dispute"/>'
  assert.deepEqual(remarksFor(described), [['In dispute'], ['In dispute']])
  assert.deepEqual(remarksFor('<CREDIT_COMMENT _Type="BureauRemarks"><_Text/></CREDIT_COMMENT>'), [
    [],
    [],
  ])
})

test('a date that means none neither closes an account nor dates a score', () => {
  for (const none of ['0000-00-00', '0001-01-01T00:00:00', '1900-01-01', '12/31/9999']) {
    const [equifax, , transUnion] = filesIn('per-bureau', (text) =>
      text
        .replace('CreditLiabilityID="T2"', `$& _AccountClosedDate="${none}"`)
        .replace(/ResponseDateTime="[^"]*"/, `ResponseDateTime="${none}"`)
        .replaceAll('_Date="2026-03-15"', `_Date="${none}"`),
    )
    const [mortgage] = transUnion.accounts
    assert.deepEqual(
      [mortgage?._AccountStatusType, mortgage?._AccountClosedDate],
      ['Open', undefined],
    )
    assert.equal(equifax.score?.date, ASKED.askedAt.toISOString().slice(0, 10))
  }
})

test('a balance in favor of the consumer counts as 0, and an unreadable one is unknown', () => {
  const balance = (amount: string) =>
    filesIn('per-bureau', (text) => text.replace('"206117.00"', `"${amount}"`))[0].accounts[0]
      ?._UnpaidBalanceAmount
  for (const credit of ['-125', '-$1,125.50', '(125.00)', '125.00-', '125 CR']) {
    assert.equal(balance(credit), 0, credit)
  }
  for (const unreadable of ['', '-', 'CR', '12-5', 'N/A']) {
    assert.equal(balance(unreadable), undefined, unreadable)
  }
})

test('a score keeps the name of its model if the standard does not list it', () => {
  const named = (name: string) => {
    const [{ score }] = filesIn('blended', (text) =>
      text.replace('"EquifaxBeacon5.0" _Value', `"${name}" _Value`),
    )
    assert.ok(score)
    return [score.model, score.description, score.value, countedFamilyOf(score)]
  }
  assert.deepEqual(named('EquifaxBeacon5'), ['Other', 'EquifaxBeacon5', 715, 'Classic'])
  assert.deepEqual(named('PaymentIndex'), ['Other', 'PaymentIndex', 715, undefined])
  assert.deepEqual(named('EQUIFAXBEACON'), ['EquifaxBeacon', undefined, 715, 'Classic'])
})

test('a month without a dash is read, so that the accounts of two bureaus are merged', () => {
  const files = filesIn('per-bureau', (text) => text.replace('"2019-06-00"', '"201906"'))
  assert.equal(files[2].accounts[0]?._AccountOpenedDate, '2019-06')
  assert.equal(merged(files).liabilities.length, 2)
})

test('lines of single bureaus are merged here, because the vendor did not merge them', () => {
  const { liabilities } = merged(filesIn('per-bureau'))
  assert.deepEqual(
    liabilities.map((one) => (one.CREDIT_REPOSITORY ?? []).map((source) => source._SourceType)),
    [['Equifax', 'TransUnion'], ['TransUnion']],
  )
})

test('every file mentions an item that could not be read', () => {
  const files = filesIn('per-bureau').filter(({ status }) => status === 'FileReturned')
  assert.equal(files.length, 2)
  for (const { comments } of files) {
    assert.match(
      comments.flatMap(({ _Text }) => _Text).join(),
      /^Items .* could not be parsed .*: 1\.$/,
    )
  }
})

/** Removes the bureau and the file that each item and score names. */
function unnamed(text: string): string {
  return text
    .replaceAll(/<CREDIT_REPOSITORY _[^>]*>/g, '')
    .replaceAll(/(<CREDIT_(?:LIABILITY|INQUIRY|SCORE) [^>]*) CreditFileID="[^"]*"/g, '$1')
    .replaceAll(/(<CREDIT_SCORE [^>]*) CreditRepositorySourceType="[^"]*"/g, '$1')
    .replace('"9003"', '"702"')
}

test('items and scores that name no bureau belong to the only bureau of the response', () => {
  const onlyEquifax = (text: string) =>
    unnamed(text).replaceAll(/<CREDIT_FILE CreditFileID="(?:XP1|TU1)"[\s\S]*?<\/CREDIT_FILE>/g, '')
  const [{ accounts, inquiries, score }] = filesIn('per-bureau', onlyEquifax)
  assert.deepEqual([accounts.length, inquiries.length, score?.value], [3, 1, 702])
})

test('if several bureaus delivered, every file mentions the items that name no bureau', () => {
  const files = filesIn('per-bureau', unnamed).filter(({ status }) => status === 'FileReturned')
  assert.equal(files.length, 2)
  for (const { accounts, comments } of files) {
    assert.equal(accounts.length, 0)
    const remarks = comments.flatMap(({ _Text }) => _Text)
    assert.ok(
      remarks.includes("Items of the source's response that name no bureau and are not shown: 4."),
    )
  }
})

test('a reject code becomes the exclusion reason, and a missing score is marked as not available', () => {
  const [equifax, , transUnion] = filesIn('per-bureau')
  assert.equal(equifax.score?.value, undefined)
  assert.equal(equifax.score?.exclusionReason, 'NotScoredInsufficientCredit')
  assert.equal(transUnion.score?.exclusionReason, 'ScoringNotAvailable')
})

const REJECTS = [
  ['9001', 'NotScoredSubjectDeceased'],
  ['9002', 'NotScoredNoRecentAccountInformation'],
  ['9003', 'NotScoredInsufficientCredit'],
  ['9004', 'NotScoredFileCannotBeScored'],
  ['', 'NotScoredFileCannotBeScored'],
  ['0', 'NotScoredFileCannotBeScored'],
  ['4', 'NotScoredFileCannotBeScored'],
  ['N/A', 'NotScoredFileCannotBeScored'],
] as const

for (const [value, reason] of REJECTS) {
  test(`a score written ${value || 'empty'} means ${reason}`, () => {
    const [{ score }] = filesIn('per-bureau', (text) => text.replace('"9003"', `"${value}"`))
    assert.deepEqual([score?.value, score?.exclusionReason], [undefined, reason])
  })
}

test('a freeze in a report, a status or only words give the reason why there is no file', () => {
  const frozen = [
    'NoFileReturnedCreditFreeze',
    'CONSUMER REQUESTED SECURITY FREEZE - REPORT UNAVAILABLE',
  ]
  assert.deepEqual(outcomes(filesIn('per-bureau'))[1], frozen)
  assert.deepEqual(outcomes(filesIn('frozen')), [
    ['NoFileReturnedCreditFreeze', 'The consumer has frozen the file; no file was returned.'],
    ['NoFileReturnedCreditFreeze', 'FILE FROZEN BY CONSUMER'],
    ['NoFileReturnedNoHit', 'NO HIT'],
  ])
})

test('an error of the response gives the reason for a file that states none itself', () => {
  const [equifax, experian] = filesIn('per-bureau', (text) =>
    text.replace(
      /<CREDIT_FILE CreditFileID="XP1"[\s\S]*?<\/CREDIT_FILE>/,
      `<CREDIT_FILE CreditRepositorySourceType="Experian" _ResultStatusType="NoFileReturnedError"/>
      <CREDIT_ERROR_MESSAGE _SourceType="Experian"><_Text>FILE IS FROZEN</_Text></CREDIT_ERROR_MESSAGE>`,
    ),
  )
  assert.deepEqual(outcomes([experian]), [['NoFileReturnedCreditFreeze', 'FILE IS FROZEN']])
  assert.equal(equifax.status, 'FileReturned')
})

test('an error document gives the reason why there is no file for each bureau', () => {
  assert.deepEqual(outcomes(filesIn('error-no-hit')), [
    ['NoFileReturnedNoHit', 'EQUIFAX: NO RECORD FOUND'],
    ['NoFileReturnedNoHit', 'EXPERIAN: NO HIT'],
    ['NoFileReturnedCreditFreeze', 'TRANS UNION: SUBJECT UNDER SECURITY FREEZE'],
  ])
  const data = 'Borrower data The date of birth is not usable.'
  assert.deepEqual(outcomes(filesIn('error-borrower')), [
    ['NoFileReturnedInadequateRequestData', data],
    ['NoFileReturnedInadequateRequestData', data],
    ['NoFileReturnedInadequateRequestData', data],
  ])
  assert.equal(filesIn('error-unavailable')[0].status, 'NoFileReturnedError')
})

test('many reasons for a missing file are cut to what the text of a response can hold', () => {
  const reasons = Array.from(
    { length: 50 },
    (_, index) => `<_Text>${index} ${'x'.repeat(100)}</_Text>`,
  )
  const files = filesIn('error-borrower', (text) =>
    text.replace('<_Text>Borrower data</_Text>', reasons.join('')),
  )
  const texts = merged(files).files.flatMap(({ CREDIT_ERROR_MESSAGE: errors = [] }) =>
    errors.flatMap(({ _Text }) => _Text),
  )
  assert.deepEqual(
    texts.map(({ length }) => length),
    [3_800, 3_800, 3_800],
  )
})

test('a report whose status says Error keeps its files, and the other bureaus get the reason', () => {
  const [equifax, , transUnion] = filesIn('per-bureau', (text) =>
    text
      .replace(/<CREDIT_FILE CreditFileID="TU1"[\s\S]*?<\/CREDIT_FILE>/, '')
      .replace(
        '"Success" _Code="0" _Description="Success"',
        '"Error" _Description="TransUnion: NO HIT"',
      ),
  )
  assert.equal(equifax.status, 'FileReturned')
  assert.deepEqual(outcomes([transUnion]), [['NoFileReturnedNoHit', 'TransUnion: NO HIT']])
})

test('a status such as Failure is an error document with its text', () => {
  const status = '<STATUS _Condition="Failure" _Description="System down until 6 AM"/>'
  const [equifax] = filesIn('error-no-hit', (text) =>
    text.replace(/<RESPONSE_DATA>[\s\S]*<\/RESPONSE_DATA>/, '').replace(/<STATUS .*\/>/, status),
  )
  assert.deepEqual(outcomes([equifax]), [['NoFileReturnedError', 'System down until 6 AM']])
})

test("a vendor's message about the login does not reach the report, whatever its code", () => {
  for (const code of ['E036', '1001']) {
    const [{ status, message }] = filesIn('error-login', (text) => text.replaceAll('E036', code))
    assert.equal(status, 'NoFileReturnedError')
    assert.match(message ?? '', /did not accept this service as a client/)
  }
})

test('an error that does not name its order says nothing about a person', () => {
  const anonymous = (text: string) => text.replace(/<CREDIT_REQUEST_DATA[^>]*>/, '')
  for (const { status } of filesIn('error-no-hit', anonymous)) {
    assert.equal(status, 'NoFileReturnedError')
  }
})

/** Changes the number in the first file. */
function numbered(text: string, ssn: string, variation = ''): string {
  return text.replace(
    /(<_BORROWER _FirstName="MARISOL" _LastName="IBANEZ" _SSN=")900441717"\/>/,
    (_, before) => `${before}${ssn}"/>${variation}`,
  )
}

const DIFFERENT_SSN = '<_VARIATION _Type="DifferentSSN"/>'
const NUMBERS: readonly (readonly [ssn: string, read: string, variation?: string])[] = [
  ['900-44-1717', '900-44-1717'],
  ['900 44 1717', '900441717'],
  ['XXX-XX-1717', ''],
  ['XXX-XX-1771', '', DIFFERENT_SSN],
  ['not given', ''],
]

for (const [ssn, read, variation] of NUMBERS) {
  test(`a file with the number ${ssn} is accepted${variation ? ' if the bureau reports it' : ''}`, () => {
    const [equifax] = filesIn('per-bureau', (text) => numbered(text, ssn, variation))
    assert.deepEqual([equifax.status, equifax.person?._SSN], ['FileReturned', read])
  })
}

test('a file under a former name is accepted if its number is masked', () => {
  const alias = '<_ALIAS _FirstName="MARISOL" _LastName="IBANEZ" _UnparsedName="MARISOL IBANEZ"/>'
  const [equifax] = filesIn('per-bureau', (text) =>
    text.replace(
      '_LastName="IBANEZ" _SSN="900441717"/>',
      `_LastName="SALAZAR" _SSN="XXX-XX-1717">${alias}</_BORROWER>`,
    ),
  )
  assert.equal(equifax.status, 'FileReturned')
})

test('the file of a namesake is rejected, however its number is written', () => {
  assert.throws(
    () => filesIn('per-bureau', (text) => numbered(text, '900 55 1111')),
    (error) => error instanceof FileRejected && error.failure === 'other person',
  )
})

type Change = (text: string) => string
const other = 'CreditRequestID="SOMEBODY-ELSES"'
const INVALID: readonly (readonly [string, FailureKind, string, Change])[] = [
  [
    'has thousands of accounts',
    'too large',
    'blended',
    (text) =>
      text.replace(/<CREDIT_LIABILITY [\s\S]*?<\/CREDIT_LIABILITY>/, (one) =>
        one.replace(/ CreditLiabilityID="[^"]*"/, '').repeat(2_000),
      ),
  ],
  [
    'repeats the ID of another request',
    'of another',
    'blended',
    (text) => text.replace(/CreditRequestID="[^"]*"/, other),
  ],
  [
    'has an error about another request',
    'of another',
    'error-no-hit',
    (text) => text.replace(/CreditRequestID="[^"]*"/, other),
  ],
  [
    'repeats another SSN',
    'of another',
    'blended',
    (text) => text.replace('_SSN="900441717" _UnparsedName', '_SSN="900441718" _UnparsedName'),
  ],
  [
    'repeats no SSN',
    'of another',
    'blended',
    (text) => text.replace('_SSN="900441717" _UnparsedName', '_UnparsedName'),
  ],
  [
    'repeats a masked SSN',
    'of another',
    'blended',
    (text) => text.replace('_SSN="900441717" _UnparsedName', '_SSN="XXX-XX-1717" _UnparsedName'),
  ],
  [
    'repeats another last name',
    'of another',
    'per-bureau',
    (text) => text.replace('Ib&#225;&#241;ez', 'Castellane'),
  ],
  ['names no borrower', 'unreadable', 'per-bureau', (text) => text.replace(/<BORROWER [^>]*>/, '')],
  [
    'names a second borrower',
    'of another',
    'per-bureau',
    (text) =>
      text.replace(
        '<CREDIT_LIABILITY',
        '<BORROWER BorrowerID="B2" _LastName="Other" _SSN="900000001"/><CREDIT_LIABILITY',
      ),
  ],
  [
    'contains a file of another person',
    'of another',
    'per-bureau',
    (text) =>
      text.replace(
        '<_BORROWER _FirstName="MARISOL" _LastName="IBANEZ" _SSN="900441717"/>',
        '<_BORROWER _FirstName="ROWAN" _LastName="CASTELLANE" _SSN="900551111"/>',
      ),
  ],
  [
    'contains the file of a namesake, whose number is masked',
    'of another',
    'per-bureau',
    (text) => numbered(text, 'XXX-XX-9999'),
  ],
  [
    'contains an account of another person',
    'of another',
    'per-bureau',
    (text) =>
      text.replace(
        'CreditLiabilityID="T3" BorrowerID="B1"',
        'CreditLiabilityID="T3" BorrowerID="B7"',
      ),
  ],
  ['announces a later response', 'unreadable', 'pending', (text) => text],
  ['is truncated', 'unreadable', 'blended', (text) => text.slice(0, 5_000)],
  [
    'declares entities',
    'unreadable',
    'blended',
    (text) => text.replace('?>', '?><!DOCTYPE a [<!ENTITY b "c">]>'),
  ],
  ['is an HTML page', 'unreadable', 'blended', () => '<html><body>Welcome</body></html>'],
  [
    'declares UTF-8 but is ISO-8859-1',
    'unreadable',
    'blended',
    (text) => text.replace('ISO-8859-1', 'UTF-8'),
  ],
  [
    'declares ISO-8859-1 but is UTF-8',
    'unreadable',
    'blended',
    (text) => Buffer.from(text).toString('latin1'),
  ],
  [
    'is in an unsupported encoding',
    'unreadable',
    'blended',
    (text) => text.replace('ISO-8859-1', 'windows-1250'),
  ],
  ['is empty', 'unreadable', 'blended', () => ''],
  ['is nested too deeply', 'unreadable', 'blended', () => '<a>'.repeat(40) + '</a>'.repeat(40)],
]

for (const [what, kind, name, change] of INVALID) {
  test(`a response that ${what} is rejected`, () => {
    assert.throws(
      () => answered(recorded(name, change)),
      (error) => error instanceof UpstreamFailed && error.kind === kind,
    )
  })
}

test('errors about a response contain no word of it', () => {
  for (const [, , name, change] of INVALID) {
    assert.throws(
      () => answered(recorded(name, change)),
      (error) => {
        assert.ok(error instanceof Error)
        assert.doesNotMatch(`${error.name} ${error.message}`, /90044|ib.?.?ez|marisol|castellane/i)
        return true
      },
    )
  }
})

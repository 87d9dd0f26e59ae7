import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { ISSUE_COUNT_MAX, issueSentence } from '../../src/documents/codec/issue.ts'
import { parse } from '../../src/documents/codec/parse.ts'
import { parseText } from '../../src/documents/codec/parse-document.ts'
import { dialectOf, read } from '../../src/documents/codec/read.ts'
import { MISMO_HINT, type Requirements } from '../../src/documents/codec/requirements.ts'
import { UnreadableDocument } from '../../src/documents/codec/unreadable.ts'
import { write } from '../../src/documents/codec/write.ts'
import { DIALECT_LIST, type Dialect } from '../../src/documents/dialects.ts'
import type { Element } from '../../src/documents/element.ts'
import { RequestGroup, RequestGroupPaymentOptional } from '../../src/documents/tables/request.ts'
import { arbitraryOf } from '../support/arbitrary.ts'
import { runsOf } from '../support/length.ts'

/** A complete order, whose lines the tests change. */
const ORDER = `<REQUEST_GROUP MISMOVersionID="2.3.1">
<REQUESTING_PARTY _Name="Lighthouse Home Loans"/>
<REQUEST RequestDatetime="2026-02-03T10:15:00"><REQUEST_DATA>
<CREDIT_REQUEST MISMOVersionID="2.3.1" LenderCaseIdentifier="">
<CREDIT_REQUEST_DATA CreditRequestID="1" BorrowerID="B1" CreditReportRequestActionType="Submit" CreditReportType="Merge" CreditRequestType="Individual">
<CREDIT_REPOSITORY_INCLUDED _EquifaxIndicator="Y" _ExperianIndicator="n" _TransUnionIndicator="Y"/>
</CREDIT_REQUEST_DATA>
<SERVICE_PAYMENT _AccountIdentifier="" _AccountHolderName="" _AccountExpirationDate="" _SecondaryAccountIdentifier="" _MethodType=""/>
<LOAN_APPLICATION>
<BORROWER BorrowerID="B1" _FirstName="Avery" _MiddleName="" _LastName="Sandford" _NameSuffix="" _SSN="900-12-1234">
<_RESIDENCE _StreetAddress="12 Harbor View Rd" _City="Camden" _State="ME" _PostalCode="04843" BorrowerResidencyType="Current"/>
</BORROWER>
</LOAN_APPLICATION>
</CREDIT_REQUEST>
</REQUEST_DATA></REQUEST>
</REQUEST_GROUP>`

const CR = 'REQUEST_GROUP/REQUEST/REQUEST_DATA/CREDIT_REQUEST'
const BORROWER = `${CR}/LOAN_APPLICATION/BORROWER`

function errorsOf(
  text: string,
  requirements?: Requirements,
  table: Element = RequestGroup,
): string[] {
  return read(table, parse(text), requirements).issues.map(({ path, rule }) => `${rule} ${path}`)
}

/** Returns the order with each text replaced by another. */
function changed(...changes: readonly [from: string | RegExp, to: string][]): string {
  return changes.reduce((text, [from, to]) => {
    const replaced = text.replace(from, to)
    assert.notEqual(replaced, text, String(from))
    return replaced
  }, ORDER)
}

describe('a single error is found', () => {
  const cases: [title: string, text: string, expected: string][] = [
    [
      'a missing version',
      changed([' MISMOVersionID="2.3.1"', '']),
      'missing REQUEST_GROUP/@MISMOVersionID',
    ],
    ['an empty version', changed(['"2.3.1"', '" "']), 'empty REQUEST_GROUP/@MISMOVersionID'],
    [
      'a missing element',
      changed([/<REQUESTING_PARTY.*/, '']),
      'missing REQUEST_GROUP/REQUESTING_PARTY',
    ],
    ['a missing middle name', changed([' _MiddleName=""', '']), `missing ${BORROWER}/@_MiddleName`],
    ['an empty family name', changed(['"Sandford"', '""']), `empty ${BORROWER}/@_LastName`],
    ['letters in the SSN', changed(['900-12-1234', '900-12-ABCD']), `value ${BORROWER}/@_SSN`],
    ['an SSN of eight digits', changed(['900-12-1234', '90012123']), `value ${BORROWER}/@_SSN`],
    [
      'an SSN with misplaced dashes',
      changed(['900-12-1234', '9001-2-1234']),
      `value ${BORROWER}/@_SSN`,
    ],
    ['an unknown state', changed(['"ME"', '"XX"']), `value ${BORROWER}/_RESIDENCE/@_State`],
    [
      'a postal code of four digits',
      changed(['04843', '4843']),
      `value ${BORROWER}/_RESIDENCE/@_PostalCode`,
    ],
    ...['0001-01-01', '1899', '9999-12-31'].map((date): [string, string, string] => [
      `the birth date ${date}`,
      changed([' _SSN=', ` _BirthDate="${date}" _SSN=`]),
      `value ${BORROWER}/@_BirthDate`,
    ]),
    [
      'a birth date that the calendar does not have',
      changed([' _SSN=', ' _BirthDate="1981-02-29" _SSN=']),
      `value ${BORROWER}/@_BirthDate`,
    ],
    [
      'an indicator other than Y and N',
      changed(['"n"', '"true"']),
      `value ${CR}/CREDIT_REQUEST_DATA/CREDIT_REPOSITORY_INCLUDED/@_ExperianIndicator`,
    ],
    [
      'an action in another case',
      changed(['"Submit"', '"submit"']),
      `value ${CR}/CREDIT_REQUEST_DATA/@CreditReportRequestActionType`,
    ],
    [
      'an action named like a property of the prototype',
      changed(['"Submit"', '"constructor"']),
      `value ${CR}/CREDIT_REQUEST_DATA/@CreditReportRequestActionType`,
    ],
    [
      'a name of 101 characters',
      changed(['Avery', 'A'.repeat(101)]),
      `value ${BORROWER}/@_FirstName`,
    ],
    [
      'two requesting parties',
      changed([/<REQUESTING_PARTY.*/, '$&$&']),
      'repeated REQUEST_GROUP/REQUESTING_PARTY',
    ],
    ['three borrowers', changed([/<BORROWER.*?<\/BORROWER>/s, '$&$&$&']), `too many ${BORROWER}`],
    ['no borrower', changed([/<BORROWER.*?<\/BORROWER>/s, '']), `missing ${BORROWER}`],
    [
      'text between elements',
      changed(['<LOAN_APPLICATION>', '<LOAN_APPLICATION>x']),
      `text ${CR}/LOAN_APPLICATION`,
    ],
    ['another root', '<RESPONSE_GROUP/>', 'root REQUEST_GROUP'],
  ]
  for (const [title, text, expected] of cases) {
    test(title, () => assert.deepEqual(errorsOf(text), [expected]))
  }
})

describe('the order', () => {
  test('has no errors', () => assert.deepEqual(errorsOf(ORDER), []))

  test('is parsed: flags as booleans, values without surrounding blanks unless they are free text', () => {
    const { value } = read(
      RequestGroup,
      parse(changed(['"900-12-1234"', '" 900-12-1234 "'], ['"ME"', '" me"'])),
    )
    const request = value?.REQUEST.REQUEST_DATA.CREDIT_REQUEST
    assert.deepEqual(request?.CREDIT_REQUEST_DATA.CREDIT_REPOSITORY_INCLUDED, {
      _EquifaxIndicator: true,
      _ExperianIndicator: false,
      _TransUnionIndicator: true,
    })
    assert.equal(request?.LOAN_APPLICATION.BORROWER[0]?._SSN, '900-12-1234')
    assert.equal(request?.LOAN_APPLICATION.BORROWER[0]?._RESIDENCE[0]?._State, 'ME')
  })

  test('has padded names, addresses, dates and codes without the blanks around them', () => {
    const padded: [string, string][] = [
      ['_Name="Lighthouse Home Loans"', '_Name="Lighthouse Home Loans   "'],
      [
        '"Submit" CreditReportType="Merge"',
        '"Submit  " CreditReportType="Merge  " CreditReportTypeOtherDescription="Streamline  "',
      ],
      ['BORROWER BorrowerID="B1"', 'BORROWER BorrowerID="B1   " _BirthDate=" 1980-01-31 "'],
      ['"Avery" _MiddleName=""', '"  Avery  " _MiddleName="   "'],
      ['"Sandford" _NameSuffix=""', '"Sandford&#10;" _NameSuffix="JR  "'],
      ['"12 Harbor View Rd" _City="Camden"', '"12 Harbor View Rd   " _City="Camden   "'],
    ]
    const { value } = read(RequestGroup, parse(changed(...padded)))
    assert.equal(value?.REQUESTING_PARTY?._Name, 'Lighthouse Home Loans')
    const request = value?.REQUEST.REQUEST_DATA.CREDIT_REQUEST
    assert.equal(request?.CREDIT_REQUEST_DATA.CreditReportTypeOtherDescription, 'Streamline')
    const { _RESIDENCE: residences, ...borrower } = request?.LOAN_APPLICATION.BORROWER[0] ?? {}
    assert.deepEqual(borrower, {
      BorrowerID: 'B1',
      _FirstName: 'Avery',
      _MiddleName: '',
      _LastName: 'Sandford',
      _NameSuffix: 'JR',
      _SSN: '900-12-1234',
      _BirthDate: '1980-01-31',
    })
    assert.equal(residences?.[0]?._StreetAddress, '12 Harbor View Rd')
    assert.equal(residences?.[0]?._City, 'Camden')
  })

  test('may omit the payment on paths whose shape the interface does not show', () => {
    const text = changed([/<SERVICE_PAYMENT.*/, ''])
    assert.deepEqual(errorsOf(text, 'interface', RequestGroupPaymentOptional), [])
    assert.deepEqual(errorsOf(text), [`missing ${CR}/SERVICE_PAYMENT`])
  })

  test('may omit fields if the account has the requirements of MISMO', () => {
    const text = changed(
      [/<SERVICE_PAYMENT.*/, ''],
      [/<REQUESTING_PARTY.*/, '<SUBMITTING_PARTY _Name="A platform"/>'],
      [' RequestDatetime="2026-02-03T10:15:00"', ''],
      [' _MiddleName=""', ''],
      [' _NameSuffix=""', ''],
      [' CreditRequestID="1"', ''],
      [' LenderCaseIdentifier=""', ''],
    )
    assert.deepEqual(errorsOf(text, 'mismo'), [])
    assert.equal(errorsOf(text).length, 7)
  })

  test('may have a date of birth in another form if the account has the requirements of MISMO', () => {
    const forms = [
      '19800131',
      '1/31/1980',
      '01-31-1980',
      '1/31/1980 12:00:00 AM',
      '1980-01-31T00:00:00',
      '1980-01-31 00:00:00.000',
      '1980-01-31Z',
      '1980-01-31-05:00',
    ]
    for (const form of forms) {
      const text = changed([' _SSN=', ` _BirthDate="${form}" _SSN=`])
      assert.deepEqual(errorsOf(text), [`value ${BORROWER}/@_BirthDate`], form)
      const { value } = read(RequestGroup, parse(text), 'mismo')
      const [borrower] = value?.REQUEST.REQUEST_DATA.CREDIT_REQUEST.LOAN_APPLICATION.BORROWER ?? []
      assert.equal(borrower?._BirthDate, '1980-01-31', form)
    }
    for (const form of ['1/31/80', '31.01.1980', '02/30/1980', '1980-01-31x', '1980-01-31 AD']) {
      const text = changed([' _SSN=', ` _BirthDate="${form}" _SSN=`])
      assert.deepEqual(errorsOf(text, 'mismo'), [`value ${BORROWER}/@_BirthDate`], form)
    }
  })

  test('has no date of birth if it means none and the account has the requirements of MISMO', () => {
    const forms = ['0001-01-01', '0001-01-01T00:00:00', '1/1/0001 12:00:00 AM', '9999-12-31']
    for (const form of [...forms, '00000000', '0000-00-00']) {
      const text = changed([' _SSN=', ` _BirthDate="${form}" _SSN=`])
      assert.deepEqual(errorsOf(text), [`value ${BORROWER}/@_BirthDate`], form)
      const { value, issues } = read(RequestGroup, parse(text), 'mismo')
      const [borrower] = value?.REQUEST.REQUEST_DATA.CREDIT_REQUEST.LOAN_APPLICATION.BORROWER ?? []
      assert.deepEqual([borrower?._BirthDate, issues], [undefined, []], form)
    }
  })

  test('must identify the borrower, whatever the requirements', () => {
    const text = changed([' _SSN="900-12-1234"', ''])
    assert.deepEqual(errorsOf(text, 'mismo'), [`missing ${BORROWER}/@_SSN`])
  })

  test('may have an empty value for an optional field', () => {
    const { value, issues } = read(
      RequestGroup,
      parse(
        changed([' BorrowerID="B1" Credit', ' BorrowerID="B1" CreditReportIdentifier=" " Credit']),
      ),
    )
    assert.deepEqual(issues, [])
    const data = value?.REQUEST.REQUEST_DATA.CREDIT_REQUEST.CREDIT_REQUEST_DATA
    assert.equal(data?.CreditReportIdentifier, undefined)
  })
})

test('all errors are found in one pass, in the order of the tables, with their lines', () => {
  const text = changed(
    [' MISMOVersionID="2.3.1"', ''],
    ['_Name="Lighthouse Home Loans"', '_Name=""'],
    ['"Merge"', '"Merged"'],
    ['900-12-1234', '1'],
    ['"ME"', '"Maine"'],
    [' _City="Camden"', ''],
  )
  const { issues, value, partial } = read(RequestGroup, parse(text))
  assert.deepEqual(issues.map(issueSentence), [
    `REQUEST_GROUP/@MISMOVersionID is required (${MISMO_HINT}) (line 1)`,
    `REQUEST_GROUP/REQUESTING_PARTY/@_Name must not be empty (${MISMO_HINT}) (line 2)`,
    `${CR}/CREDIT_REQUEST_DATA/@CreditReportType must be one of Error, Merge, MergePlus, NonTraditional, Other, RiskScoresOnly, RMCR, RMCRForeign, Status (line 5)`,
    `${BORROWER}/@_SSN must be nine digits, with or without dashes (line 10)`,
    `${BORROWER}/_RESIDENCE/@_City is required (line 11)`,
    `${BORROWER}/_RESIDENCE/@_State must be the two-letter code of a state, territory or military mail, such as ME (line 11)`,
  ])
  assert.equal(value, undefined)
  assert.ok('REQUEST' in partial)
})

test('an error in one of several elements has its number', () => {
  const text = changed(
    [/<BORROWER.*?<\/BORROWER>/s, '$&$&'],
    [/900-12-1234(?=[\s\S]*<BORROWER)/, '900-12-0001'],
    ['900-12-1234', 'none'],
  )
  assert.deepEqual(errorsOf(text), [`value ${BORROWER}[2]/@_SSN`])
})

test('the paths of errors are spelled in the dialect of the document', () => {
  const firstError = (text: string) => errorsOf(`<REQUEST_GROUP ${text}/></REQUEST_GROUP>`)[0]
  const party = 'REQUEST_GROUP/REQUESTING_PARTY'
  assert.equal(firstError('StandardVersionID="2"><REQUESTING_PARTY'), `missing ${party}/@_Name`)
  assert.equal(firstError('_StandardVersionID="2"><REQUESTING_PARTY'), `missing ${party}/@__Name`)
  const elements = '><_StandardVersionID>2</_StandardVersionID><REQUESTING_PARTY'
  assert.equal(firstError(elements), `missing ${party}/__Name`)
})

test('the number of errors of a document is limited', () => {
  const keys = '<KEY _Name="x" _Value="y">text</KEY>'.repeat(500)
  const text = changed(['<REQUEST_DATA>', `${keys}<REQUEST_DATA>`])
  assert.equal(read(RequestGroup, parse(text)).issues.length, ISSUE_COUNT_MAX)
})

/** A text that must not occur in any message. */
const CANARY = 'QZQ'

/** Replaces every value of the document, or every few values, with canaries. */
function withCanaries(text: string, every: number): string {
  let count = 0
  const next = (before: string, value: string, after: string) => {
    count += 1
    return count % every === 0 ? `${before}${CANARY}${count}${after}` : `${before}${value}${after}`
  }
  return text
    .slice(text.startsWith('<?') ? text.indexOf('<', 1) : 0)
    .replace(/(": ")([^"\\]*)(")/g, (_, before, value, after) => next(before, value, after))
    .replace(/(=")([^"]*)(")/g, (_, before, value, after) => next(before, value, after))
    .replace(/(<(_[A-Za-z_]+)>)([^<]*)(<\/\2>)/g, (_, before, _name, value, after) =>
      next(before, value, after),
    )
}

test('no error quotes a value of the document', () => {
  const everySome = fc.integer({ min: 1, max: 5 })
  const dialects = fc.constantFrom(...DIALECT_LIST)
  let errorCount = 0
  fc.assert(
    fc.property(arbitraryOf(RequestGroup), dialects, everySome, (value, dialect, every) => {
      const text = withCanaries(write(RequestGroup, value, dialect), every)
      const { issues } = read(RequestGroup, parseText(text))
      errorCount += issues.length
      for (const issue of issues)
        assert.ok(!issueSentence(issue).includes(CANARY), issueSentence(issue))
    }),
  )
  assert.ok(errorCount > 100)
})

test('no message about an unreadable document quotes it', () => {
  const text = withCanaries(ORDER, 1)
  const canaryNamed = text.replaceAll('_Name', CANARY).replaceAll('KEY', CANARY)
  const marks = fc.constantFrom(
    '<',
    '>',
    '"',
    '&',
    `&${CANARY};`,
    `</${CANARY}>`,
    '<?',
    '<!',
    ']]>',
    '\0',
  )
  const places = fc.integer({ min: 0, max: canaryNamed.length })
  let rejectedCount = 0
  fc.assert(
    fc.property(marks, places, (mark, at) => {
      try {
        parse(canaryNamed.slice(0, at) + mark + canaryNamed.slice(at))
      } catch (error) {
        assert.ok(error instanceof UnreadableDocument)
        rejectedCount += 1
        assert.ok(!error.message.includes(CANARY), error.message)
      }
    }),
    { numRuns: runsOf(1_000) },
  )
  assert.ok(rejectedCount > 100)
})

describe('the dialect of a document', () => {
  const cases: [title: string, text: string, expected: Dialect['name']][] = [
    ['is that of its version: mismo', '<REQUEST_GROUP MISMOVersionID="2"/>', 'mismo'],
    ['is that of its version: neutral', '<REQUEST_GROUP StandardVersionID="2"/>', 'neutral'],
    ['is that of its version: literal', '<REQUEST_GROUP _StandardVersionID="2"/>', 'literal'],
    [
      'is that of its version: elements',
      '<REQUEST_GROUP><_StandardVersionID>2</_StandardVersionID></REQUEST_GROUP>',
      'elements',
    ],
    [
      'is that of the version even if all other fields are spelled in another dialect',
      '<REQUEST_GROUP _StandardVersionID="2"><REQUESTING_PARTY _Name="x"/></REQUEST_GROUP>',
      'literal',
    ],
    ['is mismo if no field is known', '<REQUEST_GROUP/>', 'mismo'],
    ['is mismo if the root is unknown', '<other/>', 'mismo'],
    [
      'is that of the first known field if the version is missing: literal',
      '<REQUEST_GROUP><REQUESTING_PARTY __Name="x"/></REQUEST_GROUP>',
      'literal',
    ],
    [
      'is that of the first known field if the version is missing: elements',
      '<REQUEST_GROUP><REQUESTING_PARTY><__Name>x</__Name></REQUESTING_PARTY></REQUEST_GROUP>',
      'elements',
    ],
    [
      'is decided by a later field if two dialects spell the first field the same',
      '<REQUEST_GROUP><REQUESTING_PARTY _Name="x"/><REQUEST><REQUEST_DATA><CREDIT_REQUEST StandardVersionID="2"/></REQUEST_DATA></REQUEST></REQUEST_GROUP>',
      'neutral',
    ],
    [
      'is one of the two dialects that spell the first field the same, whatever follows',
      '<REQUEST_GROUP><REQUESTING_PARTY _Name="x" __City="y"/></REQUEST_GROUP>',
      'mismo',
    ],
    [
      'is not decided by names of the prototype',
      '<REQUEST_GROUP><constructor/><toString/><REQUEST _RequestDatetime="x"/></REQUEST_GROUP>',
      'literal',
    ],
    [
      'is mismo if two dialects spell all fields the same',
      '<REQUEST_GROUP><REQUESTING_PARTY _Name="x"/></REQUEST_GROUP>',
      'mismo',
    ],
  ]
  for (const [title, text, expected] of cases) {
    test(title, () => assert.equal(dialectOf(RequestGroup, parse(text)).name, expected))
  }

  for (const dialect of DIALECT_LIST) {
    test(`${dialect.name} is recognized without the version of the group, and without any version`, () => {
      fc.assert(
        fc.property(arbitraryOf(RequestGroup), (value) => {
          const text = write(RequestGroup, value, dialect)
          const first = text.replace(versionOf(dialect), '')
          const none = text.replaceAll(new RegExp(versionOf(dialect), 'g'), '')
          for (const without of [first, none]) {
            assert.equal(dialectOf(RequestGroup, parseText(without)).name, dialect.name)
          }
          const { issues } = read(RequestGroup, parseText(none))
          assert.deepEqual(new Set(issues.map(({ rule }) => rule)), new Set(['missing']))
          assert.equal(issues.length, 2)
        }),
        { numRuns: runsOf(30) },
      )
    })
  }
})

/** Matches the version field as the dialect writes it. */
function versionOf({ carrier, neutral, prefix }: Dialect): RegExp {
  const name = `${prefix}${neutral ? 'Standard' : 'MISMO'}VersionID`
  if (carrier === 'property') return new RegExp(`"${name}": "(?:[^"\\\\]|\\\\.)*",?`)
  return carrier === 'attribute'
    ? new RegExp(` ${name}="[^"]*"`)
    : new RegExp(`<${name}>[^<]*</${name}>`)
}

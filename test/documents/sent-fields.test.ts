/** Sent fields beside their parsed values: verdicts, lines, and that no secret is shown. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseText } from '../../src/documents/codec/parse-document.ts'
import { read } from '../../src/documents/codec/read.ts'
import { write } from '../../src/documents/codec/write.ts'
import { DIALECT_LIST, DIALECTS } from '../../src/documents/dialects.ts'
import { showing } from '../../src/documents/privacy/describe.ts'
import { maskedDocument } from '../../src/documents/privacy/redact.ts'
import { type SentField, sentFields } from '../../src/documents/privacy/sent-fields.ts'
import { RequestGroup } from '../../src/documents/tables/request.ts'
import { CreditReportResponse } from '../../src/documents/tables/response.ts'
import { HIDDEN } from '../../src/documents/wording.ts'
import { arbitraryOf } from '../support/arbitrary.ts'
import { runsOf } from '../support/length.ts'
import { UNBOUNDED } from './conformance-suite.ts'

const EXAMPLES = join(import.meta.dirname, '../../examples')
const FIRST = readFileSync(join(EXAMPLES, 'credit-report.xml'), 'utf8')
const ELEMENTS = readFileSync(join(EXAMPLES, 'elements.xml'), 'utf8')

function fieldsOf(text: string, clear = false): SentField[] {
  const root = parseText(text, UNBOUNDED)
  const { dialect, partial } = read(RequestGroup, root)
  const table = { element: RequestGroup, dialect, value: partial }
  return sentFields(text, root, table, showing(clear))
}

type Row = readonly [path: string, line: number, sent: string, verdict: string, parsed?: string]

/** Returns the fields that differ from those sent, with the ends of their paths. */
function differing(text: string, clear = false): Row[] {
  return fieldsOf(text, clear)
    .filter(({ verdict, sent }) => verdict !== 'unchanged' && sent !== '(empty)')
    .map(({ path, line, sent, verdict, parsed }) => {
      const place = path.split('/').slice(-2).join('/')
      return parsed === undefined
        ? [place, line, sent, verdict]
        : [place, line, sent, verdict, parsed]
    })
}

const SSN = '_SSN="900-12-1234"'
const CARD = '<SERVICE_PAYMENT _AccountIdentifier="REDACTED" _AccountHolderName="Avery Sandford"/>'
const CASES: readonly (readonly [title: string, text: string, rows: readonly Row[]])[] = [
  ['a document whose values are all unchanged', FIRST, []],
  [
    'a flag and an enumerated value in another case',
    FIRST.replace('_EquifaxIndicator="Y"', '_EquifaxIndicator=" y"'),
    [['CREDIT_REPOSITORY_INCLUDED/@_EquifaxIndicator', 8, ' y', 'rewritten', 'Y']],
  ],
  [
    'an SSN with spaces around it, masked as sent and as parsed',
    FIRST.replace(SSN, '_SSN=" 900121234 "'),
    [['BORROWER/@_SSN', 11, '•••-••-1234', 'rewritten', '•••-••-1234']],
  ],
  [
    'an unknown attribute, whose value is masked',
    FIRST.replace(SSN, `${SSN}\n _Nickname="Ave"`),
    [['BORROWER/@_Nickname', 12, '•••', 'ignored']],
  ],
  [
    'an unknown element and its content',
    FIRST.replace('<_RESIDENCE', '<_ALIAS at="1">\n<NAME>Ave</NAME></_ALIAS>\n<_RESIDENCE'),
    [
      ['BORROWER/_ALIAS', 12, '•••', 'ignored'],
      ['_ALIAS/@at', 12, '•••', 'ignored'],
    ],
  ],
  [
    'an SSN with too few digits',
    FIRST.replace(SSN, '_SSN="1234"'),
    [['BORROWER/@_SSN', 11, '•••', 'invalid']],
  ],
  [
    'text where elements belong',
    FIRST.replace('<LOAN_APPLICATION>', '<LOAN_APPLICATION>Avery'),
    [['CREDIT_REQUEST/LOAN_APPLICATION', 10, '•••', 'invalid']],
  ],
  [
    'card data that was removed',
    FIRST.replace('<LOAN_APPLICATION>', `${CARD}<LOAN_APPLICATION>`),
    [['SERVICE_PAYMENT/@_AccountIdentifier', 10, '•••', 'cut']],
  ],
  [
    'a repeated scalar in the elements dialect',
    ELEMENTS.replace('<__FirstName>', '<__FirstName>Other</__FirstName><__FirstName>'),
    [
      ['SERVICE_PAYMENT/__AccountIdentifier', 28, '•••• 4444', 'cut'],
      ['SERVICE_PAYMENT/__SecondaryAccountIdentifier', 31, '•••', 'cut'],
      ['BORROWER/__FirstName[2]', 37, 'A.', 'invalid'],
    ],
  ],
  [
    'a document that is not an order',
    '<ORDER of="Avery"><NAME>Avery</NAME></ORDER>',
    [
      ['ORDER', 1, '•••', 'ignored'],
      ['ORDER/@of', 1, '•••', 'ignored'],
    ],
  ],
]
for (const [title, text, rows] of CASES) {
  test(`sent fields and their parsed values: ${title}`, () =>
    assert.deepEqual(differing(text), rows))
}

test('repeated fields have different names', () => {
  const twice = ELEMENTS.replace('<__FirstName>', '<__FirstName>Other</__FirstName><__FirstName>')
  const names = fieldsOf(twice).map(({ field }) => field)
  assert.equal(new Set(names).size, names.length)
  assert.ok(
    names.some((name) => name.endsWith('/BORROWER/@_FirstName[2]')),
    names.join(),
  )
})

test('a user who may see personal data sees the values that were rewritten', () => {
  const rows = differing(FIRST.replace(SSN, '_SSN=" 900121234 "'), true)
  assert.deepEqual(rows, [['BORROWER/@_SSN', 11, ' 900121234 ', 'rewritten', '900121234']])
})

/** The fields and values in the names that all dialects share. */
function meaningOf(fields: readonly SentField[]) {
  return fields.map(({ field, value }) => [field, value] as const).sort()
}

for (const dialect of DIALECT_LIST) {
  test(`every field of a written document is unchanged or removed card data, in ${dialect.name}`, () => {
    const documents = arbitraryOf(RequestGroup)
    fc.assert(
      fc.property(documents, (value) => {
        const fields = fieldsOf(write(RequestGroup, value, dialect))
        const verdicts = new Set(fields.map(({ verdict }) => verdict))
        assert.deepEqual(
          [...verdicts].filter((each) => each !== 'unchanged' && each !== 'cut'),
          [],
        )
        const inMismo = fieldsOf(write(RequestGroup, value, DIALECTS.mismo))
        assert.deepEqual(meaningOf(fields), meaningOf(inMismo))
      }),
      { numRuns: runsOf(30) },
    )
  })
}

const NAMES = /Sandford|Avery|900|Harbor|Camden|04843|stranger|77/
const JSON_ORDER = readFileSync(join(EXAMPLES, 'credit-report.json'), 'utf8')

for (const [title, change] of [
  ['unchanged', []],
  ['with a number as SSN', ['"900-12-1234"', '900121234']],
  ['with an object as SSN', ['"900-12-1234"', '{"other": ["77", 77]}']],
  ['with a string as a borrower', ['"BORROWER": [', '"BORROWER": ["stranger",']],
  ['with unknown names', ['"__SSN"', '"stranger_": [{"a": "stranger"}, 77], "__SSN"']],
  ['with a list as a name', ['"Avery"', '["Avery", "Sandford"]']],
] as const) {
  test(`a masked JSON document has no personal data and is still JSON: ${title}`, async () => {
    const text = JSON_ORDER.replace(change[0] ?? '', change[1] ?? '')
    const shown = await maskedDocument(text, RequestGroup)
    assert.doesNotMatch(shown.replaceAll('"stranger_"', ''), NAMES)
    JSON.parse(shown)
    assert.match(shown, /"_CreditReportRequestActionType": "Submit"/)
    assert.doesNotMatch(JSON.stringify(fieldsOf(text)).replaceAll(/[./]stranger_/g, ''), NAMES)
  })
}

test('every line of a masked document is at its original position', async () => {
  const text = FIRST.replace(
    '<_RESIDENCE',
    '<_ALIAS>\n<NAME>\nAve</NAME></_ALIAS>\n<!-- a\nb --><_RESIDENCE',
  )
  const shown = await maskedDocument(text, RequestGroup)
  const lineOf = (document: string) =>
    document.split('\n').findIndex((line) => line.includes('<_RES'))
  assert.doesNotMatch(shown, /Ave/)
  assert.equal(lineOf(shown), lineOf(text))
})

test('KEYs of the service are shown, and those of a client are masked whatever their name', async () => {
  const keys = [
    ['ReportOrigin', 'new', 'new'],
    ['FilesAsked', '3', '3'],
    ['CreditScoreExclusionReason_R1_S1', 'NotScoredInsufficientCredit', undefined],
    ['FilesAsked', '900-12-1234', '•••'],
    ['ReportOrigin', 'Sandford', '•••'],
    ['Shelf', '12', '•••'],
  ] as const
  const xml = keys.map(([name, value]) => `<KEY _Name="${name}" _Value="${value}"/>`).join('')
  const shown = await maskedDocument(
    `<RESPONSE_GROUP><RESPONSE>${xml}</RESPONSE></RESPONSE_GROUP>`,
    CreditReportResponse,
  )
  const values = [...shown.matchAll(/_Value="([^"]*)"/g)].map(([, value]) => value)
  assert.deepEqual(
    values,
    keys.map(([, value, masked]) => masked ?? value),
  )
})

test('a number that is quoted in an error is masked, and the rest of the text is shown', async () => {
  const text = '<_Text>SSN 900-12-1234 &amp; 900121235, 900.12.1236 in 04843-1234</_Text>'
  const shown = await maskedDocument(
    inFile(`<CREDIT_ERROR_MESSAGE>${text}</CREDIT_ERROR_MESSAGE>`),
    CreditReportResponse,
  )
  const masked = '<_Text>SSN XXX-XX-1234 &amp; XXX-XX-1235, XXX-XX-1236 in 04843-1234</_Text>'
  assert.deepEqual(shown.match(/<_Text>[^<]*<\/_Text>/g), [masked])
})

test('alerts and remarks are hidden, except for the remarks that bureaus take from a list', async () => {
  const text = '<_Text>LIVES AT 12 MAIN ST</_Text>'
  const shown = await maskedDocument(
    inFile(
      `<_ALERT_MESSAGE _CategoryType="Other">${text}</_ALERT_MESSAGE><CREDIT_COMMENT _Type="Other">${text}</CREDIT_COMMENT><CREDIT_COMMENT _Type="BureauRemarks"><_Text>CLOSED</_Text></CREDIT_COMMENT>`,
    ),
    CreditReportResponse,
  )
  assert.deepEqual(shown.match(/<_Text>[^<]*<\/_Text>/g), [
    `<_Text>${HIDDEN}</_Text>`,
    `<_Text>${HIDDEN}</_Text>`,
    '<_Text>CLOSED</_Text>',
  ])
})

test('a separated number is masked in any attribute', async () => {
  const shown = await maskedDocument(
    inFile('').replace('<CREDIT_FILE', '<CREDIT_FILE BorrowerID="900-55-7773"'),
    CreditReportResponse,
  )
  assert.match(shown, /BorrowerID="XXX-XX-7773"/)
})

/** Wraps the content of a credit file in a response. */
function inFile(content: string): string {
  return `<RESPONSE_GROUP><RESPONSE><RESPONSE_DATA><CREDIT_RESPONSE><CREDIT_FILE>${content}</CREDIT_FILE></CREDIT_RESPONSE></RESPONSE_DATA></RESPONSE></RESPONSE_GROUP>`
}

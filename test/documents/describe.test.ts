import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { decode } from '../../src/documents/codec/decode.ts'
import { parse } from '../../src/documents/codec/parse.ts'
import { read } from '../../src/documents/codec/read.ts'
import { DIALECT_LIST, DIALECTS } from '../../src/documents/dialects.ts'
import type { AnyElement, Element } from '../../src/documents/element.ts'
import { describe as listing, masked } from '../../src/documents/privacy/describe.ts'
import { DOCUMENT_NAMES, DOCUMENTS } from '../../src/documents/tables/documents.ts'
import { RequestGroup } from '../../src/documents/tables/request.ts'
import { arbitraryOf } from '../support/arbitrary.ts'
import { runsOf } from '../support/length.ts'

function linesOf(text: string): readonly string[] {
  const { dialect, partial } = read(RequestGroup, parse(text))
  return listing(RequestGroup, dialect, partial).split('\n')
}

function example(file: string): string {
  return decode(readFileSync(join(import.meta.dirname, '../../examples', file)))
}

/** Returns the value shown in the first line whose path has this end. */
function shownAt(lines: readonly string[], end: string): string | undefined {
  return lines.find((line) => line.split(/ {2,}/)[0]?.endsWith(end))?.split(/ {2,}/)[1]
}

describe('the listing of a document', () => {
  test('shows each field with its path in the dialect of the document and its value', () => {
    const lines = linesOf(example('neutral-words.xml'))
    assert.equal(shownAt(lines, 'REQUEST_GROUP/@StandardVersionID'), '2.3.1')
    assert.equal(shownAt(lines, '/@_BureauBIndicator'), 'N')
    assert.equal(shownAt(lines, '/CREDIT_SCORE_MODEL_NAME/@_Type'), 'BureauABeacon5.0')
    assert.equal(shownAt(lines, '/@LenderCaseIdentifier'), '(empty)')
    const elements = linesOf(example('elements.xml'))
    assert.equal(shownAt(elements, 'BORROWER/_BorrowerID'), 'B1')
  })

  test('aligns the values', () => {
    const lines = linesOf(example('mortgage-only.xml')).slice(0, -1)
    const columns = lines.map((line) => line.length - (/ {2,}(.*)$/.exec(line)?.[1] ?? '').length)
    assert.equal(new Set(columns).size, 1)
  })

  test('numbers elements that occur several times', () => {
    const lines = linesOf(example('joint.xml'))
    assert.equal(shownAt(lines, '/BORROWER[1]/@_FirstName'), 'R.')
    assert.equal(shownAt(lines, '/BORROWER[2]/@_FirstName'), 'J.')
  })

  test('masks names, numbers, addresses and card data', () => {
    const lines = linesOf(example('neutral-words.xml'))
    const ends = ['_LastName', '_SSN', '_StreetAddress', '_PostalCode', 'KEY/@_Value']
    const card = ['_AccountIdentifier', '_AccountHolderName', '_SecondaryAccountIdentifier']
    assert.deepEqual(
      [...ends, ...card].map((end) => shownAt(lines, end)),
      ['O.', '•••-••-7788', '•••', '•••', '•••', '•••• 1111', 'T.', '•••'],
    )
  })

  test('shows the readable fields of an invalid document', () => {
    const lines = linesOf('<REQUEST_GROUP MISMOVersionID="2.3.1"><REQUEST/></REQUEST_GROUP>')
    assert.deepEqual(lines, ['REQUEST_GROUP/@MISMOVersionID  2.3.1', ''])
  })

  test('shows no control characters', () => {
    const value = { MISMOVersionID: 'a\u009b31m\tb\nc' }
    assert.equal(
      listing(RequestGroup, DIALECTS.mismo, value),
      'REQUEST_GROUP/@MISMOVersionID  a 31m b c\n',
    )
  })

  for (const name of DOCUMENT_NAMES) {
    test(`never shows a secret of ${name}`, () => {
      const { element } = DOCUMENTS[name]
      const dialects = fc.constantFrom(...DIALECT_LIST)
      fc.assert(
        fc.property(arbitraryOf<Element>(element), dialects, (value, dialect) => {
          const text = listing(element, dialect, withCanaries(element, value) as object)
          assert.ok(!text.includes('canary'))
        }),
        { numRuns: runsOf(20) },
      )
    })
  }
})

/** Replaces every secret text in the value by a canary. */
function withCanaries(element: AnyElement, value: unknown): unknown {
  if (element.form === 'text') return element.secret ? 'a canary 1' : value
  const content = value as Record<string, unknown>
  const fields = Object.entries(element.fields)
    .filter(([name]) => content[name] !== undefined)
    .map(([name, { secret }]) => [name, secret ? 'a canary 1' : content[name]])
  const children = Object.entries(element.children)
    .filter(([name]) => content[name] !== undefined)
    .map(([name, child]) => {
      const found = content[name]
      return [
        name,
        Array.isArray(found)
          ? found.map((one) => withCanaries(child.element, one))
          : withCanaries(child.element, found),
      ]
    })
  return Object.fromEntries([...fields, ...children])
}

describe('a masked value', () => {
  const cases: [name: string, text: string, shown: string][] = [
    ['_SSN', '900-12-1234', '•••-••-1234'],
    ['_SSN', '900121234', '•••-••-1234'],
    ['_SSN', '1234', '•••'],
    ['_AccountIdentifier', '4111111111111111', '•••• 1111'],
    ['_AccountIdentifier', '41111111', '•••'],
    ['_FirstName', 'Zoë', 'Z.'],
    ['_UnparsedName', 'AVERY Q SANDFORD', 'A.'],
    ['_LastName', '123-45-6789', '•••'],
    ['_StreetName', 'Harbor View Rd', '•••'],
    ['constructor', 'anything', '•••'],
  ]
  for (const [name, text, shown] of cases) {
    test(`of ${name} ${text} is ${shown}`, () => assert.equal(masked(name, text), shown))
  }
})

/** Returns the paths of the secret fields, relative to the root of the document. */
function secretPaths(element: AnyElement, path: string): string[] {
  if (element.form === 'text') return element.secret ? [path] : []
  const own = Object.entries(element.fields)
    .filter(([, { secret }]) => secret)
    .map(([name]) => `${path}@${name}`)
  const below = Object.values(element.children).flatMap(({ element: child }) =>
    secretPaths(child, `${path}${child.name}/`),
  )
  return [...own, ...below]
}

const REQUEST = 'REQUEST/REQUEST_DATA/CREDIT_REQUEST'
const RESPONSE = 'RESPONSE/RESPONSE_DATA/CREDIT_RESPONSE'

const REQUEST_SECRETS = [
  'SUBMITTING_PARTY/@LoginAccountPassword',
  'REQUEST/@LoginAccountPassword',
  'REQUEST/KEY/@_Value',
  `${REQUEST}/SERVICE_PAYMENT/@_AccountIdentifier`,
  `${REQUEST}/SERVICE_PAYMENT/@_AccountHolderName`,
  `${REQUEST}/SERVICE_PAYMENT/@_AccountExpirationDate`,
  `${REQUEST}/SERVICE_PAYMENT/@_SecondaryAccountIdentifier`,
  `${REQUEST}/LOAN_APPLICATION/BORROWER/@_FirstName`,
  `${REQUEST}/LOAN_APPLICATION/BORROWER/@_MiddleName`,
  `${REQUEST}/LOAN_APPLICATION/BORROWER/@_LastName`,
  `${REQUEST}/LOAN_APPLICATION/BORROWER/@_NameSuffix`,
  `${REQUEST}/LOAN_APPLICATION/BORROWER/@_SSN`,
  `${REQUEST}/LOAN_APPLICATION/BORROWER/@_BirthDate`,
  `${REQUEST}/LOAN_APPLICATION/BORROWER/@_HomeTelephoneNumber`,
  `${REQUEST}/LOAN_APPLICATION/BORROWER/@MaritalStatusType`,
  `${REQUEST}/LOAN_APPLICATION/BORROWER/_RESIDENCE/@_StreetAddress`,
  `${REQUEST}/LOAN_APPLICATION/BORROWER/_RESIDENCE/@_City`,
  `${REQUEST}/LOAN_APPLICATION/BORROWER/_RESIDENCE/@_State`,
  `${REQUEST}/LOAN_APPLICATION/BORROWER/_RESIDENCE/@_PostalCode`,
]

const BORROWER_SECRETS = [
  `${RESPONSE}/BORROWER/@_FirstName`,
  `${RESPONSE}/BORROWER/@_MiddleName`,
  `${RESPONSE}/BORROWER/@_LastName`,
  `${RESPONSE}/BORROWER/@_SSN`,
  `${RESPONSE}/BORROWER/@_UnparsedName`,
  `${RESPONSE}/BORROWER/@MaritalStatusType`,
  `${RESPONSE}/BORROWER/_RESIDENCE/@_StreetAddress`,
  `${RESPONSE}/BORROWER/_RESIDENCE/@_City`,
  `${RESPONSE}/BORROWER/_RESIDENCE/@_State`,
  `${RESPONSE}/BORROWER/_RESIDENCE/@_PostalCode`,
  `${RESPONSE}/BORROWER/_RESIDENCE/PARSED_STREET_ADDRESS/@_StreetName`,
]

const FILE_SECRETS = [
  '@_BirthDate',
  '@_FirstName',
  '@_LastName',
  '@_MiddleName',
  '@_SSN',
  '@_UnparsedName',
  '_ALIAS/@_FirstName',
  '_ALIAS/@_LastName',
  '_ALIAS/@_UnparsedName',
  '_RESIDENCE/@_StreetAddress',
  '_RESIDENCE/@_City',
  '_RESIDENCE/@_State',
  '_RESIDENCE/@_PostalCode',
  '_UnparsedAddress/',
  '_UnparsedEmployment/',
].map((path) => `${RESPONSE}/CREDIT_FILE/_BORROWER/${path}`)

const KEY = 'RESPONSE/KEY/@_Value'
const ALERT = `${RESPONSE}/CREDIT_FILE/_ALERT_MESSAGE/_Text/`
const PAGE = `${RESPONSE}/EMBEDDED_FILE/DOCUMENT/`

describe('the secret fields are exactly the listed ones', () => {
  const cases: Record<(typeof DOCUMENT_NAMES)[number], readonly string[]> = {
    request: REQUEST_SECRETS,
    'request-payment-optional': REQUEST_SECRETS,
    'credit-report-response': [
      ...BORROWER_SECRETS,
      `${RESPONSE}/BORROWER/@_NameSuffix`,
      `${RESPONSE}/BORROWER/@_BirthDate`,
      `${RESPONSE}/CREDIT_LIABILITY/@_AccountIdentifier`,
      `${RESPONSE}/CREDIT_LIABILITY/@_CollateralDescription`,
      `${RESPONSE}/CREDIT_COMMENT/_Text/`,
      `${RESPONSE}/CREDIT_FILE/CREDIT_COMMENT/_Text/`,
      `${RESPONSE}/CREDIT_LIABILITY/CREDIT_COMMENT/_Text/`,
      `${RESPONSE}/CREDIT_PUBLIC_RECORD/CREDIT_COMMENT/_Text/`,
      ALERT,
      ...FILE_SECRETS,
      KEY,
      PAGE,
    ],
    'mortgage-only-response': [...BORROWER_SECRETS, ...FILE_SECRETS, ALERT, KEY, PAGE],
    'refresh-response': [
      ...BORROWER_SECRETS,
      `${RESPONSE}/CREDIT_SUMMARY/_DATA_SET/@_Value`,
      KEY,
      PAGE,
    ],
    'error-response': [],
  }
  for (const name of DOCUMENT_NAMES) {
    test(`in ${name}`, () => {
      assert.deepEqual(secretPaths(DOCUMENTS[name].element, '').sort(), [...cases[name]].sort())
    })
  }
})

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { REQUEST_FIELDS } from '../support/interface-fields.ts'
import { partOf } from '../support/length.ts'
import { type RunningService, runningService } from '../support/running-service.ts'
import { accountOf } from './support/account-of.ts'
import {
  type Asked,
  DIALECT_NAMES,
  type DialectName,
  type EditableNode,
  fieldName,
  OPERATION_PATHS,
  type OperationPath,
  PEOPLE,
  type Person,
} from './support/order-document.ts'
import { ordered, rejected, reported } from './support/ordered.ts'

const ROOT = 'REQUEST_GROUP'
const FIELDS = REQUEST_FIELDS.filter(({ path }) => path !== ROOT)

/**
 * The path as an error shows it: elements between slashes, attributes marked with `@`. JSON orders
 * get a JSON path.
 */
function placeOf(path: string, dialect: DialectName): string {
  if (dialect === 'json') return `$.${path.replace(/\b(BORROWER|_RESIDENCE)\./g, '$1[0].')}`
  const names = path.split('.')
  const last = names.at(-1) ?? ''
  const above = names.slice(0, -1).join('/')
  if (!isScalar(path)) return `${above}/${last}`
  const mark = dialect === 'elements' ? '' : '@'
  return `${above}/${mark}${fieldName(last, dialect)}`
}

function isScalar(path: string): boolean {
  return FIELDS.some((field) => field.path === path && field.type === 'string')
}

/** Returns the node that holds the last name of a path, and that name. */
function holderOf(group: EditableNode, path: string): [EditableNode, string] {
  const names = path.split('.').slice(1)
  const last = names.pop() ?? ''
  const holder = names.reduce<EditableNode>((node, name) => {
    const next = node[name]
    return Array.isArray(next) ? next[0] : next
  }, group)
  return [holder, last]
}

function leftOut(path: string) {
  return (group: EditableNode) => {
    const [holder, name] = holderOf(group, path)
    delete holder[name]
  }
}

function emptied(path: string) {
  return (group: EditableNode) => {
    const [holder, name] = holderOf(group, path)
    holder[name] = ''
  }
}

async function allowed(t: TestContext, profile = {}): Promise<RunningService> {
  return accountOf(await runningService(t), profile)
}

test('every missing required field is named, in every dialect', async (t) => {
  const service = await runningService(t)
  for (const [index, dialect] of DIALECT_NAMES.entries()) {
    for (const { path } of partOf(FIELDS, 3, index % 3)) {
      const code = path.includes('LOAN_APPLICATION') ? 'E002' : 'E102'
      const edit = leftOut(path)
      const texts = await rejected(service, 'mortgage_only', { dialect, edit }, code)
      const place = placeOf(path, dialect)
      const named = texts.some((text) => text.startsWith(`${place} is required`))
      assert.ok(named, `${dialect} ${path}: ${texts.join(' | ')}`)
    }
  }
})

const PAYMENT = `${ROOT}.REQUEST.REQUEST_DATA.CREDIT_REQUEST.SERVICE_PAYMENT`
const MAY_BE_EMPTY = /SERVICE_PAYMENT|__MiddleName$|__NameSuffix$|_LenderCaseIdentifier$/

test('only the documented fields may be empty', async (t) => {
  const service = await runningService(t)
  for (const { path, type } of FIELDS) {
    if (type !== 'string') continue
    const result = await ordered(service, 'mortgage_only', { edit: emptied(path) })
    const answered = result.code === undefined
    assert.equal(answered, MAY_BE_EMPTY.test(path), `${path}: ${result.answer.texts('_Text')}`)
  }
})

test('the payment may be left out only on paths whose shape the interface does not show', async (t) => {
  const service = await runningService(t)
  const paymentPaths = FIELDS.map(({ path }) => path).filter((path) => path.startsWith(PAYMENT))
  for (const operation of ['credit_report', 'pre_qualification'] as const) {
    for (const path of paymentPaths) await reported(service, operation, { edit: leftOut(path) })
  }
  for (const operation of ['mortgage_only', 'refresh_report'] as const) {
    await rejected(service, operation, { edit: leftOut(PAYMENT) }, 'E102')
  }
})

/** Fields that a plain MISMO client leaves out. The account setting `requirements` allows it. */
const LEFT_OUT_BY_MISMO = [
  '_StandardVersionID',
  'REQUESTING_PARTY',
  '_RequestDatetime',
  '_LenderCaseIdentifier',
  '_CreditRequestID',
  '__Name',
  '_BorrowerID',
  '_CreditReportType',
  'SERVICE_PAYMENT',
  'AccountIdentifier',
  '__Account',
  '__SecondaryAccountIdentifier',
  '__MethodType',
  '__MiddleName',
  '__NameSuffix',
  '__BureauAIndicator',
  '__BureauBIndicator',
  '__BureauCIndicator',
]

test('an account with requirements mismo may omit the fields that MISMO clients omit', async (t) => {
  const service = await allowed(t, { requirements: 'mismo' })
  for (const { path } of FIELDS) {
    const name = path.split('.').at(-1) ?? ''
    const optional = LEFT_OUT_BY_MISMO.some((one) => name.startsWith(one))
    const result = await ordered(service, 'mortgage_only', {
      edit: (group) => {
        leftOut(path)(group)
        // One of the two parties is enough.
        if (name === 'REQUESTING_PARTY') group.SUBMITTING_PARTY = { __Name: 'Platform' }
      },
    })
    assert.equal(result.code === undefined, optional, `${path}: ${result.answer.texts('_Text')}`)
  }
  const noParty = { edit: leftOut(`${ROOT}.REQUESTING_PARTY`) }
  const texts = await rejected(service, 'mortgage_only', noParty, 'E102')
  assert.match(texts.join(), /REQUESTING_PARTY/)
})

test('with requirements mismo, an absent or empty indicator means no, and a misspelled one is an error', async (t) => {
  const service = await allowed(t, { requirements: 'mismo' })
  const included = `${ROOT}.REQUEST.REQUEST_DATA.CREDIT_REQUEST.CREDIT_REQUEST_DATA.CREDIT_REPOSITORY_INCLUDED`
  const withIndicators = (indicators: Readonly<Record<string, string>>) => ({
    edit: (group: EditableNode) => {
      const [holder, name] = holderOf(group, included)
      holder[name] = indicators
    },
  })
  for (const others of [{}, { __BureauBIndicator: '', __BureauCIndicator: 'N' }]) {
    const asked = withIndicators({ __BureauAIndicator: 'Y', ...others })
    const { answer } = await ordered(service, 'credit_report', asked)
    assert.deepEqual(answer.texts('CREDIT_FILE._CreditRepositorySourceType'), ['Equifax'])
  }
  const misspelled = withIndicators({ __BureauAIndicator: 'Y', __BureauBIndicater: 'Y' })
  const texts = await rejected(service, 'credit_report', misspelled, 'E102')
  assert.match(texts.join(), /@_ExperianIndicator is required; _ExperianIndicater was sent/)
  await rejected(service, 'credit_report', withIndicators({}), 'E102')
})

test('names must be in Latin letters, with any accents', async (t) => {
  const service = await runningService(t)
  const latin = [
    ['Zoë', 'Ångström-Peña'],
    ['Guðrún', 'O’Brien'],
    ['Łucja', 'Żółkiewska'],
    ['Nguyễn', 'Văn An'],
    ['Kaʻiulani', "D'Arcy Jr."],
  ] as const
  for (const [first, last] of latin) {
    const people = [{ ...PEOPLE.avery, first, last, ssn: '955-00-7788' }]
    assert.equal((await ordered(service, 'credit_report', { people })).code, undefined, first)
  }
  const others = ['Дарья', 'Ωμέγα', '美咲', 'فاطمة', 'रवि', 'Avеry']
  for (const first of others) {
    const people = [{ ...PEOPLE.avery, first }]
    const texts = await rejected(service, 'credit_report', { people }, 'E002')
    assert.match(texts.join(), /BORROWER\/@_FirstName must be in Latin letters/)
    assert.ok(!texts.join().includes(first))
  }
})

test('a date of birth must not be in the future, by the sandbox clock and in any time zone', async (t) => {
  // In the zones that are most ahead of UTC, it is the next day.
  const service = await runningService(t, { flags: { 'world-start': '2026-03-31T12:00:00Z' } })
  const birthDate = (date: string) => ({
    edit: (group: EditableNode) => {
      const borrower = 'REQUEST_GROUP.REQUEST.REQUEST_DATA.CREDIT_REQUEST.LOAN_APPLICATION.BORROWER'
      const [holder, name] = holderOf(group, `${borrower}.__BirthDate`)
      holder[name] = date
    },
  })
  for (const date of ['2026-04-02', '2026-05', '2027', '2068-01-02']) {
    const [text = ''] = await rejected(service, 'mortgage_only', birthDate(date), 'E002')
    assert.match(text, /BORROWER\/@_BirthDate must not be in the future/, date)
  }
  for (const date of ['2026-03-31', '2026-04-01', '2026-04', '2026']) {
    const { body } = await ordered(service, 'mortgage_only', birthDate(date))
    assert.doesNotMatch(body, /_BirthDate must/, date)
  }
})

test('a family name must have a letter', async (t) => {
  const service = await runningService(t)
  for (const last of ['.', '-', '?', '123']) {
    const people = [{ ...PEOPLE.avery, last }]
    const texts = await rejected(service, 'credit_report', { people }, 'E002')
    assert.match(texts.join(), /BORROWER\/@_LastName must have a letter/, last)
  }
})

test('a first name has a letter or is a dot, and an address has letters and digits', async (t) => {
  const service = await runningService(t)
  const wrong = [
    [{ first: '123' }, /_FirstName must have a letter, or be a dot if there is none/],
    [{ first: '😀' }, /_FirstName must have a letter/],
    [{ street: '---' }, /_RESIDENCE\/@_StreetAddress must have a letter or a digit/],
    [{ street: '12 Улица' }, /_RESIDENCE\/@_StreetAddress must be in Latin letters/],
    [{ city: 'Одесса' }, /_RESIDENCE\/@_City must be in Latin letters/],
    [{ city: '123' }, /_RESIDENCE\/@_City must have a letter/],
  ] as const
  for (const [given, expected] of wrong) {
    const people = [{ ...PEOPLE.avery, ...given }]
    assert.match((await rejected(service, 'credit_report', { people }, 'E002')).join(), expected)
  }
  const mononym = { people: [{ ...PEOPLE.avery, first: '.' }] }
  assert.equal((await ordered(service, 'credit_report', mononym)).status, 200)
})

test('a borrower ID with a space is the error, not the list of the order', async (t) => {
  const service = await runningService(t)
  const people = [{ ...PEOPLE.avery, id: 'B 1' }]
  const texts = await rejected(service, 'credit_report', { people }, 'E102')
  assert.match(texts.join(), /BORROWER\/@BorrowerID must not contain spaces/)
})

test('all errors are reported at once, by path and rule and never by value', async (t) => {
  const service = await runningService(t)
  const values = ['notastate', '99', '12-34', 'Maybe', 'Sunday', 'Nobody']
  const [state = '', zip = '', ssn = '', indicator = '', action = '', type = ''] = values
  for (const dialect of DIALECT_NAMES) {
    const texts = await rejected(
      service,
      'mortgage_only',
      {
        dialect,
        action,
        type,
        bureaus: 'YYY',
        people: [{ ...PEOPLE.avery, state, zip, ssn, last: '' }],
        edit: (group) => {
          const { CREDIT_REQUEST_DATA: data } = group.REQUEST.REQUEST_DATA.CREDIT_REQUEST
          data.CREDIT_REPOSITORY_INCLUDED.__BureauBIndicator = indicator
        },
      },
      'E102',
    )
    const names = ['__State', '__PostalCode', '__SSN', '__LastName', '__BureauBIndicator']
    const expected = [...names, '_CreditReportRequestActionType', '_CreditReportType']
    for (const name of expected) {
      const shown = fieldName(name, dialect)
      assert.ok(
        texts.some((text) => ['/', '@', '.'].some((mark) => text.includes(`${mark}${shown} `))),
        shown,
      )
    }
    assert.equal(texts.length, expected.length, texts.join('\n'))
    for (const value of values) assert.ok(!texts.join('\n').includes(value), value)
  }
})

/**
 * Product selection: whether a path accepts a product. From section 4.1 of the interface, and from
 * our own rules where it shows none.
 */
function isAccepted(operation: OperationPath, type: string, other: string, description: string) {
  const names = ['Streamline', 'SoftCheck', 'Refresh']
  const products = ['MortgageOnly', 'MortgageOnlyWithScore']
  switch (operation) {
    case 'credit_report':
      return type === 'Merge' && !names.includes(other) && !products.includes(description)
    case 'pre_qualification':
      return type === 'Other' && other === 'SoftCheck' && !products.includes(description)
    case 'mortgage_only':
      return (
        type === 'Other' &&
        ['Streamline', 'SoftCheck'].includes(other) &&
        products.includes(description)
      )
    case 'refresh_report':
      return type !== 'Error'
  }
}

const SELECTIONS = ['Merge', 'Other', 'Error', 'RMCR'].flatMap((type) =>
  ['', 'Streamline', 'SoftCheck', 'Refresh', 'House blend'].flatMap((typeOther) =>
    ['', 'MortgageOnly', 'MortgageOnlyWithScore', 'Anything'].map((description) => ({
      type,
      typeOther,
      description,
    })),
  ),
)

/** The number of selections up to which all of them are sent at short length too. */
const FEW = 10

/**
 * Returns the selections that an operation accepts, and the others. At short length, it returns a
 * third of many, which differs between operations.
 */
function selectionsOf(operation: OperationPath) {
  const { accepted = [], others = [] } = Object.groupBy(SELECTIONS, (selection) => {
    const { type, typeOther, description } = selection
    return isAccepted(operation, type, typeOther, description) ? 'accepted' : 'others'
  })
  const third = OPERATION_PATHS.indexOf(operation) % 3
  const sent = (all: typeof SELECTIONS) => (all.length <= FEW ? all : partOf(all, 3, third))
  return { accepted: sent(accepted), others: sent(others) }
}

test('each path accepts its own products and rejects those of other paths', async (t) => {
  const service = await runningService(t)
  // This reissue names an unknown report (E061), because the product is checked before the report
  // is looked up.
  const reissue = { action: 'Reissue', reportId: 'R-NONE' }
  for (const operation of OPERATION_PATHS) {
    const { accepted, others } = selectionsOf(operation)
    assert.ok(accepted.length > 0 && others.length > 0, operation)
    for (const [selections, expected] of [
      [accepted, 'E061'],
      [others, 'E102'],
    ] as const) {
      for (const selection of selections) {
        const { code } = await ordered(service, operation, { ...selection, ...reissue })
        assert.equal(code, expected, `${operation} ${JSON.stringify(selection)}`)
      }
    }
  }
})

test('the response has the ordered product', async (t) => {
  const service = await runningService(t)
  const rows: readonly [OperationPath, Asked, string, string, boolean][] = [
    ['credit_report', {}, 'Merge', '', true],
    ['pre_qualification', {}, 'Other', 'SoftCheck', true],
    ['mortgage_only', { typeOther: 'Streamline' }, 'Other', 'Streamline', true],
    ['mortgage_only', { typeOther: 'SoftCheck' }, 'Other', 'SoftCheck', true],
    [
      'mortgage_only',
      { typeOther: 'Streamline', description: 'MortgageOnly' },
      'Other',
      'Streamline',
      false,
    ],
    [
      'mortgage_only',
      { typeOther: 'SoftCheck', description: 'MortgageOnly' },
      'Other',
      'SoftCheck',
      false,
    ],
  ]
  for (const [operation, order, type, other, scores] of rows) {
    const { answer } = await reported(service, operation, order)
    assert.equal(answer.text('CREDIT_RESPONSE._CreditReportType'), type)
    assert.equal(answer.text('CREDIT_RESPONSE._CreditReportTypeOtherDescription'), other)
    assert.equal(answer.texts('CREDIT_SCORE.__Value').length, scores ? 3 : 0)
  }
})

const ACTIONS: Readonly<Record<OperationPath, readonly string[]>> = {
  credit_report: ['Submit', 'ForceNew', 'Reissue', 'Upgrade', 'Unmerge'],
  pre_qualification: ['Submit', 'ForceNew', 'Reissue', 'Upgrade'],
  mortgage_only: ['Submit', 'ForceNew', 'Reissue', 'Upgrade'],
  refresh_report: ['Submit', 'Reissue'],
}

test('each path accepts only its own actions', async (t) => {
  const service = await runningService(t)
  const all = [...ACTIONS.credit_report, 'StatusQuery', 'Update', 'submit', 'Other']
  for (const operation of OPERATION_PATHS) {
    for (const action of all) {
      const { code } = await ordered(service, operation, { action, reportId: 'R-NONE' })
      const accepted = ACTIONS[operation].includes(action)
      const needsReport = operation === 'refresh_report' || !/^(Submit|ForceNew)$/.test(action)
      const expected = !accepted ? 'E102' : needsReport ? 'E061' : undefined
      assert.equal(code, expected, `${operation} ${action}`)
    }
  }
})

const { avery, rowan, juno } = PEOPLE
const ids = (first: string, second: string): Person[] => [
  { ...rowan, id: first },
  { ...juno, id: second },
]

/** Orders with different borrowers: each is rejected with this code, or completed. */
const BORROWER_RULES: readonly [string, Asked, string | undefined][] = [
  ['Individual with one borrower', { people: [avery] }, undefined],
  ['Joint with two borrowers', { people: [rowan, juno] }, undefined],
  ['Individual with two borrowers', { people: [rowan, juno], requestType: 'Individual' }, 'E102'],
  ['Joint with one borrower', { people: [avery], requestType: 'Joint' }, 'E102'],
  ['three borrowers', { people: [rowan, juno, { ...avery, id: 'C2' }] }, 'E102'],
  ['ids in another order', { people: [rowan, juno], borrowerIds: 'C1 B1' }, undefined],
  [
    'ids separated by several spaces',
    { people: [rowan, juno], borrowerIds: '  B1   C1 ' },
    undefined,
  ],
  ['an id that no borrower has', { people: [rowan, juno], borrowerIds: 'B1 C2' }, 'E102'],
  ['one id too few', { people: [rowan, juno], borrowerIds: 'B1' }, 'E102'],
  ['one id too many', { people: [avery], borrowerIds: 'B1 C1' }, 'E102'],
  ['the same id listed twice', { people: [rowan, juno], borrowerIds: 'B1 B1' }, 'E102'],
  ['two borrowers with the same id', { people: ids('B1', 'B1'), borrowerIds: 'B1 B1' }, 'E102'],
  ['numbers as ids', { people: ids('1', '2') }, undefined],
  ['one SSN for both borrowers', { people: [rowan, { ...juno, ssn: rowan.ssn }] }, 'E002'],
  ['one SSN in two spellings', { people: [rowan, { ...juno, ssn: '900551111' }] }, 'E002'],
]

test('three borrowers with the ids of all three are rejected only because of their number', async (t) => {
  const service = await runningService(t)
  const people = [rowan, juno, { ...avery, id: 'C2' }]
  const { answer } = await ordered(service, 'credit_report', { people })
  assert.deepEqual(
    answer.texts('_Text').map((text) => text.split(' ')[0]?.split('/').at(-1)),
    ['BORROWER'],
  )
})

test('the borrowers, their ids and the request type must match', async (t) => {
  const service = await runningService(t)
  for (const [title, order, expected] of BORROWER_RULES) {
    for (const operation of ['credit_report', 'mortgage_only'] as const) {
      const result = await ordered(service, operation, order)
      assert.equal(result.code, expected, `${title}: ${result.answer.texts('_Text').join(' | ')}`)
    }
  }
})

test('an order must request at least one bureau, and indicators may be in either case', async (t) => {
  const service = await runningService(t)
  const rows: readonly [string, string | undefined][] = [
    ['NNN', 'E102'],
    ['nnn', 'E102'],
    ['YNN', undefined],
    ['nyn', undefined],
    ['NNy', undefined],
    ['TYY', 'E102'],
    ['1YY', 'E102'],
  ]
  for (const [bureaus, expected] of rows) {
    const { code } = await ordered(service, 'mortgage_only', { bureaus })
    assert.equal(code, expected, bureaus)
  }
})

/** Borrower data by field: the field, a value, and whether the value is accepted. */
const VALUES: readonly [keyof Person, string, boolean][] = [
  ['ssn', '900-12-1234', true],
  ['ssn', '900121234', true],
  ['ssn', '90012123', false],
  ['ssn', '9001212345', false],
  ['ssn', '900-121-234', false],
  ['ssn', '000-00-0000', true],
  ['ssn', 'XXX-XX-1234', false],
  ['zip', '04843', true],
  ['zip', '04843-0001', true],
  ['zip', '048430001', true],
  ['zip', '4843', false],
  ['zip', 'K1A 0B1', false],
  ['state', 'me', true],
  ['state', 'PR', true],
  ['state', 'AE', true],
  ['state', 'Maine', false],
  ['state', 'XX', false],
  ['first', 'A'.repeat(100), true],
  ['first', 'A'.repeat(101), false],
  ['last', '  ', false],
  ['street', '1 Main St #4½ — “rear”', true],
]

test('borrower data is accepted or rejected by the format of each field', async (t) => {
  const service = await runningService(t)
  for (const [field, value, accepted] of VALUES) {
    const order = { people: [{ ...avery, [field]: value }] }
    const result = await ordered(service, 'mortgage_only', order)
    const texts = result.answer.texts('CREDIT_ERROR_MESSAGE._Text').join(' | ')
    assert.equal(result.code, accepted ? undefined : 'E002', `${field} ${value}: ${texts}`)
  }
})

test('products and bureaus that an account may not order get E051, and other accounts’ reports are unknown', async (t) => {
  const service = await runningService(t)
  const narrow = await accountOf(service, { products: ['credit_report'], bureaus: ['Equifax'] })
  const first = await rejected(narrow, 'mortgage_only', {}, 'E051')
  assert.equal(first.length, 3, first.join())
  await rejected(narrow, 'credit_report', {}, 'E051')
  const mine = await reported(narrow, 'credit_report', { bureaus: 'YNN' })
  const reportId = mine.answer.text('CREDIT_RESPONSE._CreditReportIdentifier')
  const foreign = await ordered(service, 'credit_report', { action: 'Reissue', reportId })
  const unknown = await ordered(service, 'credit_report', { action: 'Reissue', reportId: 'R-NONE' })
  assert.equal(foreign.code, 'E061')
  const neutral = (body: string) =>
    body
      .replaceAll(reportId, 'R')
      .replaceAll('R-NONE', 'R')
      .replace(/ResponseDateTime="[^"]*"/, '')
  assert.equal(neutral(foreign.body), neutral(unknown.body), 'the responses are identical')
})

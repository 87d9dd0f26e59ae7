/** Tests the personas: the bureaus report what their stories state. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CreditFile, FileAccount } from '../../../src/bureaus/bureau.ts'
import { findPersona, PERSONAS, type Persona } from '../../../src/bureaus/simulator/personas.ts'
import {
  BUREAUS,
  SCORE_EXCLUSION_REASON_TYPES,
} from '../../../src/documents/tables/enumerations.ts'
import { DAY_MS, EPOCH, persona, pullAll, simulated, subjectOf } from './simulator-requests.ts'

// The first is the earliest that the page of the personas names.
const EPOCHS = [
  new Date('2023-09-01T00:00:00Z'),
  EPOCH,
  new Date('2024-02-29T23:59:59Z'),
  new Date('2029-12-31T00:00:00Z'),
]

function lastDayOf(epoch: Date): Date {
  return new Date(Date.UTC(epoch.getUTCFullYear(), epoch.getUTCMonth() + 1, 0, 23, 59, 59))
}

for (const known of PERSONAS) {
  test(`${known.id}: the bureaus report the stated outcome`, async () => {
    for (const epoch of EPOCHS) {
      const bureaus = simulated(epoch)
      const first = new Date(Date.UTC(epoch.getUTCFullYear(), epoch.getUTCMonth(), 1))
      for (const askedAt of [first, epoch, lastDayOf(epoch)]) {
        for (const file of await pullAll(bureaus, subjectOf(known), { askedAt })) {
          const { status, score, exclusionReason } = known.outcome[file.bureau]
          assert.equal(file.status, status)
          assert.equal(file.score?.value, score, `${file.bureau} ${askedAt.toISOString()}`)
          assert.equal(file.score?.exclusionReason, exclusionReason)
        }
      }
    }
  })
}

test('personas have unique numbers that are never issued', () => {
  const numbers = PERSONAS.map(({ ssn }) => ssn)
  assert.equal(new Set(numbers).size, numbers.length)
  for (const number of numbers) assert.match(number, /^9\d\d-\d\d-\d{4}$/)
  assert.ok(numbers.length >= 40)
})

test('the partners of a couple refer to each other', () => {
  for (const { id, joint } of PERSONAS) {
    if (joint === undefined) continue
    assert.equal(PERSONAS.find((other) => other.id === joint)?.joint, id)
  }
  assert.ok(PERSONAS.some(({ joint }) => joint !== undefined))
})

for (const id of ['avery', 'rowan', 'juno'] as const) {
  test(`${id}: three files, three scores with four factors, a mortgage and a card`, async () => {
    for (const file of await pullAll(simulated(), persona(id))) {
      assert.equal(file.status, 'FileReturned')
      assert.equal(file.score?.factors.length, 4)
      assert.ok(file.accounts.some(({ _AccountType }) => _AccountType === 'Mortgage'))
      assert.ok(file.accounts.some(({ CreditLoanType }) => CreditLoanType === 'CreditCard'))
      assert.deepEqual([file.alerts, file.variations], [[], []])
    }
  })
}

const isJoint = ({ _AccountOwnershipType }: FileAccount) =>
  _AccountOwnershipType === 'JointContractualLiability'

test('the joint accounts of a couple are the same in both files', async () => {
  const bureaus = simulated()
  const rowan = await pullAll(bureaus, persona('rowan'))
  const juno = await pullAll(bureaus, persona('juno'))
  for (const [index, file] of rowan.entries()) {
    const joint = file.accounts.filter(isJoint)
    assert.ok(joint.length >= 4)
    assert.deepEqual(joint, juno[index]?.accounts.filter(isJoint))
  }
})

const categories = ({ alerts }: CreditFile) => alerts.map(({ _CategoryType }) => _CategoryType)

const ALERTS: readonly [id: Parameters<typeof persona>[0], category: string][] = [
  ['fraudInitial', 'FACTAFraudVictimInitial'],
  ['fraudExtended', 'FACTAFraudVictimExtended'],
  ['activeDuty', 'FACTAActiveDuty'],
  ['deceased', 'DeathClaim'],
]
for (const [id, category] of ALERTS) {
  test(`${id}: every bureau reports the alert ${category}`, async () => {
    for (const file of await pullAll(simulated(), persona(id))) {
      assert.deepEqual(categories(file), [category])
    }
  })
}

test('the traits of each persona match the files', async () => {
  const bureaus = simulated()
  for (const known of PERSONAS) {
    const files = await pullAll(bureaus, subjectOf(known))
    const alerts = files.flatMap(categories)
    const fraud = alerts.filter((category) => category?.startsWith('FACTAFraudVictim'))
    const records = files.flatMap(({ publicRecords }) => publicRecords)
    const accounts = files.flatMap((file) => file.accounts)
    const expected = {
      frozen: files.some(({ status }) => status === 'NoFileReturnedCreditFreeze'),
      noHit: files.some(({ status }) => status === 'NoFileReturnedNoHit'),
      noScore: files.some(
        (file) => file.status === 'FileReturned' && file.score?.value === undefined,
      ),
      fraudAlert: fraud.length > 0,
      otherAlert: alerts.length > fraud.length,
      bankruptcy: records.some(({ _Type }) => _Type?.startsWith('Bankruptcy')),
      dispute: accounts.some(({ _ConsumerDisputeIndicator }) => _ConsumerDisputeIndicator),
    }
    for (const [trait, isTrue] of Object.entries(expected)) {
      assert.equal((known.traits as string[]).includes(trait), isTrue, `${known.id} ${trait}`)
    }
  }
})

test('an initial fraud alert expires after a year', async () => {
  const askedAt = new Date(EPOCH.getTime() + 400 * DAY_MS)
  for (const file of await pullAll(simulated(), persona('fraudInitial'), { askedAt })) {
    assert.deepEqual(categories(file), [])
  }
})

test('delinquent: payments 30, 60 and 90 days late, collections, a charge-off and a dispute', async () => {
  for (const { accounts } of await pullAll(simulated(), persona('delinquent'))) {
    const patterns = accounts.map(({ _PAYMENT_PATTERN }) => _PAYMENT_PATTERN?._Data ?? '').join('')
    for (const late of ['1', '2', '3']) assert.ok(patterns.includes(late))
    assert.ok(accounts.some(({ CreditLoanType }) => CreditLoanType === 'Collection'))
    assert.ok(accounts.some(({ _ChargeOffAmount }) => _ChargeOffAmount !== undefined))
    assert.ok(accounts.some(({ _PastDueAmount }) => (_PastDueAmount ?? 0) > 0))
  }
  const files = await pullAll(simulated(), persona('delinquent'))
  const accounts = files.flatMap((file) => file.accounts)
  assert.ok(accounts.some(({ _ConsumerDisputeIndicator }) => _ConsumerDisputeIndicator))
})

test('bankrupt: a discharged chapter 7 includes four accounts and leaves the file after ten years', async () => {
  const bureaus = simulated()
  for (const { publicRecords, accounts } of await pullAll(bureaus, persona('bankrupt'))) {
    assert.deepEqual(
      publicRecords.map(({ _Type, _DispositionType }) => [_Type, _DispositionType]),
      [['BankruptcyChapter7', 'Discharged']],
    )
    const included = accounts.filter(({ _CURRENT_RATING }) => _CURRENT_RATING?._Code === '7')
    assert.equal(included.length, 4)
  }
  const askedAt = new Date(EPOCH.getTime() + 75 * 30.5 * DAY_MS)
  for (const { publicRecords } of await pullAll(bureaus, persona('bankrupt'), { askedAt })) {
    assert.deepEqual(publicRecords, [])
  }
})

test('wage earner: a chapter 13 is filed, and completed two years later', async () => {
  const bureaus = simulated()
  const disposition = async (askedAt: Date) => {
    const files = await pullAll(bureaus, persona('wageEarner'), { askedAt })
    return files.map(({ publicRecords }) => publicRecords[0]?._DispositionType)
  }
  assert.deepEqual(await disposition(EPOCH), ['Filed', 'Filed', 'Filed'])
  const later = await disposition(new Date(EPOCH.getTime() + 850 * DAY_MS))
  assert.deepEqual(later, ['Completed', 'Completed', 'Completed'])
})

test('another number at one bureau raises an alert only there', async () => {
  const files = await pullAll(simulated(), persona('ssnDiffers'))
  assert.deepEqual(files.map(categories), [[], [], ['SSNVerification']])
  assert.deepEqual(files[2]?.variations, ['DifferentSSN'])
  assert.equal(files[2]?.person?._SSN, '900312121')
})

test('at one bureau, a son has the generation and two accounts of his father', async () => {
  const [equifax, ...others] = await pullAll(simulated(), persona('junior'))
  const [father] = await pullAll(simulated(), persona('senior'))
  assert.deepEqual(equifax?.variations, ['DifferentGeneration'])
  assert.match(equifax?.person?._UnparsedName ?? '', / SR$/)
  const fathers = new Set(father?.accounts.map((account) => account._AccountIdentifier))
  const mixed = equifax?.accounts.filter((account) => fathers.has(account._AccountIdentifier))
  assert.equal(mixed?.length, 2)
  for (const file of others) {
    assert.deepEqual(file.variations, [])
    assert.match(file.person?._UnparsedName ?? '', / JR$/)
  }
})

/** Further statements of the stories, about the files of all bureaus together. */
// biome-ignore format: a table
const STATEMENTS: readonly [id: Persona['id'], what: string, holds: (account: FileAccount) => boolean, countMin: number][] = [
  ['student',        'deferred student loans', ({ CreditLoanType }) => CreditLoanType === 'DeferredStudentLoan', 6],
  ['homeEquity',     'a home equity line',     ({ CreditLoanType }) => CreditLoanType === 'HomeEquityLineOfCredit', 3],
  ['paidMortgage',   'a paid mortgage',        ({ _AccountType, _AccountStatusType }) => _AccountType === 'Mortgage' && _AccountStatusType === 'Paid', 3],
  ['foreclosed',     'a foreclosed mortgage',  ({ _CURRENT_RATING }) => _CURRENT_RATING?._Type === 'Foreclosure', 3],
  ['repossessed',    'a repossessed truck',    ({ _CURRENT_RATING }) => _CURRENT_RATING?._Type === 'Repossession', 3],
  ['chargedOff',     'charge-offs',            ({ _ChargeOffAmount }) => (_ChargeOffAmount ?? 0) > 0, 6],
  ['inCollection',   'a paid collection',      ({ CreditLoanType, _AccountStatusType }) => CreditLoanType === 'Collection' && _AccountStatusType === 'Paid', 3],
  ['medicalDebt',    'medical debts',          ({ CREDIT_COMMENT = [] }) => CREDIT_COMMENT.some(({ _Text }) => _Text?.includes('MEDICAL DEBT')), 6],
  ['streamline',     'an FHA mortgage',        ({ CreditLoanType }) => CreditLoanType === 'FHARealEstateMortgage', 3],
  ['streamlineLate', 'a late FHA mortgage',    ({ CreditLoanType, _PAYMENT_PATTERN }) => CreditLoanType === 'FHARealEstateMortgage' && (_PAYMENT_PATTERN?._Data ?? '').includes('2'), 3],
]
for (const [id, what, holds, countMin] of STATEMENTS) {
  test(`${id}: ${what}`, async () => {
    const files = await pullAll(simulated(), persona(id))
    const found = files.flatMap(({ accounts }) => accounts).filter(holds)
    assert.ok(found.length >= countMin, `${found.length}`)
  })
}

test('every exclusion reason and every consumer-related status has a persona', () => {
  const answers = PERSONAS.flatMap(({ outcome }) => BUREAUS.map((bureau) => outcome[bureau]))
  const reasons = new Set(answers.map(({ exclusionReason }) => exclusionReason))
  const statuses = new Set(answers.map(({ status }) => status))
  for (const reason of SCORE_EXCLUSION_REASON_TYPES) assert.ok(reasons.has(reason), reason)
  for (const status of [
    'NoFileReturnedCreditFreeze',
    'NoFileReturnedBorrowerIsAMinor',
    'NoFileReturnedNoHit',
    'NoFileReturnedThinFile',
  ] as const) {
    assert.ok(statuses.has(status), status)
  }
})

test('a bureau that has missed a move reports an address discrepancy', async () => {
  const files = await pullAll(simulated(), persona('mover'))
  assert.deepEqual(files.map(categories), [[], ['FACTAAddressDiscrepancy'], []])
})

test("a wrong address, birth date, first name or suffix is reported, but the file is the persona's", async () => {
  const asked = persona('avery')
  const address = { street: '9 Nowhere St', city: 'Taos', state: 'NM', postalCode: '87571' }
  const changed = { ...asked, firstName: 'Ivory', birthDate: '1971-01-01', suffix: 'Jr', address }
  const [right] = await pullAll(simulated(), asked)
  const [file] = await pullAll(simulated(), changed)
  assert.deepEqual(file?.variations, [
    'DifferentAddress',
    'DifferentBirthDate',
    'DifferentGeneration',
    'DifferentName',
  ])
  assert.ok(file && right)
  assert.ok(categories(file).includes('FACTAAddressDiscrepancy'))
  assert.deepEqual(file.accounts, right.accounts)
  assert.deepEqual(file.person, right.person)
})

test("a persona's number with another family name raises an alert and never gives the persona's file", async () => {
  const asked = persona('avery')
  const files = await pullAll(simulated(), { ...asked, lastName: 'Impostor' })
  const own = await pullAll(simulated(), asked)
  const numbers = new Set(own.flatMap(({ accounts }) => accounts.map((a) => a._AccountIdentifier)))
  for (const file of files) {
    assert.deepEqual(categories(file), ['SSNVerification'])
    assert.equal(file.person?._LastName, 'IMPOSTOR')
    assert.ok(!JSON.stringify(file).includes('SANDFORD'))
    assert.ok(file.accounts.every(({ _AccountIdentifier }) => !numbers.has(_AccountIdentifier)))
  }
})

test('a month after the epoch, Avery has a new car loan and an inquiry for it', async () => {
  const bureaus = simulated()
  const before = await pullAll(bureaus, persona('avery'))
  const askedAt = new Date(EPOCH.getTime() + 60 * DAY_MS)
  for (const [index, file] of (await pullAll(bureaus, persona('avery'), { askedAt })).entries()) {
    const old = new Set(before[index]?.accounts.map((account) => account._AccountIdentifier))
    const added = file.accounts.filter(({ _AccountIdentifier }) => !old.has(_AccountIdentifier))
    assert.deepEqual(
      added.map(({ CreditLoanType }) => CreditLoanType),
      ['Automobile'],
    )
  }
})

test('a long name with non-ASCII letters is complete, and lacks accents at one bureau', async () => {
  const [first, second] = await pullAll(simulated(), persona('longName'))
  assert.match(first?.person?._LastName ?? '', /^ŻÓŁKIEWSKA-NUÑEZ/)
  assert.match(second?.person?._LastName ?? '', /^ZOŁKIEWSKA-NUNEZ/)
})

test('a persona is found by number and family name in any spelling', () => {
  const cases: [ssn: string, lastName: string | undefined, id: string | undefined][] = [
    ['900-12-1234', 'Sandford', 'avery'],
    ['900121234', ' SANDFORD', 'avery'],
    ['900121234', undefined, 'avery'],
    ['900121234', 'Sanford', undefined],
    ['900110003', 'Okafor Hale', 'delinquent'],
    ['900110003', 'OKAFORHALE', 'delinquent'],
    ['999999999', 'Sandford', undefined],
  ]
  for (const [ssn, lastName, id] of cases) assert.equal(findPersona(ssn, lastName)?.id, id)
})

test('a persona without a file at some bureaus has a message exactly there', async () => {
  for (const known of PERSONAS) {
    const files = await pullAll(simulated(), subjectOf(known))
    for (const bureau of BUREAUS) {
      const file = files.find((answer) => answer.bureau === bureau)
      const expected = known.outcome[bureau].status === 'FileReturned'
      assert.equal(file?.message === undefined, expected)
    }
  }
})

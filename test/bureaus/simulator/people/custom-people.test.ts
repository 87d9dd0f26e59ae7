/**
 * Tests custom people: bureaus report what a person file states, and no report contradicts itself.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { CreditFile } from '../../../../src/bureaus/bureau.ts'
import {
  parsePersonText,
  readPersonFile,
} from '../../../../src/bureaus/simulator/people/check-person.ts'
import {
  type CustomPerson,
  identityOfCustom,
} from '../../../../src/bureaus/simulator/people/custom-person.ts'
import { PersonRejected } from '../../../../src/bureaus/simulator/people/person-problem.ts'
import { personFromReport } from '../../../../src/sandbox/person-from-report.ts'
import { type Element, get, one, readReport } from '../../../underwriter/reading.ts'
import { orderReport } from '../../../underwriter/simulated-reports.ts'
import {
  AT,
  borrower,
  contradictions,
  customPerson,
  PUT,
  reportOf,
  worldOf,
} from './custom-world.ts'

const EXAMPLE = join(import.meta.dirname, '../../../../examples/people/casey.yaml')
const casey = customPerson('casey', parsePersonText(readFileSync(EXAMPLE, 'utf8')))
const byNumber = (accounts: readonly Element[], prefix: string) => {
  const found = accounts.find((each) => get(each, '_AccountIdentifier').startsWith(prefix))
  assert.ok(found, prefix)
  return found
}
const pattern = (account: Element) => get(one(account, '_PAYMENT_PATTERN'), '_Data')
const ofKind = (accounts: readonly Element[], kind: string) => {
  const found = accounts.filter((each) => get(each, 'CreditLoanType') === kind)
  assert.equal(found.length, 1, kind)
  return found[0] as Element
}

describe('a person file', () => {
  test('has cards with the high credit that is stated', async () => {
    const cards = Array.from({ length: 8 }, (_, index) => ({
      ...{ id: `card ${index}`, kind: 'creditCard', opened: '55 months ago' },
      ...{ limit: 5000, highCredit: 300 },
      ...(index % 2 === 0 && { history: '1' }),
    }))
    const { accounts } = await reportOf(customPerson('carded', { accounts: cards }))
    const highest = accounts.map((each) => get(each, '_HighCreditAmount'))
    assert.deepEqual(
      highest,
      cards.map(() => '300'),
    )
  })

  test('has loans that last until the end and the late payments that are stated', async () => {
    const loan = { kind: 'personalLoan', opened: '55 months ago' }
    const ids = Array.from({ length: 8 }, (_, index) => `loan ${index}`)
    const { accounts } = await reportOf(
      customPerson('termed', {
        accounts: ids.flatMap((id) => [
          { ...loan, id, ...late('2 months ago', 30) },
          { ...loan, id: `paying ${id}`, payment: 150 },
          { ...loan, id: `ended ${id}`, ended: { month: '3 months ago', how: 'Transferred' } },
        ]),
      }),
    )
    const statuses = accounts.map((each) => get(each, '_AccountStatusType')).toSorted()
    const open = ids.flatMap(() => ['Open', 'Open'])
    assert.deepEqual(statuses, [...open, ...ids.map(() => 'Transferred')])
    assert.equal(accounts.filter((each) => /^C1C/.test(pattern(each))).length, ids.length)
  })

  test('is reported as stated', async () => {
    const { accounts } = await reportOf(casey)
    const home = ofKind(accounts, 'ConventionalRealEstateMortgage')
    assert.equal(get(home, '_UnpaidBalanceAmount'), '276410')
    assert.equal(get(home, '_MonthlyPaymentAmount'), '1890')
    assert.match(pattern(home), /^CCCC1C+X$/)
    const card = byNumber(accounts, '492900001111')
    assert.equal(get(card, '_CreditLimitAmount'), '12000')
    assert.equal(get(card, '_HighCreditAmount'), '7904')
    assert.match(get(one(card, '_CREDITOR'), '_Name'), /TIDEWATER/)
    assert.match(pattern(ofKind(accounts, 'Automobile')), /^CCCCC1121C+X$/)
    assert.equal(get(ofKind(accounts, 'Collection'), '_UnpaidBalanceAmount'), '412')
    assert.equal(
      get(ofKind(accounts, 'Collection'), '_OriginalCreditorName'),
      'Larch Valley Wireless',
    )
    assert.equal(get(ofKind(accounts, 'ChargeAccount'), '_AccountStatusType'), 'Closed')
  })

  test('in the documentation is valid', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/people.md'), 'utf8')
    const files = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => text)
    assert.ok(files.length >= 4)
    for (const text of files) readPersonFile(parsePersonText(text), AT)
  })

  test('gets the balance that it states, whatever terms are usual', async () => {
    const ids = Array.from({ length: 8 }, (_, index) => `auto ${index}`)
    const accounts = ids.map((id) => ({ ...auto, id, opened: '65 months ago' }))
    const report = await reportOf(customPerson('drives', { accounts }))
    assert.deepEqual(
      report.accounts.map((each) => get(each, '_UnpaidBalanceAmount')),
      ids.map(() => '5000'),
    )
    assert.deepEqual(contradictions(report), [])
  })

  test('owes at most the amount of a loan, even if its payment is less than the interest', async () => {
    const loan = { ...home, opened: '13 years ago', amount: 252_506, payment: 683, ratePercent: 6 }
    for (const at of [PUT, new Date('2030-05-11T12:00:00Z')]) {
      const report = await reportOf(customPerson('slow', { accounts: [loan] }), at)
      const owed = ofKind(report.accounts, 'ConventionalRealEstateMortgage')
      assert.equal(get(owed, '_UnpaidBalanceAmount'), '252506')
      assert.equal(get(owed, '_MonthlyPaymentAmount'), '683')
      assert.deepEqual(contradictions(report), [])
    }
  })

  test('opens accounts in later months, as stated', async () => {
    const accounts = [
      { ...card, opened: '2 years ago' },
      { ...auto, id: 'next', opened: 'in 1 month', balance: undefined },
      { ...auto, id: 'later', opened: 'in 3 months', balance: undefined },
    ]
    const planner = customPerson('planner', { accounts, goesOnAs: 'nothing' })
    const openedBy = async (day: string) => {
      const report = await reportOf(planner, new Date(`${day}T12:00:00Z`))
      assert.deepEqual(contradictions(report), [])
      const loans = report.accounts.filter((each) => get(each, 'CreditLoanType') === 'Automobile')
      return loans.map((each) => get(each, '_AccountOpenedDate').slice(0, 7)).toSorted()
    }
    assert.deepEqual(await openedBy('2026-12-20'), [])
    assert.deepEqual(await openedBy('2027-01-20'), ['2026-12'])
    assert.deepEqual(await openedBy('2027-03-20'), ['2026-12', '2027-02'])
  })

  test('owes nothing at a bureau that knows that the account ended', async () => {
    const ended = { month: '5 months ago', how: 'Paid' }
    const accounts = [{ ...card, limit: 900, balance: 500, differences: { Experian: { ended } } }]
    const files = await filesOf(customPerson('paid', { accounts }))
    assert.deepEqual(
      files.map((file) => file.accounts[0]?._UnpaidBalanceAmount),
      [500, 0, 500],
    )
  })

  test('has no deferred payments on a student loan that was paid before they were due', async () => {
    const ended = { month: '3 months ago', how: 'Paid' }
    const study = { id: 'study', kind: 'studentLoan', opened: '2 years ago', amount: 20_000 }
    const accounts = [{ ...study, deferredMonths: 40, ended }]
    const report = await reportOf(customPerson('graduate', { accounts }))
    assert.deepEqual(contradictions(report), [])
    const loan = ofKind(report.accounts, 'Educational')
    assert.match(pattern(loan), /^CX+$/)
    assert.doesNotMatch(JSON.stringify(loan), /DEFERRED/)
  })

  test('differs at the bureaus that it names', async () => {
    const files = await filesOf(casey)
    const [equifax, experian, transunion] = files
    const cardOf = (file: (typeof files)[number] | undefined) =>
      file?.accounts.find(({ CreditLoanType }) => CreditLoanType === 'CreditCard')
        ?._UnpaidBalanceAmount
    assert.deepEqual(files.map(cardOf), [3180, 3180, 2950])
    assert.deepEqual(
      files.map((file) => file.accounts.length),
      [4, 5, 3],
    )
    assert.deepEqual(
      files.map((file) => file.inquiries.length),
      [1, 0, 0],
    )
    assert.equal(equifax?.person?._MiddleName, 'J')
    assert.equal(experian?.person?._MiddleName, '')
    assert.equal(experian?.person?._RESIDENCE?.[0]?._City, 'SALEM')
    assert.deepEqual(
      files.map((file) => file.alerts.some(({ _Code }) => _Code === 'FI')),
      [false, false, true],
    )
    assert.equal(transunion?.person?._ALIAS?.[0]?._LastName, 'ORTON')
  })

  test('develops over time without contradictions for an underwriter', async () => {
    const later = ['2027-01-31T12:00:00Z', '2028-02-29T12:00:00Z', '2031-06-15T12:00:00Z']
    const sizes = []
    for (const at of [PUT, ...later.map((text) => new Date(text))]) {
      const report = await reportOf(casey, at)
      assert.deepEqual(contradictions(report), [])
      sizes.push(report.accounts.map((each) => get(each, '_UnpaidBalanceAmount')).join(' '))
    }
    assert.equal(new Set(sizes).size, sizes.length, 'balances move')
  })

  test('without a birth date describes a person who was of age in all that it states', () => {
    const born = (file: object) => identityOfCustom(customPerson('aged', file)).birthDate
    assert.ok(born({ onFileSince: '30 years ago', accounts: [card] }) < '1979')
    const filed = { chapter: 7, filed: '118 months ago', disposed: '113 months ago' }
    assert.ok(born({ bankruptcies: [filed] }) < '1997')
    assert.ok(born({ accounts: [card] }) < '2000')
  })

  test('is not returned for an order with another name', async () => {
    const { accounts, files } = await reportOf(casey, PUT, { last: 'Elsewhere' })
    assert.ok(!accounts.some((each) => get(each, '_AccountIdentifier').startsWith('492900001111')))
    assert.match(JSON.stringify(files), /ASSOCIATED WITH ANOTHER NAME/)
  })

  test('shares accounts with other people of the household', async () => {
    const home = {
      id: 'home',
      kind: 'fhaMortgage',
      opened: '3 years ago',
      amount: 214_000,
      ownership: 'JointContractualLiability',
    }
    const couple = ['ada', 'bo'].map((id) =>
      customPerson(id, {
        household: 'fenwick',
        name: { first: id, last: 'Fenwick' },
        accounts: [home],
      }),
    )
    const [ada, bo] = couple as [CustomPerson, CustomPerson]
    const people = [borrower(ada), borrower(bo, { id: 'C1' })]
    const answered = await orderReport(worldOf(...couple), people, PUT)
    const report = readReport(answered?.xml ?? '')
    assert.equal(report.accounts.length, 1)
    assert.deepEqual(contradictions(report), [])
  })
})

/** Returns the simulated files of the three bureaus for a person. */
async function filesOf(custom: CustomPerson, at = PUT): Promise<readonly CreditFile[]> {
  const subject = { ...identityOfCustom(custom), birthDate: undefined }
  const request = {
    orderId: 'order',
    subject: { ...subject, ssn: subject.ssn.replaceAll('-', '') },
    hard: true,
    scoreWanted: true,
    purpose: '',
    endUser: '',
    earlierInquiries: [],
    askedAt: at,
    signal: new AbortController().signal,
  }
  return await Promise.all(worldOf(custom).map((bureau) => bureau.pull(request)))
}

describe('an account that differs at a bureau', () => {
  const of = async (account: object) => {
    const person = customPerson('kim', { accounts: [{ id: 'one', ...account }] })
    return { person, reported: (await filesOf(person)).map(({ accounts }) => accounts[0]) }
  }
  const closedCard = {
    kind: 'creditCard',
    opened: '6 years ago',
    limit: 5000,
    ended: { month: '8 months ago', how: 'ClosedByConsumer' },
  }

  test('is still open at a bureau that does not know of its end, and is merged into one line', async () => {
    const { person, reported } = await of({
      ...closedCard,
      differences: { TransUnion: { ended: null, balance: 410 } },
    })
    assert.deepEqual(
      reported.map((each) => [each?._AccountStatusType, each?._UnpaidBalanceAmount]),
      [
        ['Closed', 0],
        ['Closed', 0],
        ['Open', 410],
      ],
    )
    assert.deepEqual(
      reported.map((each) => each?._AccountClosedDate?.slice(0, 7)),
      ['2026-03', '2026-03', undefined],
    )
    const report = await reportOf(person)
    assert.equal(report.accounts.length, 1)
    const refreshed = await reportOf(person, new Date('2027-06-10T12:00:00Z'))
    assert.equal(refreshed.accounts.length, 1)
  })

  test('is as old as the last report of the bureau, with the history of that time', async () => {
    const stale = { lastReported: '10 months ago', ended: null, history: '1CC', balance: 900 }
    const { reported } = await of({ ...closedCard, differences: { Equifax: stale } })
    const [equifax, experian] = reported
    assert.equal(equifax?._AccountReportedDate?.slice(0, 7), '2026-01')
    assert.equal(equifax?._AccountStatusType, 'Open')
    assert.match(equifax?._PAYMENT_PATTERN?._Data ?? '', /^1CC/)
    assert.equal(equifax?._UnpaidBalanceAmount, 900)
    assert.equal(experian?._AccountStatusType, 'Closed')
  })

  test('leaves the file of a bureau after seven years if its last report was late', async () => {
    const stale = { lastReported: '10 months ago', ended: null, balance: 900 }
    const differences = { Equifax: { ...stale, history: '1CC' }, Experian: stale }
    const accounts = [{ id: 'one', ...closedCard, differences }]
    const person = customPerson('kim', { accounts, goesOnAs: 'nothing' })
    const shownAt = async (day: string) => {
      const at = new Date(`${day}T12:00:00Z`)
      const tooOld = contradictions(await reportOf(person, at)).filter((text) => /seven/.test(text))
      assert.deepEqual(tooOld, [])
      const files = await filesOf(person, at)
      return files.map((file) => file.accounts[0]?._AccountReportedDate?.slice(0, 7))
    }
    assert.deepEqual(await shownAt('2032-12-20'), ['2026-01', '2026-01', '2026-03'])
    assert.deepEqual(await shownAt('2033-01-20'), [undefined, '2026-01', '2026-03'])
  })

  test('can end differently, be disputed at one bureau, and lack a limit at another', async () => {
    const { reported } = await of({
      ...closedCard,
      disputedSince: '3 months ago',
      differences: {
        Equifax: { limit: null, disputedSince: null },
        Experian: { ended: { month: '2 months ago', how: 'ChargedOff' }, balance: 3100 },
      },
    })
    const [equifax, experian, transunion] = reported
    assert.equal(equifax?._CreditLimitAmount, undefined)
    assert.equal(transunion?._CreditLimitAmount, 5000)
    assert.deepEqual(
      reported.map((each) => each?._CURRENT_RATING?._Type),
      ['AsAgreed', 'ChargeOff', 'AsAgreed'],
    )
    assert.equal(experian?._ChargeOffAmount, 3100)
    // The account was closed before it was disputed, so the dispute is reported only for the
    // charge-off.
    assert.deepEqual(
      reported.map((each) => each?._ConsumerDisputeIndicator),
      [false, true, false],
    )
  })

  test('can have another number, lender, opening date and kind', async () => {
    const { person, reported } = await of({
      kind: 'conventionalMortgage',
      opened: '30 months ago',
      amount: 240_000,
      number: '5550001111',
      differences: {
        Experian: { number: '7770002222', creditor: 'Quarry Bank' },
        TransUnion: { kind: 'fhaMortgage', opened: '29 months ago', amount: 241_000 },
      },
    })
    assert.deepEqual(
      reported.map((each) => each?._AccountIdentifier),
      ['555000XXXX', '777000XXXX', '555000XXXX'],
    )
    assert.match(reported[1]?._CREDITOR?._Name ?? '', /QUARRY/)
    assert.equal(reported[2]?.CreditLoanType, 'FHARealEstateMortgage')
    assert.equal(reported[2]?._AccountOpenedDate?.slice(0, 7), '2024-06')
    assert.equal(reported[2]?._HighCreditAmount, 241_000)
    const directory = (await filesOf(person))[1]?.creditors.map(({ name }) => name)
    assert.ok(directory?.some((name) => name.includes('QUARRY')))
  })
})

test('the oldest facts that a file may state are in the report', async () => {
  const old = { ...card, opened: '12 years ago' }
  const accounts = [
    { ...old, id: 'late', ...late('84 months ago', 30) },
    { ...old, id: 'lost', ended: { month: '83 months ago', how: 'ChargedOff' } },
    { ...old, id: 'closed', ended: { month: '119 months ago', how: 'ClosedByConsumer' } },
  ]
  const report = await reportOf(customPerson('old', { accounts }))
  const oldestMonths = report.accounts.map(pattern).map((data) => `${data.length} ${data.at(-1)}`)
  assert.deepEqual(oldestMonths.toSorted(), ['1 C', '84 1', '84 6'])
  assert.deepEqual(contradictions(report), [])
})

test('a lender that accounts and inquiries name is one company', async () => {
  const names = ['Quarry Bank', 'Larch Ridge Credit Union', 'Silverbirch Bank']
  const named = names.flatMap((creditor) => Array.from({ length: 5 }, () => creditor))
  const accounts = named.map((creditor, index) => ({ ...card, id: `card ${index}`, creditor }))
  const inquiries = named.map((creditor) => ({ on: 'last month', kind: 'creditCard', creditor }))
  const report = await reportOf(customPerson('loyal', { accounts, inquiries }))
  assert.equal(report.accounts.length, named.length)
  assert.equal(report.references.length, names.length)
  assert.deepEqual(
    new Set(report.accounts.map((each) => get(each, 'CreditBusinessType'))),
    new Set(['Banking', 'Finance']),
  )
})

test('a file begins with the first fact that it states', async () => {
  const beginsWith = async (file: object) =>
    (await filesOf(customPerson('first', file))).map(({ inFileDate }) => inFileDate?.slice(0, 7))
  const since = (month: string) => [month, month, month]
  const accounts = [{ ...card, opened: '2 years ago' }]
  const bankruptcies = [{ chapter: 7, filed: '5 years ago', disposed: '56 months ago' }]
  const publicRecords = [{ type: 'Judgment', filed: '6 years ago' }]
  const inquiries = [{ on: '20 months ago', kind: 'creditCard' }]
  assert.deepEqual(await beginsWith({ accounts, inquiries }), since('2024-11'))
  assert.deepEqual(await beginsWith({ accounts, bankruptcies }), since('2021-11'))
  assert.deepEqual(await beginsWith({ publicRecords, bankruptcies }), since('2020-11'))
  assert.deepEqual(await beginsWith({ inquiries }), since('2025-03'))
  const family = [{ ...card, opened: '9 years ago', ownership: 'AuthorizedUser' }]
  assert.deepEqual(
    await beginsWith({ accounts: family, onFileSince: '1 year ago' }),
    since('2025-11'),
  )
})

test('moves without a month are between the stated ones, newest first', async () => {
  const at = (since?: string) => ({ ...address, ...(since === undefined ? {} : { since }) })
  const movesOf = async (onFileSince: string, homes: readonly object[]) => {
    const [current, ...formerAddresses] = homes
    const [equifax] = await filesOf(
      customPerson('mover', { onFileSince, address: current, formerAddresses }),
    )
    return equifax?.person?._RESIDENCE?.map(({ _DateReported }) => _DateReported)
  }
  assert.deepEqual(await movesOf('9 years ago', [at(), at('1 year ago')]), ['2025-12', '2025-11'])
  assert.deepEqual(await movesOf('9 years ago', [at(), at(), at('1 year ago')]), [
    '2026-01',
    '2025-12',
    '2025-11',
  ])
  assert.deepEqual(await movesOf('2 years ago', [at(), at()]), ['2024-11', '2024-10'])
  assert.deepEqual(await movesOf('9 years ago', [at(), at()]), ['2024-05', '2021-11'])
})

test('an alert without an end stays as long as the law provides', async () => {
  const kinds = ['fraudInitial', 'fraudExtended', 'activeDuty', 'deceased']
  const alerts = kinds.map((kind) => ({ kind, from: '3 months ago' }))
  const person = customPerson('wary', { accounts: [], onFileSince: '4 years ago', alerts })
  const codesAt = async (day: string) => {
    const [file] = await filesOf(person, new Date(`${day}T12:00:00Z`))
    return file?.alerts.map(({ _Code }) => _Code)
  }
  assert.deepEqual(await codesAt('2026-11-20'), ['FI', 'FE', 'AD', 'DC'])
  assert.deepEqual(await codesAt('2027-08-20'), ['FI', 'FE', 'AD', 'DC'])
  assert.deepEqual(await codesAt('2027-09-20'), ['FE', 'DC'])
  assert.deepEqual(await codesAt('2033-09-20'), ['DC'])
})

describe('public records', () => {
  const filed = '3 years ago'
  const person = customPerson('lee', {
    address: { street: '9 Elm St', city: 'Bend', state: 'OR', postalCode: '97701' },
    onFileSince: '9 years ago',
    accounts: [
      { id: 'card', kind: 'creditCard', opened: '8 years ago', limit: 4000, balance: 300 },
    ],
    publicRecords: [
      { type: 'Judgment', filed, amount: 2350, plaintiff: 'Quarry Supply', docket: '23-CV-77' },
      {
        type: 'TaxLienFederal',
        filed: '9 years ago',
        amount: 8100,
        differences: { Equifax: { disposed: '2 months ago' } },
      },
      { type: 'LawSuit', filed, disposed: '1 year ago', bureaus: ['TransUnion'] },
      { type: 'UnlawfulDetainer', filed: 'in 2 months', amount: 1900, disposed: 'in 5 months' },
    ],
  })
  const at = (text: string) => new Date(text)
  const shown = (file: CreditFile | undefined) =>
    file?.publicRecords.map(({ _Type, _DispositionType, _LegalObligationAmount, _PaidDate }) =>
      [_Type, _DispositionType, _LegalObligationAmount, _PaidDate?.slice(0, 7)].join(' ').trim(),
    )

  test("are in the files of the bureaus that have them, with each bureau's details", async () => {
    const [equifax, experian, transunion] = await filesOf(person)
    assert.deepEqual(shown(equifax), [
      'Judgment Unsatisfied 2350',
      'TaxLienFederal Released 8100 2026-09',
    ])
    assert.deepEqual(shown(experian), [
      'Judgment Unsatisfied 2350',
      'TaxLienFederal Unreleased 8100',
    ])
    assert.match(shown(transunion)?.[2] ?? '', /^LawSuit Dismissed \d{3,4}$/)
    const lien = experian?.publicRecords[1]
    assert.match(lien?._PlaintiffName ?? '', /INTERNAL REVENUE/)
    assert.match(lien?._CourtName ?? '', /OREGON/)
    assert.equal(transunion?.publicRecords[2]?._DerogatoryDataIndicator, false)
    assert.match(JSON.stringify(experian?.score), /ublic record/)
  })

  test('cost most points while open, and none when dismissed', async () => {
    const accounts = [{ id: 'card', kind: 'creditCard', opened: '8 years ago', limit: 4000 }]
    const suit = { type: 'LawSuit', filed: '1 year ago' }
    const differences = {
      Experian: { disposed: 'last month', disposition: 'Settled' },
      TransUnion: { disposed: 'last month', disposition: 'Dismissed' },
    }
    const sued = customPerson('max', { accounts, publicRecords: [{ ...suit, differences }] })
    const [open, settled, dismissed] = (await filesOf(sued)).map(({ score }) => score?.value ?? 0)
    const unsued = (await filesOf(customPerson('max', { accounts }))).map(
      ({ score }) => score?.value,
    )
    assert.equal(dismissed, unsued[2])
    assert.ok((open ?? 0) < (settled ?? 0) && (settled ?? 0) < (dismissed ?? 0))
  })

  test('are merged into one line each and counted in the summary', async () => {
    const report = await reportOf(person)
    assert.deepEqual(contradictions(report), [])
    assert.deepEqual(report.records.map((each) => get(each, '_Type')).toSorted(), [
      'Judgment',
      'LawSuit',
      'TaxLienFederal',
    ])
  })

  test('are filed, end and leave the file over time', async () => {
    const [eviction] = await filesOf(person, at('2027-02-20T12:00:00Z'))
    assert.equal(shown(eviction)?.at(-1), 'UnlawfulDetainer Filed 1900')
    const [ended] = await filesOf(person, at('2027-05-20T12:00:00Z'))
    assert.equal(shown(ended)?.at(-1), 'UnlawfulDetainer Dismissed 1900')
    const [, later] = await filesOf(person, at('2031-01-20T12:00:00Z'))
    assert.deepEqual(shown(later), [
      'TaxLienFederal Unreleased 8100',
      'UnlawfulDetainer Dismissed 1900',
    ])
  })

  test('are in a person file made from a report, and its notes list what it cannot state', async () => {
    const answered = await orderReport(worldOf(person), [borrower(person)], PUT)
    const content = answered?.content ?? assert.fail('a report')
    const { file, notes } = personFromReport(content, 1) ?? assert.fail('a borrower')
    assert.deepEqual(
      file.publicRecords.map(({ type, amount, filed: month }) => [type, amount, month]),
      content.report.publicRecords.map(({ _Type, _LegalObligationAmount }, index) => [
        _Type,
        _LegalObligationAmount,
        file.publicRecords[index]?.filed,
      ]),
    )
    assert.equal(file.publicRecords.length, 3)
    assert.doesNotMatch(JSON.stringify(file), /QUARRY|Quarry|23-CV-77/)
    assert.deepEqual(notes, [])
  })
})

const home = { id: 'home', kind: 'conventionalMortgage', opened: '2 years ago', amount: 200_000 }
const card = { id: 'card', kind: 'creditCard', opened: '2 years ago' }
const auto = {
  id: 'auto',
  kind: 'autoLoan',
  opened: '80 months ago',
  amount: 20_000,
  balance: 5000,
}
const late = (month: string, days: number) => ({ lates: [{ month, days, months: 1 }] })

const address = { street: '1 Elm St', city: 'Bangor', state: 'ME', postalCode: '04401' }

// biome-ignore format: a table
const REJECTED: readonly (readonly [title: string, file: object, path: string])[] = [
  ['an SSN that could be issued', { ssn: '123-45-6789' }, 'ssn'],
  ["the SSN of a persona", { ssn: '900-12-1234' }, 'ssn'],
  ['an unknown state', { address: { ...address, state: 'ZZ' } }, 'address.state'],
  ['an unknown state in a former address', { formerAddresses: [{ ...address, state: 'ZZ' }] }, 'formerAddresses.0.state'],
  ['a name in another script', { name: { first: 'Wei', last: '李' } }, 'name.last'],
  ['a middle name in another script', { name: { first: 'Wei', middle: '李', last: 'Lee' } }, 'name.middle'],
  ['a name without letters', { name: { first: 'Wei', last: '--' } }, 'name.last'],
  ['a control character', { address: { ...address, city: 'Ban\u0001gor' } }, 'address.city'],
  ['a name in another script at a bureau', { bureaus: { Experian: { firstName: '李' } } }, 'bureaus.Experian.firstName'],
  ['a birth date that does not exist', { birthDate: '1984-02-31' }, 'birthDate'],
  ['a birth date in the future', { birthDate: '2099-01-01' }, 'birthDate'],
  ['a birth date in the future at a bureau', { bureaus: { Experian: { birthDate: '2026-11-21' } } }, 'bureaus.Experian.birthDate'],
  ['an unknown property', { acounts: [] }, 'acounts'],
  ['an unknown kind of account', { accounts: [{ ...home, kind: 'boat' }] }, 'accounts.0.kind'],
  ['a month that does not exist', { accounts: [{ ...home, opened: '2024-13' }] }, 'accounts.0.opened'],
  ['two accounts with the same ID', { accounts: [home, home] }, 'accounts.1.id'],
  ['a limit of a loan', { accounts: [{ ...home, limit: 5 }] }, 'accounts.0.limit'],
  ['a balance above the amount', { accounts: [{ ...home, balance: 200_001 }] }, 'accounts.0.balance'],
  ['a balance of a card without a limit', { accounts: [{ ...card, balance: 10 }] }, 'accounts.0.limit'],
  ['a balance far above the limit', { accounts: [{ ...card, limit: 100, balance: 121 }] }, 'accounts.0.balance'],
  ['a high credit below the balance', { accounts: [{ ...card, limit: 100, balance: 50, highCredit: 49 }] }, 'accounts.0.highCredit'],
  ['a late payment before the first due date', { accounts: [{ ...home, ...late('23 months ago', 30) }] }, 'accounts.0.lates.0'],
  ['a card that is 180 days late', { accounts: [{ ...card, ...late('3 months ago', 180) }] }, 'accounts.0.lates.0'],
  ['a late payment after the account ended', { accounts: [{ ...card, ...late('3 months ago', 30), ended: { month: '4 months ago', how: 'ClosedByConsumer' } }] }, 'accounts.0.lates.0'],
  ['a payment 90 days late without earlier late payments', { accounts: [{ ...card, history: 'C3CC' }] }, 'accounts.0.history'],
  ['a history longer than the account', { accounts: [{ ...card, history: 'C'.repeat(25) }] }, 'accounts.0.history'],
  ['late payments and a history', { accounts: [{ ...card, history: 'C', ...late('3 months ago', 30) }] }, 'accounts.0.history'],
  ['an amount past due of an account that is current', { accounts: [{ ...card, limit: 100, balance: 50, pastDue: 5 }] }, 'accounts.0.pastDue'],
  ['a month that is 30 and 60 days late', { accounts: [{ ...card, lates: [{ month: '6 months ago', days: 30 }, { month: '6 months ago', days: 60 }] }] }, 'accounts.0.lates.0.days'],
  ['a foreclosed card', { accounts: [{ ...card, ended: { month: 'last month', how: 'Foreclosed' } }] }, 'accounts.0.ended.how'],
  ['a repossessed card', { accounts: [{ ...card, ended: { month: 'last month', how: 'Repossessed' } }] }, 'accounts.0.ended.how'],
  ['an end before the opening', { accounts: [{ ...card, ended: { month: '3 years ago', how: 'Paid' } }] }, 'accounts.0.ended.month'],
  ['a loan signed by a child', { birthDate: '2010-01-01', accounts: [home] }, 'accounts.0.opened'],
  ['a paid medical collection', { collections: [{ opened: '3 years ago', amount: 900, medical: true, paid: '1 year ago' }] }, 'collections.0.paid'],
  ['a small medical collection', { collections: [{ opened: '3 years ago', amount: 400, medical: true }] }, 'collections.0'],
  ['a collection that has left the file', { collections: [{ opened: '8 years ago', amount: 400 }] }, 'collections.0.opened'],
  ['a chapter 13 plan that lasted a month', { bankruptcies: [{ chapter: 13, filed: '2 years ago', disposed: '23 months ago', disposition: 'Completed' }] }, 'bankruptcies.0.disposed'],
  ['a judgment that is too old', { publicRecords: [{ type: 'Judgment', filed: '8 years ago' }] }, 'publicRecords.0.filed'],
  ['a tax lien that was satisfied', { publicRecords: [{ type: 'TaxLienState', filed: '2 years ago', disposed: '1 year ago', disposition: 'Dismissed' }] }, 'publicRecords.0.disposition'],
  ['a lawsuit that ended before it was filed', { publicRecords: [{ type: 'LawSuit', filed: '2 years ago', disposed: '3 years ago' }] }, 'publicRecords.0.disposed'],
  ['a record that ended earlier at a bureau', { publicRecords: [{ type: 'Lien', filed: '2 years ago', differences: { Equifax: { disposed: '2 years ago' } } }] }, 'publicRecords.0.differences.Equifax.disposed'],
  ['a disposition without its month', { publicRecords: [{ type: 'Lien', filed: '2 years ago', disposition: 'Released' }] }, 'publicRecords.0.disposed'],
  ['an end before the opening at a bureau', { accounts: [{ ...home, differences: { Experian: { ended: { month: '3 years ago', how: 'Paid' } } } }] }, 'accounts.0.differences.Experian.ended.month'],
  ['a difference of a bureau that does not report the account', { accounts: [{ ...home, bureaus: ['Experian'], differences: { Equifax: { payment: 900 } } }] }, 'accounts.0.differences.Equifax'],
  ['a difference of a bureau that does not report the record', { publicRecords: [{ type: 'Lien', filed: '2 years ago', bureaus: ['Equifax'], differences: { TransUnion: { amount: 900 } } }] }, 'publicRecords.0.differences.TransUnion'],
  ['a last report in the future', { accounts: [{ ...home, differences: { Experian: { lastReported: 'this month' } } }] }, 'accounts.0.differences.Experian.lastReported'],
  ['a late payment after the account ended at a bureau', { accounts: [{ ...home, differences: { Experian: { ended: { month: '6 months ago', how: 'Paid' }, lates: [{ month: '2 months ago', days: 30 }] } } }] }, 'accounts.0.differences.Experian.lates.0'],
  ['a balance of a loan whose term is over', { accounts: [{ ...auto, termMonths: 60 }] }, 'accounts.0.termMonths'],
  ['a balance of a loan whose usual terms are over', { accounts: [auto] }, 'accounts.0.balance'],
  ['a charge-off of a loan whose term is over', { accounts: [{ ...auto, balance: undefined, termMonths: 60, ended: { month: 'last month', how: 'ChargedOff' } }] }, 'accounts.0.termMonths'],
  ['a payoff of a loan whose usual terms are over', { accounts: [{ ...auto, balance: undefined, ended: { month: 'last month', how: 'Paid' } }] }, 'accounts.0.ended.month'],
  ['a late payment on a loan whose usual terms are over', { accounts: [{ ...auto, balance: undefined, ...late('3 months ago', 30) }] }, 'accounts.0.lates'],
  ['a monthly payment on a loan whose usual terms are over', { accounts: [{ ...auto, balance: undefined, payment: 300 }] }, 'accounts.0.payment'],
  ['a high credit below the utilization', { accounts: [{ ...card, limit: 1000, utilizationPercent: 50, highCredit: 499 }] }, 'accounts.0.highCredit'],
  ['a past due amount above the high credit', { accounts: [{ ...card, limit: 900, highCredit: 100, pastDue: 101, history: '1' }] }, 'accounts.0.pastDue'],
  ['a late card with a high credit of 0', { accounts: [{ ...card, limit: 900, highCredit: 0, history: '1' }] }, 'accounts.0.highCredit'],
  ['a late payment on a loan whose term is over at a bureau', { accounts: [{ ...auto, balance: undefined, differences: { Experian: { termMonths: 36, history: '1' } } }] }, 'accounts.0.differences.Experian.termMonths'],
  ['a balance of a closed card', { accounts: [{ ...card, limit: 900, balance: 500, ended: { month: '5 months ago', how: 'ClosedByConsumer' } }] }, 'accounts.0.balance'],
  ['a balance of a card in a bankruptcy', { accounts: [{ ...card, limit: 900, balance: 500 }], bankruptcies: [{ chapter: 7, filed: '8 months ago', disposed: '3 months ago' }] }, 'accounts.0.balance'],
  ['the closing of a card in a bankruptcy', { accounts: [{ ...card, ended: { month: '3 months ago', how: 'ClosedByConsumer' } }], bankruptcies: [{ chapter: 7, filed: '8 months ago', disposed: '3 months ago' }] }, 'accounts.0.ended.month'],
  ['a late payment on a card in a bankruptcy', { accounts: [{ ...card, ...late('2 months ago', 30) }], bankruptcies: [{ chapter: 13, filed: '8 months ago' }] }, 'accounts.0.lates'],
  ['a collection that was paid during a bankruptcy', { collections: [{ opened: '2 years ago', amount: 310, paid: '6 months ago' }], bankruptcies: [{ chapter: 13, filed: '8 months ago' }] }, 'collections.0.paid'],
  ['a balance of a card closed at a bureau', { accounts: [{ ...card, differences: { Experian: { limit: 900, balance: 500, ended: { month: '5 months ago', how: 'Paid' } } } }] }, 'accounts.0.differences.Experian.balance'],
  ['a late payment last month without a balance', { accounts: [{ ...card, limit: 900, balance: 0, history: '21C' }] }, 'accounts.0.balance'],
  ['a late payment last month without utilization', { accounts: [{ ...card, limit: 900, utilizationPercent: 0, history: '21C' }] }, 'accounts.0.utilizationPercent'],
  ['a chapter 7 bankruptcy disposed as completed', { bankruptcies: [{ chapter: 7, filed: '2 years ago', disposed: '19 months ago', disposition: 'Completed' }] }, 'bankruptcies.0.disposition'],
  ['an alert that ends before it begins', { alerts: [{ kind: 'deceased', from: 'in 3 months', until: 'in 2 months' }] }, 'alerts.0.until'],
  ['an alert that has ended', { alerts: [{ kind: 'fraudExtended', from: '2 years ago', until: 'last month' }] }, 'alerts.0.until'],
  ['an active duty alert that is older than a year', { alerts: [{ kind: 'activeDuty', from: '13 months ago' }] }, 'alerts.0.from'],
  ['a loan of nothing', { accounts: [{ ...home, amount: 0 }] }, 'accounts.0.amount'],
  ['a late payment that is too old', { accounts: [{ ...auto, opened: '9 years ago', balance: undefined, ...late('85 months ago', 30) }] }, 'accounts.0.lates.0'],
  ['a charge-off that is too old', { accounts: [{ ...card, opened: '12 years ago', ended: { month: '7 years ago', how: 'ChargedOff' } }] }, 'accounts.0'],
  ['a closed account that is too old', { accounts: [{ ...card, opened: '12 years ago', ended: { month: '10 years ago', how: 'ClosedByConsumer' } }] }, 'accounts.0'],
  ['a charge-off that is too old at a bureau', { accounts: [{ ...card, opened: '12 years ago', differences: { Experian: { ended: { month: '7 years ago', how: 'ChargedOff' } } } }] }, 'accounts.0.differences.Experian'],
  ['a file that began after an account', { onFileSince: '1 year ago', accounts: [card] }, 'onFileSince'],
  ['a file that began after a judgment', { onFileSince: '1 year ago', publicRecords: [{ type: 'Judgment', filed: '2 years ago' }] }, 'onFileSince'],
  ['a move in the future', { address: { ...address, since: 'in 1 month' } }, 'address.since'],
  ['a former move after the last one', { address: { ...address, since: '3 years ago' }, formerAddresses: [{ ...address, since: '2 years ago' }] }, 'formerAddresses.0.since'],
  ['former moves in the wrong order', { formerAddresses: [{ ...address, since: '4 years ago' }, { ...address, since: '3 years ago' }] }, 'formerAddresses.1.since'],
  ['an old inquiry', { inquiries: [{ on: '25 months ago', kind: 'creditCard' }] }, 'inquiries.0.on'],
  ['an outcome in addition to accounts', { accounts: [home], outcome: { middleScore: 700 } }, 'accounts'],
]

describe('a person file is rejected for', () => {
  for (const [title, file, path] of REJECTED) {
    test(title, () => {
      assert.throws(
        () => readPersonFile(file, AT),
        (error) => {
          assert.ok(error instanceof PersonRejected)
          assert.deepEqual(
            error.problems.map((each) => each.path),
            [path],
          )
          return true
        },
      )
    })
  }

  test('a text that is neither YAML nor JSON, without quoting it', () => {
    assert.throws(
      () => parsePersonText('a: [secret'),
      (error) => {
        assert.ok(error instanceof PersonRejected)
        assert.doesNotMatch(error.message, /secret/)
        return true
      },
    )
  })
})

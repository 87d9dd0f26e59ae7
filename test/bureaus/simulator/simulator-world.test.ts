/**
 * Tests the simulated world against published figures and the experience of underwriters:
 * docs/simulator.md.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { CreditFile, FileAccount } from '../../../src/bureaus/bureau.ts'
import { citiesOf } from '../../../src/bureaus/simulator/tables/cities.ts'
import { averageRate } from '../../../src/bureaus/simulator/tables/mortgage-terms.ts'
import { EPOCH, pullAll, request, simulated } from './simulator-requests.ts'

const PERSONS = 1_500

const PLACES = [
  ['Bath', 'ME', '04530'],
  ['Fresno', 'CA', '93721'],
  ['Tulsa', 'OK', '74103'],
] as const

/** An invented person by number, in one of three states. Each has a different family name. */
function person(number: number) {
  const letters = [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  const [city, state, postalCode] = PLACES[number % 3] ?? PLACES[0]
  return {
    firstName: 'Robin',
    middleName: '',
    lastName: `Ash${letters}`,
    suffix: '',
    ssn: String(920_000_000 + ((number * 7919) % 79_999_999)),
    address: { street: `${number} Alder St`, city, state, postalCode },
    formerAddresses: [],
  }
}

const bureaus = simulated(EPOCH)
const people: CreditFile[][] = []
for (let number = 0; number < PERSONS; number++) people.push(await pullAll(bureaus, person(number)))

const digitsOf = ({ _AccountIdentifier: number, _AccountOpenedDate: opened }: FileAccount) =>
  `${(number ?? '').replace(/[^0-9X]/g, '')} ${opened?.slice(0, 7)}`

/** The entries of all bureaus, grouped by account. */
const accounts = people.flatMap((files) => [
  ...Map.groupBy(
    files.flatMap((file) => file.accounts),
    digitsOf,
  ).values(),
])
const several = accounts.filter(({ length }) => length > 1)

const percent = (part: number, of: number) => (100 * part) / of
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length
const isMortgage = ([one]: readonly FileAccount[]) => one?._AccountType === 'Mortgage'
const mortgages = accounts.filter(isMortgage)

function differing(of: (account: FileAccount) => unknown): number {
  return percent(several.filter((group) => new Set(group.map(of)).size > 1).length, several.length)
}

function shareOf(
  groups: readonly (readonly FileAccount[])[],
  holds: (account: FileAccount) => boolean,
) {
  return percent(groups.filter((group) => group.some(holds)).length, groups.length)
}

const complete = people.filter((files) => files.every(({ score }) => score?.value !== undefined))
const scoresAt = (index: number) => complete.map((files) => files[index]?.score?.value ?? 0)
const cards = accounts.filter(
  ([one]) => one?._AccountType === 'Revolving' && one._AccountStatusType === 'Open',
)
const moves = people.flatMap(([file]) => {
  const homes = file?.person?._RESIDENCE ?? []
  return homes.slice(1).map((home, index) => home._State === homes[index]?._State)
})

/** Ratings that are not adverse to a borrower. */
const NOT_ADVERSE = new Set(['AsAgreed', 'NoDataAvailable', 'TooNew', undefined])

/** A figure, its expected range, and the measured value. */
// biome-ignore format: a table
const FIGURES: readonly (readonly [what: string, least: number, most: number, found: number])[] = [
  ['percent of accounts whose status bureaus disagree about', 2, 5, differing(({ _AccountStatusType }) => _AccountStatusType === 'Open')],
  ['percent of accounts whose worst rating bureaus disagree about', 3, 5, differing(({ _HIGHEST_ADVERSE_RATING }) => _HIGHEST_ADVERSE_RATING?._Type)],
  ['percent of accounts with an adverse rating now', 3, 5, shareOf(several, isAdverseNow)],
  ['percent of accounts whose current rating bureaus disagree about', 0.3, 1, differing(({ _CURRENT_RATING }) => _CURRENT_RATING?._Type)],
  ['percent of accounts whose balance bureaus disagree about', 25, 35, differing(({ _UnpaidBalanceAmount }) => _UnpaidBalanceAmount)],
  ['percent of accounts in dispute', 2, 3, shareOf(accounts, ({ _ConsumerDisputeIndicator }) => _ConsumerDisputeIndicator)],
  ['percent of open cards over the limit', 0.5, 3, shareOf(cards, (one) => (one._UnpaidBalanceAmount ?? 0) > (one._CreditLimitAmount ?? Infinity))],
  ['percent of people with a joint account', 30, 45, percent(people.filter((files) => files.some((file) => file.accounts.some(isJoint))).length, PERSONS)],
  ['average mortgage debt of a borrower in Maine, thousands of dollars', 160, 196, averageMortgageDebt('ME')],
  ['average mortgage debt of a borrower in California, thousands of dollars', 405, 495, averageMortgageDebt('CA')],
  ['percent of mortgages transferred to another servicer', 4, 12, shareOf(mortgages, ({ _AccountStatusType }) => _AccountStatusType === 'Transferred')],
  ['percent of mortgages that are second ones', 1, 4, shareOf(mortgages, ({ CreditLoanType }) => CreditLoanType === 'SecondMortgage')],
  ['percent of mortgages foreclosed', 0.1, 1, shareOf(mortgages, ({ _CURRENT_RATING }) => _CURRENT_RATING?._Type === 'Foreclosure')],
  ['percent of moves within a state', 78, 88, percent(moves.filter((stays) => stays).length, moves.length)],
  ['points between the mean scores of the bureaus', 0, 2, Math.max(...[0, 1, 2].map((one) => mean(scoresAt(one)))) - Math.min(...[0, 1, 2].map((one) => mean(scoresAt(one))))],
]

/** Returns the open mortgage debt that the bureaus report of one person. */
function mortgageDebt(files: readonly CreditFile[]): number {
  const open = files
    .flatMap((file) => file.accounts)
    .filter((one) => one._AccountType === 'Mortgage' && one._AccountStatusType === 'Open')
  const balances = [...Map.groupBy(open, digitsOf).values()]
  return balances.reduce((sum, [one]) => sum + (one?._UnpaidBalanceAmount ?? 0), 0)
}

/** Returns the average debt of people with mortgages in a state, in thousands of dollars. */
function averageMortgageDebt(state: string): number {
  const debts = people
    .filter((_, number) => PLACES[number % 3]?.[1] === state)
    .map(mortgageDebt)
    .filter((debt) => debt > 0)
  return mean(debts) / 1000
}

function isAdverseNow({ _CURRENT_RATING }: FileAccount): boolean {
  return !NOT_ADVERSE.has(_CURRENT_RATING?._Type)
}

function isJoint({ _AccountOwnershipType }: FileAccount): boolean {
  return _AccountOwnershipType === 'JointContractualLiability'
}

describe('the simulated world is one that an underwriter believes:', () => {
  const page = readFileSync('docs/simulator.md', 'utf8')
  for (const [what, least, most, found] of FIGURES) {
    test(`${what}: ${least} to ${most}`, () => {
      assert.ok(found >= least && found <= most, `${what}: ${found.toFixed(1)}`)
      const row = page.split('\n').find((line) => line.startsWith(`| ${what} |`))
      assert.ok(row, `docs/simulator.md does not state: ${what}`)
      const [, , , stated] = row.split('|').map((cell) => cell.trim())
      assert.equal(stated, found.toFixed(1), 'the figure of the page')
    })
  }
})

test('no bureau consistently scores higher than another', () => {
  for (const [one, other] of [
    [0, 1],
    [1, 2],
    [0, 2],
  ] as const) {
    const higher = complete.filter(
      (files) => (files[one]?.score?.value ?? 0) > (files[other]?.score?.value ?? 0),
    ).length
    assert.ok(higher > 0.35 * complete.length && higher < 0.65 * complete.length, `${higher}`)
  }
})

const rateOf = ({
  _HighCreditAmount: amount = 0,
  _MonthlyPaymentAmount: payment = 0,
  _TermsMonthsCount: term = 1,
}: FileAccount) => {
  let [low, high] = [0, 0.02]
  for (let step = 0; step < 40; step++) {
    const rate = (low + high) / 2
    if ((amount * rate) / (1 - (1 + rate) ** -term) < payment) low = rate
    else high = rate
  }
  return low * 1200
}

test('mortgage rates match those of their month, and amounts are higher where homes cost more', () => {
  const open = mortgages
    .flat()
    .filter(
      (one) =>
        one._AccountStatusType === 'Open' &&
        one.CreditLoanType !== 'SecondMortgage' &&
        (one._PastDueAmount ?? 0) === 0 &&
        (one._MonthsRemainingCount ?? 0) > 2,
    )
  assert.ok(open.length > 1000)
  for (const one of open) {
    const [year = 0, month = 1] = (one._AccountOpenedDate ?? '').split('-').map(Number)
    const rate = rateOf(one)
    const average = averageRate(year * 12 + month - 1)
    assert.ok(
      Math.abs(rate - average) <= 0.85,
      `${rate.toFixed(2)} in ${year}, average ${average.toFixed(2)}`,
    )
  }
})

test('most disputed accounts are adverse', () => {
  const disputed = accounts.filter((group) => group.some((one) => one._ConsumerDisputeIndicator))
  const adverse = shareOf(disputed, (one) => /[1-9]/.test(one._PAYMENT_PATTERN?._Data ?? ''))
  assert.ok(adverse > 94, adverse.toFixed(1))
})

test('a couple shares the same accounts, but not with a person of another name or address', async () => {
  let couples = 0
  for (let number = 0; number < 60; number++) {
    const one = person(number)
    const joint = async (subject: ReturnType<typeof person>) =>
      (await bureaus[1]?.pull(request(subject)))?.accounts.filter(isJoint) ?? []
    const other = { ...one, firstName: 'Alex', ssn: String(Number(one.ssn) + 1) }
    const [mine, theirs] = [await joint(one), await joint(other)]
    const elsewhere = await joint({ ...other, address: { ...one.address, street: '9 Other St' } })
    if (mine.length === 0 || theirs.length === 0) continue
    couples++
    assert.deepEqual(theirs, mine)
    assert.ok(
      elsewhere.every((account) => !mine.some((each) => digitsOf(each) === digitsOf(account))),
    )
  }
  assert.ok(couples > 8, String(couples))
})

test('people have jobs that fit their employer and their age', () => {
  for (const [file] of people) {
    const { _UnparsedEmployment: job = '', _BirthDate: born = '' } = file?.person ?? {}
    const age = 2026 - Number(born.slice(0, 4))
    if (job === 'RETIRED') assert.ok(age >= 66, `${age}`)
    if (/TEACHER|PRINCIPAL/.test(job)) assert.match(job, /SCHOOLS/)
    if (/NURSE\b|PHARMACIST/.test(job)) assert.match(job, /HOSPITAL|SCHOOLS/)
    const since = /SINCE (\d{4})/.exec(job)?.[1]
    if (since !== undefined && born !== '')
      assert.ok(Number(since) - Number(born.slice(0, 4)) >= 17, job)
  }
})

test('the world has a thousand cities with valid ZIP codes', () => {
  const states = new Set(
    people.flatMap((files) =>
      files.flatMap((file) => (file.person?._RESIDENCE ?? []).map(({ _State }) => _State)),
    ),
  )
  assert.ok(states.size > 45)
  const all = [...states].flatMap((state) => citiesOf(state))
  assert.ok(new Set(all.map(([city, state]) => `${city} ${state}`)).size >= 1000)
  for (const [, , zip] of all) assert.match(zip, /^\d{5}$/)
})

/**
 * Tests the invented population against published figures of the United States: docs/simulator.md.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { CreditFile, FileAccount } from '../../../src/bureaus/bureau.ts'
import { EPOCH, invented, request, simulated } from './simulator-requests.ts'

const PERSONS = 5_000

const isCollection = ({ CreditLoanType }: FileAccount) => CreditLoanType === 'Collection'
const isCard = ({ _AccountType }: FileAccount) =>
  _AccountType === 'Revolving' || _AccountType === 'Open' || _AccountType === 'CreditLine'

const percent = (part: number, of: number) => (100 * part) / of
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length

/** Whether any account was that late in the latest months, or in all reported months by default. */
function wasLate(accounts: readonly FileAccount[], characters: RegExp, months = Infinity) {
  return accounts.some(({ _PAYMENT_PATTERN }) =>
    characters.test((_PAYMENT_PATTERN?._Data ?? '').slice(0, months)),
  )
}

const DEFAULTED = new Set([
  'ChargeOff',
  'Repossession',
  'Foreclosure',
  'BankruptcyOrWageEarnerPlan',
])

function utilizationOf(accounts: readonly FileAccount[]): number | undefined {
  const open = accounts.filter(
    ({ _AccountType, _AccountStatusType }) =>
      _AccountType === 'Revolving' && _AccountStatusType === 'Open',
  )
  const limits = open.reduce(
    (sum, one) => sum + (one._CreditLimitAmount ?? one._HighCreditAmount ?? 0),
    0,
  )
  const owed = open.reduce((sum, one) => sum + (one._UnpaidBalanceAmount ?? 0), 0)
  return limits === 0 ? undefined : percent(owed, limits)
}

/**
 * The parts of a file that the figures need. All files together would take some hundred megabytes.
 */
function figuresOf({ status, score, accounts }: CreditFile) {
  const own = accounts.filter((account) => !isCollection(account))
  return {
    status,
    score: score?.value,
    accounts: own.length,
    cards: own.filter(isCard).length,
    utilization: utilizationOf(own),
    isLateThisYear: wasLate(own, /[1-6]/, 12),
    wasLate30: wasLate(own, /[1-9]/),
    wasLate60: wasLate(own, /[2-9]/),
    wasLate90: wasLate(own, /[3-9]/),
    hasDefaulted: own.some(({ _CURRENT_RATING }) => DEFAULTED.has(_CURRENT_RATING?._Type ?? '')),
  }
}

type Figures = ReturnType<typeof figuresOf>

const isOwn = ({ _AccountOwnershipType }: FileAccount) => _AccountOwnershipType === 'Individual'

/** Returns the cards that were opened, and the collections that began, during a bankruptcy. */
function openedInBankruptcy({ accounts, publicRecords }: CreditFile): string[] {
  const cases = publicRecords.filter(({ _Type }) => _Type.startsWith('Bankruptcy'))
  const opened = accounts.filter((one) => isOwn(one) && (isCard(one) || isCollection(one)))
  return cases.flatMap(({ _Type, _FiledDate = '', _DispositionDate = '9999' }) =>
    opened
      .map(({ _AccountOpenedDate = '' }) => _AccountOpenedDate)
      .filter((date) => date > _FiledDate && date < _DispositionDate)
      .map((date) => `${_Type} ${_FiledDate} to ${_DispositionDate}: ${date}`),
  )
}

/** Returns the transferred mortgages whose next servicer is the same company or dates it otherwise. */
function wrongTransfers({ accounts }: CreditFile): string[] {
  const transferred = accounts.filter((one) => one._AccountStatusType === 'Transferred')
  return transferred.flatMap((one) => {
    const { _HighCreditAmount: amount, _AccountOpenedDate: opened = '' } = one
    const next = accounts.filter(
      (other) =>
        other !== one &&
        other._HighCreditAmount === amount &&
        other._AccountOpenedDate?.slice(0, 7) === opened.slice(0, 7),
    )
    return next
      .filter(
        (other) =>
          other.subscriberCode === one.subscriberCode || other._AccountOpenedDate !== opened,
      )
      .map((other) => `${one.subscriberCode} ${opened}, ${other.subscriberCode}`)
  })
}

/**
 * Returns the loans whose remaining payments do not fit the balance. The interest of the remaining
 * months is less than the balance.
 */
function wrongLoans({ accounts }: CreditFile): string[] {
  return accounts
    .filter((one) => one._MonthsRemainingCount !== undefined && one._MonthlyPaymentAmount)
    .map((one) => [one._UnpaidBalanceAmount ?? 0, one._MonthlyPaymentAmount ?? 0, one] as const)
    .filter(([balance, payment, { _MonthsRemainingCount: months = 0 }]) => {
      // In the last month, the rest is due.
      const least = months === 1 ? 1 : payment * (months - 1) * 0.4
      return balance < least || balance > payment * Math.max(1, months)
    })
    .map(([balance, payment, one]) => `${balance}: ${one._MonthsRemainingCount} × ${payment}`)
}

/** Whether a late month counts as a late account: lost accounts and collections do not. */
const isPaidLate = ({ _PAYMENT_PATTERN }: FileAccount) =>
  /[1-6]/.test(_PAYMENT_PATTERN?._Data ?? '')

/** Returns what is wrong with the reasons of a score. */
function wrongReasons({ score, accounts }: CreditFile): string[] {
  if (score?.value === undefined) return []
  const texts = (score.factors ?? []).map(({ _Text }) => _Text)
  const late = accounts.filter(isPaidLate).length
  return [
    ...(texts.length < 2 ? [`${score.value} has ${texts.length} reasons`] : []),
    ...(late === 0 && texts.includes('Number of accounts paid late') ? ['no late account'] : []),
  ]
}

const loans: string[] = []
const reasons: string[] = []
const counts: number[] = []
const transfers = { found: 0, wrong: [] as string[] }
const bankruptcies = { found: 0, wrong: [] as string[] }

function inspect(file: CreditFile): void {
  bankruptcies.found += file.publicRecords.filter(({ _Type }) => _Type.endsWith('13')).length
  bankruptcies.wrong.push(...openedInBankruptcy(file))
  transfers.found += file.accounts.filter((one) => one._AccountStatusType === 'Transferred').length
  transfers.wrong.push(...wrongTransfers(file))
  loans.push(...wrongLoans(file))
  reasons.push(...wrongReasons(file))
  counts.push(file.score?.value === undefined ? 4 : (file.score.factors?.length ?? 0))
}

/** The file of each person at one of the bureaus in turn, like a sample of one bureau's records. */
const bureaus = simulated(EPOCH)
const files: Figures[] = []
for (let number = 0; number < PERSONS; number++) {
  const file = await bureaus[number % 3]?.pull(request(invented(number)))
  assert.ok(file)
  files.push(figuresOf(file))
  inspect(file)
}

const withFile = files.filter(({ status }) => status === 'FileReturned')
const scored = withFile.filter(({ score }) => score !== undefined)
const scores = scored.map(({ score }) => score ?? 0)

const shareOf = (holds: (file: Figures) => boolean) =>
  percent(scored.filter(holds).length, scored.length)
const inBand = (from: number, to: number) =>
  percent(scores.filter((value) => value >= from && value < to).length, scores.length)

/** A published figure, and how far the population may be from it. */
type Figure = readonly [what: string, published: number, tolerance: number, found: number]

// biome-ignore format: a table
const FIGURES: readonly Figure[] = [
  ['percent of people with a scored file', 87.5, 2.5, percent(scored.length, PERSONS)],
  ['percent of people with a file that is not scored', 9.8, 2, percent(withFile.length - scored.length, PERSONS)],
  ['percent of people without a file', 2.7, 1, percent(files.filter(({ status }) => status === 'NoFileReturnedNoHit').length, PERSONS)],
  ['percent of scores below 500', 2, 2, inBand(0, 500)],
  ['percent of scores from 500 to 549', 5, 3, inBand(500, 550)],
  ['percent of scores from 550 to 599', 8, 3, inBand(550, 600)],
  ['percent of scores from 600 to 649', 12, 3, inBand(600, 650)],
  ['percent of scores from 650 to 699', 15, 4, inBand(650, 700)],
  ['percent of scores from 700 to 749', 18, 4, inBand(700, 750)],
  ['percent of scores from 750 to 799', 27, 4, inBand(750, 800)],
  ['percent of scores of 800 and more', 13, 4, inBand(800, 1000)],
  ['accounts on a file', 13, 1.5, mean(scored.map(({ accounts }) => accounts))],
  ['of them cards', 9, 1.5, mean(scored.map(({ cards }) => cards))],
  ['of them loans', 4, 1, mean(scored.map(({ accounts, cards }) => accounts - cards))],
  ['percent of limits in use', 35, 5, mean(scored.flatMap(({ utilization }) => utilization ?? []))],
  ['percent of people 30 days late within a year', 18, 4, shareOf(({ isLateThisYear }) => isLateThisYear)],
  ['percent of people ever 60 days late', 30, 5, shareOf(({ wasLate60 }) => wasLate60)],
  ['percent of people ever 90 days late', 23, 5, shareOf(({ wasLate90 }) => wasLate90)],
]

test('no one opens a card or gets a new collection during a bankruptcy', () => {
  assert.ok(bankruptcies.found > 20, `${bankruptcies.found} under chapter 13`)
  assert.deepEqual(bankruptcies.wrong, [])
})

test('a transferred mortgage has another servicer then, and the same date of opening', () => {
  assert.ok(transfers.found > 100, `${transfers.found} transferred`)
  assert.deepEqual(transfers.wrong, [])
})

test('the payments that remain of a loan fit its balance', () => {
  assert.deepEqual(loans, [])
})

test('the reasons of a score are true, and nearly all scores have four', () => {
  assert.deepEqual(reasons, [])
  const fewer = percent(counts.filter((count) => count < 4).length, counts.length)
  assert.ok(fewer < 5, `${fewer} % have fewer`)
})

describe('the population is near to what is published of the United States:', () => {
  const page = readFileSync('docs/simulator.md', 'utf8')
  for (const [what, published, tolerance, found] of FIGURES) {
    test(`${what}: ${published}`, () => {
      assert.ok(Math.abs(found - published) <= tolerance, `${what}: ${found.toFixed(1)}`)
      const row = page.split('\n').find((line) => line.startsWith(`| ${what} | ${published} |`))
      assert.ok(row, `docs/simulator.md does not state: ${what}`)
      const [, , , stated] = row.split('|').map((cell) => cell.trim())
      assert.equal(stated, found.toFixed(1), 'the figure of the page')
    })
  }

  test('fewer than half were ever 30 days late, and fewer than a fifth defaulted on an account', () => {
    const late = shareOf(({ wasLate30 }) => wasLate30)
    assert.ok(late > 30 && late < 50, `${late}`)
    const defaulted = shareOf(({ hasDefaulted }) => hasDefaulted)
    assert.ok(defaulted > 5 && defaulted < 20, `${defaulted}`)
  })

  test('the average score is within 15 points of the published one', () => {
    assert.ok(Math.abs(mean(scores) - 715) <= 15, mean(scores).toFixed(1))
  })
})

/** Tests the accounts of simulated files: their histories are consistent and never change. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { CreditFile, FileAccount } from '../../../src/bureaus/bureau.ts'
import { runsOf } from '../../support/length.ts'
import { anyone, anyTime, DAY_MS, EPOCH, pullAll, simulated } from './simulator-requests.ts'

/**
 * The code and type of a rating for each character of the payment pattern, as read from real
 * reports.
 */
const TABLE: Readonly<Record<string, readonly string[]>> = {
  C: ['1 AsAgreed'],
  X: ['U NoDataAvailable', '0 TooNew'],
  1: ['2 Late30Days'],
  2: ['3 Late60Days'],
  3: ['4 Late90Days'],
  4: ['5 LateOver120Days'],
  5: ['6 LateOver120Days'],
  6: ['6 LateOver120Days'],
  7: ['7 BankruptcyOrWageEarnerPlan'],
  8: ['8 Repossession', '8 Foreclosure'],
  9: ['9 ChargeOff', '9 Collection'],
}

interface Rating {
  readonly _Code: string
  readonly _Type: string
  readonly _Date?: string | undefined
}

function monthBefore(start: string, count: number): string {
  const [year, month] = start.split('-').map(Number)
  assert.ok(year !== undefined && month !== undefined)
  const total = year * 12 + month - 1 - count
  return `${Math.floor(total / 12)}-${String((total % 12) + 1).padStart(2, '0')}`
}

function assertRated(rating: Rating | undefined, character: string | undefined) {
  assert.ok(rating)
  const expected = TABLE[character ?? ''] ?? []
  assert.ok(expected.includes(`${rating._Code} ${rating._Type}`), `${character} ${rating._Type}`)
}

/** Returns the positions of late months in the pattern, newest first. */
function adverseMonths(pattern: string): number[] {
  return [...pattern].flatMap((character, index) => (/[1-9]/.test(character) ? [index] : []))
}

function assertHistoryAgrees(account: FileAccount) {
  const pattern = account._PAYMENT_PATTERN?._Data ?? ''
  const start = account._PAYMENT_PATTERN?._StartDate ?? ''
  const adverse = adverseMonths(pattern)
  assert.match(pattern, /^[CX1-9]{1,84}$/)
  assert.equal(account._MonthsReviewedCount, pattern.length)
  assert.equal(start, account._AccountReportedDate?.slice(0, 7))
  assert.equal(account._DerogatoryDataIndicator, /[3-9]/.test(pattern))
  assertRated(account._CURRENT_RATING, pattern[0])

  const prior = account._PRIOR_ADVERSE_RATING ?? []
  assert.equal(prior.length, adverse.length)
  for (const [index, rating] of prior.entries()) {
    const place = adverse[index] ?? 0
    assertRated(rating, pattern[place])
    assert.equal(rating._Date, monthBefore(start, place))
  }
  assert.deepEqual(account._MOST_RECENT_ADVERSE_RATING, prior[0])
  const worst = prior.map(({ _Code }) => _Code).sort()[prior.length - 1]
  assert.equal(account._HIGHEST_ADVERSE_RATING?._Code, worst)
}

function assertLatesCounted(account: FileAccount, askedAt: Date) {
  const pattern = account._PAYMENT_PATTERN?._Data ?? ''
  const age = monthOf(askedAt.toISOString()) - monthOf(account._PAYMENT_PATTERN?._StartDate)
  /** Returns the months that were within a range of months before the request. */
  const aged = (from: number, to: number) =>
    [...pattern].filter((_, index) => index + age >= from && index + age <= to).join('')
  const counts = (part: string) => ({
    _30Days: part.replace(/[^1]/g, '').length,
    _60Days: part.replace(/[^2]/g, '').length,
    _90Days: part.replace(/[^3-6]/g, '').length,
  })
  assert.deepEqual(account._LATE_COUNT, {
    ...counts(pattern),
    PERIODIC_LATE_COUNT: [
      { _Type: 'FirstYear', ...counts(aged(0, 12)) },
      { _Type: 'SecondYear', ...counts(aged(13, 24)) },
      { _Type: 'ThirdYear', ...counts(aged(25, 36)) },
    ],
  })
}

const anyFiles = fc.tuple(anyone, anyTime)

async function eachAccount(
  runs: number,
  check: (account: FileAccount, askedAt: Date) => void,
): Promise<void> {
  const bureaus = simulated()
  const property = fc.asyncProperty(anyFiles, async ([subject, askedAt]) => {
    for (const file of await pullAll(bureaus, subject, { askedAt })) {
      for (const account of file.accounts) check(account, askedAt)
    }
  })
  await fc.assert(property, { numRuns: runsOf(runs) })
}

test('ratings, late counts and payment pattern agree, for 500 people at any time', () =>
  eachAccount(500, (account, askedAt) => {
    assertHistoryAgrees(account)
    assertLatesCounted(account, askedAt)
  }))

const balanceOf = ({ _UnpaidBalanceAmount }: FileAccount) => _UnpaidBalanceAmount ?? 0
const pastDueOf = ({ _PastDueAmount }: FileAccount) => _PastDueAmount ?? 0
const currentOf = ({ _PAYMENT_PATTERN }: FileAccount) => _PAYMENT_PATTERN?._Data[0] ?? ''
const isOpen = ({ _AccountStatusType }: FileAccount) => _AccountStatusType === 'Open'

/**
 * Rules for the amounts of an account: if the first condition holds, the second one must hold too.
 */
const AMOUNTS: readonly [
  title: string,
  when: (a: FileAccount) => boolean,
  then: (a: FileAccount) => boolean,
][] = [
  [
    'no loan grows',
    (a) => a._TermsMonthsCount !== undefined,
    (a) => balanceOf(a) <= (a._HighCreditAmount ?? 0),
  ],
  ['past due is owed', () => true, (a) => pastDueOf(a) <= balanceOf(a)],
  ['nothing is past due on time', (a) => /[CX]/.test(currentOf(a)), (a) => pastDueOf(a) === 0],
  ['late is past due', (a) => isOpen(a) && /[1-6]/.test(currentOf(a)), (a) => pastDueOf(a) > 0],
  [
    'closed is paid or lost, or in a plan of a court',
    (a) => !isOpen(a),
    (a) =>
      balanceOf(a) === 0 || balanceOf(a) === a._ChargeOffAmount || a._CURRENT_RATING?._Code === '7',
  ],
  [
    'limits hold, or are passed by little',
    (a) => isOpen(a) && a._AccountType === 'Revolving',
    (a) => balanceOf(a) <= 1.06 * (a._CreditLimitAmount ?? Infinity),
  ],
  [
    'high credit is highest',
    (a) => isOpen(a) && a._AccountType === 'Revolving',
    (a) => balanceOf(a) <= (a._HighCreditAmount ?? 0),
  ],
  [
    'losses have a day',
    () => true,
    (a) => (a._ChargeOffAmount === undefined) === (a._ChargeOffDate === undefined),
  ],
  ['loans end', (a) => isOpen(a) && a._MonthsRemainingCount === 0, () => false],
]

test('the amounts of an account agree with each other and with its status', () =>
  eachAccount(500, (account) => {
    for (const [title, when, then] of AMOUNTS) {
      if (when(account)) assert.ok(then(account), `${title}: ${JSON.stringify(account)}`)
    }
  }))

test('the dates of an account are in order and never in the future', () =>
  eachAccount(300, (account, askedAt) => {
    const today = askedAt.toISOString().slice(0, 10)
    const notAfter = (a: string | undefined, b: string | undefined, what: string) => {
      if (a === undefined || b === undefined) return
      const exactness = Math.min(a.length, b.length)
      assert.ok(a.slice(0, exactness) <= b.slice(0, exactness), `${what}: ${a} after ${b}`)
    }
    notAfter(account._AccountReportedDate, today, 'reported')
    notAfter(account._AccountOpenedDate, account._AccountReportedDate, 'opened')
    notAfter(account._AccountOpenedDate, account._LastActivityDate, 'opened')
    notAfter(account._LastActivityDate, account._AccountReportedDate, 'last activity')
    notAfter(account._AccountClosedDate, account._AccountReportedDate, 'closed')
    notAfter(account._AccountPaidDate, account._AccountClosedDate, 'paid')
    assert.equal(account._AccountClosedDate === undefined, account._AccountStatusType === 'Open')
  }))

const identityOf = ({ _AccountIdentifier, _AccountOpenedDate, subscriberCode }: FileAccount) =>
  `${_AccountIdentifier} ${_AccountOpenedDate} ${subscriberCode}`

const monthOf = (text: string | undefined) => {
  const [year = 0, month = 0] = (text ?? '').split('-').map(Number)
  return year * 12 + month
}

/** Returns the part of the earlier pattern that a later request may still show. */
function stillShown(before: FileAccount, monthsLater: number, askedAt: Date): string {
  const age = monthOf(askedAt.toISOString()) - monthOf(before._PAYMENT_PATTERN?._StartDate)
  const shown = Math.max(monthsLater === 0 ? 1 : 0, Math.min(84 - monthsLater, 85 - age))
  return (before._PAYMENT_PATTERN?._Data ?? '').slice(0, shown)
}

function assertContinues(before: FileAccount, after: FileAccount, askedAt: Date) {
  const laterBy =
    monthOf(after._PAYMENT_PATTERN?._StartDate) - monthOf(before._PAYMENT_PATTERN?._StartDate)
  assert.ok(laterBy >= 0)
  const old = (after._PAYMENT_PATTERN?._Data ?? '').slice(laterBy)
  assert.equal(old, stillShown(before, laterBy, askedAt))
  assert.equal(after.CreditBusinessType, before.CreditBusinessType)
  assert.equal(after._TermsMonthsCount, before._TermsMonthsCount)
  assert.equal(after._AccountOwnershipType, before._AccountOwnershipType)
  assert.deepEqual(after._CREDITOR, before._CREDITOR)
  if (before._AccountClosedDate !== undefined) {
    assert.equal(after._AccountClosedDate, before._AccountClosedDate)
    assert.equal(after._AccountStatusType, before._AccountStatusType)
  }
  assert.ok((after._HighCreditAmount ?? 0) >= (before._HighCreditAmount ?? 0))
}

/** Whether the law or the rules of the bureaus end the reporting of an account about now. */
function mayLeave(account: FileAccount, askedAt: Date): boolean {
  const age = monthOf(askedAt.toISOString()) - monthOf(account._AccountClosedDate)
  const isCollection = account._CURRENT_RATING?._Type === 'Collection'
  return isCollection || (account._AccountClosedDate !== undefined && age >= 80)
}

function assertFileContinues(before: CreditFile, after: CreditFile, askedAt: Date) {
  assert.equal(after.status, before.status)
  assert.equal(after.inFileDate, before.inFileDate)
  const later = new Map(after.accounts.map((account) => [identityOf(account), account]))
  for (const account of before.accounts) {
    const found = later.get(identityOf(account))
    if (found === undefined) assert.ok(mayLeave(account, askedAt), identityOf(account))
    else assertContinues(account, found, askedAt)
  }
  const twoYearsAgo = monthOf(askedAt.toISOString()) - 21
  const inquiries = new Set(after.inquiries.map(({ _Name, _Date }) => `${_Name} ${_Date}`))
  for (const { _Name, _Date } of before.inquiries) {
    if (monthOf(_Date) > twoYearsAgo) assert.ok(inquiries.has(`${_Name} ${_Date}`))
  }
}

for (const days of [10, 60, 400]) {
  test(`the history in a file is unchanged ${days} days later`, async () => {
    const bureaus = simulated()
    const late = fc
      .integer({ min: 0, max: 8 * 365 })
      .map((day) => new Date(EPOCH.getTime() + day * DAY_MS))
    await fc.assert(
      fc.asyncProperty(anyone, late, async (subject, askedAt) => {
        const before = await pullAll(bureaus, subject, { askedAt })
        const then = new Date(askedAt.getTime() + days * DAY_MS)
        const after = await pullAll(bureaus, subject, { askedAt: then })
        for (const [index, file] of before.entries()) {
          assertFileContinues(file, after[index] as CreditFile, then)
        }
      }),
      { numRuns: runsOf(200) },
    )
  })
}

test('two years later, balances, payments, accounts and inquiries have changed', async () => {
  const bureaus = simulated()
  const later = new Date(EPOCH.getTime() + 730 * DAY_MS)
  let [opened, closed, moved, inquired] = [0, 0, 0, 0]
  for (const subject of fc.sample(anyone, { numRuns: 60, seed: 2 })) {
    const [before] = await pullAll(bureaus, subject)
    const [after] = await pullAll(bureaus, subject, { askedAt: later })
    assert.ok(before && after)
    const old = new Map(before.accounts.map((account) => [identityOf(account), account]))
    const wasOpen = (account: FileAccount) =>
      old.get(identityOf(account))?._AccountStatusType === 'Open'
    const known = after.accounts.filter(wasOpen)
    opened += after.accounts.filter((account) => !old.has(identityOf(account))).length
    closed += known.filter(({ _AccountStatusType }) => _AccountStatusType !== 'Open').length
    moved += known.filter(
      (account) =>
        account._UnpaidBalanceAmount !== old.get(identityOf(account))?._UnpaidBalanceAmount,
    ).length
    inquired += after.inquiries.length
  }
  assert.ok(
    opened > 30 && closed > 20 && moved > 200 && inquired > 30,
    `${opened} ${closed} ${moved} ${inquired}`,
  )
})

test('the population is still plausible with a clock ten years ahead', async () => {
  const bureaus = simulated()
  const askedAt = new Date(EPOCH.getTime() + 3650 * DAY_MS)
  let scored = 0
  for (const subject of fc.sample(anyone, { numRuns: 60, seed: 4 })) {
    const files = await pullAll(bureaus, subject, { askedAt })
    if (files.some(({ score }) => score?.value !== undefined)) scored++
  }
  assert.ok(scored > 50, String(scored))
})

/**
 * Tests that each difference that a refresh lists is one event in the simulated history of the
 * borrower.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Subject } from '../../../src/bureaus/bureau.ts'
import { monthNumber } from '../../../src/bureaus/simulator/calendar.ts'
import type { Life } from '../../../src/bureaus/simulator/life.ts'
import type { Account } from '../../../src/bureaus/simulator/life-account.ts'
import { inventedLife } from '../../../src/bureaus/simulator/simulator.ts'
import { compareReports } from '../../../src/reports/compare/compare.ts'
import type { Difference } from '../../../src/reports/compare/differences.ts'
import { mergeFiles } from '../../../src/reports/merge/merge.ts'
import { runsOf } from '../../support/length.ts'
import { anyone, DAY_MS, EPOCH, pullAll, simulated } from './simulator-requests.ts'

const EPOCH_MONTH = monthNumber(EPOCH)
const bureaus = simulated()

/**
 * The months between two reports, counted from the epoch. Creditors report up to two months later.
 */
interface Window {
  readonly from: number
  readonly to: number
}

const REPORTING_MONTHS = 3
const within = ({ from, to }: Window, month: number | undefined) =>
  month !== undefined && month >= from - REPORTING_MONTHS && month <= to

const monthOf = (text: string) =>
  Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1 - EPOCH_MONTH

const digits = (text: string | undefined) => (text ?? '').replace(/\D/g, '')

function reportings({ reporting }: Account) {
  return Object.values(reporting).filter((each) => each !== undefined)
}

function accountNamed(life: Life, number: string): Account | undefined {
  return life.accounts.find((account) =>
    reportings(account).some((each) => digits(each.number) === number),
  )
}

const isLine = ({ kind }: Account) => kind.form === 'revolving' || kind.form === 'charge'

function isLateIn({ lates }: Account, span: Window): boolean {
  return lates.some(
    ({ from, worst, held = 0 }) =>
      from <= span.to && from + worst + held >= span.from - REPORTING_MONTHS,
  )
}

/** Returns the month in which the first bureau begins to show an account. */
function shownFrom(account: Account): number {
  const first = Math.min(...reportings(account).map(({ since }) => since + 1))
  return account.kind.remark === 'medical' ? Math.max(first, account.opened + 12) : first
}

/** Whether a difference corresponds to an event in the history of an account. */
function accountEvent(account: Account, { kind, since = '' }: Difference, span: Window): boolean {
  const { ending, lates, disputedFrom, deferredUntil } = account
  const ended = within(span, ending?.month)
  switch (kind) {
    case 'newAccount':
    case 'newCollection':
      return within(span, shownFrom(account))
    case 'newLatePayment': {
      const month = monthOf(since)
      const missed = lates.some(
        ({ from, worst, held = 0 }) => month >= from && month < from + worst + held,
      )
      return missed && within(span, month)
    }
    case 'newDerogatory':
      return ended
    case 'pastDueIncrease':
      return isLateIn(account, span) || ended
    case 'balanceIncrease':
      // A card is used every month. A loan balance can seem to increase if a payment was missed.
      return isLine(account) || isLateIn(account, span)
    case 'paymentIncrease':
      return isLine(account) || within(span, deferredUntil + 1)
    case 'accountPaid':
    case 'accountClosed': {
      const late = reportings(account).some(({ closingUnknown }) => closingUnknown) ? 48 : 0
      return ending !== undefined && within({ ...span, from: span.from - late }, ending.month)
    }
    case 'accountDisputed':
      return within(span, disputedFrom)
    default:
      return false
  }
}

/** Whether a difference is an event in a simulated life. */
function isEvent(life: Life, one: Difference, span: Window): boolean {
  const { bankruptcies, alerts } = life.story
  switch (one.kind) {
    case 'newInquiry':
      return life.inquiries.some(({ month }) => month === monthOf(one.since ?? ''))
    case 'newPublicRecord':
      return bankruptcies.some(({ filed }) => within(span, filed))
    case 'publicRecordChanged':
      return bankruptcies.some(({ disposed }) => within(span, disposed))
    case 'newAlert':
    case 'newStatement':
      return alerts.some(({ from }) => within(span, from))
    case 'newEmployment':
      return one.what === 'RETIRED'
    default: {
      const account = accountNamed(life, digits(one.account))
      return account !== undefined && accountEvent(account, one, span)
    }
  }
}

async function mergedAt(subject: Subject, askedAt: Date, mergedOn: string) {
  const pulls = await pullAll(bureaus, subject, { askedAt, hard: false })
  if (!pulls.every(({ status }) => status === 'FileReturned')) return undefined
  const borrowers = [{ borrowerId: 'B1', pulls }]
  return mergeFiles({
    reportId: '1',
    responseId: 'CR1',
    borrowers,
    scope: 'all',
    scores: false,
    mergedOn,
  })
}

const RUNS = runsOf(2_000, 0.1)

test('each difference in a refresh is one event in the history of the borrower', async () => {
  let traced = 0
  await fc.assert(
    fc.asyncProperty(
      anyone,
      fc.integer({ min: 0, max: 4 * 365 }),
      fc.integer({ min: 1, max: 120 }),
      async (subject, day, days) => {
        const then = new Date(EPOCH.getTime() + day * DAY_MS)
        const now = new Date(then.getTime() + days * DAY_MS)
        const on = now.toISOString().slice(0, 10)
        const [base, current] = [
          await mergedAt(subject, then, on),
          await mergedAt(subject, now, on),
        ]
        if (base === undefined || current === undefined) return
        const span = { from: monthNumber(then) - EPOCH_MONTH, to: monthNumber(now) - EPOCH_MONTH }
        const life = inventedLife(subject, EPOCH_MONTH, span.to)
        for (const one of compareReports(base, current)) {
          traced++
          assert.ok(isEvent(life, one, span), `${one.kind} ${one.account ?? one.what} ${one.since}`)
        }
      },
    ),
    { numRuns: RUNS },
  )
  assert.ok(traced > RUNS, String(traced))
})

test('a difference is not an event in the history of another person', async () => {
  const span = { from: 0, to: 6 }
  const [one, other] = fc.sample(anyone, { numRuns: 2, seed: 21 })
  assert.ok(one && other)
  const later = new Date(EPOCH.getTime() + 180 * DAY_MS)
  const on = later.toISOString().slice(0, 10)
  const [base, current] = [await mergedAt(one, EPOCH, on), await mergedAt(one, later, on)]
  assert.ok(base && current)
  const found = compareReports(base, current).filter(({ account }) => account !== undefined)
  assert.ok(found.length > 0)
  const [own, strange] = [one, other].map((each) => inventedLife(each, EPOCH_MONTH, span.to))
  for (const each of found) {
    assert.ok(own && isEvent(own, each, span))
    assert.ok(strange && !isEvent(strange, each, span))
  }
})

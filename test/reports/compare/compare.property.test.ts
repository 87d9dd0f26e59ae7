/**
 * Compares reports of simulated files: with themselves, and with the differences between the files.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { CreditFile, Subject } from '../../../src/bureaus/bureau.ts'
import { PERSONAS } from '../../../src/bureaus/simulator/personas.ts'
import { emptyableText, text } from '../../../src/documents/kinds.ts'
import { compareReports } from '../../../src/reports/compare/compare.ts'
import type { Difference, DifferenceKind } from '../../../src/reports/compare/differences.ts'
import { refreshSummaries } from '../../../src/reports/compare/differences-summary.ts'
import { differenceText } from '../../../src/reports/compare/differences-text.ts'
import { isDelivered } from '../../../src/reports/credit-files.ts'
import { mergeFiles } from '../../../src/reports/merge/merge.ts'
import {
  anyone,
  anyTime,
  DAY_MS,
  EPOCH,
  persona,
  pullAll,
  simulated,
  subjectOf,
} from '../../bureaus/simulator/simulator-requests.ts'
import { lengthOf, runsOf } from '../../support/length.ts'
import { asLine, type FilesByBorrower, independentDifferences } from './compare-independent.ts'

const bureaus = simulated()

function merged(files: FilesByBorrower) {
  return mergeFiles({
    reportId: '700100',
    responseId: 'CR700100',
    borrowers: Object.entries(files).map(([borrowerId, pulls]) => ({ borrowerId, pulls })),
    scope: 'all',
    scores: false,
    mergedOn: '2026-03-15',
  })
}

interface TwoTimes {
  readonly base: FilesByBorrower
  readonly current: FilesByBorrower
}

/** Returns the files at two times, from the bureaus that deliver at both. */
async function filesOfTwoTimes(
  subjects: readonly Subject[],
  then: Date,
  days: number,
): Promise<TwoTimes> {
  const sets = {
    base: {} as Record<string, CreditFile[]>,
    current: {} as Record<string, CreditFile[]>,
  }
  const later = new Date(then.getTime() + days * DAY_MS)
  for (const [position, subject] of subjects.entries()) {
    const before = await pullAll(bureaus, subject, { askedAt: then, hard: false })
    const after = await pullAll(bureaus, subject, { askedAt: later, hard: false })
    const inBoth = (file: CreditFile) =>
      [before, after].every((set) =>
        set.some((one) => one.bureau === file.bureau && isDelivered(one)),
      )
    sets.base[`B${position + 1}`] = before.filter(inBoth)
    sets.current[`B${position + 1}`] = after.filter(inBoth)
  }
  return sets
}

function compared({ base, current }: TwoTimes): readonly Difference[] {
  return compareReports(merged(base), merged(current))
}

function assertExact(files: TwoTimes): void {
  assert.deepEqual(
    compared(files).map(asLine).sort(),
    independentDifferences(files.base, files.current),
  )
}

const daysLater = fc.integer({ min: 60, max: 120 })

/** Kinds of differences of an account that occur in one direction of a comparison only. */
const ONE_WAY: readonly DifferenceKind[] = [
  'balanceIncrease',
  'paymentIncrease',
  'pastDueIncrease',
  'accountPaid',
  'accountClosed',
  'newAccount',
  'newCollection',
  'newLatePayment',
  'newDerogatory',
]

/** Kinds that occur often enough in simulated histories to be found among a few hundred people. */
const LIVED: readonly DifferenceKind[] = [
  ...ONE_WAY,
  'accountDisputed',
  'newInquiry',
  'newPublicRecord',
  'publicRecordChanged',
]

/** Times after which there are no, some or many changes. */
const REFRESHED_AFTER_DAYS = lengthOf({ short: [0, 60, 400], full: [0, 31, 60, 90, 120, 400] })

/** The number of people among whom all kinds are found. Most kinds are found among the first. */
const PEOPLE_MAX = 400

describe('a refresh of simulated files', () => {
  it('lists exactly the differences between the files of each persona', async () => {
    for (const known of PERSONAS) {
      for (const days of REFRESHED_AFTER_DAYS) {
        assertExact(await filesOfTwoTimes([subjectOf(known)], EPOCH, days))
      }
    }
  })

  it('finds every kind of difference that simulated histories have', async () => {
    const kinds = new Set<string>()
    const missing = () => LIVED.filter((kind) => !kinds.has(kind))
    for (let person = 0; person < PEOPLE_MAX && missing().length > 0; person += 1) {
      const subject = { ...persona('clean'), lastName: 'Alder', ssn: `93${1_000_000 + person}` }
      const base = new Date(EPOCH.getTime() - (person % 60) * 30 * DAY_MS)
      const files = await filesOfTwoTimes([subject], base, 120)
      for (const { kind } of compared(files)) kinds.add(kind)
    }
    assert.deepEqual(missing(), [])
  })

  it('lists exactly the differences between the files of any person at any time', async () => {
    await fc.assert(
      fc.asyncProperty(anyone, anyTime, daysLater, async (subject, then, days) => {
        assertExact(await filesOfTwoTimes([subject], then, days))
      }),
      { numRuns: runsOf(400) },
    )
  })

  it('lists exactly the differences of a couple, and a shared account once', async () => {
    const couple = [persona('rowan'), persona('juno')]
    for (const days of [60, 90, 120, 365]) {
      assertExact(await filesOfTwoTimes(couple, EPOCH, days))
    }
  })

  it('lists exactly the differences of two unrelated people', async () => {
    await fc.assert(
      fc.asyncProperty(anyone, anyone, anyTime, daysLater, async (one, other, then, days) => {
        assertExact(await filesOfTwoTimes([one, other], then, days))
      }),
      { numRuns: runsOf(100) },
    )
  })

  it('finds no difference between a report and itself', async () => {
    await fc.assert(
      fc.asyncProperty(anyone, anyTime, async (subject, then) => {
        const { current } = await filesOfTwoTimes([subject], then, 0)
        assert.deepEqual(compareReports(merged(current), merged(current)), [])
      }),
      { numRuns: runsOf(200) },
    )
  })

  it('does not depend on the order of files and of the items in them', async () => {
    await fc.assert(
      fc.asyncProperty(anyone, anyTime, daysLater, async (subject, then, days) => {
        const files = await filesOfTwoTimes([subject], then, days)
        const turned = { base: files.base, current: reversed(files.current) }
        assert.deepEqual(compared(turned), compared(files))
      }),
      { numRuns: runsOf(100) },
    )
  })

  it('never reports a difference of an account in both directions', async () => {
    await fc.assert(
      fc.asyncProperty(anyone, anyTime, daysLater, async (subject, then, days) => {
        const files = await filesOfTwoTimes([subject], then, days)
        const forward = linesOf(compared(files))
        const backward = linesOf(compared({ base: files.current, current: files.base }))
        assert.deepEqual(
          forward.filter((line) => backward.includes(line)),
          [],
        )
      }),
      { numRuns: runsOf(200) },
    )
  })

  it('describes every difference in texts and data sets that fit their fields and have no SSN', async () => {
    await fc.assert(
      fc.asyncProperty(anyone, anyTime, daysLater, async (subject, then, days) => {
        const found = compared(await filesOfTwoTimes([subject], then, days))
        const [summary] = refreshSummaries(found, ['B1'])
        for (const { _Name: name, _Value: value } of summary?._DATA_SET ?? []) {
          assert.equal(text(80).read(name), name)
          assert.equal(emptyableText().read(value), value)
        }
        const said = JSON.stringify([found, found.map(differenceText), summary])
        assert.ok(!said.includes(subject.ssn))
        assert.deepEqual(JSON.parse(JSON.stringify(found)), found)
      }),
      { numRuns: runsOf(100) },
    )
  })
})

/** Kind and account of the differences that can occur in one direction only. */
function linesOf(differences: readonly Difference[]): string[] {
  return differences
    .filter(({ kind }) => ONE_WAY.includes(kind))
    .map(({ kind, account, since }) =>
      kind === 'newLatePayment' ? `${kind} ${account} ${since}` : `${kind} ${account}`,
    )
}

function reversed(files: FilesByBorrower): FilesByBorrower {
  return Object.fromEntries(
    Object.entries(files).map(([id, own]) => [
      id,
      own.toReversed().map((file) => ({
        ...file,
        accounts: file.accounts.toReversed(),
        inquiries: file.inquiries.toReversed(),
        publicRecords: file.publicRecords.toReversed(),
      })),
    ]),
  )
}

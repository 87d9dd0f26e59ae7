/**
 * Tests wanted outcomes: the report states exactly the wanted outcome, or it is rejected with a
 * reason.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { readPersonFile } from '../../../../src/bureaus/simulator/people/check-person.ts'
import { PersonRejected } from '../../../../src/bureaus/simulator/people/person-problem.ts'
import { resolveOutcome } from '../../../../src/bureaus/simulator/people/resolve-outcome.ts'
import type { WantedOutcome } from '../../../../src/bureaus/simulator/people/wanted-outcome.ts'
import { lengthOf } from '../../../support/length.ts'
import { type Element, get, one, type Reading } from '../../../underwriter/reading.ts'
import { AT, contradictions, PUT, reportOf } from './custom-world.ts'

type Wanted = Partial<WantedOutcome>

function resolved(id: string, outcome: object, more: object = {}) {
  const file = readPersonFile({ ...more, outcome }, AT)
  return { id, file: resolveOutcome(id, file, AT), putMonth: AT.month }
}

function problemOf(
  outcome: object,
  more: object = {},
  id = 'impossible',
): readonly { path: string; expected: string }[] {
  try {
    resolved(id, outcome, more)
  } catch (error) {
    assert.ok(error instanceof PersonRejected, String(error))
    return error.problems
  }
  return []
}

// Functions that read the report from its XML and nothing else.

const pattern = (each: Element) => get(one(each, '_PAYMENT_PATTERN'), '_Data')
const isLoan = (each: Element, type: string) => get(each, '_AccountType') === type
const endedBadly = (each: Element) => /[789]/.test(pattern(each))
const FORMS = { mortgage: 'Mortgage', installment: 'Installment', revolving: 'Revolving' } as const

function scoresIn({ scores }: Reading): Record<string, number> {
  return Object.fromEntries(
    scores.map((each) => [get(each, 'CreditRepositorySourceType'), Number(get(each, '_Value'))]),
  )
}

function latesIn({ accounts, month }: Reading, form: keyof typeof FORMS) {
  const counts = { days30: 0, days60: 0, days90: 0, oldest: 0 }
  for (const account of accounts.filter((each) => isLoan(each, FORMS[form]) && !endedBadly(each))) {
    const [year, ofYear] = get(one(account, '_PAYMENT_PATTERN'), '_StartDate')
      .split('-')
      .map(Number)
    const age = month - ((year ?? 0) * 12 + (ofYear ?? 0) - 1)
    ;[...pattern(account)].forEach((character, back) => {
      if (!/[1-6]/.test(character)) return
      counts[character === '1' ? 'days30' : character === '2' ? 'days60' : 'days90']++
      counts.oldest = Math.max(counts.oldest, age + back)
    })
  }
  return counts
}

function figure({ summaries }: Reading, name: string): number {
  const [summary] = summaries.values()
  return Number(summary?.get(name))
}

function assertScores({ middleScore, scores = {} }: Wanted, report: Reading): void {
  const stated = scoresIn(report)
  const [, middle] = Object.values(stated).sort((a, b) => a - b)
  if (middleScore !== undefined) assert.equal(middle, middleScore)
  for (const [bureau, score] of Object.entries(scores)) assert.equal(stated[bureau], score)
}

function assertLates(lates: Wanted['lates'], report: Reading): void {
  for (const form of ['mortgage', 'installment', 'revolving'] as const) {
    const late = lates?.find(({ on }) => on === form)
    const { oldest, ...counts } = latesIn(report, form)
    const { days30 = 0, days60 = 0, days90 = 0 } = late ?? {}
    assert.deepEqual(counts, { days30, days60, days90 }, form)
    assert.ok(oldest <= (late?.within ?? 0), `${form} within ${late?.within}: ${oldest}`)
  }
}

/** The summary figures that an outcome wants. Derogatory figures that it does not name are 0. */
function figuresOf(wanted: Wanted): Record<string, number | undefined> {
  const {
    collections = 0,
    chargeOffs = 0,
    repossessions = 0,
    foreclosures = 0,
    disputed = 0,
  } = wanted
  return {
    Collections: collections,
    ChargeOffs: chargeOffs,
    RepossessionsAndForeclosures: repossessions + foreclosures,
    DisputedAccounts: disputed,
    Bankruptcies: wanted.bankruptcy === undefined ? 0 : 1,
    TotalAccounts: wanted.accounts,
    MortgageOpenAccounts: wanted.openMortgages,
    RevolvingUtilizationPercent: wanted.utilizationPercent,
    Inquiries1Year: wanted.inquiries,
  }
}

function assertStated(wanted: Wanted, report: Reading): void {
  assertScores(wanted, report)
  assertLates(wanted.lates, report)
  for (const [name, value] of Object.entries(figuresOf(wanted))) {
    if (value !== undefined) assert.equal(figure(report, name), value, name)
  }
  const { oldestAccountYears, bankruptcy: record } = wanted
  if (oldestAccountYears !== undefined) assert.equal(oldestYears(report), oldestAccountYears)
  if (record !== undefined) assertBankruptcy(record, report)
}

function oldestYears({ accounts, month }: Reading): number {
  const opened = accounts.map((each) => get(each, '_AccountOpenedDate').split('-').map(Number))
  return Math.max(
    ...opened.map(([year = 0, ofYear = 0]) => Math.floor((month - year * 12 - ofYear + 1) / 12)),
  )
}

function assertBankruptcy(
  { chapter = 7, disposition, year }: Partial<NonNullable<WantedOutcome['bankruptcy']>>,
  { records }: Reading,
): void {
  const [record] = records as [Element]
  assert.equal(get(record, '_Type'), `BankruptcyChapter${chapter}`)
  assert.equal(
    get(record, '_DispositionType'),
    disposition ?? (chapter === 7 ? 'Discharged' : 'Completed'),
  )
  const date = get(record, disposition === 'Filed' ? '_FiledDate' : '_DispositionDate')
  if (year !== undefined) assert.equal(date.slice(0, 4), String(year))
}

// Random outcomes.

const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 })

const late = fc
  .record({
    on: fc.constantFrom('mortgage', 'installment', 'revolving'),
    within: fc.constantFrom(12, 24, 84),
    days30: fc.integer({ min: 1, max: 3 }),
    days60: fc.integer({ min: 0, max: 2 }),
    days90: fc.integer({ min: 0, max: 2 }),
  })
  .map((each) => ({ ...each, days90: each.days60 === 0 ? 0 : each.days90 }))

const bankruptcy = fc.oneof(
  fc.record({
    chapter: fc.constant(7),
    disposition: fc.constantFrom('Discharged', 'Dismissed'),
    year: fc.integer({ min: 2018, max: 2025 }),
  }),
  fc.record({
    chapter: fc.constant(13),
    disposition: fc.constant('Completed'),
    year: fc.integer({ min: 2023, max: 2025 }),
  }),
  fc.record({ chapter: fc.constantFrom(7, 13), disposition: fc.constant('Filed') }),
)

/** Removes the wishes about cards if a bankruptcy is pending, because it has ended the cards. */
function withoutCards(wanted: Wanted): Wanted {
  if (wanted.bankruptcy?.disposition !== 'Filed') return wanted
  const { utilizationPercent: _, lates = [], ...others } = wanted
  return { ...others, lates: lates.filter(({ on }) => on !== 'revolving') }
}

const outcomes = fc
  .record({
    middleScore: fc.integer({ min: 480, max: 800 }),
    lates: fc.uniqueArray(late, { selector: ({ on }) => on, maxLength: 2 }),
    bankruptcy: fc.option(bankruptcy, { nil: undefined, freq: 2 }),
    collections: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 4 })),
    chargeOffs: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 2 })),
    repossessions: fc.constantFrom(0, 0, 0, 1),
    foreclosures: fc.constantFrom(0, 0, 0, 1),
    disputed: fc.constantFrom(0, 0, 0, 1),
    openMortgages: sometimes(fc.integer({ min: 1, max: 2 })),
    accounts: sometimes(fc.integer({ min: 12, max: 24 })),
    utilizationPercent: sometimes(fc.integer({ min: 0, max: 100 })),
    inquiries: sometimes(fc.integer({ min: 0, max: 9 })),
    oldestAccountYears: sometimes(fc.integer({ min: 12, max: 30 })),
  })
  .map((outcome) => JSON.parse(JSON.stringify(outcome)) as Wanted)
  .map(withoutCards)

/**
 * Returns the outcome with a possible score: the resolver states the range that the rest allows.
 */
function withinReach(outcome: Wanted, id: string): Wanted {
  const [problem] = problemOf(outcome, {}, id)
  if (problem === undefined) return outcome
  const [, least, most] =
    /from (\d+) to (\d+)/.exec(problem.expected) ??
    assert.fail(JSON.stringify({ problem, outcome }))
  const middleScore = Math.min(Math.max(outcome.middleScore ?? 0, Number(least)), Number(most))
  return { ...outcome, middleScore }
}

const RUNS = lengthOf({ short: 30, full: 2_000 })

test(`reports state ${RUNS} random wanted outcomes exactly, without contradictions for an underwriter`, async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(outcomes, async (random) => {
      const id = `wanted-${++count}`
      const wanted = withinReach(random, id)
      const report = await reportOf(resolved(id, wanted))
      assertStated(wanted, report)
      assert.deepEqual(contradictions(report), [])
    }),
    { numRuns: RUNS },
  )
})

test('the wanted outcome of the guide is stated exactly', async () => {
  const wanted = {
    middleScore: 641,
    lates: [{ on: 'mortgage', within: 12, days30: 1, days60: 0, days90: 0 }],
    bankruptcy: { chapter: 7, disposition: 'Discharged', year: 2023 },
  } as const satisfies object
  const person = resolved('guide', wanted)
  const report = await reportOf(person)
  assertStated(wanted as unknown as Wanted, report)
  assert.deepEqual(contradictions(report), [])
  const later = await reportOf(person, new Date(PUT.getTime() + 400 * 86_400_000))
  assert.deepEqual(contradictions(later), [])
})

test('the fewest possible accounts are stated exactly', async () => {
  const fewest = [
    { accounts: 1 },
    { accounts: 2, collections: 1 },
    { accounts: 2, bankruptcy: { chapter: 7, year: 2023 } },
    { accounts: 3, collections: 1, chargeOffs: 1 },
  ] as unknown as readonly Wanted[]
  for (const [index, wanted] of fewest.entries()) {
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f'])
      assertStated(wanted, await reportOf(resolved(`few ${index} ${id}`, wanted)))
  }
})

test('an outcome without a score is that of an ordinary person', async () => {
  for (const [index, wanted] of [{}, { openMortgages: 1 }, { collections: 1 }].entries()) {
    const report = await reportOf(resolved(`ordinary ${index}`, wanted))
    assertStated(wanted, report)
    const utilization = figure(report, 'RevolvingUtilizationPercent')
    assert.ok(utilization > 20 && utilization < 80, `${utilization} %`)
    assert.ok(Object.values(scoresIn(report)).every((score) => score > 600))
  }
})

test('a wanted score for each bureau is stated exactly', async () => {
  const wanted = { scores: { Equifax: 688, Experian: 720, TransUnion: 709 } }
  assertStated(wanted, await reportOf(resolved('each', wanted)))
})

const lates = (on: string, days30: number, days60 = 0, days90 = 0, within = 12) => ({
  lates: [{ on, within, days30, days60, days90 }],
})
const chapter = (number: number, more: object) => ({ bankruptcy: { chapter: number, ...more } })
const frozen = { bureaus: { Experian: { frozen: true } } }

// biome-ignore format: a table
const IMPOSSIBLE: readonly (readonly [title: string, outcome: object, path: string, more?: object])[] = [
  ['a middle score above all models', { middleScore: 850 }, 'outcome.middleScore'],
  ['a low middle score without late payments', { middleScore: 420 }, 'outcome.middleScore'],
  ['the lowest middle score', { middleScore: 300 }, 'outcome.middleScore'],
  ['780 with a 90-day late mortgage payment this year', { middleScore: 780, ...lates('mortgage', 1, 1, 1) }, 'outcome.middleScore'],
  ['837 with two collections', { middleScore: 837, collections: 2 }, 'outcome.middleScore'],
  ['800 with a bankruptcy discharged last year', { middleScore: 800, ...chapter(7, { year: 2025 }) }, 'outcome.middleScore'],
  ['790 with two charge-offs', { middleScore: 790, chargeOffs: 2 }, 'outcome.middleScore'],
  ['790 with a foreclosure', { middleScore: 790, foreclosures: 1 }, 'outcome.middleScore'],
  ['790 with a repossession', { middleScore: 790, repossessions: 1 }, 'outcome.middleScore'],
  ['800 with all limits in use', { middleScore: 800, utilizationPercent: 100 }, 'outcome.middleScore'],
  ['820 with a history of a year', { middleScore: 820, oldestAccountYears: 1 }, 'outcome.middleScore'],
  ['839 with twelve inquiries', { middleScore: 839, inquiries: 12 }, 'outcome.middleScore'],
  ['500 with nothing derogatory and no balance', { middleScore: 500, utilizationPercent: 0 }, 'outcome.middleScore'],
  ['560 with an old history, no balance and no inquiry', { middleScore: 560, utilizationPercent: 0, inquiries: 0, oldestAccountYears: 25 }, 'outcome.middleScore'],
  ['a middle score with a frozen file', { middleScore: 700 }, 'outcome.middleScore', frozen],
  ['a middle score with a file that is not scored', { middleScore: 700 }, 'outcome.middleScore', { bureaus: { Equifax: { unscored: 'NotScoredFileIsUnderReview' } } }],
  ['a middle score with a bureau that does not know the person', { middleScore: 700 }, 'outcome.middleScore', { bureaus: { TransUnion: { status: 'NoFileReturnedNoHit' } } }],
  ['a score of a frozen file', { scores: { Experian: 700 } }, 'outcome.scores.Experian', frozen],
  ['a middle score and scores', { middleScore: 700, scores: { Equifax: 700 } }, 'outcome.scores'],
  ['a score above the range of Equifax', { scores: { Equifax: 830 } }, 'outcome.scores.Equifax'],
  ['a score below the range of Equifax', { scores: { Equifax: 320 } }, 'outcome.scores.Equifax'],
  ['a score above the range of Experian', { scores: { Experian: 850 } }, 'outcome.scores.Experian'],
  ['a score below the range of TransUnion', { scores: { TransUnion: 305 } }, 'outcome.scores.TransUnion'],
  ['scores 150 points apart', { scores: { Equifax: 600, Experian: 750, TransUnion: 700 } }, 'outcome.scores'],
  ['scores 140 points apart', { scores: { Equifax: 760, Experian: 620 } }, 'outcome.scores'],
  ['60 days late but never 30', lates('mortgage', 0, 1), 'outcome.lates.0.days30'],
  ['90 days late but never 60', lates('revolving', 1, 0, 1), 'outcome.lates.0.days60'],
  ['90 days late but never 30 or 60', lates('installment', 0, 0, 2), 'outcome.lates.0.days60'],
  ['more late months than months', lates('mortgage', 11), 'outcome.lates.0'],
  ['a year of late months', lates('revolving', 8, 2, 2), 'outcome.lates.0'],
  ['25 late months in two years', lates('installment', 10, 10, 5, 24), 'outcome.lates.0'],
  ['two entries of late mortgage payments', { lates: [...lates('mortgage', 1).lates, ...lates('mortgage', 2).lates] }, 'outcome.lates.1.on'],
  ['late mortgage payments without a mortgage', { ...lates('mortgage', 1), openMortgages: 0 }, 'outcome.openMortgages'],
  ['a bankruptcy in the future', chapter(7, { year: 2027 }), 'outcome.bankruptcy.year'],
  ['a bankruptcy next month', chapter(7, { month: 'in 1 month' }), 'outcome.bankruptcy.month'],
  ['a chapter 7 that has left the file', chapter(7, { year: 2012 }), 'outcome.bankruptcy.year'],
  ['a chapter 13 that has left the file', chapter(13, { year: 2017 }), 'outcome.bankruptcy.year'],
  ['a chapter 13 whose filing has left the file', chapter(13, { year: 2021 }), 'outcome.bankruptcy.year'],
  ['a chapter 7 bankruptcy disposed as completed', chapter(7, { disposition: 'Completed' }), 'outcome.bankruptcy.disposition'],
  ['a chapter 13 bankruptcy disposed as discharged', chapter(13, { disposition: 'Discharged' }), 'outcome.bankruptcy.disposition'],
  ['a bankruptcy in a year and in a month', chapter(7, { year: 2022, month: '2024-05' }), 'outcome.bankruptcy.month'],
  ['a chapter 7 pending for three years', chapter(7, { disposition: 'Filed', year: 2023 }), 'outcome.bankruptcy.year'],
  ['a chapter 13 pending for six years', chapter(13, { disposition: 'Filed', year: 2020 }), 'outcome.bankruptcy.year'],
  ['one account, of which two are collections', { accounts: 1, collections: 2 }, 'outcome.accounts'],
  ['three accounts with two charge-offs and a foreclosure', { accounts: 3, chargeOffs: 2, foreclosures: 1 }, 'outcome.accounts'],
  ['utilization without accounts', { accounts: 0, utilizationPercent: 30 }, 'outcome.accounts'],
  ['two accounts and three mortgages', { accounts: 2, openMortgages: 3 }, 'outcome.accounts'],
  ['a charge-off with an oldest account of one year', { oldestAccountYears: 1, chargeOffs: 1 }, 'outcome.oldestAccountYears'],
  ['a bankruptcy with an oldest account of one year', { oldestAccountYears: 1, ...chapter(7, { year: 2023 }) }, 'outcome.oldestAccountYears'],
  ['a foreclosure with an oldest account of two years', { oldestAccountYears: 2, foreclosures: 1 }, 'outcome'],
  ['an oldest account of 30 years of a young person', { oldestAccountYears: 30 }, 'outcome', { birthDate: '2001-05-05' }],
  ['a card balance right after a bankruptcy', { utilizationPercent: 20, ...chapter(13, { disposition: 'Filed', month: '2 months ago' }) }, 'outcome.utilizationPercent'],
  ['late card payments after a bankruptcy of this year', { ...lates('revolving', 2), ...chapter(7, { disposition: 'Filed' }) }, 'outcome.lates.0'],
]

describe('an outcome is rejected with a reason', () => {
  test('a score of a person who has none', () => {
    const alerts = [{ kind: 'deceased', from: '2 months ago' }]
    const expected = 'none, as the rest of the file leads to no score'
    for (const [outcome, path] of [
      [{ middleScore: 700 }, 'outcome.middleScore'],
      [{ scores: { Equifax: 700 } }, 'outcome.scores'],
    ] as const)
      assert.deepEqual(problemOf(outcome, { alerts }), [{ path, expected }])
  })
  test('at least fifty impossible outcomes are listed', () => assert.ok(IMPOSSIBLE.length >= 50))
  for (const [title, outcome, path, more] of IMPOSSIBLE) {
    test(title, () => {
      const problems = problemOf(outcome, more)
      assert.ok(
        problems.some((each) => each.path === path),
        JSON.stringify(problems),
      )
      assert.ok(problems.every(({ expected }) => expected.length > 10))
    })
  }
})

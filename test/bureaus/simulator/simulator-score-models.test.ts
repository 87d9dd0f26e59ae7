/** Tests the newer score models against the classic ones, on one population: docs/simulator.md. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { CreditFile, FileAccount } from '../../../src/bureaus/bureau.ts'
import { SCORE_FAMILIES } from '../../../src/bureaus/score-models.ts'
import { momentOf } from '../../../src/bureaus/simulator/calendar.ts'
import { newerScoreOf } from '../../../src/bureaus/simulator/scores/simulated-scores.ts'
import { EPOCH, invented, request, simulated } from './simulator-requests.ts'

const PERSONS = 3_000

const bureaus = simulated(EPOCH)

/**
 * The file of each person at one of the bureaus, with the scores of all families in their order.
 */
const files: CreditFile[] = []
for (let number = 0; number < PERSONS; number++) {
  const asked = request(invented(number), { scoreFamilies: SCORE_FAMILIES })
  const file = await bureaus[number % 3]?.pull(asked)
  assert.ok(file)
  if (file.status === 'FileReturned') files.push(file)
}

const valuesOf = ({ score, furtherScores = [] }: CreditFile) =>
  [score, ...furtherScores].map((each) => each?.value)

const rows = files.map(valuesOf)
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length
const percent = (part: number, of: number) => (100 * part) / of
const scoredBy = (family: number) => rows.flatMap((row) => row[family] ?? [])
const withoutClassic = rows.filter(([classic]) => classic === undefined)
const newly = withoutClassic.flatMap(([, vantage]) => vantage ?? [])
const newlyTrended = withoutClassic.flatMap(([, , trended]) => trended ?? [])

/** Returns the position of each value in sorted order. Equal values share their mean position. */
function ranks(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b)
  const first = new Map<number, number>()
  const last = new Map<number, number>()
  for (const [index, value] of sorted.entries()) {
    if (!first.has(value)) first.set(value, index)
    last.set(value, index)
  }
  return values.map((value) => ((first.get(value) ?? 0) + (last.get(value) ?? 0)) / 2)
}

/** Returns Spearman's coefficient over the files that both models score. */
function rankCorrelation(family: number): number {
  const pairs = rows.flatMap((row) => {
    const [classic, other] = [row[0], row[family]]
    return classic === undefined || other === undefined ? [] : [[classic, other] as const]
  })
  const one = ranks(pairs.map(([value]) => value))
  const other = ranks(pairs.map(([, value]) => value))
  const middle = mean(one)
  const sum = (take: (index: number) => number) =>
    pairs.reduce((all, _, index) => all + take(index), 0)
  const at = (list: readonly number[], index: number) => (list[index] ?? 0) - middle
  const spread = (list: readonly number[]) => sum((index) => at(list, index) ** 2)
  return sum((index) => at(one, index) * at(other, index)) / Math.sqrt(spread(one) * spread(other))
}

/** A figure of the page, the measured value, its digits, and its bounds. */
type Figure = readonly [what: string, found: number, digits: number, from: number, to: number]

// biome-ignore format: a table
const FIGURES: readonly Figure[] = [
  ['rank correlation of VantageScore 4.0 with Classic FICO', rankCorrelation(1), 3, 0.9, 0.995],
  ['rank correlation of FICO Score 10 T with Classic FICO', rankCorrelation(2), 3, 0.9, 0.995],
  ['average VantageScore 4.0', mean(scoredBy(1)), 0, 692, 712],
  ['average FICO Score 10 T', mean(scoredBy(2)), 0, 700, 730],
  ['average Classic FICO', mean(scoredBy(0)), 0, 700, 730],
  ['percent of people scored only by VantageScore 4.0', percent(newly.length, PERSONS), 1, 4, 14],
  ['percent of files without a classic score that VantageScore 4.0 scores', percent(newly.length, withoutClassic.length), 1, 40, 80],
  ['percent of the newly scored with 620 or more', percent(newly.filter((value) => value >= 620).length, newly.length), 0, 20, 40],
  ['percent of files without a classic score that FICO Score 10 T scores', percent(newlyTrended.length, withoutClassic.length), 1, 0, 0],
]

const PAGE = 'docs/simulator.md'

/** Returns the page with the measured figures in the third column. */
function measured(page: string): string {
  return page
    .split('\n')
    .map((line) => {
      const figure = FIGURES.find(([what]) => line.startsWith(`| ${what} |`))
      if (figure === undefined) return line
      const cells = line.split('|')
      cells[3] = ` ${figure[1].toFixed(figure[2])} `
      return cells.join('|')
    })
    .join('\n')
}

describe('the newer models resemble what is published of them:', () => {
  if (process.env.UPDATE === '1') writeFileSync(PAGE, measured(readFileSync(PAGE, 'utf8')))
  const page = readFileSync(PAGE, 'utf8')
  for (const [what, found, digits, from, to] of FIGURES) {
    test(what, () => {
      assert.ok(found >= from && found <= to, `${what}: ${found.toFixed(digits)}`)
      const row = page.split('\n').find((line) => line.startsWith(`| ${what} |`))
      assert.equal(row?.split('|')[3]?.trim(), found.toFixed(digits), 'the figure of the page')
    })
  }
})

test('every score is within the range of its model and has at most four two-digit factors', () => {
  for (const { furtherScores = [] } of files) {
    for (const { value = 600, factors } of furtherScores) {
      assert.ok(value >= 300 && value <= 850)
      assert.ok(factors.length <= 4)
      for (const { _Code } of factors) assert.match(_Code, /^\d\d$/)
    }
  }
})

test('inquiries that lowered a newer score are a factor or flagged, also beside risen balances', () => {
  const moment = momentOf(EPOCH, EPOCH)
  const isInquiries = ({ _Text }: { readonly _Text: string }) => _Text.includes('inquiries')
  let flagged = 0
  for (const file of files) {
    for (const family of ['VantageScore4', 'FICO10T'] as const) {
      const content = { ...file, earlierUtilization: [0] }
      const score = newerScoreOf(family, content, moment)
      const { value = 0 } = newerScoreOf(family, { ...content, inquiries: [] }, moment)
      if (value - 2 <= (score.value ?? 0)) continue
      assert.notEqual(score.inquiriesLowered, score.factors.some(isInquiries))
      const isRisen = score.factors.some(({ _Text }) => _Text.endsWith('have risen'))
      if (isRisen && score.inquiriesLowered) flagged++
    }
  }
  assert.ok(flagged > 10, String(flagged))
})

test('medical and paid collections cost no points in VantageScore 4.0', () => {
  const moment = momentOf(EPOCH, EPOCH)
  const isMedical = ({ CreditLoanType, CREDIT_COMMENT = [] }: FileAccount) =>
    CreditLoanType === 'Collection' &&
    CREDIT_COMMENT.some(({ _Text }) => _Text?.[0] === 'MEDICAL DEBT')
  const isPaid = ({ CreditLoanType, _AccountStatusType }: FileAccount) =>
    CreditLoanType === 'Collection' && _AccountStatusType === 'Paid'
  const isIgnored = (account: FileAccount) => isMedical(account) || isPaid(account)
  const concerned = files.filter(({ accounts }) => accounts.some(isIgnored))
  for (const isOne of [isMedical, isPaid]) {
    const count = concerned.filter(({ accounts }) => accounts.some(isOne)).length
    assert.ok(count > 20, String(count))
  }
  for (const file of concerned) {
    const content = { ...file, earlierUtilization: [] }
    const without = { ...content, accounts: file.accounts.filter((one) => !isIgnored(one)) }
    const score = newerScoreOf('VantageScore4', content, moment)
    assert.deepEqual(newerScoreOf('VantageScore4', without, moment), score)
  }
})

test('rising use of limits costs points, and falling use gives some back', () => {
  const moment = momentOf(EPOCH, EPOCH)
  const used = files.filter(({ score }) => (score?.value ?? 0) > 0).slice(0, 100)
  for (const family of ['VantageScore4', 'FICO10T'] as const) {
    const average = (use: number) =>
      mean(
        used.map(
          (file) => newerScoreOf(family, { ...file, earlierUtilization: [use] }, moment).value ?? 0,
        ),
      )
    assert.ok(average(0) < average(1))
  }
})

/**
 * Tests the scores of the simulated bureaus: computed from the file, in range, and moving in the
 * right direction.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { CreditFile, FileAccount } from '../../../src/bureaus/bureau.ts'
import { MORTGAGE_SCORE_MODELS } from '../../../src/bureaus/score-models.ts'
import { momentOf } from '../../../src/bureaus/simulator/calendar.ts'
import type { ScoredContent } from '../../../src/bureaus/simulator/scores/scorecard.ts'
import { scoreOf } from '../../../src/bureaus/simulator/scores/simulated-scores.ts'
import type { BureauName } from '../../../src/documents/tables/enumerations.ts'
import { runsOf } from '../../support/length.ts'
import { anyone, anyTime, EPOCH, pullAll, simulated } from './simulator-requests.ts'

const CODE_SHAPES: Readonly<Record<BureauName, RegExp>> = {
  Equifax: /^\d{5}$/,
  Experian: /^\d{2}$/,
  TransUnion: /^\d{3}$/,
}

test("a score has a value in range with factors of the bureau's width, or an exclusion reason", async () => {
  const bureaus = simulated()
  await fc.assert(
    fc.asyncProperty(anyone, anyTime, async (subject, askedAt) => {
      for (const { bureau, score, status } of await pullAll(bureaus, subject, { askedAt })) {
        if (status !== 'FileReturned') continue
        const { model, minimum, maximum } = MORTGAGE_SCORE_MODELS[bureau]
        assert.ok(score)
        assert.equal(score.model, model)
        assert.equal(score.date, askedAt.toISOString().slice(0, 10))
        assert.notEqual(score.value === undefined, score.exclusionReason === undefined)
        if (score.value !== undefined) assert.ok(score.value >= minimum && score.value <= maximum)
        assert.ok(score.factors.length <= 4)
        for (const { _Code } of score.factors) assert.match(_Code, CODE_SHAPES[bureau])
      }
    }),
    { numRuns: runsOf(200) },
  )
})

const moment = momentOf(EPOCH, EPOCH)

const value = (content: ScoredContent, bureau: BureauName) =>
  scoreOf(content, bureau, moment).value ?? Number.NaN

function changed(content: ScoredContent, index: number, change: Partial<FileAccount>) {
  const accounts = content.accounts.map((account, at) =>
    at === index ? { ...account, ...change } : account,
  )
  return { ...content, accounts }
}

/** Makes a month of an account late, or later. */
function withLate(content: ScoredContent, index: number, place: number, late: string) {
  const pattern = content.accounts[index]?._PAYMENT_PATTERN
  const data = pattern?._Data ?? ''
  const at = place % data.length
  const before = data[at] ?? 'C'
  if (
    pattern === undefined ||
    !'CX123456'.includes(before) ||
    before > late === /\d/.test(before)
  ) {
    return content
  }
  const _Data = data.slice(0, at) + late + data.slice(at + 1)
  return changed(content, index, { _PAYMENT_PATTERN: { ...pattern, _Data } })
}

type Worsening = (content: ScoredContent, index: number, place: number) => ScoredContent

const WORSE: readonly [title: string, worsen: Worsening][] = [
  ['a month 30 days late', (content, index, place) => withLate(content, index, place, '1')],
  ['a month 60 days late', (content, index, place) => withLate(content, index, place, '2')],
  ['a month 90 days late', (content, index, place) => withLate(content, index, place, '3')],
  ['a month 150 days late', (content, index, place) => withLate(content, index, place, '5')],
  [
    'a higher balance',
    (content, index, place) => {
      const balance = content.accounts[index]?._UnpaidBalanceAmount ?? 0
      return changed(content, index, { _UnpaidBalanceAmount: balance + place * 20 })
    },
  ],
  [
    'an amount past due',
    (content, index, place) => {
      const pastDue = content.accounts[index]?._PastDueAmount ?? 0
      return changed(content, index, { _PastDueAmount: pastDue + place * 10 })
    },
  ],
  [
    'another inquiry',
    (content) => ({
      ...content,
      inquiries: [
        ...content.inquiries,
        { subscriberCode: '1', _Name: 'ANOTHER', _Date: '2026-02-01' },
      ],
    }),
  ],
  [
    'a bankruptcy',
    (content) => ({
      ...content,
      publicRecords: [
        ...content.publicRecords,
        {
          subscriberCode: '1',
          _ConsumerDisputeIndicator: false,
          _DerogatoryDataIndicator: true,
          _FiledDate: '2025-01-08',
          _Type: 'BankruptcyChapter7',
        },
      ],
    }),
  ],
]

const isScored = (file: CreditFile) => file.score?.value !== undefined && file.accounts.length > 0

for (const [title, worsen] of WORSE) {
  test(`${title} never raises a score, and lowers some`, async () => {
    const bureaus = simulated()
    const places = fc.tuple(fc.nat(30), fc.nat(83))
    let lowered = 0
    await fc.assert(
      fc.asyncProperty(anyone, places, async (subject, [index, place]) => {
        const files = await pullAll(bureaus, subject)
        for (const file of files.filter(isScored)) {
          const worse = worsen(file, index % file.accounts.length, place)
          const [before, after] = [value(file, file.bureau), value(worse, file.bureau)]
          assert.ok(after <= before, `${before} became ${after}`)
          if (after < before) lowered++
        }
      }),
      { numRuns: runsOf(150) },
    )
    assert.ok(lowered > 20, String(lowered))
  })
}

test('a score is marked as lowered by inquiries exactly if they lowered it', async () => {
  const bureaus = simulated()
  let reported = 0
  for (const subject of fc.sample(anyone, { numRuns: 200, seed: 13 })) {
    for (const file of (await pullAll(bureaus, subject)).filter(isScored)) {
      const without = value({ ...file, inquiries: [] }, file.bureau)
      const computed = value(file, file.bureau)
      const { inquiriesLowered = false, factors = [] } = file.score ?? {}
      const named = factors.some(({ _Code }) => Number(_Code) === 8)
      assert.equal(inquiriesLowered || named, without > computed)
      assert.ok(!(inquiriesLowered && named), 'the reason is reported once')
      if (inquiriesLowered || named) reported++
    }
  }
  assert.ok(reported > 10)
})

test('the first factor costs the most points: removing its cause helps most', async () => {
  const bureaus = simulated()
  let compared = 0
  for (const subject of fc.sample(anyone, { numRuns: 300, seed: 17 })) {
    for (const file of (await pullAll(bureaus, subject)).filter(isScored)) {
      if (!file.score?.factors[0]?._Code.endsWith('10')) continue
      const paid = file.accounts.map((account) =>
        account._AccountType === 'Revolving' ? { ...account, _UnpaidBalanceAmount: 0 } : account,
      )
      const unasked = value({ ...file, inquiries: [] }, file.bureau)
      assert.ok(value({ ...file, accounts: paid }, file.bureau) >= unasked)
      compared++
    }
  }
  assert.ok(compared > 50)
})

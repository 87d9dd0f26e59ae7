import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runsOf } from '../support/length.ts'
import { BROKEN_TARGETS, laxVerdict } from './broken.ts'
import { corpus } from './corpus.ts'
import { documentOf, type Figures, type Find, fuzzDocuments } from './documents.ts'
import { minimised } from './minimise.ts'
import { ORDERS, TARGETS, type Target } from './targets.ts'
import { wrongVerdict } from './verdict.ts'

const SEED = 20_261_121

function linesOf(finds: readonly Find[]): string[] {
  return finds.map(({ target, rule, detail, bytes }) => `${target} ${rule} ${detail}: ${bytes}`)
}

const CASES = runsOf(20_000, 0.1)
const COMPARE_EVERY = 20

test(`${CASES} damaged documents are read or rejected quickly, with the verdict of libxml2`, async () => {
  const run = { seed: SEED, cases: CASES, targets: TARGETS, compareEvery: COMPARE_EVERY }
  const { understood, compared, finds } = await fuzzDocuments(run)
  assert.deepEqual(linesOf(finds), [])
  assert.ok(understood > CASES / 20, `${understood} understood`)
  assert.equal(compared, CASES / COMPARE_EVERY)
})

describe('an input that once broke a reader is read or rejected', () => {
  for (const { file, bytes } of corpus('documents')) {
    test(file, async () => {
      for (const target of TARGETS) {
        for (let number = 0; number < 12; number += 1) await target.takes(bytes, number)
      }
      assert.equal(wrongVerdict(bytes), undefined)
    })
  }
})

describe('the fuzzer finds a deliberate bug:', () => {
  const isOver = ({ finds }: Figures) => finds.length > 0
  const run = {
    seed: SEED,
    cases: 3_000,
    compareEvery: Number.POSITIVE_INFINITY,
    isOver,
    asFound: true,
  }
  for (const target of BROKEN_TARGETS) {
    test(target.name, async () => {
      const { finds } = await fuzzDocuments({ ...run, targets: [target] })
      assert.ok(finds.length > 0)
      for (const { bytes } of finds) assert.ok(bytes.length < 65_536)
    })
  }

  test('a lax verdict', async () => {
    const { finds } = await fuzzDocuments({
      ...run,
      cases: 300,
      targets: [ORDERS],
      compareEvery: 1,
      verdict: laxVerdict,
    })
    assert.ok(finds.length > 0)
  })
})

test('the same seed and number give the same document, and others give another', () => {
  const made = (seed: number, index: number, target: Target = ORDERS) =>
    documentOf(seed, index, target).toString('latin1')
  assert.equal(made(1, 7), made(1, 7))
  assert.notEqual(made(1, 7), made(1, 8))
  assert.notEqual(made(1, 7), made(2, 7))
})

test('a find is reduced to the smallest input', async () => {
  const long = Buffer.from(`${'a'.repeat(500)}<x${'b'.repeat(300)}>`)
  const small = await minimised(long, async (bytes) => /<.*>/.test(bytes.toString()))
  assert.equal(small.toString(), '<>')
})

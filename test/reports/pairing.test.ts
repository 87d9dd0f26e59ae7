/** Tests which items are compared, and that comparing fewer does not change the groups. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Likeness, pairUp, type Traits } from '../../src/reports/pairing.ts'

interface Item {
  readonly source: number
  /** What the likeness reads. */
  readonly kind: string
  readonly mergedPlace?: { readonly merge: string; readonly line: number }
}

const LIKENESSES: readonly Likeness[] = ['different', 'unclear', 'likely', 'same']

/** Returns an arbitrary likeness for each pair of kinds, the same in both directions. */
function likenessOf(a: Item, b: Item): Likeness {
  const code = (item: Item) => item.kind.charCodeAt(0)
  const [low, high] = [code(a), code(b)].toSorted((one, other) => one - other) as [number, number]
  return low === high ? 'same' : (LIKENESSES[(low * 7 + high * 5) % 4] as Likeness)
}

const items: fc.Arbitrary<Item[]> = fc.array(
  fc.record(
    {
      source: fc.nat({ max: 2 }),
      kind: fc.constantFrom(...'abcdef'),
      mergedPlace: fc.record({ merge: fc.constantFrom('M1', 'M2'), line: fc.nat({ max: 3 }) }),
    },
    { requiredKeys: ['source', 'kind'] },
  ),
  { maxLength: 40, size: 'max' },
)

const TRAITS: Traits<Item> = {
  sourceOf: ({ source }) => source,
  kindOf: ({ kind }) => kind,
  mergedPlaceOf: ({ mergedPlace }) => mergedPlace,
}

/** Enough repeats of one item that repeats are looked for. */
const REPEATS: readonly Item[] = new Array(200).fill({ source: 3, kind: 'g' })

test('groups are the same as if every item were compared with every other', () => {
  fc.assert(
    fc.property(items, fc.boolean(), (some, isLong) => {
      const all = isLong ? [...some, ...REPEATS] : some
      let count = 0
      // Without merges, and with a kind of its own for each item, no pair can be left out.
      const full: Traits<Item> = { sourceOf: TRAITS.sourceOf, kindOf: () => String(count++) }
      const groups = pairUp(all, full, (a, b) => {
        const [one, other] = [a.mergedPlace, b.mergedPlace]
        if (one === undefined || one.merge !== other?.merge) return likenessOf(a, b)
        return one.line === other.line ? 'same' : 'different'
      })
      assert.deepEqual(pairUp(all, TRAITS, likenessOf), groups)
    }),
  )
})

/** Returns how many comparisons are made for items of each of three sources. */
function comparisons(count: number, itemOf: (source: number, index: number) => Item): number {
  const all = [0, 1, 2].flatMap((source) =>
    Array.from({ length: count }, (_, index) => itemOf(source, index)),
  )
  let compared = 0
  pairUp(all, TRAITS, (a, b) => {
    compared += 1
    return likenessOf(a, b)
  })
  return compared
}

test('the comparisons of identical items grow with their number, not with its square', () => {
  const counts = [1_000, 2_000, 4_000].map((count) =>
    comparisons(count, (source) => ({ source, kind: 'a' })),
  )
  // For each pair of sources, the first item of one with all of the other, and the reverse.
  assert.deepEqual(counts, [5_997, 11_997, 23_997])
})

test('the items of one merge are looked up by their lines', () => {
  const reads = [1_000, 2_000].map((count) => {
    let linesRead = 0
    const placeOf = (line: number) => ({
      merge: 'M1',
      get line() {
        linesRead += 1
        return line
      },
    })
    const compared = comparisons(count, (source, index) => {
      return { source, kind: String(index), mergedPlace: placeOf(index) }
    })
    assert.equal(compared, 0)
    return linesRead
  })
  assert.equal(reads[1], 2 * (reads[0] as number))
})

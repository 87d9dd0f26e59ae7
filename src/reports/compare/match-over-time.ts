/**
 * Finds which items of two reports are the same item. As in merging, a doubtful pair is left as two
 * items, so that none is hidden: an item that could match several others matches at most one.
 */
import { BUREAUS, type BureauName } from '../../documents/tables/enumerations.ts'
import type { Liability } from '../../documents/tables/tradelines.ts'

/**
 * An item of a merged report that several bureaus and borrowers can share. `BorrowerID` lists both
 * borrowers of a joint item, separated by a space.
 */
export interface SharedItem {
  readonly BorrowerID: string
  readonly CREDIT_REPOSITORY?: Liability['CREDIT_REPOSITORY']
}

/** A current item and its earlier versions, of which a new item has none. */
export interface MatchedItem<T> {
  readonly now: T
  /**
   * The item of the base, the likeliest first. Several if the base lists one for each bureau or
   * borrower, because it could not recognize them as one.
   */
  readonly before: readonly T[]
}

/** Returns the identifiers of the borrowers that an item concerns. */
export function borrowersOf({ BorrowerID: ids }: SharedItem): string[] {
  return ids.split(' ').filter((id) => id !== '')
}

/** Returns the bureaus that report an item, in the order of `BUREAUS`. */
export function bureausOf({ CREDIT_REPOSITORY: sources = [] }: SharedItem): BureauName[] {
  return BUREAUS.filter((bureau) => sources.some((source) => source._SourceType === bureau))
}

/**
 * Finds the earlier versions of current items. `keyOf` returns what `likeness` reads of an item. It
 * is read once per item, because vendors list thousands of items and every pair is compared.
 * `likeness` returns how alike two items are, 0 if they are different items. Items are paired one to
 * one, the likeliest first. An unpaired item then joins an item of the other report that covers all
 * of its files, if no other match accounts for these files: bureaus or borrowers of one item have
 * since been separated, or recognized as one.
 */
export function matchOverTime<T extends SharedItem, K>(
  base: readonly T[],
  current: readonly T[],
  keyOf: (item: T) => K,
  likeness: (before: K, now: K) => number,
): MatchedItem<T>[] {
  const bitOf = fileBits()
  const before = new Claims(base, bitOf)
  const now = new Claims(current, bitOf)
  // Files in common count for less than any step of likeness.
  const shared = (position: number, index: number) =>
    bitCount(before.filesOf(position) & now.filesOf(index)) / 100
  const pairs = rankedPairs(base.map(keyOf), current.map(keyOf), likeness, shared)
  const placesOf = (pair: number) =>
    [Math.floor(pair / current.length), pair % current.length] as const
  const joined: number[][] = current.map(() => [])
  const join = (position: number, index: number) => {
    joined[index]?.push(position)
    before.claim(position, now.filesOf(index))
    now.claim(index, before.filesOf(position))
  }
  // Pairs one to one first, so that no item becomes a part of another before its own match is
  // found.
  for (const pair of pairs) {
    const [position, index] = placesOf(pair)
    if (before.isUnmatched(position) && now.isUnmatched(index)) join(position, index)
  }
  for (const pair of pairs) {
    const [position, index] = placesOf(pair)
    const isPart = now.isUnmatched(index) && before.canClaim(position, now.filesOf(index))
    const isWhole = before.isUnmatched(position) && now.canClaim(index, before.filesOf(position))
    if (isPart || isWhole) join(position, index)
  }
  return current.map((item, position) => ({
    now: item,
    before: (joined[position] ?? []).flatMap((index) => base[index] ?? []),
  }))
}

/**
 * Returns all pairs that can be the same item, the likeliest first, each as a number: the position
 * in the base times the number of current items, plus the position there. A file can have nearly
 * two thousand items, and if all are alike there are millions of pairs.
 */
function rankedPairs<K>(
  base: readonly K[],
  current: readonly K[],
  likeness: (before: K, now: K) => number,
  shared: (position: number, index: number) => number,
): readonly number[] {
  const scores = new Float64Array(base.length * current.length)
  const pairs: number[] = []
  for (const [position, before] of base.entries()) {
    for (const [index, now] of current.entries()) {
      const likely = likeness(before, now)
      if (likely === 0) continue
      const pair = position * current.length + index
      scores[pair] = likely + shared(position, index)
      pairs.push(pair)
    }
  }
  const scoreOf = (pair: number) => scores[pair] ?? 0
  return pairs.sort((one, other) => scoreOf(other) - scoreOf(one) || one - other)
}

/**
 * Returns a function that gives each file, named by bureau and borrower, its own bit. A report has
 * at most two borrowers, so two reports have at most twelve files.
 */
function fileBits(): (file: string) => number {
  const bits = new Map<string, number>()
  return (file) => bits.getOrInsertComputed(file, () => 1 << bits.size)
}

function bitCount(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count += 1
  return count
}

/** Returns the files that an item may be on, as bits. */
function filesOf(item: SharedItem, bitOf: (file: string) => number): number {
  let files = 0
  for (const bureau of bureausOf(item)) {
    for (const id of borrowersOf(item)) files |= bitOf(`${bureau} ${id}`)
  }
  return files
}

/** Tracks which files of each item of a report are accounted for by items of the other report. */
class Claims {
  readonly #files: readonly number[]
  readonly #claimed: number[]
  readonly #matched: boolean[]

  constructor(items: readonly SharedItem[], bitOf: (file: string) => number) {
    this.#files = items.map((item) => filesOf(item, bitOf))
    this.#claimed = items.map(() => 0)
    this.#matched = items.map(() => false)
  }

  /** Returns the files that an item may be on, as bits. */
  filesOf(index: number): number {
    return this.#files[index] ?? 0
  }

  isUnmatched(index: number): boolean {
    return this.#matched[index] === false
  }

  /** Whether an item is on all of these files, and no match accounts for any of them. */
  canClaim(index: number, wanted: number): boolean {
    const free = this.filesOf(index) & ~(this.#claimed[index] ?? 0)
    return (wanted & ~free) === 0
  }

  claim(index: number, wanted: number): void {
    this.#matched[index] = true
    this.#claimed[index] = (this.#claimed[index] ?? 0) | wanted
  }
}

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

interface Pair {
  readonly base: number
  readonly current: number
  /** How alike the two items are. Comparable only with other scores of the same comparison. */
  readonly score: number
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
  const before = new Claims(base)
  const now = new Claims(current)
  const sharedFiles = (position: number, index: number) => {
    const files = now.fileKeysOf(index)
    return before.fileKeysOf(position).filter((fileKey) => files.includes(fileKey)).length
  }
  const pairs = rankedPairs(base.map(keyOf), current.map(keyOf), likeness, sharedFiles)
  const joined: number[][] = current.map(() => [])
  const join = (pair: Pair) => {
    joined[pair.current]?.push(pair.base)
    before.claim(pair.base, now.fileKeysOf(pair.current))
    now.claim(pair.current, before.fileKeysOf(pair.base))
  }
  // Pairs one to one first, so that no item becomes a part of another before its own match is
  // found.
  for (const pair of pairs) {
    if (before.isUnmatched(pair.base) && now.isUnmatched(pair.current)) join(pair)
  }
  for (const pair of pairs) {
    if (now.isUnmatched(pair.current) && before.canClaim(pair.base, now.fileKeysOf(pair.current))) {
      join(pair)
    } else if (
      before.isUnmatched(pair.base) &&
      now.canClaim(pair.current, before.fileKeysOf(pair.base))
    ) {
      join(pair)
    }
  }
  return current.map((item, position) => ({
    now: item,
    before: (joined[position] ?? []).flatMap((index) => base[index] ?? []),
  }))
}

function rankedPairs<K>(
  base: readonly K[],
  current: readonly K[],
  likeness: (before: K, now: K) => number,
  sharedFiles: (position: number, index: number) => number,
): Pair[] {
  const pairs: Pair[] = []
  for (const [position, before] of base.entries()) {
    for (const [index, now] of current.entries()) {
      const score = likeness(before, now)
      if (score === 0) continue
      // Files in common count for less than any step of likeness.
      const shared = sharedFiles(position, index) / 100
      pairs.push({ base: position, current: index, score: score + shared })
    }
  }
  return pairs.sort((a, b) => b.score - a.score || a.base - b.base || a.current - b.current)
}

/** Returns the files that an item may be on, as bureau and borrower. */
function fileKeys(item: SharedItem): string[] {
  const bureaus = bureausOf(item)
  return borrowersOf(item).flatMap((id) => bureaus.map((bureau) => `${bureau} ${id}`))
}

/** Tracks which files of each item of a report are accounted for by items of the other report. */
class Claims {
  readonly #fileKeys: readonly (readonly string[])[]
  readonly #claimed: readonly Set<string>[]
  readonly #matched = new Set<number>()

  constructor(items: readonly SharedItem[]) {
    this.#fileKeys = items.map(fileKeys)
    this.#claimed = items.map(() => new Set())
  }

  fileKeysOf(index: number): readonly string[] {
    return this.#fileKeys[index] ?? []
  }

  isUnmatched(index: number): boolean {
    return !this.#matched.has(index)
  }

  canClaim(index: number, wanted: readonly string[]): boolean {
    const claimed = this.#claimed[index]
    const own = this.fileKeysOf(index)
    return wanted.every((fileKey) => own.includes(fileKey) && !claimed?.has(fileKey))
  }

  claim(index: number, wanted: readonly string[]): void {
    this.#matched.add(index)
    for (const fileKey of wanted) this.#claimed[index]?.add(fileKey)
  }
}

/**
 * Which items of two reports are the same item at two times. As in merging, doubt leaves a line too
 * many rather than hides one: an item that may be one of several is the same as at most one.
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

/** An item of today and what it was; nothing where it is new. */
export interface Continuation<T> {
  readonly now: T
  /**
   * The item of the base, the likeliest first. Several where the base lists one for each bureau or
   * borrower, because it could not tell that they were one.
   */
  readonly before: readonly T[]
}

/** The borrowers that an item is about. */
export function borrowersOf({ BorrowerID: ids }: SharedItem): string[] {
  return ids.split(' ').filter((id) => id !== '')
}

/** The bureaus that report an item, in their order. */
export function bureausOf({ CREDIT_REPOSITORY: sources = [] }: SharedItem): BureauName[] {
  return BUREAUS.filter((bureau) => sources.some((source) => source._SourceType === bureau))
}

interface Pair {
  readonly base: number
  readonly current: number
  /** How surely the two are one; compared only with other scores of the same comparison. */
  readonly score: number
}

/**
 * Finds what today's items were. `likeness` says how surely two items are one, 0 where they are
 * not. Items are paired one to one, the surest first. A line that is left over is part of another
 * one's past or present where it is on files on which that one is not: then bureaus or borrowers of
 * one line have since been separated, or found to be one.
 */
export function continuations<T extends SharedItem>(
  base: readonly T[],
  current: readonly T[],
  likeness: (before: T, now: T) => number,
): Continuation<T>[] {
  const pairs = rankedPairs(base, current, likeness)
  const before = new Claims(base)
  const now = new Claims(current)
  const joined: number[][] = current.map(() => [])
  const join = (pair: Pair) => {
    joined[pair.current]?.push(pair.base)
    before.claim(pair.base, now.placesOf(pair.current))
    now.claim(pair.current, before.placesOf(pair.base))
  }
  // First one to one, so that no item is claimed as a part of another before its own match is
  // found.
  for (const pair of pairs) {
    if (before.isFree(pair.base) && now.isFree(pair.current)) join(pair)
  }
  for (const pair of pairs) {
    if (now.isFree(pair.current) && before.canClaim(pair.base, now.placesOf(pair.current))) {
      join(pair)
    } else if (before.isFree(pair.base) && now.canClaim(pair.current, before.placesOf(pair.base))) {
      join(pair)
    }
  }
  return current.map((item, position) => ({
    now: item,
    before: (joined[position] ?? []).flatMap((index) => base[index] ?? []),
  }))
}

function rankedPairs<T extends SharedItem>(
  base: readonly T[],
  current: readonly T[],
  likeness: (before: T, now: T) => number,
): Pair[] {
  const pairs = base.flatMap((before, position) =>
    current.flatMap((now, index): Pair[] => {
      const score = likeness(before, now)
      if (score === 0) return []
      const shared = places(before).filter((place) => places(now).includes(place)).length
      // Files in common weigh less than any step of likeness.
      return [{ base: position, current: index, score: score + shared / 100 }]
    }),
  )
  return pairs.sort((a, b) => b.score - a.score || a.base - b.base || a.current - b.current)
}

/** The files that an item may stand on, as borrower and bureau. */
function places(item: SharedItem): string[] {
  const bureaus = bureausOf(item)
  return borrowersOf(item).flatMap((id) => bureaus.map((bureau) => `${bureau} ${id}`))
}

/** Which files of each item of a report are accounted for by items of the other report. */
class Claims {
  readonly #places: readonly (readonly string[])[]
  readonly #claimed: readonly Set<string>[]
  readonly #taken = new Set<number>()

  constructor(items: readonly SharedItem[]) {
    this.#places = items.map(places)
    this.#claimed = items.map(() => new Set())
  }

  placesOf(index: number): readonly string[] {
    return this.#places[index] ?? []
  }

  isFree(index: number): boolean {
    return !this.#taken.has(index)
  }

  canClaim(index: number, wanted: readonly string[]): boolean {
    const claimed = this.#claimed[index]
    const own = this.placesOf(index)
    return wanted.every((place) => own.includes(place) && !claimed?.has(place))
  }

  claim(index: number, wanted: readonly string[]): void {
    this.#taken.add(index)
    for (const place of wanted) this.#claimed[index]?.add(place)
  }
}

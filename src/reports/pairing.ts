/**
 * Finds items of different sources that are the same. The rule is conservative: if an item could
 * match two others, or if three do not fit together, all of them stay separate. Readers can see and
 * explain a duplicate item, but not a wrong merge.
 */

import type { MergedPlace } from '../bureaus/bureau.ts'

/**
 * How alike two items are. `unclear` neither joins two items nor keeps them apart. `likely` joins
 * them unless something else contradicts it.
 */
export type Likeness = 'different' | 'unclear' | 'likely' | 'same'

const WEIGHT: Readonly<Record<Likeness, number>> = { different: 0, unclear: 1, likely: 2, same: 3 }

/** The facts about an item that limit the items with which it must be compared. */
export interface Traits {
  /** The file or borrower that the item is from. No group holds two items of one source. */
  readonly source: number
  /** Items of one source and kind are equally like any item of another source. */
  readonly kind: string
  /**
   * The position in the source's own merge. A vendor that delivers several bureaus has already
   * merged them, so its lines decide within one of its reports.
   */
  readonly mergedPlace?: MergedPlace | undefined
}

/** An item with its traits and its position. */
interface Entry<T> extends Traits {
  readonly item: T
  readonly index: number
}

type Compare<T> = (a: Entry<T>, b: Entry<T>) => Likeness

/**
 * Groups items such that no group holds two items of one source, both items of each joined pair are
 * each other's only best match in the other's source, and no two items of a group are known to
 * differ. The rule does not depend on order, so the groups are the same for any order of the items.
 * `likeness` compares items that no source has merged.
 */
export function pairUp<T>(
  items: readonly T[],
  traitsOf: (item: T) => Traits,
  likeness: (a: T, b: T) => Likeness,
): T[][] {
  const entries = items.map((item, index): Entry<T> => ({ ...traitsOf(item), item, index }))
  const compare: Compare<T> = (a, b) => compareMerged(a, b) ?? likeness(a.item, b.item)
  // Only mutual choices count: an item that is the best match of two others joins neither.
  const partners = bestPartners(entries, compare)
  const grouped = new Uint8Array(items.length)
  const groups: T[][] = []
  for (const entry of entries) {
    if (grouped[entry.index] === 1) continue
    const members = connected(entry, entries, partners)
    for (const { index } of members) grouped[index] = 1
    const group = members.map(({ item }) => item)
    if (isConsistent(members, compare)) groups.push(group)
    else for (const item of group) groups.push([item])
  }
  return groups
}

/** Returns undefined for items of different merges. */
function compareMerged({ mergedPlace: one }: Traits, { mergedPlace: other }: Traits) {
  if (one === undefined || other === undefined || one.merge !== other.merge) return undefined
  return one.line === other.line ? 'same' : 'different'
}

interface Partner {
  weight: number
  /** -1 if several items match equally well. */
  index: number
}

/** For each item and each source, the item of that source that matches it best. */
type Partners = readonly (readonly (Partner | undefined)[] | undefined)[]

function bestPartners<T>(entries: readonly Entry<T>[], compare: Compare<T>): Partners {
  const partners: (Partner | undefined)[][] = new Array(entries.length)
  const addMatch = (from: Entry<T>, to: Entry<T>, weight: number) => {
    const bySource = partners[from.index] ?? []
    partners[from.index] = bySource
    const known = bySource[to.source]
    if (known === undefined || weight > known.weight) {
      bySource[to.source] = { weight, index: to.index }
    } else if (weight === known.weight) known.index = -1
  }
  forEachPair(partsOf(entries), (a, b) => {
    const weight = WEIGHT[compare(a, b)]
    if (weight < WEIGHT.likely) return
    addMatch(a, b, weight)
    addMatch(b, a, weight)
  })
  return partners
}

// A source can list thousands of equal items, and comparing them all would block the thread. None of
// them is the only best match of any item. To find that out, the first of a kind is compared with
// every item, and the others only with the first of each kind.

/** The items of one source that are from one of its merges, or from none. */
interface Part<T> {
  readonly source: number
  readonly merge: string | undefined
  readonly all: Entry<T>[]
  /** The first item of each kind. */
  readonly firsts: Map<string, Entry<T>>
  /** All other items. */
  readonly repeats: Entry<T>[]
}

function partsOf<T>(entries: readonly Entry<T>[]): Part<T>[] {
  const parts: Part<T>[] = []
  for (const entry of entries) {
    const { source, kind } = entry
    const merge = entry.mergedPlace?.merge
    let part = parts.find((one) => one.source === source && one.merge === merge)
    if (part === undefined) {
      part = { source, merge, all: [], firsts: new Map(), repeats: [] }
      parts.push(part)
    }
    part.all.push(entry)
    if (part.firsts.has(kind)) part.repeats.push(entry)
    else part.firsts.set(kind, entry)
  }
  return parts
}

type Visit<T> = (a: Entry<T>, b: Entry<T>) => void

/** Visits each pair of items once that can affect which items are best matches. */
function forEachPair<T>(parts: readonly Part<T>[], visit: Visit<T>): void {
  for (const [position, one] of parts.entries()) {
    for (const other of parts.slice(position + 1)) {
      if (one.source === other.source) continue
      if (one.merge !== undefined && one.merge === other.merge) visitLines(one, other, visit)
      else visitKinds(one, other, visit)
    }
  }
}

function visitKinds<T>(one: Part<T>, other: Part<T>, visit: Visit<T>): void {
  for (const a of one.firsts.values()) for (const b of other.all) visit(a, b)
  for (const a of one.repeats) for (const b of other.firsts.values()) visit(a, b)
}

/** Visits the pairs of equal lines, because other items of one merge are known to differ. */
function visitLines<T>(one: Part<T>, other: Part<T>, visit: Visit<T>): void {
  const byLine = Map.groupBy(other.all, ({ mergedPlace }) => mergedPlace?.line)
  for (const a of one.all) {
    for (const b of byLine.get(a.mergedPlace?.line) ?? []) visit(a, b)
  }
}

function connected<T>(
  start: Entry<T>,
  entries: readonly Entry<T>[],
  partners: Partners,
): Entry<T>[] {
  const members = [start]
  for (const member of members) {
    for (const partner of partners[member.index] ?? []) {
      const other = entries[partner?.index ?? -1]
      if (other === undefined || members.includes(other)) continue
      const back = partners[other.index]?.[member.source]
      if (back?.index === member.index) members.push(other)
    }
  }
  return members
}

/**
 * Reports whether no two items of a group differ. Chains can join items that differ from each
 * other: A with B and B with C, but not A with C. Such a group is split up again.
 */
function isConsistent<T>(group: readonly Entry<T>[], compare: Compare<T>): boolean {
  return group.every((a, position) =>
    group.slice(position + 1).every((b) => a.source !== b.source && compare(a, b) !== 'different'),
  )
}

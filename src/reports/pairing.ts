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

/** The facts about items that limit the items with which each must be compared. */
export interface Traits<T> {
  /** The file or borrower that an item is from. No group holds two items of one source. */
  readonly sourceOf: (item: T) => number
  /** Items of one source and kind are equally like any item of another source. */
  readonly kindOf: (item: T) => string
  /**
   * The position in the source's own merge. A vendor that delivers several bureaus has already
   * merged them, so its lines decide within one of its reports.
   */
  readonly mergedPlaceOf?: (item: T) => MergedPlace | undefined
}

/** An item with its position, its source and its position in the source's own merge. */
interface Entry<T> {
  readonly item: T
  readonly index: number
  readonly source: number
  readonly mergedPlace: MergedPlace | undefined
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
  traits: Traits<T>,
  likeness: (a: T, b: T) => Likeness,
): T[][] {
  const { sourceOf, kindOf, mergedPlaceOf } = traits
  const entries = items.map((item, index): Entry<T> => {
    return { item, index, source: sourceOf(item), mergedPlace: mergedPlaceOf?.(item) }
  })
  const compare: Compare<T> = (a, b) => compareMerged(a, b) ?? likeness(a.item, b.item)
  // Only mutual choices count: an item that is the best match of two others joins neither.
  const partners = bestPartners(entries, kindOf, compare)
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
function compareMerged(
  { mergedPlace: one }: Entry<unknown>,
  { mergedPlace: other }: Entry<unknown>,
) {
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

function bestPartners<T>(
  entries: readonly Entry<T>[],
  kindOf: (item: T) => string,
  compare: Compare<T>,
): Partners {
  const partners: (Partner | undefined)[][] = new Array(entries.length)
  const addMatch = (from: Entry<T>, to: Entry<T>, weight: number) => {
    const bySource = partners[from.index] ?? []
    partners[from.index] = bySource
    const known = bySource[to.source]
    if (known === undefined || weight > known.weight) {
      bySource[to.source] = { weight, index: to.index }
    } else if (weight === known.weight) known.index = -1
  }
  forEachPair(partsOf(entries, kindOf), (a, b) => {
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

/** In shorter lists, it takes longer to find repeats than to compare them. */
const REPEATS_FROM = 200

/** The items of one source that are from one of its merges, or from none. */
interface Part<T> {
  readonly source: number
  readonly merge: string | undefined
  readonly all: Entry<T>[]
  readonly kinds: Set<string>
  /** The first item of each kind, or all items of a short list. */
  readonly firsts: Entry<T>[]
  /** All other items. */
  readonly repeats: Entry<T>[]
}

function partsOf<T>(entries: readonly Entry<T>[], kindOf: (item: T) => string): Part<T>[] {
  const parts: Part<T>[] = []
  for (const entry of entries) {
    const part = partOf(entry, parts)
    part.all.push(entry)
    if (entries.length < REPEATS_FROM || isNew(kindOf(entry.item), part.kinds)) {
      part.firsts.push(entry)
    } else part.repeats.push(entry)
  }
  return parts
}

/** Returns the part of an item, which is added if it is new. */
function partOf<T>({ source, mergedPlace }: Entry<T>, parts: Part<T>[]): Part<T> {
  const merge = mergedPlace?.merge
  const known = parts.find((one) => one.source === source && one.merge === merge)
  if (known !== undefined) return known
  const part = { source, merge, all: [], kinds: new Set<string>(), firsts: [], repeats: [] }
  parts.push(part)
  return part
}

/** Adds a kind, and returns whether it is new. */
function isNew(kind: string, kinds: Set<string>): boolean {
  const { size } = kinds
  return kinds.add(kind).size > size
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
  for (const a of one.firsts) for (const b of other.all) visit(a, b)
  for (const a of one.repeats) for (const b of other.firsts) visit(a, b)
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

/**
 * Finds items of different sources that are the same. The rule is conservative: if an item could
 * match two others, or if three do not fit together, all of them stay separate. Readers can see and
 * explain a duplicate item, but not a wrong merge.
 */

/**
 * How alike two items are. `unclear` neither joins two items nor keeps them apart. `likely` joins
 * them unless something else contradicts it.
 */
export type Likeness = 'different' | 'unclear' | 'likely' | 'same'

const WEIGHT: Readonly<Record<Likeness, number>> = { different: 0, unclear: 1, likely: 2, same: 3 }

/**
 * Groups items such that no group holds two items of one source, both items of each joined pair are
 * each other's only best match in the other's source, and no two items of a group are known to
 * differ. The rule does not depend on order, so the groups are the same for any order of the items.
 */
export function pairUp<T>(
  items: readonly T[],
  sourceOf: (item: T) => number,
  likeness: (a: T, b: T) => Likeness,
): T[][] {
  const sources = items.map(sourceOf)
  // Only mutual choices count: an item that is the best match of two others joins neither.
  const partners = bestPartners(items, sources, likeness)
  const grouped = new Uint8Array(items.length)
  const groups: T[][] = []
  for (let start = 0; start < items.length; start += 1) {
    if (grouped[start] === 1) continue
    const members = connected(start, sources, partners)
    for (const member of members) grouped[member] = 1
    const group = members.map((member) => items[member] as T)
    if (isConsistent(group, sourceOf, likeness)) groups.push(group)
    else for (const item of group) groups.push([item])
  }
  return groups
}

interface Partner {
  weight: number
  /** -1 if several items match equally well. */
  index: number
}

/** For each item and each source, the item of that source that matches it best. */
type Partners = readonly (readonly (Partner | undefined)[] | undefined)[]

function bestPartners<T>(
  items: readonly T[],
  sources: readonly number[],
  likeness: (a: T, b: T) => Likeness,
): Partners {
  const partners: (Partner | undefined)[][] = new Array(items.length)
  const addMatch = (from: number, to: number, weight: number) => {
    const bySource = partners[from] ?? []
    partners[from] = bySource
    const known = bySource[sources[to] as number]
    if (known === undefined || weight > known.weight) {
      bySource[sources[to] as number] = { weight, index: to }
    } else if (weight === known.weight) known.index = -1
  }
  for (let a = 0; a < items.length; a += 1) {
    for (let b = a + 1; b < items.length; b += 1) {
      if (sources[a] === sources[b]) continue
      const weight = WEIGHT[likeness(items[a] as T, items[b] as T)]
      if (weight < WEIGHT.likely) continue
      addMatch(a, b, weight)
      addMatch(b, a, weight)
    }
  }
  return partners
}

function connected(start: number, sources: readonly number[], partners: Partners): number[] {
  const members = [start]
  for (const member of members) {
    for (const partner of partners[member] ?? []) {
      const index = partner?.index ?? -1
      if (index === -1 || members.includes(index)) continue
      const back = partners[index]?.[sources[member] as number]
      if (back?.index === member) members.push(index)
    }
  }
  return members
}

/**
 * Reports whether no two items of a group differ. Chains can join items that differ from each
 * other: A with B and B with C, but not A with C. Such a group is split up again.
 */
function isConsistent<T>(
  group: readonly T[],
  sourceOf: (item: T) => number,
  likeness: (a: T, b: T) => Likeness,
): boolean {
  return group.every((a, position) =>
    group
      .slice(position + 1)
      .every((b) => sourceOf(a) !== sourceOf(b) && likeness(a, b) !== 'different'),
  )
}

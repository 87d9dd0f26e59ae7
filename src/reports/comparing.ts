/** Compares texts of bureaus, to match and to sort them, and sorts short lists. */

/**
 * Compares texts by their code units, so that the order is the same on every machine. Absent texts
 * come first. `localeCompare` depends on the locale of the machine, and would change the order of a
 * report.
 */
export function compareText(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0
  return (a ?? '') < (b ?? '') ? -1 : 1
}

/** In longer lists, insertion takes longer than the sort of V8. */
const SHORT_MAX = 20

/**
 * Sorts a list in place and returns it. Equal items keep their order. A report sorts about sixty
 * lists of a few items, and the sort of V8 creates objects of almost a kilobyte even for two items.
 */
export function sortShort<T>(list: T[], compare: (a: T, b: T) => number): T[] {
  if (list.length > SHORT_MAX) return list.sort(compare)
  for (let end = 1; end < list.length; end += 1) {
    const item = list[end] as T
    let at = end
    for (; at > 0 && compare(list[at - 1] as T, item) > 0; at -= 1) list[at] = list[at - 1] as T
    list[at] = item
  }
  return list
}

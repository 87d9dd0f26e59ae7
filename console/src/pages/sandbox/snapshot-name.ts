/** The names that snapshots get by themselves. */

/** Sweden writes days as ISO 8601 does. */
const DAY = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' })

/**
 * `snapshot-2027-01-20` by the day of the sandbox time in the browser's time zone, as the page shows
 * it, with a number where that is taken.
 */
export function freeSnapshotName(now: string, taken: readonly { readonly name: string }[]): string {
  const name = `snapshot-${DAY.format(new Date(now))}`
  const numbered = [name, ...taken.map((_, at) => `${name}-${at + 2}`)]
  return numbered.find((each) => !taken.some((other) => other.name === each)) ?? name
}

/** The names that snapshots get by themselves. */

/** `snapshot-2027-01-20` by the sandbox time, with a number where that is taken. */
export function freeSnapshotName(now: string, taken: readonly { readonly name: string }[]): string {
  const name = `snapshot-${now.slice(0, 10)}`
  const numbered = [name, ...taken.map((_, at) => `${name}-${at + 2}`)]
  return numbered.find((each) => !taken.some((other) => other.name === each)) ?? name
}

/** Comparing texts of bureaus, for finding what is the same and for putting it in order. */

/**
 * Orders texts by their code units, the same on every machine. Absent ones come first.
 * `localeCompare` would depend on the machine's locale, and a report would then have another order
 * there.
 */
export function compareText(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0
  return (a ?? '') < (b ?? '') ? -1 : 1
}

/** Compares texts of bureaus, to match and to sort them. */

/**
 * Compares texts by their code units, so that the order is the same on every machine. Absent texts
 * come first. `localeCompare` depends on the locale of the machine, and would change the order of a
 * report.
 */
export function compareText(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0
  return (a ?? '') < (b ?? '') ? -1 : 1
}

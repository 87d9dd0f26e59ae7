/** The first value of a field that any of the reports gives. */
export function firstKnown<T, K extends keyof T>(
  reports: readonly T[],
  field: K,
): T[K] | undefined {
  for (const report of reports) {
    if (report[field] !== undefined) return report[field]
  }
  return undefined
}

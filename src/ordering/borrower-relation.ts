/** How the borrowers of an order stand to those of the report that it is about. */

/**
 * - `same`: the same people.
 * - `adds`: all of the report's, and another.
 * - `drops`: some of the report's, and nobody else.
 * - `crosses`: some of the report's, and another.
 * - `none`: nobody of the report's.
 */
export type Relation = 'same' | 'adds' | 'drops' | 'crosses' | 'none'

/** Compares people by their identity indexes. */
export function relationOf(report: readonly Uint8Array[], order: readonly Uint8Array[]): Relation {
  const inReport = order.filter((one) => contains(report, one)).length
  if (inReport === 0) return 'none'
  if (inReport === order.length) return inReport === report.length ? 'same' : 'drops'
  return inReport === report.length ? 'adds' : 'crosses'
}

function contains(indexes: readonly Uint8Array[], wanted: Uint8Array): boolean {
  return indexes.some((index) => isSamePerson(index, wanted))
}

/** Whether two identity indexes are one person's. */
export function isSamePerson(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}

/**
 * How the borrowers of an order stand to those of the report that it is about, and what each action
 * makes of it. This is the decision table of docs/actions.md.
 */
import type { Reason } from '../errors.ts'

/**
 * - `same`: the same people.
 * - `adds`: all of the report's, and another.
 * - `drops`: some of the report's, and nobody else.
 * - `crosses`: some of the report's, and another.
 * - `none`: nobody of the report's.
 */
export type Relation = 'same' | 'adds' | 'drops' | 'crosses' | 'none'

/** What is ordered about an existing report. */
export type ActionOnReport = 'Reissue' | 'Upgrade' | 'Unmerge' | 'Refresh'

/** Why an action does not fit, or `ok`. */
export type Verdict = 'ok' | { readonly reason: Reason; readonly text: string }

const OTHER = {
  reason: 'reportOfAnother',
  text: 'The borrowers are not those of the report',
} as const
const DROPS = {
  reason: 'wrongAction',
  text: 'An Upgrade adds to a report; to leave a borrower out, order Unmerge',
} as const
const NOTHING_TO_SPLIT = {
  reason: 'wrongAction',
  text: 'An Unmerge names one borrower of a joint report; here nobody would be left out',
} as const

// biome-ignore format: a table
export const VERDICTS: Readonly<Record<ActionOnReport, Readonly<Record<Relation, Verdict>>>> = {
  Reissue: { same: 'ok',             adds: OTHER, drops: OTHER, crosses: OTHER, none: OTHER },
  Upgrade: { same: 'ok',             adds: 'ok',  drops: DROPS, crosses: OTHER, none: OTHER },
  Unmerge: { same: NOTHING_TO_SPLIT, adds: OTHER, drops: 'ok',  crosses: OTHER, none: OTHER },
  Refresh: { same: 'ok',             adds: OTHER, drops: 'ok',  crosses: OTHER, none: OTHER },
}

/** Compares people by their identity indexes. */
export function relationOf(report: readonly Uint8Array[], order: readonly Uint8Array[]): Relation {
  const inReport = order.filter((one) => contains(report, one)).length
  if (inReport === 0) return 'none'
  if (inReport === order.length) return inReport === report.length ? 'same' : 'drops'
  return inReport === report.length ? 'adds' : 'crosses'
}

function contains(indexes: readonly Uint8Array[], wanted: Uint8Array): boolean {
  return indexes.some((index) => Buffer.compare(index, wanted) === 0)
}

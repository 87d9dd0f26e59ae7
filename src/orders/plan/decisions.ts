/**
 * The decision table of docs/actions.md: the result of each action, by the relation of the order to
 * the account's reports. Orders are decided by this table, the page is generated from it, and the
 * tests plan an order for each of its cells.
 */
import type { AnswerOrigin } from '../../documents/tables/enumerations.ts'
import type { Reason } from '../../errors.ts'

/** The columns: the actions of the interface, with separate columns for a refresh. */
export const DECIDED_ACTIONS = [
  'Submit',
  'ForceNew',
  'Reissue',
  'Upgrade',
  'Unmerge',
  'RefreshSubmit',
  'RefreshReissue',
] as const
/**
 * A column of the table. `/refresh_report` accepts Submit and Reissue too, with other results, so
 * these two have separate columns.
 */
export type DecidedAction = (typeof DECIDED_ACTIONS)[number]

/** The actions on an existing report. */
export type ActionOnReport = Exclude<DecidedAction, 'Submit' | 'ForceNew'>

/**
 * The reason to reject an order. It has its own text if that says more than the text of the code.
 */
export interface Rejection {
  /** The row of the error table, which gives code and HTTP status. */
  readonly reason: Reason
  /** The error in this order, in words; the text of the code if absent. */
  readonly text?: string
}

/** The result of an order: the origin of its report, or a rejection. */
export type Decision = AnswerOrigin | Rejection

// The rejections of the table have names, so that each row of the table fits on one line.
const UNKNOWN: Rejection = { reason: 'reportUnknown' }
const TOO_OLD: Rejection = { reason: 'reportTooOld' }
const OTHERS: Rejection = {
  reason: 'reportOfAnother',
  text: 'The borrowers differ from the borrowers of the report',
}
/** An Upgrade that names fewer borrowers would issue a report without one of them. */
const DROPS: Rejection = {
  reason: 'wrongAction',
  text: 'An Upgrade must name all borrowers of the report',
}
const NO_SPLIT: Rejection = {
  reason: 'wrongAction',
  text: 'An Unmerge must name exactly one borrower of a joint report',
}
const PRODUCT: Rejection = {
  reason: 'wrongAction',
  text: 'The product of the order differs from the product of the report',
}
const NOTHING: Rejection = {
  reason: 'wrongAction',
  text: 'An Upgrade must add a bureau, a borrower or scores; the report already has everything requested',
}
const NO_BASE: Rejection = {
  reason: 'wrongAction',
  text: 'The report has no file of the requested bureaus',
}

interface SituationRow {
  /** The situation, as in docs/actions.md. */
  readonly text: string
  /** In the order of `DECIDED_ACTIONS`. */
  readonly decisions: readonly [
    Decision,
    Decision,
    Decision,
    Decision,
    Decision,
    Decision,
    Decision,
  ]
}

/**
 * The rows, in order of precedence. Several situations can hold at once. The first one in which the
 * action does not have its regular result decides (`decisionOn`).
 */
// biome-ignore format: a table
export const SITUATIONS = {
  //                                                                                                                  Submit      ForceNew Reissue     Upgrade     Unmerge     Refresh: Submit, Reissue
  noReport:     { text: 'No report has the report ID; or, without an ID, the lender case and borrowers', decisions: ['new',      'new',   UNKNOWN,    UNKNOWN,    UNKNOWN,    UNKNOWN,     UNKNOWN] },
  otherAccount: { text: 'The report ID belongs to another account',                                        decisions: ['new',      'new',   UNKNOWN,    UNKNOWN,    UNKNOWN,    UNKNOWN,     UNKNOWN] },
  otherPath:    { text: 'The report was ordered on another path',                                                       decisions: ['new',      'new',   UNKNOWN,    UNKNOWN,    UNKNOWN,    'refreshed', 'reissued'] },
  neverRefreshed: { text: 'The report was never refreshed',                                                    decisions: ['existing', 'new',   'reissued', 'upgraded', 'unmerged', 'refreshed', UNKNOWN] },
  none:         { text: 'The order names no borrower of the report',                                                decisions: ['new',      'new',   OTHERS,     OTHERS,     OTHERS,     OTHERS,      OTHERS] },
  crosses:      { text: 'The order names one borrower of the report and another person',                             decisions: ['new',      'new',   OTHERS,     OTHERS,     OTHERS,     OTHERS,      OTHERS] },
  drops:        { text: 'The order names one of two borrowers of the report',                                  decisions: ['new',      'new',   OTHERS,     DROPS,      'unmerged', 'refreshed', OTHERS] },
  adds:         { text: 'The order names the only borrower of the report and another person',                             decisions: ['new',      'new',   OTHERS,     'upgraded', OTHERS,     OTHERS,      OTHERS] },
  same:         { text: 'The order names exactly the borrowers of the report',                                 decisions: ['existing', 'new',   'reissued', 'upgraded', NO_SPLIT,   'refreshed', 'reissued'] },
  otherAddress: { text: 'A borrower has a different address than in the report',                          decisions: ['new',      'new',   'reissued', 'upgraded', 'unmerged', 'refreshed', 'reissued'] },
  otherProduct: { text: 'The order names another product of the path (an Upgrade may add scores to MortgageOnly)', decisions: ['new', 'new', PRODUCT, PRODUCT,    PRODUCT,    'refreshed', 'reissued'] },
  tooOld:       { text: 'The report is older than its window',                                                 decisions: ['new',      'new',   TOO_OLD,    TOO_OLD,    TOO_OLD,    TOO_OLD,     TOO_OLD] },
  moreBureaus:  { text: 'A requested bureau is missing in the report',                                   decisions: ['new',      'new',   'reissued', 'upgraded', 'unmerged', 'refreshed', 'reissued'] },
  nothingNew:   { text: 'The report already has everything requested',                                                decisions: ['existing', 'new',   'reissued', NOTHING,    'unmerged', 'refreshed', 'reissued'] },
  nothingHeld:  { text: 'The report has no file of a requested bureau',                                      decisions: ['new',      'new',   'reissued', 'upgraded', 'unmerged', NO_BASE,     'reissued'] },
} as const satisfies Record<string, SituationRow>

/** The relation of an order to the reports of the account. */
export type Situation = keyof typeof SITUATIONS

/** The regular result of each action. */
const REGULAR_RESULTS = {
  Submit: 'existing',
  ForceNew: 'new',
  Reissue: 'reissued',
  Upgrade: 'upgraded',
  Unmerge: 'unmerged',
  RefreshSubmit: 'refreshed',
  RefreshReissue: 'reissued',
} as const satisfies Record<DecidedAction, AnswerOrigin>

const ROWS: ReadonlyMap<Situation, SituationRow> = new Map(
  Object.entries(SITUATIONS) as [Situation, SituationRow][],
)

function cellOf(situation: Situation, action: DecidedAction): Decision {
  const position = DECIDED_ACTIONS.indexOf(action)
  return SITUATIONS[situation].decisions[position] as Decision
}

/**
 * Returns the result of an action if all these situations hold. Callers pass situations in any
 * order: the rows of the table have the precedence.
 */
export function decisionOn(action: DecidedAction, situations: readonly Situation[]): Decision {
  for (const situation of ROWS.keys()) {
    const decision = cellOf(situation, action)
    if (situations.includes(situation) && decision !== REGULAR_RESULTS[action]) return decision
  }
  return REGULAR_RESULTS[action]
}

/** Whether a decision rejects the order. */
export function isRejection(decision: Decision): decision is Rejection {
  return typeof decision !== 'string'
}

/**
 * Returns the index of the row that rejected an order; the number of rows if none did. The higher
 * it is, the closer the report came to being accepted.
 */
export function rejectingRowIndex(action: DecidedAction, decision: Decision): number {
  if (!isRejection(decision)) return ROWS.size
  return [...ROWS.keys()].findIndex((situation) => cellOf(situation, action) === decision)
}

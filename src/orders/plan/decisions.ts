/**
 * The decision table of docs/actions.md: what each action makes of an order, by how the order stands
 * to the account's reports. Orders are decided by it, the page is printed from it, and the tests
 * plan an order for each of its cells.
 */
import type { Reason } from '../../errors.ts'
import type { AnswerOrigin } from './plan.ts'

/** The columns: the actions of the interface, those of a refresh apart. */
export const DECIDED_ACTIONS = [
  'Submit',
  'ForceNew',
  'Reissue',
  'Upgrade',
  'Unmerge',
  'RefreshSubmit',
  'RefreshReissue',
] as const
export type DecidedAction = (typeof DECIDED_ACTIONS)[number]

/** The actions that are about a report which is there. */
export type ActionOnReport = Exclude<DecidedAction, 'Submit' | 'ForceNew'>

/** Why an order is refused. A text of its own is sent where it says more than that of the code. */
export interface Rejection {
  readonly reason: Reason
  readonly text?: string
}

/** What an order comes to: how the report of its answer came about, or a refusal. */
export type Decision = AnswerOrigin | Rejection

const UNKNOWN: Rejection = { reason: 'reportUnknown' }
const TOO_OLD: Rejection = { reason: 'reportTooOld' }
const OTHERS: Rejection = {
  reason: 'reportOfAnother',
  text: 'The borrowers are not those of the report',
}
const DROPS: Rejection = {
  reason: 'wrongAction',
  text: 'An Upgrade adds to a report: it names all borrowers that the report has',
}
const NO_SPLIT: Rejection = {
  reason: 'wrongAction',
  text: 'An Unmerge names one borrower of a joint report; here nobody would be left out',
}
const PRODUCT: Rejection = {
  reason: 'wrongAction',
  text: "The order names another product than the report's",
}
const NOTHING: Rejection = {
  reason: 'wrongAction',
  text: 'An Upgrade adds a bureau, a borrower or scores; the report has all that is asked for',
}
const NO_BASE: Rejection = {
  reason: 'wrongAction',
  text: 'The report holds no file of the bureaus asked for',
}

interface SituationRow {
  /** The situation as docs/actions.md says it. */
  readonly says: string
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
 * In the order of precedence. Several can hold at once; the first in which an action does not come
 * to what it is for decides (`decisionOn`).
 */
// biome-ignore format: a table
export const SITUATIONS = {
  //                                                                                                                  Submit      ForceNew Reissue     Upgrade     Unmerge     Refresh: Submit, Reissue
  noReport:     { says: 'No report has the number; or, without one, none is of the lender case and borrowers', decisions: ['new',      'new',   UNKNOWN,    UNKNOWN,    UNKNOWN,    UNKNOWN,     UNKNOWN] },
  otherAccount: { says: 'The number is of a report of another account',                                        decisions: ['new',      'new',   UNKNOWN,    UNKNOWN,    UNKNOWN,    UNKNOWN,     UNKNOWN] },
  otherPath:    { says: 'The report is of another path',                                                       decisions: ['new',      'new',   UNKNOWN,    UNKNOWN,    UNKNOWN,    'refreshed', 'reissued'] },
  neverRefreshed: { says: 'The report was never refreshed',                                                    decisions: ['existing', 'new',   'reissued', 'upgraded', 'unmerged', 'refreshed', UNKNOWN] },
  none:         { says: 'The order names nobody of the report',                                                decisions: ['new',      'new',   OTHERS,     OTHERS,     OTHERS,     OTHERS,      OTHERS] },
  crosses:      { says: 'The order names one borrower of the report, and another',                             decisions: ['new',      'new',   OTHERS,     OTHERS,     OTHERS,     OTHERS,      OTHERS] },
  drops:        { says: 'The order names one of two borrowers of the report',                                  decisions: ['new',      'new',   OTHERS,     DROPS,      'unmerged', 'refreshed', OTHERS] },
  adds:         { says: 'The order names the borrower of the report, and another',                             decisions: ['new',      'new',   OTHERS,     'upgraded', OTHERS,     OTHERS,      OTHERS] },
  same:         { says: 'The order names exactly the borrowers of the report',                                 decisions: ['existing', 'new',   'reissued', 'upgraded', NO_SPLIT,   'refreshed', 'reissued'] },
  otherAddress: { says: 'A borrower lives elsewhere than the report was ordered for',                          decisions: ['new',      'new',   'reissued', 'upgraded', 'unmerged', 'refreshed', 'reissued'] },
  otherProduct: { says: 'The order names another product of the path; MortgageOnlyWithScore is no other for an Upgrade of MortgageOnly', decisions: ['new', 'new', PRODUCT, PRODUCT,    PRODUCT,    'refreshed', 'reissued'] },
  tooOld:       { says: 'The report is older than its window',                                                 decisions: ['new',      'new',   TOO_OLD,    TOO_OLD,    TOO_OLD,    TOO_OLD,     TOO_OLD] },
  moreBureaus:  { says: 'A bureau asked for has not answered in the report',                                   decisions: ['new',      'new',   'reissued', 'upgraded', 'unmerged', 'refreshed', 'reissued'] },
  nothingNew:   { says: 'The report has all that is asked for',                                                decisions: ['existing', 'new',   'reissued', NOTHING,    'unmerged', 'refreshed', 'reissued'] },
  nothingHeld:  { says: 'The report has no file of any bureau asked for',                                      decisions: ['new',      'new',   'reissued', 'upgraded', 'unmerged', NO_BASE,     'reissued'] },
} as const satisfies Record<string, SituationRow>

/** How an order stands to a report of the account. */
export type Situation = keyof typeof SITUATIONS

/** What each action is for: what it comes to where nothing stands against it. */
export const PURPOSES = {
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

/** The cell of the table. */
export function cellOf(situation: Situation, action: DecidedAction): Decision {
  const position = DECIDED_ACTIONS.indexOf(action)
  return SITUATIONS[situation].decisions[position] as Decision
}

/** What an action comes to where all these situations hold. */
export function decisionOn(action: DecidedAction, holding: readonly Situation[]): Decision {
  for (const situation of ROWS.keys()) {
    const decision = cellOf(situation, action)
    if (holding.includes(situation) && decision !== PURPOSES[action]) return decision
  }
  return PURPOSES[action]
}

/** Whether a decision refuses the order. */
export function isRejection(decision: Decision): decision is Rejection {
  return typeof decision !== 'string'
}

/** How far an order came before it was refused: the place in the table of what refused it. */
export function stageOf(action: DecidedAction, decision: Decision): number {
  if (!isRejection(decision)) return ROWS.size
  return [...ROWS.keys()].findIndex((situation) => cellOf(situation, action) === decision)
}

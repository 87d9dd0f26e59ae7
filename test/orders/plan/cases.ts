/**
 * One order for each cell of the decision table that the interface can reach: every operation and
 * action, individual and joint. The order names a report's number, no number, an empty one, an
 * unknown one, or that of another account's report.
 */
import { OPERATIONS } from '../../../src/orders/intake/operation.ts'
import {
  type DecidedAction,
  type Decision,
  decisionOn,
  type Situation,
} from '../../../src/orders/plan/decisions.ts'
import {
  type Asked,
  OPERATION_PATHS,
  type OperationPath,
  PEOPLE,
  type Person,
} from '../support/order-document.ts'

/** How an order names the report that it refers to. */
type Naming = 'number' | 'none' | 'empty' | 'unknown' | 'foreign' | 'of the base'

/** The naming of the report in the title of a case. */
const NAMED: Readonly<Record<Naming, string>> = {
  number: 'with the report’s number',
  none: 'without a number',
  empty: 'with an empty number',
  unknown: 'with an unknown number',
  foreign: 'with the number of another account’s report',
  'of the base': 'with the number of the base report',
}

/** The report that exists before the order is placed. */
export interface Before {
  readonly operation: OperationPath
  readonly asked: Asked
  /** Whether it was placed so long ago that it is outside every window. */
  readonly old: boolean
  /** Whether it was refreshed. If so, the order refers to the refresh. */
  readonly refreshed: boolean
}

export interface Case {
  readonly title: string
  readonly operation: OperationPath
  readonly action: DecidedAction
  readonly naming: Naming
  readonly before: Before
  readonly asked: Asked
  readonly expected: Decision
}

const avery = PEOPLE.avery
const { rowan, juno } = PEOPLE
const averyAsSecond: Person = { ...avery, id: 'C1' }

/** Whom the report is about, by the type of the order and the relation of report to order. */
const REPORTED = {
  Individual: {
    same: [rowan],
    drops: [rowan, juno],
    none: [avery],
  },
  Joint: {
    same: [rowan, juno],
    adds: [rowan],
    crosses: [rowan, averyAsSecond],
    none: [avery],
  },
} as const
type RequestType = keyof typeof REPORTED

/** How an order differs from one that requests the report unchanged. */
interface Variation {
  readonly title: string
  readonly relation: 'same' | 'adds' | 'drops' | 'crosses' | 'none'
  readonly situations?: readonly Situation[]
  readonly bureaus?: string
  readonly old?: boolean
  readonly elsewhere?: boolean
  readonly otherProduct?: boolean
  readonly otherPath?: boolean
  readonly neverRefreshed?: boolean
}

const HELD = 'YYN'
const MORE: Pick<Variation, 'bureaus'> = { bureaus: 'YYY' }

// biome-ignore format: a table
const VARIATIONS: readonly Variation[] = [
  { relation: 'same',    title: 'same borrowers, same bureaus' },
  { relation: 'same',    title: 'same borrowers, one more bureau', ...MORE },
  { relation: 'same',    title: 'same borrowers, only a bureau that the report lacks', bureaus: 'NNY' },
  { relation: 'same',    title: 'same borrowers, report too old', ...MORE, old: true },
  { relation: 'same',    title: 'same borrowers, another address', elsewhere: true },
  { relation: 'same',    title: 'same borrowers, another product', ...MORE, otherProduct: true },
  { relation: 'same',    title: 'same borrowers, report from another path', ...MORE, otherPath: true },
  { relation: 'same',    title: 'same borrowers, report never refreshed', neverRefreshed: true },
  { relation: 'adds',    title: 'one more borrower' },
  { relation: 'drops',   title: 'one borrower fewer' },
  { relation: 'drops',   title: 'one borrower fewer, report too old', old: true },
  { relation: 'crosses', title: 'one borrower replaced' },
  { relation: 'none',    title: 'other borrowers' },
  { relation: 'none',    title: 'other borrowers, report too old', old: true },
]

const PATHS: Readonly<Record<OperationPath, OperationPath>> = {
  credit_report: 'pre_qualification',
  pre_qualification: 'mortgage_only',
  mortgage_only: 'credit_report',
  refresh_report: 'credit_report',
}

/** One case per order. */
export const CASES: readonly Case[] = OPERATION_PATHS.flatMap((operation) =>
  OPERATIONS[operation].actions.flatMap((action) =>
    (['Individual', 'Joint'] as const).flatMap((type) => [
      ...VARIATIONS.filter(
        (variation) => variation.relation in REPORTED[type] && applies(variation, operation),
      ).flatMap((variation) =>
        namings(operation, action).map((naming) =>
          caseOf(operation, action, type, naming, variation),
        ),
      ),
      ...extraNamings(operation, action).map((naming) =>
        caseOf(operation, action, type, naming, {
          relation: 'same',
          title: 'same borrowers, one more bureau',
          ...MORE,
        }),
      ),
    ]),
  ),
)

function applies(variation: Variation, operation: OperationPath): boolean {
  if (variation.otherProduct) return operation === 'mortgage_only'
  if (variation.neverRefreshed || variation.otherPath) {
    return (operation === 'refresh_report') === (variation.neverRefreshed ?? false)
  }
  return true
}

function extraNamings(operation: OperationPath, action: string): readonly Naming[] {
  const always = ['empty', 'unknown', 'foreign'] as const
  return needsNone(operation, action) ? [...always, 'number'] : always
}

function needsNone(operation: OperationPath, action: string): boolean {
  return operation !== 'refresh_report' && (action === 'Submit' || action === 'ForceNew')
}

/** Orders for new files ignore the number, which `extraNamings` checks. */
function namings(operation: OperationPath, action: string): readonly Naming[] {
  if (needsNone(operation, action)) return ['none']
  const alsoOfBase = operation === 'refresh_report' && action === 'Reissue'
  return alsoOfBase ? ['number', 'none', 'of the base'] : ['number', 'none']
}

function caseOf(
  operation: OperationPath,
  action: string,
  type: RequestType,
  naming: Naming,
  variation: Variation,
): Case {
  const decided = decidedAction(operation, action)
  const reported: readonly Person[] = (REPORTED[type] as Record<string, readonly Person[]>)[
    variation.relation
  ] as readonly Person[]
  const people = REPORTED[type].same
  const { elsewhere } = variation
  return {
    title: `${operation} ${action} ${type} ${NAMED[naming]}: ${variation.title}`,
    operation,
    action: decided,
    naming,
    before: {
      operation:
        variation.otherPath || operation === 'refresh_report' ? PATHS[operation] : operation,
      asked: { people: reported, bureaus: HELD },
      old: variation.old ?? false,
      refreshed: decided === 'RefreshReissue' && !variation.neverRefreshed,
    },
    asked: {
      action,
      people: elsewhere ? people.map((one) => ({ ...one, street: '77 Bay View St' })) : people,
      bureaus: variation.bureaus ?? HELD,
      ...(variation.otherProduct ? { typeOther: 'SoftCheck' } : {}),
    },
    expected: decisionOn(decided, situationsOf(decided, naming, operation, variation)),
  }
}

function decidedAction(operation: OperationPath, action: string): DecidedAction {
  return (operation === 'refresh_report' ? `Refresh${action}` : action) as DecidedAction
}

/** The situations between order and report, derived from how the case is set up. */
function situationsOf(
  action: DecidedAction,
  naming: Naming,
  operation: OperationPath,
  variation: Variation,
): readonly Situation[] {
  const { relation, bureaus = HELD } = variation
  if (naming === 'unknown') return ['noReport']
  if (naming === 'foreign') return ['otherAccount']
  // Without a number, a report of other borrowers or of another path does not match the order.
  if (naming === 'none' && relation === 'none') return ['noReport']
  if (naming === 'none' && variation.otherPath) return ['noReport']
  if (naming === 'none' && variation.neverRefreshed && action === 'RefreshReissue') {
    return ['noReport']
  }
  return [
    relation,
    ...when(variation.otherPath || operation === 'refresh_report', 'otherPath'),
    ...when(variation.old, 'tooOld'),
    ...when(variation.elsewhere, 'otherAddress'),
    ...when(variation.otherProduct, 'otherProduct'),
    ...when(variation.neverRefreshed, 'neverRefreshed'),
    ...when(bureaus === 'YYY' || bureaus === 'NNY', 'moreBureaus'),
    ...when(bureaus === 'NNY', 'nothingHeld'),
    ...when(bureaus === HELD && relation === 'same', 'nothingNew'),
  ]
}

function when(holds: boolean | undefined, situation: Situation): readonly Situation[] {
  return holds ? [situation] : []
}

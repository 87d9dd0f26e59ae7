/**
 * The rows of an order that the audit trail covers, in three groups: the order with its charge and
 * report, the indexes that find the report or a report that the order returned again, and the
 * pulls. Each group is purged at a different time, so each has a separate digest in the entry that
 * ends the order. The digest is computed from the values in the memory of the order's thread, and
 * not from the database.
 */
import { recordsDigest } from '../../audit/record-digest.ts'
import type { Row, Value } from '../../engine/database.ts'
import { columnsLine } from '../../sealing/row-mac.ts'

/** The columns of each table that must not change once an order has ended. */
// biome-ignore format: a table
const IMMUTABLE = {
  orders:           ['id', 'account', 'operation', 'action', 'state', 'received_at', 'finished_at', 'fingerprint', 'body_bytes', 'code', 'report_id', 'faults', 'notes'],
  charges:          ['order_id', 'id', 'kind', 'account', 'amount_cents', 'items', 'charged_at'],
  reports:          ['id', 'account', 'order_id', 'operation', 'product', 'origin', 'base_report_id', 'first_issued_at', 'last_updated_at', 'bureaus'],
  found_by:         ['lender_case', 'meaning', 'derivation'],
  report_cases:     ['report_id', 'lender_case'],
  report_borrowers: ['report_id', 'position', 'account', 'ssn_index', 'identity_index', 'first_issued_at'],
  pulls:            ['order_id', 'id', 'account', 'received_at', 'bureau', 'borrower_position', 'hard', 'purpose', 'end_user', 'ssn_index', 'state', 'outcome', 'started_at', 'finished_at', 'failure', 'may_have_asked'],
} as const satisfies Record<string, readonly string[]>

type Columns<T extends keyof typeof IMMUTABLE> = Readonly<
  Record<(typeof IMMUTABLE)[T][number], Value>
>
/** The columns of an order that its digest in the audit trail covers. */
export type OrderColumns = Columns<'orders'>
/** The covered columns of a charge. */
export type ChargeColumns = Columns<'charges'>
/** The covered columns of a report, with the indexes by which it is found. */
export type ReportColumns = Columns<'reports'> & Columns<'found_by'>
/** The covered columns of a further case of a report. */
export type CaseColumns = Columns<'report_cases'>
/** The covered columns of a borrower of a report. */
export type BorrowerColumns = Columns<'report_borrowers'>
/** The covered columns of a pull. */
export type PullColumns = Columns<'pulls'>

/** The rows of one order that has ended. */
export interface OrderRecords {
  readonly order: OrderColumns
  readonly charges: readonly ChargeColumns[]
  /** The report that the order made. */
  readonly report: ReportColumns | undefined
  /**
   * The case under which the order returned a report that another order made. The report has it as
   * its own case or as a further one.
   */
  readonly returned?: CaseColumns | undefined
  readonly borrowers: readonly BorrowerColumns[]
  readonly pulls: readonly PullColumns[]
}

/** The groups of an order's digest, each by its position. */
export const GROUP = { order: 0, searchIndexes: 1, pulls: 2 } as const

/** Returns the digest of an order's rows, with its groups in the order of `GROUP`. */
export function orderDigest({
  order,
  charges,
  report,
  returned,
  borrowers,
  pulls,
}: OrderRecords): Uint8Array {
  return recordsDigest(
    [
      line('orders', order),
      ...charges.map((charge) => line('charges', charge)).toSorted(),
      ...(report === undefined ? [] : [line('reports', report)]),
    ],
    [
      ...(report === undefined ? [] : [line('found_by', report), ...borrowerLines(borrowers)]),
      ...(returned === undefined ? [] : [line('report_cases', returned)]),
    ],
    pulls.map((pull) => line('pulls', pull)).toSorted(),
  )
}

/**
 * Returns a report's row and its borrowers as one line, which the seal of the report authenticates.
 */
export function reportLine(report: ReportColumns, borrowers: readonly BorrowerColumns[]): string {
  return JSON.stringify([
    line('reports', report),
    line('found_by', report),
    ...borrowerLines(borrowers),
  ])
}

function borrowerLines(borrowers: readonly BorrowerColumns[]): string[] {
  return borrowers.map((borrower) => line('report_borrowers', borrower)).toSorted()
}

function line(table: keyof typeof IMMUTABLE, row: Row): string {
  return columnsLine(table, IMMUTABLE[table], row)
}

/**
 * Ends orders: with report, charge and pull results in one unit, or with an error and no charge.
 */

import { type NewAuditEntry, ofOrder, ofPlacedOrder } from '../../audit/entry.ts'
import type { AuditWriter } from '../../audit/writer.ts'
import { type Database, type Row, tryCommit, type UnitStatement } from '../../engine/database.ts'
import { placesOf } from '../../engine/sql-values.ts'
import { insertParts } from '../../sealing/contents.ts'
import { jsonBytes } from '../../sealing/packed.ts'
import type { RowGuard } from '../../sealing/row-mac.ts'
import { type KeyRow, type Vault, wrappedKeyOf } from '../../sealing/vault.ts'
import { type NewReport, NO_CASE, storedCase } from '../reports/report-entry.ts'
import type { Charge } from './order-charges.ts'
import type { Completion, Failure, HeldOrder } from './order-entry.ts'
import { addListedEnd, genuineListed } from './order-keys.ts'
import type { PullOutcome } from './order-pulls.ts'
import {
  type BorrowerColumns,
  type CaseColumns,
  type ChargeColumns,
  type OrderColumns,
  type OrderRecords,
  orderDigest,
  type PullColumns,
  type ReportColumns,
  reportLine,
} from './order-records.ts'

/**
 * Ends running orders. Both functions return false if the runner no longer holds the order, and the
 * first one also if the report was made by another order and is purged by now.
 */
export interface OrderSettlement {
  /** Ends a running order with a report: report, charge and pull results in one unit. */
  complete(completion: Completion): Promise<boolean>
  /** Ends a running order without a report and without a charge. */
  fail(failure: Failure): Promise<boolean>
}

/** Returns the settlement of a database. */
export function orderSettlementOver(
  database: Database,
  vault: Vault,
  audit: AuditWriter,
  guard: RowGuard,
): OrderSettlement {
  return {
    complete: (completion) => completeOrder({ database, vault, audit, guard }, completion),
    fail: (failure) => failOrder(database, vault, audit, failure),
  }
}

interface SettlementTools {
  readonly database: Database
  readonly vault: Vault
  readonly audit: AuditWriter
  readonly guard: RowGuard
}

async function completeOrder(
  { database, vault, audit, guard }: SettlementTools,
  completion: Completion,
): Promise<boolean> {
  const { id, runner, finishedAt, report } = completion
  const held = completion.held ?? (await heldOrder(database, vault, id))
  if (held === undefined) return false
  const { account, key } = held
  const records = completedRecords(held, completion)
  const entry = { ...completionEntry(account, completion), records: orderDigest(records) }
  const placed = ofPlacedOrder(held.listed?.placedBy, entry)
  const reportRow = records.report && reportLine(records.report, records.borrowers)
  const locked = report === undefined ? [lockReturned(completion.reportId)] : []
  const unit = [
    ...locked,
    {
      sql: `update orders set state = 'done', finished_at = $3, report_id = $4
        where id = $1 and runner = $2 and state = 'running' ${report === undefined ? IS_KEPT : ''}`,
      params: [id, runner, finishedAt, completion.reportId],
      rows: 1,
    },
    ...settlePulls(id, completion.pulls ?? [], finishedAt),
    ...addListedEnd(id, held, completion.listed, vault),
    ...insertParts(
      id,
      key,
      {
        answer: completion.answer,
        ...(report && { report: jsonBytes(report.content), ...report.printed }),
      },
      reportRow,
    ),
    ...(records.report === undefined ? [] : [insertRow('reports', records.report)]),
    ...records.borrowers.map((row) => insertRow('report_borrowers', row)),
    ...(records.returned === undefined ? [] : [insertCase(guard, records.returned)]),
    ...records.charges.map((row) => insertRow('charges', row)),
  ]
  return tryCommit(audit.recording(entry, ...placed), unit, locked.length)
}

/** Whether no purge has destroyed the report $4, which another order made. */
const IS_KEPT = `and exists (select 1 from reports r join orders made on made.id = r.order_id
  where r.id = $4 and made.purged_at is null)`

/**
 * Returns a statement that locks the order that made a report, so that a purge comes before the order
 * that returns the report again, or finds it.
 */
function lockReturned(reportId: string): UnitStatement {
  return {
    sql: `update orders set purged_at = null
      where id = (select order_id from reports where id = $1) and purged_at is null`,
    params: [reportId],
  }
}

async function failOrder(
  database: Database,
  vault: Vault,
  audit: AuditWriter,
  failure: Failure,
): Promise<boolean> {
  const { id, runner, finishedAt, code } = failure
  const held = failure.held ?? (await heldOrder(database, vault, id))
  if (held === undefined) return false
  const records = {
    order: { ...held.rows.order, state: 'failed', finished_at: finishedAt, code },
    pulls: settledPulls(held, failure.pulls ?? [], finishedAt),
    charges: [],
    report: undefined,
    borrowers: [],
  }
  const entry = { ...failureEntry(held.account, failure), records: orderDigest(records) }
  const placed = ofPlacedOrder(held.listed?.placedBy, entry)
  return tryCommit(audit.recording(entry, ...placed), [
    {
      // Another request with the same bytes is a new attempt, so this order answers no retries.
      sql: `update orders set state = 'failed', finished_at = $3, code = $4, answers_retries = null
        where id = $1 and runner = $2 and state = 'running'`,
      params: [id, runner, finishedAt, code],
      rows: 1,
    },
    ...insertParts(id, held.key, { answer: failure.answer }),
    ...addListedEnd(id, held, failure.listed, vault),
    ...settlePulls(id, failure.pulls ?? [], finishedAt),
  ])
}

function completionEntry(account: string, completion: Completion): NewAuditEntry {
  const { id, reportId, report, charge, pulls, purpose } = completion
  const again = charge === undefined ? 'existing' : 'reissued'
  return ofOrder(account, id, {
    action: `order.${report?.origin ?? again}`,
    reportId,
    purpose,
    fields: touched({ report, charge, pulls: report && pulls }),
  })
}

function failureEntry(account: string, { id, code, pulls, purpose }: Failure): NewAuditEntry {
  const fields = touched({ pulls })
  return ofOrder(account, id, { action: 'order.failed', purpose, outcome: code, fields })
}

/** Returns the kinds of records that were stored when the order ended. */
function touched(records: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(records).flatMap(([name, record]) => {
    const some = Array.isArray(record) ? record.length > 0 : record !== undefined
    return some ? [name] : []
  })
}

/** Returns the rows of an order that ends with a report. */
function completedRecords(held: HeldOrder, completion: Completion): OrderRecords {
  const { id, finishedAt, reportId, report, charge, pulls, lenderCase } = completion
  return {
    order: { ...held.rows.order, state: 'done', finished_at: finishedAt, report_id: reportId },
    pulls: settledPulls(held, pulls ?? [], finishedAt),
    charges: charge === undefined ? [] : [chargeColumns(held.account, id, charge)],
    report: report && reportColumns(held.account, id, report),
    returned: lenderCase && { report_id: reportId, lender_case: storedCase(lenderCase) },
    borrowers: report === undefined ? [] : borrowerColumns(held.account, report),
  }
}

/** The outcome of a pull that the order did not need after all, or that was interrupted. */
export const UNANSWERED = 'Unanswered'

/** Returns the pulls of an order as `settlePulls` leaves them. */
function settledPulls(
  { rows }: HeldOrder,
  outcomes: readonly PullOutcome[],
  finishedAt: number,
): readonly PullColumns[] {
  return rows.pulls.map((pull) => {
    if (pull.state !== 'intended') return pull
    const found = outcomes.find(({ id }) => id === pull.id)
    if (found === undefined) {
      return { ...pull, state: 'failed', outcome: UNANSWERED, finished_at: finishedAt }
    }
    const { state, outcome, finishedAt: finished_at } = found
    return { ...pull, state, outcome, finished_at, ...failureColumns(found) }
  })
}

async function heldOrder(
  database: Database,
  vault: Vault,
  id: string,
): Promise<HeldOrder | undefined> {
  const [row] = await database.read<HeldRow>({
    sql: `select o.*, k.key_id, k.wrapped, k.who from orders o join order_keys k on k.order_id = o.id
      where o.id = $1 and o.state = 'running'`,
    params: [id],
  })
  if (row === undefined) return undefined
  const pulls = await database.read<PullColumns>({
    sql: 'select * from pulls where order_id = $1',
    params: [id],
  })
  const key = vault.openDataKey({ id, account: row.account }, wrappedKeyOf(row))
  const listed = genuineListed({ id, account: row.account }, row.who, vault)
  return { account: row.account, key, rows: { order: row, pulls }, listed }
}

type HeldRow = KeyRow & OrderColumns & { account: string; who: Uint8Array | null }

/** Settles every pull of an order, so that no pull without a known result stays open. */
function settlePulls(
  orderId: string,
  outcomes: readonly PullOutcome[],
  finishedAt: number,
): UnitStatement[] {
  return [
    ...outcomes.map((outcome) => settlePull(orderId, outcome)),
    {
      sql: `update pulls set state = 'failed', outcome = $2, finished_at = $3
        where order_id = $1 and state = 'intended'`,
      params: [orderId, UNANSWERED, finishedAt],
    },
  ]
}

function settlePull(orderId: string, pull: PullOutcome): UnitStatement {
  const { id, state, outcome, finishedAt } = pull
  const { failure, may_have_asked } = failureColumns(pull)
  return {
    sql: `update pulls set state = $3, outcome = $4, finished_at = $5, failure = $6,
        may_have_asked = $7
      where id = $1 and order_id = $2 and state = 'intended'`,
    params: [id, orderId, state, outcome, finishedAt, failure, may_have_asked],
    rows: 1,
  }
}

function failureColumns({ failed }: PullOutcome) {
  return {
    failure: failed?.failure ?? null,
    may_have_asked: failed === undefined ? null : Number(failed.mayHaveAsked),
  }
}

function chargeColumns(account: string, orderId: string, charge: Charge): ChargeColumns {
  return {
    id: charge.id,
    order_id: orderId,
    kind: charge.kind,
    account,
    amount_cents: charge.amountCents,
    items: JSON.stringify(charge.items),
    charged_at: charge.chargedAt,
  }
}

/**
 * Returns the row of a report, with the indexes that find it. Its content is a part of its order.
 */
function reportColumns(account: string, orderId: string, report: NewReport): ReportColumns {
  return {
    id: report.id,
    account,
    order_id: orderId,
    operation: report.operation,
    product: report.product,
    origin: report.origin,
    base_report_id: report.baseReportId ?? null,
    first_issued_at: report.firstIssuedAt,
    last_updated_at: report.lastUpdatedAt,
    bureaus: JSON.stringify(report.bureaus),
    lender_case: report.lenderCase ?? null,
    meaning: report.meaning ?? null,
    derivation: report.derivation ?? null,
  }
}

function borrowerColumns(account: string, report: NewReport): readonly BorrowerColumns[] {
  return report.borrowers.map(({ ssn, identity }, index) => ({
    report_id: report.id,
    position: index + 1,
    account,
    ssn_index: ssn,
    identity_index: identity,
    first_issued_at: report.firstIssuedAt,
  }))
}

/** Inserts one row. A table's columns always have the same order, so the SQL text is the same. */
function insertRow(table: string, row: Row): UnitStatement {
  const names = Object.keys(row)
  const sql = `insert into ${table} (${names.join(', ')}) values (${placesOf(names)})`
  return { sql, params: Object.values(row), rows: 1 }
}

/** Adds the case of an order that returned a report of another case, to find it by both. */
function insertCase(guard: RowGuard, row: CaseColumns): UnitStatement {
  return {
    sql: `insert into report_cases (report_id, lender_case, mac)
      select r.id, $2, $4 from reports r where r.id = $1 and coalesce(r.lender_case, $3) <> $2
      on conflict do nothing`,
    params: [row.report_id, row.lender_case, NO_CASE, guard.mac('report_cases', row)],
  }
}

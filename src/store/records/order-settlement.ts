/** Ending orders: report, charge and inquiry outcomes in one unit, or an error without a charge. */
import { type NewAuditEntry, ofOrder } from '../audit/entry.ts'
import type { AuditWriter } from '../audit/writer.ts'
import { type Database, tryCommit, type UnitStatement } from '../engine/database.ts'
import { keepParts } from '../sealing/contents.ts'
import { jsonBytes, type KeyRow, wrappedKeyOf } from '../sealing/packed.ts'

import type { Vault } from '../sealing/vault.ts'

import type {
  Charge,
  Completion,
  FailedPull,
  Failure,
  HeldOrder,
  PullOutcome,
} from './order-entry.ts'
import { type BorrowerIndexes, caseKept, type NewReport, NO_CASE } from './report-entry.ts'

/** Ending running orders. False: the runner does not hold the order any more. */
export interface OrderSettlement {
  /** Ends a running order with a report: report, charge and inquiry outcomes in one unit. */
  complete(completion: Completion): Promise<boolean>
  /** Ends a running order without a report; nothing is charged. */
  fail(failure: Failure): Promise<boolean>
}

/** Settlement over a database. */
export function orderSettlementOver(
  database: Database,
  vault: Vault,
  audit: AuditWriter,
): OrderSettlement {
  return {
    complete: (completion) => completeOrder(database, vault, audit, completion),
    fail: (failure) => failOrder(database, vault, audit, failure),
  }
}

async function completeOrder(
  database: Database,
  vault: Vault,
  audit: AuditWriter,
  completion: Completion,
): Promise<boolean> {
  const { id, runner, finishedAt, report, charge } = completion
  const held = completion.held ?? (await heldOrder(database, vault, id))
  if (held === undefined) return false
  const { account, key } = held
  return tryCommit(audit.recording(completionEntry(account, completion)), [
    {
      sql: `update orders set state = 'done', finished_at = $3, report_id = $4
        where id = $1 and runner = $2 and state = 'running'`,
      params: [id, runner, finishedAt, completion.reportId],
      rows: 1,
    },
    ...settlePulls(id, completion.pulls ?? [], finishedAt),
    ...keepParts(id, key, {
      answer: completion.answer,
      ...(report && { report: jsonBytes(report.content), ...report.printed }),
    }),
    ...(report === undefined ? [] : insertReport(account, id, report)),
    ...(completion.lenderCase === undefined
      ? []
      : [insertCase(completion.reportId, completion.lenderCase)]),
    ...(charge === undefined ? [] : [insertCharge(account, id, charge)]),
  ])
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
  return tryCommit(audit.recording(failureEntry(held.account, failure)), [
    {
      // The same bytes sent again are a new attempt, so this order answers no retries.
      sql: `update orders set state = 'failed', finished_at = $3, code = $4, answers_retries = null
        where id = $1 and runner = $2 and state = 'running'`,
      params: [id, runner, finishedAt, code],
      rows: 1,
    },
    ...keepParts(id, held.key, { answer: failure.answer }),
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

/** The kinds of records that came with the end of an order. */
function touched(records: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(records).flatMap(([name, record]) => {
    const some = Array.isArray(record) ? record.length > 0 : record !== undefined
    return some ? [name] : []
  })
}

async function heldOrder(
  database: Database,
  vault: Vault,
  id: string,
): Promise<HeldOrder | undefined> {
  const [row] = await database.read<KeyRow & { account: string }>({
    sql: `select o.account, k.key_id, k.wrapped from orders o join order_keys k on k.order_id = o.id
      where o.id = $1 and o.state = 'running'`,
    params: [id],
  })
  if (row === undefined) return undefined
  const key = vault.openDataKey(id, wrappedKeyOf(row))
  return { account: row.account, key }
}

/** The outcome of a pull that an order did not need after all, or of which it was cut off. */
const UNANSWERED = 'Unanswered'

/** Settles every pull of an order: those that nobody tells the outcome of are not left open. */
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

function settlePull(orderId: string, outcome: PullOutcome): UnitStatement {
  const { failed } = outcome
  if (failed !== undefined) return settleFailedPull(orderId, outcome, failed)
  return {
    sql: `update pulls set state = $3, outcome = $4, finished_at = $5
      where id = $1 and order_id = $2 and state = 'intended'`,
    params: [outcome.id, orderId, outcome.state, outcome.outcome, outcome.finishedAt],
    rows: 1,
  }
}

function settleFailedPull(
  orderId: string,
  { id, state, outcome, finishedAt }: PullOutcome,
  { failure, mayHaveAsked }: FailedPull,
): UnitStatement {
  return {
    sql: `update pulls set state = $3, outcome = $4, finished_at = $5, failure = $6,
        may_have_asked = $7
      where id = $1 and order_id = $2 and state = 'intended'`,
    params: [id, orderId, state, outcome, finishedAt, failure, Number(mayHaveAsked)],
    rows: 1,
  }
}

function insertCharge(account: string, orderId: string, charge: Charge): UnitStatement {
  return {
    sql: `insert into charges (id, order_id, kind, account, amount_cents, items, charged_at)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    params: [
      charge.id,
      orderId,
      charge.kind,
      account,
      charge.amountCents,
      JSON.stringify(charge.items),
      charge.chargedAt,
    ],
    rows: 1,
  }
}

/** The statements that a report is found by; its content is among the parts of its order. */
function insertReport(account: string, orderId: string, report: NewReport): UnitStatement[] {
  const keep = {
    sql: `insert into reports (id, account, order_id, operation, product, origin, base_report_id,
        first_issued_at, last_updated_at, bureaus, lender_case, meaning, derivation)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    params: [
      report.id,
      account,
      orderId,
      report.operation,
      report.product,
      report.origin,
      report.baseReportId ?? null,
      report.firstIssuedAt,
      report.lastUpdatedAt,
      JSON.stringify(report.bureaus),
      report.lenderCase ?? null,
      report.meaning ?? null,
      report.derivation ?? null,
    ],
    rows: 1,
  }
  return [keep, ...report.borrowers.map((_, index) => insertBorrower(account, report, index))]
}

function insertBorrower(account: string, report: NewReport, index: number): UnitStatement {
  const { ssn, identity } = report.borrowers[index] as BorrowerIndexes
  return {
    sql: `insert into report_borrowers
        (report_id, position, account, ssn_index, identity_index, first_issued_at)
      values ($1, $2, $3, $4, $5, $6)`,
    params: [report.id, index + 1, account, ssn, identity, report.firstIssuedAt],
    rows: 1,
  }
}

/** The case of an order that got a report of another case: from now on it finds the report, too. */
function insertCase(reportId: string, lenderCase: Uint8Array | 'none'): UnitStatement {
  return {
    sql: `insert into report_cases (report_id, lender_case)
      select r.id, $2 from reports r where r.id = $1 and coalesce(r.lender_case, $3) <> $2
      on conflict do nothing`,
    params: [reportId, caseKept(lenderCase), NO_CASE],
  }
}

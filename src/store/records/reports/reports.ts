/** Stores reports and finds them again, always within one account. */
import type { PrintedForm } from '../../../documents/tables/printed-forms.ts'
import type { Database, Value } from '../../engine/database.ts'
import { openPart, partColumn, sealPart } from '../../sealing/contents.ts'
import type { RowGuard } from '../../sealing/row-mac.ts'
import {
  type DataKey,
  type KeyRow,
  SealBroken,
  type Vault,
  wrappedKeyOf,
} from '../../sealing/vault.ts'
import { reportLine } from '../orders/order-records.ts'
import {
  type PrintedReports,
  type Report,
  type ReportLookUp,
  type ReportSummary,
  storedCase,
} from './report-entry.ts'
import { filesOf, type ReportFile } from './report-files.ts'
import {
  countFirstIssued,
  type FoundPage,
  type FoundReport,
  findReportSummary,
  type IssuedFilter,
  listIssued,
  type ReportPage,
  searchIssued,
} from './report-lists.ts'
import {
  borrowersOf,
  REPORT_SUMMARY,
  type SummaryRow,
  summariesOf,
  summaryOf,
} from './report-rows.ts'

/** The stored reports, which their accounts read and the console lists. */
export interface ReportStore {
  find(account: string, id: string): Promise<Report | undefined>
  /** Finds the data that lists show of a report, without opening its content. */
  findSummary(account: string, id: string): Promise<ReportSummary | undefined>
  /** Returns the account of a report, for callers that may see all accounts. */
  accountOf(id: string): Promise<string | undefined>
  /** Lists reports, most recently issued first. Without an account, those of all accounts. */
  list(filter: IssuedFilter, page: ReportPage): Promise<readonly ReportSummary[]>
  /** Lists reports whose order has any of these keyed words, newest order first. */
  search(
    tokens: readonly Uint8Array[],
    filter: IssuedFilter,
    page: FoundPage,
  ): Promise<readonly FoundReport[]>
  /** Returns which bureaus returned a file for each borrower of some reports, and which did not. */
  filesOf(reportIds: readonly string[]): Promise<readonly ReportFile[]>
  /** Finds the account's reports first issued since a time by a blind index, newest first. */
  lookUp(
    account: string,
    by: ReportLookUp,
    issuedSince: number,
    limit: number,
  ): Promise<readonly ReportSummary[]>
  /** Counts the reports that were first issued at or after one time and before another. */
  countFirstIssued(since: number, before: number): Promise<number>
  /** Finds a printed form of a report, without opening the report itself. */
  findPrinted(account: string, id: string, form: PrintedForm): Promise<Uint8Array | undefined>
  /** Stores a printed form besides the existing ones. An existing form is not replaced. */
  storePrinted(
    account: string,
    reportId: string,
    form: PrintedForm,
    printed: Uint8Array,
  ): Promise<void>
}

/** Returns the reports of a database. */
export function reportsOver(database: Database, vault: Vault, guard: RowGuard): ReportStore {
  return {
    find: (account, id) => genuine(id, guard, () => findReport(database, vault, account, id)),
    findPrinted: (account, id, form) =>
      genuine(id, guard, () => findPrinted(database, vault, { account, id }, form)),
    findSummary: (account, id) => findReportSummary(database, account, id),
    accountOf: (id) => accountOfReport(database, id),
    list: (filter, page) => listIssued(database, filter, page),
    search: (tokens, filter, page) => searchIssued(database, tokens, filter, page),
    filesOf: (reportIds) => filesOf(database, reportIds),
    lookUp: (account, by, issuedSince, limit) =>
      lookUpReports(database, account, by, issuedSince, limit),
    countFirstIssued: (since, before) => countFirstIssued(database, since, before),
    storePrinted: (account, id, form, printed) =>
      storePrinted(database, vault, { account, id }, form, printed),
  }
}

interface ReportRow extends SummaryRow, KeyRow {
  /** Sealed. Null if it was purged. */
  content: Uint8Array | null
  /** The response of the order that made the report. Parts of it are read again. */
  answer: Uint8Array | null
  pdf: Uint8Array | null
  html: Uint8Array | null
}

const CONTENTS = `${partColumn('report', 'r.order_id')} as content,
  ${partColumn('answer', 'r.order_id')} as answer,
  ${partColumn('PDF', 'r.order_id')} as pdf, ${partColumn('HTML', 'r.order_id')} as html`

type PrintedRow = Pick<ReportRow, 'order_id' | 'key_id' | 'wrapped'> & {
  readonly printed: Uint8Array | null
}

function openedForms(key: DataKey, { pdf, html }: ReportRow): PrintedReports {
  const PDF = openPart(key, 'PDF', pdf)
  const HTML = openPart(key, 'HTML', html)
  return { ...(PDF && { PDF }), ...(HTML && { HTML }) }
}

interface ReportPlace {
  readonly account: string
  readonly id: string
}

/** Finds the order of a report, its key and a form of it, as stored. Undefined if it was purged. */
async function sealedForm(
  database: Database,
  vault: Vault,
  { account, id }: ReportPlace,
  form: PrintedForm,
) {
  const [row] = await database.read<PrintedRow>({
    sql: `select r.order_id, k.key_id, k.wrapped, ${partColumn(form, 'r.order_id')} as printed
      from reports r join order_keys k on k.order_id = r.order_id
      where r.account = $1 and r.id = $2`,
    params: [account, id],
  })
  if (row === undefined) return undefined
  const { order_id: orderId, printed } = row
  return { orderId, printed, key: vault.openDataKey({ id: orderId, account }, wrappedKeyOf(row)) }
}

/** Stores a form of the printed report that was generated after the report was stored. */
async function storePrinted(
  database: Database,
  vault: Vault,
  report: ReportPlace,
  form: PrintedForm,
  printed: Uint8Array,
): Promise<void> {
  const found = await sealedForm(database, vault, report, form)
  // The report was purged meanwhile, so nothing of it may be stored again.
  if (found === undefined) return
  await database.commit([
    {
      sql: `insert into contents (order_id, part, content)
        select order_id, $2, $3 from order_keys where order_id = $1 on conflict do nothing`,
      params: [found.orderId, form, sealPart(found.key, form, printed)],
    },
  ])
}

/**
 * Returns what is found of a report. If its row was changed or moved outside the service, reports
 * this and returns undefined.
 */
async function genuine<T>(
  id: string,
  guard: RowGuard,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    return await find()
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    guard.report({ table: 'reports', row: id })
    return undefined
  }
}

/**
 * Finds a report of the account, with its decrypted content. Returns undefined if it was purged.
 * Throws `SealBroken` if the sealed report does not belong to this row, with its account, order and
 * indexes.
 */
export async function findReport(
  database: Database,
  vault: Vault,
  account: string,
  id: string,
): Promise<Report | undefined> {
  const [row] = await database.read<ReportRow>({
    sql: `select ${REPORT_SUMMARY}, ${CONTENTS}, k.key_id, k.wrapped
      from reports r join order_keys k on k.order_id = r.order_id
      where r.account = $1 and r.id = $2`,
    params: [account, id],
  })
  if (row === undefined) return undefined
  const borrowers = await borrowersOf(database, [row])
  const key = vault.openDataKey({ id: row.order_id, account: row.account }, wrappedKeyOf(row))
  const content = openPart(key, 'report', row.content, reportLine(row, borrowers))
  if (content === undefined) throw new SealBroken()
  return {
    ...summaryOf(row, borrowers),
    content: JSON.parse(Buffer.from(content).toString()),
    answer: openPart(key, 'answer', row.answer) ?? new Uint8Array(),
    printed: openedForms(key, row),
  }
}

/** Finds a printed form of a report. Throws `SealBroken` if it does not belong to this report. */
async function findPrinted(
  database: Database,
  vault: Vault,
  report: ReportPlace,
  form: PrintedForm,
): Promise<Uint8Array | undefined> {
  const found = await sealedForm(database, vault, report, form)
  return found && openPart(found.key, form, found.printed)
}

/**
 * Finds the account's reports by a look-up, if they were first issued since a time. Newest first.
 */
async function lookUpReports(
  database: Database,
  account: string,
  by: ReportLookUp,
  issuedSince: number,
  limit: number,
): Promise<readonly ReportSummary[]> {
  const { from, table, column, value } = searchOf(by)
  const { condition, params } = caseOf(by)
  const rows = await database.read<SummaryRow>({
    sql: `select ${REPORT_SUMMARY} from ${from} join order_keys k on k.order_id = r.order_id
      where ${table}.account = $1 and ${table}.${column} = $2 and ${table}.first_issued_at >= $3
        ${condition}
      order by ${table}.first_issued_at desc, r.id desc limit $4`,
    params: [account, value, issuedSince, limit, ...params],
  })
  return await summariesOf(database, rows)
}

interface Search {
  readonly from: string
  /** The alias of the table whose index is walked. */
  readonly table: 'r' | 'b'
  readonly column: string
  readonly value: Value
}

function searchOf(by: ReportLookUp): Search {
  if ('borrowerIdentity' in by) {
    const from = 'report_borrowers b join reports r on r.id = b.report_id'
    return { from, table: 'b', column: 'identity_index', value: by.borrowerIdentity }
  }
  const reports = { from: 'reports r', table: 'r' } as const
  if ('meaning' in by) return { ...reports, column: 'meaning', value: by.meaning }
  if ('derivation' in by) return { ...reports, column: 'derivation', value: by.derivation }
  return { ...reports, column: 'base_report_id', value: by.baseReportId }
}

const ANSWERED_UNDER = `exists (
  select 1 from report_cases c where c.report_id = r.id and c.lender_case = $5)`

/** Returns the condition that limits a search by borrower to one lender case. */
function caseOf(by: ReportLookUp): { readonly condition: string; readonly params: Value[] } {
  const lenderCase = 'borrowerIdentity' in by ? by.lenderCase : undefined
  if (lenderCase === undefined) return { condition: '', params: [] }
  const own = lenderCase === 'none' ? 'r.lender_case is null' : 'r.lender_case = $5'
  return { condition: `and (${own} or ${ANSWERED_UNDER})`, params: [storedCase(lenderCase)] }
}

/** Returns the account of a report, for callers that may see all. Other look-ups name it. */
export async function accountOfReport(database: Database, id: string): Promise<string | undefined> {
  const sql = 'select account from reports where id = $1'
  const [row] = await database.read<{ account: string }>({ sql, params: [id] })
  return row?.account
}

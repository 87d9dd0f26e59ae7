/** Keeping reports and finding them again, always within one account. */
import type { PrintedForm } from '../../documents/tables/printed-forms.ts'
import type { Database, Row, Value } from '../engine/database.ts'
import { openPart, partColumn, sealPart } from '../sealing/contents.ts'
import { type KeyRow, wrappedKeyOf } from '../sealing/packed.ts'
import type { RowGuard } from '../sealing/row-mac.ts'
import { type DataKey, SealBroken, type Vault } from '../sealing/vault.ts'
import { reportLine } from './order-records.ts'
import {
  caseKept,
  type PrintedReports,
  type Report,
  type ReportLookUp,
  type ReportOrigin,
  type ReportSummary,
} from './report-entry.ts'

/** Stored reports, which their account reads and the console lists. */
export interface ReportStore {
  find(account: string, id: string): Promise<Report | undefined>
  /** The account of a report, for callers who may see every account. */
  accountOf(id: string): Promise<string | undefined>
  /** Reports, the last issued first; of every account where none is named. */
  list(filter: IssuedFilter, page: ReportPage): Promise<readonly ReportSummary[]>
  /** Reports whose order left any of these keyed words, the newest order first. */
  search(
    tokens: readonly Uint8Array[],
    filter: IssuedFilter,
    page: FoundPage,
  ): Promise<readonly FoundReport[]>
  /** The account's reports first issued since then that a blind index finds, newest first. */
  lookUp(
    account: string,
    by: ReportLookUp,
    issuedSince: number,
    limit: number,
  ): Promise<readonly ReportSummary[]>
  /** How many reports were first issued after a moment, up to another. */
  countFirstIssued(after: number, until: number): Promise<number>
  /** Keeps a printed form beside those printed before; the first one kept stays. */
  keepPrinted(
    account: string,
    reportId: string,
    form: PrintedForm,
    printed: Uint8Array,
  ): Promise<void>
}

/** Reports over a database. */
export function reportsOver(database: Database, vault: Vault, guard: RowGuard): ReportStore {
  return {
    find: (account, id) => findGenuine(database, vault, guard, account, id),
    accountOf: (id) => accountOfReport(database, id),
    list: (filter, page) => listIssued(database, filter, page),
    search: (tokens, filter, page) => searchIssued(database, tokens, filter, page),
    lookUp: (account, by, issuedSince, limit) =>
      lookUpReports(database, account, by, issuedSince, limit),
    countFirstIssued: (after, until) => countFirstIssued(database, after, until),
    keepPrinted: (account, id, form, printed) =>
      keepPrinted(database, vault, { account, id }, form, printed),
  }
}

/** The columns of a summary, of `reports r`. */
const REPORT_SUMMARY = `r.id, r.account, r.order_id, r.operation, r.product, r.origin, r.base_report_id,
  r.first_issued_at, r.last_updated_at, r.bureaus, r.lender_case, r.meaning, r.derivation`

/** A row of them. */
interface SummaryRow extends Row {
  id: string
  account: string
  order_id: string
  operation: string
  product: string
  origin: ReportOrigin
  base_report_id: string | null
  first_issued_at: number
  last_updated_at: number
  bureaus: string
  lender_case: Uint8Array | null
  meaning: Uint8Array | null
  derivation: Uint8Array | null
}

interface ReportRow extends SummaryRow, KeyRow {
  content: Uint8Array | null
  answer: Uint8Array | null
  pdf: Uint8Array | null
  html: Uint8Array | null
}

const CONTENTS = `${partColumn('report', 'r.order_id')} as content,
  ${partColumn('answer', 'r.order_id')} as answer,
  ${partColumn('PDF', 'r.order_id')} as pdf, ${partColumn('HTML', 'r.order_id')} as html`

function openedForms(key: DataKey, { pdf, html }: ReportRow): PrintedReports {
  const PDF = openPart(key, 'PDF', pdf)
  const HTML = openPart(key, 'HTML', html)
  return { ...(PDF && { PDF }), ...(HTML && { HTML }) }
}

/** Keeps a form of the printed report that was drawn after the report was kept. */
async function keepPrinted(
  database: Database,
  vault: Vault,
  report: { readonly account: string; readonly id: string },
  form: PrintedForm,
  printed: Uint8Array,
): Promise<void> {
  const [row] = await database.read<Pick<ReportRow, 'order_id' | 'account' | 'key_id' | 'wrapped'>>(
    {
      sql: `select r.order_id, r.account, k.key_id, k.wrapped
      from reports r join order_keys k on k.order_id = r.order_id
      where r.account = $1 and r.id = $2`,
      params: [report.account, report.id],
    },
  )
  // Purged meanwhile: nothing of it may be kept again.
  if (row === undefined) return
  const key = vault.openDataKey({ id: row.order_id, account: row.account }, wrappedKeyOf(row))
  await database.commit([
    {
      sql: `insert into contents (order_id, part, content)
        select order_id, $2, $3 from order_keys where order_id = $1 on conflict do nothing`,
      params: [row.order_id, form, sealPart(key, form, printed)],
    },
  ])
}

/**
 * A report of the account; one whose row was changed or moved past the service is treated as absent
 * and reported.
 */
async function findGenuine(
  database: Database,
  vault: Vault,
  guard: RowGuard,
  account: string,
  id: string,
): Promise<Report | undefined> {
  try {
    return await findReport(database, vault, account, id)
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    guard.report({ table: 'reports', row: id })
    return undefined
  }
}

/**
 * A report of the account, opened. A purged report is not there. Throws `SealBroken` where the
 * sealed report is not the one of this row: of this account and order, found by these indexes.
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

/** The account's reports first issued since then that a look-up finds, newest first. */
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
  /** The table, by its short name, whose index is walked. */
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

/** The part of a search by borrower that keeps to one lender's case. */
function caseOf(by: ReportLookUp): { readonly condition: string; readonly params: Value[] } {
  const lenderCase = 'borrowerIdentity' in by ? by.lenderCase : undefined
  if (lenderCase === undefined) return { condition: '', params: [] }
  const own = lenderCase === 'none' ? 'r.lender_case is null' : 'r.lender_case = $5'
  return { condition: `and (${own} or ${ANSWERED_UNDER})`, params: [caseKept(lenderCase)] }
}

interface BorrowerRow extends Row {
  report_id: string
  position: number
  account: string
  ssn_index: Uint8Array
  identity_index: Uint8Array
  first_issued_at: number
}

/** The summaries of rows; their borrowers are read together. */
async function summariesOf(
  database: Database,
  rows: readonly SummaryRow[],
): Promise<readonly ReportSummary[]> {
  if (rows.length === 0) return []
  const borrowers = await borrowersOf(database, rows)
  return rows.map((row) =>
    summaryOf(
      row,
      borrowers.filter(({ report_id }) => report_id === row.id),
    ),
  )
}

function borrowersOf(
  database: Database,
  rows: readonly SummaryRow[],
): Promise<readonly BorrowerRow[]> {
  const places = rows.map((_, index) => `$${index + 1}`).join(', ')
  return database.read<BorrowerRow>({
    sql: `select * from report_borrowers where report_id in (${places})
      order by report_id, position`,
    params: rows.map(({ id }) => id),
  })
}

function summaryOf(row: SummaryRow, borrowers: readonly BorrowerRow[]): ReportSummary {
  return {
    id: row.id,
    account: row.account,
    orderId: row.order_id,
    operation: row.operation,
    product: row.product,
    origin: row.origin,
    baseReportId: row.base_report_id ?? undefined,
    firstIssuedAt: row.first_issued_at,
    lastUpdatedAt: row.last_updated_at,
    bureaus: JSON.parse(row.bureaus),
    lenderCase: row.lender_case ?? undefined,
    borrowers: borrowers.map(({ ssn_index, identity_index }) => ({
      ssn: ssn_index,
      identity: identity_index,
    })),
  }
}

// Lists of reports for people, the last issued first.

/** Which reports are listed; all of what is named. */
export interface IssuedFilter {
  readonly account?: string | undefined
  readonly operation?: string | undefined
  /** First issued at this moment or later. */
  readonly firstIssuedFrom?: number | undefined
  /** Last issued at this moment or later. */
  readonly from?: number | undefined
  /** Last issued before this moment. */
  readonly to?: number | undefined
}

/** A part of a list, the last issued first. */
export interface ReportPage {
  /** The last report of the page before. */
  readonly before?: { readonly id: string; readonly lastUpdatedAt: number } | undefined
  readonly limit: number
}

/** The conditions of a filter, with their values after those that are there. */
function issuedConditions(filter: IssuedFilter, params: Value[]): string {
  const { account, operation, firstIssuedFrom, from, to } = filter
  // What was first issued since then was last issued since then: that is in the index.
  const since = Math.max(firstIssuedFrom ?? 0, from ?? 0)
  const compared: readonly (readonly [string, Value | undefined])[] = [
    ['r.account =', account],
    ['r.operation =', operation],
    ['r.first_issued_at >=', firstIssuedFrom],
    ['r.last_updated_at >=', since === 0 ? undefined : since],
    ['r.last_updated_at <', to],
  ]
  return compared
    .filter(([, value]) => value !== undefined)
    .map(([comparison, value]) => `and ${comparison} $${params.push(value as Value)}`)
    .join(' ')
}

/** Reports whose content is still there. */
async function listIssued(
  database: Database,
  filter: IssuedFilter,
  { before, limit }: ReportPage,
): Promise<readonly ReportSummary[]> {
  const start = before ?? { id: '', lastUpdatedAt: Number.MAX_SAFE_INTEGER }
  const params: Value[] = [start.lastUpdatedAt, start.id, limit]
  const rows = await database.read<SummaryRow>({
    sql: `select ${REPORT_SUMMARY} from reports r
      where (r.last_updated_at, r.id) < ($1, $2) ${issuedConditions(filter, params)}
        and exists (select 1 from order_keys k where k.order_id = r.order_id)
      order by r.last_updated_at desc, r.id desc limit $3`,
    params,
  })
  return await summariesOf(database, rows)
}

/** A report that a search found, with the place of its order in the index of words. */
interface FoundReport extends ReportSummary {
  readonly receivedAt: number
}

/** A part of a search, the newest order first. */
export interface FoundPage {
  /** The last report of the page before. */
  readonly before?: Pick<FoundReport, 'receivedAt' | 'orderId'> | undefined
  readonly limit: number
}

/**
 * Reports by the words of the orders that made them. Each word is walked in the order of its index;
 * an order whose content was purged has left no words.
 */
async function searchIssued(
  database: Database,
  tokens: readonly Uint8Array[],
  filter: IssuedFilter,
  page: FoundPage,
): Promise<readonly FoundReport[]> {
  const found = new Map<string, FoundRow>()
  for (const token of tokens) {
    for (const row of await issuedOfToken(database, token, filter, page)) found.set(row.id, row)
  }
  const rows = [...found.values()].sort(newestFirst).slice(0, page.limit)
  const reports = await summariesOf(database, rows)
  return reports.map((report, index) => ({
    ...report,
    receivedAt: rows[index]?.received_at ?? 0,
  }))
}

interface FoundRow extends SummaryRow {
  received_at: number
}

function newestFirst(one: FoundRow, other: FoundRow): number {
  return other.received_at - one.received_at || (one.order_id < other.order_id ? 1 : -1)
}

function issuedOfToken(
  database: Database,
  token: Uint8Array,
  filter: IssuedFilter,
  { before, limit }: FoundPage,
): Promise<readonly FoundRow[]> {
  const start = before ?? { orderId: '', receivedAt: Number.MAX_SAFE_INTEGER }
  const params: Value[] = [start.receivedAt, start.orderId, limit, token]
  const inAccount =
    filter.account === undefined ? '' : `and s.account = $${params.push(filter.account)}`
  return database.read<FoundRow>({
    sql: `select ${REPORT_SUMMARY}, s.received_at from order_search s
      join orders o on o.id = s.order_id
      join reports r on r.id = o.report_id and r.order_id = s.order_id
      where s.token = $4 and (s.received_at, s.order_id) < ($1, $2) ${inAccount}
        ${issuedConditions(filter, params)}
      order by s.received_at desc, s.order_id desc limit $3`,
    params,
  })
}

/** Reports are updated when they are issued or later, so the index of the list finds them. */
async function countFirstIssued(database: Database, after: number, until: number): Promise<number> {
  const [row] = await database.read<{ n: number }>({
    sql: `select count(*) as n from reports
      where last_updated_at > $1 and first_issued_at > $1 and first_issued_at <= $2`,
    params: [after, until],
  })
  return Number(row?.n ?? 0)
}

/** The account of a report, for those who may see all; every other look-up names the account. */
async function accountOfReport(database: Database, id: string): Promise<string | undefined> {
  const sql = 'select account from reports where id = $1'
  const [row] = await database.read<{ account: string }>({ sql, params: [id] })
  return row?.account
}

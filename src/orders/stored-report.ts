/** Stores and reads back a report: the files that it was made of, and the merged result. */
import type { CreditFile } from '../bureaus/bureau.ts'
import { RESPONSE_BOUNDS } from '../documents/codec/parse.ts'
import { formatOf, parseAs } from '../documents/codec/parse-document.ts'
import { read } from '../documents/codec/read.ts'
import type { PrintedForm } from '../documents/tables/printed-forms.ts'
import { CreditReportResponse, type CreditResponse } from '../documents/tables/response.ts'
import { relabelRemark } from '../reports/ownership.ts'
import type { MergedData, Report } from '../reports/report.ts'
import type { Report as ReportRecord } from '../store/records/reports/report-entry.ts'
import { OPERATIONS } from './intake/operation.ts'
import type { OrderingAccount } from './intake/ordering-account.ts'
import type { OperationName } from './intake/products.ts'
import { logErrors, type Tools } from './tools.ts'

/** The files that the bureaus returned for one borrower, in the order of the bureau indicators. */
export interface ReportedBorrower {
  /** The borrower's identifier in the order that made the report. */
  readonly borrowerId: string
  readonly pulls: readonly CreditFile[]
}

/**
 * The content of a report, which is stored encrypted. Upgrade, Unmerge and refresh start from its
 * files.
 */
export interface ReportContent {
  readonly borrowers: readonly ReportedBorrower[]
  /**
   * The merged report. Merging the files again by the rules of that time would give the same
   * result.
   */
  readonly report: Report
}

// Data that the report's own response contains is not stored a second time. It is read back from
// the stored response, with the same tables that wrote it.

/** The parts of a report that a response contains unchanged, each with its element. */
const READ_BACK = {
  liabilities: 'CREDIT_LIABILITY',
  publicRecords: 'CREDIT_PUBLIC_RECORD',
  inquiries: 'CREDIT_INQUIRY',
  scores: 'CREDIT_SCORE',
  tradeReferences: 'CREDIT_TRADE_REFERENCE',
  comments: 'CREDIT_COMMENT',
  referrals: 'CREDIT_CONSUMER_REFERRAL',
  summaries: 'CREDIT_SUMMARY',
} as const satisfies Partial<Record<keyof MergedData, keyof CreditResponse>>
const NAMES = Object.keys(READ_BACK) as readonly (keyof typeof READ_BACK)[]

/** A report's content as it is stored. The parts that can be read back may be missing. */
interface StoredContent extends Pick<ReportContent, 'borrowers'> {
  readonly report: StoredMergedReport
}

type StoredMergedReport = Omit<Report, keyof typeof READ_BACK> & Partial<Report>

/**
 * Returns the content to store. Responses of shapes M and R of the interface contain less than the
 * report, so for these operations all of the content is stored.
 */
export function contentToStore(content: ReportContent, operation: OperationName): StoredContent {
  if (OPERATIONS[operation].response !== CreditReportResponse) return content
  const { borrowers, report } = content
  const stored: Partial<Record<keyof Report, unknown>> = { ...report }
  for (const name of NAMES) stored[name] = undefined
  return { borrowers, report: stored as StoredContent['report'] }
}

/** A report of an account as it was stored, which is enough for most orders. */
export interface StoredReport extends ReportRecord {
  readonly content: StoredContent
}

/** A report of an account with its complete content. */
export interface OpenedReport extends StoredReport {
  readonly content: ReportContent
}

/**
 * Finds a report of the account. Returns undefined if the account has no report with this number.
 */
export async function storedReport(
  account: Pick<OrderingAccount, 'name'>,
  id: string,
  tools: Pick<Tools, 'store'>,
): Promise<StoredReport | undefined> {
  const report = await tools.store.reports.find(account.name, id)
  // This program wrote the content, and decrypting it has verified that it is unchanged.
  return report && { ...report, content: report.content as StoredContent }
}

/**
 * Finds a report of the account with its complete content. Returns undefined if the account has no
 * report with this number. It parses the stored response, so use it only if the complete report is
 * needed, and otherwise `storedReport`.
 */
export async function openReport(
  account: Pick<OrderingAccount, 'name'>,
  id: string,
  tools: Pick<Tools, 'store'>,
): Promise<OpenedReport | undefined> {
  const stored = await storedReport(account, id, tools)
  return stored && { ...stored, content: await reportContentOf(stored) }
}

/**
 * Restores the complete content from the stored part and the response of the order that made the
 * report.
 */
export async function reportContentOf({ content, answer }: StoredReport): Promise<ReportContent> {
  const { borrowers, report } = content
  if (isWhole(report)) return { borrowers, report }
  const root = await parseAs(formatOf(answer), Buffer.from(answer).toString(), RESPONSE_BOUNDS)
  const { value } = read(CreditReportResponse, root)
  if (value === undefined) throw new Error('a stored response cannot be read as a document')
  const response = value.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE
  const parts = NAMES.map((name) => [name, response[READ_BACK[name]] ?? []] as const)
  return { borrowers, report: { ...report, ...Object.fromEntries(parts) } as Report }
}

function isWhole(report: StoredMergedReport): report is Report {
  return report.liabilities !== undefined
}

// The printed form of a stored report.

/**
 * Returns the printed report in a form. If this form is not stored, draws it from the report as it
 * was issued, and stores it. Each form is therefore drawn at most once, when it is first requested.
 */
export async function printedReport(
  stored: StoredReport,
  form: PrintedForm,
  tools: Pick<Tools, 'print' | 'store' | 'log'>,
): Promise<Uint8Array> {
  const known = stored.printed[form]
  if (known !== undefined) return known
  const printed = await tools.print((await reportContentOf(stored)).report, form)
  // Drawing the report again gives the same bytes, so the order is answered even if a full disk
  // cannot store them.
  await logErrors(tools, 'storing a printed report', () =>
    tools.store.reports.storePrinted(stored.account, stored.id, form, printed),
  )
  return printed
}

// A stored report as the response to another order. The data is the same, but the borrower
// identifiers are those of the new order: clients choose them, and they may differ from those of
// the first order.

/**
 * Replaces the borrower identifiers in a report. Returns the report itself if all identifiers stay
 * the same.
 */
export function relabelBorrowers(report: Report, ids: ReadonlyMap<string, string>): Report {
  if ([...ids].every(([stored, requested]) => stored === requested)) return report
  const relabel = <T extends { readonly BorrowerID: string }>(item: T): T => ({
    ...item,
    BorrowerID: item.BorrowerID.split(' ')
      .map((id) => ids.get(id) ?? id)
      .join(' '),
  })
  return {
    ...report,
    files: report.files.map(relabel),
    liabilities: report.liabilities.map((account) => ({
      ...relabel(account),
      CREDIT_COMMENT: account.CREDIT_COMMENT?.map((comment) => ({
        ...comment,
        _Text: comment._Text?.map((text) => relabelRemark(text, ids)),
      })),
    })),
    publicRecords: report.publicRecords.map(relabel),
    inquiries: report.inquiries.map(relabel),
    scores: report.scores.map(relabel),
    summaries: report.summaries.map((summary) => relabelSummary(summary, ids)),
  }
}

function relabelSummary(
  summary: Report['summaries'][number],
  ids: ReadonlyMap<string, string>,
): Report['summaries'][number] {
  const { BorrowerID: id, _DATA_SET: sets = [] } = summary
  return {
    ...summary,
    BorrowerID: id === undefined ? undefined : (ids.get(id) ?? id),
    _DATA_SET: sets.map((set) =>
      set._Name === 'BorrowerID' ? { ...set, _Value: ids.get(set._Value) ?? set._Value } : set,
    ),
  }
}

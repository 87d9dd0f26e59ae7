/**
 * A report as it is stored and opened again: the files it was made of, and the result of merging
 * them.
 */
import type { CreditFile } from '../bureaus/bureau.ts'
import { ANSWER_BOUNDS } from '../documents/codec/parse.ts'
import { formatOf, parseAs } from '../documents/codec/parse-document.ts'
import { read } from '../documents/codec/read.ts'
import type { PrintedForm } from '../documents/tables/printed-forms.ts'
import { CreditReportResponse, type CreditResponse } from '../documents/tables/response.ts'
import { relabelRemark } from '../reports/ownership.ts'
import type { MergedData, Report } from '../reports/report.ts'
import type { Report as KeptReport } from '../store/records/reports/report-entry.ts'
import { OPERATIONS } from './intake/operation.ts'
import type { OrderingAccount } from './intake/ordering-account.ts'
import type { OperationName } from './intake/products.ts'
import { logErrors, type Tools } from './tools.ts'

/** What the bureaus answered about one borrower, in the order of the indicators. */
export interface ReportedBorrower {
  /** As the order that made the report named the borrower. */
  readonly borrowerId: string
  readonly pulls: readonly CreditFile[]
}

/** The sealed content of a report. Upgrade, Unmerge and refresh start from the files. */
export interface ReportContent {
  readonly borrowers: readonly ReportedBorrower[]
  /** The merged report, which the files would give again by the rules of then. */
  readonly report: Report
}

// What the report's own response holds is not kept a second time: it is read back from the response,
// by the tables that it was written with.

/** The parts of a report that a response holds as they are, and where. */
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

/** A report's content, of which what is read back may be missing. */
interface KeptContent extends Pick<ReportContent, 'borrowers'> {
  readonly report: KeptMerged
}

type KeptMerged = Omit<Report, keyof typeof READ_BACK> & Partial<Report>

/** What to keep. Shapes M and R of the interface hold less than a report, so all of it is kept. */
export function keptContent(content: ReportContent, operation: OperationName): KeptContent {
  if (OPERATIONS[operation].response !== CreditReportResponse) return content
  const { borrowers, report } = content
  const kept: Partial<Record<keyof Report, unknown>> = { ...report }
  for (const name of NAMES) kept[name] = undefined
  return { borrowers, report: kept as KeptContent['report'] }
}

/** A report of an account as it was kept, which is all that most orders need of it. */
export interface StoredReport extends KeptReport {
  readonly content: KeptContent
}

/** A report of an account with all that it holds. */
export interface OpenedReport extends StoredReport {
  readonly content: ReportContent
}

/** A report of the account; undefined where it has none of this number. */
export async function storedReport(
  account: Pick<OrderingAccount, 'name'>,
  id: string,
  tools: Pick<Tools, 'store'>,
): Promise<StoredReport | undefined> {
  const report = await tools.store.reports.find(account.name, id)
  // The content is what this program kept; a seal that opens vouches for it.
  return report && { ...report, content: report.content as KeptContent }
}

/**
 * Opens a report of the account; undefined where it has none of this number. It parses the stored
 * response, so use it where the whole report is shown, and `storedReport` elsewhere.
 */
export async function openReport(
  account: Pick<OrderingAccount, 'name'>,
  id: string,
  tools: Pick<Tools, 'store'>,
): Promise<OpenedReport | undefined> {
  const stored = await storedReport(account, id, tools)
  return stored && { ...stored, content: await contentOf(stored) }
}

/** The content again, from what was kept and the response of the order that made the report. */
export async function contentOf({ content, answer }: StoredReport): Promise<ReportContent> {
  const { borrowers, report } = content
  if (isWhole(report)) return { borrowers, report }
  const root = await parseAs(formatOf(answer), Buffer.from(answer).toString(), ANSWER_BOUNDS)
  const { value } = read(CreditReportResponse, root)
  if (value === undefined) throw new Error('a stored response does not have the form of one')
  const response = value.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE
  const parts = NAMES.map((name) => [name, response[READ_BACK[name]] ?? []] as const)
  return { borrowers, report: { ...report, ...Object.fromEntries(parts) } as Report }
}

function isWhole(report: KeptMerged): report is Report {
  return report.liabilities !== undefined
}

// The printed report of a report that is kept.

/**
 * The printed report in a form: the stored one, or else drawn now from the report as it was issued,
 * and stored. So each form is drawn at most once, when it is first requested.
 */
export async function printedReport(
  kept: StoredReport,
  form: PrintedForm,
  tools: Pick<Tools, 'print' | 'store' | 'log'>,
): Promise<Uint8Array> {
  const known = kept.printed[form]
  if (known !== undefined) return known
  const printed = await tools.print((await contentOf(kept)).report, form)
  // What is drawn is the same each time: it is answered though a full disk cannot keep it.
  await logErrors(tools, 'keeping a printed report', () =>
    tools.store.reports.keepPrinted(kept.account, kept.id, form, printed),
  )
  return printed
}

// A kept report for another order: the same data under the borrower identifiers that the order uses,
// which are the client's and may differ from those it was first ordered with.

/** Gives the report's borrowers other identifiers; the same ones change nothing. */
export function relabelBorrowers(report: Report, ids: ReadonlyMap<string, string>): Report {
  if ([...ids].every(([kept, asked]) => kept === asked)) return report
  const one = <T extends { readonly BorrowerID: string }>(item: T): T => ({
    ...item,
    BorrowerID: item.BorrowerID.split(' ')
      .map((id) => ids.get(id) ?? id)
      .join(' '),
  })
  return {
    ...report,
    files: report.files.map(one),
    liabilities: report.liabilities.map((account) => ({
      ...one(account),
      CREDIT_COMMENT: account.CREDIT_COMMENT?.map((comment) => ({
        ...comment,
        _Text: comment._Text?.map((text) => relabelRemark(text, ids)),
      })),
    })),
    publicRecords: report.publicRecords.map(one),
    inquiries: report.inquiries.map(one),
    scores: report.scores.map(one),
    summaries: report.summaries.map((summary) => readdressedSummary(summary, ids)),
  }
}

function readdressedSummary(
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

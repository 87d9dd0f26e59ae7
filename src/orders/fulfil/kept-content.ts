/**
 * The content of a report as it is kept. What the report's own response holds is not kept a second
 * time: it is read back from the response, by the tables that it was written with.
 */
import { ANSWER_BOUNDS, parseInTurns } from '../../documents/codec/parse.ts'
import { read } from '../../documents/codec/read.ts'
import { CreditReportResponse, type CreditResponse } from '../../documents/tables/response.ts'
import type { MergedData, Report } from '../../reports/report.ts'
import { OPERATIONS } from '../intake/operation.ts'
import type { OperationName } from '../intake/products.ts'
import type { ReportContent } from './stored-report.ts'

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

/** A report's content without what is read back. */
export interface KeptContent extends Pick<ReportContent, 'borrowers'> {
  readonly report: Report | Omit<Report, keyof typeof READ_BACK>
}

/** What to keep. Shapes M and R of the interface hold less than a report, so all of it is kept. */
export function keptContent(content: ReportContent, operation: OperationName): KeptContent {
  if (OPERATIONS[operation].response !== CreditReportResponse) return content
  const { borrowers, report } = content
  const kept: Partial<Record<keyof Report, unknown>> = { ...report }
  for (const name of NAMES) kept[name] = undefined
  return { borrowers, report: kept as KeptContent['report'] }
}

/** The content again, from what was kept and the response of the order that made the report. */
export async function openedContent(
  { borrowers, report }: KeptContent,
  answer: Uint8Array,
): Promise<ReportContent> {
  if (isWhole(report)) return { borrowers, report }
  const root = await parseInTurns(Buffer.from(answer).toString(), ANSWER_BOUNDS)
  const { value } = read(CreditReportResponse, root)
  // It is what this program wrote; a seal that opens vouches for it.
  if (value === undefined) throw new Error('a stored response does not have the form of one')
  const response = value.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE
  const parts = NAMES.map((name) => [name, response[READ_BACK[name]] ?? []] as const)
  return { borrowers, report: { ...report, ...Object.fromEntries(parts) } as Report }
}

function isWhole(report: KeptContent['report']): report is Report {
  return 'liabilities' in report && report.liabilities !== undefined
}

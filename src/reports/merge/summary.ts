/** The summary of a report: one for each borrower, listing every data set, zeros too. */
import type { CreditFile } from '../../bureaus/bureau.ts'
import type { SummaryValue } from '../../documents/tables/response.ts'
import type { Inquiry, PublicRecord } from '../../documents/tables/tradelines.ts'
import { daysBefore, monthOf } from '../months.ts'
import { countInquiries, SUMMARY_ROWS } from '../summary-table.ts'
import type { Line } from './blend.ts'
import { tallyLines } from './tallies.ts'

/** The name of the summary of a merged report. */
export const SUMMARY_NAME = 'Trimerge_Summary'

/** What the summaries of a report are computed from; records and inquiries are those shown. */
export interface Summarised {
  readonly borrowers: readonly {
    readonly borrowerId: string
    readonly pulls: readonly CreditFile[]
  }[]
  readonly lines: readonly Line[]
  readonly publicRecords: readonly PublicRecord[]
  readonly inquiries: readonly Inquiry[]
  /** YYYY-MM-DD. */
  readonly mergedOn: string
}

const RECENT_MONTHS = 6

/** Sums the report up for each borrower. An account of both borrowers counts for both. */
export function summarise(report: Summarised): SummaryValue[] {
  const recentMonth = (monthOf(report.mergedOn) ?? 0) - RECENT_MONTHS
  return report.borrowers.map(({ borrowerId, pulls }, position) => {
    const inquiries = report.inquiries.filter((one) => one.BorrowerID === borrowerId)
    const facts = {
      tallies: tallyLines(report.lines, position, recentMonth),
      publicRecords: report.publicRecords.filter((one) => one.BorrowerID === borrowerId),
      inquiries90Days: countInquiries(inquiries, daysBefore(report.mergedOn, 90)),
      inquiries1Year: countInquiries(inquiries, daysBefore(report.mergedOn, 365)),
      files: pulls,
      mergedOn: report.mergedOn,
    }
    return {
      BorrowerID: borrowerId,
      _Name: SUMMARY_NAME,
      _DATA_SET: SUMMARY_ROWS.map(({ name, value }) => ({
        _Name: name,
        _Value: String(value(facts)),
      })),
    }
  })
}

/** The data sets as a page of the reference, in Markdown. */
export function summaryReference(): string {
  return [
    `# Data sets of the summary \`${SUMMARY_NAME}\``,
    '',
    'Each borrower has a summary of their own, which lists every data set, zeros too. Figures are',
    'sums over the accounts, public records and inquiries as the report shows them; an account of',
    'both borrowers counts in the summaries of both. A mortgage-only report shows only accounts',
    'that real estate secures, no public records and no inquiries, and its figures follow. Where',
    'the answer has no field for the borrower, the first data set is `BorrowerID`.',
    '',
    '| `_Name` | `_Value` |',
    '|---|---|',
    ...SUMMARY_ROWS.map(({ name, doc }) => `| \`${name}\` | ${doc} |`),
    '',
  ].join('\n')
}

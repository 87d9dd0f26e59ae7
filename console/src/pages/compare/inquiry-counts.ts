/** How many inquiries of a report are the lender's own, and how many others there are. */
import { inquiriesOf } from '../report/changed-items.ts'
import { isOwnInquirer, type Report } from '../report/report-data.ts'

/** The numbers. */
export interface InquiryCounts {
  readonly own: number
  readonly others: number
}

/** Whose inquiries count as own: reports of two accounts can be of two lenders. */
export function lendersText(reports: readonly Report[]): 'the lender' | 'these lenders' {
  const names = new Set(reports.map(({ preparedFor }) => preparedFor))
  return names.size === 1 ? 'the lender' : 'these lenders'
}

/** The inquiries of one of the reports that are compared. */
export function inquiryCounts(report: Report, reports: readonly Report[]): InquiryCounts {
  const inquiries = inquiriesOf(report)
  const own = inquiries.filter(({ name }) => isOwnInquirer(name, reports)).length
  return { own, others: inquiries.length - own }
}

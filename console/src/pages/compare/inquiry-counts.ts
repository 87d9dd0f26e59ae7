/** The numbers of inquiries in a report: the lender's own, and the others. */
import { inquiriesOf } from '../report/changed-items.ts'
import { isOwnInquirer, type Report } from '../report/report-data.ts'

/** The lender's own inquiries and the other inquiries. */
export interface InquiryCounts {
  readonly own: number
  readonly others: number
}

/** Returns whose inquiries count as own. The reports of two accounts can belong to two lenders. */
export function lendersText(reports: readonly Report[]): 'the lender' | 'these lenders' {
  const names = new Set(reports.map(({ preparedFor }) => preparedFor))
  return names.size === 1 ? 'the lender' : 'these lenders'
}

/** Counts the inquiries of one of the compared reports. */
export function inquiryCounts(report: Report, reports: readonly Report[]): InquiryCounts {
  const inquiries = inquiriesOf(report)
  const own = inquiries.filter(({ name }) => isOwnInquirer(name, reports)).length
  return { own, others: inquiries.length - own }
}

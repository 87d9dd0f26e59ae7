/** A report as it is kept and opened again: the files it was made of, and what they became. */
import type { CreditFile } from '../../bureaus/bureau.ts'
import type { Report } from '../../reports/report.ts'
import type { Report as KeptReport } from '../../store/records/report-entry.ts'
import type { OrderingAccount } from '../intake/ordering-account.ts'
import type { Tools } from '../tools.ts'

/** What the bureaus answered about one borrower, in the order of the indicators. */
export interface ReportedBorrower {
  readonly borrowerId: string
  readonly pulls: readonly CreditFile[]
}

/** The sealed content of a report. Upgrade, Unmerge and refresh start from the files. */
export interface ReportContent {
  readonly borrowers: readonly ReportedBorrower[]
  readonly report: Report
}

/** A report of an account, opened. */
export interface StoredReport extends KeptReport {
  readonly content: ReportContent
}

/** Opens a report of the account; undefined where it has none of this number. */
export async function openReport(
  account: OrderingAccount,
  id: string,
  tools: Tools,
): Promise<StoredReport | undefined> {
  const report = await tools.store.findReport(account.name, id)
  // The content is what this program kept; a seal that opens vouches for it.
  return report as StoredReport | undefined
}

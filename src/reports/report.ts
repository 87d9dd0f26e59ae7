/**
 * A merged credit report. The service stores it, and both the XML response and the printed page are
 * made from it. Its items are values of MISMO, with identifiers that are valid within this report.
 */
import type { BureauName } from '../documents/tables/enumerations.ts'
import type {
  BorrowerValue,
  CreditFileValue,
  CreditResponse,
  KeyValue,
  ReferralValue,
  RespondingPartyValue,
  RespondToPartyValue,
  ScoreValue,
  SummaryValue,
} from '../documents/tables/response.ts'
import type {
  Comment,
  Inquiry,
  Liability,
  PublicRecord,
  TradeReference,
} from '../documents/tables/tradelines.ts'
import { joined } from '../documents/wording.ts'
import type { Difference } from './compare/differences.ts'

/**
 * The merged content of a report. The XML response, the printed page and the summary all use it.
 */
export interface MergedData {
  /** One for each borrower and requested bureau, delivered or not. */
  readonly files: readonly CreditFileValue[]
  /** Merged tradelines, one for each account. */
  readonly liabilities: readonly Liability[]
  readonly publicRecords: readonly PublicRecord[]
  /** Inquiries are never merged: each inquiry of each bureau is an item of its own. */
  readonly inquiries: readonly Inquiry[]
  /** Empty for products without scores. */
  readonly scores: readonly ScoreValue[]
  readonly tradeReferences: readonly TradeReference[]
  readonly comments: readonly Comment[]
  /** The offices of the requested bureaus, which a consumer can contact. */
  readonly referrals: readonly ReferralValue[]
  /** One for each borrower. */
  readonly summaries: readonly SummaryValue[]
  /** Score ranges, percentiles and reasons for missing scores. */
  readonly keys: readonly KeyValue[]
  /** Bureaus that delivered at least one file. */
  readonly delivered: readonly BureauName[]
}

/** A merged credit report. */
export interface Report extends MergedData {
  /** The number with which clients order the report again; `CreditReportIdentifier`. */
  readonly id: string
  /** `CreditResponseID`; the KEYs about scores repeat it. */
  readonly responseId: string
  /** The product as printed, such as "Merged Credit Report". */
  readonly title: string
  /**
   * Whether the product is limited to mortgage tradelines, so that other debts are not in the
   * report.
   */
  readonly mortgagesOnly?: boolean
  /** How tradelines were merged; always `Blend`. */
  readonly mergeType: CreditResponse['CreditReportMergeType']
  readonly reportType: CreditResponse['CreditReportType']
  /** `CreditReportTypeOtherDescription`; empty if the type says everything. */
  readonly reportTypeOther: string
  /** Times as in the response, ISO 8601 in UTC. */
  readonly firstIssuedAt: string
  /** Later than `firstIssuedAt` for an upgraded or unmerged report. */
  readonly lastUpdatedAt: string
  /** The bureaus that the order requested, or those of the report that this one was made from. */
  readonly requested: readonly BureauName[]
  /** Whether the pulls left hard inquiries. */
  readonly hard: boolean
  /** Whether any file is simulated. */
  readonly simulated: boolean
  readonly borrowers: readonly BorrowerValue[]
  readonly respondingParty: RespondingPartyValue
  readonly respondTo: RespondToPartyValue
  /** The lender's number of the loan; empty if the order had none. */
  readonly lenderCase: string
  /** The person at the lender who ordered; empty if not named. */
  readonly requestedBy: string
  /** The account that ordered the report. */
  readonly account: string
  /**
   * In cents. The price of the order that made the report. Later orders that return the report have
   * prices of their own.
   */
  readonly priceCents: number
  /** The earlier report from which an upgrade or unmerge made this one; absent for a new report. */
  readonly madeFrom?: { readonly how: 'upgraded' | 'unmerged'; readonly reportId: string }
  /** The changes since an earlier report; only in a refresh. */
  readonly refresh?: Refresh
}

/** A comparison with an earlier report, the base. */
export interface Refresh {
  readonly baseId: string
  /** When the base was first issued, as in the response. */
  readonly baseIssuedAt: string
  /** Bureaus whose earlier and current files were compared, for at least one borrower. */
  readonly compared: readonly BureauName[]
  /** Requested bureaus that are not in the base, or that returned no file now. */
  readonly notCompared: readonly BureauName[]
  /** For a borrower, the bureaus that were compared only for the other one. Absent if none. */
  readonly partlyCompared?: readonly {
    readonly borrowerId: string
    readonly bureaus: readonly BureauName[]
  }[]
  /** Sorted by kind, then latest first. */
  readonly differences: readonly Difference[]
}

/** Returns the letters of the borrowers with these identifiers: B, C, or both. */
export function borrowerLetters(report: Report, ids: string): string {
  const only = letterOf(report, ids)
  if (only !== '' || !ids.includes(' ')) return only
  return ids.split(' ').reduce((letters, id) => joined(letters, ' ', letterOf(report, id)), '')
}

function letterOf(report: Report, id: string): string {
  for (const borrower of report.borrowers) {
    if (borrower.BorrowerID === id) return borrower._PrintPositionType === 'CoBorrower' ? 'C' : 'B'
  }
  return ''
}

/** Returns the file of a borrower at a bureau, or undefined if the bureau was not requested. */
export function fileOf(
  report: Report,
  borrowerId: string,
  bureau: BureauName,
): CreditFileValue | undefined {
  return report.files.find(
    (file) => file.BorrowerID === borrowerId && file.CreditRepositorySourceType === bureau,
  )
}

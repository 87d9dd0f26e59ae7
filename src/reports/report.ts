/**
 * A merged credit report: it is stored, and the response is written and the page printed from it.
 * Its items are MISMO's own values, with the identifiers that they have within this report.
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

/** What the report is made of after merging; the same for XML, printed page and summary. */
export interface MergedData {
  /** One for each borrower and requested bureau, delivered or not. */
  readonly files: readonly CreditFileValue[]
  /** Merged tradelines; one for each account. */
  readonly liabilities: readonly Liability[]
  readonly publicRecords: readonly PublicRecord[]
  /** Never merged: each bureau's inquiry is a line. */
  readonly inquiries: readonly Inquiry[]
  /** Empty for products without scores. */
  readonly scores: readonly ScoreValue[]
  readonly tradeReferences: readonly TradeReference[]
  readonly comments: readonly Comment[]
  /** The offices of the requested bureaus, which a consumer can turn to. */
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
  /** The number by which the report can be asked for again; `CreditReportIdentifier`. */
  readonly id: string
  /** `CreditResponseID`; KEYs about scores repeat it. */
  readonly responseId: string
  /** The product as printed, such as "Merged Credit Report". */
  readonly title: string
  /** Whether the product holds no tradelines but mortgages, so that it says nothing of others. */
  readonly mortgagesOnly?: boolean
  /** How tradelines were merged; always `Blend`. */
  readonly mergeType: CreditResponse['CreditReportMergeType']
  readonly reportType: CreditResponse['CreditReportType']
  /** `CreditReportTypeOtherDescription`; empty where the type says everything. */
  readonly reportTypeOther: string
  /** Times as in the answer, ISO 8601 in UTC. */
  readonly firstIssuedAt: string
  /** Later than the first issue for an upgraded or unmerged report. */
  readonly lastUpdatedAt: string
  /** The bureaus that the order, or the report it was made from, named. */
  readonly requested: readonly BureauName[]
  /** Whether pulls left hard inquiries. */
  readonly hard: boolean
  /** Whether any of it is simulated. */
  readonly simulated: boolean
  readonly borrowers: readonly BorrowerValue[]
  readonly respondingParty: RespondingPartyValue
  readonly respondTo: RespondToPartyValue
  /** The lender's number of the loan; empty where the order had none. */
  readonly lenderCase: string
  /** The person at the lender who ordered; empty where not named. */
  readonly requestedBy: string
  /** The account that ordered. */
  readonly account: string
  /**
   * In cents. The price of the order that made the report; later orders that find it have their
   * own.
   */
  readonly priceCents: number
  /** The report that this one was made from, where it is not new. */
  readonly madeFrom?: { readonly how: 'upgraded' | 'unmerged'; readonly reportId: string }
  /** What has changed since another report; only in a refresh. */
  readonly refresh?: Refresh
}

/** A comparison with an earlier report, which is its base. */
export interface Refresh {
  readonly baseId: string
  /** When the base was first issued, as in the answer. */
  readonly baseIssuedAt: string
  /** Bureaus whose files of then and now were compared. */
  readonly compared: readonly BureauName[]
  /** Bureaus asked for that the base does not hold, or that gave no file now. */
  readonly notCompared: readonly BureauName[]
  /** Ordered by kind, then the latest first. */
  readonly differences: readonly Difference[]
}

/** The letters of the borrowers whose identifiers are listed: B, C, or both. */
export function whose(report: Report, ids: string): string {
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

/** The file of a borrower at a bureau. Undefined where the bureau was not requested. */
export function fileOf(
  report: Report,
  borrowerId: string,
  bureau: BureauName,
): CreditFileValue | undefined {
  return report.files.find(
    (file) => file.BorrowerID === borrowerId && file.CreditRepositorySourceType === bureau,
  )
}

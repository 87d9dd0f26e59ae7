/** Reports as they are kept: content sealed, and found again by keyed blind indexes only. */
import type { PrintedForm } from '../../../documents/tables/printed-forms.ts'

/** How a report came to be. */
export const REPORT_ORIGINS = ['new', 'upgraded', 'unmerged', 'refreshed'] as const
/** How a report came about; a stored report that is returned again is no new one. */
export type ReportOrigin = (typeof REPORT_ORIGINS)[number]

/** Blind indexes of a borrower of a report. */
export interface BorrowerIndexes {
  /** Of the number alone. */
  readonly ssn: Uint8Array
  /** Of the number and the name, normalised. */
  readonly identity: Uint8Array
}

/** A report without its sealed content. */
export interface ReportSummary {
  readonly id: string
  readonly account: string
  /** The order that made the report. */
  readonly orderId: string
  readonly operation: string
  /** The product under its internal name. */
  readonly product: string
  readonly origin: ReportOrigin
  /** The report that this one was made from; undefined for a new one. */
  readonly baseReportId: string | undefined
  /** Windows count from it; an upgraded or unmerged report has it from its base. */
  readonly firstIssuedAt: number
  /** The issue of this report itself. */
  readonly lastUpdatedAt: number
  /** The bureaus that answered: with a file, with none, or that it is frozen. */
  readonly bureaus: readonly string[]
  /** In the order of the borrowers' positions, from 1. */
  readonly borrowers: readonly BorrowerIndexes[]
  /** A blind index of the lender's case, where there is one. */
  readonly lenderCase: Uint8Array | undefined
}

/** The forms of the printed report that were drawn so far. */
export type PrintedReports = Readonly<Partial<Record<PrintedForm, Uint8Array>>>

/** A report with its content. */
export interface Report extends ReportSummary {
  /** The bureaus' files and the merged report, as JSON. */
  readonly content: unknown
  /** The response of the order that made the report. */
  readonly answer: Uint8Array
  readonly printed: PrintedReports
}

/** A report about to be kept, in the same unit that ends its order. */
export interface NewReport {
  readonly id: string
  readonly operation: string
  readonly product: string
  readonly origin: ReportOrigin
  readonly baseReportId?: string | undefined
  readonly firstIssuedAt: number
  readonly lastUpdatedAt: number
  /** Those that answered for every borrower. */
  readonly bureaus: readonly string[]
  /** In the order of the request. */
  readonly borrowers: readonly BorrowerIndexes[]
  /**
   * A blind index of the lender's case. It tells an account's reports of one borrower apart; alone
   * it finds nothing, because real clients send the same case for every borrower.
   */
  readonly lenderCase?: Uint8Array | undefined
  /** A blind index of product and borrowers: Submit finds the live report of the same meaning. */
  readonly meaning?: Uint8Array | undefined
  /** A blind index of what was asked of the base report: the same asked again finds this one. */
  readonly derivation?: Uint8Array | undefined
  /** The report and its files, which the store seals and does not read. */
  readonly content: unknown
  /** The forms that were printed with it; others are printed when they are requested. */
  readonly printed: PrintedReports
}

/** By what an account's reports are looked up. */
export type ReportLookUp =
  | { readonly meaning: Uint8Array }
  | { readonly derivation: Uint8Array }
  | {
      readonly borrowerIdentity: Uint8Array
      /** Answered under this case; `none` for those without one, and any where it is left out. */
      readonly lenderCase?: Uint8Array | 'none'
    }
  | { readonly baseReportId: string }

/** What is kept of an order without a case. */
export const NO_CASE = new Uint8Array()

/** A case as `report_cases` has it. */
export function caseKept(lenderCase: Uint8Array | 'none'): Uint8Array {
  return lenderCase === 'none' ? NO_CASE : lenderCase
}

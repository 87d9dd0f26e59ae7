/** The types of stored reports. Their content is sealed, and only keyed blind indexes find them. */
import type { PrintedForm } from '../../../documents/tables/printed-forms.ts'

/** The origins of reports. */
export const REPORT_ORIGINS = ['new', 'upgraded', 'unmerged', 'refreshed'] as const
/** How a report was made. A stored report that is returned again is not a new report. */
export type ReportOrigin = (typeof REPORT_ORIGINS)[number]

/** The blind indexes of a borrower of a report. */
export interface BorrowerIndexes {
  /** The blind index of the social security number only. */
  readonly ssn: Uint8Array
  /** The blind index of number and name, both normalized. */
  readonly identity: Uint8Array
}

/** A report without its sealed content. */
export interface ReportSummary {
  readonly id: string
  readonly account: string
  /** The order that made the report. */
  readonly orderId: string
  readonly operation: string
  /** The internal name of the product. */
  readonly product: string
  readonly origin: ReportOrigin
  /** The report that this one was made from. Undefined for a new report. */
  readonly baseReportId: string | undefined
  /** The start of all windows. An upgraded or unmerged report inherits it from its base. */
  readonly firstIssuedAt: number
  /** The time when this report itself was issued. */
  readonly lastUpdatedAt: number
  /** The bureaus that responded: with a file, with no file, or with a frozen file. */
  readonly bureaus: readonly string[]
  /** In the order of the borrowers' positions, from 1. */
  readonly borrowers: readonly BorrowerIndexes[]
  /** A blind index of the lender case, if there is one. */
  readonly lenderCase: Uint8Array | undefined
}

/** The forms of the printed report that were generated so far. */
export type PrintedReports = Readonly<Partial<Record<PrintedForm, Uint8Array>>>

/** A report with its content. */
export interface Report extends ReportSummary {
  /** The bureaus' files and the merged report, as JSON. */
  readonly content: unknown
  /** The response of the order that made the report. */
  readonly answer: Uint8Array
  readonly printed: PrintedReports
}

/** A report that is about to be stored, in the unit that ends its order. */
export interface NewReport {
  readonly id: string
  readonly operation: string
  readonly product: string
  readonly origin: ReportOrigin
  readonly baseReportId?: string | undefined
  readonly firstIssuedAt: number
  readonly lastUpdatedAt: number
  /** The bureaus that responded for every borrower. */
  readonly bureaus: readonly string[]
  /** In the order of the request. */
  readonly borrowers: readonly BorrowerIndexes[]
  /**
   * A blind index of the lender case. It distinguishes an account's reports of one borrower. By
   * itself it finds nothing, because real clients send the same case for every borrower.
   */
  readonly lenderCase?: Uint8Array | undefined
  /** A blind index of product and borrowers, by which Submit finds a recent report. */
  readonly meaning?: Uint8Array | undefined
  /** A blind index of the change to the base report. The same change again finds this report. */
  readonly derivation?: Uint8Array | undefined
  /** The report and its files, which the store seals and does not read. */
  readonly content: unknown
  /** The forms that were printed with the report. Others are printed when they are requested. */
  readonly printed: PrintedReports
}

/** The keys by which an account's reports can be looked up. */
export type ReportLookUp =
  | { readonly meaning: Uint8Array }
  | { readonly derivation: Uint8Array }
  | {
      readonly borrowerIdentity: Uint8Array
      /** Only reports returned under this case, or without a case if `none`. If absent, all. */
      readonly lenderCase?: Uint8Array | 'none'
    }
  | { readonly baseReportId: string }

/** The value that is stored for an order without a case. */
export const NO_CASE = new Uint8Array()

/** Returns a case as it is stored in `report_cases`. */
export function storedCase(lenderCase: Uint8Array | 'none'): Uint8Array {
  return lenderCase === 'none' ? NO_CASE : lenderCase
}

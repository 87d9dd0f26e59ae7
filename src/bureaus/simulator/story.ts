/**
 * A story is the plan of a financial life: events by month, counted from the epoch. The stories of
 * personas are written by hand. Others are invented, or made from a custom person's file. All
 * stories become lives in the same way.
 */
import type { BureauName } from '../../documents/tables/enumerations.ts'
import type { Address, FileAccount, FilePublicRecord, FileScore, FileStatus } from '../bureau.ts'
import type { AccountKindName } from './tables/account-kinds.ts'
import type { RecordTypeName } from './tables/public-record-types.ts'

/**
 * The number of months after the epoch for which lives are planned. After that, nothing new begins.
 */
export const PLANNED_MONTHS = 180

/**
 * Inquiries stay on file for two years, as bureaus decided. The law requires one or two years (FCRA
 * 609(a)(3)).
 */
export const INQUIRY_MONTHS = 24

/** A run of missed payments: one more each month, until all are paid. */
export interface Lateness {
  /** The first month of the run. */
  readonly from: number
  /** The number of payments behind in the first month; 1 if absent. */
  readonly first?: number
  /** The maximum number of payments behind: 1 is 30 days, 6 is 180 days. */
  readonly worst: number
  /** The number of further months for which the maximum lasts. */
  readonly held?: number
}

/** Returns the last month of a run of missed payments. */
export function lastMonthOf({ from, first = 1, worst, held = 0 }: Lateness): number {
  return from + worst - first + held
}

/** The ways in which an account ends. */
export type EndingKind =
  | 'Paid'
  | 'Refinanced'
  | 'Transferred'
  | 'ClosedByConsumer'
  | 'ClosedByCreditor'
  | 'ChargedOff'
  | 'ChargedOffAndSold'
  | 'Repossessed'
  | 'Foreclosed'
  | 'IncludedInBankruptcy'

/** The ends at which the creditor loses money. */
export const LOSS_ENDINGS: ReadonlySet<EndingKind> = new Set([
  'ChargedOff',
  'ChargedOffAndSold',
  'Repossessed',
  'Foreclosed',
])

/** The end of an account. */
export interface Ending {
  /** Months since the epoch, negative before it, as for all months here. */
  readonly month: number
  /** Determines status, rating and remark. */
  readonly how: EndingKind
  /** The day of the month; the second if absent. */
  readonly day?: number
  /** The last month of the plan under which a debt in chapter 13 is paid. */
  readonly planUntil?: number
  /** The month of a later discharge that clears what is still owed after a charge-off. */
  readonly clearedIn?: number
}

/**
 * The figures that were reported for an account in a month. They hold exactly for that month, and
 * later months follow from them.
 */
export interface ReportedFigures {
  readonly month: number
  /** Whole dollars, as all figures. A missing figure follows from the plan. */
  readonly balance?: number | undefined
  readonly limit?: number | undefined
  readonly highCredit?: number | undefined
  readonly payment?: number | undefined
  readonly pastDue?: number | undefined
}

/** The plan of one account. */
export interface AccountPlan {
  /** The name of the account's random streams: unique within a person, or within the household. */
  readonly id: string
  /** The row of `tables/account-kinds.ts`: form, loan type, usual amounts and creditors. */
  readonly kind: AccountKindName
  /** Months since the epoch; negative for accounts that existed when the sandbox began. */
  readonly opened: number
  /** Original amount, limit, or amount in collection; seeded if absent. */
  readonly amount?: number
  /** The term of a loan in months; seeded if absent, and ignored for lines of credit. */
  readonly termMonths?: number
  /** Yearly interest; seeded if absent. */
  readonly ratePercent?: number
  /** The usual fraction of the limit in use. */
  readonly use?: number
  /** Runs of missed payments; none if absent. */
  readonly lates?: readonly Lateness[] | undefined
  /** Absent if no end is planned. A loan is then paid at the end of its term. */
  readonly ending?: Ending | undefined
  /** The number of months after opening in which no payment is due. */
  readonly deferredMonths?: number
  /** `Individual` if absent. */
  readonly ownership?: FileAccount['_AccountOwnershipType']
  /** The bureaus to which the creditor reports; seeded if absent. */
  readonly bureaus?: readonly BureauName[]
  /** The first month in which the consumer disputes the account. */
  readonly disputedFrom?: number | undefined
  /** The month of the last report, if reporting stopped. The bureaus do not know of a later end. */
  readonly reportedUntil?: number | undefined
  /** Whether the limit is reported. */
  readonly limitShown?: boolean | undefined
  /** The month since which this creditor, who took the account over from another, reports it. */
  readonly reportedFrom?: number
  /** The ID of the account at the creditor from whom this one took it over. */
  readonly takenOverFrom?: string
  /** Whether the balance of the card sometimes exceeds its limit. */
  readonly overLimit?: boolean
  /** Figures that are stated for a month; absent if all figures follow from the plan. */
  readonly reported?: ReportedFigures | undefined
  /** Whether every bureau reports all of the account, without delay, from its first month. */
  readonly exact?: true | undefined
  /** The name of the creditor; seeded if absent. */
  readonly creditor?: string | undefined
  /** Only for collections. */
  readonly originalCreditor?: string | undefined
  /** The account number, before its last digits are hidden; seeded if absent. */
  readonly number?: string | undefined
  /** Different values that single bureaus have on file. */
  readonly differing?: Readonly<Partial<Record<BureauName, Partial<AccountPlan>>>> | undefined
  /** The household that seeds a shared account, so that it is the same for both borrowers. */
  readonly household?: string
}

/** The period of a life that is invented. Accounts that begin later change nothing within it. */
export interface Span {
  /** The month in which the first bureau learned of the person. */
  readonly start: number
  /** The month of the latest possible request. */
  readonly until: number
  /** The month of the epoch, in months since year 0. */
  readonly epochMonth: number
  /** The state in which the person lives, if known. */
  readonly state: string
  /** The bankruptcies of the person, during which new credit is ruled out. */
  readonly bankruptcies?: readonly BankruptcyPlan[] | undefined
}

/** A request for credit that left an inquiry. */
export interface InquiryPlan {
  /** The name of the inquiry's random stream. */
  readonly id: string
  readonly month: number
  /** The day of the month; seeded if absent. */
  readonly day?: number | undefined
  /** The name of the company that made the request; seeded if absent. */
  readonly creditor?: string | undefined
  readonly kind: AccountKindName
  /** Seeded if absent: mortgage lenders ask all three. */
  readonly bureaus?: readonly BureauName[]
  /** The account that resulted from the inquiry, and that names the creditor. */
  readonly account?: string
}

/** A bankruptcy and how it ends. */
export interface BankruptcyPlan {
  /** Chapter 7 discharges debts at once. Chapter 13 pays a part of them under a plan. */
  readonly chapter: 7 | 13
  /** The month of the petition, which includes earlier debts. */
  readonly filed: number
  /** The month of its end. */
  readonly disposed: number
  readonly disposition: 'Discharged' | 'Dismissed' | 'Completed'
}

/** A public record other than a bankruptcy, and how it ends. */
export interface RecordPlan {
  /** The name of the record's random streams: unique within a person. */
  readonly id: string
  /** The row of `tables/public-record-types.ts`. */
  readonly type: RecordTypeName
  readonly filed: number
  /** Dollars owed; seeded if absent. */
  readonly amount?: number | undefined
  /** The month of its end, if it has one. */
  readonly disposed?: number | undefined
  /** Absent while the record is pending. */
  readonly disposition?: FilePublicRecord['_DispositionType']
  readonly bureaus: readonly BureauName[]
  readonly ownership?: FilePublicRecord['_AccountOwnershipType']
  /** The first month in which the consumer disputes the record. */
  readonly disputedFrom?: number | undefined
  /** Seeded if absent, as are court and plaintiff. */
  readonly docket?: string | undefined
  readonly court?: string | undefined
  readonly plaintiff?: string | undefined
  readonly attorney?: string | undefined
  /** Different values that single bureaus have on file. */
  readonly differing?: Readonly<Partial<Record<BureauName, Partial<RecordPlan>>>> | undefined
}

/** The parts of an identity that are different at one bureau. */
export interface IdentityOnFile {
  readonly firstName?: string
  readonly middleName?: string
  readonly lastName?: string
  readonly suffix?: string
  /** A wrong social security number, which the bureau reports as a variation. */
  readonly ssn?: string
  readonly birthDate?: string
  /** Whether the bureau does not know of the last move. */
  readonly oldAddress?: boolean
  /** The reason for which the bureau does not score the file. */
  readonly unscored?: FileScore['exclusionReason']
}

/** A home of a person. */
export interface Home {
  readonly address: Address
  /** The month of the move. */
  readonly since: number
}

/** The kinds of alerts that bureaus report. */
export type AlertKind =
  | 'fraudInitial'
  | 'fraudExtended'
  | 'activeDuty'
  | 'deceased'
  | 'ssnOfAnother'
  | 'ssnOnFileDiffers'
  | 'addressDiffers'

/** An alert and its period. */
export interface AlertPlan {
  readonly kind: AlertKind
  readonly from: number
  /** The last month; unlimited if absent. */
  readonly until?: number
  /** All three if absent. */
  readonly bureaus?: readonly BureauName[]
}

/** The plan of a person's financial life. */
export interface Story {
  /** The month in which the first bureau learned of the person. */
  readonly start: number
  /** YYYY-MM-DD. */
  readonly birthDate: string
  /** Past and future accounts. */
  readonly accounts: readonly AccountPlan[]
  /** Inquiries of the last two years and of the future. Earlier ones are on no file. */
  readonly inquiries: readonly InquiryPlan[]
  readonly bankruptcies: readonly BankruptcyPlan[]
  /** Other public records, which only custom people have. */
  readonly records?: readonly RecordPlan[] | undefined
  readonly alerts: readonly AlertPlan[]
  /** Bureaus that return no file, and the reason. */
  readonly withheld: Readonly<Partial<Record<BureauName, FileStatus>>>
  /** A former family name that some bureaus know. */
  readonly formerLastName?: string | undefined
  /** A social security number on one bureau's file that is not the person's. */
  readonly ssnOnFile?: { readonly bureau: BureauName; readonly ssn: string } | undefined
  /**
   * A generation suffix on one bureau's file that is not the person's, because a relative's file is
   * mixed in.
   */
  readonly suffixOnFile?: { readonly bureau: BureauName; readonly suffix: string } | undefined
  /** The reason for which no bureau scores the file, if it does not follow from the file. */
  readonly unscored?: FileScore['exclusionReason']
  /** Whether bureaus disagree about accounts, as they do for most people. */
  readonly disagreed?: true | undefined
  /** The points by which each bureau's model differs from the scorecard. */
  readonly scoreShift?: Readonly<Record<BureauName, number>> | undefined
  /** A bureau that does not know of the last move. */
  readonly oldAddressAt?: BureauName | undefined
  /** Whether bureaus write the identity in full and alike, except for differences in `onFile`. */
  readonly exact?: true | undefined
  /** Differences of the identity at single bureaus; absent if they agree. */
  readonly onFile?: Readonly<Partial<Record<BureauName, IdentityOnFile>>> | undefined
  /** Newest first; seeded if absent. */
  readonly homes?: readonly Home[] | undefined
  /** Employer and position; seeded if absent. */
  readonly employment?: string | undefined
}

/**
 * A story is the plan of a financial life: events by month, counted from the epoch. Personas'
 * stories are written by hand, all others are invented or made from a custom person's file; each
 * becomes a life in the same way.
 */
import type { BureauName } from '../../documents/tables/enumerations.ts'

import type { Address, FileAccount, FilePublicRecord, FileScore, FileStatus } from '../bureau.ts'
import type { AccountKindName } from './tables/account-kinds.ts'
import type { RecordTypeName } from './tables/public-record-types.ts'

/** A run of months in which payments were missed: one payment more each month, then all is paid. */
export interface Lateness {
  /** The first month of the run. */
  readonly from: number
  /** Payments behind in the first month; 1 where it is not set. */
  readonly first?: number
  /** The most payments behind: 1 is 30 days, 6 is 180 days. */
  readonly worst: number
  /** Months for which the worst lasts beyond the first. */
  readonly held?: number
}

/** How an account ends. */
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

/** The end of an account. */
export interface Ending {
  /** Months since the epoch, negative before it, as every month here. */
  readonly month: number
  /** Decides status, rating and remark. */
  readonly how: EndingKind
  /** The day of the month; accounts are closed on the second where nothing sets another. */
  readonly day?: number
  /** The last month of the plan under which a debt in chapter 13 is paid. */
  readonly planUntil?: number
}

/**
 * How an account was reported for a month. Its figures move on from there, so that what is stated of
 * a month holds exactly and later months follow from it.
 */
export interface ReportedFigures {
  readonly month: number
  /** Whole dollars, as all figures; an absent one follows from the plan. */
  readonly balance?: number | undefined
  readonly limit?: number | undefined
  readonly highCredit?: number | undefined
  readonly payment?: number | undefined
  readonly pastDue?: number | undefined
}

/** The plan of one account. */
export interface AccountPlan {
  /** Names the account's streams: unique within a person, or within the household. */
  readonly id: string
  /** The row of `tables/account-kinds.ts`: form, loan type, usual amounts and creditors. */
  readonly kind: AccountKindName
  /** Since the epoch; negative for accounts that existed when the sandbox began. */
  readonly opened: number
  /** Original amount, limit, or amount collected; seeded where absent. */
  readonly amount?: number
  /** Months of payments of a loan; seeded where absent, and ignored for lines of credit. */
  readonly termMonths?: number
  /** Interest of a year; seeded where absent. */
  readonly ratePercent?: number
  /** The usual share of a limit that is in use. */
  readonly use?: number
  /** Runs of missed payments; none where absent. */
  readonly lates?: readonly Lateness[] | undefined
  /** Absent while nothing is planned; a loan is then paid at the end of its term. */
  readonly ending?: Ending | undefined
  /** Months after opening until which no payment is due. */
  readonly deferredMonths?: number
  /** `Individual` where absent. */
  readonly ownership?: FileAccount['_AccountOwnershipType']
  /** The bureaus that the creditor reports to; seeded where absent. */
  readonly bureaus?: readonly BureauName[]
  /** The first month in which the consumer disputes the account. */
  readonly disputedFrom?: number | undefined
  /**
   * The month of the last report, where none came after it: later ends are unknown to the bureaus.
   */
  readonly reportedUntil?: number | undefined
  /** Whether the limit is reported. */
  readonly limitShown?: boolean | undefined
  /** The month since which this creditor reports the account; it took it over from another. */
  readonly reportedFrom?: number
  /** Whether the card is now and then used beyond its limit. */
  readonly overLimit?: boolean
  /** Figures that are stated for a month; absent where all follow from the plan. */
  readonly reported?: ReportedFigures | undefined
  /** Whether every bureau reports all of it, at once, from its first month on. */
  readonly exact?: true | undefined
  /** Names of the companies; seeded where not set. */
  readonly creditor?: string | undefined
  /** Only for collections. */
  readonly originalCreditor?: string | undefined
  /** The account number, before its end is hidden; seeded where not set. */
  readonly number?: string | undefined
  /** What single bureaus have on file in place of it. */
  readonly differing?: Readonly<Partial<Record<BureauName, Partial<AccountPlan>>>> | undefined
  /** Shared accounts are seeded by the household, so that they are the same for both. */
  readonly household?: string
}

/** The part of a life that is invented: what begins later changes nothing within it. */
export interface Span {
  /** The month in which the first bureau heard of the person. */
  readonly start: number
  /** The last month in which anything is asked. */
  readonly until: number
  /** Months since year 0 of the epoch. */
  readonly epochMonth: number
  /** The state in which the person lives, where that is known. */
  readonly state: string
}

/** A request for credit that left an inquiry. */
export interface InquiryPlan {
  /** Names its stream of random numbers. */
  readonly id: string
  readonly month: number
  /** The day of the month; seeded where not set. */
  readonly day?: number | undefined
  /** Name of the company that asked; seeded where not set. */
  readonly creditor?: string | undefined
  readonly kind: AccountKindName
  /** Seeded where absent: mortgage lenders ask all three. */
  readonly bureaus?: readonly BureauName[]
  /** The account that the inquiry led to, which names the creditor. */
  readonly account?: string
}

/** A bankruptcy and how it ends. */
export interface BankruptcyPlan {
  /** Chapter 7 discharges debts at once; chapter 13 pays a part of them by a plan. */
  readonly chapter: 7 | 13
  /** Debts of before are included in it. */
  readonly filed: number
  /** The month of its end. */
  readonly disposed: number
  readonly disposition: 'Discharged' | 'Dismissed' | 'Completed'
}

/** A public record other than a bankruptcy, and how it ends. */
export interface RecordPlan {
  /** Names the streams of the record: unique within a person. */
  readonly id: string
  /** The row of `tables/public-record-types.ts`. */
  readonly type: RecordTypeName
  readonly filed: number
  /** Dollars owed; seeded where not set. */
  readonly amount?: number | undefined
  /** The month of its end, where it has one. */
  readonly disposed?: number | undefined
  /** Absent while it is pending. */
  readonly disposition?: FilePublicRecord['_DispositionType']
  readonly bureaus: readonly BureauName[]
  readonly ownership?: FilePublicRecord['_AccountOwnershipType']
  /** The first month in which the consumer disputes it. */
  readonly disputedFrom?: number | undefined
  /** Seeded where not set, as are court and plaintiff. */
  readonly docket?: string | undefined
  readonly court?: string | undefined
  readonly plaintiff?: string | undefined
  readonly attorney?: string | undefined
  /** What single bureaus have on file in place of it. */
  readonly differing?: Readonly<Partial<Record<BureauName, Partial<RecordPlan>>>> | undefined
}

/** The parts of an identity that one bureau has otherwise. */
export interface IdentityOnFile {
  readonly firstName?: string
  readonly middleName?: string
  readonly lastName?: string
  readonly suffix?: string
  /** A slip of the number; the bureau says so with a variation. */
  readonly ssn?: string
  readonly birthDate?: string
  /** The bureau has not heard of the last move. */
  readonly oldAddress?: boolean
  /** Why the bureau does not score the file. */
  readonly unscored?: FileScore['exclusionReason']
}

/** A home of a person. */
export interface Home {
  readonly address: Address
  /** The month of the move. */
  readonly since: number
}

/** The kinds of alerts that bureaus give. */
export type AlertKind =
  | 'fraudInitial'
  | 'fraudExtended'
  | 'activeDuty'
  | 'deceased'
  | 'ssnOfAnother'
  | 'ssnOnFileDiffers'
  | 'addressDiffers'

/** An alert from a month on. */
export interface AlertPlan {
  readonly kind: AlertKind
  readonly from: number
  /** The last month; without it, for ever. */
  readonly until?: number
  /** All three where absent. */
  readonly bureaus?: readonly BureauName[]
}

/** The plan of a person's financial life. */
export interface Story {
  /** The month in which the first bureau heard of the person. */
  readonly start: number
  /** YYYY-MM-DD. */
  readonly birthDate: string
  /** Past and planned. */
  readonly accounts: readonly AccountPlan[]
  /** Of the last two years and planned ones; earlier ones are on no file. */
  readonly inquiries: readonly InquiryPlan[]
  readonly bankruptcies: readonly BankruptcyPlan[]
  /** Other public records; only custom people have them. */
  readonly records?: readonly RecordPlan[] | undefined
  readonly alerts: readonly AlertPlan[]
  /** Bureaus that give no file, and why. */
  readonly withheld: Readonly<Partial<Record<BureauName, FileStatus>>>
  /** A former family name that some bureaus know. */
  readonly formerLastName?: string | undefined
  /** A number on one bureau's file that is not the person's. */
  readonly ssnOnFile?: { readonly bureau: BureauName; readonly ssn: string } | undefined
  /** A generation on one bureau's file that is not the person's: a relative's file is mixed in. */
  readonly suffixOnFile?: { readonly bureau: BureauName; readonly suffix: string } | undefined
  /** Why no bureau scores the file, where that does not follow from it. */
  readonly unscored?: FileScore['exclusionReason']
  /** Whether bureaus disagree about accounts as they do about most people's. */
  readonly disagreed?: true | undefined
  /** By how much a bureau's model finds more or less in the file than the scorecard says, in points. */
  readonly scoreShift?: Readonly<Record<BureauName, number>> | undefined
  /** A bureau that has not heard of the last move. */
  readonly oldAddressAt?: BureauName | undefined
  /** Whether bureaus write the identity in full and alike, where `onFile` does not differ. */
  readonly exact?: true | undefined
  /** What single bureaus have otherwise; absent where they agree. */
  readonly onFile?: Readonly<Partial<Record<BureauName, IdentityOnFile>>> | undefined
  /** Newest first; seeded where not set. */
  readonly homes?: readonly Home[] | undefined
  /** Employer and position; seeded where not set. */
  readonly employment?: string | undefined
}

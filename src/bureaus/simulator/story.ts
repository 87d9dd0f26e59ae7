/**
 * A story is the plan of a financial life: what happens in which month, counted from the epoch.
 * Personas' stories are written by hand, everyone else's are invented; both become a life in the
 * same way.
 */
import type { BureauName } from '../../documents/tables/enumerations.ts'
import type { FileAccount, FileScore, FileStatus } from '../bureau.ts'
import type { AccountKindName } from './tables/account-kinds.ts'

/** A run of months in which payments were missed: one payment more each month, then all is paid. */
export interface Lateness {
  /** The first month that is 30 days late. */
  readonly from: number
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
  readonly month: number
  readonly how: EndingKind
  /** The day of the month; accounts are closed on the second where nothing sets another. */
  readonly day?: number
  /** The last month of the plan under which a debt in chapter 13 is paid. */
  readonly planUntil?: number
}

/** The plan of one account. */
export interface AccountPlan {
  /** Names the account's streams: unique within a person, or within the household. */
  readonly id: string
  readonly kind: AccountKindName
  readonly opened: number
  /** Original amount, limit, or amount collected; seeded where not told. */
  readonly amount?: number
  readonly termMonths?: number
  readonly ratePercent?: number
  /** The usual share of a limit that is in use. */
  readonly use?: number
  readonly lates?: readonly Lateness[]
  readonly ending?: Ending
  /** Months after opening until which no payment is due. */
  readonly deferredMonths?: number
  readonly ownership?: FileAccount['_AccountOwnershipType']
  /** The bureaus that the creditor reports to; seeded where not told. */
  readonly bureaus?: readonly BureauName[]
  /** The first month in which the consumer disputes the account. */
  readonly disputedFrom?: number
  /** The month since which this creditor reports the account; it took it over from another. */
  readonly reportedFrom?: number
  /** Whether the card is now and then used beyond its limit. */
  readonly overLimit?: boolean
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
  readonly id: string
  readonly month: number
  readonly kind: AccountKindName
  readonly bureaus?: readonly BureauName[]
  /** The account that the inquiry led to, which names the creditor. */
  readonly account?: string
}

/** A bankruptcy and how it ends. */
export interface BankruptcyPlan {
  readonly chapter: 7 | 13
  readonly filed: number
  readonly disposed: number
  readonly disposition: 'Discharged' | 'Dismissed' | 'Completed'
}

/** Something that bureaus warn of. */
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
  readonly bureaus?: readonly BureauName[]
}

/** The plan of a person's financial life. */
export interface Story {
  /** The month in which the first bureau heard of the person. */
  readonly start: number
  /** YYYY-MM-DD. */
  readonly birthDate: string
  readonly accounts: readonly AccountPlan[]
  readonly inquiries: readonly InquiryPlan[]
  readonly bankruptcies: readonly BankruptcyPlan[]
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
}

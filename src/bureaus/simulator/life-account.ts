/** An account of a life from its opening to its end, and how each bureau knows it. */
import type { BureauName } from '../../documents/tables/enumerations.ts'
import type { AccountPlan, Ending, Lateness, ReportedFigures } from './story.ts'
import type { AccountKind } from './tables/account-kinds.ts'
import type { Creditor } from './tables/creditors.ts'

/** How one creditor reports one account to one bureau. */
export interface Reporting {
  /** Account number as the bureau shows it. */
  readonly number: string
  /** The day of the month on which reports are sent. */
  readonly day: number
  /** The number of months by which the bureau's copy is behind the creditor's latest report. */
  readonly lag: 0 | 1
  /** The month before the first reported month. */
  readonly since: number
  /** Whether the creditor reports the limit to this bureau, which some do not. */
  readonly limitShown: boolean
  /** Whether the bureau does not yet know that the account was closed. */
  readonly closingUnknown: boolean
  /** The last month that the creditor reported to the bureau. */
  readonly until: number
  /** The account as the bureau knows it, if that differs from the truth. */
  readonly account: Account | undefined
  /** A month that the creditor failed to report. */
  readonly missing: number | undefined
}

/** Amounts of an account in a month, in whole dollars. */
export interface Standing {
  readonly balance: number
  /** Undefined for loans. */
  readonly limit: number | undefined
  /** Original amount, or the highest balance so far. */
  readonly highCredit: number
  readonly payment: number
  /** 0 if every payment was made. */
  readonly pastDue: number
  /** The creditor's loss; undefined if there was none. */
  readonly chargeOff: number | undefined
  /** Undefined for lines of credit and after the end. */
  readonly monthsRemaining: number | undefined
}

/** An account with all details that its plan leaves open. */
export interface Account {
  /** The name of the account's random streams, so that no other account changes them. */
  readonly id: string
  readonly kind: AccountKind
  /** With its codes and names at each bureau. */
  readonly creditor: Creditor
  readonly ownership: NonNullable<AccountPlan['ownership']>
  /** Months since the epoch of the sandbox, negative before it, as for all months here. */
  readonly opened: number
  /** In the first half of the month, before the month's reports. */
  readonly openedDay: number
  /** Original amount of a loan or limit of a card, in whole dollars. */
  readonly amount: number
  /** 0 for revolving accounts, which have no term. */
  readonly termMonths: number
  /** The payments until nothing is owed, at most one for each month of the term. */
  readonly paymentCount: number
  /** Interest of one month, as a fraction of the balance. */
  readonly monthlyRate: number
  /** The equal monthly payment of an amortised loan. */
  readonly payment: number
  /** The fraction of the limit in use, before monthly fluctuation. */
  readonly use: number
  readonly overLimit: boolean
  /** The seed of the monthly fluctuation of the balance. */
  readonly noise: number
  /** Planned lateness, and the lateness that leads to a bad end. */
  readonly lates: readonly Lateness[]
  /** The last month without a payment due. */
  readonly deferredUntil: number
  /** Undefined if no end is planned. */
  readonly ending: Ending | undefined
  /** The month from which the consumer disputes the account; undefined if never. */
  readonly disputedFrom: number | undefined
  /** Only for collections. */
  readonly originalCreditor: string | undefined
  /** Figures from a custom person's file. Reports for their month state exactly these figures. */
  readonly reported: ReportedFigures | undefined
  /** Undefined for a bureau to which the creditor does not report. */
  readonly reporting: Readonly<Record<BureauName, Reporting | undefined>>
  /** A cache of the account's state by month, because the three bureaus need the same months. */
  readonly standings: Map<number, Standing>
}

/** Returns an account as a bureau knows it. */
export function accountAtBureau(account: Account, bureau: BureauName): Account {
  return account.reporting[bureau]?.account ?? account
}

/** An account of a life, from its opening to its end, and how each bureau knows it. */
import type { BureauName } from '../../documents/tables/enumerations.ts'
import type { AccountPlan, Ending, Lateness, ReportedFigures } from './story.ts'
import type { AccountKind } from './tables/account-kinds.ts'
import type { Creditor } from './tables/creditors.ts'

/** How one creditor reports one account to one bureau. */
export interface Reporting {
  /** Account number as the bureau shows it. */
  readonly number: string
  /** Day of the month of each report. */
  readonly day: number
  /** Months by which the bureau's copy is older than the creditor's latest report. */
  readonly lag: 0 | 1
  /** The month before the first reported month. */
  readonly since: number
  /** Some creditors report no limit to some bureaus. */
  readonly limitShown: boolean
  /** Whether the bureau has not heard of the closing yet. */
  readonly closingUnknown: boolean
  /** The last month that the creditor reported to the bureau. */
  readonly until: number
  /** The account as the bureau knows it, where that is not what is true. */
  readonly account: Account | undefined
  /** A month that the creditor failed to report. */
  readonly missing: number | undefined
}

/** Amounts of an account in a month, in whole dollars. */
export interface Standing {
  readonly balance: number
  /** Undefined for loans. */
  readonly limit: number | undefined
  /** Original amount, or the most that was ever owed. */
  readonly highCredit: number
  readonly payment: number
  /** 0 while every payment was made. */
  readonly pastDue: number
  /** The creditor's loss; undefined where there was none. */
  readonly chargeOff: number | undefined
  /** Undefined for lines of credit and after the end. */
  readonly monthsRemaining: number | undefined
}

/** An account with all that its plan leaves open. */
export interface Account {
  /** Names the account's streams of random numbers: another account changes none of them. */
  readonly id: string
  readonly kind: AccountKind
  /** With its codes and names at each bureau. */
  readonly creditor: Creditor
  readonly ownership: NonNullable<AccountPlan['ownership']>
  /** Months since the epoch of the sandbox; negative before it. The same for all months here. */
  readonly opened: number
  /** In the first half of the month, before the reports of it. */
  readonly openedDay: number
  /** Original amount of a loan, limit of a card, in whole dollars. */
  readonly amount: number
  /** 0 for revolving accounts, which have no term. */
  readonly termMonths: number
  /** Interest of one month, as a share of the balance. */
  readonly monthlyRate: number
  /** The equal payment of an amortised loan. */
  readonly payment: number
  /** Share of the limit that is used, before the monthly movement. */
  readonly use: number
  readonly overLimit: boolean
  /** Seeds the monthly movement of the balance. */
  readonly noise: number
  /** Planned lateness, and that which leads to a bad end. */
  readonly lates: readonly Lateness[]
  /** The first month with a payment due is the one after it. */
  readonly deferredUntil: number
  /** Undefined while nothing is planned to end it. */
  readonly ending: Ending | undefined
  /** The month from which the consumer disputes it; undefined if never. */
  readonly disputedFrom: number | undefined
  /** Only of collections. */
  readonly originalCreditor: string | undefined
  /** Figures of a custom person's file; they hold exactly for their month. */
  readonly reported: ReportedFigures | undefined
  /** Undefined for a bureau that the creditor does not report to. */
  readonly reporting: Readonly<Record<BureauName, Reporting | undefined>>
  /**
   * The state of the account by month, as far as it was asked for: the three bureaus ask for the
   * same.
   */
  readonly standings: Map<number, Standing>
}

/** An account as a bureau knows it. */
export function knownAt(account: Account, bureau: BureauName): Account {
  return account.reporting[bureau]?.account ?? account
}

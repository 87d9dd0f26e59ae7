/**
 * The kinds of differences that a refresh lists between current files and those of an earlier
 * report. A refresh serves lenders who must know of debts that a borrower took on or concealed
 * between report and closing. It therefore lists changes that add to debt or risk, and how debts
 * ended. It does not list improvements or removed items: lower balances and payments, changed
 * limits, scores, or accounts, public records, inquiries, names and addresses that are no longer in
 * the files.
 */
import type { BureauName } from '../../documents/tables/enumerations.ts'
import type { Ownership } from '../ownership.ts'

interface KindRow {
  /** A short name of the kind. */
  readonly singular: string
  /**
   * The name of the data set that counts the kind. It never changes: integrators read figures by
   * name.
   */
  readonly count: string
  readonly doc: string
  /** The meanings of `from`, `to` and `since`, if the kind has them. */
  readonly from?: string
  readonly to?: string
  readonly since?: string
}

/**
 * The kinds of differences, in the order in which they are listed. Kinds may be added, but never
 * removed.
 */
// biome-ignore format: a table
export const DIFFERENCE_KINDS = {
  newAccount: {
    singular: 'New account', count: 'NewAccounts',
    doc: 'An account that the base report does not hold, whenever it was opened.',
    since: 'when it was opened', to: 'its balance',
  },
  newCollection: {
    singular: 'New collection', count: 'NewCollections',
    doc: 'A debt in collection: an account that the base report does not hold, or holds as not yet in collection.',
    since: 'when the collector opened it, or when the account went into collection', to: 'its balance',
  },
  newDerogatory: {
    singular: 'New derogatory rating', count: 'NewDerogatories',
    doc: 'A charge-off, repossession, foreclosure or bankruptcy that the base report does not show for the account.',
    since: 'the first month with the rating', to: 'the rating',
  },
  newLatePayment: {
    singular: 'New late payment', count: 'NewLatePayments',
    doc: 'A month in which an account was paid late, and which the base report does not show as late or shows as less late. Each month is a difference of its own.',
    since: 'the month', from: 'how the base report rates the month, if it does', to: 'how late',
  },
  pastDueIncrease: {
    singular: 'Past due increased', count: 'PastDueIncreases',
    doc: 'The amount past due on an account is higher than in the base report.',
    since: 'when it was reported', from: 'amount past due then', to: 'amount past due now',
  },
  balanceIncrease: {
    singular: 'Balance increased', count: 'BalanceIncreases',
    doc: 'The balance of an account is higher than in the base report, where a missing balance counts as zero.',
    since: 'date of the balance', from: 'balance then', to: 'balance now',
  },
  paymentIncrease: {
    singular: 'Payment increased', count: 'PaymentIncreases',
    doc: 'The monthly payment of an account is higher than in the base report, where a missing payment counts as zero.',
    since: 'when it was reported', from: 'monthly payment then', to: 'monthly payment now',
  },
  ownershipStrengthened: {
    singular: 'Ownership changed', count: 'OwnershipsStrengthened',
    doc: 'A borrower has more responsibility for an account than in the base report, such as an authorized user who is now an owner.',
    from: 'ownership then', to: 'ownership now',
  },
  accountShared: {
    singular: 'Account shared', count: 'AccountsShared',
    doc: 'An account of one borrower in the base report is now on the files of the other borrower.',
    to: 'how the account is owned now',
  },
  accountReopened: {
    singular: 'Account reopened', count: 'ReopenedAccounts',
    doc: 'An account that was closed or paid in the base report is open now.',
    since: 'date of the status', from: 'status then', to: 'status now',
  },
  accountDisputed: {
    singular: 'Account disputed', count: 'DisputedAccounts',
    doc: 'The borrower disputes an account that was not disputed in the base report.',
  },
  accountInCounseling: {
    singular: 'In credit counseling', count: 'CounselingAccounts',
    doc: 'An account is paid through credit counseling, and was not in the base report.',
  },
  accountPaid: {
    singular: 'Account paid', count: 'PaidAccounts',
    doc: 'An account is paid that was not paid in the base report.',
    since: 'when it was paid', from: 'status then', to: 'status now',
  },
  accountClosed: {
    singular: 'Account closed', count: 'ClosedAccounts',
    doc: 'An account that was open in the base report is closed, refinanced or transferred now.',
    since: 'when it was closed', from: 'status then', to: 'status now',
  },
  newPublicRecord: {
    singular: 'New public record', count: 'NewPublicRecords',
    doc: 'A public record that the base report does not hold.',
    since: 'when it was filed', to: 'kind of record',
  },
  publicRecordChanged: {
    singular: 'Public record changed', count: 'PublicRecordsChanged',
    doc: 'A public record has a different type, a different disposition or a higher amount than in the base report. Each of these is a difference of its own.',
    since: 'date of a new disposition', from: 'kind, disposition or amount then', to: 'the same now',
  },
  newInquiry: {
    singular: 'New inquiry', count: 'NewInquiries',
    doc: 'An inquiry that the base report does not hold; each inquiry of each bureau is a difference of its own. The simulated bureaus omit inquiries of the lender that orders the refresh.',
    since: 'date of the inquiry', to: 'type of credit requested, if the bureau says it',
  },
  newAlert: {
    singular: 'New alert', count: 'NewAlerts',
    doc: 'A bureau has an alert that no bureau had in the base report.',
    to: 'category of the alert',
  },
  newStatement: {
    singular: 'New statement', count: 'NewStatements',
    doc: 'The borrower has added a statement to a file.',
  },
  newName: {
    singular: 'New name', count: 'NewNames',
    doc: 'A name of the borrower that no file of the base report holds.',
  },
  newAddress: {
    singular: 'New address', count: 'NewAddresses',
    doc: 'An address of the borrower that no file of the base report holds.',
    since: 'when it was reported',
  },
  newEmployment: {
    singular: 'New employment', count: 'NewEmployments',
    doc: 'An employment of the borrower that no file of the base report holds.',
  },
  birthDateChanged: {
    singular: 'Date of birth changed', count: 'BirthDatesChanged',
    doc: 'A bureau has a different date of birth on file than in the base report. A date that only became more precise is not a difference.',
    from: 'date then', to: 'date now',
  },
  ssnChanged: {
    singular: 'SSN changed', count: 'SSNsChanged',
    doc: 'A bureau has a different social security number on file than in the base report. The difference does not contain the numbers.',
  },
  fileUnavailable: {
    singular: 'File not available', count: 'FilesUnavailable',
    doc: 'A bureau that returned a file for the base report returns none now, so its file cannot be compared.',
    to: 'response of the bureau',
  },
} as const satisfies Record<string, KindRow>

/** The kind of a difference. Clients read it, so a kind is never renamed. */
export type DifferenceKind = keyof typeof DIFFERENCE_KINDS

/** The kinds with their descriptions. */
export const KIND_ROWS = Object.entries(DIFFERENCE_KINDS) as readonly [DifferenceKind, KindRow][]

/** One difference. It is plain data without undefined members, because it is stored as JSON. */
export interface Difference {
  readonly kind: DifferenceKind
  /** The borrowers concerned: both, for an account of both. */
  readonly borrowerIds: readonly string[]
  /** The bureaus whose current files show it. */
  readonly bureaus: readonly BureauName[]
  /** Name of creditor, court or inquirer; or the name, address, employment or text itself. */
  readonly what: string
  /** Number of the account, or docket of the record, as the bureau shows it. */
  readonly account?: string
  /** How the borrower is responsible for the account. */
  readonly ownership?: Ownership
  /** As precise as the bureau reports it: YYYY, YYYY-MM or YYYY-MM-DD. */
  readonly since?: string
  /** Amounts are whole dollars. Other values are texts or values of MISMO. */
  readonly from?: string | number
  readonly to?: string | number
  /** The increase of the monthly payments, in dollars. */
  readonly monthlyIncrease?: number
}

type Optional = 'account' | 'ownership' | 'since' | 'from' | 'to' | 'monthlyIncrease'

/**
 * A difference as a comparison finds it: values that the bureaus do not report are undefined or
 * empty.
 */
export type FoundDifference = Omit<Difference, Optional> & {
  readonly [K in Optional]?: Difference[K] | undefined
}

/** Removes the members without a value. */
export function difference(found: FoundDifference): Difference {
  const known = Object.entries(found).filter(([, value]) => value !== undefined && value !== '')
  return { ...(Object.fromEntries(known) as unknown as Difference), what: found.what }
}

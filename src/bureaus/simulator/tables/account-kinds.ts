/** The kinds of accounts that simulated people hold. */
import type { FileAccount } from '../../bureau.ts'
import type { LineOfBusiness } from './creditors.ts'
import type { RemarkName } from './remarks.ts'

/**
 * How the balance of an account changes.
 * - `amortised`: falls to zero by equal payments.
 * - `revolving`: changes with use, below a limit.
 * - `charge`: a new balance each month, paid in full.
 * - `collected`: the whole amount until it is paid.
 */
type BalanceForm = 'amortised' | 'revolving' | 'charge' | 'collected'

/** The properties that accounts of a kind share. */
export interface AccountKind {
  /** MISMO's account type. */
  readonly type: FileAccount['_AccountType']
  /** MISMO's loan type. */
  readonly loan: NonNullable<FileAccount['CreditLoanType']>
  /** How the balance changes. */
  readonly form: BalanceForm
  /** The lines of business of creditors that offer such accounts. */
  readonly lines: readonly LineOfBusiness[]
  /** Range of the original amount, limit or amount in collection, in dollars. */
  readonly amount: readonly [number, number]
  /** Amounts are multiples of this number. */
  readonly step: number
  /** Usual terms in months; empty for lines of credit. */
  readonly termMonths: readonly number[]
  /** The range of yearly interest. */
  readonly ratePercent: readonly [number, number]
  /** The number of digits in the account number. */
  readonly numberDigits: number
  /** Absent for unsecured credit. */
  readonly collateral?: string | undefined
  readonly remark?: RemarkName | undefined
  /** Whether a bankruptcy discharges such accounts. */
  readonly dischargeable: boolean
}

const loan = {
  type: 'Installment',
  form: 'amortised',
  step: 50,
  numberDigits: 12,
  dischargeable: false,
} as const

const mortgage = {
  ...loan,
  type: 'Mortgage',
  lines: ['mortgage'],
  amount: [140_000, 620_000],
  step: 1000,
  termMonths: [360, 360, 360, 240, 180],
  ratePercent: [3, 7],
  numberDigits: 10,
  remark: 'realEstateMortgage',
} as const

const revolving = {
  type: 'Revolving',
  form: 'revolving',
  step: 100,
  termMonths: [],
  ratePercent: [0, 0],
  numberDigits: 16,
  dischargeable: true,
} as const

const collected = {
  type: 'Open',
  form: 'collected',
  loan: 'Collection',
  lines: ['collector'],
  step: 1,
  termMonths: [],
  ratePercent: [0, 0],
  numberDigits: 9,
  dischargeable: true,
} as const

/**
 * Kinds of accounts by name. The bounds of rates are whole percents, and seeded rates are multiples
 * of an eighth.
 */
// biome-ignore format: a table
const KINDS = {
  conventionalMortgage: { ...mortgage, loan: 'ConventionalRealEstateMortgage' },
  fhaMortgage:          { ...mortgage, loan: 'FHARealEstateMortgage', amount: [120_000, 380_000], termMonths: [360] },
  vaMortgage:           { ...mortgage, loan: 'VeteransAdministrationRealEstateMortgage', amount: [160_000, 480_000], termMonths: [360] },
  secondMortgage:       { ...mortgage, loan: 'SecondMortgage', amount: [15_000, 70_000], termMonths: [120, 180, 180], ratePercent: [6, 10], remark: 'secondMortgage' },
  homeEquityLine:       { ...revolving, type: 'CreditLine', loan: 'HomeEquityLineOfCredit', lines: ['mortgage', 'union'], amount: [20_000, 120_000], step: 5000, numberDigits: 11, remark: 'homeEquityLine', dischargeable: false },
  autoLoan:             { ...loan, loan: 'Automobile', lines: ['auto', 'union'], amount: [11_000, 48_000], termMonths: [48, 60, 60, 72, 72], ratePercent: [3, 9], collateral: 'MOTOR VEHICLE', remark: 'autoLoan' },
  autoLease:            { ...loan, loan: 'AutoLease', lines: ['auto'], amount: [9_000, 24_000], termMonths: [36, 39], ratePercent: [0, 0], collateral: 'MOTOR VEHICLE', remark: 'autoLease' },
  studentLoan:          { ...loan, loan: 'Educational', lines: ['student'], amount: [3_500, 14_000], termMonths: [120, 120, 240], ratePercent: [3, 7], remark: 'studentLoan' },
  personalLoan:         { ...loan, loan: 'PersonalLoan', lines: ['personal', 'union'], amount: [2_000, 22_000], termMonths: [24, 36, 48, 60], ratePercent: [7, 19], remark: 'unsecuredLoan', dischargeable: true },
  creditCard:           { ...revolving, loan: 'CreditCard', lines: ['card', 'card', 'union'], amount: [1_500, 24_000], remark: 'creditCard' },
  storeCard:            { ...revolving, loan: 'ChargeAccount', lines: ['store'], amount: [500, 6_000], numberDigits: 12, remark: 'chargeAccount' },
  securedCard:          { ...revolving, loan: 'SecuredCreditCard', lines: ['card', 'union'], amount: [300, 1_000], remark: 'securedCard' },
  chargeCard:           { ...revolving, type: 'Open', form: 'charge', loan: 'CreditCard', lines: ['charge'], amount: [800, 5_000], numberDigits: 15, remark: 'creditCard' },
  mobilePhone:          { ...revolving, type: 'Open', form: 'charge', loan: 'MobilePhone', lines: ['phone'], amount: [60, 240], step: 5, numberDigits: 9, dischargeable: false },
  collection:           { ...collected, amount: [140, 2_900] },
  medicalCollection:    { ...collected, amount: [510, 4_800], remark: 'medical' },
} as const satisfies Record<string, AccountKind>

/** The name of a kind of account. */
export type AccountKindName = keyof typeof KINDS

/**
 * The kinds with all members in the same order. Balances are computed month by month, and V8
 * accesses members quickly only in objects of a few shapes.
 */
export const ACCOUNT_KINDS = Object.fromEntries(
  Object.entries<AccountKind>(KINDS).map(([name, kind]) => [name, inOrder(kind)]),
) as Readonly<Record<AccountKindName, AccountKind>>

function inOrder(kind: AccountKind): AccountKind {
  const { type, loan, form, lines, amount, step, termMonths, ratePercent } = kind
  const { numberDigits, collateral, remark, dischargeable } = kind
  return {
    type,
    loan,
    form,
    lines,
    amount,
    step,
    termMonths,
    ratePercent,
    numberDigits,
    collateral,
    remark,
    dischargeable,
  }
}

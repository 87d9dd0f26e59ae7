/**
 * Computes the figures of the summary again, from the accounts, records and inquiries of the
 * report.
 */
import { isBankrupt, isCollection, isMortgage, isOpen, patternOf, ratingOf } from './accounts.ts'
import {
  amount,
  type Element,
  get,
  month,
  monthText,
  one,
  type Reading,
  type Rule,
  sum,
} from './reading.ts'
import { inquiriesWithin } from './records.ts'

type Compute = (report: Reading, borrower: string) => string | number | undefined

const owned = new WeakMap<Reading, Map<string, Element[]>>()

/** Returns the accounts of a borrower. */
function own(report: Reading, borrower: string): Element[] {
  const known = owned.get(report) ?? new Map<string, Element[]>()
  owned.set(report, known)
  const accounts =
    known.get(borrower) ??
    report.accounts.filter((each) => get(each, 'BorrowerID').split(' ').includes(borrower))
  known.set(borrower, accounts)
  return accounts
}

const of =
  (holds: (each: Element) => boolean, field?: string): Compute =>
  (report, borrower) => {
    const found = own(report, borrower).filter(holds)
    return field === undefined ? found.length : sum(found, field)
  }

const late =
  (holds: (each: Element) => boolean, name: string): Compute =>
  (report, borrower) =>
    sum(
      own(report, borrower)
        .filter(holds)
        .map((each) => one(each, '_LATE_COUNT')),
      name,
    )

const isRevolving = (each: Element) =>
  !isMortgage(each) &&
  !isCollection(each) &&
  ['Revolving', 'CreditLine'].includes(get(each, '_AccountType'))
const isInstallment = (each: Element) =>
  !isMortgage(each) && get(each, '_AccountType') === 'Installment'
const isAny = () => true
const withLimit = (each: Element) =>
  isRevolving(each) && isOpen(each) && get(each, '_CreditLimitAmount') !== ''
const isDerogatory = (each: Element) => /[3-9]/.test(patternOf(each))
const isPersonal = (report: Reading, borrower: string) =>
  report.records.filter((each) => get(each, 'BorrowerID').split(' ').includes(borrower))

/** Counts the late months of mortgages in a span of months before the report. */
const mortgageLates =
  (from: number, to: number): Compute =>
  (report, borrower) =>
    own(report, borrower)
      .filter(isMortgage)
      .flatMap((each) =>
        [...patternOf(each)].filter((character, back) => {
          const age = report.month - month(get(one(each, '_PAYMENT_PATTERN'), '_StartDate')) + back
          return /[1-6]/.test(character) && age >= from && age <= to
        }),
      ).length

/** Returns the day six months before the report. */
function sixMonthsBefore(on: string): string {
  const earlier = monthText(month(on) - 6)
  const days = new Date(
    Date.UTC(Number(earlier.slice(0, 4)), Number(earlier.slice(5)), 0),
  ).getUTCDate()
  return `${earlier}-${String(Math.min(days, Number(on.slice(8)))).padStart(2, '0')}`
}

// biome-ignore format: a table
const FIGURES: readonly (readonly [name: string, compute: Compute])[] = [
  ['TotalAccounts', of(isAny)],
  ['TotalOpenAccounts', of(isOpen)],
  ['TotalBalance', of(isAny, '_UnpaidBalanceAmount')],
  ['TotalMonthlyPayment', of(isAny, '_MonthlyPaymentAmount')],
  ['TotalPastDue', of(isAny, '_PastDueAmount')],
  ['TotalHighCredit', of(isAny, '_HighCreditAmount')],
  ['MortgageAccounts', of(isMortgage)],
  ['MortgageOpenAccounts', of((each) => isMortgage(each) && isOpen(each))],
  ['MortgageBalance', of(isMortgage, '_UnpaidBalanceAmount')],
  ['InstallmentAccounts', of(isInstallment)],
  ['InstallmentMonthlyPayment', of(isInstallment, '_MonthlyPaymentAmount')],
  ['RevolvingAccounts', of(isRevolving)],
  ['RevolvingBalance', of(isRevolving, '_UnpaidBalanceAmount')],
  ['RevolvingLimit', of(withLimit, '_CreditLimitAmount')],
  ['RevolvingCreditLimit', of(withLimit, '_CreditLimitAmount')],
  ['RevolvingUtilizationPercent', (report, borrower) => {
    const cards = own(report, borrower).filter(withLimit)
    const limit = sum(cards, '_CreditLimitAmount')
    return limit === 0 ? 0 : Math.round((100 * sum(cards, '_UnpaidBalanceAmount')) / limit)
  }],
  ['TotalLate30DaysHistorical', late(isAny, '_30Days')],
  ['TotalLate60DaysHistorical', late(isAny, '_60Days')],
  ['TotalLate90DaysHistorical', late(isAny, '_90Days')],
  ['MortgageLate30DaysHistorical', late(isMortgage, '_30Days')],
  ['MortgageLate90DaysHistorical', late(isMortgage, '_90Days')],
  ['MortgageLatePayments12Months', mortgageLates(0, 12)],
  ['MortgageLatePayments13To24Months', mortgageLates(13, 24)],
  ['MortgageLatePayments25MonthsAndOlder', mortgageLates(25, 84)],
  ['DerogatoryAccounts', of(isDerogatory)],
  ['Collections', of((each) => isCollection(each) || ratingOf(each) === 'Collection')],
  ['ChargeOffs', of((each) => !isCollection(each) && ratingOf(each) === 'ChargeOff')],
  ['AccountsInBankruptcy', of(isBankrupt)],
  ['RepossessionsAndForeclosures', of((each) => ['Repossession', 'Foreclosure'].includes(ratingOf(each)))],
  ['DisputedAccounts', of((each) => get(each, '_ConsumerDisputeIndicator') === 'Y')],
  ['AccountsOpenedIn6Months', (report, borrower) => {
    const since = sixMonthsBefore(report.on)
    return own(report, borrower).filter((each) => get(each, '_AccountOpenedDate') >= since.slice(0, get(each, '_AccountOpenedDate').length)).length
  }],
  ['PublicRecords', (report, borrower) => isPersonal(report, borrower).length],
  ['Bankruptcies', (report, borrower) => isPersonal(report, borrower).filter((each) => get(each, '_Type').startsWith('Bankruptcy')).length],
  ...([[30, '30Days'], [90, '90Days'], [120, '120Days'], [365, '1Year']] as const).flatMap(([days, name]) => [
    [`Inquiries${name}`, (report: Reading, borrower: string) => inquiriesWithin(report, borrower, days).all],
    [`Inquiries${name}Remaining`, (report: Reading, borrower: string) => inquiriesWithin(report, borrower, days).distinct],
    [`Inquiries${name}SameDay`, (report: Reading, borrower: string) => inquiriesWithin(report, borrower, days).all - inquiriesWithin(report, borrower, days).distinct],
  ] as const),
  ['OldestAccountDate', (report, borrower) => own(report, borrower).map((each) => get(each, '_AccountOpenedDate').slice(0, 7)).sort()[0] ?? ''],
  ['FilesDelivered', (report, borrower) => report.files.filter((each) => get(each, 'BorrowerID') === borrower && get(each, '_ResultStatusType') === 'FileReturned').length],
  ['FilesScored', (report, borrower) => report.scores.filter((each) => get(each, 'BorrowerID') === borrower && amount(each, '_Value') > 0).length],
]

function ruleOf([name, compute]: (typeof FIGURES)[number]): Rule {
  return {
    title: `the summary’s ${name} matches the rest of the report`,
    check: (report) =>
      [...report.summaries].flatMap(([borrower, figures]) => {
        const expected = String(compute(report, borrower))
        const found = figures.get(name) ?? 'nothing'
        const same =
          name === 'OldestAccountDate' ? found.slice(0, 7) === expected : found === expected
        return same ? [] : [`${name} is ${found}, should be ${expected}`]
      }),
    sabotage: (report) => {
      const [figures] = report.summaries.values()
      ;(figures as Map<string, string>).set(name, '4711')
      return true
    },
  }
}

export const SUMMARY_RULES: readonly Rule[] = FIGURES.map(ruleOf)

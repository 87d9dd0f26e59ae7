/** Rules about the figures, dates and marks of every account. */
import {
  all,
  amount,
  type Element,
  get,
  isBefore,
  month,
  monthText,
  ofEach,
  one,
  type Reading,
  type Rule,
  set,
} from './reading.ts'

const accounts = ({ accounts: list }: Reading) => list

/** Returns the payment pattern, with the newest month first. */
export function patternOf(account: Element): string {
  return get(one(account, '_PAYMENT_PATTERN'), '_Data')
}

export function ratingOf(account: Element): string {
  return get(one(account, '_CURRENT_RATING'), '_Type')
}

export function isOpen(account: Element): boolean {
  return ['Open', 'Frozen'].includes(get(account, '_AccountStatusType'))
}

/** Whether a collection agency holds the debt. */
export function isCollection(account: Element): boolean {
  return get(account, 'CreditLoanType') === 'Collection'
}

export function isLoan(account: Element): boolean {
  return ['Installment', 'Mortgage'].includes(get(account, '_AccountType'))
}

export function isMortgage(account: Element): boolean {
  return (
    get(account, '_AccountType') === 'Mortgage' ||
    /Mortgage|HomeEquity/.test(get(account, 'CreditLoanType'))
  )
}

function isDeferred(account: Element): boolean {
  return get(account, 'CreditLoanType') === 'DeferredStudentLoan'
}

export function isBankrupt(account: Element): boolean {
  return ['BankruptcyOrWageEarnerPlan', 'WageEarnerPlan'].includes(ratingOf(account))
}

/** Returns the texts of the remarks on an account. */
function remarksOf(account: Element): string[] {
  return all(account, 'CREDIT_COMMENT').flatMap((comment) =>
    all(comment, '_Text').map(({ text }) => text),
  )
}

/** Returns the stated date of first delinquency, or an empty string if there is none. */
function firstDelinquencyOf(account: Element): string {
  const stated = all(account, 'CREDIT_COMMENT').find(
    (comment) => get(comment, '_TypeOtherDescription') === 'FirstDelinquencyDate',
  )
  return stated === undefined ? '' : one(stated, '_Text').text
}

const balance = (account: Element) => amount(account, '_UnpaidBalanceAmount') || 0
const pastDue = (account: Element) => amount(account, '_PastDueAmount') || 0

/** Whether the first date is not after the second. True if either is missing. */
function inOrder(first: string, second: string): boolean {
  return first === '' || second === '' || !isBefore(second, first)
}

const isMedical = (account: Element) => remarksOf(account).includes('MEDICAL DEBT')
const isLost = (account: Element) =>
  ['ChargeOff', 'Collection', 'CollectionOrChargeOff', 'Repossession', 'Foreclosure'].includes(
    ratingOf(account),
  )

// biome-ignore format: a table of rules
export const ACCOUNT_RULES: readonly Rule[] = [
  ofEach('an account was opened before it was reported', accounts,
    (each) => inOrder(get(each, '_AccountOpenedDate'), get(each, '_AccountReportedDate')),
    (each) => set(each, '_AccountOpenedDate', '2199-01-01')),
  ofEach('no date of an account is after the day of the report', accounts,
    (each, { on }) => ['_AccountReportedDate', '_AccountClosedDate', '_AccountPaidDate', '_LastActivityDate', '_AccountBalanceDate', '_AccountStatusDate']
      .every((name) => inOrder(get(each, name), on)),
    (each) => set(each, '_LastActivityDate', '2199-01-01')),
  ofEach('an account has a closing date if and only if it is not open', accounts,
    (each) => isOpen(each) === (get(each, '_AccountClosedDate') === ''),
    (each) => isOpen(each) && set(each, '_AccountClosedDate', get(each, '_AccountReportedDate'))),
  ofEach('an account was closed after it was opened and before it was reported', accounts,
    (each) => inOrder(get(each, '_AccountOpenedDate'), get(each, '_AccountClosedDate')) && inOrder(get(each, '_AccountClosedDate'), get(each, '_AccountReportedDate')),
    (each) => !isOpen(each) && set(each, '_AccountClosedDate', '1950-01-01')),
  ofEach('an account has a paid date if and only if its status is Paid', accounts,
    (each) => (get(each, '_AccountStatusType') === 'Paid') === (get(each, '_AccountPaidDate') !== ''),
    (each) => isOpen(each) && set(each, '_AccountPaidDate', get(each, '_AccountReportedDate'))),
  ofEach('the last activity of an account is between its opening and its report', accounts,
    (each) => inOrder(get(each, '_AccountOpenedDate'), get(each, '_LastActivityDate')) && inOrder(get(each, '_LastActivityDate'), get(each, '_AccountReportedDate')),
    (each) => set(each, '_LastActivityDate', '1950-01-01')),
  ofEach('the balance of a loan is at most its original amount', (report) => report.accounts.filter(isLoan),
    (each) => balance(each) <= amount(each, '_HighCreditAmount'),
    (each) => set(each, '_UnpaidBalanceAmount', '9999999')),
  ofEach('the balance of an account is at most its high credit', accounts,
    (each) => isCollection(each) || balance(each) <= amount(each, '_HighCreditAmount'),
    (each) => !isCollection(each) && set(each, '_HighCreditAmount', '1') && set(each, '_UnpaidBalanceAmount', '2')),
  ofEach('the amount past due is at most the balance', accounts,
    (each) => pastDue(each) <= balance(each),
    (each) => set(each, '_PastDueAmount', String(balance(each) + 1))),
  ofEach('an account paid as agreed has no amount past due', accounts,
    (each) => !/^[CX]/.test(patternOf(each)) || pastDue(each) === 0,
    (each) => /^[CX]/.test(patternOf(each)) && set(each, '_PastDueAmount', '10')),
  ofEach('an open account that is late has an amount past due', accounts,
    (each) => !isOpen(each) || !/^[1-6]/.test(patternOf(each)) || pastDue(each) > 0,
    (each) => isOpen(each) && /^[1-6]/.test(patternOf(each)) && set(each, '_PastDueAmount', '0')),
  ofEach('a loan has no credit limit', (report) => report.accounts.filter(isLoan),
    (each) => get(each, '_CreditLimitAmount') === '',
    (each) => set(each, '_CreditLimitAmount', '1000')),
  ofEach('a loan has a term and a card has none', accounts,
    (each) => isLoan(each) === (get(each, '_TermsMonthsCount') !== ''),
    (each) => isLoan(each) && set(each, '_TermsMonthsCount', undefined)),
  ofEach('the remaining months of a loan are at most its term', (report) => report.accounts.filter(isLoan),
    (each) => !(amount(each, '_MonthsRemainingCount') > amount(each, '_TermsMonthsCount')),
    (each) => set(each, '_MonthsRemainingCount', '999')),
  ofEach('an open loan has months remaining and a balance', (report) => report.accounts.filter((each) => isLoan(each) && isOpen(each)),
    (each) => amount(each, '_MonthsRemainingCount') > 0 && balance(each) > 0,
    (each) => set(each, '_MonthsRemainingCount', '0')),
  ofEach('a closed account has no balance, unless it was charged off or is in bankruptcy', accounts,
    (each) => isOpen(each) || balance(each) === 0 || balance(each) === amount(each, '_ChargeOffAmount') || isBankrupt(each),
    (each) => get(each, '_AccountStatusType') === 'Paid' && set(each, '_UnpaidBalanceAmount', '5')),
  ofEach('a closed account has no monthly payment', accounts,
    (each) => isOpen(each) || !(amount(each, '_MonthlyPaymentAmount') > 0),
    (each) => !isOpen(each) && set(each, '_MonthlyPaymentAmount', '5')),
  ofEach('a minimum payment in the terms is the monthly payment', accounts,
    (each) => !/^MIN/.test(get(each, '_TermsDescription')) || get(each, '_TermsDescription') === `MIN${get(each, '_MonthlyPaymentAmount')}`,
    (each) => get(each, '_TermsDescription').startsWith('MIN') && set(each, '_MonthlyPaymentAmount', '7')),
  ofEach('a charge-off has an amount and a date', accounts,
    (each) => (get(each, '_ChargeOffAmount') === '') === (get(each, '_ChargeOffDate') === ''),
    (each) => set(each, '_ChargeOffAmount', '5') && set(each, '_ChargeOffDate', undefined)),
  ofEach('a charge-off is dated when the account was closed', accounts,
    (each) => get(each, '_ChargeOffDate') === '' || get(each, '_ChargeOffDate').slice(0, 7) === get(each, '_AccountClosedDate').slice(0, 7),
    (each) => set(each, '_ChargeOffDate', '1950-01')),
  ofEach('an account of an authorized user is not a loan and not in bankruptcy', (report) => report.accounts.filter((each) => get(each, '_AccountOwnershipType') === 'AuthorizedUser'),
    (each) => !isLoan(each) && !isBankrupt(each),
    (each) => set(each, '_AccountType', 'Installment')),
  ofEach('a deferred loan has no payment, no amount past due and no activity since its opening', (report) => report.accounts.filter(isDeferred),
    (each) => !(amount(each, '_MonthlyPaymentAmount') > 0) && pastDue(each) === 0 && get(each, '_LastActivityDate').slice(0, 7) === get(each, '_AccountOpenedDate').slice(0, 7),
    (each) => set(each, '_LastActivityDate', get(each, '_AccountReportedDate'))),
  ofEach('months of deferment are not rated', (report) => report.accounts.filter(isDeferred),
    (each) => /^X+$/.test(patternOf(each)),
    (each) => set(one(each, '_PAYMENT_PATTERN'), '_Data', 'C')),
  ofEach('a medical collection is over a year old and over $500', (report) => report.accounts.filter((each) => isCollection(each) && isMedical(each)),
    (each, report) => balance(each) > 500 && report.month - month(firstDelinquencyOf(each)) >= 12 && report.month - month(get(each, '_AccountOpenedDate')) >= 12,
    (each, report) => set(each, '_AccountOpenedDate', report.on)),
  ofEach('a collection names the original creditor', (report) => report.accounts.filter(isCollection),
    (each) => get(each, '_OriginalCreditorName') !== '',
    (each) => set(each, '_OriginalCreditorName', undefined)),
  ofEach('a collection is rated as a collection or as in bankruptcy', (report) => report.accounts.filter(isCollection),
    (each) => ratingOf(each) === 'Collection' || isBankrupt(each),
    (each) => set(one(each, '_CURRENT_RATING'), '_Type', 'AsAgreed')),
  ofEach('an account with a loss or in bankruptcy states its first delinquency', (report) => report.accounts.filter((each) => isLost(each) || isBankrupt(each)),
    (each) => /^\d{4}-\d{2}/.test(firstDelinquencyOf(each)),
    (each) => set(one(each, 'CREDIT_COMMENT'), '_TypeOtherDescription', undefined) && dropFirstDelinquency(each)),
  ofEach('the first delinquency is not before the opening and at most seven years and 180 days old', (report) => report.accounts.filter((each) => firstDelinquencyOf(each) !== ''),
    (each, report) => report.month - month(firstDelinquencyOf(each)) <= 84 + 7 && (isCollection(each) || inOrder(get(each, '_AccountOpenedDate').slice(0, 7), firstDelinquencyOf(each))),
    (each, report) => setFirstDelinquency(each, monthText(report.month - 100))),
  ofEach('an account number has only capital letters, digits and asterisks', accounts,
    (each) => /^[A-Z0-9*]+$/.test(get(each, '_AccountIdentifier')),
    (each) => set(each, '_AccountIdentifier', '1234-56XX')),
  ofEach('an account names each bureau once', accounts,
    (each) => isDistinct(all(each, 'CREDIT_REPOSITORY').map((source) => get(source, '_SourceType'))),
    (each) => { const [first] = all(each, 'CREDIT_REPOSITORY'); return first !== undefined && each.children.push({ ...first, attributes: { ...first.attributes } }) > 0 }),
  {
    title: 'no account is listed twice',
    check: (report) => isDistinct(report.accounts.map(identity)) ? [] : ['two accounts with the same number'],
    sabotage: (report) => { const [first, second] = report.accounts; return first !== undefined && second !== undefined && Object.assign(second.attributes, first.attributes) !== undefined },
  },
  ofEach('the remarks of an account are distinct', accounts,
    (each) => isDistinct(remarksOf(each)),
    (each) => { const [first] = all(each, 'CREDIT_COMMENT'); return first !== undefined && each.children.push(first) > 0 }),
  ofEach('an account has a dispute mark if and only if it has a dispute remark', accounts,
    (each) => (get(each, '_ConsumerDisputeIndicator') === 'Y') === remarksOf(each).some((text) => /DISPUTE/.test(text)),
    (each) => get(each, '_ConsumerDisputeIndicator') === 'N' && set(each, '_ConsumerDisputeIndicator', 'Y')),
  ofEach('the balance of an open card is at most 125% of its limit', (report) => report.accounts.filter((each) => isOpen(each) && get(each, '_AccountType') === 'Revolving'),
    (each) => !(balance(each) > 1.25 * amount(each, '_CreditLimitAmount')),
    (each) => get(each, '_CreditLimitAmount') !== '' && set(each, '_UnpaidBalanceAmount', String(2 * amount(each, '_CreditLimitAmount')))),
]

const identity = (each: Element) =>
  ['_AccountIdentifier', '_AccountOpenedDate', 'CreditLoanType', 'BorrowerID']
    .map((name) => get(each, name))
    .join(' ')

export function isDistinct(values: readonly string[]): boolean {
  return new Set(values).size === values.length
}

function setFirstDelinquency(account: Element, date: string): boolean {
  const stated = all(account, 'CREDIT_COMMENT').find(
    (comment) => get(comment, '_TypeOtherDescription') === 'FirstDelinquencyDate',
  )
  if (stated === undefined) return false
  one(stated, '_Text').text = date
  return true
}

function dropFirstDelinquency(account: Element): boolean {
  return setFirstDelinquency(account, 'unknown')
}

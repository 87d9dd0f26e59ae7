/** The details printed below the row of an account: marks, details, adverse ratings and remarks. */
import type { FileAccount } from '../../bureaus/bureau.ts'
import { monthOf } from '../../documents/months.ts'
import { nameWords } from '../../documents/names.ts'
import type { Comment, Liability } from '../../documents/tables/tradelines.ts'
import {
  bureauCode,
  date,
  dollars,
  joined,
  nonEmpty,
  ratingWords,
  words,
} from '../../documents/wording.ts'
import { latePayments } from '../../reports/late-payments.ts'
import { isMortgage } from '../../reports/loan-types.ts'
import { addFact, type Fact, fact } from '../page.ts'
import { monthSpans } from './payment-history.ts'

/** Marks an account or record that the consumer disputes. */
export const DISPUTED = fact('', 'Disputed by the consumer', 'alert')
const COUNSELLED = fact('', 'Paid through credit counseling', 'strong')
/**
 * Marks a derogatory account or public record. An account is derogatory by its ratings, a public
 * record if the bureau says so.
 */
export const DEROGATORY = fact('', 'Derogatory', 'alert')

/** Returns the facts of an account, the most important first. */
export function accountFacts(account: Liability, reportMonth: number): Fact[] {
  const facts: Fact[] = []
  addMarks(facts, account)
  addHistory(facts, account, reportMonth)
  for (const comment of informativeComments(account.CREDIT_COMMENT ?? [], account)) {
    if (!isFirstDelinquency(comment)) facts.push(remark(comment))
  }
  return facts
}

/** Returns the facts of an account that are neither marks nor remarks, for the console. */
export function historyFacts(account: Liability, reportMonth: number): Fact[] {
  const facts: Fact[] = []
  addHistory(facts, account, reportMonth)
  return facts
}

function addHistory(facts: Fact[], account: Liability, reportMonth: number): void {
  if (isMortgage(account)) facts.push(mortgageLates(account, reportMonth))
  addDates(facts, account)
  addDetails(facts, account)
  addAdverse(facts, account)
}

function addMarks(facts: Fact[], account: Liability): void {
  if (account._ConsumerDisputeIndicator) facts.push(DISPUTED)
  if (account.CreditCounselingIndicator) facts.push(COUNSELLED)
  if (account._DerogatoryDataIndicator) facts.push(DEROGATORY)
}

/** Returns the late payments by age, as mortgage lenders need them. */
function mortgageLates(account: Liability, reportMonth: number): Fact {
  const late = latePayments(account, reportMonth)
  const dated = `${late.months12} in 0–12 months, ${late.months13To24} in 13–24, ${late.months25AndOlder} in 25+`
  const text = joined(dated, ', ', late.undated === 0 ? '' : `${late.undated} undated`)
  const isLate = late.months12 + late.months13To24 + late.months25AndOlder + late.undated > 0
  return fact('Mortgage late payments', text, isLate ? 'alert' : 'plain')
}

/** The fact whose value a vendor can state in its own words. */
export const FIRST_DELINQUENCY = 'First delinquency'

/**
 * Adds the dates that are not in the row: those that differ from the dates of opening, reporting
 * and closing.
 */
function addDates(facts: Fact[], account: Liability): void {
  const { _AccountPaidDate: paid, _AccountClosedDate: closed } = account
  const { _AccountReportedDate: reported, _AccountStatusDate: status } = account
  addFact(facts, FIRST_DELINQUENCY, date(firstDelinquency(account)))
  if (paid !== closed) addFact(facts, 'Paid', date(paid))
  if (account._AccountBalanceDate !== reported) {
    addFact(facts, 'Balance as of', date(account._AccountBalanceDate))
  }
  if (status !== reported && status !== closed) addFact(facts, 'Status as of', date(status))
}

/**
 * Returns the date of first delinquency of a debt that is not paid as agreed: the stated date, or
 * else the date according to the history.
 */
function firstDelinquency(account: Liability): string | undefined {
  const stated = account.CREDIT_COMMENT?.find(isFirstDelinquency)?._Text?.[0]
  return stated ?? startOfRun(account)
}

/**
 * Returns the month in which the current delinquency began; undefined if the account is not late.
 */
function startOfRun({ _PAYMENT_PATTERN: pattern, _PRIOR_ADVERSE_RATING: prior }: Liability) {
  // The codes 1 to 6 are late payments; 7 to 9 are bankruptcy, repossession and charge-off.
  const months = /^[1-6]+/.exec(pattern?._Data ?? '')?.[0].length
  if (months === undefined || monthOf(pattern?._StartDate) === undefined) return undefined
  return prior?.[months - 1]?._Date
}

/**
 * Whether the comment is the date of first delinquency, which is among the facts. MISMO has no field
 * for it, so vendors send it as a comment.
 */
export function isFirstDelinquency(comment: Comment): boolean {
  return comment._TypeOtherDescription === 'FirstDelinquencyDate'
}

function addDetails(facts: Fact[], account: Liability): void {
  const { _MonthsRemainingCount: left, _HighBalanceAmount: most } = account
  // Without a creditor, the row itself already names the original creditor.
  const original = account._CREDITOR === undefined ? '' : account._OriginalCreditorName
  const computed = account._TermsSourceType === 'Calculated' ? '(computed)' : ''
  const chargedOff = joined(dollars(account._ChargeOffAmount), ' on ', date(account._ChargeOffDate))
  addFact(facts, 'Original creditor', original)
  addFact(facts, 'Charged off', chargedOff)
  addFact(facts, 'Terms', joined(account._TermsDescription, ' ', computed))
  addFact(
    facts,
    'Remaining',
    left === undefined ? '' : `${left} ${left === 1 ? 'month' : 'months'}`,
  )
  if (most !== account._HighCreditAmount) addFact(facts, 'High balance', dollars(most))
  addFact(facts, 'Secured by', account._CollateralDescription)
  addFact(facts, 'Business', words(account.CreditBusinessType))
  addFact(facts, 'Subscriber codes', subscriberCodes(account))
}

/**
 * Returns the subscriber codes of a creditor that is not in the creditor directory, which lists the
 * codes of the others.
 */
function subscriberCodes(account: Liability): string {
  if (account.CreditTradeReferenceID !== undefined) return ''
  let codes = ''
  for (const source of account.CREDIT_REPOSITORY ?? []) {
    if (source._SubscriberCode === undefined) continue
    codes = joined(codes, ', ', `${bureauCode(source._SourceType)} ${source._SubscriberCode}`)
  }
  return codes
}

function addAdverse(facts: Fact[], account: Liability): void {
  addFact(facts, 'Worst rating', ratingDetails(account._HIGHEST_ADVERSE_RATING))
  addFact(facts, 'Most recent late', ratingDetails(account._MOST_RECENT_ADVERSE_RATING))
  addFact(facts, 'Delinquency dates', delinquencyDates(account._PRIOR_ADVERSE_RATING ?? []))
}

function ratingDetails(rating: Liability['_HIGHEST_ADVERSE_RATING']): string {
  if (rating === undefined) return ''
  const text = joined(ratingWords(rating), ' ', date(rating._Date))
  return joined(text, ' ', dollars(rating._Amount))
}

/** Returns the months of each rating, in the order in which the ratings first occur. */
function delinquencyDates(prior: NonNullable<Liability['_PRIOR_ADVERSE_RATING']>): string {
  let text = ''
  for (const rating of prior) {
    const isSame = (each: typeof rating) =>
      each._Type === rating._Type && each._Code === rating._Code
    // Each rating is written once, at its first occurrence, with all its months.
    if (prior.find(isSame) !== rating) continue
    const months = monthSpans(nonEmpty(prior.filter(isSame).map((each) => each._Date)))
    text = joined(text, '; ', joined(ratingWords(rating), ' ', months.join(', ')))
  }
  return text
}

/** Words that carry no information about an account on their own. */
const UNINFORMATIVE_WORDS = new Set([
  'ACCOUNT',
  'LOAN',
  'PLACED',
  'FOR',
  'THE',
  'A',
  'OF',
  'BY',
  'TO',
  'DEBT',
])

/** Words in remarks of bureaus that only repeat the loan type. */
const SYNONYMS: Readonly<Record<string, string>> = {
  Educational: 'STUDENT',
  PersonalLoan: 'UNSECURED',
}

/**
 * Returns the comments about an account without the remarks of bureaus that only repeat its type,
 * status and owner.
 */
export function informativeComments(
  comments: readonly Comment[],
  account: FileAccount | Liability,
): Comment[] {
  let known: readonly string[] | undefined
  return comments.filter((comment) => {
    if (comment._Type !== 'BureauRemarks' || comment._ReportedDate !== undefined) return true
    const told = nameWords((comment._Text ?? []).join(' '))
    const informative = told.filter((word) => !UNINFORMATIVE_WORDS.has(word))
    if (informative.length === 0) return false
    known ??= statedWords(account)
    return !informative.every((word) => known?.includes(word))
  })
}

/** Returns the words that the fields of an account state. */
function statedWords(account: FileAccount | Liability): readonly string[] {
  const stated = [
    account._AccountType,
    account.CreditLoanType,
    account.CreditLoanTypeOtherDescription,
    SYNONYMS[account.CreditLoanType ?? ''],
    account._AccountOwnershipType,
    account._AccountStatusType,
    account._CURRENT_RATING?._Type,
  ].map(words)
  return nameWords([...stated, account._CollateralDescription ?? ''].join(' '))
}

/** Returns a comment with its source and code. */
export function remark(comment: Comment): Fact {
  const kind =
    comment._TypeOtherDescription ??
    (comment._Type === 'BureauRemarks' ? 'Remark' : words(comment._Type))
  const source = joined(words(comment._SourceType), ', ', comment._Code)
  const about = joined(source, ', ', date(comment._ReportedDate))
  const { _Text: texts = [] } = comment
  return fact(`${kind} (${about})`, texts.length === 1 ? (texts[0] as string) : texts.join(' '))
}

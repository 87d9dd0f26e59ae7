/** The accounts: grouped, each with its figures, remarks and 24 months of payment history. */
import type { Comment, Liability } from '../../documents/tables/tradelines.ts'
import { bureauCode, date, dollars, joined, present, words } from '../../documents/wording.ts'
import { isCollection, isMortgage } from '../../reports/loan-types.ts'
import { type Report, whose } from '../../reports/report.ts'

import {
  addFact,
  type Block,
  type Cell,
  type Column,
  cell,
  emptySection,
  type Fact,
  fact,
  type Row,
  type Section,
  section,
  type Table,
  type Tone,
} from '../page.ts'
import { monthSpans, paymentHistory } from './payment-history.ts'

// biome-ignore format: a table
const COLUMNS: readonly Column[] = [
  { titles: ['Applicant', 'ECOA'],                       share: 44,  align: 'left' },
  { titles: ['Creditor', 'Account number', 'Type'],    share: 122, align: 'left', lead: true },
  { titles: ['Bureaus'],                               share: 32,  align: 'left' },
  { titles: ['Opened', 'Reported'],                    share: 46,  align: 'left' },
  { titles: ['Last active', 'Closed', 'Paid'],         share: 46,  align: 'left' },
  { titles: ['High credit', 'Limit', 'High balance'],  share: 50,  align: 'right' },
  { titles: ['Balance', 'Past due', 'As of'],          share: 50,  align: 'right' },
  { titles: ['Payment', 'Terms', 'Remaining'],         share: 46,  align: 'right' },
  { titles: ['Reviewed', '30/60/90+'],                 share: 56,  align: 'center', monospaced: true },
  { titles: ['Status', 'Rating', 'As of'],             share: 58,  align: 'left' },
]

/** Whether the account is printed among the collections. */
export function isCollected(account: Liability): boolean {
  return isCollection(account) || account._CURRENT_RATING?._Type === 'Collection'
}

const PRINTED = ['Mortgages', 'Derogatory accounts', 'Open accounts', 'Closed accounts']

/** The accounts by group, mortgages first; collections follow in a section of their own. */
export function accounts(report: Report): Section[] {
  const groups = Map.groupBy(report.liabilities, groupOf)
  const printed = PRINTED.flatMap((title) => {
    const members = groups.get(title)
    return members === undefined ? [] : [group(report, title, members)]
  })
  if (printed.length > 0) return printed
  return [report.mortgagesOnly ? NO_MORTGAGES : NO_ACCOUNTS]
}

const NO_MORTGAGES = emptySection('Accounts', 'No mortgages are reported.')
const NO_ACCOUNTS = emptySection('Accounts', 'No accounts are reported.')
const NO_COLLECTIONS = emptySection('Collections', 'No collections are reported.')

/** The accounts that collection agencies hold. */
export function collections(report: Report): Section {
  const held = report.liabilities.filter(isCollected)
  return held.length === 0 ? NO_COLLECTIONS : group(report, 'Collections', held)
}

/** The group of an account: the first of these that it belongs to. */
function groupOf(account: Liability): string {
  if (isCollected(account)) return 'Collections'
  if (isMortgage(account)) return 'Mortgages'
  if (account._DerogatoryDataIndicator) return 'Derogatory accounts'
  return account._AccountStatusType === 'Open' ? 'Open accounts' : 'Closed accounts'
}

function group(report: Report, title: string, members: readonly Liability[]): Section {
  const table: Table = {
    kind: 'table',
    columns: COLUMNS,
    rows: members.map((account) => accountRow(report, account)),
  }
  return section(`${title} (${members.length})`, [table])
}

function accountRow(report: Report, account: Liability): Row {
  const late = account._LATE_COUNT
  const cells = [
    cell([whose(report, account.BorrowerID), words(account._AccountOwnershipType)]),
    cell([creditorName(account), account._AccountIdentifier ?? '', kindOf(account)]),
    cell((account.CREDIT_REPOSITORY ?? []).map((source) => bureauCode(source._SourceType))),
    cell([date(account._AccountOpenedDate), date(account._AccountReportedDate)]),
    cell([
      date(account._LastActivityDate),
      date(account._AccountClosedDate),
      date(account._AccountPaidDate),
    ]),
    cell([
      dollars(account._HighCreditAmount),
      dollars(account._CreditLimitAmount),
      dollars(account._HighBalanceAmount),
    ]),
    secondLine(
      [
        dollars(account._UnpaidBalanceAmount),
        dollars(account._PastDueAmount),
        date(account._AccountBalanceDate),
      ],
      (account._PastDueAmount ?? 0) > 0,
    ),
    cell([
      dollars(account._MonthlyPaymentAmount),
      months(account._TermsMonthsCount),
      months(account._MonthsRemainingCount),
    ]),
    secondLine([months(account._MonthsReviewedCount), lateCounts(late)], anyLate(late)),
    cell([words(account._AccountStatusType), ratingOf(account), date(account._AccountStatusDate)]),
  ]
  return { cells, below: below(account) }
}

function creditorName(account: Liability): string {
  return account._CREDITOR?._Name ?? account._OriginalCreditorName ?? 'Creditor not named'
}

function kindOf(account: Liability): string {
  const loan = account.CreditLoanTypeOtherDescription ?? words(account.CreditLoanType)
  const type = words(account._AccountType)
  return loan === '' || loan === type ? type : `${type}, ${loan}`
}

function months(count: number | undefined): string {
  return count === undefined ? '' : count === 1 ? '1 month' : `${count} months`
}

function lateCounts(late: Liability['_LATE_COUNT']): string {
  if (late === undefined) return ''
  const counts = `${padded(late._30Days)}/${padded(late._60Days)}/${padded(late._90Days)}`
  return late._120Days === undefined ? counts : `${counts}/${padded(late._120Days)}`
}

function padded(count: number): string {
  return count < 10 ? `0${count}` : String(count)
}

function anyLate(late: Liability['_LATE_COUNT']): boolean {
  return late !== undefined && late._30Days + late._60Days + late._90Days > 0
}

const ALERT_SECOND: readonly (Tone | undefined)[] = [undefined, 'alert']

/** A cell whose second line may be an alert. */
function secondLine(lines: readonly string[], alert: boolean): Cell {
  return alert ? { lines, tone: 'plain', tones: ALERT_SECOND } : cell(lines)
}

function ratingOf(account: Liability): string {
  const rating = account._CURRENT_RATING
  return rating === undefined ? '' : `${rating._Code} ${words(rating._Type)}`
}

function below(account: Liability): Block[] {
  const pattern = account._PAYMENT_PATTERN
  const history = paymentHistory(pattern)
  const facts: Fact[] = []
  addMarks(facts, account)
  addDetails(facts, account)
  addAdverse(facts, account)
  for (const comment of account.CREDIT_COMMENT ?? []) facts.push(remark(comment))
  if (history === undefined && pattern !== undefined) {
    facts.push(fact(`Payment pattern from ${date(pattern._StartDate)} back`, pattern._Data))
  }
  const blocks: Block[] = []
  if (facts.length > 0) blocks.push({ kind: 'line', facts })
  if (history !== undefined) blocks.push(history)
  return blocks
}

export const DISPUTED = fact('', 'Disputed by the consumer', 'alert')
const COUNSELLED = fact('', 'Paid through credit counseling', 'strong')
export const DEROGATORY = fact('', 'Derogatory', 'alert')

function addMarks(facts: Fact[], account: Liability): void {
  if (account._ConsumerDisputeIndicator) facts.push(DISPUTED)
  if (account.CreditCounselingIndicator) facts.push(COUNSELLED)
  if (account._DerogatoryDataIndicator) facts.push(DEROGATORY)
}

function addDetails(facts: Fact[], account: Liability): void {
  const original = account._CREDITOR === undefined ? '' : account._OriginalCreditorName
  const computed = account._TermsSourceType === 'Calculated' ? '(computed)' : ''
  const chargedOff = joined(dollars(account._ChargeOffAmount), ' on ', date(account._ChargeOffDate))
  addFact(facts, 'Original creditor', original)
  addFact(facts, 'Secured by', account._CollateralDescription)
  addFact(facts, 'Terms', joined(account._TermsDescription, ' ', computed))
  addFact(facts, 'Charged off', chargedOff)
  addFact(facts, 'Business', words(account.CreditBusinessType))
  addFact(facts, 'Subscriber codes', subscriberCodes(account))
}

/** The directory lists the codes of the creditors that are in it. */
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
  addFact(facts, 'Worst rating', rated(account._HIGHEST_ADVERSE_RATING))
  addFact(facts, 'Most recent late', rated(account._MOST_RECENT_ADVERSE_RATING))
  addFact(facts, 'Delinquency dates', delinquencyDates(account._PRIOR_ADVERSE_RATING ?? []))
}

function rated(rating: Liability['_HIGHEST_ADVERSE_RATING']): string {
  if (rating === undefined) return ''
  const text = joined(ratingText(rating), ' ', date(rating._Date))
  return joined(text, ' ', dollars(rating._Amount))
}

/** Months by their rating, in the order in which the ratings come up. */
function delinquencyDates(prior: NonNullable<Liability['_PRIOR_ADVERSE_RATING']>): string {
  let text = ''
  for (const rating of prior) {
    const isSame = (each: typeof rating) =>
      each._Type === rating._Type && each._Code === rating._Code
    if (prior.find(isSame) !== rating) continue
    const months = monthSpans(present(prior.filter(isSame).map((each) => each._Date)))
    text = joined(text, '; ', joined(ratingText(rating), ' ', months.join(', ')))
  }
  return text
}

/** A rating with its code. */
function ratingText(rating: { readonly _Code: string; readonly _Type: string }): string {
  return `${words(rating._Type)} (${rating._Code})`
}

/** A comment with its source and code. */
export function remark(comment: Comment): Fact {
  const kind =
    comment._TypeOtherDescription ??
    (comment._Type === 'BureauRemarks' ? 'Remark' : words(comment._Type))
  const source = joined(words(comment._SourceType), ', ', comment._Code)
  const about = joined(source, ', ', date(comment._ReportedDate))
  const { _Text: texts = [] } = comment
  return fact(`${kind} (${about})`, texts.length === 1 ? (texts[0] as string) : texts.join(' '))
}

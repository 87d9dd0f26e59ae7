/** The accounts: grouped, each with its figures, remarks and 24 months of payment history. */
import type { Comment, Liability } from '../../documents/tradelines.ts'
import { isCollection, isMortgage } from '../loan-types.ts'
import type { Report } from '../report.ts'
import { monthSpans } from './month-spans.ts'
import {
  type Block,
  type Cell,
  type Column,
  cell,
  type Fact,
  fact,
  paragraph,
  type Row,
  type Section,
  section,
  type Table,
  type Tone,
} from './page.ts'
import { paymentHistory } from './payment-history.ts'
import { BUREAU_CODES, bureauCodes, date, dollars, present, whose, words } from './wording.ts'

// biome-ignore format: a table
const COLUMNS: readonly Column[] = [
  { titles: ['Whose', 'Ownership'],                    share: 42,  align: 'left' },
  { titles: ['Creditor', 'Account number', 'Kind'],    share: 126, align: 'left', lead: true },
  { titles: ['Bureaus'],                               share: 32,  align: 'left' },
  { titles: ['Opened', 'Reported'],                    share: 46,  align: 'left' },
  { titles: ['Last active', 'Closed', 'Paid'],         share: 46,  align: 'left' },
  { titles: ['High credit', 'Limit', 'High balance'],  share: 50,  align: 'right' },
  { titles: ['Balance', 'Past due', 'As of'],          share: 50,  align: 'right' },
  { titles: ['Payment', 'Terms', 'Remaining'],         share: 46,  align: 'right' },
  { titles: ['Reviewed', '30 60 90 120'],              share: 54,  align: 'center', monospaced: true },
  { titles: ['Status', 'Rating', 'As of'],             share: 58,  align: 'left' },
]

/** Whether the account is printed among the collections. */
export function isCollected(account: Liability): boolean {
  return isCollection(account) || account._CURRENT_RATING?._Type === 'Collection'
}

type Group = readonly [title: string, belongs: (account: Liability) => boolean]

/** In the order in which an account is tried: it stands in the first group that it belongs to. */
const GROUPS: readonly Group[] = [
  ['Collections', isCollected],
  ['Mortgages', isMortgage],
  ['Derogatory accounts', (account) => account._DerogatoryDataIndicator],
  ['Open accounts', (account) => account._AccountStatusType === 'Open'],
  ['Closed accounts', () => true],
]
const PRINTED = ['Mortgages', 'Derogatory accounts', 'Open accounts', 'Closed accounts']

/** The accounts by group, mortgages first; collections stand in a section after them. */
export function accounts(report: Report): Section[] {
  const groups = Map.groupBy(report.liabilities, groupOf)
  const printed = PRINTED.filter((title) => groups.has(title))
  if (printed.length === 0) {
    const none = report.mortgagesOnly ? 'No mortgages are reported.' : 'No accounts are reported.'
    return [section('Accounts', [paragraph(none, { tone: 'muted' })])]
  }
  return printed.map((title) => group(report, title, groups.get(title) ?? []))
}

/** The accounts that collection agencies hold. */
export function collections(report: Report): Section {
  const held = report.liabilities.filter(isCollected)
  return held.length === 0
    ? section('Collections', [paragraph('No collections are reported.', { tone: 'muted' })])
    : group(report, 'Collections', held)
}

function groupOf(account: Liability): string {
  return GROUPS.find(([, belongs]) => belongs(account))?.[0] ?? ''
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
  const sources = (account.CREDIT_REPOSITORY ?? []).map((source) => source._SourceType)
  const cells = [
    cell([whose(report, account.BorrowerID), words(account._AccountOwnershipType)]),
    cell([creditorName(account), account._AccountIdentifier ?? '', kindOf(account)]),
    cell(sources.map((source) => BUREAU_CODES[source] ?? source)),
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
  return count === undefined ? '' : `${count} mo`
}

function lateCounts(late: Liability['_LATE_COUNT']): string {
  if (late === undefined) return ''
  const counts = [late._30Days, late._60Days, late._90Days, late._120Days]
  return counts
    .filter((count) => count !== undefined)
    .map((count) => String(count).padStart(2, '0'))
    .join(' ')
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
  const undated = history === undefined && pattern !== undefined
  const facts = [
    ...marks(account),
    ...details(account),
    ...adverse(account),
    ...remarks(account),
    ...(undated ? [fact(`Payments back from ${date(pattern._StartDate)}`, pattern._Data)] : []),
  ]
  return [
    ...(facts.length === 0 ? [] : [{ kind: 'line', facts } as const]),
    ...(history === undefined ? [] : [history]),
  ]
}

function marks(account: Liability): Fact[] {
  return [
    ...(account._ConsumerDisputeIndicator ? [fact('', 'Disputed by the consumer', 'alert')] : []),
    ...(account.CreditCounselingIndicator
      ? [fact('', 'Paid through credit counselling', 'strong')]
      : []),
    ...(account._DerogatoryDataIndicator ? [fact('', 'Derogatory', 'alert')] : []),
  ]
}

function details(account: Liability): Fact[] {
  const original = account._CREDITOR === undefined ? undefined : account._OriginalCreditorName
  const chargeOff = present([dollars(account._ChargeOffAmount), date(account._ChargeOffDate)])
  const terms = present([
    account._TermsDescription,
    account._TermsSourceType === 'Calculated' ? '(computed)' : undefined,
  ])
  return [
    fact('Original creditor', original ?? ''),
    fact('Secured by', account._CollateralDescription ?? ''),
    fact('Terms', terms.join(' ')),
    fact('Charged off', chargeOff.join(' on ')),
    fact('Business', words(account.CreditBusinessType)),
    fact('Subscriber codes', subscriberCodes(account)),
  ].filter((each) => each.value !== '')
}

/** The directory lists the codes of the creditors that are in it. */
function subscriberCodes(account: Liability): string {
  if (account.CreditTradeReferenceID !== undefined) return ''
  return (account.CREDIT_REPOSITORY ?? [])
    .filter((source) => source._SubscriberCode !== undefined)
    .map((source) => `${bureauCodes([source._SourceType])} ${source._SubscriberCode}`)
    .join(', ')
}

function adverse(account: Liability): Fact[] {
  const rated = (rating: { _Code: string; _Type: string; _Date?: string | undefined }) =>
    `${words(rating._Type)} (${rating._Code}) ${date(rating._Date)}`.trim()
  const highest = account._HIGHEST_ADVERSE_RATING
  const recent = account._MOST_RECENT_ADVERSE_RATING
  const prior = account._PRIOR_ADVERSE_RATING ?? []
  return [
    fact('Worst rating', highest === undefined ? '' : withAmount(rated(highest), highest._Amount)),
    fact('Latest adverse', recent === undefined ? '' : withAmount(rated(recent), recent._Amount)),
    fact('Adverse months', adverseMonths(prior)),
  ].filter((each) => each.value !== '')
}

/** Months by their rating, in the order in which the ratings come up. */
function adverseMonths(prior: NonNullable<Liability['_PRIOR_ADVERSE_RATING']>): string {
  const byRating = Map.groupBy(prior, (rating) => `${words(rating._Type)} (${rating._Code})`)
  return Array.from(byRating, ([rating, ratings]) => {
    const dates = present(ratings.map((each) => each._Date))
    return `${rating} ${monthSpans(dates).join(', ')}`.trim()
  }).join('; ')
}

function withAmount(text: string, amount: number | undefined): string {
  return amount === undefined ? text : `${text} ${dollars(amount)}`
}

function remarks(account: Liability): Fact[] {
  return (account.CREDIT_COMMENT ?? []).map(remark)
}

/** A comment with its source and code. */
export function remark(comment: Comment): Fact {
  const kind =
    comment._TypeOtherDescription ??
    (comment._Type === 'BureauRemarks' ? 'Remark' : words(comment._Type))
  const about = present([words(comment._SourceType), comment._Code, date(comment._ReportedDate)])
  return fact(`${kind} (${about.join(', ')})`, (comment._Text ?? []).join(' '))
}

/** The accounts: grouped, each with its figures, remarks and payment history. */
import { monthOf } from '../../documents/months.ts'
import type { Liability } from '../../documents/tables/tradelines.ts'
import { bureauCodes, date, dollars, ratingWords, words } from '../../documents/wording.ts'
import { isOpen } from '../../reports/account-status.ts'
import { isInCollection, isMortgage } from '../../reports/loan-types.ts'
import { limitOf } from '../../reports/merge/tallies.ts'
import { relabelRemark } from '../../reports/ownership.ts'
import { borrowerLetters, type Report } from '../../reports/report.ts'
import {
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
import { accountFacts } from './account-facts.ts'
import { paymentHistory } from './payment-history.ts'

// biome-ignore format: a table
const COLUMNS: readonly Column[] = [
  { titles: ['Applicant', 'ECOA'],          share: 52,  align: 'left' },
  { titles: ['Creditor', 'Account number'], share: 100, align: 'left', lead: true },
  { titles: ['Type'],                       share: 62,  align: 'left' },
  { titles: ['Bureaus'],                    share: 30,  align: 'left' },
  { titles: ['Opened', 'Reported'],         share: 45,  align: 'left' },
  { titles: ['Last active', 'Closed'],      share: 45,  align: 'left' },
  { titles: ['High credit', 'Limit'],       share: 44,  align: 'right' },
  { titles: ['Balance', 'Past due'],        share: 44,  align: 'right' },
  { titles: ['Payment', 'Terms'],           share: 44,  align: 'right' },
  { titles: ['Reviewed', '30/60/90+'],      share: 44,  align: 'center' },
  { titles: ['Status', 'Rating'],           share: 60,  align: 'left' },
]

/** The ECOA codes of mortgage lenders for the responsibility for an account (Regulation B). */
const ECOA_CODES: Readonly<Record<Liability['_AccountOwnershipType'], string>> = {
  Individual: 'I',
  JointContractualLiability: 'J',
  JointParticipating: 'S',
  AuthorizedUser: 'A',
  Comaker: 'C',
  Maker: 'M',
  OnBehalfOf: 'B',
  Terminated: 'T',
  Undesignated: 'U',
  Deceased: 'X',
}

/** The groups, the most important to a lender first. Collections have their own section. */
const GROUP_TITLES = ['Mortgages', 'Derogatory accounts', 'Open accounts', 'Closed accounts']

/** Returns the accounts by group, mortgages first. Collections follow in their own section. */
export function accounts(report: Report): Section[] {
  const groups = Map.groupBy(report.liabilities, (account) => groupOf(report, account))
  const printed = GROUP_TITLES.flatMap((title) => {
    const members = groups.get(title)
    return members === undefined ? [] : [group(report, title, members)]
  })
  if (printed.length > 0) return printed
  if (report.mortgagesOnly) return [NO_MORTGAGES]
  return [report.liabilities.length === 0 ? NO_ACCOUNTS : ONLY_COLLECTIONS]
}

const NO_MORTGAGES = emptySection('Accounts', 'No mortgages are reported.')
const NO_ACCOUNTS = emptySection('Accounts', 'No accounts are reported.')
/** The figures of the page count collections as accounts, so the section does not deny them. */
const ONLY_COLLECTIONS = emptySection(
  'Accounts',
  'No accounts other than collections are reported.',
)
const NO_COLLECTIONS = emptySection('Collections', 'No collections are reported.')

/** Returns the section with the collections. */
export function collections(report: Report): Section {
  const collected = report.liabilities.filter(isInCollection)
  return collected.length === 0 ? NO_COLLECTIONS : group(report, 'Collections', collected)
}

/**
 * Returns the group of an account: the first of the following that applies. A report of mortgages
 * only has no section for collections, so a mortgage in collection stays among the mortgages.
 */
function groupOf({ mortgagesOnly }: Report, account: Liability): string {
  if (isInCollection(account) && !mortgagesOnly) return 'Collections'
  if (isMortgage(account)) return 'Mortgages'
  if (account._DerogatoryDataIndicator) return 'Derogatory accounts'
  return isOpen(account) ? 'Open accounts' : 'Closed accounts'
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
    cell([borrowerLetters(report, account.BorrowerID), ecoa(account)]),
    cell([creditorName(account), account._AccountIdentifier ?? '']),
    cell(kindOf(account)),
    cell(bureauCodes(sources)),
    cell([date(account._AccountOpenedDate), date(account._AccountReportedDate)]),
    cell([date(account._LastActivityDate), date(account._AccountClosedDate)]),
    cell([dollars(account._HighCreditAmount), limitText(account)]),
    secondLine(
      [dollars(account._UnpaidBalanceAmount), dollars(account._PastDueAmount)],
      (account._PastDueAmount ?? 0) > 0,
    ),
    cell([dollars(account._MonthlyPaymentAmount), months(account._TermsMonthsCount)]),
    secondLine([months(account._MonthsReviewedCount), lateCounts(late)], isEverLate(late)),
    cell([words(account._AccountStatusType), ratingOf(account)]),
  ]
  return { cells, below: below(report, account) }
}

/** Returns the ECOA code and its meaning in words, because consumers read the report too. */
function ecoa({ _AccountOwnershipType: ownership }: Liability): string {
  return `${ECOA_CODES[ownership]} ${words(ownership)}`
}

/** Returns the name of the creditor. Some collections name only the original creditor. */
function creditorName(account: Liability): string {
  return account._CREDITOR?._Name ?? account._OriginalCreditorName ?? 'Creditor not named'
}

/** Returns account type and loan type, or only one of them if they are the same. */
function kindOf(account: Liability): string {
  const loan = account.CreditLoanTypeOtherDescription ?? words(account.CreditLoanType)
  const type = words(account._AccountType)
  return loan === '' || loan === type ? type : `${type}, ${loan}`
}

/**
 * Returns the limit of an account. The limit of a closed account is in parentheses, because no sum
 * includes it.
 */
function limitText(account: Liability): string {
  const limit = account._CreditLimitAmount
  return limit === undefined || limitOf(account) > 0 ? dollars(limit) : `(${dollars(limit)})`
}

function months(count: number | undefined): string {
  return count === undefined ? '' : count === 1 ? '1 month' : `${count} months`
}

/** Returns the counts of late payments. The last count, 90 days and more, includes 120 days. */
function lateCounts(late: Liability['_LATE_COUNT']): string {
  if (late === undefined) return ''
  return `${padded(late._30Days)}/${padded(late._60Days)}/${padded(late._90Days)}`
}

function padded(count: number): string {
  return count < 10 ? `0${count}` : String(count)
}

function isEverLate(late: Liability['_LATE_COUNT']): boolean {
  return late !== undefined && late._30Days + late._60Days + late._90Days > 0
}

const ALERT_SECOND: readonly (Tone | undefined)[] = [undefined, 'alert']

/** Returns a cell whose second line can be an alert. */
function secondLine(lines: readonly string[], alert: boolean): Cell {
  return alert ? { lines, tone: 'plain', tones: ALERT_SECOND } : cell(lines)
}

function ratingOf(account: Liability): string {
  const rating = account._CURRENT_RATING
  return rating === undefined ? '' : `${rating._Code} ${ratingWords(rating)}`
}

/**
 * Returns the blocks below the row of an account. A payment pattern that cannot be drawn as months
 * is printed as text, so that no data is lost.
 */
function below(report: Report, account: Liability): Block[] {
  const pattern = account._PAYMENT_PATTERN
  const history = paymentHistory(pattern, isMortgage(account))
  const facts = withLetters(
    report,
    account,
    accountFacts(account, monthOf(report.lastUpdatedAt) ?? 0),
  )
  if (history.length === 0 && pattern !== undefined) {
    facts.push(fact(`Payment pattern from ${date(pattern._StartDate)} back`, pattern._Data))
  }
  return facts.length === 0 ? history : [{ kind: 'line', facts }, ...history]
}

/**
 * Replaces the identifiers of borrowers in remarks about accounts of both. The order made them up,
 * and the page knows the borrowers by their letters only.
 */
function withLetters(report: Report, { BorrowerID: ids }: Liability, facts: Fact[]): Fact[] {
  if (!ids.includes(' ')) return facts
  const letters = new Map(ids.split(' ').map((id) => [id, borrowerLetters(report, id)]))
  return facts.map((each) => ({ ...each, value: relabelRemark(each.value, letters) }))
}

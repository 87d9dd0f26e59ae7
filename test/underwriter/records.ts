/**
 * Rules about public records, inquiries and the directory of creditors, and about accounts in
 * bankruptcy.
 */
import { isBankrupt, isCollection, isDistinct, isOpen } from './accounts.ts'
import {
  all,
  amount,
  daysEarlier,
  type Element,
  get,
  isBefore,
  month,
  ofEach,
  one,
  type Reading,
  type Rule,
  set,
  sum,
} from './reading.ts'

const records = ({ records: list }: Reading) => list
const isBankruptcy = (record: Element) => get(record, '_Type').startsWith('Bankruptcy')
const isPending = (record: Element) => get(record, '_DispositionType') === 'Filed'
/** Whether the plan was still being paid when the account was reported. */
const isInPlan = (account: Element, record: Element) =>
  isPending(record) ||
  isBefore(get(account, '_AccountReportedDate'), get(record, '_DispositionDate'))
const idsOf = (element: Element) => get(element, 'BorrowerID').split(' ')

const STATES =
  'ALABAMA|ALASKA|ARIZONA|ARKANSAS|CALIFORNIA|COLORADO|CONNECTICUT|DELAWARE|COLUMBIA|FLORIDA|GEORGIA|HAWAII|IDAHO|ILLINOIS|INDIANA|IOWA|KANSAS|KENTUCKY|LOUISIANA|MAINE|MARYLAND|MASSACHUSETTS|MICHIGAN|MINNESOTA|MISSISSIPPI|MISSOURI|MONTANA|NEBRASKA|NEVADA|NEW HAMPSHIRE|NEW JERSEY|NEW MEXICO|NEW YORK|NORTH CAROLINA|NORTH DAKOTA|OHIO|OKLAHOMA|OREGON|PENNSYLVANIA|PUERTO RICO|RHODE ISLAND|SOUTH CAROLINA|SOUTH DAKOTA|TENNESSEE|TEXAS|UTAH|VERMONT|VIRGINIA|WASHINGTON|WEST VIRGINIA|WISCONSIN|WYOMING|GUAM|VIRGIN ISLANDS'
const COURT = new RegExp(`\\b(?:DISTRICT|DIST) OF (?:${STATES})\\b`)

/** Returns the bankruptcies of a borrower. */
function bankruptciesOf(report: Reading, borrower: string): Element[] {
  return report.records.filter((record) => isBankruptcy(record) && idsOf(record).includes(borrower))
}

/** Returns the bankruptcies that an account can be part of. */
function bankruptciesFor(account: Element, report: Reading): Element[] {
  return idsOf(account).flatMap((id) => bankruptciesOf(report, id))
}

function accountsIn(record: Element, report: Reading): Element[] {
  return report.accounts.filter(
    (account) => isBankrupt(account) && bankruptciesFor(account, report).includes(record),
  )
}

const isSeparate = (report: Reading) => (record: Element) =>
  isBankruptcy(record) && bankruptciesOf(report, get(record, 'BorrowerID')).length === 1

// biome-ignore format: a table of rules
export const RECORD_RULES: readonly Rule[] = [
  {
    title: 'a bankruptcy is listed once',
    check: (report) => isDistinct(report.records.map((record) => ['BorrowerID', '_DocketIdentifier', '_FiledDate'].map((name) => get(record, name)).join(' '))) ? [] : ['a docket is listed twice'],
    sabotage: (report) => { const [first] = report.records; return first !== undefined && (report.records as Element[]).push(first) > 0 },
  },
  ofEach('the name of a court includes its district and state', (report) => report.records.filter(isBankruptcy),
    (each) => COURT.test(get(each, '_CourtName')),
    (each) => set(each, '_CourtName', 'US BANKRUPTCY COURT')),
  ofEach('the disposition of a record is not before its filing or after the report', records,
    (each, { on }) => !isBefore(on, get(each, '_FiledDate')) && (isPending(each) ? get(each, '_DispositionDate') === '' : !isBefore(get(each, '_DispositionDate'), get(each, '_FiledDate')) && !isBefore(on, get(each, '_DispositionDate'))),
    (each) => set(each, '_FiledDate', '2199-01-01')),
  ofEach('a chapter 7 bankruptcy is listed for ten years, and a chapter 13 bankruptcy for seven', (report) => report.records.filter(isBankruptcy),
    (each, report) => report.month - month(get(each, '_FiledDate')) <= (get(each, '_Type') === 'BankruptcyChapter13' ? 84 : 120),
    (each) => set(each, '_FiledDate', '2001-01-01') && set(each, '_DispositionDate', '2001-06-01')),
  ofEach('a chapter 7 bankruptcy ends within a year, and a chapter 13 plan takes three to five years unless dismissed', (report) => report.records.filter((each) => isBankruptcy(each) && !isPending(each)),
    (each) => {
      const took = month(get(each, '_DispositionDate')) - month(get(each, '_FiledDate'))
      if (get(each, '_DispositionType') === 'Dismissed') return took >= 0 && took <= 60
      return get(each, '_Type') === 'BankruptcyChapter13' ? took >= 36 && took <= 61 : took >= 3 && took <= 12
    },
    (each) => get(each, '_Type') === 'BankruptcyChapter7' && set(each, '_DispositionDate', '2099-01-01')),
  ofEach('an account in bankruptcy belongs to a listed bankruptcy', (report) => report.accounts.filter(isBankrupt),
    (each, report) => bankruptciesFor(each, report).some((record) => get(record, '_DispositionType') !== 'Dismissed'),
    (each) => set(each, 'BorrowerID', 'nobody')),
  ofEach('an account in bankruptcy was opened before the petition and not closed before it', (report) => report.accounts.filter(isBankrupt),
    (each, report) => bankruptciesFor(each, report).some((record) => isBefore(get(each, '_AccountOpenedDate'), get(record, '_FiledDate')) && !isBefore(get(each, '_AccountClosedDate'), get(record, '_FiledDate'))),
    (each) => set(each, '_AccountClosedDate', '1950-01-01')),
  ofEach('accounts have a balance during a chapter 13 plan, and none after it', (report) => report.records.filter((each) => get(each, '_Type') === 'BankruptcyChapter13' && isSeparate(report)(each)),
    (each, report) => accountsIn(each, report).filter((account) => get(account, 'BorrowerID') === get(each, 'BorrowerID')).every((account) => (amount(account, '_UnpaidBalanceAmount') > 0) === isInPlan(account, each)),
    (each, report) => accountsIn(each, report).some((account) => set(account, '_UnpaidBalanceAmount', isPending(each) ? '0' : '5'))),
  ofEach('an account in a chapter 7 bankruptcy has no balance', (report) => report.accounts.filter((each) => isBankrupt(each) && bankruptciesFor(each, report).every((record) => get(record, '_Type') === 'BankruptcyChapter7')),
    (each) => amount(each, '_UnpaidBalanceAmount') === 0,
    (each) => set(each, '_UnpaidBalanceAmount', '5')),
  ofEach('nothing is owed on a charge-off from before a bankruptcy that has ended, unless it is a joint debt or a student loan', (report) => report.accounts.filter((each) => get(each, '_ChargeOffDate') !== '' && get(each, '_AccountStatusType') === 'Closed' && !/Joint|AuthorizedUser/.test(get(each, '_AccountOwnershipType')) && !/Educational/.test(get(each, 'CreditLoanType'))),
    (each, report) => bankruptciesFor(each, report).every((record) => get(record, '_DispositionType') === 'Dismissed' || isInPlan(each, record) || !isBefore(get(each, '_ChargeOffDate'), get(record, '_FiledDate')) || amount(each, '_UnpaidBalanceAmount') === 0),
    (each, report) => bankruptciesFor(each, report).some((record) => get(record, '_DispositionType') === 'Discharged' && isBefore(get(each, '_ChargeOffDate'), get(record, '_FiledDate'))) && set(each, '_UnpaidBalanceAmount', '5') && set(each, '_AccountReportedDate', report.on)),
  ofEach('the liabilities of a bankruptcy cover the accounts in it', (report) => report.records.filter(isSeparate(report)),
    (each, report) => amount(each, '_BankruptcyLiabilitiesAmount') >= sum(accountsIn(each, report), '_UnpaidBalanceAmount') && amount(each, '_BankruptcyLiabilitiesAmount') > 0,
    (each) => set(each, '_BankruptcyLiabilitiesAmount', '0')),
  ofEach('a mortgage that continues through a bankruptcy is part of its assets and liabilities', (report) => report.records.filter(isSeparate(report)),
    (each, report) => report.accounts.filter((account) => get(account, '_AccountType') === 'Mortgage' && isOpen(account) && idsOf(account).includes(get(each, 'BorrowerID')) && isBefore(get(account, '_AccountOpenedDate').slice(0, 7), get(each, '_FiledDate')))
      .every((account) => amount(each, '_BankruptcyLiabilitiesAmount') >= amount(account, '_UnpaidBalanceAmount') && amount(each, '_BankruptcyAssetsAmount') >= 0.5 * amount(account, '_HighCreditAmount')),
    (each, report) => report.accounts.some((account) => get(account, '_AccountType') === 'Mortgage' && isOpen(account) && idsOf(account).includes(get(each, 'BorrowerID')) && isBefore(get(account, '_AccountOpenedDate').slice(0, 7), get(each, '_FiledDate'))) && set(each, '_BankruptcyAssetsAmount', '0')),
  ofEach('no open personal loan is older than a bankruptcy that was not dismissed', (report) => report.accounts.filter((each) => get(each, 'CreditLoanType') === 'PersonalLoan' && isOpen(each) && get(each, '_AccountOwnershipType') === 'Individual'),
    (each, report) => bankruptciesFor(each, report).every((record) => get(record, '_DispositionType') === 'Dismissed' || !isBefore(get(each, '_AccountOpenedDate'), get(record, '_FiledDate').slice(0, 7))),
    (each, report) => bankruptciesFor(each, report).some((record) => get(record, '_DispositionType') !== 'Dismissed') && set(each, '_AccountOpenedDate', '1950-01-01')),
  ofEach('an inquiry is at most two years old and not in the future', ({ inquiries }) => inquiries,
    (each, report) => report.month - month(get(each, '_Date')) <= 24 && !isBefore(report.on, get(each, '_Date')),
    (each) => set(each, '_Date', '2001-01-01')),
  ofEach('an inquiry belongs to one bureau and to the file of this bureau', ({ inquiries }) => inquiries,
    (each, report) => {
      const sources = all(each, 'CREDIT_REPOSITORY')
      const file = report.files.find((one) => get(one, 'CreditFileID') === get(each, 'CreditFileID'))
      return sources.length === 1 && file !== undefined && get(file, 'CreditRepositorySourceType') === get(sources[0] as Element, '_SourceType')
    },
    (each) => set(each, 'CreditFileID', 'File9')),
  {
    title: 'each creditor appears once in the directory',
    check: (report) => isDistinct(report.references.map(placeOf).filter((place) => place !== '|||')) ? [] : ['a creditor is listed twice'],
    sabotage: (report) => { const found = report.references.find((each) => placeOf(each) !== '|||'); return found !== undefined && (report.references as Element[]).push(found) > 0 },
  },
  ofEach('accounts and inquiries refer to existing entries of the directory', (report) => [...report.accounts, ...report.inquiries],
    (each, report) => report.references.some((reference) => get(reference, 'CreditTradeReferenceID') === get(each, 'CreditTradeReferenceID')),
    (each) => set(each, 'CreditTradeReferenceID', 'Creditor999')),
  ofEach('the entry of a creditor lists the codes under which it reports', ({ accounts }) => accounts,
    (each, report) => {
      const reference = report.references.find((one) => get(one, 'CreditTradeReferenceID') === get(each, 'CreditTradeReferenceID'))
      const codes = all(reference ?? each, 'CREDIT_REPOSITORY').map(codeOf)
      return all(each, 'CREDIT_REPOSITORY').every((source) => codes.includes(codeOf(source)))
    },
    (each) => all(each, 'CREDIT_REPOSITORY').some((source) => set(source, '_SubscriberCode', 'X'))),
  ofEach('the creditor of a collection is a collection agency', (report) => report.accounts.filter(isCollection),
    (each) => get(each, 'CreditBusinessType') === 'CollectionServices',
    (each) => set(each, 'CreditBusinessType', 'Banking')),
  ofEach('an account of both borrowers is not an individual account', (report) => report.accounts.filter((each) => idsOf(each).length > 1),
    (each) => get(each, '_AccountOwnershipType') !== 'Individual',
    (each) => set(each, '_AccountOwnershipType', 'Individual')),
]

const codeOf = (source: Element) =>
  `${get(source, '_SourceType')} ${get(source, '_SubscriberCode')}`

function placeOf(reference: Element): string {
  const phone = get(one(one(reference, 'CONTACT_DETAIL'), 'CONTACT_POINT'), '_Value')
  return `${get(reference, '_StreetAddress')}|${get(reference, '_PostalCode')}|${phone}|`
}

/**
 * Counts the inquiries of a borrower within this many days: all of them, and only one per inquirer
 * and day.
 */
export function inquiriesWithin(report: Reading, borrower: string, days: number) {
  const since = daysEarlier(report.on, days)
  const recent = report.inquiries.filter(
    (each) => idsOf(each).includes(borrower) && !isBefore(get(each, '_Date'), since),
  )
  const distinct = new Set(
    recent.map((each) => `${get(each, '_Date')} ${get(each, 'CreditTradeReferenceID')}`),
  )
  return { all: recent.length, distinct: distinct.size }
}

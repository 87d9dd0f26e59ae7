/**
 * The summaries of a report, one for each borrower. Each lists every data set, even if it is zero.
 */
import type { CreditFile } from '../../bureaus/bureau.ts'
import { daysBefore, earlier, isSince, monthOf, monthsBefore } from '../../documents/months.ts'
import { nameKey } from '../../documents/names.ts'
import { CATEGORIES } from '../../documents/tables/enumerations.ts'
import type { SummaryValue } from '../../documents/tables/response.ts'
import type { Inquiry, PublicRecord } from '../../documents/tables/tradelines.ts'
import { isDelivered } from '../credit-files.ts'
import type { Line } from './blend.ts'
import { type Category, type Tallies, type Tally, tallyLines } from './tallies.ts'

// The data sets of a summary: name, description and computation.

/** The facts from which the summary of one borrower is computed. */
interface SummaryFacts {
  readonly tallies: Tallies
  /** The borrower's public records. */
  readonly publicRecords: readonly PublicRecord[]
  /** Counts the inquiries of the last days. */
  readonly inquiriesWithin: (days: number) => InquiryCount
  readonly files: readonly CreditFile[]
  /** YYYY-MM-DD. */
  readonly mergedOn: string
}

/** The inquiries of a period, counted in two ways. */
interface InquiryCount {
  /** Every inquiry of every bureau. */
  readonly total: number
  /** One for each inquirer and day. */
  readonly remaining: number
}

/** One figure of every summary. */
export interface SummaryRow {
  /** The name of the data set. It never changes: integrators read figures by name. */
  readonly name: string
  /** The description in the reference (docs/summary.md). */
  readonly doc: string
  /** Written as text. Amounts are whole dollars, and dates are as precise as known. */
  readonly value: (facts: SummaryFacts) => string | number
}

type CategoryMeasure = readonly [suffix: string, doc: string, field: keyof Tally]

/**
 * `{…accounts}` is replaced with the words of the category, and the adjective goes to its place in
 * them.
 */
const MEASURES: readonly CategoryMeasure[] = [
  ['Accounts', 'Number of {accounts}.', 'accounts'],
  ['OpenAccounts', 'Number of {open accounts}.', 'open'],
  ['ClosedAccounts', 'Number of {closed, paid or transferred accounts}.', 'closed'],
  ['UnratedAccounts', 'Number of {currently unrated accounts}.', 'unrated'],
  ['Balance', 'Balances of {accounts}, in dollars.', 'balance'],
  ['MonthlyPayment', 'Monthly payments of {accounts}, in dollars.', 'payment'],
  ['HighCredit', 'Original amounts or highest credit of {accounts}, in dollars.', 'highCredit'],
  ['CreditLimit', 'Credit limits of {open accounts}, in dollars.', 'limit'],
  ['PastDue', 'Amounts past due of {accounts}, in dollars.', 'pastDue'],
  ['Late30DaysCurrent', 'Number of {accounts} that are 30 days late now.', 'late30Current'],
  ['Late60DaysCurrent', 'Number of {accounts} that are 60 days late now.', 'late60Current'],
  ['Late90DaysCurrent', 'Number of {accounts} that are 90 or more days late now.', 'late90Current'],
  ['Late30DaysHistorical', 'Months that {accounts} were 30 days late.', 'late30Historical'],
  ['Late60DaysHistorical', 'Months that {accounts} were 60 days late.', 'late60Historical'],
  ['Late90DaysHistorical', 'Months that {accounts} were 90 or more days late.', 'late90Historical'],
]

/** The dash marks the place of the measure's adjective, if it has one. */
const CATEGORY_WORDS: Readonly<Record<Category, string>> = {
  Mortgage: '- accounts secured by real estate',
  Installment: '- installment accounts without real estate',
  Revolving: '- revolving accounts and credit lines without real estate',
  Open: '- accounts due in full each period',
  Other: '- collections and accounts of unknown type',
  Total: 'all - accounts',
}

function descriptionOf(doc: string, category: Category): string {
  return doc.replace(/\{(.*)accounts\}/, (_, adjective: string) =>
    CATEGORY_WORDS[category].replace('- ', adjective),
  )
}

const CATEGORY_ROWS: readonly SummaryRow[] = CATEGORIES.flatMap((category) =>
  MEASURES.map(([suffix, doc, field]) => ({
    name: `${category}${suffix}`,
    doc: descriptionOf(doc, category),
    value: ({ tallies }: SummaryFacts) => tallies.categories[category][field],
  })),
)

const row = (name: string, doc: string, value: SummaryRow['value']): SummaryRow => ({
  name,
  doc,
  value,
})

// biome-ignore format: a table
const FILE_ROWS: readonly SummaryRow[] = [
  row('AsOfDate', 'The day on which the files were merged.', (f) => f.mergedOn),
  row('IdentityOnFileDate', 'Earliest date since which a bureau has had the borrower on file; empty if unknown.', identityOnFile),
  row('FilesAsked', 'Number of bureaus requested for the borrower.', (f) => f.files.length),
  row('FilesDelivered', 'Number of bureaus that returned a file.', (f) => f.files.filter(isDelivered).length),
  row('FilesNoHit', 'Number of bureaus without a file, or with too little in it.', (f) => countWithStatus(f, ['NoFileReturnedNoHit', 'NoFileReturnedThinFile'])),
  row('FilesFrozen', 'Number of bureaus where the borrower has frozen the file.', (f) => countWithStatus(f, ['NoFileReturnedCreditFreeze'])),
  row('FilesFailed', 'Number of bureaus that returned no file for another reason.', failedFiles),
  row('FilesScored', 'Number of files with a score.', (f) => f.files.filter((file) => file.score?.value !== undefined).length),
]

// biome-ignore format: a table
const ACCOUNT_ROWS: readonly SummaryRow[] = [
  row('MergedAccounts', 'Number of accounts on several files that are shown as one.', (f) => f.tallies.merged),
  row('JointAccounts', 'Number of accounts that the borrower owes jointly with someone.', (f) => f.tallies.joint),
  row('AuthorizedUserAccounts', 'Number of accounts of which the borrower is only an authorized user.', (f) => f.tallies.authorizedUser),
  row('OldestAccountDate', 'When the oldest account was opened; empty without accounts.', (f) => f.tallies.oldest ?? ''),
  row('NewestAccountDate', 'When the newest account was opened; empty without accounts.', (f) => f.tallies.newest ?? ''),
  row('AccountsOpenedIn6Months', 'Number of accounts opened in the 6 months before the merge.', (f) => f.tallies.openedRecently),
  row('HighestHighCredit', 'The highest original amount or credit of an account, in dollars.', (f) => f.tallies.highestHighCredit),
  row('LowestHighCredit', 'The lowest original amount or credit of an account, in dollars.', (f) => f.tallies.lowestHighCredit ?? 0),
  row('RevolvingLimit', 'Credit limits of open revolving accounts whose balance is known, in dollars.', (f) => f.tallies.revolvingLimit),
  row('RevolvingAvailable', 'What is left of those limits, in dollars; never below zero.', (f) => Math.max(0, f.tallies.revolvingLimit - f.tallies.revolvingUsed)),
  row('RevolvingUtilizationPercent', 'How much of those limits is used, in whole percent; 0 without limits.', utilization),
]

// biome-ignore format: a table
const HARM_ROWS: readonly SummaryRow[] = [
  row('AccountsPaidAsAgreed', 'Number of accounts that are paid as agreed now.', (f) => f.tallies.asAgreed),
  row('AccountsLateNow', 'Number of accounts that are late now.', (f) => f.tallies.lateNow),
  row('AccountsEverAdverse', 'Number of accounts with any adverse rating, now or before.', (f) => f.tallies.lateEver),
  row('MortgageLatePayments12Months', 'Months that mortgages were 30 or more days late, in the month of the report and the 12 before it.', (f) => f.tallies.mortgageLate12),
  row('MortgageLatePayments13To24Months', 'Months that mortgages were 30 or more days late, 13 to 24 months before the report.', (f) => f.tallies.mortgageLate24),
  row('MortgageLatePayments25MonthsAndOlder', 'Months that mortgages were 30 or more days late, 25 or more months before the report.', (f) => f.tallies.mortgageLateOlder),
  row('DerogatoryAccounts', 'Number of accounts ever 90 or more days late, charged off, in collection, repossessed, foreclosed or in bankruptcy.', (f) => f.tallies.derogatory),
  row('Collections', 'Number of accounts in collection.', (f) => f.tallies.collections),
  row('CollectionBalance', 'Balances of accounts in collection, in dollars.', (f) => f.tallies.collectionBalance),
  row('ChargeOffs', 'Number of accounts charged off and not in collection.', (f) => f.tallies.chargeOffs),
  row('RepossessionsAndForeclosures', 'Number of accounts that ended in repossession or foreclosure.', (f) => f.tallies.repossessions),
  row('AccountsInBankruptcy', 'Number of accounts in bankruptcy or a wage earner plan now.', (f) => f.tallies.bankruptcies),
  row('DisputedAccounts', 'Number of accounts that the borrower disputes.', (f) => f.tallies.disputed),
  row('CounselingAccounts', 'Number of accounts paid through credit counseling.', (f) => f.tallies.counseled),
]

// biome-ignore format: a table
const RECORD_ROWS: readonly SummaryRow[] = [
  row('PublicRecords', 'Number of public records.', (f) => f.publicRecords.length),
  row('PublicRecordsIn2Years', 'Number of public records filed in the 2 years before the merge.', (f) => f.publicRecords.filter((one) => isSince(one._FiledDate, monthsBefore(f.mergedOn, 24))).length),
  row('Bankruptcies', 'Number of bankruptcies among the public records.', (f) => f.publicRecords.filter((one) => one._Type.startsWith('Bankruptcy')).length),
  row('Liens', 'Number of liens among the public records.', (f) => f.publicRecords.filter((one) => one._Type.includes('Lien')).length),
  row('Judgments', 'Number of judgments among the public records.', (f) => f.publicRecords.filter((one) => one._Type === 'Judgment').length),
  ...inquiryRows('30Days', 30),
  ...inquiryRows('90Days', 90),
  ...inquiryRows('120Days', 120),
  ...inquiryRows('1Year', 365),
]

/**
 * Returns the rows about the inquiries of a period, and how many of these repeat another: one
 * inquirer can ask several bureaus.
 */
function inquiryRows(name: string, days: number): SummaryRow[] {
  const of = (f: SummaryFacts) => f.inquiriesWithin(days)
  return [
    row(
      `Inquiries${name}`,
      `Number of inquiries in the ${days} days before the merge, each bureau’s counted.`,
      (f) => of(f).total,
    ),
    row(
      `Inquiries${name}SameDay`,
      'How many of them repeat the same inquirer on the same day.',
      (f) => of(f).total - of(f).remaining,
    ),
    row(
      `Inquiries${name}Remaining`,
      'How many remain when repetitions are left out.',
      (f) => of(f).remaining,
    ),
  ]
}

/** All data sets of a summary, in the order in which they are listed. */
export const SUMMARY_ROWS: readonly SummaryRow[] = [
  ...FILE_ROWS,
  ...CATEGORY_ROWS,
  ...ACCOUNT_ROWS,
  ...HARM_ROWS,
  ...RECORD_ROWS,
]

function identityOnFile({ files }: SummaryFacts): string {
  return files.map((file) => file.inFileDate).reduce(earlier, undefined) ?? ''
}

function countWithStatus(
  { files }: SummaryFacts,
  statuses: readonly CreditFile['status'][],
): number {
  return files.filter((file) => statuses.includes(file.status)).length
}

/** Results that are not failures: the bureau searched, and reported what it has. */
const SEARCHED_STATUSES: readonly CreditFile['status'][] = [
  'FileReturned',
  'NoFileReturnedNoHit',
  'NoFileReturnedThinFile',
  'NoFileReturnedCreditFreeze',
]

function failedFiles(facts: SummaryFacts): number {
  return facts.files.length - countWithStatus(facts, SEARCHED_STATUSES)
}

function utilization({ tallies: { revolvingLimit, revolvingUsed } }: SummaryFacts): number {
  return revolvingLimit === 0 ? 0 : Math.round((100 * revolvingUsed) / revolvingLimit)
}

/**
 * Returns a function that counts the inquiries of a period. It computes each count once, although
 * three rows use it.
 */
function countsOf(inquiries: readonly Inquiry[], mergedOn: string) {
  const counts = new Map<number, InquiryCount>()
  return (days: number): InquiryCount => {
    const count = counts.get(days) ?? countInquiries(inquiries, daysBefore(mergedOn, days))
    counts.set(days, count)
    return count
  }
}

/** Counts the inquiries on and after a day. */
function countInquiries(inquiries: readonly Inquiry[], since: string): InquiryCount {
  const recent = inquiries.filter((inquiry) => isSince(inquiry._Date, since))
  return { total: recent.length, remaining: new Set(recent.map(inquirerAndDay)).size }
}

/**
 * Returns a key that the inquiries of one inquirer on one day share. Bureaus spell an inquirer
 * differently, and the directory has one entry for all spellings.
 */
export function inquirerAndDay(inquiry: Inquiry): string {
  return `${inquiry._Date}|${inquiry.CreditTradeReferenceID ?? nameKey(inquiry._Name)}`
}

/** The name of the summary of a merged report. */
export const SUMMARY_NAME = 'Trimerge_Summary'

/**
 * The data from which the summaries of a report are computed. Records and inquiries are those that
 * the report shows.
 */
export interface SummaryInput {
  readonly borrowers: readonly {
    readonly borrowerId: string
    readonly pulls: readonly CreditFile[]
  }[]
  /** The merged accounts that the report shows. */
  readonly lines: readonly Line[]
  readonly publicRecords: readonly PublicRecord[]
  readonly inquiries: readonly Inquiry[]
  /** YYYY-MM-DD. */
  readonly mergedOn: string
}

/** The name of the figure contains the period: change both or neither. */
const RECENT_MONTHS = 6

/** Summarizes the report for each borrower. An account of both borrowers counts for both. */
export function summarize(report: SummaryInput): SummaryValue[] {
  const reportTime = {
    month: monthOf(report.mergedOn) ?? 0,
    recentSince: monthsBefore(report.mergedOn, RECENT_MONTHS),
  }
  return report.borrowers.map(({ borrowerId, pulls }, position) => {
    const inquiries = report.inquiries.filter((one) => one.BorrowerID === borrowerId)
    const facts = {
      tallies: tallyLines(report.lines, position, reportTime),
      publicRecords: report.publicRecords.filter((one) => one.BorrowerID === borrowerId),
      inquiriesWithin: countsOf(inquiries, report.mergedOn),
      files: pulls,
      mergedOn: report.mergedOn,
    }
    return {
      BorrowerID: borrowerId,
      _Name: SUMMARY_NAME,
      _DATA_SET: SUMMARY_ROWS.map(({ name, value }) => ({
        _Name: name,
        _Value: String(value(facts)),
      })),
    }
  })
}

/** Returns the page of the reference about the summary, in Markdown. */
export function summaryReference(): string {
  return [
    `# Data sets of the summary \`${SUMMARY_NAME}\``,
    '',
    `The response has it as \`<CREDIT_SUMMARY BorrowerID="B1" _Name="${SUMMARY_NAME}">\`, and each data set`,
    'as `<_DATA_SET _Name="TotalBalance" _Value="264520"/>`.',
    '',
    'Each borrower has a summary, which lists every data set, even if it is zero. Figures are sums over the',
    'accounts, public records and inquiries as the report shows them; an account of both borrowers',
    'counts in both summaries. A mortgage-only report shows only accounts secured by real estate, no',
    'public records and no inquiries, and its figures cover only these accounts. If the response has',
    'no field for the borrower, the first data set is `BorrowerID`.',
    '',
    '| `_Name` | `_Value` |',
    '|---|---|',
    ...SUMMARY_ROWS.map(({ name, doc }) => `| \`${name}\` | ${doc} |`),
    '',
  ].join('\n')
}

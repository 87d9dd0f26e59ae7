/**
 * The differences of a refresh as summaries (shape R), one for each borrower, and the reference
 * page about them.
 */
import type { BureauName } from '../../documents/tables/enumerations.ts'
import type { SummaryValue } from '../../documents/tables/response.ts'
import { bureauCodes, truncated } from '../../documents/wording.ts'
import { type Difference, type DifferenceKind, KIND_ROWS } from './differences.ts'
import { differenceText } from './differences-text.ts'

/** The name of the summary of a refresh. */
const REFRESH_SUMMARY_NAME = 'Trimerge_Refresh'

/** The facts about the comparison of a borrower. Without them, the data sets about it are empty. */
export interface Comparison {
  readonly baseId: string
  /** As in the response. */
  readonly baseIssuedAt: string
  readonly compared: readonly BureauName[]
  readonly notCompared: readonly BureauName[]
}

interface Facts {
  readonly borrowerId: string
  /** The differences that concern the borrower. */
  readonly differences: readonly Difference[]
  readonly compared: Comparison | undefined
}

interface Row {
  /** Never changes: integrators read figures by name. */
  readonly name: string
  readonly doc: string
  readonly value: (facts: Facts) => string | number
}

/** The maximum length of a value of a data set, in characters. */
const VALUE_LENGTH_MAX = 250

// biome-ignore format: a table
const COMPARISON_ROWS: readonly Row[] = [
  { name: 'BorrowerID', doc: 'The borrower of the differences.', value: (f) => f.borrowerId },
  { name: 'BaseReport', doc: 'ID of the base report.', value: (f) => f.compared?.baseId ?? '' },
  { name: 'BaseIssued', doc: 'When the base report was first issued.', value: (f) => f.compared?.baseIssuedAt ?? '' },
  { name: 'BureausCompared', doc: 'Bureaus whose files of the borrower were compared: EFX, XPN, TUC, with spaces between them.', value: (f) => bureauCodes(f.compared?.compared ?? []) },
  { name: 'BureausNotCompared', doc: 'Requested bureaus whose files of the borrower could not be compared, in the same format.', value: (f) => bureauCodes(f.compared?.notCompared ?? []) },
  { name: 'Differences', doc: 'Number of differences that are listed.', value: (f) => f.differences.length },
]

const COUNT_ROWS: readonly Row[] = KIND_ROWS.map(([kind, { count, doc }]) => ({
  name: count,
  doc: `Number of differences of the kind \`${kind}\`. ${doc}`,
  value: ({ differences }) => differences.filter((one) => one.kind === kind).length,
}))

// biome-ignore format: a table
const TOTAL_ROWS: readonly Row[] = [
  { name: 'NewAccountBalanceTotal', doc: 'Balances of new accounts, in dollars.', value: sumOf(['newAccount'], amountNow) },
  { name: 'NewCollectionBalanceTotal', doc: 'Balances of debts newly in collection, in dollars.', value: sumOf(['newCollection'], amountNow) },
  { name: 'BalanceIncreaseTotal', doc: 'Increase of the balances of known accounts, in dollars; decreases are not deducted.', value: sumOf(['balanceIncrease'], growth) },
  { name: 'PastDueIncreaseTotal', doc: 'Increase of amounts past due, in dollars; decreases are not deducted.', value: sumOf(['pastDueIncrease'], growth) },
  { name: 'MonthlyPaymentIncreaseTotal', doc: 'Monthly payments of new accounts plus increases of known ones, in dollars; decreases are not deducted. Includes accounts of which the borrower is only an authorized user.', value: sumOf(['newAccount', 'paymentIncrease'], (one) => one.monthlyIncrease ?? 0) },
]

/** The data sets that every summary of a refresh has, in the order in which they are listed. */
const SUMMARY_ROWS: readonly Row[] = [...COMPARISON_ROWS, ...COUNT_ROWS, ...TOTAL_ROWS]

interface MemberRow {
  /** The part of the name after the number of the difference. */
  readonly suffix: string
  readonly doc: string
  readonly value: (difference: Difference) => string | number | undefined
}

// biome-ignore format: a table
const MEMBER_ROWS: readonly MemberRow[] = [
  { suffix: 'Kind', doc: 'Kind of difference.', value: (d) => d.kind },
  { suffix: 'Text', doc: 'The difference as a sentence, shortened to the length of the field.', value: differenceText },
  { suffix: 'Bureaus', doc: 'The bureaus that report it now: EFX, XPN, TUC.', value: (d) => bureauCodes(d.bureaus) },
  { suffix: 'What', doc: 'Creditor, court or inquirer; or the name, address, employment or text itself.', value: (d) => d.what },
  { suffix: 'Account', doc: 'Number of the account, or docket of the record, as the bureau shows it.', value: (d) => d.account },
  { suffix: 'Ownership', doc: 'Responsibility of the borrower for the account (ECOA).', value: (d) => d.ownership },
  { suffix: 'Since', doc: 'Date with the known precision: YYYY, YYYY-MM or YYYY-MM-DD.', value: (d) => d.since },
  { suffix: 'From', doc: 'Old value.', value: (d) => d.from },
  { suffix: 'To', doc: 'New value.', value: (d) => d.to },
  { suffix: 'MonthlyIncrease', doc: 'Increase of monthly payments, in dollars.', value: (d) => d.monthlyIncrease },
]

/**
 * Summarizes the differences for each borrower. A difference that concerns both counts for both.
 * The comparisons are in the order of the borrowers: a bureau may have files of only one of them.
 */
export function refreshSummaries(
  differences: readonly Difference[],
  borrowerIds: readonly string[],
  comparisons: readonly Comparison[] = [],
): readonly SummaryValue[] {
  return borrowerIds.map((borrowerId, index) => {
    const own = differences.filter((one) => one.borrowerIds.includes(borrowerId))
    const facts = { borrowerId, differences: own, compared: comparisons[index] }
    return {
      _Name: REFRESH_SUMMARY_NAME,
      _DATA_SET: [
        ...SUMMARY_ROWS.map(({ name, value }) => dataSet(name, value(facts))),
        ...own.flatMap((one, position) =>
          MEMBER_ROWS.map(({ suffix, value }) =>
            dataSet(`Difference${position + 1}_${suffix}`, value(one)),
          ),
        ),
      ],
    }
  })
}

function dataSet(name: string, value: string | number | undefined) {
  return { _Name: name, _Value: fitting(value === undefined ? '' : String(value)) }
}

/** Shortens a text, such as a consumer statement, to the length of the field. */
function fitting(text: string): string {
  return text.length <= VALUE_LENGTH_MAX ? text : `${truncated(text, VALUE_LENGTH_MAX - 1)}…`
}

function sumOf(kinds: readonly DifferenceKind[], amount: (difference: Difference) => number) {
  return ({ differences }: Facts) =>
    differences
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((sum, difference) => sum + amount(difference), 0)
}

function amountNow({ to }: Difference): number {
  return typeof to === 'number' ? to : 0
}

function growth({ from, to }: Difference): number {
  return Number(to ?? 0) - Number(from ?? 0)
}

/** Returns the page of the reference about the data sets, in Markdown. */
export function refreshSummaryReference(): string {
  return [
    `# Data sets of the refresh summary \`${REFRESH_SUMMARY_NAME}\``,
    '',
    'A refresh pulls new files by soft inquiry, without scores, and compares them with the files of',
    'an earlier report, its base. Each borrower has a summary. It lists every data set of the first',
    'table, even if it is zero, and then each difference, numbered from 1, as in the second table. A',
    'difference about an account of both borrowers counts in both summaries. The printed page says',
    'the same in sentences.',
    '',
    'The summary lists changes that add to debt or risk, and how debts ended. It does not list',
    'improvements and removed items: balances, payments and amounts past due that fell, changed credit limits,',
    'and accounts, records, inquiries, names and addresses that no file contains anymore. The rules',
    'of merging decide which accounts are the same; if in doubt, an account is listed as new.',
    'Neither sentences nor other values contain social security numbers.',
    '',
    '## Every summary',
    '',
    '| `_Name` | `_Value` |',
    '|---|---|',
    ...SUMMARY_ROWS.map(({ name, doc }) => `| \`${name}\` | ${doc} |`),
    '',
    '## Each difference',
    '',
    'The names begin with `Difference1_`, `Difference2_` and so on. All differences are listed. A',
    'value that the kind does not have, or that the bureaus do not report, is empty.',
    '',
    '| `_Name` ends with | `_Value` |',
    '|---|---|',
    ...MEMBER_ROWS.map(({ suffix, doc }) => `| \`_${suffix}\` | ${doc} |`),
    '',
    '## Kinds',
    '',
    '| `_Kind` | In words | `_Since` | `_From` | `_To` |',
    '|---|---|---|---|---|',
    ...KIND_ROWS.map(
      ([kind, { singular, since = '', from = '', to = '' }]) =>
        `| \`${kind}\` | ${singular} | ${since} | ${from} | ${to} |`,
    ),
    '',
  ].join('\n')
}

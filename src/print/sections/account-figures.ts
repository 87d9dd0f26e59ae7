/** The figures of several accounts: their sums, late payments by age and utilization. */
import { monthOf } from '../../documents/months.ts'
import type { Liability } from '../../documents/tables/tradelines.ts'
import { dollars, grouped, noFileReason } from '../../documents/wording.ts'
import { isOpen } from '../../reports/account-status.ts'
import { borrowersOf } from '../../reports/compare/match-over-time.ts'
import { latePayments } from '../../reports/late-payments.ts'
import { categoryOf, limitOf } from '../../reports/merge/tallies.ts'
import type { Report } from '../../reports/report.ts'
import type { Panel } from '../page.ts'

/**
 * The numbers of late payments in the last 12 months, in the 12 months before, and earlier, and of
 * those without a date.
 */
export type Ages = readonly [months12: number, months24: number, older: number, undated: number]

/** Returns the late payments of several accounts by age. */
export function agesOf(report: Report, accounts: readonly Liability[]): Ages {
  const month = monthOf(report.lastUpdatedAt) ?? 0
  const sums: [number, number, number, number] = [0, 0, 0, 0]
  for (const account of accounts) {
    const late = latePayments(account, month)
    sums[0] += late.months12
    sums[1] += late.months13To24
    sums[2] += late.months25AndOlder
    sums[3] += late.undated
  }
  return sums
}

/** Returns the late payments of several accounts by age, as text. */
export function ageSums(report: Report, accounts: readonly Liability[]): string {
  const [months12, months24, older, undated] = agesOf(report, accounts)
  const dated = `0–12 months: ${months12} · 13–24: ${months24} · 25+: ${older}`
  return undated === 0 ? dated : `${dated} · undated: ${undated}`
}

/** The sums over several accounts. */
export type Sums = ReturnType<typeof sumsOf>

const ZERO_COUNTS = {
  open: 0,
  owing: 0,
  behind: 0,
  limit: 0,
  late30: 0,
  late60: 0,
  late90: 0,
}

export function sumsOf(accounts: readonly Liability[]) {
  const sums = {
    ...ZERO_COUNTS,
    highCredit: total(accounts, '_HighCreditAmount'),
    balance: total(accounts, '_UnpaidBalanceAmount'),
    payment: total(accounts, '_MonthlyPaymentAmount'),
    pastDue: total(accounts, '_PastDueAmount'),
  }
  for (const account of accounts) {
    const { _UnpaidBalanceAmount: balance = 0, _PastDueAmount: pastDue = 0 } = account
    const late = account._LATE_COUNT
    if (isOpen(account)) sums.open += 1
    if (balance > 0) sums.owing += 1
    if (pastDue > 0) sums.behind += 1
    sums.limit += limitOf(account)
    sums.late30 += late?._30Days ?? 0
    sums.late60 += late?._60Days ?? 0
    sums.late90 += late?._90Days ?? 0
  }
  return sums
}

type Amount =
  | '_HighCreditAmount'
  | '_UnpaidBalanceAmount'
  | '_MonthlyPaymentAmount'
  | '_PastDueAmount'

/** Returns the sum of the stated amounts, or undefined if no account states one. */
function total(accounts: readonly Liability[], name: Amount): number | undefined {
  let sum = accounts.length === 0 ? 0 : undefined
  for (const { [name]: amount } of accounts) {
    if (amount !== undefined) sum = (sum ?? 0) + amount
  }
  return sum
}

/** Returns a sum in dollars, or a dash if it is unknown. */
export function sumText(sum: number | undefined): string {
  return sum === undefined ? '–' : dollars(sum)
}

/** Returns the accounts of a borrower. A joint account belongs to each of its borrowers. */
export function ownedBy({ liabilities }: Report, borrowerId: string): readonly Liability[] {
  return liabilities.filter((each) => borrowersOf(each).includes(borrowerId))
}

/**
 * Whether nothing is known of the accounts of a borrower, because no bureau returned a file. Figures
 * of 0 would claim that there are none.
 */
export function isUnknown(report: Report, borrowerId: string): boolean {
  const hasFile = report.files.some(
    (file) => file.BorrowerID === borrowerId && noFileReason(file) === '',
  )
  return !hasFile && ownedBy(report, borrowerId).length === 0
}

/** What the page says in place of a figure of a borrower without a file. */
export const UNKNOWN_TEXT = 'no file'

/**
 * Returns the revolving utilization, as `40%: $400 of $1,000`, or the reason why there is none.
 * Only open revolving accounts with a limit and a balance count: the balance of an account without a
 * limit would raise the percentage, and the limit of one without a balance would lower it.
 */
export function utilization(accounts: readonly Liability[]): string {
  const open = accounts.filter((account) => categoryOf(account) === 'Revolving' && isOpen(account))
  const limited = open.filter((account) => limitOf(account) > 0)
  if (limited.length === 0) return open.length === 0 ? 'none open' : 'no limit stated'
  const known = limited.filter((account) => account._UnpaidBalanceAmount !== undefined)
  const { limit, balance } = sumsOf(known)
  if (known.length === 0 || balance === undefined) return 'no balance stated'
  return `${Math.round((balance * 100) / limit)}%: ${dollars(balance)} of ${dollars(limit)}`
}

export const LATE_TITLE = 'Late payments'
export const PAST_DUE_TITLE = 'Past due'

export function figurePanels(all: Sums, ages: string): Panel[] {
  const late = all.late30 + all.late60 + all.late90
  const counts = `30 days: ${all.late30} · 60 days: ${all.late60} · 90 or more: ${all.late90}`
  return [
    figurePanel('Monthly payments', sumText(all.payment), [`${grouped(all.open)} open`]),
    figurePanel('Balance', sumText(all.balance), [`${grouped(all.owing)} with a balance`]),
    figurePanel(
      LATE_TITLE,
      grouped(late),
      late === 0 ? ['none reported'] : [counts, ages],
      late > 0,
    ),
    figurePanel(PAST_DUE_TITLE, sumText(all.pastDue), [pastDueText(all)], all.behind > 0),
  ]
}

function pastDueText({ behind, pastDue }: Sums): string {
  if (pastDue === undefined) return 'not reported'
  return `${grouped(behind)} ${behind === 1 ? 'account' : 'accounts'} past due`
}

export function figurePanel(
  title: string,
  figure: string,
  texts: readonly string[],
  alert = false,
): Panel {
  return {
    title,
    subtitle: '',
    figure,
    tone: alert ? 'alert' : 'plain',
    lines: texts.map((text) => ({ text, tone: alert ? 'plain' : 'muted' })),
  }
}

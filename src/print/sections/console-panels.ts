/** The figures of the summary as the console shows them, with how strongly each counts. */
import type { Report } from '../../reports/report.ts'
import type { Panel } from '../page.ts'
import {
  type Ages,
  ageSums,
  agesOf,
  figurePanel,
  figurePanels,
  isUnknown,
  LATE_TITLE,
  ownedBy,
  PAST_DUE_TITLE,
  type Sums,
  sumsOf,
  UNKNOWN_TEXT,
  utilization,
} from './account-figures.ts'

/** How strongly a figure counts against a borrower. */
export const WEIGHTS = ['plain', 'warn', 'bad'] as const
type Weight = (typeof WEIGHTS)[number]

const UTILIZATION_TITLE = 'Revolving utilization'

/**
 * Revolving utilization, in percent of the limits, from which it counts against the borrower, and
 * counts strongly.
 */
const UTILIZATION_WARN = 50
const UTILIZATION_BAD = 80

/**
 * Returns the panels of the summary and the revolving utilization, as the console shows them. With
 * a borrower, only the accounts of this borrower count, including joint accounts.
 */
export function consolePanels(
  report: Report,
  borrowerId?: string,
): readonly (Panel & { readonly weight: Weight })[] {
  const liabilities = borrowerId === undefined ? report.liabilities : ownedBy(report, borrowerId)
  // A mortgage-only report says nothing about cards.
  const used = report.mortgagesOnly ? 'not included' : utilization(liabilities)
  const [share = '', amounts = ''] = used.split(': ')
  const sums = sumsOf(liabilities)
  const weights: Readonly<Record<string, Weight>> = {
    [LATE_TITLE]: weightOfLates(sums, agesOf(report, liabilities)),
    [PAST_DUE_TITLE]: sums.behind > 0 ? 'bad' : 'plain',
    [UTILIZATION_TITLE]: weightOfUtilization(Number.parseInt(share, 10)),
  }
  const panels = [
    ...figurePanels(sums, ageSums(report, liabilities)),
    figurePanel(UTILIZATION_TITLE, share, amounts === '' ? [] : [amounts]),
  ]
  const shown =
    borrowerId !== undefined && isUnknown(report, borrowerId)
      ? panels.map(({ title }) => figurePanel(title, '–', [UNKNOWN_TEXT]))
      : panels
  return shown.map((panel) => ({ ...panel, weight: weights[panel.title] ?? 'plain' }))
}

/**
 * Returns the weight of late payments. A late payment in the last 12 months is `bad`; one in the 12
 * months before or at an unknown time, or an older one of 90 days or more, is `warn`.
 */
function weightOfLates({ late90 }: Sums, [months12, months24, , undated]: Ages): Weight {
  if (months12 > 0) return 'bad'
  return months24 > 0 || undated > 0 || late90 > 0 ? 'warn' : 'plain'
}

/** Returns the weight of a utilization in percent; `plain` for NaN, when there is no limit. */
function weightOfUtilization(percent: number): Weight {
  if (percent >= UTILIZATION_BAD) return 'bad'
  return percent >= UTILIZATION_WARN ? 'warn' : 'plain'
}

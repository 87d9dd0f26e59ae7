/** Two reports compared: which of their accounts are one, and what the later report adds. */

import type { Liability } from '../../documents/tables/tradelines.ts'
import type { OpenedReport } from '../../orders/fulfil/stored-report.ts'
import { compareReports } from '../../reports/compare/compare.ts'
import { pairAccounts } from '../../reports/compare/compare-accounts.ts'
import { borrowersOf } from '../../reports/compare/match-over-time.ts'
import { isDelivered } from '../../reports/credit-files.ts'
import { mergeFiles } from '../../reports/merge/merge.ts'
import type { MergedData } from '../../reports/report.ts'
import { moment } from '../../time.ts'
import type { Handlers } from '../handler.ts'
import { differenceView } from '../report-view.ts'
import { viewedReport } from './report-handlers.ts'
import { maskedDifference } from './report-mask.ts'

/** Compares stored reports only: no bureau is asked, and nothing is charged. */
export const reportComparisonHandlers: Handlers<'compareReports'> = {
  compareReports: async ({ caller, params }, api) => {
    const reports = [
      await viewedReport(caller, params.id, 'content', api),
      await viewedReport(caller, params.other, 'content', api),
    ] as const
    const [earlier, later] =
      reports[0].lastUpdatedAt <= reports[1].lastUpdatedAt ? reports : [reports[1], reports[0]]
    const shared = sharedBorrowers(earlier, later)
    const parts = { shared, mortgagesOnly: reports.some(isAboutMortgages) }
    const [before, now] = [mergedAgain(earlier, parts, 0), mergedAgain(later, parts, 1)]
    return {
      earlierId: earlier.id,
      laterId: later.id,
      accounts: pairAccounts(
        linesBySameBorrowers(earlier, shared),
        later.content.report.liabilities,
      ).map((pair) => ({ earlier: pair.before.map(idOf), later: pair.now.map(idOf) })),
      compared: shared.map(({ borrowerId, bureaus }) => ({ borrowerId, bureaus: [...bureaus] })),
      differences: compareReports(before, now).map((each) =>
        maskedDifference(differenceView(each)),
      ),
    }
  },
}

/** A borrower of both reports, with the bureaus that delivered both files. */
interface Shared {
  /** The identifier in the later report. */
  readonly borrowerId: string
  /** The positions in the earlier and the later report. */
  readonly positions: readonly [number, number]
  readonly bureaus: readonly string[]
}

function idOf({ CreditLiabilityID: id }: Liability): string {
  return id
}

/** The accounts of the earlier report with the later one's identifiers of their borrowers. */
function linesBySameBorrowers(
  { content }: OpenedReport,
  shared: readonly Shared[],
): readonly Liability[] {
  const later = new Map(
    shared.map(({ borrowerId, positions }) => [
      content.borrowers[positions[0]]?.borrowerId,
      borrowerId,
    ]),
  )
  // A borrower of the earlier report only gets an identifier that the later one cannot have.
  const relabelled = (id: string) => later.get(id) ?? `${content.report.responseId}-${id}`
  return content.report.liabilities.map((line) => ({
    ...line,
    BorrowerID: borrowersOf(line).map(relabelled).join(' '),
  }))
}

/**
 * By the social security number: identifiers of borrowers are the client's, and the indexes of the
 * store compare only within one account.
 */
function sharedBorrowers(earlier: OpenedReport, later: OpenedReport): readonly Shared[] {
  const [numbersThen, numbers] = [earlier, later].map(numbersOf)
  return later.content.borrowers.flatMap(({ borrowerId }, position) => {
    const before = numbersThen?.indexOf(numbers?.[position] ?? '') ?? -1
    if (before === -1) return []
    const delivered = ({ content }: OpenedReport, at: number) =>
      content.borrowers[at]?.pulls.filter(isDelivered).map(({ bureau }) => bureau) ?? []
    const bureaus = delivered(earlier, before)
    return [
      {
        borrowerId,
        positions: [before, position] as const,
        bureaus: delivered(later, position).filter((bureau) => bureaus.includes(bureau)),
      },
    ]
  })
}

/** The digits of the borrowers' numbers: clients send them with or without dashes. */
function numbersOf({ content }: OpenedReport): readonly string[] {
  return content.report.borrowers.map(({ _SSN: number }) => number.replaceAll(/\D/g, ''))
}

function isAboutMortgages({ content }: OpenedReport): boolean {
  return content.report.mortgagesOnly === true
}

/** The files of the borrowers and bureaus of both reports, merged as they were then. */
function mergedAgain(
  { id, content, lastUpdatedAt }: OpenedReport,
  {
    shared,
    mortgagesOnly,
  }: { readonly shared: readonly Shared[]; readonly mortgagesOnly: boolean },
  side: 0 | 1,
): MergedData {
  return mergeFiles({
    reportId: id,
    responseId: content.report.responseId,
    borrowers: shared.map(({ borrowerId, positions, bureaus }) => ({
      borrowerId,
      pulls: (content.borrowers[positions[side]]?.pulls ?? []).filter(({ bureau }) =>
        bureaus.includes(bureau),
      ),
    })),
    scope: mortgagesOnly ? 'mortgages' : 'all',
    scores: false,
    mergedOn: moment(new Date(lastUpdatedAt)).slice(0, 10),
  })
}

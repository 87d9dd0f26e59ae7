/**
 * Compares two reports or two orders. A comparison of reports lists which accounts are the same and
 * what the later report adds. A comparison of orders lists the fields of their requests.
 */
import type { SentField } from '../documents/privacy/sent-fields.ts'
import type { Liability } from '../documents/tables/tradelines.ts'
import type { OpenedReport } from '../orders/stored-report.ts'
import { compareReports } from '../reports/compare/compare.ts'
import { pairAccounts } from '../reports/compare/compare-accounts.ts'
import { borrowersOf } from '../reports/compare/match-over-time.ts'
import { isDelivered } from '../reports/credit-files.ts'
import { mergeFiles } from '../reports/merge/merge.ts'
import type { MergedData } from '../reports/report.ts'
import { formatTimestamp } from '../time.ts'
import { actorOf, type Handlers } from './handler.ts'
import { orderOf, sentFieldsOf, viewEntry } from './order-detail.ts'
import { differenceView } from './report-view.ts'
import { viewedReport } from './reports/report-handlers.ts'
import { maskedDifference } from './reports/report-mask.ts'

/** Compares stored reports only. No bureau is asked, and nothing is charged. */
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

/** A borrower of both reports, with the bureaus that returned a file for both. */
interface SharedBorrower {
  /** The ID of the borrower in the later report. */
  readonly borrowerId: string
  /** The positions of the borrower in the earlier and in the later report. */
  readonly positions: readonly [number, number]
  readonly bureaus: readonly string[]
}

function idOf({ CreditLiabilityID: id }: Liability): string {
  return id
}

/** Returns the accounts of the earlier report, with the borrower IDs of the later one. */
function linesBySameBorrowers(
  { content }: OpenedReport,
  shared: readonly SharedBorrower[],
): readonly Liability[] {
  const later = new Map(
    shared.map(({ borrowerId, positions }) => [
      content.borrowers[positions[0]]?.borrowerId,
      borrowerId,
    ]),
  )
  // A borrower who is only in the earlier report gets an ID that the later report cannot have.
  const relabeled = (id: string) => later.get(id) ?? `${content.report.responseId}-${id}`
  return content.report.liabilities.map((line) => ({
    ...line,
    BorrowerID: borrowersOf(line).map(relabeled).join(' '),
  }))
}

/**
 * Finds the borrowers of both reports by social security number. Borrower IDs are chosen by the
 * client, and the indexes of the store compare only within one account.
 */
function sharedBorrowers(earlier: OpenedReport, later: OpenedReport): readonly SharedBorrower[] {
  const [earlierNumbers, numbers] = [earlier, later].map(numbersOf)
  return later.content.borrowers.flatMap(({ borrowerId }, position) => {
    const before = earlierNumbers?.indexOf(numbers?.[position] ?? '') ?? -1
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

/**
 * Returns the digits of the borrowers' numbers, because clients send them with or without dashes.
 */
function numbersOf({ content }: OpenedReport): readonly string[] {
  return content.report.borrowers.map(({ _SSN: number }) => number.replaceAll(/\D/g, ''))
}

function isAboutMortgages({ content }: OpenedReport): boolean {
  return content.report.mortgagesOnly === true
}

/**
 * Merges the files of the common borrowers and bureaus again, as they were at the time of the
 * report.
 */
function mergedAgain(
  { id, content, lastUpdatedAt }: OpenedReport,
  {
    shared,
    mortgagesOnly,
  }: { readonly shared: readonly SharedBorrower[]; readonly mortgagesOnly: boolean },
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
    mergedOn: formatTimestamp(new Date(lastUpdatedAt)).slice(0, 10),
  })
}

// Comparison of two orders: the fields of their requests by meaning, in any dialect.

/**
 * Compares complete values but returns masked ones. The result shows that a name differs without
 * showing the name.
 */
export const orderComparisonHandlers: Handlers<'compareOrders'> = {
  compareOrders: async ({ caller, params }, api) => {
    const sideOf = async (id: string): Promise<Side> => {
      const order = await orderOf(caller, id, api)
      await api.tools.store.audit.record(viewEntry(order, actorOf(caller), 'order.viewed'))
      return byName(await sentFieldsOf(order, true, api), await sentFieldsOf(order, false, api))
    }
    const [one, other] = [await sideOf(params.id), await sideOf(params.other)]
    const names = [...new Set([...one.keys(), ...other.keys()])]
    return {
      fields: names.map((field) => ({
        field,
        one: one.get(field)?.shown,
        other: other.get(field)?.shown,
        differs: one.get(field)?.clear !== other.get(field)?.clear,
      })),
    }
  },
}

/** The fields of a request, by name. Only the masked text of a field leaves the service. */
type Side = ReadonlyMap<string, { readonly clear: string; readonly shown: string }>

function byName(clear: readonly SentField[], shown: readonly SentField[]): Side {
  return new Map(
    clear.map((field, index) => [
      // The first of several elements is compared with an only element.
      field.field.replaceAll('[1]', ''),
      { clear: textOf(field), shown: textOf(shown[index] ?? field) },
    ]),
  )
}

/** Returns the parsed value of a field or, if it could not be parsed, the text that was sent. */
function textOf({ value, sent }: SentField): string {
  return value ?? sent
}

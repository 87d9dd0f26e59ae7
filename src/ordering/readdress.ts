/**
 * A kept report for another order: the same data under the borrower identifiers that the order uses,
 * which are the client's and may differ from those it was first ordered with.
 */
import type { Report } from '../reports/report.ts'

/** Gives the report's borrowers other identifiers; the same ones change nothing. */
export function readdressed(report: Report, ids: ReadonlyMap<string, string>): Report {
  if ([...ids].every(([kept, asked]) => kept === asked)) return report
  const one = <T extends { readonly BorrowerID: string }>(item: T): T => ({
    ...item,
    BorrowerID: item.BorrowerID.split(' ')
      .map((id) => ids.get(id) ?? id)
      .join(' '),
  })
  return {
    ...report,
    files: report.files.map(one),
    liabilities: report.liabilities.map(one),
    publicRecords: report.publicRecords.map(one),
    inquiries: report.inquiries.map(one),
    scores: report.scores.map(one),
    summaries: report.summaries.map((summary) => readdressedSummary(summary, ids)),
  }
}

function readdressedSummary(
  summary: Report['summaries'][number],
  ids: ReadonlyMap<string, string>,
): Report['summaries'][number] {
  const { BorrowerID: id, _DATA_SET: sets = [] } = summary
  return {
    ...summary,
    BorrowerID: id === undefined ? undefined : (ids.get(id) ?? id),
    _DATA_SET: sets.map((set) =>
      set._Name === 'BorrowerID' ? { ...set, _Value: ids.get(set._Value) ?? set._Value } : set,
    ),
  }
}

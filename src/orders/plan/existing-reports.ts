/**
 * Looks up stored reports of the account: the report that answers an order without a pull, and the
 * files of a base report that a new report reuses.
 */
import type { CreditFile } from '../../bureaus/bureau.ts'
import type { RequestedScoreModel } from '../../bureaus/score-models.ts'
import { BUREAUS } from '../../documents/tables/enumerations.ts'
import { isDelivered } from '../../reports/credit-files.ts'
import type { SeenReports } from '../../store/records/orders/order-entry.ts'
import type { ReportSummary } from '../../store/records/reports/report-entry.ts'
import type { Order, OrderBorrower } from '../intake/order.ts'
import type { OrderingAccount } from '../intake/ordering-account.ts'
import { familiesIn, familiesOf, wantedScores } from '../intake/wanted-scores.ts'
import { type ReportedBorrower, type StoredReport, storedReport } from '../stored-report.ts'
import type { Tools } from '../tools.ts'
import { borrowerIndexes } from './meaning.ts'
import type { StoredPlan } from './plan.ts'

/**
 * The relation between the borrowers of an order and those of a report:
 *
 * - `same`: the same people.
 *
 * - `adds`: all borrowers of the report, and another person.
 *
 * - `drops`: some borrowers of the report, and no other person.
 *
 * - `crosses`: some borrowers of the report, and another person.
 *
 * - `none`: no borrower of the report.
 */
export type Relation = 'same' | 'adds' | 'drops' | 'crosses' | 'none'

/**
 * Compares people by their identity indexes. Neither list is empty: an order and a report have one
 * or two borrowers.
 */
export function relationOf(report: readonly Uint8Array[], order: readonly Uint8Array[]): Relation {
  const inReport = order.filter((one) => contains(report, one)).length
  if (inReport === 0) return 'none'
  if (inReport === order.length) return inReport === report.length ? 'same' : 'drops'
  return inReport === report.length ? 'adds' : 'crosses'
}

function contains(indexes: readonly Uint8Array[], wanted: Uint8Array): boolean {
  return indexes.some((index) => isSamePerson(index, wanted))
}

/** Whether two identity indexes belong to the same person. */
function isSamePerson(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}

/**
 * The largest number of recent reports of one meaning that are read. An account makes a few in a
 * window.
 */
const RECENT_COUNT_MAX = 1_000

/** The result of a look-up: a recent report that fits, or the reports that the look-up has seen. */
export type ExistingReportLookUp =
  | { readonly plan: StoredPlan; readonly seenReports?: never }
  | { readonly plan?: never; readonly seenReports: SeenReports }

/**
 * Looks for a recent report to return without a charge. If there is none, returns the reports that
 * it has seen. `begin` compares them when it journals the order: if an order of the same meaning
 * ended in between, the order is planned again and finds that report.
 */
export async function findExistingReport(
  by: SeenReports['by'],
  account: OrderingAccount,
  tools: Tools,
  fits: (report: ReportSummary) => boolean = () => true,
  order?: Order,
): Promise<ExistingReportLookUp> {
  const issuedSince = tools.now().getTime() - tools.limits.reportWindowMs
  const found = await tools.store.reports.lookUp(account.name, by, issuedSince, RECENT_COUNT_MAX)
  // An upgraded report has the date of first issue of its base, although it is newer.
  const latestFirst = found.toSorted((a, b) => b.lastUpdatedAt - a.lastUpdatedAt).filter(fits)
  for (const { id } of latestFirst) {
    const report = await storedReport(account, id, tools)
    // A report that was purged since the look-up is skipped, like one that does not fit.
    if (report === undefined || (order && hasOtherBirthDate(order, report, account, tools)))
      continue
    return { plan: { kind: 'stored', origin: 'existing', report } }
  }
  const count = found.length
  return { seenReports: { by, issuedSince, count, countMax: RECENT_COUNT_MAX } }
}

/**
 * Whether a borrower of the order has another birth date than in the report. The dates are compared
 * only if both are known, and only to the precision that both have. The birth date is therefore not
 * part of the index of the meaning.
 */
function hasOtherBirthDate(
  order: Order,
  report: StoredReport,
  account: OrderingAccount,
  tools: Tools,
): boolean {
  return order.borrowers.some((borrower) => {
    const reported = report.content.report.borrowers[positionOf(borrower, report, account, tools)]
    const [one, other] = [borrower.subject.birthDate ?? '', reported?._BirthDate ?? '']
    const precision = Math.min(one.length, other.length)
    return one.slice(0, precision) !== other.slice(0, precision)
  })
}

function positionOf(
  borrower: OrderBorrower,
  report: StoredReport,
  account: OrderingAccount,
  tools: Tools,
): number {
  const { identity } = borrowerIndexes(borrower, account, tools)
  return report.borrowers.findIndex((one) => isSamePerson(one.identity, identity))
}

/**
 * Returns a borrower of an order as the report has it; undefined if the report does not contain
 * this person.
 */
export function storedBorrower(
  borrower: OrderBorrower,
  report: StoredReport,
  account: OrderingAccount,
  tools: Tools,
): ReportedBorrower | undefined {
  return report.content.borrowers[positionOf(borrower, report, account, tools)]
}

/**
 * Returns the files of a borrower in a report; empty if the report does not contain this person.
 */
export function storedFiles(
  borrower: OrderBorrower,
  base: StoredReport,
  account: OrderingAccount,
  tools: Tools,
): readonly CreditFile[] {
  return storedBorrower(borrower, base, account, tools)?.pulls ?? []
}

/**
 * Returns the models of a report. A bureau that delivered everything requested from it, but no score
 * of a model, was not asked for that model. An upgrade does not ask it either.
 */
export function modelsOf({ bureaus, content }: StoredReport): readonly RequestedScoreModel[] {
  const files = content.borrowers.flatMap(({ pulls }) => pulls)
  const complete = files.filter(({ bureau }) => bureaus.includes(bureau))
  return familiesIn(files).flatMap(({ family }) => {
    const asked = BUREAUS.filter((bureau) => {
      const delivered = complete.filter((file) => file.bureau === bureau && isDelivered(file))
      return delivered.length === 0 || delivered.some((file) => familiesOf(file).includes(family))
    })
    return asked.length === BUREAUS.length
      ? [{ family }]
      : asked.map((bureau) => ({ family, bureau }))
  })
}

/**
 * Returns the models by which a report that is made from another one is found: those of the order,
 * or else those of the base. The account's models are only those of orders without a base.
 */
export function derivedScores(
  order: Order,
  base: StoredReport,
  account: OrderingAccount,
): readonly RequestedScoreModel[] {
  const models = order.scoreModels ?? modelsOf(base)
  return models.length > 0 ? models : wantedScores(order, account)
}

/** What an order comes to: an answer from what is kept, or a report to be made. */
import type { ScoreModelWanted } from '../../bureaus/score-models.ts'
import type { AnswerOrigin } from '../../documents/tables/enumerations.ts'
import type { SeenReports } from '../../store/records/orders/order-entry.ts'
import type { ReportOrigin } from '../../store/records/reports/report-entry.ts'
import type { ReportedBorrower, StoredReport } from '../stored-report.ts'
import type { FinishedPull, PlannedPull } from './planned-pulls.ts'

/** A stored report is returned again, without a pull. */
export interface StoredPlan {
  readonly kind: 'stored'
  readonly origin: AnswerOrigin
  /**
   * As it was first issued. Only the identifiers of borrowers are changed to those of the order.
   */
  readonly report: StoredReport
  /** The fee that is charged; an existing report that a Submit finds is free of charge. */
  readonly fee?: 'reissue'
}

/** A report is made, from new pulls, from files that are kept, or from both. */
export interface ReportPlan {
  readonly kind: 'report'
  readonly origin: ReportOrigin
  /** The report that it builds on. Absent for `new`. */
  readonly base?: StoredReport
  /** Empty for an Unmerge, which has everything in its base. */
  readonly pulls: readonly PlannedPull[]
  /** The files of the report, once the pulls are made. */
  readonly filesOf: (pulls: readonly FinishedPull[]) => readonly ReportedBorrower[]
  /** The models whose scores make a file complete; those of the order where absent. */
  readonly scores?: readonly ScoreModelWanted[]
  /** Under what the report is found again by orders of the same meaning. */
  readonly meaning?: Uint8Array
  /** Under what the same Upgrade or Unmerge finds this report, instead of making another. */
  readonly derivation?: Uint8Array
  /** Of orders that ask the same at once, one makes the report: this is what they share. */
  readonly exclusive?: Uint8Array
  /**
   * The reports that the plan has seen. If another one exists when the order is journaled, the
   * order is planned again.
   */
  readonly seenReports?: SeenReports
}

/** What planning decides: return a stored report, or make one. */
export type Plan = StoredPlan | ReportPlan

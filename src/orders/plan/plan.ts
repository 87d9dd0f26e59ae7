/** The plan of an order: to return a stored report, or to make a new one. */
import type { RequestedScoreModel } from '../../bureaus/score-models.ts'
import type { AnswerOrigin } from '../../documents/tables/enumerations.ts'
import type { SeenReports } from '../../store/records/orders/order-entry.ts'
import type { ReportOrigin } from '../../store/records/reports/report-entry.ts'
import type { ReportedBorrower, StoredReport } from '../stored-report.ts'
import type { FinishedPull, PlannedPull } from './planned-pulls.ts'

/** A plan to return a stored report, without a pull. */
export interface StoredPlan {
  readonly kind: 'stored'
  readonly origin: AnswerOrigin
  /**
   * The report as it was first issued. Only its borrower identifiers are replaced by those of the
   * order.
   */
  readonly report: StoredReport
  /** The fee; an existing report that a Submit finds is free of charge. */
  readonly fee?: 'reissue'
}

/** A plan to make a report, from new pulls, from stored files, or from both. */
export interface ReportPlan {
  readonly kind: 'report'
  readonly origin: ReportOrigin
  /** The report that the new report is based on. Absent for `new`. */
  readonly base?: StoredReport
  /** The pulls to make. Empty for an Unmerge, whose base has all files. */
  readonly pulls: readonly PlannedPull[]
  /** Returns the files of the report, from the finished pulls. */
  readonly filesOf: (pulls: readonly FinishedPull[]) => readonly ReportedBorrower[]
  /** The models whose scores make a file complete; those of the order if absent. */
  readonly scores?: readonly RequestedScoreModel[]
  /** The index by which orders of the same meaning find the report. */
  readonly meaning?: Uint8Array
  /**
   * The index by which the same Upgrade or Unmerge finds this report, instead of making another
   * one.
   */
  readonly derivation?: Uint8Array
  /**
   * The index that simultaneous orders for the same result share. Only one of them makes the
   * report.
   */
  readonly exclusive?: Uint8Array
  /**
   * The reports that the plan has seen. If another one exists when the order is journaled, the
   * order is planned again.
   */
  readonly seenReports?: SeenReports
}

/** The result of planning: return a stored report, or make one. */
export type Plan = StoredPlan | ReportPlan

/** What an order comes to: an answer from what is kept, or a report to be made. */
import type { AnswerOrigin } from '../../documents/tables/enumerations.ts'
import type { SeenReports } from '../../store/records/order-entry.ts'
import type { ReportOrigin } from '../../store/records/report-entry.ts'
import type { FinishedPull, PlannedPull } from '../fulfil/pull.ts'
import type { ReportedBorrower, StoredReport } from '../fulfil/stored-report.ts'

/** A report that is there is answered again. */
export interface StoredPlan {
  readonly kind: 'stored'
  readonly origin: AnswerOrigin
  readonly report: StoredReport
  /** What is charged for it, if anything is. */
  readonly fee?: 'reissue'
}

/** A report is made, from new pulls, from files that are kept, or from both. */
export interface ReportPlan {
  readonly kind: 'report'
  readonly origin: ReportOrigin
  /** The report that it builds on. */
  readonly base?: StoredReport
  readonly pulls: readonly PlannedPull[]
  /** The files of the report, once the pulls are made. */
  readonly filesOf: (pulls: readonly FinishedPull[]) => readonly ReportedBorrower[]
  /** Under what the report is found again by orders of the same meaning. */
  readonly meaning?: Uint8Array
  readonly derivation?: Uint8Array
  /** Of orders that ask the same at once, one makes the report: this is what they share. */
  readonly exclusive?: Uint8Array
  /** The reports that were there when the order was planned: another one is a reason to plan again. */
  readonly seenReports?: SeenReports
}

export type Plan = StoredPlan | ReportPlan

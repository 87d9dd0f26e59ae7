/** What lists show of an order that has ended: its scores, and what a sandbox did to it. */
import { FAMILY_TITLES, modelName } from '../../bureaus/score-models.ts'
import { representativeScores } from '../../reports/representative-score.ts'
import type { BureauScore, ListedEnd, ListedScore } from '../../store/records/orders/order-entry.ts'
import type { FinishedPull } from '../plan/planned-pulls.ts'
import type { IssuedReport } from './make-report.ts'

/** The pulls that a fault of the sandbox has decided. */
export function injectedOf(
  pulls: readonly Pick<FinishedPull, 'injected'>[],
): Pick<ListedEnd, 'injected'> {
  const injected = pulls.flatMap((pull) => pull.injected ?? [])
  return injected.length === 0 ? {} : { injected }
}

/** The representative scores of a report, of which a list shows the first of each borrower. */
export function listedScores({
  borrowers,
  scores,
}: IssuedReport['content']['report']): ListedScore[] {
  return borrowers.flatMap(({ BorrowerID }, index) =>
    representativeScores(scores.filter((score) => score.BorrowerID === BorrowerID)).map(
      ({ family, score }) => ({ borrower: index + 1, model: FAMILY_TITLES[family], score }),
    ),
  )
}

/** The scores of each file, and why a file has none. */
export function bureauScores({
  borrowers,
  scores,
}: IssuedReport['content']['report']): BureauScore[] {
  const positions = new Map(borrowers.map(({ BorrowerID }, index) => [BorrowerID, index + 1]))
  return scores.flatMap((each) => {
    const score = Number.parseInt(each._Value, 10)
    const borrower = positions.get(each.BorrowerID)
    if (borrower === undefined) return []
    const of = { bureau: each.CreditRepositorySourceType, borrower, model: modelName(each) }
    return [score > 0 ? { ...of, score } : { ...of, exclusionReason: each._ExclusionReasonType }]
  })
}

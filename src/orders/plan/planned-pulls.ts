/** The pulls that an order needs, planned before the first is made, and their results. */
import type { CreditFile, FileStatus } from '../../bureaus/bureau.ts'
import {
  familiesAt,
  type RequestedScoreModel,
  type ScoreFamily,
} from '../../bureaus/score-models.ts'
import type { BureauName } from '../../documents/tables/enumerations.ts'
import { isDelivered } from '../../reports/credit-files.ts'
import type { ListedPull } from '../../store/records/orders/order-entry.ts'
import type { PullIntent, PullOutcome } from '../../store/records/orders/order-pulls.ts'
import type { Order, OrderBorrower } from '../intake/order.ts'
import type { OrderingAccount } from '../intake/ordering-account.ts'
import { respondToParty } from '../intake/parties.ts'
import type { Product } from '../intake/products.ts'
import { hasScores, wantedScores } from '../intake/wanted-scores.ts'
import type { Tools } from '../tools.ts'

/** A pull that an order is about to make. It is journaled before the bureau is asked. */
export interface PlannedPull {
  /** The journaled part, without readable personal data. */
  readonly intent: PullIntent
  readonly borrower: OrderBorrower
  readonly bureau: BureauName
  /** The families of the score models to request. */
  readonly scoreFamilies: readonly ScoreFamily[]
}

/** The result of a pull. If a bureau failed or was late, the file says so. */
export interface FinishedPull {
  readonly borrower: OrderBorrower
  /** Always present; its status says whether it has content. */
  readonly file: CreditFile
  /** The result as it is journaled. */
  readonly outcome: PullOutcome
  /** The pull and the fault, if an injected fault decided the result. */
  readonly injected?: ListedPull | undefined
}

/** One file that an order needs. */
export type NeededFile = Pick<PlannedPull, 'borrower' | 'bureau'>

/**
 * Plans the pulls of the files that an order needs. All are planned before the first is made, so
 * that one commit journals them.
 */
export function planPulls(
  order: Order,
  account: OrderingAccount,
  needed: readonly NeededFile[],
  tools: Tools,
  scores = wantedScores(order, account),
): readonly PlannedPull[] {
  const { profile } = account
  const startedAt = tools.now().getTime()
  const indexes = new Map<OrderBorrower, Uint8Array>()
  return needed.map(({ borrower, bureau }) => ({
    borrower,
    bureau,
    scoreFamilies: familiesAt(scores, bureau),
    intent: {
      id: tools.newId('pull'),
      bureau,
      borrowerPosition: order.borrowers.indexOf(borrower) + 1,
      hard: order.product.hard,
      purpose: profile.purpose,
      // FCRA 607(e): the bureau must know for whom the file is requested. This is the most specific
      // name that is known.
      endUser: profile.endUser || respondToParty(order, account)._Name || account.name,
      // The same for all accounts, so that it finds earlier inquiries for the same person.
      ssnIndex: indexes.getOrInsertComputed(borrower, ({ subject }) =>
        tools.vault.blindIndex('ssn', subject.ssn),
      ),
      startedAt,
    },
  }))
}

/**
 * Statuses that say nothing about the borrower: the bureau failed, or did not accept the access code
 * of this service.
 */
const WITHOUT_RESPONSE: ReadonlySet<FileStatus> = new Set([
  'NoFileReturnedError',
  'NoFileReturnedBadAccessCode',
])

/** Whether a bureau responded at all: with a file, without one, or that the file is frozen. */
function hasResponded(file: CreditFile): boolean {
  return !WITHOUT_RESPONSE.has(file.status)
}

/**
 * Whether a bureau delivered everything that a product requests, including the scores of a file.
 */
export function isComplete(
  file: CreditFile,
  product: Pick<Product, 'scores'>,
  scores: readonly RequestedScoreModel[],
): boolean {
  if (product.scores && isDelivered(file)) return hasScores(file, scores)
  return hasResponded(file)
}

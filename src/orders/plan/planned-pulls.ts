/** The pulls that an order needs, planned before the first is made, and how they end. */
import type { CreditFile } from '../../bureaus/bureau.ts'
import { familiesAt, type ScoreFamily, type ScoreModelWanted } from '../../bureaus/score-models.ts'
import type { BureauName } from '../../documents/tables/enumerations.ts'
import { isDelivered } from '../../reports/credit-files.ts'
import type { ListedPull, PullIntent, PullOutcome } from '../../store/records/orders/order-entry.ts'
import type { Order, OrderBorrower } from '../intake/order.ts'
import type { OrderingAccount } from '../intake/ordering-account.ts'
import { respondToParty } from '../intake/parties.ts'
import type { Product } from '../intake/products.ts'
import { hasScores, wantedScores } from '../intake/wanted-scores.ts'
import type { Tools } from '../tools.ts'

/** A pull that an order is about to make: journaled before the bureau is asked. */
export interface PlannedPull {
  /** What is journaled of it, without personal data in the clear. */
  readonly intent: PullIntent
  readonly borrower: OrderBorrower
  readonly bureau: BureauName
  /** The families of score models that are wanted of it. */
  readonly scoreFamilies: readonly ScoreFamily[]
}

/** How a pull ended. A bureau that failed or was late gives a file that says so. */
export interface FinishedPull {
  readonly borrower: OrderBorrower
  /** Always present; its status says whether it has content. */
  readonly file: CreditFile
  /** What the journal keeps of the result. */
  readonly outcome: PullOutcome
  /** Where an injected fault has decided the result: which pull it is, and the fault. */
  readonly injected?: ListedPull | undefined
}

/** One file that an order needs. */
export type NeededFile = Pick<PlannedPull, 'borrower' | 'bureau'>

/**
 * The pulls of the files that an order needs. All are planned before the first is made, so that one
 * commit journals them.
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
      // FCRA 607(e): the bureau must know for whom the file is; the nearest name that is known.
      endUser: profile.endUser || respondToParty(order, account)._Name || account.name,
      ssnIndex: indexes.getOrInsertComputed(borrower, ({ subject }) =>
        ssnIndex(tools, subject.ssn),
      ),
      startedAt,
    },
  }))
}

/** The blind index of a social security number, over all accounts: who asked for this file. */
function ssnIndex(tools: Tools, ssn: string): Uint8Array {
  return tools.vault.blindIndex('ssn', ssn)
}

/** Whether a bureau answered at all: with a file, with none, or that it is frozen. */
function isAnswered(file: CreditFile): boolean {
  return file.status !== 'NoFileReturnedError'
}

/** Whether a bureau answered all that a product asks of it: a file comes with its score. */
export function isComplete(
  file: CreditFile,
  product: Pick<Product, 'scores'>,
  scores: readonly ScoreModelWanted[],
): boolean {
  if (product.scores && isDelivered(file)) return hasScores(file, scores)
  return isAnswered(file)
}

/** Predicts the result of a request. Asks no bureau, and journals and counts nothing. */
import type { AnswerOrigin } from '../../documents/tables/enumerations.ts'
import { CODES, OrderError, type Reason } from '../../errors.ts'
import type { Order } from '../intake/order.ts'
import { invalidOrder } from '../intake/parse-request.ts'
import type { Plan } from '../plan/plan.ts'
import { planOrder } from '../plan/plan-order.ts'
import type { Tools } from '../tools.ts'
import { rejectIfNotAllowed } from './account-limits.ts'
import { orderErrorOf, parse } from './handle-order.ts'
import type { OrderRequest } from './order-handler.ts'
import { findRetriedOrder, isRetryAnswered } from './retry.ts'

/** The expected result. Another order or the passing of time can still change it. */
export type ExpectedAnswer =
  /** The stored response to the same bytes. */
  | { readonly kind: 'retried' }
  | { readonly kind: 'rejected'; readonly reason: Reason; readonly text: string }
  | {
      readonly kind: AnswerOrigin
      readonly order: Order
      /** Whether the order makes pulls. */
      readonly pulls: boolean
    }

/** Decides as `handleOrder` does: first checks for a retry, then the order itself. */
export async function expectAnswer(request: OrderRequest, tools: Tools): Promise<ExpectedAnswer> {
  try {
    const retried = await findRetriedOrder(request, tools.vault.fingerprint(request.body), tools)
    if (retried !== undefined) {
      const isAnswered = isRetryAnswered(request.account, retried.reportId, tools)
      return isAnswered ? { kind: 'retried' } : rejected(new OrderError('duplicate'))
    }
    const { order, plan } = await plannedOrder(request, tools)
    return { kind: plan.origin, order, pulls: plan.kind === 'report' && plan.pulls.length > 0 }
  } catch (error) {
    const rejection = orderErrorOf(error)
    if (rejection === undefined) throw error
    return rejected(rejection)
  }
}

async function plannedOrder(
  request: OrderRequest,
  tools: Tools,
): Promise<{ readonly order: Order; readonly plan: Plan }> {
  const { account } = request
  const { order, errors } = await parse(request)
  if (order === undefined) throw invalidOrder(errors)
  rejectIfNotAllowed(order, account)
  // This plan is discarded, so it takes no identifiers from the sequence of the orders.
  const plan = await planOrder(order, account, { ...tools, newId: () => '' })
  return { order, plan }
}

function rejected({ reason, texts: [text = CODES[reason].text] }: OrderError): ExpectedAnswer {
  return { kind: 'rejected', reason, text }
}

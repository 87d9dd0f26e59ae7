/** Sending the stored request of an order again, and what that would come to. */
import type { z } from 'zod'
import { CODES } from '../errors.ts'
import { expectAnswer } from '../orders/fulfil/expect-answer.ts'
import type { OperationName } from '../orders/intake/products.ts'
import type { Order } from '../store/records/orders/order-entry.ts'
import type { Api, Handlers } from './handler.ts'
import { expectedPrice, orderRequest, placed } from './manual-order.ts'
import { orderOf } from './order-detail.ts'
import { ApiProblem } from './problems.ts'
import type { ResendPreview } from './schemas/manual-order-schemas.ts'

/** Only sending asks a bureau or changes anything. */
export const resendHandlers: Handlers<'previewResend' | 'resendOrder'> = {
  previewResend: async ({ caller, params }, api) =>
    previewOf(await orderOf(caller, params.id, api), api),
  resendOrder: async ({ caller, params, request }, api) => {
    const order = await orderOf(caller, params.id, api)
    const { operation, sent } = storedRequest(order)
    return placed({ caller, request }, order.account, operation, sent, `resent ${order.id}`, api)
  },
}

function storedRequest({ operation, sent, purged }: Order) {
  if (purged) throw new ApiProblem('gone')
  if (sent === undefined) {
    throw new ApiProblem(
      'rejected',
      'The document was unreadable and was not stored, so it cannot be sent again.',
    )
  }
  return { operation: operation as OperationName, sent }
}

async function previewOf(order: Order, api: Api): Promise<z.infer<typeof ResendPreview>> {
  const { operation, sent } = storedRequest(order)
  const request = await orderRequest(order.account, operation, sent, api)
  const expected = await expectAnswer(request, api.tools)
  if (expected.kind === 'rejected') {
    const { reason, text } = expected
    return { result: 'rejected', code: CODES[reason].code, text, price: FREE }
  }
  if (expected.kind === 'retried' || expected.kind === 'existing') {
    return { result: expected.kind, price: FREE }
  }
  const { kind, pulls } = expected
  return { result: kind, price: { ...expectedPrice(expected.order, request.account), pulls } }
}

/** What is charged where no bureau is asked and no report is made. */
const FREE = { centsMax: 0, hard: false, pulls: false } as const

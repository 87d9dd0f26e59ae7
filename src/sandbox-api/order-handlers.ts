/** Orders and their request log, for tests that assert on them. */
import { found } from '../admin-api/handler.ts'
import { detailOf, documentsOf, lookAt } from '../admin-api/order-detail.ts'
import { ordersPage } from '../admin-api/order-list.ts'
import { ApiProblem } from '../admin-api/problems.ts'
import type { ControlHandlers } from './handler.ts'

export const orderHandlers: ControlHandlers<'listOrders' | 'readOrder'> = {
  listOrders: async ({ caller, query }, { api }) => {
    // Orders of another account do not exist for an account.
    const asked = query.account ?? caller.account
    if (caller.account !== undefined && asked !== caller.account) throw new ApiProblem('not-found')
    return ordersPage(query, asked, api)
  },
  readOrder: async ({ caller, params }, { api }) => {
    const { orders, audit } = api.tools.store
    const account = caller.account ?? found(await orders.accountOf(params.id))
    const order = found(await orders.find(account, params.id))
    await audit.record(lookAt(order, caller.actor, 'order.viewed'))
    return { ...(await detailOf(order, api)), documents: await documentsOf(order, false, api) }
  },
}

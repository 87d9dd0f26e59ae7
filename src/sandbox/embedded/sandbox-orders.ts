/** The orders of a sandbox, from journal, pulls and ledger, for assertions in tests. */
import type { Storage } from '../../app/open-storage.ts'
import type { Order } from '../../store/records/orders/order-entry.ts'
import type { ShownPull } from '../../store/records/orders/order-pulls.ts'
import type { SandboxOrder } from './sandbox-types.ts'

/** The largest number of orders that are listed, more than a test places. */
const ORDERS_MAX = 10_000

/** Returns the orders of an account, the oldest first. */
export async function sandboxOrders(
  { store }: Storage,
  account: string,
): Promise<readonly SandboxOrder[]> {
  const summaries = await store.orders.list({ account }, { limit: ORDERS_MAX })
  const charges = await store.ledger.charges(account, 0, Number.MAX_SAFE_INTEGER)
  const centsOf = (id: string) =>
    charges.reduce((sum, each) => sum + (each.orderId === id ? each.amountCents : 0), 0)
  const orders = summaries.toReversed().map(async ({ id }) => {
    const order = await store.orders.find(account, id)
    return order === undefined ? [] : [shown(order, await store.ledger.pullsOf([id]), centsOf(id))]
  })
  return (await Promise.all(orders)).flat()
}

const OUTCOMES = { running: 'running', done: 'report', failed: 'error', rejected: 'error' } as const

function shown(order: Order, pulls: readonly ShownPull[], chargedCents: number): SandboxOrder {
  const { id, operation, action, code, reportId, errors, notes, sent } = order
  return {
    id,
    operation,
    action,
    receivedAt: new Date(order.receivedAt),
    outcome: OUTCOMES[order.state],
    code,
    reportId,
    chargedCents,
    pulls: pulls
      .map(({ bureau, borrowerPosition, hard, outcome }) => ({
        bureau,
        borrower: borrowerPosition,
        hard,
        outcome,
      }))
      .sort((a, b) => a.borrower - b.borrower || (a.bureau < b.bureau ? -1 : 1)),
    errors,
    notes,
    sent: sent === undefined ? undefined : Buffer.from(sent).toString('utf8'),
  }
}

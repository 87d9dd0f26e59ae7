/** What simulated bureaus know of earlier orders: they keep no record of who asked before. */
import type { EarlierInquiry } from '../bureaus/bureau.ts'
import type { PlannedPull } from '../orders/fulfil/pull.ts'
import type { Order, OrderBorrower } from '../orders/intake/order.ts'
import type { Tools } from '../orders/tools.ts'
import type { RecordedInquiry } from '../store/records/order-entry.ts'
import { DAY_MS } from '../time.ts'

/** For how long hard pulls are told; bureaus choose what to show of it. */
const TOLD_MS = 731 * DAY_MS

/**
 * The hard pulls that earlier orders of any account made of the borrowers, for each pull at a
 * simulated bureau; found by the blind index of the number, as bureaus know people by it. A refresh
 * looks for what others did: those on behalf of the same end user are left out of it.
 */
export async function earlierInquiries(
  planned: readonly PlannedPull[],
  orderId: string,
  order: Order,
  tools: Tools,
): Promise<(pull: PlannedPull) => readonly EarlierInquiry[]> {
  const since = tools.now().getTime() - TOLD_MS
  const recorded = new Map<OrderBorrower, readonly RecordedInquiry[]>()
  for (const { intent, borrower, bureau } of planned) {
    if (!tools.bureaus[bureau].simulated || recorded.has(borrower)) continue
    recorded.set(borrower, await tools.store.listInquiries(intent.ssnIndex, since, orderId))
  }
  const refresh = order.operation.name === 'refresh_report'
  return ({ intent, borrower, bureau }) => {
    if (!tools.bureaus[bureau].simulated) return []
    return (recorded.get(borrower) ?? [])
      .filter((each) => each.bureau === bureau && !(refresh && each.endUser === intent.endUser))
      .map(({ startedAt, endUser }) => ({ askedAt: new Date(startedAt), inquirer: endUser }))
  }
}

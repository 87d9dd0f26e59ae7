/**
 * Settling orders whose process died: carried out from what was journaled where asking the bureaus
 * again does no harm, else ended uncharged. The client's retry of the same bytes then finds the
 * stored answer, or orders anew.
 */
import { OrderError } from '../../errors.ts'
import type { LeasedOrder } from '../../store/records/order-entry.ts'
import { OPERATIONS } from '../intake/operation.ts'
import { AccountProfile, type OrderingAccount } from '../intake/ordering-account.ts'
import { type ParsedRequest, parseRequest } from '../intake/parse-request.ts'
import type { OperationName } from '../intake/products.ts'
import { logErrors } from '../jobs/job-runner.ts'
import type { ReportPlan } from '../plan/plan.ts'
import { planOrder } from '../plan/plan-order.ts'
import type { Tools } from '../tools.ts'
import {
  answerFromStored,
  endWithError,
  fulfilOrder,
  isLeftToOthers,
  type RunningOrder,
  runWithLease,
} from './fulfil.ts'

import type { PlannedPull } from './pull.ts'

/** How many orders are settled at once: each may wait for bureaus, and new orders come first. */
const SETTLED_AT_ONCE_MAX = 8

/** Takes over and ends every order whose lease has run out, until told to stop. */
export async function settleInterrupted(tools: Tools, stopped: AbortSignal): Promise<void> {
  // An order is settled no earlier than it was received, at whichever replica that was.
  await tools.refresh()
  const interrupted = (await tools.store.orders.listLeased(tools.realNow().getTime())).values()
  const settleOneByOne = async () => {
    for (const order of interrupted) {
      if (stopped.aborted) return
      await logErrors(
        tools,
        'settling an interrupted order',
        () => takeAndSettle(order, tools),
        order.id,
      )
    }
  }
  await Promise.all(Array.from({ length: SETTLED_AT_ONCE_MAX }, settleOneByOne))
}

async function takeAndSettle(order: LeasedOrder, tools: Tools): Promise<void> {
  // Its lease ran out while the database did not answer, and yet it is being worked on here.
  if (tools.runningOrders.has(order.id)) return
  const until = tools.realNow().getTime() + tools.limits.leaseMs
  if (!(await tools.store.orders.takeOver(order, tools.runner, until))) return
  await runWithLease(order.id, tools, () => settleOrEnd(order, tools))
}

/** Settles an order; one that fails for a reason of its own is not tried for ever. */
async function settleOrEnd(order: LeasedOrder, tools: Tools): Promise<void> {
  try {
    await settle(order, tools)
  } catch (error) {
    if (isLeftToOthers(error)) throw error
    await endUncharged(order, undefined, tools)
    throw error
  }
}

async function settle(kept: LeasedOrder, tools: Tools): Promise<void> {
  const account = await accountOf(kept, tools)
  const parsed = account && (await parseAgain(kept, account))
  if (account === undefined || parsed?.order === undefined) {
    return endUncharged(kept, parsed, tools)
  }
  const running = { id: kept.id, account, parsed, order: parsed.order }
  const plan = await planAgain(running, tools)
  if (plan?.kind === 'stored') {
    await answerFromStored(running, plan, tools)
    return
  }
  const resumed = plan && resumedPlan(plan, kept, tools)
  if (resumed === undefined) return endUncharged(kept, parsed, tools)
  await fulfilOrder(running, resumed, tools)
}

async function accountOf(kept: LeasedOrder, tools: Tools): Promise<OrderingAccount | undefined> {
  const account = await tools.store.accounts.find(kept.account, tools.now().getTime())
  return account && { name: account.name, profile: AccountProfile.parse(account.profile) }
}

async function parseAgain(
  kept: LeasedOrder,
  { profile }: OrderingAccount,
): Promise<ParsedRequest | undefined> {
  if (kept.sent === undefined) return undefined
  const operation = OPERATIONS[kept.operation as OperationName]
  // The journal keeps text as UTF-8, whatever the declaration in it says.
  return parseRequest(operation, kept.sent, 'utf-8', profile.requirements)
}

/** The plan as it would be now; nothing where the order cannot be done any more. */
async function planAgain({ order, account }: RunningOrder, tools: Tools) {
  try {
    return await planOrder(order, account, tools)
  } catch (error) {
    if (error instanceof OrderError) return undefined
    throw error
  }
}

/** The plan with the pulls that were journaled, where they are the same and may be made again. */
function resumedPlan(plan: ReportPlan, kept: LeasedOrder, tools: Tools): ReportPlan | undefined {
  const pulls: PlannedPull[] = []
  for (const pull of plan.pulls) {
    const intended = kept.pulls.find(
      (one) => one.bureau === pull.bureau && one.borrowerPosition === pull.intent.borrowerPosition,
    )
    const harmless = !pull.intent.hard || tools.bureaus[pull.bureau].repeatable
    if (intended === undefined || !harmless) return undefined
    pulls.push({ ...pull, intent: intended })
  }
  return { ...plan, pulls }
}

async function endUncharged(
  kept: LeasedOrder,
  parsed: ParsedRequest | undefined,
  tools: Tools,
): Promise<void> {
  const ending = { id: kept.id, account: { name: kept.account }, parsed }
  await endWithError(ending, new OrderError('interrupted'), [], tools)
}

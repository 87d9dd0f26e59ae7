/**
 * Settling orders whose process died: carried out from what was journaled where asking the bureaus
 * again does no harm, else ended uncharged. The client's retry of the same bytes then finds the
 * stored answer, or orders anew.
 */
import { OrderError } from '../../errors.ts'
import type { RunningOrder } from '../../store/records/order-entry.ts'
import { OPERATIONS } from '../intake/operation.ts'
import { AccountProfile, type OrderingAccount } from '../intake/ordering-account.ts'
import { type Understanding, understand } from '../intake/parse-request.ts'
import type { OperationName } from '../intake/products.ts'
import { safely } from '../jobs/job-runner.ts'
import type { MakingPlan } from '../plan/plan.ts'
import { planOrder } from '../plan/plan-order.ts'
import type { Tools } from '../tools.ts'
import {
  answerAgain,
  carryOut,
  endWithError,
  isLeftToOthers,
  type Underway,
  workOn,
} from './fulfil.ts'

import type { PlannedPull } from './pull.ts'

/** How many orders are settled at once: each may wait for bureaus, and new orders come first. */
const SETTLED_AT_ONCE_MAX = 8

/** Takes over and ends every order whose lease has run out, until told to stop. */
export async function settleInterrupted(tools: Tools, stopped: AbortSignal): Promise<void> {
  // An order is settled no earlier than it was received, at whichever replica that was.
  await tools.catchUp()
  const interrupted = (await tools.store.runningOrders(tools.realNow().getTime())).values()
  const settleOneByOne = async () => {
    for (const order of interrupted) {
      if (stopped.aborted) return
      await safely(
        tools,
        'settling an interrupted order',
        () => takeAndSettle(order, tools),
        order.id,
      )
    }
  }
  await Promise.all(Array.from({ length: SETTLED_AT_ONCE_MAX }, settleOneByOne))
}

async function takeAndSettle(order: RunningOrder, tools: Tools): Promise<void> {
  // Its lease ran out while the database did not answer, and yet it is being worked on here.
  if (tools.underway.has(order.id)) return
  const until = tools.realNow().getTime() + tools.limits.leaseMs
  if (!(await tools.store.takeOver(order, tools.runner, until))) return
  await workOn(order.id, tools, () => settleOrEnd(order, tools))
}

/** Settles an order; one that fails for a reason of its own is not tried for ever. */
async function settleOrEnd(order: RunningOrder, tools: Tools): Promise<void> {
  try {
    await settle(order, tools)
  } catch (error) {
    if (isLeftToOthers(error)) throw error
    await endUncharged(order, undefined, tools)
    throw error
  }
}

async function settle(kept: RunningOrder, tools: Tools): Promise<void> {
  const account = await accountOf(kept, tools)
  const understood = account && (await understoodAgain(kept, account))
  if (account === undefined || understood?.order === undefined) {
    return endUncharged(kept, understood, tools)
  }
  const underway = { id: kept.id, account, understood, order: understood.order }
  const plan = await planAgain(underway, tools)
  if (plan?.kind === 'stored') {
    await answerAgain(underway, plan, tools)
    return
  }
  const resumed = plan && resumedPlan(plan, kept, tools)
  if (resumed === undefined) return endUncharged(kept, understood, tools)
  await carryOut(underway, resumed, tools)
}

async function accountOf(kept: RunningOrder, tools: Tools): Promise<OrderingAccount | undefined> {
  const account = await tools.store.findAccount(kept.account, tools.now().getTime())
  return account && { name: account.name, profile: AccountProfile.parse(account.profile) }
}

async function understoodAgain(
  kept: RunningOrder,
  { profile }: OrderingAccount,
): Promise<Understanding | undefined> {
  if (kept.sent === undefined) return undefined
  const operation = OPERATIONS[kept.operation as OperationName]
  // The journal keeps text as UTF-8, whatever the declaration in it says.
  return understand(operation, kept.sent, 'utf-8', profile.requirements)
}

/** The plan as it would be now; nothing where the order cannot be done any more. */
async function planAgain({ order, account }: Underway, tools: Tools) {
  try {
    return await planOrder(order, account, tools)
  } catch (error) {
    if (error instanceof OrderError) return undefined
    throw error
  }
}

/** The plan with the pulls that were journaled, where they are the same and may be made again. */
function resumedPlan(plan: MakingPlan, kept: RunningOrder, tools: Tools): MakingPlan | undefined {
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
  kept: RunningOrder,
  understood: Understanding | undefined,
  tools: Tools,
): Promise<void> {
  const ending = { id: kept.id, account: { name: kept.account }, understood }
  await endWithError(ending, new OrderError('interrupted'), [], tools)
}

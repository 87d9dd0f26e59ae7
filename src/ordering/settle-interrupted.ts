/**
 * Settling orders whose process died: carried out from what was journaled where asking the bureaus
 * again does no harm, else ended uncharged. The client's retry of the same bytes then finds the
 * stored answer, or orders anew.
 */
import { OrderError } from '../errors.ts'
import type { RunningOrder } from '../store/orders.ts'
import { AccountProfile, type OrderingAccount } from './account.ts'
import { planOrder } from './actions.ts'
import { answerAgain, carryOut, endWithError, type Underway } from './carry-out.ts'
import { OPERATIONS } from './operation.ts'
import type { MakingPlan } from './plan.ts'
import type { OperationName } from './products.ts'
import type { PlannedPull } from './pull.ts'
import { safely } from './safely.ts'
import type { Tools } from './tools.ts'
import { type Understanding, understand } from './understand.ts'

/** Takes over and ends every order whose lease has run out. */
export async function settleInterrupted(tools: Tools): Promise<void> {
  const interrupted = await tools.store.runningOrders(tools.realNow().getTime())
  for (const order of interrupted) {
    const until = tools.realNow().getTime() + tools.limits.leaseMs
    if (!(await tools.store.takeOver(order, tools.runner, until))) continue
    await safely(tools, 'settling an interrupted order', () => settle(order, tools), order.id)
  }
}

async function settle(kept: RunningOrder, tools: Tools): Promise<void> {
  const account = await accountOf(kept, tools)
  const understood = account && understoodAgain(kept, account)
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

function understoodAgain(
  kept: RunningOrder,
  { profile }: OrderingAccount,
): Understanding | undefined {
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
  await endWithError({ id: kept.id, understood }, new OrderError('interrupted'), [], tools)
}

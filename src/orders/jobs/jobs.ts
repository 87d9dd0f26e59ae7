/**
 * Jobs beside orders: this process renews the leases of the orders that it works on, settles those
 * of a process that died, counts orders, and writes when secrets were used. Every order that was
 * journaled ends, with a report or uncharged.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { OrderError } from '../../errors.ts'
import type { JobLease } from '../../store/records/job-lease.ts'
import type { LeasedOrder } from '../../store/records/orders/order-entry.ts'
import { MasterKeyUnusable } from '../../store/sealing/master-key.ts'
import { MINUTE_MS } from '../../time.ts'
import { answerFromStored, endWithError, fulfilOrder, type RunningOrder } from '../fulfil/fulfil.ts'
import { isLeftToOthers, runWithLease } from '../fulfil/running-orders.ts'
import { OPERATIONS } from '../intake/operation.ts'
import { AccountProfile, type OrderingAccount } from '../intake/ordering-account.ts'
import { type ParsedRequest, parseRequest } from '../intake/parse-request.ts'
import type { OperationName } from '../intake/products.ts'
import type { ReportPlan } from '../plan/plan.ts'
import { planOrder } from '../plan/plan-order.ts'
import type { PlannedPull } from '../plan/planned-pulls.ts'
import { logErrors, type Tools } from '../tools.ts'
import { type Job, startJob } from './job-runner.ts'

// Settling orders whose process died: carried out from what was journaled where asking the bureaus
// again does no harm, else ended uncharged. The client's retry of the same bytes then finds the
// stored answer, or makes a new order.

/** How many orders are settled at once: each may wait for bureaus, and new orders come first. */
const SETTLED_AT_ONCE_MAX = 8

/** Takes over and ends every order whose lease has run out, until it is stopped. */
export async function settleInterrupted(tools: Tools, stopped: AbortSignal): Promise<void> {
  // An order is settled no earlier than it was received, at whichever replica that was.
  await tools.refresh()
  const interrupted = (await tools.store.orders.listLeased()).values()
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
  // Its lease ran out while the database did not answer, although this process still works on it.
  if (tools.runningOrders.has(order.id)) return
  const { leaseMs } = tools.limits
  if (!(await tools.store.orders.takeOver(order, tools.runner, leaseMs))) return
  tools.tookOver?.()
  await runWithLease(order.id, tools, () => settleOrEnd(order, tools))
}

/**
 * Settles an order. One that fails for a reason of its own ends uncharged, so that no round tries
 * it again; one that fails because the database is away stays for a later round.
 */
async function settleOrEnd(order: LeasedOrder, tools: Tools): Promise<void> {
  try {
    await settle(order, tools)
  } catch (error) {
    if (isLeftToOthers(error)) throw error
    await endUncharged(order, undefined, tools)
    throw error
  }
}

/**
 * The account, the request and the plan are made again from the journal: the account may have been
 * removed since, and another order may have made the report meanwhile.
 */
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

/** Undefined where the account is gone; its order ends uncharged. */
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

/**
 * The plan with the pulls that were journaled, where they are the same and may be made again. A
 * hard pull that is made twice would show the consumer's later lenders two inquiries, so it is
 * repeated only at a source that recognizes the repetition.
 */
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

// As `interrupted` in the error table: the client reads that the order may be sent again.
async function endUncharged(
  kept: LeasedOrder,
  parsed: ParsedRequest | undefined,
  tools: Tools,
): Promise<void> {
  const ending = { id: kept.id, account: { name: kept.account }, parsed }
  await endWithError(ending, new OrderError('interrupted'), [], tools)
}

/** A lease outlives three rounds that failed. */
const ROUNDS_A_LEASE = 4

function roundMs({ limits }: Pick<Tools, 'limits'>): number {
  return limits.leaseMs / ROUNDS_A_LEASE
}

/**
 * Begins the jobs of orders with a round at once: orders that the last process left are settled
 * first. Renewing does not wait for settling, which takes as long as bureaus do.
 */
export function startOrderJobs(tools: Tools): Job {
  const jobs = [
    startLeaseJob(tools),
    startJob(tools, 'looking for interrupted orders', roundMs(tools), (stopped) =>
      settleInterrupted(tools, stopped),
    ),
  ]
  return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) }
}

/** Begins to renew the leases of the orders that are worked on here. */
export function startLeaseJob(tools: Tools): Job {
  return startJob(tools, 'renewing leases', roundMs(tools), () => renew(tools))
}

async function renew(tools: Tools): Promise<void> {
  const { leaseMs } = tools.limits
  await tools.store.orders.renewLeases(tools.runner, [...tools.runningOrders], leaseMs)
}

// Keys: after a rotation this process seals under the new master key too.

const SECRET_USES = 'writing when secrets were last used'

/** Begins to write when secrets were last used, once a minute and when it stops. */
export function startSecretUseJob({ store, log }: Pick<Tools, 'store' | 'log'>): Job {
  const { writeSecretUses } = store.accounts
  const writing = startJob({ log }, SECRET_USES, MINUTE_MS, writeSecretUses)
  return {
    stop: async () => {
      await writing.stop()
      await logErrors({ log }, SECRET_USES, writeSecretUses)
    },
  }
}

/** How soon a service changes over; a rotation waits for the last. */
const LOOK_EVERY_MS = 2_000

/**
 * Begins to follow the master key. A key that this process does not have is logged in each round.
 */
export function startKeyJob(tools: Tools): Job {
  return startJob(tools, 'following the master key', LOOK_EVERY_MS, () => follow(tools))
}

async function follow(tools: Tools): Promise<void> {
  try {
    await tools.vault.followMasterKey()
  } catch (error) {
    if (!(error instanceof MasterKeyUnusable)) throw error
    // It names keys by their ids, and an operator must read what to do.
    tools.log({ what: error.message })
  }
}

// Statistics: orders that ended are counted soon after, so that a look at them counts few.

const ROUND_EVERY_MS = 2_000
/** After each unit, so that orders hardly notice how much there is to count. */
const REST_MS = 25
/** One replica counts; another takes over when it has not renewed its lease for so long. */
const LEASE_MS = 30_000

/** Begins to count orders that have ended. */
export function startStatisticsJob(
  tools: Pick<Tools, 'store' | 'realNow' | 'runner' | 'log'>,
): Job {
  const { statistics } = tools.store
  const isOurs = leaseHolder(statistics.job, tools)
  const counting = startJob(tools, 'counting ended orders', ROUND_EVERY_MS, async (stopped) => {
    if (!(await isOurs())) return
    // Hours are forgotten by real time: a sandbox whose clock is advanced has nothing else to show.
    while (!stopped.aborted && (await statistics.update(tools.realNow().getTime()))) {
      await sleep(REST_MS)
    }
  })
  return {
    stop: async () => {
      await counting.stop()
      await logErrors(tools, 'giving the counting back', () => statistics.job.end(tools.runner, 0))
    },
  }
}

/** Whether the job is this replica's; it asks the database twice a lease and not each round. */
function leaseHolder(job: JobLease, { realNow, runner }: Pick<Tools, 'realNow' | 'runner'>) {
  let held = false
  let lookAt = 0
  return async () => {
    const now = realNow().getTime()
    if (now < lookAt && lookAt - now <= LEASE_MS) return held
    held = (held && (await job.keep(runner, LEASE_MS))) || (await job.take(runner, LEASE_MS))
    lookAt = now + LEASE_MS / 2
    return held
  }
}

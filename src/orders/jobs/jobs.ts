/**
 * Jobs besides orders: this process renews the leases of the orders that it works on, settles the
 * orders of a process that died, counts orders, and records when secrets were used. Every journaled
 * order ends, with a report or without a charge.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { pullFailureText } from '../../bureaus/pull-failure.ts'
import { BUREAUS } from '../../documents/tables/enumerations.ts'
import { CODES, OrderError } from '../../errors.ts'
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

// Settling orders whose process died. They are completed from the journal if asking the bureaus
// again does no harm, and otherwise end without a charge. If the client then retries with the same
// bytes, it gets the stored response or makes a new order.

/** How many orders are settled at once. Each may wait for bureaus, and new orders have priority. */
const SETTLED_AT_ONCE_MAX = 8

/** Takes over and ends every order whose lease has expired, until stopped. */
export async function settleInterrupted(tools: Tools, stopped: AbortSignal): Promise<void> {
  // The time of settling an order must not precede the time when it was received, at any replica.
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
  // Its lease expired while the database did not respond, although this process still works on it.
  if (tools.runningOrders.has(order.id)) return
  const { leaseMs } = tools.limits
  if (!(await tools.store.orders.takeOver(order, tools.runner, leaseMs))) return
  tools.tookOver?.()
  await runWithLease(order.id, tools, () => settleOrEnd(order, tools))
}

/**
 * Settles an order. If the order itself causes an error, it ends without a charge, so that later
 * rounds do not try it again. If the database is unavailable, the order is left to a later round.
 */
async function settleOrEnd(order: LeasedOrder, tools: Tools): Promise<void> {
  try {
    await settle(order, tools)
  } catch (error) {
    if (isLeftToOthers(error)) throw error
    await endWithoutCharge(order, undefined, tools)
    throw error
  }
}

/**
 * Settles an order from the journal. Reads the account and plans the order again: the account may
 * have been removed since, and another order may have made the report meanwhile. The score models
 * stay as they were when the order began.
 */
async function settle(journaled: LeasedOrder, tools: Tools): Promise<void> {
  const account = await accountOf(journaled, tools)
  const parsed = account && (await parseAgain(journaled, account))
  if (account === undefined || parsed?.order === undefined) {
    return endWithoutCharge(journaled, parsed, tools)
  }
  const running = { id: journaled.id, account, parsed, order: parsed.order }
  const plan = await planAgain(running, tools)
  if (plan?.kind === 'stored') {
    await answerFromStored(running, plan, tools)
    return
  }
  const resumed = plan && resumedPlan(plan, journaled, tools)
  if (resumed === undefined) return endWithoutCharge(journaled, parsed, tools)
  await fulfilOrder(running, resumed, tools)
}

/** Returns undefined if the account was deleted; the order then ends without a charge. */
async function accountOf(
  journaled: LeasedOrder,
  tools: Tools,
): Promise<OrderingAccount | undefined> {
  const account = await tools.store.accounts.find(journaled.account, tools.now().getTime())
  if (account === undefined) return undefined
  // Absent in orders of earlier versions, which get the present models of the account.
  const { defaultScoreModels } = journaled.listed ?? {}
  const profile = Object.assign({}, account.profile, defaultScoreModels && { defaultScoreModels })
  return { name: account.name, profile: AccountProfile.parse(profile) }
}

async function parseAgain(
  journaled: LeasedOrder,
  { profile }: OrderingAccount,
): Promise<ParsedRequest | undefined> {
  if (journaled.sent === undefined) return undefined
  const operation = OPERATIONS[journaled.operation as OperationName]
  // The journal stores text as UTF-8, whatever the declaration in the document says.
  const receivedAt = new Date(journaled.receivedAt)
  return parseRequest(operation, journaled.sent, 'utf-8', profile.requirements, receivedAt)
}

/** Plans the order again. Returns undefined if the order is no longer possible. */
async function planAgain({ order, account }: RunningOrder, tools: Tools) {
  try {
    return await planOrder(order, account, tools)
  } catch (error) {
    if (error instanceof OrderError) return undefined
    throw error
  }
}

/**
 * Returns the plan with the journaled pulls, if they are the same and may be made again. A second
 * hard pull would show the consumer's later lenders two inquiries, and any second pull may be
 * charged, so pulls are only repeated at a source that recognizes the repetition.
 */
function resumedPlan(
  plan: ReportPlan,
  journaled: LeasedOrder,
  tools: Tools,
): ReportPlan | undefined {
  const pulls: PlannedPull[] = []
  for (const pull of plan.pulls) {
    const intended = journaled.pulls.find(
      (one) => one.bureau === pull.bureau && one.borrowerPosition === pull.intent.borrowerPosition,
    )
    const { repeatable: isRepeatable } = tools.bureaus[pull.bureau]
    if (intended === undefined || !isRepeatable) return undefined
    pulls.push({ ...pull, intent: intended })
  }
  return { ...plan, pulls }
}

// Ends the order with `interrupted`: its text in the error table says that the client may send the
// order again. It also says which bureaus may have been asked, because that leaves a second inquiry.
async function endWithoutCharge(
  journaled: LeasedOrder,
  parsed: ParsedRequest | undefined,
  tools: Tools,
): Promise<void> {
  const ending = { id: journaled.id, account: { name: journaled.account }, parsed }
  const asked = BUREAUS.filter(
    (name) =>
      !tools.bureaus[name].simulated && journaled.pulls.some(({ bureau }) => bureau === name),
  ).map((name) => pullFailureText(name, 'interrupted', true))
  const texts = asked.length === 0 ? [] : [CODES.interrupted.text, ...asked]
  await endWithError(ending, new OrderError('interrupted', texts), [], tools)
}

/** Rounds per lease: a lease survives three failed rounds. */
const ROUNDS_PER_LEASE = 4

function roundMs({ limits }: Pick<Tools, 'limits'>): number {
  return limits.leaseMs / ROUNDS_PER_LEASE
}

/**
 * Starts the jobs of orders. The first round starts at once, so that orders left by the last
 * process are settled first. Leases are renewed independently of settling, which takes as long as
 * the bureaus do.
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

/** Starts to renew the leases of the orders that this process works on. */
export function startLeaseJob(tools: Tools): Job {
  return startJob(tools, 'renewing leases', roundMs(tools), () => renewLeases(tools))
}

async function renewLeases(tools: Tools): Promise<void> {
  const { leaseMs } = tools.limits
  await tools.store.orders.renewLeases(tools.runner, [...tools.runningOrders], leaseMs)
}

// Keys: after a rotation, this process encrypts with the new master key too.

const SECRET_USES = 'writing when secrets were last used'

/** Starts to record when secrets were last used, once a minute and when it stops. */
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

/**
 * How often a service looks for a new master key. A rotation waits until the last service uses it.
 */
const CHECK_EVERY_MS = 2_000

/**
 * Starts to follow rotations of the master key. If this process does not have the key, it logs this
 * in each round.
 */
export function startKeyJob(tools: Tools): Job {
  return startJob(tools, 'following the master key', CHECK_EVERY_MS, () => followMasterKey(tools))
}

async function followMasterKey(tools: Tools): Promise<void> {
  try {
    await tools.vault.followMasterKey()
  } catch (error) {
    if (!(error instanceof MasterKeyUnusable)) throw error
    // The message names keys by their IDs, and says what the operator must do.
    tools.log({ what: error.message })
  }
}

// Statistics: orders are counted soon after they end, so that a query has few to count.

const ROUND_EVERY_MS = 2_000
/**
 * The pause after each unit, so that counting hardly slows orders, however many there are to count.
 */
const PAUSE_MS = 25
/** Only one replica counts. Another takes over if it has not renewed its lease for this time. */
const LEASE_MS = 30_000

/** Starts to count orders that have ended. */
export function startStatisticsJob(
  tools: Pick<Tools, 'store' | 'machineNow' | 'runner' | 'log'>,
): Job {
  const { statistics } = tools.store
  const holdsLease = leaseHolder(statistics.job, tools)
  const counting = startJob(tools, 'counting ended orders', ROUND_EVERY_MS, async (stopped) => {
    if (!(await holdsLease())) return
    // Old hours are deleted by real time: otherwise a sandbox with an advanced clock would have
    // nothing to show.
    while (!stopped.aborted && (await statistics.update(tools.machineNow().getTime()))) {
      await sleep(PAUSE_MS)
    }
  })
  return {
    stop: async () => {
      await counting.stop()
      await logErrors(tools, 'releasing the lease of the statistics', () =>
        statistics.job.end(tools.runner, 0),
      )
    },
  }
}

/**
 * Returns a function that says whether this replica holds the job. It asks the database twice per
 * lease and not in each round.
 */
function leaseHolder(job: JobLease, { machineNow, runner }: Pick<Tools, 'machineNow' | 'runner'>) {
  let held = false
  let checkAt = 0
  return async () => {
    const now = machineNow().getTime()
    if (now < checkAt && checkAt - now <= LEASE_MS) return held
    held = (held && (await job.renew(runner, LEASE_MS))) || (await job.take(runner, LEASE_MS))
    checkAt = now + LEASE_MS / 2
    return held
  }
}

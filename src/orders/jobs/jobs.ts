/**
 * Upkeep of orders: this process's own stay its own while it works on them, and those of a process
 * that died are settled. Every order that was journaled ends, with a report or uncharged.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import type { JobLease } from '../../store/retention/job-lease.ts'
import { MasterKeyUnusable } from '../../store/sealing/master-key.ts'
import { settleInterrupted } from '../fulfil/settle-interrupted.ts'
import type { Tools } from '../tools.ts'
import { type Job, logErrors, repeat } from './job-runner.ts'

/** A lease outlives three rounds that failed. */
const ROUNDS_A_LEASE = 4

/**
 * Begins upkeep with a round at once: what the last process left is settled first. Renewing does not
 * wait for settling, which takes as long as bureaus do.
 */
export function startOrderJobs(tools: Tools): Job {
  const stopping = new AbortController()
  const everyMs = tools.limits.leaseMs / ROUNDS_A_LEASE
  const rounds = [
    repeat(everyMs, stopping.signal, () => logErrors(tools, 'renewing leases', () => renew(tools))),
    repeat(everyMs, stopping.signal, () =>
      logErrors(tools, 'looking for interrupted orders', () =>
        settleInterrupted(tools, stopping.signal),
      ),
    ),
  ]
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(rounds.map((round) => round.ended()))
    },
  }
}

async function renew(tools: Tools): Promise<void> {
  const until = tools.realNow().getTime() + tools.limits.leaseMs
  await tools.store.orders.renewLeases(tools.runner, [...tools.runningOrders], until)
}

// Upkeep of keys: after a rotation this process seals under the new master key too.

/** How soon a service changes over; a rotation waits for the last. */
const LOOK_EVERY_MS = 2_000

/** Begins to follow the master key. One that this process does not know is told each time. */
export function startKeyJob(tools: Tools): Job {
  const stopping = new AbortController()
  const round = repeat(LOOK_EVERY_MS, stopping.signal, () =>
    logErrors(tools, 'following the master key', () => follow(tools)),
  )
  return {
    stop: async () => {
      stopping.abort()
      await round.ended()
    },
  }
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
  tools: Pick<Tools, 'store' | 'now' | 'realNow' | 'runner' | 'refresh' | 'log'>,
): Job {
  const { statistics } = tools.store
  const stopping = new AbortController()
  const { signal } = stopping
  const isOurs = leaseHolder(statistics.job, tools)
  const round = repeat(ROUND_EVERY_MS, signal, () =>
    logErrors(tools, 'counting ended orders', async () => {
      if (!(await isOurs())) return
      await tools.refresh()
      while (!signal.aborted && (await statistics.update(tools.now().getTime()))) {
        await sleep(REST_MS)
      }
    }),
  )
  return {
    stop: async () => {
      stopping.abort()
      await round.ended()
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
    const until = now + LEASE_MS
    held = (held && (await job.keep(runner, until))) || (await job.take(runner, now, until))
    lookAt = now + LEASE_MS / 2
    return held
  }
}

/**
 * Upkeep of orders: this process's own stay its own while it works on them, and those of a process
 * that died are settled. Every order that was journaled ends, with a report or uncharged.
 */
import { safely } from '../../ordering/safely.ts'
import { settleInterrupted } from '../fulfil/settle-interrupted.ts'
import type { Tools } from '../tools.ts'
import { repeat, type Upkeep } from './job-runner.ts'

/** A lease outlives three rounds that failed. */
const ROUNDS_A_LEASE = 4

/**
 * Begins upkeep with a round at once: what the last process left is settled first. Renewing does not
 * wait for settling, which takes as long as bureaus do.
 */
export function keepOrders(tools: Tools): Upkeep {
  const stopping = new AbortController()
  const everyMs = tools.limits.leaseMs / ROUNDS_A_LEASE
  const rounds = [
    repeat(everyMs, stopping.signal, () => safely(tools, 'renewing leases', () => renew(tools))),
    repeat(everyMs, stopping.signal, () =>
      safely(tools, 'looking for interrupted orders', () =>
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
  await tools.store.renewLeases(tools.runner, [...tools.underway], until)
}

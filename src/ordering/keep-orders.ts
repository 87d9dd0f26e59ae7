/**
 * Upkeep of orders: this process's own stay its own while it lives, and those of a process that died
 * are settled. Every order that was journaled ends, with a report or uncharged.
 */
import { safely } from './safely.ts'
import { settleInterrupted } from './settle-interrupted.ts'
import type { Tools } from './tools.ts'

/** How often leases are renewed and interrupted orders are looked for. */
const ROUND_EVERY_MS = 5_000

/** Upkeep that runs until it is stopped. */
export interface Upkeep {
  /** Resolves when the round under way is done. */
  stop(): Promise<void>
}

/** Begins upkeep with a round at once: what the last process left is settled first. */
export function keepOrders(tools: Tools): Upkeep {
  let stopped = false
  let round = Promise.resolve()
  const next = () => {
    round = safely(tools, 'upkeep of orders', () => keepOnce(tools)).then(() => {
      if (!stopped) timer = setTimeout(next, ROUND_EVERY_MS).unref()
    })
  }
  let timer: NodeJS.Timeout | undefined
  next()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await round
    },
  }
}

async function keepOnce(tools: Tools): Promise<void> {
  await tools.store.renewLeases(tools.runner, tools.realNow().getTime() + tools.limits.leaseMs)
  await settleInterrupted(tools)
}

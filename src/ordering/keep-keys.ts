/** Upkeep of keys: after a rotation this process seals under the new master key too. */

import { repeat, type Upkeep } from '../orders/jobs/job-runner.ts'
import type { Tools } from '../orders/tools.ts'
import { MasterKeyUnusable } from '../store/sealing/master-key.ts'
import { safely } from './safely.ts'

/** How soon a service changes over; a rotation waits for the last. */
const LOOK_EVERY_MS = 2_000

/** Begins to follow the master key. One that this process does not know is told each time. */
export function keepKeys(tools: Tools): Upkeep {
  const stopping = new AbortController()
  const round = repeat(LOOK_EVERY_MS, stopping.signal, () =>
    safely(tools, 'following the master key', () => follow(tools)),
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
    await tools.vault.catchUp()
  } catch (error) {
    if (!(error instanceof MasterKeyUnusable)) throw error
    // It names keys by their ids, and an operator must read what to do.
    tools.tell({ what: error.message })
  }
}

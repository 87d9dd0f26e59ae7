/** Upkeep of figures: what happened is counted soon after, so that whoever asks waits for little. */
import { setTimeout as sleep } from 'node:timers/promises'
import { repeat, type Upkeep } from '../orders/jobs/job-runner.ts'
import type { Tools } from '../orders/tools.ts'
import { safely } from './safely.ts'

const ROUND_EVERY_MS = 10_000
/** After each part, so that orders hardly notice how much there is to count after a start. */
const REST_MS = 25

/** Begins to keep figures. */
export function keepFigures(tools: Pick<Tools, 'store' | 'now' | 'catchUp' | 'tell'>): Upkeep {
  const stopping = new AbortController()
  const { signal } = stopping
  const round = repeat(ROUND_EVERY_MS, signal, () =>
    safely(tools, 'the counting of figures', async () => {
      await tools.catchUp()
      while (!signal.aborted && (await tools.store.keepFigures(tools.now().getTime()))) {
        await sleep(REST_MS)
      }
    }),
  )
  return {
    stop: async () => {
      stopping.abort()
      await round.ended()
    },
  }
}

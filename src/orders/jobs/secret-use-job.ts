/** The last uses of secrets: remembered by each login, written once a minute. */
import { MINUTE_MS } from '../../time.ts'
import type { Tools } from '../tools.ts'
import { type Job, logErrors, startJob } from './job-runner.ts'

const WHAT = 'writing when secrets were last used'

/** Begins to write when secrets were last used; the last uses are written when it stops. */
export function startSecretUseJob({ store, log }: Pick<Tools, 'store' | 'log'>): Job {
  const { writeSecretUses } = store.accounts
  const writing = startJob({ log }, WHAT, MINUTE_MS, writeSecretUses)
  return {
    stop: async () => {
      await writing.stop()
      await logErrors({ log }, WHAT, writeSecretUses)
    },
  }
}

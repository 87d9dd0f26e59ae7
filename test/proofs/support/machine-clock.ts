/** The clock of a machine that services under proof run on: it is set while they run. */
import { openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { AHEAD_BYTES, AHEAD_VARIABLE } from './shifted-clock.ts'

const PRELOADED = pathToFileURL(join(import.meta.dirname, 'shifted-clock.ts')).href

interface MachineClock {
  /** For the services of the machine. */
  readonly environment: Readonly<Record<string, string>>
  /** Sets the clock this far ahead of the real time, or behind. */
  set(aheadMs: number): void
}

export function machineClock(aheadMs = 0): MachineClock {
  const file = join(temporaryFolder(), 'ahead')
  // Written over in one piece: services read it at any moment.
  const descriptor = openSync(file, 'w')
  const set = (ms: number) => void writeSync(descriptor, String(ms).padEnd(AHEAD_BYTES), 0)
  set(aheadMs)
  return {
    environment: { NODE_OPTIONS: `--import=${PRELOADED}`, [AHEAD_VARIABLE]: file },
    set,
  }
}

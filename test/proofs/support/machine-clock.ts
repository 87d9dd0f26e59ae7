/** The clock of the machine of services under test. It can be changed while they run. */
import { openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { AHEAD_BYTES, AHEAD_VARIABLE } from './shifted-clock.ts'

const PRELOADED = pathToFileURL(join(import.meta.dirname, 'shifted-clock.ts')).href

interface MachineClock {
  /** The environment variables for the services of the machine. */
  readonly environment: Readonly<Record<string, string>>
  /** Sets the clock ahead of the real time, or behind it if negative. */
  set(aheadMs: number): void
}

export function machineClock(aheadMs = 0): MachineClock {
  const file = join(temporaryFolder(), 'ahead')
  // The file is overwritten in one write, because services can read it at any time.
  const descriptor = openSync(file, 'w')
  const set = (ms: number) => void writeSync(descriptor, String(ms).padEnd(AHEAD_BYTES), 0)
  set(aheadMs)
  return {
    environment: { NODE_OPTIONS: `--import=${PRELOADED}`, [AHEAD_VARIABLE]: file },
    set,
  }
}

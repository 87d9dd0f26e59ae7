/**
 * A disk whose writes and flushes fail when a proof says so. A library that wraps the C library of
 * the service implements it; it is built from failing-io.c when needed.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdtempSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Site, sqliteSite } from './site.ts'

/** The kinds of calls, as bits. Only calls on the files of the database are counted. */
const KINDS = { flush: 1, write: 2, truncate: 4, any: 7 } as const

/** Selects the calls that fail, and how they fail. */
export interface IoFailure {
  readonly kind: keyof typeof KINDS
  readonly error: 'EIO' | 'ENOSPC'
  /** The first call that fails, from 1. */
  readonly from: number
  /** The number of calls that fail; Infinity for all until the failure is lifted. */
  readonly times: number
}

/** The counters of the library. */
interface IoCounts {
  /** Calls failed since the failure was set. */
  readonly failed: number
  /** All calls on the files of the database, failed or not. */
  readonly met: number
  /** All failed calls on the write-ahead log, and on the database file. */
  readonly failedOnLog: number
  readonly failedOnDatabase: number
}

/** A disk with the data of a service. */
export interface FailingIo {
  /** Starts services with the library. */
  readonly site: Site
  /** Starts services on the same data without the library. */
  readonly soundSite: Site
  set(failure: IoFailure): void
  lift(): void
  counts(): IoCounts
  remove(): void
}

/** Returns the reason why this machine cannot have such a disk; undefined if it can. */
export function whyNoFailingIo(): string | undefined {
  if (process.platform !== 'linux') return 'only Linux loads a library in front of the C library'
  if (spawnSync('cc', ['--version']).status !== 0) return 'this machine has no C compiler (cc)'
  return undefined
}

// The number of fields of `struct control` in failing-io.c.
const NUMBERS = 9

/** Builds the library, and creates a site. At first nothing fails. */
export function failingIo(): FailingIo {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'trimerge-io-')))
  const library = join(folder, 'failing-io.so')
  const source = join(import.meta.dirname, 'failing-io.c')
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'])
  const control = join(folder, 'control')
  const file = openSync(control, 'w+', 0o600)
  const write = (numbers: readonly number[], first = 0) =>
    void writeSync(file, new Int32Array(numbers), 0, 4 * numbers.length, 4 * first)
  write(Array(NUMBERS).fill(0))
  const environment = {
    LD_PRELOAD: library,
    FAILING_IO_CONTROL: control,
    FAILING_IO_DATABASE: join(folder, 'site', 'data-0', 'trimerge.db'),
  }
  const soundSite = sqliteSite(join(folder, 'site'))
  const lift = () => write([0])
  return {
    site: { ...soundSite, start: (options) => soundSite.start({ ...options, environment }) },
    soundSite,
    set: ({ kind, error, from, times }) => {
      lift()
      write([KINDS[kind], from, Number.isFinite(times) ? times : 0, 0, 0], 1)
      write([constants.errno[error]])
    },
    lift,
    counts: () => {
      const numbers = new Int32Array(NUMBERS)
      readSync(file, numbers, 0, numbers.byteLength, 0)
      const [, , , , , failed = 0, met = 0, failedOnLog = 0, failedOnDatabase = 0] = numbers
      return { failed, met, failedOnLog, failedOnDatabase }
    },
    remove: () => {
      closeSync(file)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

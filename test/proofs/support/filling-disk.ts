/**
 * Disks that are full when a proof says so: a small disk in memory, or a limit on the size of
 * files.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceProcess } from './service-process.ts'
import { type Site, sqliteSite } from './site.ts'

/** A disk with the data of a service. */
export interface FillingDisk {
  readonly site: Site
  /** Whether stored data can be read while the disk is full. */
  readonly isReadable: boolean
  /** Whether a service must be restarted to have space again. */
  readonly isFreedByRestart?: boolean
  /** Fills the disk, so that no more bytes can be written. */
  fill(service: ServiceProcess): Promise<void>
  free(service: ServiceProcess): Promise<void>
  remove(): void
}

/** Whether this machine can change the file size limit of a running process. */
export function canLimit(): boolean {
  return spawnSync('prlimit', ['--version']).status === 0
}

/** Whether this machine can start a process with a file size limit. */
export function canStartLimited(): boolean {
  return spawnSync('sh', ['-c', 'ulimit -S -f 8192']).status === 0
}

/**
 * Returns a disk that is full because the system limits the file size of the process: no file can
 * grow.
 */
export function limitedDisk(): FillingDisk {
  const site = sqliteSite()
  const limit = (service: ServiceProcess, bytes: string) => {
    if (!service.isRunning()) return
    execFileSync('prlimit', ['--pid', String(service.pid), `--fsize=${bytes}:`])
  }
  return {
    site,
    isReadable: true,
    fill: async (service) => limit(service, '0'),
    free: async (service) => limit(service, 'unlimited'),
    remove: () => site.remove(),
  }
}

// The unit of `ulimit -f`, and a limit with room for a start and some tens of orders.
const BLOCK_BYTES = 512
const LIMITED_BYTES = 1_048_576
const FILLED_MS_MAX = 60_000

/**
 * Returns a disk that fills up with orders, for systems that cannot limit a running process. The
 * service starts with a file size limit, and has space again after a restart without it.
 */
export function startedLimitedDisk(): FillingDisk {
  const site = sqliteSite()
  const limit = `ulimit -S -f ${LIMITED_BYTES / BLOCK_BYTES} && exec "$@"`
  let isLimited = true
  return {
    site: {
      ...site,
      start: (options) =>
        site.start(isLimited ? { ...options, through: ['sh', '-c', limit, 'sh'] } : options),
    },
    isReadable: true,
    isFreedByRestart: true,
    fill: async ({ address }) => {
      const end = performance.now() + FILLED_MS_MAX
      while ((await fetch(`${address}/health/ready`)).status === 200) {
        if (performance.now() > end) throw new Error('the bound was not reached')
        await sleep(20)
      }
    },
    free: async () => {
      isLimited = false
    },
    remove: () => site.remove(),
  }
}

/** Whether this process may mount a file system. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'trimerge-mount-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder])
  if (mounted.status === 0) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
  return mounted.status === 0
}

const CHUNK = Buffer.alloc(65_536)

/** Creates a real disk of this size in memory, which only the superuser can do. */
export function smallDisk(mebibytes: number): FillingDisk {
  const folder = mkdtempSync(join(tmpdir(), 'trimerge-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder])
  const unmount = () => void spawnSync('umount', ['--lazy', folder])
  process.on('exit', unmount)
  const filler = join(folder, 'filler')
  return {
    site: sqliteSite(folder),
    isReadable: true,
    fill: async () => writeUntilFull(filler),
    free: async () => rmSync(filler, { force: true }),
    remove: () => {
      process.off('exit', unmount)
      unmount()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function writeUntilFull(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (let bytes = CHUNK.length; bytes > 0; ) {
      try {
        writeSync(file, CHUNK, 0, bytes)
      } catch {
        bytes = Math.floor(bytes / 2)
      }
    }
  } finally {
    closeSync(file)
  }
}

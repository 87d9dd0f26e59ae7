/** Disks that are full when a proof says so: a small one in memory, or a bound on what may be written. */
import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServiceProcess } from './service-process.ts'
import { type Site, sqliteSite } from './site.ts'

/** A disk with the data of a service on it. */
export interface FillingDisk {
  readonly site: Site
  /** Whether what is known can be read meanwhile. */
  readonly isReadable: boolean
  /** No byte more can be written. */
  fill(service: ServiceProcess): Promise<void>
  free(service: ServiceProcess): Promise<void>
  remove(): void
}

/** Whether this machine can bound what another process may write. */
export function canLimit(): boolean {
  return spawnSync('prlimit', ['--version']).status === 0
}

/** A disk whose fullness is a bound that the system holds for the process: no file may grow. */
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

/** Whether this process may mount a file system. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'trimerge-mount-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder])
  if (mounted.status === 0) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
  return mounted.status === 0
}

const CHUNK = Buffer.alloc(65_536)

/** A real disk of so many MiB, in memory; only the superuser can make one. */
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

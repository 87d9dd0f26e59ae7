/** Packs the package with npm, once for all tests of a process that install it. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildPackage } from '../../scripts/build.ts'
import type { BundledPackage } from '../../scripts/bundle.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

export interface Packed {
  /** The folder that was packed. */
  readonly built: string
  readonly tarball: string
  /** The bundled libraries. */
  readonly packages: readonly BundledPackage[]
}

let packed: Promise<Packed> | undefined

/** Builds and packs the package once, with the console that is built in the checkout. */
export function packedPackage(): Promise<Packed> {
  packed ??= (async () => {
    const folder = temporaryFolder()
    const built = join(folder, 'build')
    const packages = await buildPackage(built, { console: 'console/dist' })
    return { built, tarball: pack(built, join(folder, 'packed')), packages }
  })()
  return packed
}

/** Packs a built package into a new folder, and returns the path of the tarball. */
export function pack(built: string, folder: string): string {
  mkdirSync(folder)
  execFileSync('npm', ['pack', built, '--pack-destination', folder], { stdio: 'pipe' })
  return join(folder, readdirSync(folder)[0] ?? '')
}

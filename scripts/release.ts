/**
 * Builds the files of a release for this platform: the tarball, the executable, the SBOM and
 * checksums. Publishes nothing.
 * Usage: node scripts/release.ts FOLDER [--tag v1.2.3]
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildPackage } from './build.ts'
import { buildExecutable } from './executable.ts'
import { sbomOf } from './sbom.ts'

const CHECKSUMS = 'SHA256SUMS'
const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { values, positionals } = parseArgs({
  options: { tag: { type: 'string' } },
  allowPositionals: true,
})
const folder = resolve(positionals[0] ?? 'release')
if (values.tag !== undefined && values.tag !== `v${version}`) {
  console.error(`the tag ${values.tag} does not match the version in package.json, ${version}`)
  process.exit(1)
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const built = join(root, 'build')
const packages = await buildPackage(built)
// On Windows, npm is a script, which needs a shell to run.
const isWindows = process.platform === 'win32'
execFileSync('npm', ['pack', built, '--pack-destination', folder], { shell: isWindows })
const suffix = isWindows ? '.exe' : ''
const executable = `trimerge-${version}-${process.platform}-${process.arch}${suffix}`
await buildExecutable(join(folder, executable), join(built, 'console/dist'))
writeFileSync(
  join(folder, `trimerge-${version}.cdx.json`),
  `${JSON.stringify(sbomOf(packages), null, 2)}\n`,
)
const sums = readdirSync(folder)
  .sort()
  .map((file) => `${digestOf(join(folder, file))}  ${file}\n`)
writeFileSync(join(folder, CHECKSUMS), sums.join(''))

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

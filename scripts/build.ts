/**
 * Builds the package that is published: `build/`, compiled, with a manifest of its own. A checkout
 * runs the TypeScript as it is and needs none of this. Usage: npm run build && npm publish ./build
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildConsole } from './console.ts'

const root = join(import.meta.dirname, '..')
const build = join(root, 'build')

rmSync(build, { recursive: true, force: true })
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
const args = [tsc, '-p', join(root, 'tsconfig.build.json')]
const compiled = spawnSync(process.execPath, args, { stdio: 'inherit' })
if (compiled.status !== 0) process.exit(1)

await buildConsole(join(build, 'console', 'dist'))

chmodSync(join(build, 'dist', 'main.js'), 0o755)
for (const copied of [
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs',
  'examples',
  'schema',
]) {
  cpSync(join(root, copied), join(build, copied), { recursive: true })
}
const {
  scripts: _,
  devDependencies: __,
  allowScripts: ___,
  private: ____,
  ...manifest
} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const published = {
  ...manifest,
  bin: compiledPaths(manifest.bin),
  exports: compiledPaths(manifest.exports),
  files: ['dist', 'console/dist', 'docs', 'examples', 'schema', 'CHANGELOG.md', 'SECURITY.md'],
  engines: { node: '>=26' },
}
writeFileSync(join(build, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)

/** Paths of sources as they are called once compiled. */
function compiledPaths(paths: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [
      name,
      path.replace(/^(\.\/)?src\/(.*)\.ts$/, '$1dist/$2.js'),
    ]),
  )
}

/**
 * Builds the published package in `build/`: the compiled programs with their libraries, and a
 * manifest. A checkout runs the TypeScript sources directly and needs no build.
 * Usage: npm run build && npm pack ./build
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type BundledPackage, bundle, FONTS, threadPrograms } from './bundle.ts'
import { buildConsole, librariesOf } from './console.ts'

const root = join(import.meta.dirname, '..')

/** The files of the checkout that the package contains, by their paths in the package. */
const COPIED: Readonly<Record<string, string>> = {
  'README.md': 'scripts/package/README.md',
  'bin/needed-node.cjs': 'scripts/package/needed-node.cjs',
  'bin/trimerge.cjs': 'scripts/package/trimerge.cjs',
  ...Object.fromEntries(
    ['LICENSE', 'CHANGELOG.md', 'SECURITY.md', 'collections', 'docs', 'examples', 'schema'].map(
      (path) => [path, path],
    ),
  ),
  ...Object.fromEntries(
    FONTS.map((font) => [`fonts/${font}`, `node_modules/dejavu-fonts-ttf/ttf/${font}`]),
  ),
}

/**
 * The entry points that other packages import, by name: the source file and the compiled program.
 */
const EXPORTS = {
  // The client is a separate bundle: it shares no code with the service, and runs in browsers.
  client: { source: 'client/create-client', program: 'client/client' },
  sandbox: { source: 'sandbox/embedded/start-sandbox', program: 'sandbox' },
}

/**
 * The entry of the sandbox. A module runs its imports in their order, so an older Node first says
 * which version is needed, and does not fail somewhere inside the program.
 */
const SANDBOX_ENTRY = {
  'needed-node.js': `import problem from '../bin/needed-node.cjs'
if (problem !== undefined) {
  throw new Error('trimerge/sandbox ' + problem + ' Update Node.js, or start the service as an executable or a container: docs/install.md')
}
`,
  'sandbox.js': `import './needed-node.js'
export { startSandbox } from './sandbox-program.js'
`,
}

/** Options with which tests skip parts of the build. */
interface BuildOptions {
  /** The folder of a console that is already built. If undefined, the console is built. */
  readonly console?: string
}

/** Builds the package into a folder, which is emptied first. Returns the bundled libraries. */
export async function buildPackage(
  folder: string,
  { console: builtConsole }: BuildOptions = {},
): Promise<readonly BundledPackage[]> {
  rmSync(folder, { recursive: true, force: true })
  const { client, sandbox } = EXPORTS
  const ofService = await bundle(
    { main: 'src/main.ts', ...threadPrograms(), 'sandbox-program': `src/${sandbox.source}.ts` },
    join(folder, 'dist'),
    { realTimers: true },
  )
  for (const [name, text] of Object.entries(SANDBOX_ENTRY)) {
    writeFileSync(join(folder, 'dist', name), text)
  }
  await bundle({ client: `src/${client.source}.ts` }, join(folder, 'dist', 'client'), {
    libraries: false,
  })
  declareTypes(join(folder, 'types'))
  const place = join(folder, 'console', 'dist')
  if (builtConsole === undefined) await buildConsole(place)
  else cpSync(builtConsole, place, { recursive: true })
  const packages = [...ofService, ...librariesOf(place)]
  // Browsers accept gzip with and without TLS. The brotli files would be a twentieth of the
  // package.
  for (const file of globSync('assets/*.br', { cwd: place })) rmSync(join(place, file))
  for (const [path, source] of Object.entries(COPIED)) {
    cpSync(join(root, source), join(folder, path), { recursive: true, filter: isWanted })
  }
  chmodSync(join(folder, 'bin/trimerge.cjs'), 0o755)
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), noticesOf(packages))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
  return packages
}

/** Whether the package contains a path. Pictures are only for the README of the repository. */
function isWanted(path: string): boolean {
  return basename(path) !== 'images'
}

/**
 * Writes the type declarations of the entry points, and of the files that they reach. The types are
 * not checked, because `npm run check` does that and checking takes four times as long.
 */
function declareTypes(folder: string): void {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const project = ['-p', join(root, 'tsconfig.build.json'), '--noCheck', '--checkers', '1']
  const args = [tsc, ...project, '--outDir', folder]
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error('tsc could not write the type declarations')
  const needed = new Set(Object.values(EXPORTS).map(({ source }) => join(folder, `${source}.d.ts`)))
  for (const file of needed) for (const target of importedTypes(file)) needed.add(target)
  for (const name of globSync('**/*.d.ts', { cwd: folder })) {
    if (!needed.has(join(folder, name))) rmSync(join(folder, name))
  }
}

/** Returns the declaration files that a declaration file imports from the package. */
function importedTypes(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/(?:from |import\(|import )['"](\.[^'"]+)['"]/g)].map(([, path = '']) =>
    join(dirname(file), path.replace(/\.[jt]s$/, '.d.ts')),
  )
}

function noticesOf(packages: readonly BundledPackage[]): string {
  const notices = packages.map(({ name, version, license, notice }) =>
    [`${name} ${version}`, `License: ${license}`, notice]
      .filter((part) => part !== '')
      .join('\n\n'),
  )
  return `${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

/**
 * Returns the manifest of the package: without scripts and dependencies, and with the compiled
 * files.
 */
function manifest(): object {
  const {
    scripts: _,
    dependencies: __,
    devDependencies: ___,
    allowScripts: ____,
    private: _____,
    ...kept
  } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const exported = Object.entries(EXPORTS).map(([name, { source, program }]) => [
    `./${name}`,
    { types: `./types/${source}.d.ts`, default: `./dist/${program}.js` },
  ])
  return {
    ...kept,
    bin: { trimerge: 'bin/trimerge.cjs' },
    exports: { ...Object.fromEntries(exported), './package.json': './package.json' },
    files: [
      '*.txt',
      '*.md',
      'bin',
      'collections',
      'console',
      'dist',
      'docs',
      'examples',
      'fonts',
      'schema',
      'types',
    ],
  }
}

if (import.meta.main) await buildPackage(join(root, 'build'))

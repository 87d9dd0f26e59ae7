/**
 * Builds a single executable for this platform: Node with the program, its threads, the console and
 * all other files of the package.
 * Usage: npm run build:executable [-- FILE]
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { V8_FLAGS } from '../src/app/process-setup.ts'
import { bundle, FONTS, threadPrograms } from './bundle.ts'
import { buildConsole } from './console.ts'

const ROOT = join(import.meta.dirname, '..')

/** The files that a running program reads, by their paths in the package and in the checkout. */
const FILES: Readonly<Record<string, string>> = {
  'package.json': 'package.json',
  'SECURITY.md': 'SECURITY.md',
  'CHANGELOG.md': 'CHANGELOG.md',
  ...Object.fromEntries(
    FONTS.map((font) => [`fonts/${font}`, `node_modules/dejavu-fonts-ttf/ttf/${font}`]),
  ),
}

/** The folders that a service serves, or whose examples it orders. */
const SERVED = ['docs', 'examples', 'schema', 'collections']

/** Writes the executable, with an already built console if one is given. */
export async function buildExecutable(file: string, builtConsole?: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trimerge-executable-'))
  try {
    const consoleFolder = builtConsole ?? join(folder, 'console')
    if (builtConsole === undefined) await buildConsole(consoleFolder)
    const assets = {
      ...FILES,
      ...servedFiles(),
      ...filesBelow(consoleFolder, 'console/dist'),
      ...(await threadAssets(folder)),
    }
    await bundle({ main: 'src/main.ts' }, join(folder, 'main'), { selfContained: true })
    const config = join(folder, 'config.json')
    mkdirSync(dirname(resolve(file)), { recursive: true })
    writeFileSync(
      config,
      JSON.stringify({
        main: join(folder, 'main/main.js'),
        mainFormat: 'module',
        output: resolve(file),
        disableExperimentalSEAWarning: true,
        useCodeCache: true,
        execArgv: V8_FLAGS,
        // Node must not read options from the command line of the program.
        execArgvExtension: 'none',
        assets: Object.fromEntries(
          Object.entries(assets).map(([name, path]) => [name, resolve(ROOT, path)]),
        ),
      }),
    )
    const { status } = spawnSync(process.execPath, ['--build-sea', config], { stdio: 'inherit' })
    if (status !== 0) throw new Error('Node could not write the executable')
    chmodSync(file, 0o755)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Bundles the program of each thread as one file, because threads in the executable cannot import
 * other files.
 */
async function threadAssets(folder: string): Promise<Record<string, string>> {
  const assets: Record<string, string> = {}
  for (const [name, file] of Object.entries(threadPrograms())) {
    const place = join(folder, 'threads', name)
    await bundle({ [name]: file }, place, { selfContained: true })
    assets[`dist/${name}.js`] = join(place, `${name}.js`)
  }
  return assets
}

/** Returns the served files, without the pictures, which are only for readers of the repository. */
function servedFiles(): Record<string, string> {
  const files = SERVED.flatMap((name) => Object.entries(filesBelow(join(ROOT, name), name)))
  return Object.fromEntries(files.filter(([path]) => !path.startsWith('docs/images/')))
}

function filesBelow(folder: string, name: string): Record<string, string> {
  const files = globSync('**', { cwd: folder, withFileTypes: true }).filter((file) => file.isFile())
  return Object.fromEntries(
    files.map((file) => {
      const path = join(file.parentPath, file.name)
      return [`${name}/${path.slice(folder.length + 1).replaceAll('\\', '/')}`, path]
    }),
  )
}

if (import.meta.main) {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const [file = `build/trimerge-${process.platform}-${process.arch}${suffix}`] =
    process.argv.slice(2)
  await buildExecutable(resolve(file))
}

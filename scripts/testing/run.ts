/**
 * Runs test files, several in one process where that will do, in a few more processes than there are
 * cores.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LENGTH_VARIABLE } from '../../test/support/length.ts'
import { memoryFolder } from '../../test/support/memory-folder.ts'
import { SERVER_VARIABLE, startPostgres } from '../../test/support/postgres-program.ts'
import { PROGRAMS_VARIABLE } from '../../test/support/programs.ts'
import { bundle, FONTS, programsOf, threadPrograms } from '../bundle.ts'
import { distances, type Graph } from './imports.ts'
import { laneOf } from './lanes.ts'

/** Test files that one process runs, one after the other. */
export type Batch = readonly string[]

const FOLDERS = 'trimerge-tests-'
const SETUP = './test/support/setup.ts'
/** Compiling is a good part of what a short test does, and most files and services need the same. */
const COMPILED = resolve('node_modules/.cache/compiled')

/**
 * So many more processes than there are cores: proofs wait for leases, locks and disks a good part
 * of their time. At full length they are judged by time too.
 */
const EXTRA_PROCESSES = { short: 2, full: 1 }

/** At full length no bound holds. A run that ends by its bound says which files still ran. */
const TEST_TIMEOUT_MS = 900_000
const RUN_TIMEOUT_MS = 3_600_000

/** A process of tests is short: a large young generation and one thread save a seventh of its work. */
const MEMORY_FLAGS = [
  '--single-threaded-gc',
  '--min-semi-space-size=32',
  '--max-semi-space-size=32',
]
/**
 * The C library gives large blocks back to the system when they are freed, and takes and clears new
 * ones for the next compression: a twentieth of the work of tests that end within seconds. At full
 * length, memory is measured as it is.
 */
const ALLOCATOR_SETTINGS = {
  short: { MALLOC_MMAP_THRESHOLD_: '33554432', MALLOC_TRIM_THRESHOLD_: '268435456' },
  full: {},
}
/** At short length, V8's last compiler takes a twentieth of the work, which it does not gain back. */
const COMPILER_FLAGS = { short: ['--no-opt'], full: [] }

/** Deals files out to batches: neighbours, which often take as long, go to different ones. */
export function batched(files: readonly string[], most: number): readonly Batch[] {
  const count = Math.min(most, files.length)
  return Array.from({ length: count }, (_, own) =>
    files.filter((__, index) => index % count === own),
  )
}

/** Files that have a process each. */
export function oneFilePerBatch(files: readonly string[]): readonly Batch[] {
  return files.map((file) => [file])
}

/** Runs batches, begun in their order; the exit code. */
export async function runBatches(batches: readonly Batch[], graph: Graph): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), FOLDERS))
  const memory = mkdtempSync(join(memoryFolder() ?? folder, FOLDERS))
  const reached = distances(graph, batches.flat())
  const needsServer = reached.has('test/support/postgres-server.ts')
  const [server, programs] = await Promise.all([
    needsServer ? startPostgres() : undefined,
    reached.has('test/support/programs.ts') ? compilePrograms(folder) : undefined,
  ])
  try {
    const full = process.env[LENGTH_VARIABLE] === 'full'
    const length = full ? 'full' : 'short'
    const env = {
      NODE_COMPILE_CACHE: COMPILED,
      ...ALLOCATOR_SETTINGS[length],
      ...process.env,
      ...(programs !== undefined && { [PROGRAMS_VARIABLE]: programs }),
      ...(server && { [SERVER_VARIABLE]: server.url }),
    }
    const entries = batches
      .filter((batch) => batch.length > 0)
      .map((batch, index) => {
        const isOnDisk = full || batch.some((file) => laneOf(file, graph) !== 'service')
        return entryOf(batch, index, folder, isOnDisk ? undefined : memory)
      })
    const processes = availableParallelism() + EXTRA_PROCESSES[length]
    const bounds = full ? [] : [`--test-timeout=${TEST_TIMEOUT_MS}`]
    const running = ['--import', SETUP, '--test', `--test-concurrency=${processes}`, ...bounds]
    const args = [...MEMORY_FLAGS, ...COMPILER_FLAGS[length], ...running, ...entries]
    const timeout = full ? 0 : RUN_TIMEOUT_MS
    const options = { env, timeout, killSignal: 'SIGINT', stdio: 'inherit' } as const
    return await endOf(spawn(process.execPath, args, options))
  } finally {
    await server?.stop()
    for (const each of [folder, memory]) rmSync(each, { recursive: true, force: true })
  }
}

/** What tests start as processes of their own. */
const PROGRAMS = [
  'src/main.ts',
  'test/proofs/support/broken-service.ts',
  'test/proofs/support/dies-with-parent.ts',
  'test/proofs/support/leaking-service.ts',
  'test/proofs/support/timing-leak-service.ts',
]
/** What a service reads of its package. */
const PACKAGE_FILES = [
  'package.json',
  'console/dist',
  ...['CHANGELOG.md', 'SECURITY.md', 'collections', 'docs', 'examples', 'schema'],
]

/** Compiles the programs that tests start: the folder that holds them. */
async function compilePrograms(folder: string): Promise<string> {
  const place = join(folder, 'programs')
  const programs = join(place, 'dist')
  await bundle({ ...programsOf(PROGRAMS), ...threadPrograms() }, programs)
  for (const file of PACKAGE_FILES) cpSync(file, join(place, file), { recursive: true })
  const fonts = 'node_modules/dejavu-fonts-ttf/ttf'
  for (const font of FONTS) cpSync(join(fonts, font), join(place, 'fonts', font))
  keepCode(join(programs, 'main.js'), folder)
  return programs
}

/**
 * Has Node keep the machine's code for a program, which it does at an orderly end only: most proofs
 * kill what they start, and each start compiled everything again.
 */
function keepCode(main: string, cwd: string): void {
  const { PATH, NODE_COMPILE_CACHE = COMPILED } = process.env
  execFileSync(process.execPath, [main, 'demo'], {
    cwd,
    env: { PATH, NODE_COMPILE_CACHE, TMPDIR: cwd },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/**
 * A file to which the runner gives a process, and that imports the tests of a batch. With `files`,
 * their temporary files are there: a seventh of what tests of services do is to wait for disks and
 * to flush. Proofs keep the disk, whose flushes they are about.
 */
function entryOf(batch: Batch, index: number, folder: string, files: string | undefined): string {
  const imports = batch.map((file) => `import '${pathToFileURL(resolve(file)).href}'\n`)
  // The runner begins files in the order of their names.
  const entry = join(folder, `${String(index).padStart(3, '0')}.test.mjs`)
  if (files !== undefined) {
    const setting = `process.env.TMPDIR = ${JSON.stringify(files)}`
    imports.unshift(`import 'data:text/javascript,${encodeURIComponent(setting)}'\n`)
  }
  writeFileSync(entry, imports.join(''))
  return entry
}

async function endOf(child: ChildProcess): Promise<number> {
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

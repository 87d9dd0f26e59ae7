/**
 * Runs test files in slightly more processes than the machine has cores. A process runs several
 * files where they do not disturb each other.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { asksForFull } from '../../test/support/length.ts'
import { memoryFolder } from '../../test/support/memory-folder.ts'
import { SERVER_VARIABLE, startPostgres } from '../../test/support/postgres-program.ts'
import { PROGRAMS_VARIABLE } from '../../test/support/programs.ts'
import { bundle, FONTS, programsOf, threadPrograms } from '../bundle.ts'
import { distances, type Graph } from './imports.ts'
import { laneOf } from './lanes.ts'
import { renewConsole } from './renew-console.ts'

/** The test files that one process runs, one after the other. */
export type Batch = readonly string[]

const FOLDERS = 'trimerge-tests-'
const SETUP = './test/support/setup.ts'
/**
 * The shared cache of compiled code. Compiling takes a large part of a short test, and most tests
 * and services load the same files.
 */
const COMPILED = resolve('node_modules/.cache/compiled')

/**
 * The number of processes beyond the number of cores. Proofs spend much of their time waiting for
 * leases, locks and disks. At full length, proofs also check durations, so fewer processes run.
 */
const EXTRA_PROCESSES = { short: 2, full: 1 }

/**
 * The time limits at short length; full length has none. A run that reaches its limit prints the
 * files that were still running.
 */
const TEST_TIMEOUT_MS = 900_000
const RUN_TIMEOUT_MS = 3_600_000

/**
 * The garbage collector's flags. Test processes are short-lived: a large young generation and a
 * single thread save a seventh of their work.
 */
const MEMORY_FLAGS = [
  '--single-threaded-gc',
  '--min-semi-space-size=32',
  '--max-semi-space-size=32',
]
/**
 * Environment variables of short runs, for processes that end within seconds. Full length uses the
 * defaults, because it measures memory and durations.
 * - By default, the C library's allocator returns large freed blocks to the system, and requests
 *   and clears new ones for the next compression. That takes a twentieth of the work.
 * - By default, V8 divides even short work of a started program among four threads. Waking them
 *   takes 3 % of a program's work.
 * - TypeScript's compiler, a Go program, collects garbage that it could keep: without that, it takes
 *   a fifth less work and a tenth more memory.
 */
const PROCESS_SETTINGS = {
  short: {
    MALLOC_MMAP_THRESHOLD_: '33554432',
    MALLOC_TRIM_THRESHOLD_: '268435456',
    NODE_OPTIONS: '--v8-pool-size=1',
    GOGC: 'off',
  },
  full: {},
}
/**
 * The compiler's flags for short runs. The optimizing compiler takes a twentieth of the work and
 * does not save as much. The others run in the thread that needs the code, which saves switching
 * between threads, and observe types from the first call of a function.
 */
const COMPILER_FLAGS = {
  short: ['--no-opt', '--single-threaded', '--no-lazy-feedback-allocation'],
  full: [],
}

/**
 * Deals files out to at most `most` batches. Neighboring files often take about as long as each
 * other, so they go to different batches.
 */
export function batched(files: readonly string[], most: number): readonly Batch[] {
  const count = Math.min(most, files.length)
  return Array.from({ length: count }, (_, own) =>
    files.filter((__, index) => index % count === own),
  )
}

/** Returns one batch per file, so that each file has its own process. */
export function oneFilePerBatch(files: readonly string[]): readonly Batch[] {
  return files.map((file) => [file])
}

/** Runs batches, started in the given order, and returns the exit code. */
export async function runBatches(batches: readonly Batch[], graph: Graph): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), FOLDERS))
  const memory = mkdtempSync(join(memoryFolder() ?? folder, FOLDERS))
  const reached = distances(graph, batches.flat())
  await renewConsole()
  const needsServer = reached.has('test/support/postgres-server.ts')
  const [server, programs] = await Promise.all([
    needsServer ? startPostgres() : undefined,
    reached.has('test/support/programs.ts') ? compilePrograms(folder) : undefined,
  ])
  try {
    const full = asksForFull()
    const length = full ? 'full' : 'short'
    const env = {
      NODE_COMPILE_CACHE: COMPILED,
      ...PROCESS_SETTINGS[length],
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

/** The programs that tests start in separate processes. */
const PROGRAMS = [
  'src/main.ts',
  'test/proofs/support/broken-service.ts',
  'test/proofs/support/dies-with-parent.ts',
  'test/proofs/support/leaking-service.ts',
  'test/proofs/support/timing-leak-service.ts',
]
/** The files of the package that a service reads. */
const PACKAGE_FILES = [
  'package.json',
  'console/dist',
  ...['CHANGELOG.md', 'SECURITY.md', 'collections', 'docs', 'examples', 'schema'],
]

/** Compiles the programs that tests start, and returns the folder that contains them. */
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
 * Runs a program once, so that Node stores its compiled code. Node stores it only on an orderly
 * exit, and most proofs kill the programs that they start, so each start would compile everything
 * again.
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
 * Writes a file that imports the tests of a batch, and returns its path. The test runner starts a
 * process for it. `files` is the folder for temporary files, in memory: tests of services spend a
 * seventh of their time waiting for disks and flushing. Without it, temporary files are on disk,
 * because proofs are about flushes.
 */
function entryOf(batch: Batch, index: number, folder: string, files: string | undefined): string {
  const imports = batch.map((file) => `import '${pathToFileURL(resolve(file)).href}'\n`)
  // The runner starts files in the order of their names.
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

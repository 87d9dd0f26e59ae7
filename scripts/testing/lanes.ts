/**
 * The lanes of the test files: pure tests, tests that start a service, and tests that measure time.
 */
import { globSync } from 'node:fs'
import { distances, type Graph } from './imports.ts'

/**
 * The kind of a test file, which decides how it runs:
 * - `pure`: uses no service, database, browser, socket or program. Many files share a process.
 * - `service`: uses any of these. Some files share a process.
 * - `process`: long, or uses a browser, such as the proofs. Each file has its own process.
 * - `timed`: compares durations. One file runs at a time, beside pure tests.
 */
export type Lane = 'pure' | 'service' | 'process' | 'timed'

/** A test that imports any of these, directly or indirectly, is not pure. */
const HEAVY = [
  'src/app/service.ts',
  'src/store/engine/sqlite.ts',
  'src/bureaus/upstream/reader-worker.ts',
  'test/support/postgres-server.ts',
  'test/support/browser.ts',
  'node:http',
  'node:net',
]

/** Returns the paths of all test files, from the root of the repository. */
export function testFiles(): readonly string[] {
  return globSync('test/**/*.test.ts').sort()
}

/** Returns the lane of a test file, according to its name and imports. */
export function laneOf(file: string, graph: Graph): Lane {
  if (file.endsWith('.alone.test.ts')) return 'timed'
  const reached = distances(graph, [file])
  if (file.startsWith('test/proofs/') || reached.has('test/support/browser.ts')) return 'process'
  const startsPrograms = [...reached.keys()].some(
    (name) => name.startsWith('test/') && graph.get(name)?.has('node:child_process'),
  )
  return startsPrograms || HEAVY.some((name) => reached.has(name)) ? 'service' : 'pure'
}

/** Tests that read all files of a folder, so that no import leads from them to a file. */
const FOLDER_READERS: Readonly<Record<string, readonly string[]>> = {
  console: ['test/console/structure.test.ts', 'test/console/wording.test.ts'],
  container: ['test/installed/chart.test.ts'],
  docs: ['test/console/wording.test.ts', 'test/docs.test.ts', 'test/wording.test.ts'],
}

/** Returns the tests that read these files as part of a folder. */
export function folderReaders(files: readonly string[]): readonly string[] {
  return Object.entries(FOLDER_READERS).flatMap(([folder, tests]) =>
    files.some((file) => file.startsWith(`${folder}/`)) ? tests : [],
  )
}

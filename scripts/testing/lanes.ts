/** Which tests are pure, which start a service, and which count on the time that something takes. */
import { globSync } from 'node:fs'
import { distances, type Graph } from './imports.ts'

/**
 * - `pure`: no service, database, browser, socket or program; many files share a process.
 * - `service`: needs any of these; some files share a process.
 * - `process`: a file that is long, and has a process to itself: proofs, and those with a browser.
 * - `timed`: compares how long things take; one file after the other, beside pure tests.
 */
export type Lane = 'pure' | 'service' | 'process' | 'timed'

/** What a test that reaches it is not pure by. */
const HEAVY = [
  'src/app/service.ts',
  'src/store/engine/sqlite.ts',
  'src/bureaus/upstream/reader-worker.ts',
  'test/support/postgres-server.ts',
  'test/support/browser.ts',
  'node:http',
  'node:net',
]

/** Every test file, by paths from the root of the repository. */
export function testFiles(): readonly string[] {
  return globSync('test/**/*.test.ts').sort()
}

/** The lane of a test file, by what it imports and names. */
export function laneOf(file: string, graph: Graph): Lane {
  if (file.endsWith('.alone.test.ts')) return 'timed'
  const reached = distances(graph, [file])
  if (file.startsWith('test/proofs/') || reached.has('test/support/browser.ts')) return 'process'
  const startsPrograms = [...reached.keys()].some(
    (name) => name.startsWith('test/') && graph.get(name)?.has('node:child_process'),
  )
  return startsPrograms || HEAVY.some((name) => reached.has(name)) ? 'service' : 'pure'
}

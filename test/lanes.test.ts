/**
 * The selection of tests by `npm run t` and `npm test`: what each test depends on, and which lane
 * it runs in.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distances, readGraph, reversed } from '../scripts/testing/imports.ts'
import { folderReaders, type Lane, laneOf, testFiles } from '../scripts/testing/lanes.ts'

const graph = readGraph()
const dependents = reversed(graph)

const LANES: readonly (readonly [file: string, lane: Lane])[] = [
  ['test/reports/merge/summary.test.ts', 'pure'],
  ['test/documents/read.test.ts', 'pure'],
  ['test/orders/golden.test.ts', 'service'],
  ['test/store/store.sqlite.test.ts', 'service'],
  ['test/store/store.postgres.test.ts', 'service'],
  ['test/installed/package.test.ts', 'process'],
  ['test/print/print-browser.test.ts', 'process'],
  ['test/proofs/storm.test.ts', 'process'],
  ['test/proofs/killing.alone.test.ts', 'timed'],
]

for (const [file, lane] of LANES) {
  test(`${file} is in the lane ${lane}`, () => assert.equal(laneOf(file, graph), lane))
}

test('npm test leaves out no proof and no control', () => {
  const withDetails = testFiles().filter((file) =>
    distances(graph, [file]).has('test/support/detail.ts'),
  )
  assert.ok(withDetails.length > 10)
  assert.deepEqual(
    withDetails.filter((file) => laneOf(file, graph) === 'timed' || file.includes('/proofs/')),
    [],
  )
})

test('every test file is in the graph', () => {
  const files = testFiles()
  assert.ok(files.length > 100)
  assert.deepEqual(
    files.filter((file) => !graph.has(file)),
    [],
  )
})

const DEPENDENTS: readonly (readonly [changed: string, test: string, reached: boolean])[] = [
  ['src/reports/merge/summary.ts', 'test/reports/merge/summary.test.ts', true],
  ['src/reports/merge/summary.ts', 'test/orders/golden.test.ts', true],
  // Reached through the file name of a thread or program, which no file imports.
  ['src/store/engine/sqlite-worker.ts', 'test/store/store.sqlite.test.ts', true],
  ['test/proofs/support/broken-service.ts', 'test/proofs/storm.test.ts', true],
  ['src/print/html.ts', 'test/documents/read.test.ts', false],
]

for (const [changed, file, reached] of DEPENDENTS) {
  test(`${file} ${reached ? 'depends' : 'does not depend'} on ${changed}`, () =>
    assert.equal(distances(dependents, [changed]).has(file), reached))
}

test('a change in a folder selects the tests that read the folder', () => {
  const pages = ['console/src/pages/audit/audit.tsx', 'docs/console.md']
  const found = folderReaders(pages)
  for (const name of ['console/structure', 'console/wording', 'docs'])
    assert.ok(found.includes(`test/${name}.test.ts`), name)
  // The page of the console has the words of the console.
  assert.ok(folderReaders(['docs/console.md']).includes('test/console/wording.test.ts'))
  assert.deepEqual(folderReaders(['src/time.ts']), [])
  const all = folderReaders([...pages, 'container/Dockerfile'])
  for (const file of all) assert.ok(testFiles().includes(file), file)
})

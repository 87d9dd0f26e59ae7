/**
 * Runs the tests that depend on changed files: `npm run t`. Without paths, the changed files are
 * those that are not committed, and those that were committed since the branch left the main
 * branch. `npm run t -- src/print` treats all files under a path as changed, and runs all tests
 * under it. `npm run t -- watch` continues to run tests after each change.
 *
 * These runs include the tests of details (`test/support/detail.ts`), which `npm test` leaves out.
 *
 * All pure tests whose imports reach a change are run. Services import nearly everything, so only
 * the nearest of their tests are run. `npm test` runs the others.
 */
import { execFileSync } from 'node:child_process'
import { watch } from 'node:fs'
import { availableParallelism } from 'node:os'
import { DETAILS_VARIABLE } from '../test/support/length.ts'
import { distances, type Graph, readGraph, reversed } from './testing/imports.ts'
import { folderReaders, laneOf, testFiles } from './testing/lanes.ts'
import { batched, oneFilePerBatch, runBatches } from './testing/run.ts'

/** The number of tests that need a service, in addition to those that are changed themselves. */
const SERVICE_TESTS_MAX = 5
/**
 * The tests that cover most of the service in the least time. They are preferred if no other test
 * is nearer to the change.
 */
const SMOKE = ['test/orders/golden.test.ts', 'test/http/wire.test.ts']

/** The test of all pages of the console. */
const BROWSER_TEST = 'test/console/console.test.ts'

process.env[DETAILS_VARIABLE] = '1'
const words = process.argv.slice(2)
const paths = words.filter((word) => word !== 'watch').map((path) => path.replace(/\/$/, ''))
process.exitCode = await runTestsOf(paths.length > 0 ? below(paths) : changedFiles())
if (words.includes('watch')) await rerunOnChange()

/** Runs the tests that depend on the changed files, and returns the exit code. */
async function runTestsOf(changed: readonly string[]): Promise<number> {
  const graph = readGraph()
  const { pure, others } = testsOf(changed, graph)
  if (pure.length + others.length === 0) {
    console.log('nothing changed')
    return 0
  }
  console.log(`${pure.length} pure test files, and ${others.length} others:`)
  for (const file of others) console.log(`  ${file}`)
  if (changed.some((file) => file.startsWith('console/')) && !others.includes(BROWSER_TEST))
    console.log(`Not included, because it takes minutes: npm run t -- ${BROWSER_TEST}`)
  return await runBatches(
    [...oneFilePerBatch(others), ...batched(pure, availableParallelism())],
    graph,
  )
}

interface Chosen {
  readonly pure: readonly string[]
  readonly others: readonly string[]
}

function testsOf(changed: readonly string[], graph: Graph): Chosen {
  const steps = distances(reversed(graph), [...changed, ...folderReaders(changed)])
  const reached = testFiles().filter((file) => steps.has(file))
  const isPure = (file: string) => laneOf(file, graph) === 'pure'
  const asked = reached.filter((file) => changed.includes(file) && !isPure(file))
  const near = reached
    .filter((file) => laneOf(file, graph) === 'service' && !asked.includes(file))
    .sort((one, other) => rank(one, steps, changed) - rank(other, steps, changed))
    .slice(0, SERVICE_TESTS_MAX)
  // If no import reaches the change, it may be a golden document or a corpus, which tests read by
  // name.
  if (reached.length === 0 && changed.length > 0) return { pure: [], others: SMOKE }
  return { pure: reached.filter(isPure), others: [...asked, ...near] }
}

/**
 * Returns the rank of a test: the number of import steps from a change, reduced for smoke tests and
 * for the folder that mirrors the folder of the change.
 */
function rank(
  test: string,
  steps: ReadonlyMap<string, number>,
  changed: readonly string[],
): number {
  const folder = test.slice('test'.length, test.lastIndexOf('/') + 1)
  const mirrors = changed.some((file) => file.startsWith(`src${folder}`) && folder !== '/')
  const smoke = SMOKE.includes(test) ? 2 : 0
  return (steps.get(test) ?? 0) - smoke - (mirrors ? 3 : 0)
}

function git(...args: readonly string[]): string[] {
  const text = execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return text.split('\n').filter((line) => line !== '')
}

function changedFiles(): string[] {
  const committed = git('diff', '--name-only', '--no-renames', base())
  return [...new Set([...committed, ...git('ls-files', '--others', '--exclude-standard')])]
}

/**
 * Returns the commit at which the branch left the main branch. On the main branch itself, returns
 * the last commit.
 */
function base(): string {
  const [head = 'HEAD'] = git('rev-parse', 'HEAD')
  for (const main of ['origin/main', 'main']) {
    try {
      const [found = head] = git('merge-base', 'HEAD', main)
      if (found !== head) return found
    } catch {
      // The branch does not exist in this clone.
    }
  }
  return git('status', '--porcelain').length > 0 ? head : 'HEAD~1'
}

function below(wanted: readonly string[]): string[] {
  const all = git('ls-files', '--cached', '--others', '--exclude-standard')
  return all.filter((file) => wanted.some((path) => file === path || file.startsWith(`${path}/`)))
}

const QUIET_MS = 200

/** Runs the tests that depend on each saved file, one run after the other. */
async function rerunOnChange(): Promise<never> {
  const saved = new Set<string>()
  for (const folder of ['src', 'console/src', 'scripts', 'test']) {
    watch(folder, { recursive: true }, (_, name) => {
      if (name !== null) saved.add(`${folder}/${name}`)
    })
  }
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
    if (saved.size === 0) continue
    const changed = [...saved]
    saved.clear()
    await runTestsOf(changed)
  }
}

/**
 * Runs every check and the tests: `npm test`. `npm test -- --details` includes the tests of details,
 * and `npm test -- --full` also runs proofs, fuzzing and properties at full length. Proofs that
 * compare durations run first, at the same time as pure tests and, at short length, the test of the
 * console.
 */
import { parseArgs } from 'node:util'
import {
  asksForDetails,
  asksForFull,
  DETAILS_VARIABLE,
  LENGTH_VARIABLE,
} from '../test/support/length.ts'
import { readGraph } from './testing/imports.ts'
import { laneOf, testFiles } from './testing/lanes.ts'
import { batched, oneFilePerBatch, runBatches } from './testing/run.ts'

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    details: { type: 'boolean', default: false },
  },
})
if (values.full) process.env[LENGTH_VARIABLE] = 'full'
if (values.details) process.env[DETAILS_VARIABLE] = '1'

const CHECK = 'scripts/testing/check.test.ts'
/** Takes longer than any other file. */
const LONGEST = 'test/console/console.test.ts'
const PURE_BATCHES = 2
/**
 * Enough batches that no process ends long before the others. Six take 4 % more work, because each
 * process loads and warms up the same program.
 */
const SERVICE_BATCHES = 4

/**
 * The long proofs. They start after the tests of services, which take longer, and before the short
 * proofs, so that all processes end at about the same time.
 */
const LONG_PROOFS = /\/(?:executable|failover|filling|rolling)\.test\.ts$/

/** Files that are details as a whole. The single executable takes ten seconds to build. */
const DETAILS = ['test/installed/executable.test.ts']

/** The first two test the same package, which one process builds once. Two share a browser. */
const INSTALLED = ['package', 'container', 'checkout'].map(
  (name) => `test/installed/${name}.test.ts`,
)

const graph = readGraph()
const lanes = Map.groupBy(testFiles(), (file) => laneOf(file, graph))
/**
 * Reports whether a file starts first. At full length, the longest file runs with the other proofs,
 * so that less runs at the same time as the first proofs that compare durations.
 */
const isFirst = (file: string) => file === LONGEST && !asksForFull()
/** Files that have a batch of their own, or that this run leaves out. */
const outsideLanes = asksForDetails() ? INSTALLED : [...INSTALLED, ...DETAILS]
const filesOf = (lane: ReturnType<typeof laneOf>) =>
  lanes.get(lane)?.filter((file) => !outsideLanes.includes(file)) ?? []
const proofs = filesOf('process').filter((file) => !isFirst(file))
process.exitCode = await runBatches(
  [
    filesOf('process').filter(isFirst),
    filesOf('timed'),
    ...batched(filesOf('pure'), PURE_BATCHES),
    [CHECK],
    ...batched(filesOf('service'), SERVICE_BATCHES),
    INSTALLED,
    ...oneFilePerBatch(proofs.filter((file) => LONG_PROOFS.test(file))),
    ...oneFilePerBatch(proofs.filter((file) => !LONG_PROOFS.test(file))),
  ],
  graph,
)

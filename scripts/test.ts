/**
 * Every check and every test: `npm test`, or `npm test -- --full` at the full lengths of proofs,
 * fuzzing and properties. Proofs that compare how long things take run first, beside pure tests and,
 * where they are short, the browser.
 */
import { parseArgs } from 'node:util'
import { LENGTH_VARIABLE } from '../test/support/length.ts'
import { readGraph } from './testing/imports.ts'
import { laneOf, testFiles } from './testing/lanes.ts'
import { batched, oneFilePerBatch, runBatches } from './testing/run.ts'

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } })
if (values.full) process.env[LENGTH_VARIABLE] = 'full'

const CHECK = 'scripts/testing/check.test.ts'
/** Takes nearly as long as all others together, which run beside it. */
const LONGEST = 'test/console/console.test.ts'
const PURE_BATCHES = 3
/** Enough that no process ends long before the others; each loads and warms up the same program. */
const SERVICE_BATCHES = 6

/**
 * Proofs that take long. They begin after the tests of services, which take longer, and short ones end
 * the run: so all processes end at about the same time.
 */
const LONG_PROOFS = /\/(?:executable|failover|filling|rolling)\.test\.ts$/

/** Both test the same package, which they build once. */
const PACKAGED = ['test/installed/package.test.ts', 'test/installed/container.test.ts']

const graph = readGraph()
const lanes = Map.groupBy(testFiles(), (file) => laneOf(file, graph))
/**
 * At full length the longest comes with the other proofs: what compares times begins with less
 * beside it.
 */
const isFirst = (file: string) => file === LONGEST && process.env[LENGTH_VARIABLE] !== 'full'
const filesOf = (lane: ReturnType<typeof laneOf>) =>
  lanes.get(lane)?.filter((file) => !PACKAGED.includes(file)) ?? []
const proofs = filesOf('process').filter((file) => !isFirst(file))
process.exitCode = await runBatches(
  [
    filesOf('process').filter(isFirst),
    filesOf('timed'),
    ...batched(filesOf('pure'), PURE_BATCHES),
    [CHECK],
    ...batched(filesOf('service'), SERVICE_BATCHES),
    PACKAGED,
    ...oneFilePerBatch(proofs.filter((file) => LONG_PROOFS.test(file))),
    ...oneFilePerBatch(proofs.filter((file) => !LONG_PROOFS.test(file))),
  ],
  graph,
)

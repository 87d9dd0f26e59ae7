/**
 * Every check and every test: `npm test`, or `npm test -- --full` at the full lengths of proofs,
 * fuzzing and properties. What takes longest begins first: the browser, proofs that compare how long
 * things take, and tests of services; at full length those proofs run beside pure tests only. Long
 * proofs, which mostly wait, are among tests that compute, and short ones end the run.
 */
import { parseArgs } from 'node:util'
import { LENGTH_VARIABLE } from '../test/support/length.ts'
import { readGraph } from './testing/imports.ts'
import { laneOf, testFiles } from './testing/lanes.ts'
import { batched, oneEach, runBatches } from './testing/run.ts'

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } })
if (values.full) process.env[LENGTH_VARIABLE] = 'full'

const CHECK = 'scripts/testing/check.test.ts'
/** Takes nearly as long as all others together, which run beside it. */
const LONGEST = 'test/console/console.test.ts'
const PURE_BATCHES = 2
/** Enough that no process ends long before the others; each loads and warms up the same program. */
const SERVICE_BATCHES = 4

/** Proofs that take long; after the others all processes end at about the same time. */
const LONG_PROOFS = /\/(?:executable|package|failover|filling|rolling)\.test\.ts$/

/** Deals long proofs out among other batches, which compute more. */
function spread<T>(batches: readonly T[], long: readonly T[]): readonly T[] {
  const each = long.length / batches.length
  return batches.flatMap((one, index) => [
    one,
    ...long.slice(Math.round(index * each), Math.round((index + 1) * each)),
  ])
}

const graph = readGraph()
const lanes = Map.groupBy(testFiles(), (file) => laneOf(file, graph))
const isFull = process.env[LENGTH_VARIABLE] === 'full'
/** At full length, what compares times has no browser and no service beside it. */
const isFirst = (file: string) => file === LONGEST && !isFull
const filesOf = (lane: ReturnType<typeof laneOf>) => lanes.get(lane) ?? []
const proofs = filesOf('process').filter((file) => !isFirst(file))
const isLong = (file: string) => LONG_PROOFS.test(file)
const services = batched(filesOf('service'), SERVICE_BATCHES)
const pure = [...batched(filesOf('pure'), PURE_BATCHES), [CHECK]]
const [first = [], second = [], ...others] = isFull
  ? [...pure, ...services]
  : [...services, ...pure]
process.exitCode = await runBatches(
  [
    filesOf('process').filter(isFirst),
    filesOf('timed'),
    first,
    second,
    ...spread(others, oneEach(proofs.filter(isLong))),
    ...oneEach(proofs.filter((file) => !isLong(file))),
  ],
  graph,
)

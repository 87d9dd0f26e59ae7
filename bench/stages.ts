/**
 * Measures the pure parts of an order, for a stream of distinct invented borrowers, in one thread.
 * It shows the milliseconds of each stage, and their ratio to copying the report through JSON in the
 * same run. The ratio is stable even on a machine that does other work.
 *
 * Run: node bench/stages.ts [rounds to warm up] [rounds to measure]
 */
import { quantileOf } from '../test/proofs/support/load.ts'
import { carryOut, STAGES, type Stage } from './pure-order.ts'

const [WARM_UP_ROUNDS = 5_000, ROUNDS = 3_000] = process.argv.slice(2, 4).map(Number)
/**
 * The number of rounds in one measured value: shorter than the time slice that a scheduler gives a
 * process.
 */
const ROUNDS_PER_BATCH = 5

/** The milliseconds of each stage in each batch. */
const batches: Record<Stage, number>[] = []

function noTimes(): Record<Stage, number> {
  return Object.fromEntries(STAGES.map((stage) => [stage, 0])) as Record<Stage, number>
}

async function measure(from: number, rounds: number): Promise<number> {
  let times = noTimes()
  let last = 0
  let byteCount = 0
  const over = (stage: Stage | undefined) => {
    const now = performance.now()
    if (stage !== undefined) times[stage] += (now - last) / ROUNDS_PER_BATCH
    last = performance.now()
  }
  for (let round = 0; round < rounds; round += 1) {
    byteCount += await carryOut(from + round, over)
    if ((round + 1) % ROUNDS_PER_BATCH > 0) continue
    batches.push(times)
    times = noTimes()
  }
  return byteCount / rounds
}

await measure(0, WARM_UP_ROUNDS)
batches.length = 0
const before = process.cpuUsage()
const bytesPerOrder = await measure(WARM_UP_ROUNDS, ROUNDS)
const { user, system } = process.cpuUsage(before)

const medianOf = (stage: Stage) =>
  quantileOf(
    batches.map((times) => times[stage]),
    0.5,
  )
const yardstick = medianOf('JSON copy')
console.log('stage          ms      ratio to the JSON copy')
for (const stage of STAGES) {
  const median = medianOf(stage)
  console.log(
    `${stage.padEnd(12)} ${median.toFixed(3).padStart(6)} ${(median / yardstick).toFixed(2).padStart(7)}`,
  )
}
console.log(
  `${((user + system) / 1_000 / ROUNDS).toFixed(2)} ms of CPU an order over all threads of the process, JSON copy and` +
    ` garbage collection included; ${(bytesPerOrder / 1024).toFixed(0)} KB of answer and PDF`,
)

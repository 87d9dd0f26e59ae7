/**
 * Samples the objects that the pure parts of an order create, and shows how many kilobytes of them
 * each function of the project creates per order, with the built-in functions that it calls. Garbage
 * collection takes time for each of them, in other functions and threads, so a profile of time does
 * not show where that time begins.
 *
 * Run: node bench/objects.ts [rounds to warm up] [rounds to sample]
 */
import { type HeapProfiler, Session } from 'node:inspector/promises'
import { carryOut } from './pure-order.ts'

const [WARM_UP_ROUNDS = 4_000, ROUNDS = 400] = process.argv.slice(2, 4).map(Number)
const SAMPLED_EVERY_BYTES = 1_024
const FUNCTIONS_SHOWN = 40

const root = new URL('..', import.meta.url).href

async function carryOutAll(from: number, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await carryOut(from + round, () => undefined)
}

/** Adds the bytes of a call and of all calls below it. Built-in functions count for their caller. */
function addBytes(
  { callFrame, selfSize, children }: HeapProfiler.SamplingHeapProfileNode,
  caller: string,
  bytes: Map<string, number>,
): void {
  const { url, functionName, lineNumber } = callFrame
  const position = `${url.replace(root, '')}:${lineNumber + 1}`
  const name = url.startsWith('file:') ? `${functionName || '(anonymous)'} ${position}` : caller
  bytes.set(name, (bytes.get(name) ?? 0) + selfSize)
  for (const child of children) addBytes(child, name, bytes)
}

await carryOutAll(0, WARM_UP_ROUNDS)
const session = new Session()
session.connect()
await session.post('HeapProfiler.enable')
await session.post('HeapProfiler.startSampling', {
  samplingInterval: SAMPLED_EVERY_BYTES,
  includeObjectsCollectedByMajorGC: true,
  includeObjectsCollectedByMinorGC: true,
})
await carryOutAll(WARM_UP_ROUNDS, ROUNDS)
const { profile } = await session.post('HeapProfiler.stopSampling')
session.disconnect()

const bytes = new Map<string, number>()
addBytes(profile.head, '(outside of functions)', bytes)
const perOrder = (count: number) => (count / ROUNDS / 1_024).toFixed(1).padStart(8)
console.log(`${perOrder(bytes.values().reduce((sum, count) => sum + count, 0))} KB an order`)
const largest = [...bytes].sort(([, one], [, other]) => other - one).slice(0, FUNCTIONS_SHOWN)
for (const [name, count] of largest) console.log(`${perOrder(count)} ${name}`)

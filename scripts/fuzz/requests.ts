/** Sends damaged requests and damaged orders to a complete service, which must continue to work. */
import { isDeepStrictEqual } from 'node:util'
import { startSandbox } from '../../src/sandbox/embedded/start-sandbox.ts'
import { addToCorpus } from '../../test/fuzz/corpus.ts'
import { fuzzRequests } from '../../test/fuzz/requests.ts'
import { honestOrder, recipientOf, wrongAnswer } from '../../test/fuzz/service.ts'
import type { FuzzOptions } from './options.ts'

/** The number of connections that are open at once. */
const AT_ONCE = 16

/** The number of damaged requests per damaged order. */
const REQUESTS_PER_ORDER = 10

/** Fuzzes a running service, and returns the number of finds. */
export async function requests({ seconds, cases, seed }: FuzzOptions): Promise<number> {
  await using sandbox = await startSandbox()
  const first = await honestOrder(sandbox)
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  const isOver = () => performance.now() > until
  const recipient = recipientOf(sandbox)
  const run = { url: sandbox.url, seed, cases, atOnce: AT_ONCE, recipient, isOver }
  const [figures, orders] = await Promise.all([
    fuzzRequests(run),
    damagedOrders((index) => wrongAnswer(sandbox, seed, index), cases / REQUESTS_PER_ORDER, isOver),
  ])
  const tookSeconds = (performance.now() - startedAt) / 1000
  const goesOn = isDeepStrictEqual(await honestOrder(sandbox), first)
  console.log(
    `requests: seed ${seed}, ${figures.cases} requests and ${orders.cases} orders in ` +
      `${tookSeconds.toFixed(0)} s; statuses ${JSON.stringify(figures.statuses)}; ` +
      `an honest order is answered ${goesOn ? 'as before' : 'OTHERWISE THAN BEFORE'}`,
  )
  for (const { detail, bytes } of figures.finds) {
    const file = addToCorpus('requests', detail, bytes)
    console.log(`FOUND: ${detail}: test/corpus/requests/${file}`)
  }
  for (const found of orders.wrong) console.log(`FOUND: damaged order, ${found}`)
  return figures.finds.length + orders.wrong.length + (goesOn ? 0 : 1)
}

async function damagedOrders(
  wrongIn: (index: number) => Promise<string | undefined>,
  count: number,
  isOver: () => boolean,
) {
  const wrong: string[] = []
  let cases = 0
  for (; cases < count && !isOver(); cases += 1) {
    const found = await wrongIn(cases)
    if (found !== undefined) wrong.push(found)
  }
  return { cases, wrong }
}

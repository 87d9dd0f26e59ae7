/** Reads the metrics of a service under `/metrics`. */
import { setTimeout as sleep } from 'node:timers/promises'

const CHECK_EVERY_MS = 20
/** Far longer than orders need to arrive, on any machine. */
const ARRIVAL_MS_MAX = 60_000

/** Returns the value of the first sample of a metric; NaN if there is none. */
export async function metric(address: string, name: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text()
  const sample = text
    .split('\n')
    .find((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
  return sample === undefined ? Number.NaN : Number(sample.slice(sample.lastIndexOf(' ')))
}

/** Waits until at least `count` orders are in flight, and fails if they never are. */
export async function ordersInFlight(address: string, count: number): Promise<void> {
  const end = performance.now() + ARRIVAL_MS_MAX
  for (;;) {
    const inFlight = await metric(address, 'trimerge_orders_in_flight')
    if (inFlight >= count) return
    if (performance.now() > end) throw new Error(`${inFlight} of ${count} orders are in flight`)
    await sleep(CHECK_EVERY_MS)
  }
}

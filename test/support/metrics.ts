/** What a service says of itself under `/metrics`. */
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_EVERY_MS = 20

/** The value of a metric, of its first sample where it has several; not a number where it has none. */
export async function metric(address: string, name: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text()
  const sample = text
    .split('\n')
    .find((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
  return sample === undefined ? Number.NaN : Number(sample.slice(sample.lastIndexOf(' ')))
}

/** Waits until so many orders are under way. */
export async function ordersInFlight(address: string, count: number): Promise<void> {
  while ((await metric(address, 'trimerge_orders_in_flight')) < count) await sleep(LOOK_EVERY_MS)
}

/**
 * Restarts services behind a proxy one after the other under load, like a rolling update. Clients
 * know only the proxy, send each order once, and must get its report.
 */
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { lastingPort } from '../support/lasting-port.ts'
import { type Rolling, restartInTurn } from './rolling.ts'
import { type OrderFigures, orderFiguresOf } from './support/order-figures.ts'
import { orderMaker, type ProofOrder, post } from './support/orders.ts'
import { type ReverseProxy, startReverseProxy } from './support/reverse-proxy.ts'
import type { ServiceProcess } from './support/service-process.ts'

/** The options of the proof. */
interface RollingBehindProxy extends Omit<Rolling, 'leaseMs'> {
  /** Settings in addition to those that a proxy needs. */
  readonly flags?: Readonly<Record<string, string | number>>
}

/** The results that clients saw. */
interface BehindProxyFigures extends OrderFigures {
  readonly restarts: number
  /** Orders whose response was neither a report nor the error that no bureau has a file. */
  readonly clientErrors: number
  /** Exits with a code other than 0. */
  readonly badExits: number
  readonly unexpected: readonly string[]
}

/**
 * Restarts the services behind a proxy one after the other, and counts the errors that clients see.
 */
export async function rollBehindProxy(rolling: RollingBehindProxy): Promise<BehindProxyFigures> {
  const { site, replicas, program, flags } = rolling
  // A restarted service has the same port.
  const ports = await Promise.all(Array.from({ length: replicas }, lastingPort))
  const start = (replica: number) => {
    const behind = { port: ports[replica] ?? 0, 'trusted-proxy': 'true', ...flags }
    return site.start({ replica, flags: behind, ...(program && { program }) })
  }
  const services: ServiceProcess[] = []
  for (let replica = 0; replica < replicas; replica++) services.push(await start(replica))
  const proxy = await startReverseProxy(services.map(({ address }) => address))
  const load = openLoad(proxy, rolling)
  let badExits = 0
  try {
    for (const { address } of services) await proxy.untilUp(address)
    load.begin()
    const restarts = await restartInTurn(rolling, {
      orders: load.orders,
      lost: () => load.unexpected.length,
      end: async (replica) => {
        if ((await (services[replica] as ServiceProcess).terminate()) !== 0) badExits += 1
      },
      start: async (replica) => {
        const started = await start(replica)
        services[replica] = started
        await proxy.untilUp(started.address)
      },
    })
    await load.end()
    const unexpected = [...load.unexpected, ...proxy.failures.map((what) => `proxy: ${what}`)]
    const clientErrors = load.unexpected.length
    return {
      ...(await orderFiguresOf(site, load.orders)),
      restarts,
      clientErrors,
      badExits,
      unexpected,
    }
  } finally {
    await load.end()
    await proxy.close()
    await Promise.all(services.map((service) => service.kill()))
  }
}

/** Starts clients of a proxy, which send one order after the other, each only once. */
function openLoad(
  { address }: ReverseProxy,
  { site, clients, betweenOrdersMs }: RollingBehindProxy,
) {
  const orders: ProofOrder[] = []
  const unexpected: string[] = []
  const newOrder = orderMaker()
  let running: Promise<unknown> = Promise.resolve()
  let isEnding = false
  const client = async () => {
    const agent = new Agent({ keepAlive: true })
    const authorization = site.authorization()
    while (!isEnding) {
      const order = newOrder()
      orders.push(order)
      const heard = await post(order, { address, authorization, agent })
      if (heard.kind === 'other') unexpected.push(`${heard.status} ${heard.start.slice(-300)}`)
      if (heard.kind === 'nothing') unexpected.push(heard.code)
      await sleep(betweenOrdersMs)
    }
    agent.destroy()
  }
  return {
    orders,
    unexpected,
    begin: () => {
      running = Promise.all(Array.from({ length: clients }, client))
    },
    end: async () => {
      isEnding = true
      await running
    },
  }
}

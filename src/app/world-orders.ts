/** What carrying out orders has to do with the world that they live in. */
import { type OrderHandler, worldEnded } from '../orders/fulfil/handle-order.ts'
import type { Tools } from '../orders/tools.ts'
import type { SandboxClock } from '../sandbox/clock.ts'
import { randomText } from './identifiers.ts'

/**
 * An order that ran while the world was reset is answered with neither world's report. It knows the
 * world that it began in, so that it leaves nothing in the next one.
 */
export function inOneWorld(handle: OrderHandler, clock: SandboxClock | undefined): OrderHandler {
  if (clock === undefined) return handle
  return async (request, surroundings) => {
    const { generation } = clock.state()
    const answer = await handle(request, { ...surroundings, world: generation })
    if (clock.state().generation === generation) return answer
    answer.release?.()
    throw worldEnded()
  }
}

/**
 * Tools with a runner of their own, which is another one in another world: an order that began
 * before a reset can end none of the orders after it, though counted identifiers are the same.
 */
export function withRunner<T extends object>(
  tools: T,
  generation: () => number,
): T & Pick<Tools, 'runner' | 'runningOrders'> {
  const newOwn = () => ({ runner: randomText(), runningOrders: new Set<string>() })
  let known = generation()
  let own = newOwn()
  const present = () => {
    if (generation() !== known) {
      known = generation()
      own = newOwn()
    }
    return own
  }
  return Object.defineProperties(tools, {
    runner: { enumerable: true, get: () => present().runner },
    runningOrders: { enumerable: true, get: () => present().runningOrders },
  }) as T & Pick<Tools, 'runner' | 'runningOrders'>
}

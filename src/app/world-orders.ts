/** Keeps each order within the world of the sandbox in which it began. */
import { sandboxResetError } from '../orders/fulfil/handle-order.ts'
import type { OrderHandler } from '../orders/fulfil/order-handler.ts'
import type { Tools } from '../orders/tools.ts'
import type { SandboxClock } from '../sandbox/clock.ts'
import { randomText } from './identifiers.ts'

/**
 * Wraps a handler so that an order during which the world was reset gets an error, and no report of
 * either world. The order knows the world in which it began, so that it leaves nothing in the next
 * one.
 */
export function withinOneWorld(
  handle: OrderHandler,
  clock: SandboxClock | undefined,
): OrderHandler {
  if (clock === undefined) return handle
  return async (request, context) => {
    const { generation } = clock.state()
    const answer = await handle(request, { ...context, world: generation })
    if (clock.state().generation === generation) return answer
    answer.release?.()
    throw sandboxResetError()
  }
}

/**
 * Adds a runner to tools, and replaces it when the world is reset. An order that began before a
 * reset therefore cannot end an order after it, although counted identifiers are the same.
 */
export function withRunner<T extends object>(
  tools: T,
  generation: () => number,
): T & Pick<Tools, 'runner' | 'runningOrders'> {
  const newRunner = () => ({ runner: randomText(), runningOrders: new Set<string>() })
  let known = generation()
  let current = newRunner()
  const currentRunner = () => {
    if (generation() !== known) {
      known = generation()
      current = newRunner()
    }
    return current
  }
  return Object.defineProperties(tools, {
    runner: { enumerable: true, get: () => currentRunner().runner },
    runningOrders: { enumerable: true, get: () => currentRunner().runningOrders },
  }) as T & Pick<Tools, 'runner' | 'runningOrders'>
}

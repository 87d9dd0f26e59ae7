/** How long each step of an order takes, for metrics and for the order's page in the console. */
import type { OrderStep } from '../store/records/orders/order-entry.ts'

type StepName = 'parse' | 'plan' | 'store' | 'pull' | 'merge' | 'print' | 'write'

/** A step begins where the one before it ended. */
export class OrderSteps {
  readonly #steps: OrderStep[] = []
  #begunAt = performance.now()

  /** The steps that have ended, with tenths of milliseconds. */
  get ended(): readonly OrderStep[] {
    return this.#steps
  }

  /** Ends a step. */
  end(name: StepName): void {
    const now = performance.now()
    this.#steps.push([name, Math.round((now - this.#begunAt) * 10) / 10])
    this.#begunAt = now
  }
}

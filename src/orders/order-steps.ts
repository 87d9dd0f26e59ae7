/** Times the steps of an order, for the metrics and for the order's page in the console. */
import type { OrderStep } from '../store/records/orders/order-entry.ts'

type StepName = 'parse' | 'plan' | 'store' | 'pull' | 'merge' | 'print' | 'write'

/** The steps of one order. Each step begins when the step before it ends. */
export class OrderSteps {
  readonly #steps: OrderStep[] = []
  #begunAt = performance.now()

  /** The steps that have ended. Durations are in milliseconds, rounded to a tenth. */
  get ended(): readonly OrderStep[] {
    return this.#steps
  }

  /** Ends the current step and begins the next one. */
  end(name: StepName): void {
    const now = performance.now()
    this.#steps.push([name, Math.round((now - this.#begunAt) * 10) / 10])
    this.#begunAt = now
  }
}

/**
 * Requests that gave their slots up while they only wait, for a bureau or for a copy of themselves.
 * Copies of an order under way do not count among the orders in flight of their account, so without
 * a bound of its own one account could be all that a process has in progress.
 */

/** The part of all requests that may be away for one account. */
const ACCOUNT_PART = 1 / 4

/** How many requests are away, of each account and together. */
export class Away {
  readonly #accountMax: number
  readonly #counts = new Map<string, number>()
  #total = 0

  constructor(requestsMax: number) {
    this.#accountMax = Math.ceil(requestsMax * ACCOUNT_PART)
  }

  get total(): number {
    return this.#total
  }

  /** Whether as many requests of the account are away as may be. */
  isFull(account: string): boolean {
    return (this.#counts.get(account) ?? 0) >= this.#accountMax
  }

  begin(account: string): void {
    this.#total += 1
    this.#counts.set(account, (this.#counts.get(account) ?? 0) + 1)
  }

  end(account: string): void {
    this.#total -= 1
    const count = (this.#counts.get(account) ?? 0) - 1
    if (count > 0) this.#counts.set(account, count)
    else this.#counts.delete(account)
  }
}

/**
 * What one account may have of a process beside others: slots where it floods, and requests that
 * only wait.
 */
import { performance } from 'node:perf_hooks'

/** An account that holds slots, or held one a moment ago. */
interface Present {
  working: number
  begunAt: number
}

/** For how long an account that was shed counts as one that floods. */
const FLOODING_MS = 1_000
/**
 * Floods hold one slot for so many of other accounts, and one at least. With all slots that others
 * left, a flood made the orders of an account take four times as long.
 */
const OTHERS_PER_FLOOD = 4

/**
 * Which accounts flood, since they were shed a moment ago, and how many slots they hold beside
 * others. Requests that have begun share the threads, without turns, so that few of a flood begin
 * beside another account.
 */
export class Floods {
  /** When each account was last shed, for as long as that counts. */
  readonly #shedAt = new Map<string, number>()
  readonly #present = new Map<string, Present>()

  /** A request of the account is not taken in. */
  shed(account: string): void {
    this.#shedAt.set(account, performance.now())
  }

  has(account: string): boolean {
    const shedAt = this.#shedAt.get(account)
    return shedAt !== undefined && performance.now() - shedAt < FLOODING_MS
  }

  /** The account takes a slot. */
  begin(account: string): void {
    const present = this.#present.get(account) ?? { working: 0, begunAt: 0 }
    this.#present.set(account, present)
    present.working += 1
    present.begunAt = performance.now()
  }

  /** The account gives a slot back. */
  end(account: string): void {
    const present = this.#present.get(account)
    if (present !== undefined) present.working -= 1
  }

  /** Whether there are other accounts, beside which floods hold as many slots as they may. */
  isFull(): boolean {
    let floods = 0
    let others = 0
    let isBeside = false
    for (const [account, { working }] of this.#present) {
      if (this.has(account)) floods += working
      else {
        others += working
        isBeside = true
      }
    }
    return isBeside && floods >= Math.max(1, others / OTHERS_PER_FLOOD)
  }

  /** Forgets what does not count any more. */
  forget(now: number): void {
    for (const [account, shedAt] of this.#shedAt) {
      if (now - shedAt > FLOODING_MS) this.#shedAt.delete(account)
    }
    for (const [account, { working, begunAt }] of this.#present) {
      if (working === 0 && now - begunAt > FLOODING_MS) this.#present.delete(account)
    }
  }
}

/** The part of all requests that may be away for one account. */
const ACCOUNT_PART = 1 / 4

/**
 * How many requests are away, of each account and together: they gave their slots up while they only
 * wait, for a bureau or for a copy of themselves. Copies of an order under way do not count among the
 * orders in flight of their account, so without a bound of its own one account could be all that a
 * process has in progress.
 */
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

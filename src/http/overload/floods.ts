/**
 * Limits that protect accounts from each other: the slots of an account that floods the service,
 * and the requests of one account that are away.
 */
import { performance } from 'node:perf_hooks'

/** An account that holds slots, or held one a moment ago. */
interface ActiveAccount {
  working: number
  begunAt: number
}

/** How long an account counts as flooding after one of its requests was shed. */
const FLOODING_MS = 1_000
/**
 * Flooding accounts may hold one slot per this many slots of other accounts, and at least one.
 * Without this limit, a flood took all free slots, and the orders of other accounts took four times
 * as long.
 */
const OTHERS_PER_FLOOD = 4

/**
 * The accounts that flood, and the slots that they may hold while other accounts have work. An
 * account floods if one of its requests was shed a moment ago. Requests in progress share the
 * threads without taking turns, so only a few requests of a flood may start while other accounts
 * have work.
 */
export class Floods {
  /** When a request of each account was last shed, as long as that counts. */
  readonly #shedAt = new Map<string, number>()
  readonly #active = new Map<string, ActiveAccount>()

  /** Records that a request of the account was shed. */
  shed(account: string): void {
    this.#shedAt.set(account, performance.now())
  }

  has(account: string): boolean {
    const shedAt = this.#shedAt.get(account)
    return shedAt !== undefined && performance.now() - shedAt < FLOODING_MS
  }

  /** Records that the account takes a slot. */
  begin(account: string): void {
    const active = this.#active.get(account) ?? { working: 0, begunAt: 0 }
    this.#active.set(account, active)
    active.working += 1
    active.begunAt = performance.now()
  }

  /** Records that the account releases a slot. */
  end(account: string): void {
    const active = this.#active.get(account)
    if (active !== undefined) active.working -= 1
  }

  /**
   * Returns whether floods already hold as many slots as they may have beside other accounts. False
   * if there are no other accounts.
   */
  isFull(): boolean {
    let floods = 0
    let others = 0
    let hasOthers = false
    for (const [account, { working }] of this.#active) {
      if (this.has(account)) floods += working
      else {
        others += working
        hasOthers = true
      }
    }
    return hasOthers && floods >= Math.max(1, others / OTHERS_PER_FLOOD)
  }

  /** Forgets accounts that no longer count. */
  forget(now: number): void {
    for (const [account, shedAt] of this.#shedAt) {
      if (now - shedAt > FLOODING_MS) this.#shedAt.delete(account)
    }
    for (const [account, { working, begunAt }] of this.#active) {
      if (working === 0 && now - begunAt > FLOODING_MS) this.#active.delete(account)
    }
  }
}

/** The share of all requests that may be away for one account. */
const ACCOUNT_PART = 1 / 4

/**
 * Counts the requests that are away, for each account and in total. A request is away while it has
 * given up its slot to wait for a bureau, or for another request with the same bytes. Copies of an
 * order in progress do not count among the account's orders in progress, so without this limit one
 * account could fill the process.
 */
export class AwayRequests {
  readonly #accountMax: number
  readonly #counts = new Map<string, number>()
  #total = 0

  constructor(requestsMax: number) {
    this.#accountMax = Math.ceil(requestsMax * ACCOUNT_PART)
  }

  get total(): number {
    return this.#total
  }

  /** Returns whether the account has reached its limit of requests that are away. */
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

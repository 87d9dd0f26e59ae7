/**
 * Accounts that flood: they were shed a moment ago. Requests that have begun share the threads,
 * without turns, so that few of a flood begin beside another account.
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

/** Which accounts flood, and how many slots they hold beside others. */
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

/**
 * Admission: a process begins only what it can do in time; it rejects the rest at once, with the
 * time after which to come again.
 *
 * A request works in one of a few slots, waits in the line of its account for one, or gives its
 * slot up while it only waits (`Away`). Lines are served in turns, so that an account that
 * floods waits for itself, and an account that is being shed has fewer turns and slots than the
 * others. A request is rejected where it would wait for too long at the pace that the lines move.
 * While lines never empty, the bound is much lower: a burst is absorbed, a standing overload is not.
 */
import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import { OrderError } from '../../errors.ts'
import { Away, Floods } from './floods.ts'

/** The bounds of admission. */
export interface AdmissionLimits {
  /** The longest expected wait of a request that is let in. */
  readonly waitingMsMax: number
  /**
   * How many requests may be waiting, worked on and away together: each costs memory. Of one account
   * only a part of them may be away.
   */
  readonly requestsMax: number
  /** How busy the threads that work on requests were since this was last asked, from 0 to 1. */
  readonly utilization?: () => number
}

/** A slot: a request that has one is being worked on. */
export interface Permit {
  /** Runs a wait. Where it takes longer than a moment, another request works meanwhile. */
  readonly yieldSlot: <T>(waiting: () => Promise<T>) => Promise<T>
  /** Ends the request, whether it holds its slot or has given it up, and whatever it came to. */
  readonly end: () => void
}

/** Why a request is not taken in. */
export const SHED_REASONS = ['wait', 'full'] as const

/** A request that is not taken in, and when it may come again. */
export interface Shed {
  /** It would wait for too long, or too many are under way, of all or of its account. */
  readonly reason: (typeof SHED_REASONS)[number]
  readonly retryAfterSeconds: number
}

/** A request that was let in. */
interface Begun {
  readonly account: string
  /** It works, waits without its slot, waits for a slot to go on, or has ended in any of these. */
  state: 'working' | 'away' | 'returning' | 'ended'
}

/** A request that may work now. */
interface Turn {
  readonly account: string
  readonly resolve: () => void
}

/** A request that may work again. */
interface Return extends Turn {
  readonly begun: Begun
}

interface Waiter {
  readonly since: number
  readonly isGone: () => boolean
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

const TICK_MS = 100
/** Work that is done at once shares this thread, so that few places keep each order short. */
const SLOTS_FIRST = 8
const SLOTS_MIN = 2
/**
 * All requests that have begun share the threads, without turns: on two cores 16 orders keep
 * threads and disk busy, and more would only make an account wait for a flood.
 */
const SLOTS_MAX = Math.max(16, 4 * availableParallelism())
/** How busy this thread may be before more work at once would only make all of it slower. */
const BUSY_ENOUGH = 0.85
const TOO_BUSY = 0.95
/** Before anything is known of the pace: requests a millisecond. */
const PACE_FIRST = 0.05
const PACE_MIN = 0.001
/** Some 10 ticks count: on a crowded machine an order may take three of them, and none begins. */
const WEIGHT_OF_NEW = 0.1
/** In a standing overload the longest line may wait for this part of what it may in a burst. */
const STANDING_PART = 0.2
/**
 * A request whose turn does not come, because nothing moves, is given up after this many budgets.
 */
const BUDGETS_MAX = 3
/** Shorter waits are not worth a change of turns. */
const YIELD_AFTER_MS = 10
/** How many turns others have before one of a flood: no account has none. */
const WELL_BEHAVED_TURNS = 3

/** Lets requests in, in turns. */
export class Admission {
  readonly #limits: AdmissionLimits
  readonly #lines = new Map<string, Waiter[]>()
  readonly #returning: Return[] = []
  readonly #timer: NodeJS.Timeout
  #slots = SLOTS_FIRST
  readonly #floods = new Floods()
  #wellBehavedTurns = 0
  #working = 0
  #waiting = 0
  readonly #away: Away
  #begun = 0
  #pace = PACE_FIRST
  #tickedAt = performance.now()
  #standingSince: number | undefined
  readonly #utilization: () => number

  constructor(limits: AdmissionLimits) {
    this.#limits = limits
    this.#away = new Away(limits.requestsMax)
    this.#utilization = limits.utilization ?? ownUtilization()
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref()
  }

  /** How many requests wait for their turn. */
  get waiting(): number {
    return this.#waiting
  }

  /** Why a request of the account would not be served in time; undefined where it would. */
  shedding(account: string): Shed | undefined {
    const waitMs = this.#expectedMs(account)
    const reason = this.#isFull(account)
      ? 'full'
      : waitMs > this.#budgetMs(account)
        ? 'wait'
        : undefined
    if (reason === 'wait') this.#floods.shed(account)
    return reason && { reason, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) }
  }

  /** Resolves when it is the request's turn; rejects where that does not come in time. */
  async enter(account: string, isGone: () => boolean): Promise<Permit> {
    const shed = this.shedding(account)
    if (shed !== undefined) throw overloaded(shed.retryAfterSeconds)
    if (this.#working < this.#slots && this.#waiting === 0 && this.#returning.length === 0) {
      this.#take(account)
    } else {
      await this.#wait(account, isGone)
    }
    const begun: Begun = { account, state: 'working' }
    return {
      yieldSlot: (waiting) => this.#yieldSlot(begun, waiting),
      end: () => this.#end(begun),
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #isFull(account: string): boolean {
    const underWay = this.#working + this.#waiting + this.#away.total
    return underWay >= this.#limits.requestsMax || this.#away.isFull(account)
  }

  #wait(account: string, isGone: () => boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const line = this.#lines.get(account) ?? []
    this.#lines.set(account, line)
    line.push({ since: performance.now(), isGone, resolve, reject })
    this.#waiting += 1
    this.#standingSince ??= performance.now()
    return promise
  }

  async #yieldSlot<T>(begun: Begun, waiting: () => Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.#goAway(begun), YIELD_AFTER_MS)
    try {
      return await waiting()
    } finally {
      clearTimeout(timer)
      if (begun.state === 'away') await this.#return(begun)
    }
  }

  #goAway(begun: Begun): void {
    if (begun.state !== 'working') return
    begun.state = 'away'
    this.#away.begin(begun.account)
    this.#leave(begun.account)
  }

  /** Those who come back go first: what was begun is ended before more is begun. */
  #return(begun: Begun): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { account } = begun
    begun.state = 'returning'
    this.#away.end(account)
    this.#returning.push({ account, resolve, begun })
    this.#serve()
    return promise
  }

  /** A request can end while it waits: its thread may have died, so that its wait never ends. */
  #end(begun: Begun): void {
    const { account, state } = begun
    begun.state = 'ended'
    if (state === 'working') this.#leave(account)
    if (state === 'away') this.#away.end(account)
  }

  #take(account: string): void {
    this.#working += 1
    this.#floods.begin(account)
  }

  #leave(account: string): void {
    this.#working -= 1
    this.#floods.end(account)
    this.#serve()
  }

  #serve(): void {
    while (this.#working < this.#slots) {
      const next = this.#nextReturning() ?? this.#nextOfLines()
      if (next === undefined) return
      this.#take(next.account)
      next.resolve()
    }
  }

  #nextReturning(): Turn | undefined {
    for (;;) {
      const next = this.#returning.shift()
      if (next === undefined) return undefined
      if (next.begun.state === 'returning') {
        next.begun.state = 'working'
        return next
      }
      // It has ended meanwhile, and takes no slot.
      next.resolve()
    }
  }

  /** The first request of the line whose turn it is; the line then goes behind all others. */
  #nextOfLines(): Turn | undefined {
    for (;;) {
      const account = this.#nextAccount()
      if (account === undefined) return undefined
      const line = this.#lines.get(account) ?? []
      const waiter = line.shift()
      this.#lines.delete(account)
      if (line.length > 0) this.#lines.set(account, line)
      if (waiter === undefined) continue
      this.#waiting -= 1
      if (this.#waiting === 0) this.#standingSince = undefined
      // Of what came at once, those before it may have gone away meanwhile.
      if (waiter.isGone() || this.#away.isFull(account)) {
        waiter.reject(overloaded(1))
        continue
      }
      this.#begun += 1
      return { account, resolve: waiter.resolve }
    }
  }

  /** Beside others who wait, an account that is being shed has a turn now and then. */
  #nextAccount(): string | undefined {
    const wellBehaved = this.#lines.keys().find((account) => !this.#floods.has(account))
    const flood = this.#lines.keys().find((account) => this.#floods.has(account))
    if (flood === undefined || this.#floods.isFull()) return wellBehaved
    if (wellBehaved === undefined) return flood
    this.#wellBehavedTurns =
      this.#wellBehavedTurns < WELL_BEHAVED_TURNS ? this.#wellBehavedTurns + 1 : 0
    return this.#wellBehavedTurns > 0 ? wellBehaved : flood
  }

  /** In turns, each other line comes before a request as often as its own line does. */
  #expectedMs(account: string): number {
    if (this.#waiting === 0) return 0
    const own = this.#lines.get(account)?.length ?? 0
    let before = own
    for (const [other, line] of this.#lines) {
      if (other !== account) before += Math.min(line.length, own + 1)
    }
    return before / this.#pace
  }

  /** It is the longest line that makes others wait: a shorter one keeps the budget of a burst. */
  #budgetMs(account: string): number {
    const { waitingMsMax } = this.#limits
    const since = this.#standingSince
    const standing = since !== undefined && performance.now() - since > waitingMsMax
    if (!standing) return waitingMsMax
    const own = this.#lines.get(account)?.length ?? 0
    const isLongest = this.#lines.values().every(({ length }) => length <= own)
    return isLongest ? waitingMsMax * STANDING_PART : waitingMsMax
  }

  #tick(): void {
    const at = performance.now()
    const tookMs = at - this.#tickedAt
    this.#tickedAt = at
    const pace = Math.max(PACE_MIN, this.#begun / tookMs)
    this.#begun = 0
    // Without a line, the pace is that of the clients and not of this process: it can only raise
    // the estimate.
    this.#pace = this.#waiting > 0 ? blended(this.#pace, pace) : Math.max(this.#pace, pace)
    this.#fitSlots()
    this.#floods.forget(at)
    this.#giveUp(at - BUDGETS_MAX * this.#limits.waitingMsMax)
    this.#serve()
  }

  /** More at once while the working threads idle though requests wait; fewer while they never rest. */
  #fitSlots(): void {
    const utilization = this.#utilization()
    if (this.#waiting === 0) return
    if (utilization < BUSY_ENOUGH) this.#slots = Math.min(SLOTS_MAX, this.#slots + 1)
    if (utilization > TOO_BUSY) this.#slots = Math.max(SLOTS_MIN, this.#slots - 1)
  }

  #giveUp(before: number): void {
    for (const [account, line] of this.#lines) {
      while (line[0] !== undefined && line[0].since < before) {
        line.shift()?.reject(overloaded(Math.ceil(this.#limits.waitingMsMax / 1000)))
        this.#waiting -= 1
      }
      if (line.length === 0) this.#lines.delete(account)
    }
    if (this.#waiting === 0) this.#standingSince = undefined
  }
}

/** How busy this thread was since it was last asked. */
export function ownUtilization(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const used = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(used, last)
    last = used
    return utilization
  }
}

function blended(old: number, sample: number): number {
  return old * (1 - WEIGHT_OF_NEW) + sample * WEIGHT_OF_NEW
}

/** The error of a request that would not be served in time. */
export function overloaded(retryAfterSeconds: number): OrderError {
  const text = 'Overloaded. Retry after the interval in Retry-After.'
  return new OrderError('unavailable', [text], retryAfterSeconds)
}

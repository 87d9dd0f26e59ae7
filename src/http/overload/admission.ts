/**
 * Admission: a process starts only as much work as it can finish in time. It rejects the rest at
 * once, with the time after which to retry.
 *
 * A request holds one of a few work slots, waits for one in the queue of its account, or gives up
 * its slot while it waits for something else (`AwayRequests`). The queues are served in turns, so
 * an account that floods the service delays only itself. An account whose requests are being shed
 * gets fewer turns and slots than the others. A request is rejected if its expected wait, at the
 * current pace of the queues, is too long. While the queues never become empty, the limit is much
 * lower, so a burst is absorbed but a sustained overload is not.
 */
import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import { AwayRequests, Floods } from './floods.ts'
import { overloaded, type Shed } from './overloaded.ts'

/** The limits of admission. */
export interface AdmissionLimits {
  /** The longest expected wait of an admitted request. */
  readonly waitingMsMax: number
  /**
   * Limit of requests that wait, hold a slot or are away, taken together, because each costs
   * memory. Only a part of them may be away for one account.
   */
  readonly requestsMax: number
  /** Returns how busy the working threads were since the last call, from 0 to 1. */
  readonly utilization?: () => number
}

/** The right of an admitted request to a work slot. */
export interface Permit {
  /**
   * Runs a function that waits. If the wait is longer than a moment (`YIELD_AFTER_MS`), another
   * request gets the slot meanwhile.
   */
  readonly yieldSlot: <T>(waiting: () => Promise<T>) => Promise<T>
  /** Ends the request, whatever its result and whether or not it holds a slot. */
  readonly end: () => void
}

/** An admitted request. */
interface AdmittedRequest {
  readonly account: string
  /** Holds a slot, waits without a slot, waits for a slot to continue, or has ended. */
  state: 'working' | 'away' | 'returning' | 'ended'
}

/** A request that gets a slot now. */
interface Turn {
  readonly account: string
  readonly resolve: () => void
}

/** A request that gets a slot again after it was away. */
interface Return extends Turn {
  readonly admitted: AdmittedRequest
}

interface Waiter {
  readonly since: number
  readonly isGone: () => boolean
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

const TICK_MS = 100
/**
 * The initial number of slots. Requests in progress share the threads, so few slots keep each order
 * short.
 */
const SLOTS_FIRST = 8
const SLOTS_MIN = 2
/**
 * All requests in progress share the threads, without turns. On two cores, 16 orders keep threads
 * and disk busy, and more would only make other accounts wait for a flood.
 */
const SLOTS_MAX = Math.max(16, 4 * availableParallelism())
/**
 * Utilization of the threads below which a slot is added, and above which one is removed. On busy
 * threads, more concurrent requests would only slow down all of them.
 */
const BUSY_ENOUGH = 0.85
const TOO_BUSY = 0.95
/** The assumed pace before the first measurement, in requests per millisecond. */
const PACE_FIRST = 0.05
const PACE_MIN = 0.001
/**
 * Averages the pace over about 10 ticks: on a busy machine one order can take three ticks, during
 * which no other starts.
 */
const WEIGHT_OF_NEW = 0.1
/**
 * In a sustained overload, the longest queue gets this part of the wait that is allowed in a burst.
 */
const STANDING_PART = 0.2
/** Requests in queues that do not move are rejected after this many times the longest wait. */
const BUDGETS_MAX = 3
/** Shorter waits are not worth giving up a slot. */
const YIELD_AFTER_MS = 10
/** Turns of other accounts before each turn of a flooding account, which always gets some. */
const WELL_BEHAVED_TURNS = 3

/** Admits requests in turns. */
export class Admission {
  readonly #limits: AdmissionLimits
  readonly #queues = new Map<string, Waiter[]>()
  readonly #returning: Return[] = []
  readonly #timer: NodeJS.Timeout
  #slots = SLOTS_FIRST
  readonly #floods = new Floods()
  #wellBehavedTurns = 0
  #working = 0
  #waiting = 0
  readonly #away: AwayRequests
  #startedSinceTick = 0
  #pace = PACE_FIRST
  #tickedAt = performance.now()
  #standingSince: number | undefined
  readonly #utilization: () => number

  constructor(limits: AdmissionLimits) {
    this.#limits = limits
    this.#away = new AwayRequests(limits.requestsMax)
    this.#utilization = limits.utilization ?? ownUtilization()
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref()
  }

  /** The number of requests that wait for a slot. */
  get waiting(): number {
    return this.#waiting
  }

  /**
   * Returns why a request of the account would not be served in time, or undefined if it would be.
   */
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

  /** Resolves when the request gets a slot. Rejects if it does not get one in time. */
  async enter(account: string, isGone: () => boolean): Promise<Permit> {
    const shed = this.shedding(account)
    if (shed !== undefined) throw overloaded(shed.retryAfterSeconds)
    if (this.#working < this.#slots && this.#waiting === 0 && this.#returning.length === 0) {
      this.#take(account)
    } else {
      await this.#wait(account, isGone)
    }
    const admitted: AdmittedRequest = { account, state: 'working' }
    return {
      yieldSlot: (waiting) => this.#yieldSlot(admitted, waiting),
      end: () => this.#end(admitted),
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #isFull(account: string): boolean {
    const inProgress = this.#working + this.#waiting + this.#away.total
    return inProgress >= this.#limits.requestsMax || this.#away.isFull(account)
  }

  #wait(account: string, isGone: () => boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const queue = this.#queues.get(account) ?? []
    this.#queues.set(account, queue)
    queue.push({ since: performance.now(), isGone, resolve, reject })
    this.#waiting += 1
    this.#standingSince ??= performance.now()
    return promise
  }

  async #yieldSlot<T>(admitted: AdmittedRequest, waiting: () => Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.#goAway(admitted), YIELD_AFTER_MS)
    try {
      return await waiting()
    } finally {
      clearTimeout(timer)
      if (admitted.state === 'away') await this.#return(admitted)
    }
  }

  #goAway(admitted: AdmittedRequest): void {
    if (admitted.state !== 'working') return
    admitted.state = 'away'
    this.#away.begin(admitted.account)
    this.#leave(admitted.account)
  }

  /**
   * Requests that return from a wait go first, so that started work finishes before new work
   * starts.
   */
  #return(admitted: AdmittedRequest): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { account } = admitted
    admitted.state = 'returning'
    this.#away.end(account)
    this.#returning.push({ account, resolve, admitted })
    this.#serve()
    return promise
  }

  /** A request can end while it is away: if its thread dies, its wait never ends. */
  #end(admitted: AdmittedRequest): void {
    const { account, state } = admitted
    admitted.state = 'ended'
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
      const next = this.#nextReturning() ?? this.#nextQueued()
      if (next === undefined) return
      this.#take(next.account)
      next.resolve()
    }
  }

  #nextReturning(): Turn | undefined {
    for (;;) {
      const next = this.#returning.shift()
      if (next === undefined) return undefined
      if (next.admitted.state === 'returning') {
        next.admitted.state = 'working'
        return next
      }
      // The request has ended meanwhile, so it gets no slot.
      next.resolve()
    }
  }

  /**
   * Returns the first request of the queue whose turn it is. That queue then goes behind all
   * others.
   */
  #nextQueued(): Turn | undefined {
    for (;;) {
      const account = this.#nextAccount()
      if (account === undefined) return undefined
      const queue = this.#queues.get(account) ?? []
      const waiter = queue.shift()
      this.#queues.delete(account)
      if (queue.length > 0) this.#queues.set(account, queue)
      if (waiter === undefined) continue
      this.#waiting -= 1
      if (this.#waiting === 0) this.#standingSince = undefined
      // The client may have disconnected. Also, requests that arrived in the same instant were all
      // admitted, and those before this one may have filled the account's share of requests that
      // are away.
      if (waiter.isGone() || this.#away.isFull(account)) {
        waiter.reject(overloaded(1))
        continue
      }
      this.#startedSinceTick += 1
      return { account, resolve: waiter.resolve }
    }
  }

  /**
   * Returns the account whose turn it is. While others wait, a flooding account gets only an
   * occasional turn.
   */
  #nextAccount(): string | undefined {
    const wellBehaved = this.#queues.keys().find((account) => !this.#floods.has(account))
    const flood = this.#queues.keys().find((account) => this.#floods.has(account))
    if (flood === undefined || this.#floods.isFull()) return wellBehaved
    if (wellBehaved === undefined) return flood
    this.#wellBehavedTurns =
      this.#wellBehavedTurns < WELL_BEHAVED_TURNS ? this.#wellBehavedTurns + 1 : 0
    return this.#wellBehavedTurns > 0 ? wellBehaved : flood
  }

  /**
   * Returns the expected wait. Because queues take turns, at most one request of each other queue
   * goes before each request of this account.
   */
  #expectedMs(account: string): number {
    if (this.#waiting === 0) return 0
    const own = this.#queues.get(account)?.length ?? 0
    let before = own
    for (const [other, queue] of this.#queues) {
      if (other !== account) before += Math.min(queue.length, own + 1)
    }
    return before / this.#pace
  }

  /**
   * Returns the longest allowed wait. In a sustained overload, only the longest queue gets a
   * shorter one, because it is the queue that makes others wait.
   */
  #budgetMs(account: string): number {
    const { waitingMsMax } = this.#limits
    const since = this.#standingSince
    const standing = since !== undefined && performance.now() - since > waitingMsMax
    if (!standing) return waitingMsMax
    const own = this.#queues.get(account)?.length ?? 0
    const isLongest = this.#queues.values().every(({ length }) => length <= own)
    return isLongest ? waitingMsMax * STANDING_PART : waitingMsMax
  }

  #tick(): void {
    const at = performance.now()
    const tookMs = at - this.#tickedAt
    this.#tickedAt = at
    const pace = Math.max(PACE_MIN, this.#startedSinceTick / tookMs)
    this.#startedSinceTick = 0
    // Without a queue, the clients and not this process limit the pace, so a measurement can only
    // raise the estimate.
    this.#pace = this.#waiting > 0 ? blended(this.#pace, pace) : Math.max(this.#pace, pace)
    this.#fitSlots()
    this.#floods.forget(at)
    this.#rejectStale(at - BUDGETS_MAX * this.#limits.waitingMsMax)
    this.#serve()
  }

  /**
   * Adds a slot while requests wait although the threads are idle. Removes one while the threads
   * are never idle.
   */
  #fitSlots(): void {
    const utilization = this.#utilization()
    if (this.#waiting === 0) return
    if (utilization < BUSY_ENOUGH) this.#slots = Math.min(SLOTS_MAX, this.#slots + 1)
    if (utilization > TOO_BUSY) this.#slots = Math.max(SLOTS_MIN, this.#slots - 1)
  }

  #rejectStale(before: number): void {
    for (const [account, queue] of this.#queues) {
      while (queue[0] !== undefined && queue[0].since < before) {
        queue.shift()?.reject(overloaded(Math.ceil(this.#limits.waitingMsMax / 1000)))
        this.#waiting -= 1
      }
      if (queue.length === 0) this.#queues.delete(account)
    }
    if (this.#waiting === 0) this.#standingSince = undefined
  }
}

/** Returns a function that returns how busy this thread was since the last call. */
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

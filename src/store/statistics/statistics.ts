/**
 * Figures that were counted once are kept: orders and pulls that have ended change no more. What is
 * asked for often counts the newest minutes alone. Each process keeps its own.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { HOUR_MS, MINUTE_MS } from '../../time.ts'
import type { Database, Value } from '../engine/database.ts'
import { listPurges } from '../retention/purge-records.ts'
import {
  countStatistics,
  type HourRange,
  joined,
  type MomentRange,
  type Statistics,
  summed,
  within,
} from './counts.ts'

/** What is journaled late, or by a replica whose clock is behind, is there after so long. */
const LAG_MS = 3 * MINUTE_MS
/** What is counted in one read. With SQLite the thread that reads does nothing else meanwhile. */
const ORDERS_A_READ_MAX = { sqlite: 1_000, postgres: 20_000 } as const
/** The longest that figures are asked for. */
const HOURS_KEPT_MAX = 24 * 31
const ACCOUNTS_KEPT_MAX = 50
/** Of orders that still run, so much around them is counted anew until they have ended. */
const OPEN_MS = 1_000
const PURGES_SEEN_MAX = 4

/** The kept figures of a database: of all orders, and of accounts that were asked for. */
export class KeptStatistics {
  readonly #all: Counted
  readonly #accounts = new Map<string, Counted>()
  readonly #newCounted: (account: string | undefined) => Counted

  constructor(database: Database, ordersAReadMax: number = ORDERS_A_READ_MAX[database.engine]) {
    this.#newCounted = (account) => new Counted(database, account, ordersAReadMax)
    this.#all = this.#newCounted(undefined)
  }

  /** The figures of whole hours as they are at this moment. */
  async between(range: HourRange, account: string | undefined, now: number): Promise<Statistics> {
    return await this.#counted(account).of(range, now)
  }

  /** Counts a part of what is not kept yet; false where there is none. */
  async update(now: number): Promise<boolean> {
    return await this.#all.advance(now)
  }

  #counted(account: string | undefined): Counted {
    if (account === undefined) return this.#all
    const counted = this.#accounts.get(account) ?? this.#newCounted(account)
    this.#accounts.delete(account)
    this.#accounts.set(account, counted)
    // The first is the one that was not asked for the longest.
    const [first = account] = this.#accounts.keys()
    if (this.#accounts.size > ACCOUNTS_KEPT_MAX) this.#accounts.delete(first)
    return counted
  }
}

/** What was counted of one account, or of all, from a moment up to another without a gap. */
class Counted {
  readonly #database: Database
  readonly #account: string | undefined
  readonly #ordersAReadMax: number
  #from = 0
  #to = 0
  readonly #hours = new Map<number, Statistics>()
  /** By their beginnings, times between the two in which something still ran; not in the hours. */
  readonly #open = new Map<number, Statistics>()
  #purges = ''
  #turn: Promise<unknown> = Promise.resolve()

  constructor(database: Database, account: string | undefined, ordersAReadMax: number) {
    this.#database = database
    this.#account = account
    this.#ordersAReadMax = ordersAReadMax
  }

  async of(range: HourRange, now: number): Promise<Statistics> {
    await this.#alone(() => this.#refresh(now))
    for (;;) {
      while (await this.#alone(() => this.#step(now, range.from * HOUR_MS)))
        await yieldToEventLoop()
      const figures = await this.#alone(() => this.#gathered(range))
      if (figures !== undefined) return figures
    }
  }

  advance(now: number): Promise<boolean> {
    return this.#alone(async () => {
      await this.#refresh(now)
      return await this.#step(now, oldestOf(now))
    })
  }

  /** What is kept of a range with what is too new to be; undefined where some of it was forgotten. */
  async #gathered(range: HourRange): Promise<Statistics | undefined> {
    const since = range.from * HOUR_MS
    if (this.#from > since) return undefined
    const hours = [...this.#hours].filter(([hour]) => hour >= range.from && hour < range.to)
    const open = [...this.#open.values()].map((figures) => within(range, figures))
    const newest = { from: Math.max(this.#to, since), to: range.to * HOUR_MS }
    return joined([...hours.map(([, own]) => own), ...open, ...(await this.#newest(newest))])
  }

  /** One after another: of two that ask at once, the second finds what the first has counted. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work)
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  /** Counts the next part up to what is settled, then one before what is kept. */
  async #step(now: number, since: number): Promise<boolean> {
    const settled = Math.max(this.#to, openTimeOf(now - LAG_MS))
    if (this.#to === 0) this.#from = this.#to = settled
    if (this.#to < settled) {
      const to = await this.#cut({ from: this.#to, to: settled }, 'asc')
      await this.#keep({ from: this.#to, to })
      this.#to = to
      return true
    }
    if (this.#from <= since) return false
    const from = await this.#cut({ from: since, to: this.#from }, 'desc')
    await this.#keep({ from, to: this.#from })
    this.#from = from
    return true
  }

  /** Forgets what is too old or was purged, and counts anew what was open. */
  async #refresh(now: number): Promise<void> {
    this.#forget(oldestOf(now))
    const purges = await listPurges(this.#database, PURGES_SEEN_MAX)
    const seen = JSON.stringify(purges)
    if (seen !== this.#purges) {
      const scopes = purges.flatMap(({ scope }) => [scope.refusalsBefore, scope.inquiriesBefore])
      this.#forget(Math.ceil(Math.max(...scopes, 0) / HOUR_MS) * HOUR_MS)
      this.#purges = seen
    }
    if (this.#open.size === 0) return
    const open = await openTimes(this.#database)
    for (const from of this.#open.keys()) await this.#reopen(from, open.has(from))
  }

  /** An hour's beginning or later than all that is kept: no hour is cut in two. */
  #forget(before: number): void {
    const edge = Math.min(before, this.#to)
    if (edge <= this.#from) return
    for (const hour of this.#hours.keys()) if (hour * HOUR_MS < edge) this.#hours.delete(hour)
    for (const from of this.#open.keys()) if (from < edge) this.#open.delete(from)
    this.#from = edge
  }

  async #reopen(from: number, isOpen: boolean): Promise<void> {
    const figures = await this.#count({ from, to: from + OPEN_MS })
    if (isOpen) this.#open.set(from, figures)
    else {
      this.#open.delete(from)
      this.#add(figures)
    }
  }

  /**
   * What is open is looked for first: what ends meanwhile is counted anew, and not missed. All is
   * counted before any of it is kept: of a part that could not be counted nothing counts twice.
   */
  async #keep({ from, to }: MomentRange): Promise<void> {
    const times = await openTimes(this.#database)
    const inside = [...times].filter((time) => time >= from && time < to)
    const closed: Statistics[] = []
    const open: [number, Statistics][] = []
    let next = from
    for (const time of inside.sort((one, other) => one - other)) {
      if (next < time) closed.push(await this.#count({ from: next, to: time }))
      next = time + OPEN_MS
      open.push([time, await this.#count({ from: time, to: next })])
    }
    if (next < to) closed.push(await this.#count({ from: next, to }))
    this.#add(joined(closed))
    for (const [time, figures] of open) this.#open.set(time, figures)
  }

  #add(figures: Statistics): void {
    const rows = [...figures.orders, ...figures.pulls, ...figures.charges]
    for (const hour of new Set(rows.map((row) => row.hour))) {
      const own = within({ from: hour, to: hour + 1 }, figures)
      const before = this.#hours.get(hour)
      this.#hours.set(hour, summed(before === undefined ? own : joined([before, own])))
    }
  }

  /** What is too new to be kept. */
  async #newest({ from, to }: MomentRange): Promise<readonly Statistics[]> {
    const counted: Statistics[] = []
    while (from < to) {
      const next = await this.#cut({ from, to }, 'asc')
      counted.push(await this.#count({ from, to: next }))
      from = next
      await yieldToEventLoop()
    }
    return counted
  }

  #count(range: MomentRange): Promise<Statistics> {
    return countStatistics(this.#database, range, this.#account)
  }

  /** Where a part of the range ends that is counted in one read, from its beginning or its end. */
  async #cut({ from, to }: MomentRange, direction: 'asc' | 'desc'): Promise<number> {
    const params: Value[] = [from, to, ...(this.#account === undefined ? [] : [this.#account])]
    const [row] = await this.#database.read<{ received_at: number }>({
      sql: `select received_at from orders where received_at >= $1 and received_at < $2
        ${this.#account === undefined ? '' : 'and account = $3'}
        order by received_at ${direction} limit 1 offset ${this.#ordersAReadMax}`,
      params,
    })
    if (row === undefined) return direction === 'asc' ? to : from
    const moment = openTimeOf(row.received_at)
    return direction === 'asc' ? Math.max(moment, from + OPEN_MS) : moment
  }
}

/** The hour before which nobody asks. */
function oldestOf(now: number): number {
  return (Math.floor(now / HOUR_MS) + 1 - HOURS_KEPT_MAX) * HOUR_MS
}

/** Parts that are counted begin and end where such a time does. */
function openTimeOf(moment: number): number {
  return Math.floor(moment / OPEN_MS) * OPEN_MS
}

/** Told to begin with the index of leases, SQLite looks at what runs alone, and then at its pulls. */
const RUNNING = "o.state = 'running' and o.lease_until > 0"

/** The times in which something is that still runs, of whatever account. */
async function openTimes(database: Database): Promise<ReadonlySet<number>> {
  const read = (sql: string) => database.read<{ moment: number }>({ sql, params: [] })
  const orders = await read(`select o.received_at as moment from orders o where ${RUNNING}`)
  // Most of the time nothing runs, and PostgreSQL may take long to find that none of the pulls does.
  const pulls =
    orders.length === 0
      ? []
      : await read(`select p.started_at as moment from orders o cross join pulls p
          where ${RUNNING} and p.order_id = o.id and p.state = 'intended'`)
  return new Set([...orders, ...pulls].map(({ moment }) => openTimeOf(moment)))
}

/**
 * The hosts of a PostgreSQL cluster, of which only the primary is used. Each new connection asks
 * its server for its role. A server that was replaced while it was cut off may still believe that
 * it is the primary. It is recognized by its timeline, which every promotion raises. If a URL names
 * several hosts, all of them are asked every second, because a frozen server does not report that
 * it has failed.
 */
import pg, { type ClientBase } from 'pg'
import { hostUrls } from '../../settings/database-url.ts'
import { connectionProblem, isUnreachable } from './postgres-errors.ts'

/** A server that was reached but must not be used. */
export class NotPrimary extends Error {
  override readonly name = 'NotPrimary'
}

/** Standbys are in recovery. The primary is not. */
const ROLE = 'select pg_is_in_recovery() as standby'
const TIMELINE = 'select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline'

/** The role that a server reports. */
export interface HostRole {
  readonly isPrimary: boolean
  /** Rises with each promotion. 0 for a standby, and for managed servers that do not report it. */
  readonly timeline: number
}

type Asked = Pick<ClientBase, 'query'>

async function roleOf(client: Asked): Promise<HostRole> {
  const { rows } = await client.query<{ standby: boolean }>(ROLE)
  const isPrimary = rows[0]?.standby === false
  return { isPrimary, timeline: isPrimary ? await timelineOf(client) : 0 }
}

async function timelineOf(client: Asked): Promise<number> {
  try {
    const { rows } = await client.query<{ timeline: string }>(TIMELINE)
    return Number.parseInt(rows[0]?.timeline ?? '0', 16)
  } catch {
    return 0
  }
}

/** With several hosts, a host that does not respond must not use up the time of the others. */
export const HOST_TIMEOUT_MS = 2_000
/** Once a host has responded, how long the others have to report that they are the primary. */
const OTHERS_MS = 1_000
/** Once a primary has responded, how long the others have to report that they are a newer one. */
const NEWER_MS = 300
const WATCH_EVERY_MS = 1_000

/** A host that is asked for its role. */
export interface HostProbe {
  /** Returns the role of the server, or undefined if it does not respond in time. */
  ask(): Promise<HostRole | undefined>
  /** Returns why the last question failed, if there is advice about it. */
  problem?(): string | undefined
  close(): void
}

/** Closes a connection without a message, because a frozen server would never respond to one. */
export function cut(client: pg.Client): void {
  client.connection.stream.destroy()
}

/**
 * Returns a probe that asks a host over a separate connection, which stays open. A standby's
 * connection survives its promotion.
 */
function probeOf(url: string): HostProbe {
  let client: pg.Client | undefined
  let asking: Promise<HostRole | undefined> | undefined
  let problem: string | undefined
  const close = () => {
    if (client !== undefined) cut(client)
    client = undefined
  }
  const connected = async () => {
    if (client !== undefined) return client
    client = new pg.Client({
      connectionString: url,
      application_name: 'trimerge watch',
      connectionTimeoutMillis: HOST_TIMEOUT_MS,
      query_timeout: HOST_TIMEOUT_MS,
    })
    client.on('error', close)
    await client.connect()
    return client
  }
  const ask = async () => {
    try {
      return await roleOf(await connected())
    } catch (error) {
      // That one of several hosts is down is no reason why none of them is the primary.
      problem = isUnreachable(error) ? undefined : connectionProblem(error)
      close()
      return undefined
    } finally {
      asking = undefined
    }
  }
  return {
    ask: () => {
      asking ??= ask()
      return asking
    },
    problem: () => problem,
    close,
  }
}

/** The state of the hosts: which one is the primary, and which connections are outdated. */
export class PostgresHosts {
  /** In the order of the URL. A single entry if the URL names one host. */
  readonly urls: readonly string[]
  /** Called when another host has become the primary, to close the connections to other hosts. */
  onReplaced: () => void = () => undefined
  readonly #probes: readonly HostProbe[]
  #current = 0
  #timeline = 0
  /** Rises when the primary may have changed. Connections from before are no longer used. */
  #epoch = 0
  readonly #epochs = new WeakMap<object, number>()
  #isUnsure: boolean
  #looking: Promise<boolean> | undefined
  #watch: NodeJS.Timeout | undefined

  constructor(url: string, probe = probeOf) {
    this.urls = hostUrls(url)
    this.#isUnsure = this.isCluster
    this.#probes = this.isCluster ? this.urls.map(probe) : []
  }

  get isCluster(): boolean {
    return this.urls.length > 1
  }

  /** The URL of the host that is, or may be, the primary. */
  get url(): string {
    return this.urls[this.#current] ?? ''
  }

  /** Starts to ask all hosts every second. */
  watch(): void {
    if (this.isCluster) this.#watch = setInterval(() => void this.look(), WATCH_EVERY_MS).unref()
  }

  close(): void {
    clearInterval(this.#watch)
    for (const probe of this.#probes) probe.close()
  }

  /** Looks for the primary before a call, unless it is known. Throws if no host is the primary. */
  async settle(): Promise<void> {
    if (!this.#isUnsure || (await this.look())) return
    const [problem] = this.#probes.flatMap((probe) => probe.problem?.() ?? [])
    throw new NotPrimary(problem ?? 'no host is the primary')
  }

  /** Asks all hosts which of them is the primary. Returns false if none that responded is. */
  look(): Promise<boolean> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #look(): Promise<boolean> {
    const roles = await this.#askAll()
    let best = -1
    for (const [index, role] of roles.entries()) {
      if (!role?.isPrimary || !this.#mayBeCurrent(role)) continue
      const lead = role.timeline - (roles[best]?.timeline ?? -1)
      if (lead > 0 || (lead === 0 && index === this.#current)) best = index
    }
    if (best === -1) return false
    if (best !== this.#current) {
      this.#current = best
      this.#replaced()
    }
    this.#learnTimeline(roles[best]?.timeline ?? 0)
    this.#isUnsure = false
    return true
  }

  /** Returns the responses by host, without those that arrive too late. */
  #askAll(): Promise<readonly (HostRole | undefined)[]> {
    const { promise, resolve } = Promise.withResolvers<readonly (HostRole | undefined)[]>()
    const roles: (HostRole | undefined)[] = this.#probes.map(() => undefined)
    const timers: NodeJS.Timeout[] = []
    const endAfter = (ms: number) => timers.push(setTimeout(() => resolve(roles), ms))
    const answers = this.#probes.map(async (probe, index) => {
      const role = await probe.ask()
      roles[index] = role
      if (role !== undefined) endAfter(role.isPrimary ? NEWER_MS : OTHERS_MS)
    })
    endAfter(HOST_TIMEOUT_MS)
    void Promise.all(answers).then(() => resolve(roles))
    return promise.finally(() => timers.map(clearTimeout))
  }

  /**
   * Asks a new connection for the role of its server. Throws `NotPrimary` if it must not be used.
   */
  async verify(client: Asked): Promise<void> {
    const role = await roleOf(client)
    if (!role.isPrimary) {
      this.suspect()
      throw new NotPrimary('the server is a read-only standby; point database-url to the primary')
    }
    if (!this.#mayBeCurrent(role)) {
      this.suspect()
      throw new NotPrimary('the server was replaced by another primary')
    }
    this.#learnTimeline(role.timeline)
    this.#epochs.set(client, this.#epoch)
  }

  #mayBeCurrent({ timeline }: HostRole): boolean {
    return timeline === 0 || timeline >= this.#timeline
  }

  #learnTimeline(timeline: number): void {
    if (timeline <= this.#timeline) return
    // After a promotion, earlier connections may be to the server that was replaced.
    if (this.#timeline > 0) this.#replaced()
    this.#timeline = timeline
  }

  #replaced(): void {
    this.#epoch += 1
    this.onReplaced()
  }

  /** Returns whether a connection is from before the primary changed. */
  isStale(client: object): boolean {
    return this.#epochs.get(client) !== this.#epoch
  }

  /** Notes that a host cannot be reached or hung up. All hosts are asked before the next use. */
  suspect(): void {
    this.#isUnsure = this.isCluster
  }

  /** Notes that the server is shutting down or read-only. No open connection is used again. */
  doubt(): void {
    this.#epoch += 1
    this.suspect()
  }
}

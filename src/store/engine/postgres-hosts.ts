/**
 * The hosts of a PostgreSQL cluster, of which only the primary is used. Each new connection asks its
 * server for its role. A server that was replaced while it was cut off may still take itself for the
 * primary: it is known by its timeline, which every promotion raises. Where a URL names several
 * hosts, all of them are asked every second, because a server that is frozen says nothing of its end.
 */
import pg, { type ClientBase } from 'pg'
import { connectionProblem } from './postgres-connection.ts'

/** A server that is reached and must not be used. */
export class NotPrimary extends Error {
  override readonly name = 'NotPrimary'
}

const MULTIPLE = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?@]+)(.*)$/s

/** The URL of each host that a URL names: `postgres://user@one:5432,two:5432/name`. */
export function hostUrls(url: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = MULTIPLE.exec(url) ?? []
  if (!hosts.includes(',')) return [url]
  return hosts.split(',').map((host) => `${before}${host.trim()}${after}`)
}

/** Standbys are in recovery; only a primary is not. */
const ROLE = 'select pg_is_in_recovery() as standby'
const TIMELINE = 'select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline'

/** What a server says of itself. */
export interface HostRole {
  readonly isPrimary: boolean
  /** Rises with each promotion; 0 for a standby, and for managed servers that do not give it. */
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

/** Of several hosts, one that says nothing must not use up the time of the others. */
export const HOST_TIMEOUT_MS = 2_000
/** Once a host has answered, how long the others have to say that they are the primary. */
const OTHERS_MS = 1_000
/** Once a primary has answered, how long the others have to say that they are a newer one. */
const NEWER_MS = 300
const WATCH_EVERY_MS = 1_000

/** A host as it is asked for its role, and how that ends. */
export interface HostProbe {
  /** What the server says, or nothing where it does not say it in time. */
  ask(): Promise<HostRole | undefined>
  /** What the last question failed by, where it is known what to do about it. */
  problem?(): string | undefined
  close(): void
}

/** Ends a connection without a word: a frozen server would never answer to one. */
export function cut(client: pg.Client): void {
  client.connection.stream.destroy()
}

/** Asks a host over a connection of its own, which stays: a standby's survives its promotion. */
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
      problem = connectionProblem(error)
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

/** What is known of the hosts: which is the primary, and which connections are from before. */
export class PostgresHosts {
  /** In the order of the URL; one where it names one host. */
  readonly urls: readonly string[]
  /** Is called when another host has become the primary: what is connected to others is to be cut. */
  onReplaced: () => void = () => undefined
  readonly #probes: readonly HostProbe[]
  #current = 0
  #timeline = 0
  /** Rises when the primary may be another: connections of before are not used any more. */
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

  /** Begins to ask all hosts every second. */
  watch(): void {
    if (this.isCluster) this.#watch = setInterval(() => void this.look(), WATCH_EVERY_MS).unref()
  }

  close(): void {
    clearInterval(this.#watch)
    for (const probe of this.#probes) probe.close()
  }

  /** Looks for the primary before a call, unless it is known. Throws where no host is one. */
  async settle(): Promise<void> {
    if (!this.#isUnsure || (await this.look())) return
    const [problem] = this.#probes.flatMap((probe) => probe.problem?.() ?? [])
    throw new NotPrimary(problem ?? 'no host is the primary')
  }

  /** Asks all hosts which of them is the primary. False: none of those that answered. */
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

  /** The answers by host; those that come too late are left out. */
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

  /** Asks a new connection for its role. Throws `NotPrimary` where it must not be used. */
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
    // A promotion: what was connected before may be to the server that it replaced.
    if (this.#timeline > 0) this.#replaced()
    this.#timeline = timeline
  }

  #replaced(): void {
    this.#epoch += 1
    this.onReplaced()
  }

  /** Whether a connection is from before the primary changed. */
  isStale(client: object): boolean {
    return this.#epochs.get(client) !== this.#epoch
  }

  /** A host could not be reached, or hung up: it is not connected to before all were asked. */
  suspect(): void {
    this.#isUnsure = this.isCluster
  }

  /** The server said that it is going, or that it only reads: no connection is used unasked. */
  doubt(): void {
    this.#epoch += 1
    this.suspect()
  }
}

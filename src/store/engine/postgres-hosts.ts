/**
 * The hosts of a PostgreSQL cluster. Each new connection asks its server for its role; only the
 * primary is used. A server that was replaced while it was cut off may still take itself for the
 * primary: it is known by its timeline, which every promotion raises.
 */
import type { ClientBase } from 'pg'

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

const ROLE = 'select pg_is_in_recovery() as standby'
const TIMELINE = 'select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline'

/** The timeline of a primary; 0 where the server does not tell, as some managed ones. */
async function timelineOf(client: Pick<ClientBase, 'query'>): Promise<number> {
  try {
    const { rows } = await client.query<{ timeline: string }>(TIMELINE)
    return Number.parseInt(rows[0]?.timeline ?? '0', 16)
  } catch {
    return 0
  }
}

/** What is known of the hosts: which is the primary, and which connections are from before. */
export class PostgresHosts {
  readonly urls: readonly string[]
  #current = 0
  #timeline = 0
  /** Rises when the primary may be another: connections of before are not used any more. */
  #epoch = 0
  readonly #epochs = new WeakMap<object, number>()

  constructor(url: string) {
    this.urls = hostUrls(url)
  }

  /** The URL of the host that is, or may be, the primary. */
  get url(): string {
    return this.urls[this.#current] ?? ''
  }

  /** Goes on to the next host, unless another connection has done so since. */
  leave(url: string): void {
    if (url === this.url) this.#current = (this.#current + 1) % this.urls.length
  }

  /** Asks a new connection for its role. Throws `NotPrimary` where it must not be used. */
  async verify(client: Pick<ClientBase, 'query'>): Promise<void> {
    const { rows } = await client.query<{ standby: boolean }>(ROLE)
    if (rows[0]?.standby !== false) {
      throw new NotPrimary('the server is a read-only standby; point database-url to the primary')
    }
    const timeline = await timelineOf(client)
    if (timeline > 0 && timeline < this.#timeline)
      throw new NotPrimary('the server was replaced by another primary')
    if (timeline > this.#timeline) {
      // A promotion: what was connected before may be to the server that it replaced.
      if (this.#timeline > 0) this.#epoch += 1
      this.#timeline = timeline
    }
    this.#epochs.set(client, this.#epoch)
  }

  /** Whether a connection is from before the primary changed. */
  isStale(client: object): boolean {
    return this.#epochs.get(client) !== this.#epoch
  }

  /** The server said that it is going, or that it only reads: no connection is used unasked. */
  doubt(): void {
    this.#epoch += 1
  }
}

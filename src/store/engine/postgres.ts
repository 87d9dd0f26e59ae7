/** The PostgreSQL driver, for several replicas. Each unit is one transaction. */
import type { Writable } from 'node:stream'
import pg, { type CustomTypesConfig, type PoolClient, type PoolConfig } from 'pg'
import {
  type ConnectionCounts,
  type Database,
  DatabaseUnavailable,
  DatabaseUnsafe,
  type Row,
  type Statement,
  type StatementFailed,
  type Unit,
  UnitRejected,
} from './database.ts'
import { withDatabaseName, withTlsMode } from './postgres-connection.ts'
import {
  commitDoubt,
  connectionProblem,
  isRepeatable,
  postgresFailureOf,
  sqlStateOf,
  statementFailed,
  WARNING,
} from './postgres-errors.ts'
import { cut, HOST_TIMEOUT_MS, NotPrimary, PostgresHosts } from './postgres-hosts.ts'

/** The size of the connection pool, and the time-outs. */
export interface PostgresLimits {
  /** For each process. The server's own limit must allow the connections of all replicas. */
  readonly connectionsMax: number
  /** Also limits the wait for a free connection of the pool. */
  readonly connectTimeoutMs: number
  /** After this time, the server cancels a statement. */
  readonly statementTimeoutMs: number
  /**
   * The time beyond a statement's time-out after which the service stops waiting for the server. A
   * server that is still silent has failed, or waits for its standby. The server limits only
   * statements, and not that wait.
   */
  readonly silenceMs: number
  /** After this time, the server cancels a vacuum of wrapped keys. Millions take minutes. */
  readonly vacuumTimeoutMs: number
}

/** Limits for a server nearby. An order that would wait longer is better rejected at once. */
export const POSTGRES_LIMITS: PostgresLimits = {
  connectionsMax: 20,
  connectTimeoutMs: 5_000,
  statementTimeoutMs: 15_000,
  silenceMs: 5_000,
  vacuumTimeoutMs: 600_000,
}

// If two units lock the same rows in different order, one is rolled back and may run again.
const REPEATS_MAX = 3

/** Opens a pool of connections. Rejects a server that acknowledges commits before flushing them. */
export async function openPostgres(
  url: string,
  limits: PostgresLimits = POSTGRES_LIMITS,
): Promise<Database> {
  const hosts = new PostgresHosts(withTlsMode(withDatabaseName(url)))
  const pool = new pg.Pool(poolConfig(hosts, limits))
  // The pool drops a connection that breaks while idle. Without a listener, the error would end the
  // process.
  pool.on('error', () => hosts.suspect())
  hosts.watch()
  const database = new PostgresDatabase(hosts, pool, limits)
  try {
    await assertFlushing(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

class PostgresDatabase implements Database {
  readonly engine = 'postgres'
  readonly #hosts: PostgresHosts
  readonly #pool: pg.Pool
  readonly #limits: PostgresLimits
  readonly #inProgress = new Set<Promise<void>>()
  #closed = false

  constructor(hosts: PostgresHosts, pool: pg.Pool, limits: PostgresLimits) {
    this.#hosts = hosts
    this.#pool = pool
    this.#limits = limits
  }

  async read<R extends Row = Row>({ sql, params }: Statement): Promise<readonly R[]> {
    this.#assertOpen()
    const client = await this.#take()
    const ignore = () => undefined
    client.on('error', ignore)
    let failed: unknown
    try {
      const { rows } = await client.query<R>(sql, [...params])
      return rows
    } catch (error) {
      failed = error
      if (postgresFailureOf(error) !== 'database') throw statementFailed(error)
      this.#noteFailure(error)
      throw unavailable(error)
    } finally {
      client.off('error', ignore)
      client.release(failed instanceof Error ? failed : undefined)
    }
  }

  async commit(unit: Unit): Promise<void> {
    this.#assertOpen()
    const work = this.#commitRepeating(unit)
    this.#inProgress.add(work)
    try {
      await work
    } finally {
      this.#inProgress.delete(work)
    }
  }

  async scrub(): Promise<boolean> {
    this.#assertOpen()
    return await vacuumKeys(this.#hosts.url, this.#limits)
  }

  readonly connections = (): ConnectionCounts => {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await Promise.allSettled(this.#inProgress)
    this.#hosts.close()
    await this.#pool.end()
  }

  #assertOpen(): void {
    if (this.#closed) throw new DatabaseUnavailable('the database is closed')
  }

  /**
   * Returns a connection to the primary: one from the pool, or a new one to the current primary.
   */
  async #take(): Promise<PoolClient> {
    for (let failures = 0; ; ) {
      try {
        await this.#hosts.settle()
        const client = await this.#pool.connect()
        if (!this.#hosts.isStale(client)) return client
        client.release(true)
      } catch (error) {
        failures += 1
        const isBusy = (error as Error).message === POOL_BUSY
        if (!isBusy) this.#hosts.suspect()
        if (isBusy || failures >= this.#hosts.urls.length) throw unavailable(error)
      }
    }
  }

  /**
   * Notes that a server is shutting down or read-only. It may have been replaced, so its
   * connections are no longer used.
   */
  #noteFailure(error: unknown): void {
    if (/^(?:25006|57P0\d)$/.test(sqlStateOf(error) ?? '')) this.#hosts.doubt()
  }

  async #commitRepeating(unit: Unit): Promise<void> {
    for (let repeats = 0; ; repeats++) {
      const client = await this.#take()
      const outcome = await runUnit(client, unit, () => this.#hosts.isStale(client))
      if (outcome instanceof DatabaseUnavailable) this.#noteFailure(outcome.cause)
      if (outcome === undefined) return
      if (outcome !== 'repeat') throw outcome
      if (repeats === REPEATS_MAX) {
        throw new DatabaseUnavailable('the unit kept conflicting with other units')
      }
    }
  }
}

/**
 * Removes the dead rows of wrapped keys, over a separate connection, because a vacuum may take
 * longer than any statement of an order. Returns false if the server skipped a table because its
 * role lacks the right.
 */
async function vacuumKeys(url: string, limits: PostgresLimits): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'trimerge',
    connectionTimeoutMillis: limits.connectTimeoutMs,
    statement_timeout: limits.vacuumTimeoutMs,
    query_timeout: limits.vacuumTimeoutMs + limits.silenceMs,
    keepAlive: true,
  })
  const notices: unknown[] = []
  client.on('error', () => undefined).on('notice', (notice) => notices.push(notice))
  try {
    await client.connect()
    await client.query('vacuum order_keys, set_aside_keys, keys')
    // A skipped table causes only a warning, whose text is translated.
    return !notices.some((notice) => sqlStateOf(notice) === WARNING)
  } catch (error) {
    throw unavailable(error)
  } finally {
    cut(client)
  }
}

/**
 * Begins a unit. Its statements lock what must not change. A stricter isolation, which can be set for
 * a role or a server, would roll back most of many units at once.
 */
const BEGIN = 'begin isolation level read committed'

/** Runs a unit, then releases or destroys the client. Returns undefined if the unit committed. */
async function runUnit(
  client: PoolClient,
  unit: Unit,
  isStale: () => boolean,
): Promise<Error | 'repeat' | undefined> {
  const notices: unknown[] = []
  const listen = (notice: unknown) => notices.push(notice)
  // A connection that breaks reports it twice. The report that matters here goes to the running
  // query.
  const ignore = () => undefined
  client.on('notice', listen).on('error', ignore)
  let failed: unknown
  let broken = true
  try {
    // Awaited, because without a transaction, each of the following statements would be committed
    // by itself.
    await client.query(BEGIN)
    const rejected = await runStatements(client, unit)
    if (rejected !== undefined) {
      await client.query('rollback')
      broken = false
      return rejected
    }
    if (isStale()) return new DatabaseUnavailable('the server was replaced')
    notices.length = 0
    const { command } = await client.query('commit')
    // A server that was replaced in the meantime may confirm a commit that its successor never
    // received.
    broken = command !== 'COMMIT' || commitDoubt(notices) || isStale()
    return broken ? new DatabaseUnavailable('the commit was not confirmed') : undefined
  } catch (error) {
    failed = error
    return unavailable(error)
  } finally {
    client.off('notice', listen).off('error', ignore)
    client.release(broken ? (failed instanceof Error ? failed : true) : undefined)
  }
}

/**
 * Runs the statements of a transaction. The first rejected statement decides the result. All
 * statements are sent at once: waiting for each response would wake the process once per statement.
 * If a statement is rejected, the statements after it are rolled back too. Throws if the connection
 * is broken.
 */
async function runStatements(
  client: PoolClient,
  unit: Unit,
): Promise<UnitRejected | StatementFailed | 'repeat' | undefined> {
  const sent = inOnePiece(client, () =>
    unit.map(({ sql, params }) => client.query(sql, [...params])),
  )
  const ended = await Promise.allSettled(sent)
  for (const [index, one] of ended.entries()) {
    const rows = unit[index]?.rows
    if (one.status === 'fulfilled') {
      if (rows !== undefined && rows !== one.value.rowCount) return new UnitRejected(index, 'rows')
      continue
    }
    const failure = postgresFailureOf(one.reason)
    if (failure === 'constraint') return new UnitRejected(index, 'constraint')
    if (failure === 'statement') return statementFailed(one.reason)
    if (isRepeatable(one.reason)) return 'repeat'
    throw one.reason
  }
  return undefined
}

/**
 * Sends the queries of a connection together. Otherwise each query would need its own system call,
 * and would wake the server.
 */
function inOnePiece<Result>(client: PoolClient, send: () => Result): Result {
  // The types of the library omit the connection.
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } })
    .connection
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}

// With `off`, the server acknowledges commits that a crash loses. A client could then get the
// response to an order that no longer exists.
async function assertFlushing(database: Database): Promise<void> {
  const sql = "select current_setting('synchronous_commit') as synchronous_commit"
  const [row] = await database.read<{ synchronous_commit: string }>({ sql, params: [] })
  if (row?.synchronous_commit === 'off') {
    throw new DatabaseUnsafe('PostgreSQL reports synchronous_commit = off, and on is required')
  }
}

function unavailable(cause: unknown): DatabaseUnavailable {
  const known = cause instanceof NotPrimary ? cause.message : connectionProblem(cause)
  const state = sqlStateOf(cause)
  const unknown = `PostgreSQL did not confirm${state === undefined ? '' : ` (SQLSTATE ${state})`}`
  return new DatabaseUnavailable(known ?? unknown, { cause })
}

/** The pool's error message if all of its connections are in use. */
const POOL_BUSY = 'timeout exceeded when trying to connect'

/** The maximum age of a connection. Limits the use of a server that was replaced unnoticed. */
const CONNECTION_SECONDS_MAX = 1_800
const CONNECTION_SECONDS_JITTER = 600

function poolConfig(hosts: PostgresHosts, limits: PostgresLimits): PoolConfig {
  const clients = new Map<pg.Client, string>()
  // Without this, calls would keep waiting for a server that is frozen.
  hosts.onReplaced = () => {
    for (const [client, url] of clients) if (url !== hosts.url) cut(client)
  }
  return {
    // Each new connection goes to the host that is, or may be, the primary.
    Client: class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        const { url } = hosts
        super({ ...config, connectionString: url })
        clients.set(this, url)
        this.once('end', () => clients.delete(this))
      }
    },
    // The pool awaits this promise, despite its type, and drops the connection if it rejects.
    onConnect: (client) => hosts.verify(client),
    maxLifetimeSeconds: Math.round(
      CONNECTION_SECONDS_MAX - Math.random() * CONNECTION_SECONDS_JITTER,
    ),
    application_name: 'trimerge',
    // The queries of one connection do not wait for each other's responses.
    pipeline: true,
    max: limits.connectionsMax,
    connectionTimeoutMillis: hosts.isCluster
      ? Math.min(HOST_TIMEOUT_MS, limits.connectTimeoutMs)
      : limits.connectTimeoutMs,
    statement_timeout: limits.statementTimeoutMs,
    query_timeout: limits.statementTimeoutMs + limits.silenceMs,
    // A replica that stops in the middle of a unit must not keep its locks.
    idle_in_transaction_session_timeout: limits.statementTimeoutMs,
    keepAlive: true,
    types: { getTypeParser },
  }
}

const INT8 = 20
const BYTEA = 17

/** Parses columns as `Database` promises: numbers for `bigint`, plain byte arrays for `bytea`. */
const getTypeParser: CustomTypesConfig['getTypeParser'] = (oid, format) => {
  if (oid === INT8) return Number
  if (oid === BYTEA) return plainBytes
  return pg.types.getTypeParser(oid, format)
}

function plainBytes(text: string): Uint8Array {
  // PostgreSQL writes bytes as `\x` and hexadecimal digits, or as its setting `bytea_output` says.
  if (text.startsWith('\\x')) return Uint8Array.fromHex(text.slice(2))
  return Uint8Array.from((pg.types.getTypeParser(BYTEA) as (bytes: string) => Buffer)(text))
}

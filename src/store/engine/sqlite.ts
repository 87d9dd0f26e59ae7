/**
 * SQLite, the database that needs no server: one thread writes, this thread reads. It serves one
 * process; several replicas need PostgreSQL.
 */
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import {
  type Asking,
  askThrough,
  openThreads,
  ownBytes,
  ThreadEnded,
  threadFile,
} from '../../threads/thread.ts'
import {
  type Database,
  DatabaseUnavailable,
  DatabaseUnsafe,
  type Row,
  type Statement,
  StatementFailed,
  type Unit,
  UnitRejected,
  type Value,
} from './database.ts'
import {
  BUSY_TIMEOUT_MS,
  failureOf,
  fileIdentity,
  openConnection,
  readRows,
  type SqliteConnection,
  type SqlitePlace,
  statementFailed,
} from './sqlite-connection.ts'

import type { UnitAnswer, UnitRequest } from './sqlite-group.ts'

/** Opens the database file, made with mode 0600 where it is not there yet. */
export async function openSqlite(path: string, busyTimeoutMs = BUSY_TIMEOUT_MS): Promise<Database> {
  const place = { path, busyTimeoutMs, identity: makeFile(path) }
  const thread = openThreads<UnitRequest, UnitAnswer>({
    file: threadFile('./sqlite-worker', import.meta.url),
    name: 'sqlite',
    data: place,
    limits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB_MAX },
  })
  const writer = new Writer(thread)
  await writer.open()
  const writerPort = () => {
    const { port1, port2 } = new MessageChannel()
    thread.connect(port1)
    return port2
  }
  return new SqliteDatabase(place, writer, writerPort)
}

/**
 * Opens a database that another thread of this process has opened: with a connection of its own to
 * read by, and through a port of that thread's writer. `connect` gives a port, and another one when
 * the writer has died with its own.
 */
export function openSqliteBeside(path: string, connect: () => Promise<MessagePort>): Database {
  const place = { path, busyTimeoutMs: BUSY_TIMEOUT_MS, identity: fileIdentity(path) }
  return new SqliteDatabase(place, new Writer(reconnecting(connect)))
}

/** Asks a writer through a port; a port that is closed is replaced for the next unit. */
function reconnecting(connect: () => Promise<MessagePort>): WriterEnd {
  let asking: Promise<Asking<UnitRequest, UnitAnswer>> | undefined
  return {
    ask: async (request, transfer) => {
      asking ??= connect().then((port) => askThrough(port))
      const current = asking
      try {
        return await (await current).ask(request, transfer)
      } catch (error) {
        if (asking === current) asking = undefined
        throw error
      }
    },
    close: async () => {
      const last = await asking
      last?.close()
    },
  }
}

/** Makes the file where there is none; which one it is. */
function makeFile(path: string): string {
  try {
    // SQLite gives the files beside it the same mode, so the first one decides for all.
    closeSync(openSync(path, 'a', 0o600))
    return fileIdentity(path)
  } catch (cause) {
    throw new DatabaseUnavailable('the database file cannot be opened', { cause })
  }
}

// A reader of another process that stands in the way of emptying the log is waited out so often.
const SCRUB_TRIES_MAX = 20
const SCRUB_AGAIN_MS = 100

class SqliteDatabase implements Database {
  readonly engine = 'sqlite'
  readonly #place: SqlitePlace
  readonly #writer: Writer
  #reader: SqliteConnection | undefined
  #readerIsDoubtful = false
  #closed = false
  readonly writerPort?: () => MessagePort

  constructor(place: SqlitePlace, writer: Writer, writerPort?: () => MessagePort) {
    this.#place = place
    this.#writer = writer
    if (writerPort !== undefined) this.writerPort = writerPort
    this.#reader = openConnection(place, true)
  }

  async read<R extends Row = Row>(statement: Statement): Promise<readonly R[]> {
    if (this.#closed) throw new DatabaseUnavailable('the database is closed')
    try {
      this.#reader ??= openConnection(this.#place, true)
      return readRows(this.#reader, statement) as R[]
    } catch (error) {
      if (failureOf(error) !== 'database') throw statementFailed(error)
      this.#closeReader()
      throw new DatabaseUnavailable('the database file cannot be read', { cause: error })
    }
  }

  async commit(unit: Unit): Promise<void> {
    try {
      await this.#writer.commit(unit)
    } catch (error) {
      if (error instanceof DatabaseUnavailable) this.#readerIsDoubtful = true
      throw error
    }
    this.#renewReader()
  }

  async scrub(): Promise<boolean> {
    for (let tries = 0; tries < SCRUB_TRIES_MAX; tries++) {
      if (await this.#writer.scrub()) return true
      await sleep(SCRUB_AGAIN_MS)
    }
    return false
  }

  async close(): Promise<void> {
    this.#closed = true
    // The writer is the last to leave: the last connection empties the write-ahead log.
    this.#closeReader()
    await this.#writer.close()
  }

  /**
   * After a failure the connection to read by is opened anew too: its pages and its open files are of
   * the time before. Only once the writer's new one has committed, though: up to then it keeps the
   * log from being read anew with what was written and never flushed.
   */
  #renewReader(): void {
    if (!this.#readerIsDoubtful) return
    this.#readerIsDoubtful = false
    this.#closeReader()
  }

  #closeReader(): void {
    this.#reader?.database.close()
    this.#reader = undefined
  }
}

/** By itself a thread would keep much more of what a unit leaves behind than it needs. */
const YOUNG_GENERATION_MIB_MAX = 8
/** Larger values move to the thread; copying a small one costs less than moving it. */
const MOVED_BYTES_MIN = 4_096

/** What units are given to; closing lets what was given be committed. */
interface WriterEnd {
  ask(request: UnitRequest, transfer: readonly ArrayBuffer[]): Promise<UnitAnswer>
  close(): Promise<void>
}

/** This thread's end of the writing thread, which opens the file again after a failure. */
class Writer {
  readonly #thread: WriterEnd

  constructor(thread: WriterEnd) {
    this.#thread = thread
  }

  /** Resolves once the thread holds a connection that may be trusted. */
  async open(): Promise<void> {
    const answer = await this.#ask({ unit: [] })
    if (answer.result === 'committed') return
    await this.close()
    if (answer.result === 'unsafe') throw new DatabaseUnsafe(answer.message)
    const message = 'message' in answer ? answer.message : answer.result
    throw new DatabaseUnavailable(`the database file cannot be opened: ${message}`)
  }

  async commit(unit: Unit): Promise<void> {
    const error = errorOf(await this.#ask({ unit }))
    if (error !== undefined) throw error
  }

  async scrub(): Promise<boolean> {
    const answer = await this.#ask({ unit: [], scrub: true })
    if (answer.result === 'refused') return false
    const error = errorOf(answer)
    if (error !== undefined) throw error
    return true
  }

  close(): Promise<void> {
    return this.#thread.close()
  }

  async #ask(request: UnitRequest): Promise<UnitAnswer> {
    const moved: ArrayBuffer[] = []
    const unit = request.unit.map((statement) => ({
      ...statement,
      params: statement.params.map((value) => sendable(value, moved)),
    }))
    try {
      return await this.#thread.ask({ ...request, unit }, moved)
    } catch (cause) {
      if (cause instanceof ThreadEnded) throw new DatabaseUnavailable(cause.message, { cause })
      throw cause
    }
  }
}

/** A value as it is sent; a large view becomes a copy that moves, for the caller keeps its own. */
function sendable(value: Value, moved: ArrayBuffer[]): Value {
  if (!(value instanceof Uint8Array)) return value
  if (value.byteLength < MOVED_BYTES_MIN) return ownBytes(value)
  const copy = new Uint8Array(value)
  moved.push(copy.buffer)
  return copy
}

function errorOf(answer: UnitAnswer): Error | undefined {
  switch (answer.result) {
    case 'committed':
      return undefined
    case 'refused':
      return new UnitRejected(answer.statement, answer.reason)
    case 'failed':
      return new StatementFailed(answer.message)
    case 'unavailable':
    case 'unsafe':
      return new DatabaseUnavailable('the unit could not be committed', {
        cause: new Error(answer.message),
      })
  }
}

/**
 * The SQLite driver, which needs no server: one thread writes, and this thread reads. It supports
 * one process. Several replicas need PostgreSQL.
 */
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { openPortClient, type PortClient, ThreadEnded } from '../../threads/requests.ts'
import { openThreads, threadFile } from '../../threads/thread.ts'
import {
  type Database,
  DatabaseUnavailable,
  DatabaseUnsafe,
  type Row,
  type Statement,
  StatementFailed,
  type Unit,
  UnitRejected,
} from './database.ts'
import { createOfService } from './durable-file.ts'
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
import type { WriterAnswer, WriterRequest } from './sqlite-worker.ts'
import { UnitEncoder } from './unit-codec.ts'

/** Opens the database file. Creates it with mode 0600 if it does not exist. */
export async function openSqlite(path: string, busyTimeoutMs = BUSY_TIMEOUT_MS): Promise<Database> {
  const place = { path, busyTimeoutMs, identity: makeFile(path) }
  const thread = openThreads<WriterRequest, WriterAnswer>({
    file: threadFile('./sqlite-worker', import.meta.url),
    name: 'sqlite',
    data: place,
    limits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB_MAX },
    isReused: true,
  })
  const writer = new Writer(thread)
  await writer.open(path)
  const writerPort = () => {
    const { port1, port2 } = new MessageChannel()
    thread.connect(port1)
    return port2
  }
  return new SqliteDatabase(place, writer, writerPort)
}

/**
 * Opens a database that another thread of this process has opened. Reads over a separate
 * connection, and writes through a port of that thread's writer. `connect` returns a port, and a
 * new one after the writer has died.
 */
export function openSqliteBeside(path: string, connect: () => Promise<MessagePort>): Database {
  const place = { path, busyTimeoutMs: BUSY_TIMEOUT_MS, identity: fileIdentity(path) }
  return new SqliteDatabase(place, new Writer(reconnecting(connect)))
}

/** Returns a writer behind a port. If the port closes, the next unit connects to a new one. */
function reconnecting(connect: () => Promise<MessagePort>): WriterEnd {
  let asking: Promise<PortClient<WriterRequest, WriterAnswer>> | undefined
  return {
    ask: async (request, transfer) => {
      asking ??= connect().then((port) => openPortClient(port, 'batched'))
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

/** Creates the file if it does not exist, and returns its identity. */
function makeFile(path: string): string {
  try {
    // SQLite gives the files beside it the same mode, so this mode applies to all of them.
    createOfService(path)
    closeSync(openSync(path, 'a'))
    return fileIdentity(path)
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    const remedy = ['EACCES', 'EROFS'].includes(code) ? WRITABLE : ''
    throw new DatabaseUnavailable(`the database file ${path} cannot be opened (${code})${remedy}`, {
      cause,
    })
  }
}

// A reader of another process prevents emptying the log. This is the number of retries.
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
    // The writer closes last, because the last connection empties the write-ahead log.
    this.#closeReader()
    await this.#writer.close()
  }

  /**
   * Makes the next read open a new connection after a failure, because the pages and files of the
   * old one may be outdated. This happens only once the writer's new connection has committed.
   * Until then, the old connection prevents SQLite from reading the log again, with data that was
   * written but never flushed.
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

/**
 * Without this limit, the thread would retain much more garbage of finished units than necessary.
 */
const YOUNG_GENERATION_MIB_MAX = 8

/** A destination of units. Closing it still commits the units that it was given. */
interface WriterEnd {
  ask(request: WriterRequest, transfer: readonly ArrayBuffer[]): Promise<WriterAnswer>
  close(): Promise<void>
}

const WRITABLE =
  '; even reading it needs files beside it: run the command as the user of the service, who must be able to write to the folder'

/** What to do if a file cannot be opened, by the message of SQLite. */
const OPEN_REMEDIES: readonly (readonly [RegExp, string])[] = [
  [
    /malformed|not a database/,
    '; it is damaged: move it and the files beside it that begin with its name to another folder, and restore a backup (docs/operations.md)',
  ],
  [/disk is full/, '; free space on its disk'],
  [/disk I\/O error/, '; its disk is full or fails'],
  [/readonly/, WRITABLE],
]

/** This thread's end of the writing thread, which opens the file again after a failure. */
class Writer {
  readonly #thread: WriterEnd
  readonly #encoder = new UnitEncoder()

  constructor(thread: WriterEnd) {
    this.#thread = thread
  }

  /** Resolves once the thread holds a trusted connection to the file. */
  async open(path: string): Promise<void> {
    const answer = await this.#ask({ unit: [] })
    if (answer.result === 'committed') return
    await this.close()
    if (answer.result === 'unsafe') throw new DatabaseUnsafe(answer.message)
    const message = 'message' in answer ? answer.message : answer.result
    const remedy = OPEN_REMEDIES.find(([pattern]) => pattern.test(message))?.[1] ?? ''
    throw new DatabaseUnavailable(`the database file ${path} cannot be opened: ${message}${remedy}`)
  }

  async commit(unit: Unit): Promise<void> {
    const error = errorOf(await this.#ask({ unit }))
    if (error !== undefined) throw error
  }

  async scrub(): Promise<boolean> {
    const answer = await this.#ask({ unit: [], scrub: true })
    if (answer.result === 'rejected') return false
    const error = errorOf(answer)
    if (error !== undefined) throw error
    return true
  }

  close(): Promise<void> {
    return this.#thread.close()
  }

  async #ask({ unit, scrub }: UnitRequest): Promise<UnitAnswer> {
    const answer = await this.#send(unit, scrub)
    if (answer.result !== 'texts unknown') return answer
    // A new thread writes now. It has not done anything with the unit.
    this.#encoder.reset()
    const again = await this.#send(unit, scrub)
    return again.result === 'texts unknown' ? { result: 'unavailable', message: '' } : again
  }

  async #send(unit: Unit, scrub: true | undefined): Promise<WriterAnswer> {
    const message = this.#encoder.encode(unit)
    const request = scrub === undefined ? message : { ...message, scrub }
    try {
      return await this.#thread.ask(request, [message.bytes.buffer as ArrayBuffer])
    } catch (cause) {
      if (!(cause instanceof ThreadEnded)) throw cause
      this.#encoder.reset()
      throw new DatabaseUnavailable(cause.message, { cause })
    }
  }
}

function errorOf(answer: UnitAnswer): Error | undefined {
  switch (answer.result) {
    case 'committed':
      return undefined
    case 'rejected':
      return new UnitRejected(answer.statement, answer.reason)
    case 'failed':
      return new StatementFailed(answer.message)
    case 'unavailable':
    case 'unsafe':
      return new DatabaseUnavailable(`the unit could not be committed: ${answer.message}`)
  }
}

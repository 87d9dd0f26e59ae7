/**
 * SQLite, the database that needs no server: one thread writes, this thread reads. It serves one
 * process; several replicas need PostgreSQL.
 */
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { type Asking, askThrough, ThreadEnded } from '../../threads/requests.ts'
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

/** Opens the database file, made with mode 0600 where it is not there yet. */
export async function openSqlite(path: string, busyTimeoutMs = BUSY_TIMEOUT_MS): Promise<Database> {
  const place = { path, busyTimeoutMs, identity: makeFile(path) }
  const thread = openThreads<WriterRequest, WriterAnswer>({
    file: threadFile('./sqlite-worker', import.meta.url),
    name: 'sqlite',
    data: place,
    limits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB_MAX },
    isKept: true,
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
  let asking: Promise<Asking<WriterRequest, WriterAnswer>> | undefined
  return {
    ask: async (request, transfer) => {
      asking ??= connect().then((port) => askThrough(port, 'waits'))
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

// A reader of another process prevents emptying the log; it is waited for this often.
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
   * After a failure the connection to read by is opened again too: its pages and its open files are
   * of the time before. Only once the writer's new one has committed, though: up to then it keeps
   * the log from being read again with data that was written and never flushed.
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

/** What units are given to; closing lets what was given be committed. */
interface WriterEnd {
  ask(request: WriterRequest, transfer: readonly ArrayBuffer[]): Promise<WriterAnswer>
  close(): Promise<void>
}

/** This thread's end of the writing thread, which opens the file again after a failure. */
class Writer {
  readonly #thread: WriterEnd
  readonly #encoder = new UnitEncoder()

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

  async #ask({ unit, scrub }: UnitRequest): Promise<UnitAnswer> {
    const answer = await this.#send(unit, scrub)
    if (answer.result !== 'texts unknown') return answer
    // Another thread has taken over the writing, and has done nothing with the unit.
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

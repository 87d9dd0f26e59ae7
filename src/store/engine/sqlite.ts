/**
 * SQLite, the database that needs no server: one thread writes, this thread reads. It serves one
 * process; several replicas need PostgreSQL.
 */
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
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
import type { WorkerAnswer, WorkerRequest } from './sqlite-worker.ts'

/** Opens the database file, made with mode 0600 where it is not there yet. */
export async function openSqlite(path: string, busyTimeoutMs = BUSY_TIMEOUT_MS): Promise<Database> {
  const place = { path, busyTimeoutMs, identity: makeFile(path) }
  const writer = new Writer(place)
  await writer.open()
  return new SqliteDatabase(place, writer)
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

  constructor(place: SqlitePlace, writer: Writer) {
    this.#place = place
    this.#writer = writer
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

interface Waiter {
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/** By itself a thread would keep much more of what a unit leaves behind than it needs. */
const YOUNG_GENERATION_MIB_MAX = 8

/** This thread's end of the writing thread. A thread that dies is started again when needed. */
class Writer {
  readonly #place: SqlitePlace
  readonly #waiters = new Map<number, Waiter>()
  #worker: Worker | undefined
  #outbox: UnitRequest[] = []
  #nextId = 0
  #closed = false

  constructor(place: SqlitePlace) {
    this.#place = place
  }

  /** Starts the thread and resolves once it holds a connection that may be trusted. */
  open(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB_MAX }
    const worker = new Worker(workerFile(), { workerData: this.#place, resourceLimits })
    this.#worker = worker
    worker.on('message', (answer: WorkerAnswer) => {
      if (!('opened' in answer)) this.#settle(answer)
      else if (answer.opened) resolve()
      else reject(openFailure(answer))
    })
    worker.on('error', (error) => this.#lost(worker, error))
    worker.on('exit', () => {
      this.#lost(worker, undefined)
      reject(new DatabaseUnavailable('the writing thread ended'))
    })
    return promise
  }

  commit(unit: Unit): Promise<void> {
    return this.#ask({ unit: unit.map(alone) })
  }

  async scrub(): Promise<boolean> {
    try {
      await this.#ask({ unit: [], scrub: true })
      return true
    } catch (error) {
      if (error instanceof UnitRejected) return false
      throw error
    }
  }

  #ask(request: Omit<UnitRequest, 'id'>): Promise<void> {
    if (this.#closed) return Promise.reject(new DatabaseUnavailable('the database is closed'))
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const id = this.#nextId++
    this.#waiters.set(id, { resolve, reject })
    // Units of one turn travel together: a message costs more than what is in it.
    if (this.#outbox.length === 0) queueMicrotask(() => this.#send())
    this.#outbox.push({ id, ...request })
    return promise
  }

  async close(): Promise<void> {
    this.#closed = true
    const worker = this.#worker
    if (worker === undefined) return
    this.#send()
    const { promise, resolve } = Promise.withResolvers<void>()
    worker.once('exit', () => resolve())
    worker.postMessage('close' satisfies WorkerRequest)
    await promise
  }

  #send(): void {
    if (this.#outbox.length === 0) return
    // A thread that cannot open the file again ends, and with that rejects what was sent to it.
    if (this.#worker === undefined) this.open().catch(() => undefined)
    this.#worker?.postMessage(this.#outbox satisfies WorkerRequest)
    this.#outbox = []
  }

  #settle(answers: readonly UnitAnswer[]): void {
    for (const answer of answers) {
      const waiter = this.#waiters.get(answer.id)
      this.#waiters.delete(answer.id)
      const error = errorOf(answer)
      if (error === undefined) waiter?.resolve()
      else waiter?.reject(error)
    }
  }

  #lost(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    for (const waiter of this.#waiters.values()) {
      waiter.reject(new DatabaseUnavailable('the writing thread ended', { cause }))
    }
    this.#waiters.clear()
    this.#outbox = []
  }
}

function workerFile(): URL {
  // Compiled, this file and the thread's are JavaScript; in a checkout both are TypeScript.
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  return new URL(`./sqlite-worker.${extension}`, import.meta.url)
}

function openFailure({ unsafe, message }: { unsafe: boolean; message: string }): Error {
  return unsafe
    ? new DatabaseUnsafe(message)
    : new DatabaseUnavailable(`the database file cannot be opened: ${message}`)
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
      return new DatabaseUnavailable('the unit could not be committed', {
        cause: new Error(answer.message),
      })
  }
}

/**
 * The statement with bytes in buffers of their own: a view sent to a thread takes along all of the
 * buffer it looks into, and Node's small buffers share one with what else was handled lately.
 */
function alone<S extends Statement>(statement: S): S {
  return { ...statement, params: statement.params.map(ownBuffer) }
}

function ownBuffer<V>(value: V): V | Uint8Array {
  if (!(value instanceof Uint8Array)) return value
  const whole = value.byteLength === value.buffer.byteLength && value.constructor === Uint8Array
  return whole ? value : new Uint8Array(value)
}

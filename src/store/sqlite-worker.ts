/**
 * The thread that owns the one connection that writes. It takes all units that wait, runs each in
 * a savepoint and commits them together: one wait for the disk serves them all.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { DatabaseUnsafe, type Unit } from './database.ts'
import {
  changedRows,
  openConnection,
  type SqliteConnection,
  type SqlitePlace,
} from './sqlite-connection.ts'
import { failureOf, statementFailed } from './sqlite-failure.ts'

/** A unit that waits to be committed. */
export interface UnitRequest {
  readonly id: number
  readonly unit: Unit
}

/** What became of a unit. Errors cross threads as data, because a clone loses their class. */
export type UnitAnswer = { readonly id: number } & (
  | { readonly result: 'committed' }
  | {
      readonly result: 'refused'
      readonly statement: number
      readonly reason: 'rows' | 'constraint'
    }
  | { readonly result: 'failed'; readonly message: string }
  | { readonly result: 'unavailable'; readonly message: string }
)

/** Messages to the thread. */
export type WorkerRequest = readonly UnitRequest[] | 'close'
/** Messages from the thread: whether it could open the file, then answers. */
export type WorkerAnswer =
  | { readonly opened: true }
  | { readonly opened: false; readonly unsafe: boolean; readonly message: string }
  | readonly UnitAnswer[]

// Bounds how long the first of a group waits for the last.
const GROUP_UNITS_MAX = 512

/** The disk or the file failed: nothing that is open in the transaction can be trusted. */
class GroupFailed extends Error {}

const place = workerData as SqlitePlace
const port = parentPort
if (port === null) throw new Error('sqlite-worker.ts runs as a worker thread only')

let connection: SqliteConnection | undefined
const waiting: UnitRequest[] = []

port.on('message', (first: WorkerRequest) => {
  let closing = take(first)
  for (;;) {
    closing = takeWaiting() || closing
    const group = waiting.splice(0, GROUP_UNITS_MAX)
    if (group.length === 0) break
    port.postMessage(commitGroup(group))
  }
  if (!closing) return
  dropConnection()
  port.close()
})

try {
  connection = openConnection(place, false)
  port.postMessage({ opened: true })
} catch (error) {
  const unsafe = error instanceof DatabaseUnsafe
  port.postMessage({ opened: false, unsafe, message: messageOf(error) })
  port.close()
}

function takeWaiting(): boolean {
  let closing = false
  if (port === null) return closing
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
    closing = take(next.message) || closing
  }
  return closing
}

function take(request: WorkerRequest): boolean {
  if (request === 'close') return true
  waiting.push(...request)
  return false
}

function commitGroup(group: readonly UnitRequest[]): UnitAnswer[] {
  try {
    connection ??= openConnection(place, false)
    const current = connection
    current.database.exec('begin immediate')
    const answers = group.map((request) => runInSavepoint(current, request))
    current.database.exec('commit')
    return answers
  } catch (error) {
    // After a failed write or flush the connection's view of the file may be wrong, and what the
    // system says about the pages too: it is opened afresh, and no unit of the group counts.
    dropConnection()
    const message = messageOf(error instanceof GroupFailed ? error.cause : error)
    return group.map(({ id }) => ({ id, result: 'unavailable', message }))
  }
}

function runInSavepoint(current: SqliteConnection, { id, unit }: UnitRequest): UnitAnswer {
  changedRows(current, { sql: 'savepoint unit', params: [] })
  const answer = runUnit(current, id, unit)
  if (answer.result !== 'committed') {
    changedRows(current, { sql: 'rollback to unit', params: [] })
  }
  changedRows(current, { sql: 'release unit', params: [] })
  return answer
}

function runUnit(current: SqliteConnection, id: number, unit: Unit): UnitAnswer {
  for (const [index, statement] of unit.entries()) {
    try {
      const changed = changedRows(current, statement)
      if (statement.rows !== undefined && statement.rows !== changed) {
        return { id, result: 'refused', statement: index, reason: 'rows' }
      }
    } catch (error) {
      const failure = failureOf(error)
      if (failure === 'database') throw new GroupFailed('', { cause: error })
      if (failure === 'statement') {
        return { id, result: 'failed', message: statementFailed(error).message }
      }
      return { id, result: 'refused', statement: index, reason: 'constraint' }
    }
  }
  return { id, result: 'committed' }
}

function dropConnection(): void {
  try {
    connection?.database.close()
  } catch {
    // A connection that cannot even be closed is left to the system.
  }
  connection = undefined
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown failure'
}

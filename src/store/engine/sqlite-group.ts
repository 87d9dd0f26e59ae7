/**
 * Commits all waiting units in one transaction, with one wait for the disk. A rejected unit has no
 * effect. This is separate from the writing thread, so that a test can make any step of it fail.
 */
import { DatabaseUnsafe, type Unit } from './database.ts'
import {
  changedRows,
  failureOf,
  type SqliteConnection,
  statementFailed,
} from './sqlite-connection.ts'

/** A unit that waits to be committed. */
export interface UnitRequest {
  readonly unit: Unit
  /** Empties the write-ahead log after the units of the group. Rejected if this is not possible. */
  readonly scrub?: true
}

/** The result of a unit. Errors cross threads as data, because a clone loses their class. */
export type UnitAnswer =
  | { readonly result: 'committed' }
  | {
      readonly result: 'rejected'
      readonly statement: number
      readonly reason: 'rows' | 'constraint'
    }
  | { readonly result: 'failed'; readonly message: string }
  | { readonly result: 'unavailable'; readonly message: string }
  /** The connection may lose acknowledged commits. */
  | { readonly result: 'unsafe'; readonly message: string }

/** A writing connection, and the check that its files are where other connections look for them. */
export interface WritingConnection extends SqliteConnection {
  /** Throws if the files at the path are no longer the files that are written. */
  readonly assertInPlace: () => void
}

/** Commits groups of units, each over a connection that has not failed so far. */
export interface GroupCommitter {
  /** Returns the answers in the order of the units. An empty unit only opens the connection. */
  commit(group: readonly UnitRequest[]): readonly UnitAnswer[]
  close(): void
}

/** The disk or the file failed, so the open transaction cannot be trusted. */
class GroupFailed extends Error {}

/**
 * Returns a committer that opens its connection with the first group, and again after each failure.
 */
export function groupCommitter(open: () => WritingConnection): GroupCommitter {
  let connection: WritingConnection | undefined
  const drop = () => {
    try {
      connection?.database.close()
    } catch {
      // A connection that cannot even be closed is left to the operating system.
    }
    connection = undefined
  }
  return {
    commit: (group) => {
      try {
        connection ??= open()
        return commitOver(connection, group)
      } catch (error) {
        // After a failed write or flush, the pages may be wrong both in the connection and in the
        // system. The connection is opened again, and all units of the group fail.
        drop()
        const message = messageOf(error instanceof GroupFailed ? error.cause : error)
        const result = error instanceof DatabaseUnsafe ? 'unsafe' : 'unavailable'
        return group.map(() => ({ result, message }))
      }
    },
    close: drop,
  }
}

/** Returns the loggable part of a file error: SQLite's own message, which contains no value. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown failure'
}

function commitOver(current: WritingConnection, group: readonly UnitRequest[]): UnitAnswer[] {
  if (group.every(({ unit, scrub }) => unit.length === 0 && scrub === undefined)) {
    return group.map(() => ({ result: 'committed' }))
  }
  const answers = runTogether(current, group) ?? runEachByItself(current, group)
  // Writes to a removed file succeed, but are lost.
  current.assertInPlace()
  return group.every(({ scrub }) => scrub === undefined)
    ? answers
    : scrubbed(group, answers, emptyLog(current))
}

// Orders wait while the log is emptied, so this does not wait long for a reader.
const SCRUB_BUSY_TIMEOUT_MS = 100

/**
 * Runs the units without savepoints, because most are not rejected. A savepoint for each unit makes
 * SQLite copy every changed page, which takes a third of the thread's time. Returns undefined, with
 * nothing changed, if a unit of several was rejected.
 */
function runTogether(
  current: WritingConnection,
  group: readonly UnitRequest[],
): UnitAnswer[] | undefined {
  const answers: UnitAnswer[] = []
  run(current, 'begin immediate')
  for (const { unit } of group) {
    const answer = runUnit(current, unit)
    answers.push(answer)
    if (answer.result === 'committed') continue
    run(current, 'rollback')
    return group.length === 1 ? answers : undefined
  }
  run(current, 'commit')
  return answers
}

function runEachByItself(current: WritingConnection, group: readonly UnitRequest[]): UnitAnswer[] {
  run(current, 'begin immediate')
  const answers = group.map((request) => runInSavepoint(current, request))
  run(current, 'commit')
  return answers
}

/**
 * Copies the write-ahead log into the file and empties it. Returns false if a reader prevents that.
 */
function emptyLog({ database }: SqliteConnection): boolean {
  const usual = Number(database.prepare('pragma busy_timeout').get()?.timeout)
  database.exec(`pragma busy_timeout = ${SCRUB_BUSY_TIMEOUT_MS}`)
  try {
    return database.prepare('pragma wal_checkpoint(truncate)').get()?.busy === 0
  } finally {
    database.exec(`pragma busy_timeout = ${usual}`)
  }
}

function scrubbed(
  group: readonly UnitRequest[],
  answers: readonly UnitAnswer[],
  done: boolean,
): UnitAnswer[] {
  return answers.map((answer, index) =>
    done || group[index]?.scrub !== true
      ? answer
      : { result: 'rejected', statement: 0, reason: 'rows' },
  )
}

function runInSavepoint(current: SqliteConnection, { unit }: UnitRequest): UnitAnswer {
  run(current, 'savepoint unit')
  const answer = runUnit(current, unit)
  if (answer.result !== 'committed') {
    run(current, 'rollback to unit')
  }
  run(current, 'release unit')
  return answer
}

function run(current: SqliteConnection, sql: string): void {
  changedRows(current, { sql, params: [] })
}

function runUnit(current: SqliteConnection, unit: Unit): UnitAnswer {
  for (const [index, statement] of unit.entries()) {
    try {
      const changed = changedRows(current, statement)
      if (statement.rows !== undefined && statement.rows !== changed) {
        return { result: 'rejected', statement: index, reason: 'rows' }
      }
    } catch (error) {
      const failure = failureOf(error)
      if (failure === 'database') throw new GroupFailed('', { cause: error })
      if (failure === 'statement') {
        return { result: 'failed', message: statementFailed(error).message }
      }
      return { result: 'rejected', statement: index, reason: 'constraint' }
    }
  }
  return { result: 'committed' }
}

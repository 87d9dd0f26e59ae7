/**
 * Committing the units that wait together: all in one transaction, one wait for the disk, and a
 * refused one as if it had not been there. It is apart from the thread that does so, so that a test can fail any step of it.
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
  /** Empties the write-ahead log after the units that came with it; refused where it could not. */
  readonly scrub?: true
}

/** What became of a unit. Errors cross threads as data, because a clone loses their class. */
export type UnitAnswer =
  | { readonly result: 'committed' }
  | {
      readonly result: 'refused'
      readonly statement: number
      readonly reason: 'rows' | 'constraint'
    }
  | { readonly result: 'failed'; readonly message: string }
  | { readonly result: 'unavailable'; readonly message: string }
  /** The connection would not keep what it acknowledges. */
  | { readonly result: 'unsafe'; readonly message: string }

/** A connection to write by, and the check that what it wrote is where others will look for it. */
export interface WritingConnection extends SqliteConnection {
  /** Throws when the files at the path are no longer those that are written. */
  readonly assertInPlace: () => void
}

/** Commits groups of units, each over a connection of which nothing has failed yet. */
export interface GroupCommitter {
  /** The answers in the order of the units. A unit of no statements only opens the connection. */
  commit(group: readonly UnitRequest[]): readonly UnitAnswer[]
  close(): void
}

/** The disk or the file failed: nothing that is open in the transaction can be trusted. */
class GroupFailed extends Error {}

/** A committer that opens its connection with the first group, and again after each failure. */
export function groupCommitter(open: () => WritingConnection): GroupCommitter {
  let connection: WritingConnection | undefined
  const drop = () => {
    try {
      connection?.database.close()
    } catch {
      // A connection that cannot even be closed is left to the system.
    }
    connection = undefined
  }
  return {
    commit: (group) => {
      try {
        connection ??= open()
        return commitOver(connection, group)
      } catch (error) {
        // After a failed write or flush the connection's view of the file may be wrong, and what
        // the system says about the pages too: it is opened afresh, and no unit of the group counts.
        drop()
        const message = messageOf(error instanceof GroupFailed ? error.cause : error)
        const result = error instanceof DatabaseUnsafe ? 'unsafe' : 'unavailable'
        return group.map(() => ({ result, message }))
      }
    },
    close: drop,
  }
}

/** The loggable part of a failure of the file: SQLite's own words, which hold no value. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown failure'
}

function commitOver(current: WritingConnection, group: readonly UnitRequest[]): UnitAnswer[] {
  if (group.every(({ unit, scrub }) => unit.length === 0 && scrub === undefined)) {
    return group.map(() => ({ result: 'committed' }))
  }
  const answers = runTogether(current, group) ?? runEachByItself(current, group)
  // A file that was removed takes whatever is written to it, and keeps none of it.
  current.assertInPlace()
  return group.every(({ scrub }) => scrub === undefined)
    ? answers
    : scrubbed(group, answers, emptyLog(current))
}

// Orders wait while the log is emptied, so a reader in the way is not waited for.
const SCRUB_BUSY_TIMEOUT_MS = 100

/**
 * Most units are not refused. A savepoint for each costs SQLite a copy of every page that is
 * changed: a third of the thread's time. Undefined, and nothing done, where a unit was refused.
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

/** Copies the write-ahead log into the file and empties it; false where a reader prevents it. */
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
      : { result: 'refused', statement: 0, reason: 'rows' },
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
        return { result: 'refused', statement: index, reason: 'rows' }
      }
    } catch (error) {
      const failure = failureOf(error)
      if (failure === 'database') throw new GroupFailed('', { cause: error })
      if (failure === 'statement') {
        return { result: 'failed', message: statementFailed(error).message }
      }
      return { result: 'refused', statement: index, reason: 'constraint' }
    }
  }
  return { result: 'committed' }
}

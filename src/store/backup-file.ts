/** Copies of an SQLite database that were made while it was written, and what they must hold. */
import { constants, copyFileSync, existsSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { DatabaseUnavailable } from './engine/database.ts'

/** What a backup holds, so that a copy of it can be compared. Figures and identifiers only. */
export interface BackupContent {
  readonly schemaVersion: number
  /** The master keys without which some of it cannot be read. */
  readonly masterKeyIds: readonly string[]
  /** How many rows each table has. */
  readonly rows: Readonly<Record<string, number>>
}

/** A file is no backup that can be used; the message says why. */
export class BackupUnusable extends Error {
  override readonly name = 'BackupUnusable'
}

// Between two batches others may run; the moment that is copied stays the same.
const PAGES_A_BATCH = 1_000

/**
 * Copies a database, as it is at one moment, into an empty file: orders go on meanwhile. The copy
 * is one file without a log beside it, and was checked as a whole.
 */
export async function copyDatabase(path: string, copy: string): Promise<BackupContent> {
  if (!existsSync(path)) throw new DatabaseUnavailable(`there is no database at ${path}`)
  const source = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  try {
    // A transaction holds the moment: without it each order would begin the copy anew.
    source.exec('begin')
    const content = contentOf(source)
    await backup(source, copy, { rate: PAGES_A_BATCH })
    source.exec('commit')
    checkCopy(copy, content)
    return content
  } finally {
    source.close()
  }
}

/** Puts the file of a backup at a new place, and checks it there against what it must hold. */
export function copyBackup(file: string, copy: string, content: BackupContent): void {
  copyFileSync(file, copy, constants.COPYFILE_FICLONE)
  checkCopy(copy, content)
}

/** What an open database holds. */
function contentOf(database: DatabaseSync): BackupContent {
  const column = (sql: string, name: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => row[name])
  const tables = column("select name from sqlite_schema where type = 'table' order by name", 'name')
  const count = (table: unknown) => Number(column(`select count(*) as n from "${table}"`, 'n')[0])
  return {
    schemaVersion: Number(column('select max(version) as v from schema_version', 'v')[0]),
    masterKeyIds: column('select id from master_keys order by id', 'id').map(String),
    rows: Object.fromEntries(tables.map((table) => [String(table), count(table)])),
  }
}

/** Checks a copy as a whole: its pages, its references, and what it must hold. */
function checkCopy(copy: string, expected: BackupContent): void {
  const database = opened(copy)
  try {
    database.exec('pragma journal_mode = delete')
    const found = database.prepare('pragma integrity_check').all()
    if (found.length !== 1 || found[0]?.integrity_check !== 'ok') {
      throw new BackupUnusable('the database in it is damaged')
    }
    if (database.prepare('pragma foreign_key_check').all().length > 0) {
      throw new BackupUnusable('rows in it refer to rows that are missing')
    }
    if (JSON.stringify(contentOf(database)) !== JSON.stringify(expected)) {
      throw new BackupUnusable('it does not hold what its manifest says')
    }
  } catch (error) {
    if (error instanceof BackupUnusable) throw error
    throw new BackupUnusable('it is no database of this program', { cause: error })
  } finally {
    database.close()
  }
}

function opened(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { enableForeignKeyConstraints: false })
  } catch (cause) {
    throw new BackupUnusable('it cannot be opened', { cause })
  }
}

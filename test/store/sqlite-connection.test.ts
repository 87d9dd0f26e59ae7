/** Tests how a connection handles statements. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { constants } from 'node:sqlite'
import { test } from 'node:test'
import { holdLock } from '../../src/store/engine/file-lock.ts'
import { changedRows, openToWrite, readRows } from '../../src/store/engine/sqlite-connection.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('a statement is planned once, however often and with whichever limit it is read', () => {
  const path = join(temporaryFolder(), 'limits.db')
  closeSync(openSync(path, 'a'))
  const connection = openToWrite({ path, busyTimeoutMs: 0 })
  const { database } = connection
  try {
    database.exec('create table items (at bigint not null primary key) without rowid')
    for (const at of [1, 2, 3]) {
      changedRows(connection, { sql: 'insert into items (at) values ($1)', params: [at] })
    }
    // While SQLite plans a statement, it asks for permission for each part of it.
    let planned = 0
    database.setAuthorizer(() => {
      planned += 1
      return constants.SQLITE_OK
    })
    const sql = 'select at from items where at >= $1 order by at desc limit $2'
    const read = (since: number, limit: number) =>
      readRows(connection, { sql, params: [since, limit] }).map(({ at }) => at)
    assert.deepEqual(read(2, 10), [3, 2])
    const plannedAtFirst = planned
    assert.ok(plannedAtFirst > 0)
    assert.deepEqual(read(1, 1), [3])
    assert.deepEqual(read(1, 2), [3, 2])
    assert.equal(planned, plannedAtFirst)
  } finally {
    database.close()
  }
})

test('a process that asks for its own lock again keeps it', () => {
  const path = join(temporaryFolder(), 'held.db')
  const release = holdLock(path)
  assert.throws(() => holdLock(path), { name: 'DatabaseInUse' })
  const file = import.meta.resolve('../../src/store/engine/file-lock.ts')
  const script = `(await import('${file}')).holdLock('${path}')`
  const other = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' })
  assert.match(other.stderr, /DatabaseInUse/)
  release()
})

test('a lock that cannot be taken for another reason is not called in use', () => {
  const path = join(temporaryFolder(), 'unwritable.db')
  // Permissions do not restrict root, but nobody can write to a folder.
  mkdirSync(`${path}.held`)
  assert.throws(
    () => holdLock(path),
    /^DatabaseUnavailable: cannot lock .*unwritable.db.held \(unable to open/,
  )
})

/** Tests a disk that fails at any step of a commit: every acknowledged unit exists afterwards. */
import assert from 'node:assert/strict'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { DatabaseUnavailable } from '../../src/store/engine/database.ts'
import { openSqlite } from '../../src/store/engine/sqlite.ts'
import { fileIdentity, openToWrite } from '../../src/store/engine/sqlite-connection.ts'
import {
  type GroupCommitter,
  groupCommitter,
  type UnitAnswer,
  type UnitRequest,
  type WritingConnection,
} from '../../src/store/engine/sqlite-group.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** The error of a failing disk, as `node:sqlite` reports it. */
class DiskError extends Error {
  readonly errcode = 778
}

/** A disk that fails at one step, counted from 1 over all connections to it. */
interface FailingDisk {
  failAt: number
  steps: number
  /** The number of uses of connections that had already failed. */
  reused: number
}

/** A connection to a failing disk. Each statement is a step. */
function over(disk: FailingDisk, connection: WritingConnection): WritingConnection {
  let failed = false
  const step = <T>(work: () => T): T => {
    if (failed) disk.reused += 1
    disk.steps += 1
    if (disk.steps !== disk.failAt) return work()
    failed = true
    throw new DiskError('disk I/O error')
  }
  const { database } = connection
  const failing = {
    exec: (sql: string) => step(() => database.exec(sql)),
    prepare: (sql: string) => {
      const statement = database.prepare(sql)
      return { run: (...params: []) => step(() => statement.run(...params)) }
    },
    close: () => database.close(),
  }
  return { ...connection, database: failing as unknown as DatabaseSync, statements: new Map() }
}

const insert = (id: number): UnitRequest => ({
  unit: [
    { sql: 'insert into things values ($1)', params: [2 * id], rows: 1 },
    { sql: 'insert into things values ($1)', params: [2 * id + 1], rows: 1 },
  ],
})

/**
 * A unit that is rejected after its first row. The other units of its group are committed without
 * it.
 */
const rejected: UnitRequest = {
  unit: [
    { sql: 'insert into things values ($1)', params: [101] },
    { sql: 'delete from things where id = $1', params: [102], rows: 1 },
  ],
}

const GROUPS = [[insert(1), insert(2)], [insert(3)], [insert(4), insert(5), rejected], [rejected]]
/** The number of units that insert rows. They come first. */
const INSERTS = 5

interface Outcome {
  readonly acknowledged: readonly number[]
  readonly stored: readonly number[]
  readonly last: readonly UnitAnswer[]
  readonly disk: FailingDisk
}

type MakeCommitter = (open: () => WritingConnection) => GroupCommitter

/** Commits all groups to a disk that fails at one step, then reads the stored rows. */
function commitAll(failAt: number, make: MakeCommitter): Outcome {
  const path = join(temporaryFolder(), 'trimerge.db')
  writeFileSync(path, '')
  const reader = new DatabaseSync(path)
  reader.exec('pragma journal_mode = wal; create table things (id integer primary key)')
  const place = { path, busyTimeoutMs: 100, identity: fileIdentity(path) }
  const disk = { failAt: 0, steps: 0, reused: 0 }
  const committer = make(() => over(disk, openToWrite(place)))
  disk.failAt = failAt
  const answers = GROUPS.flatMap((group) => committer.commit(group))
  const last = committer.commit([insert(6)])
  committer.close()
  const rows = reader.prepare('select id from things order by id').all()
  reader.close()
  return {
    acknowledged: answers.flatMap(({ result }, index) =>
      result === 'committed' && index < INSERTS ? [index + 1] : [],
    ),
    stored: rows.map(({ id }) => Number(id)),
    last,
    disk,
  }
}

function lostOf({ acknowledged, stored }: Outcome): readonly number[] {
  return acknowledged.filter((id) => !(stored.includes(2 * id) && stored.includes(2 * id + 1)))
}

test('whatever step of a group fails, acknowledged units are stored whole, and the next group is stored', () => {
  const { disk: unharmed, acknowledged } = commitAll(0, groupCommitter)
  assert.deepEqual(acknowledged, [1, 2, 3, 4, 5])
  assert.ok(unharmed.steps > 25, `${unharmed.steps} steps`)
  for (let failAt = 1; failAt <= unharmed.steps; failAt++) {
    const outcome = commitAll(failAt, groupCommitter)
    assert.deepEqual(lostOf(outcome), [], `step ${failAt}`)
    assert.equal(outcome.disk.reused, 0, `step ${failAt}: a failed connection is used no more`)
    assert.equal(outcome.stored.length % 2, 0, `step ${failAt}: units are whole`)
    assert.ok(!outcome.stored.includes(101), `step ${failAt}: a rejected unit writes nothing`)
    const mayFail = failAt > unharmed.steps - 4
    if (!mayFail) assert.equal(outcome.last[0]?.result, 'committed', `step ${failAt}`)
  }
})

/** A committer that acknowledges before it commits, and continues with a failed connection. */
const careless: MakeCommitter = (open) => {
  const connection = open()
  const quietly = (work: () => void) => {
    try {
      work()
    } catch {
      // This committer ignores errors.
    }
  }
  return {
    commit: (group) => {
      quietly(() => connection.database.exec('begin immediate'))
      for (const { sql, params } of group.flatMap(({ unit }) => [...unit])) {
        const numbered = sql.replace('$', '?')
        quietly(() => connection.database.prepare(numbered).run(...params))
      }
      quietly(() => connection.database.exec('commit'))
      return group.map(() => ({ result: 'committed' }))
    },
    close: () => connection.database.close(),
  }
}

test('the sweep detects a committer that ignores errors and continues with a failed connection', () => {
  let lost = 0
  let reused = 0
  for (let failAt = 1; failAt <= 20; failAt++) {
    const outcome = commitAll(failAt, careless)
    lost += lostOf(outcome).length
    reused += outcome.disk.reused
  }
  assert.ok(lost > 0)
  assert.ok(reused > 0)
})

const makeTable = { sql: 'create table t (i integer) strict', params: [] }
const insertOne = [{ sql: 'insert into t values (1)', params: [] }]
const readAll = { sql: 'select i from t', params: [] }

test('units are rejected while the database file is missing, and committed again once it is back', async (t) => {
  const folder = temporaryFolder()
  const path = join(folder, 'trimerge.db')
  const database = await openSqlite(path, 100)
  t.after(() => database.close())
  await database.commit([makeTable])
  await database.commit(insertOne)
  const aside = `${folder}-aside`
  t.after(() => rmSync(aside, { recursive: true, force: true }))
  renameSync(folder, aside)
  for (let times = 0; times < 2; times++) {
    await assert.rejects(database.commit(insertOne), DatabaseUnavailable)
  }
  assert.ok((await database.read(readAll)).length >= 1, 'reads continue')
  mkdirSync(folder)
  await assert.rejects(database.commit(insertOne), DatabaseUnavailable)
  rmSync(folder, { recursive: true })
  renameSync(aside, folder)
  await database.commit(insertOne)
})

test('a database file that was replaced by another file is not written', async (t) => {
  const folder = temporaryFolder()
  const path = join(folder, 'trimerge.db')
  const database = await openSqlite(path, 100)
  t.after(() => database.close())
  await database.commit([makeTable])
  for (const name of ['trimerge.db', 'trimerge.db-wal', 'trimerge.db-shm']) {
    renameSync(join(folder, name), join(folder, `${name}.aside`))
  }
  const other = new DatabaseSync(path)
  other.exec('pragma journal_mode = wal; create table t (i integer) strict')
  t.after(() => other.close())
  for (let times = 0; times < 2; times++) {
    await assert.rejects(database.commit(insertOne), DatabaseUnavailable)
  }
  assert.deepEqual(other.prepare('select * from t').all(), [])
})

test('a removed write-ahead log is noticed before any unit in it is acknowledged', async (t) => {
  const path = join(temporaryFolder(), 'trimerge.db')
  const database = await openSqlite(path, 100)
  t.after(() => database.close())
  await database.commit([makeTable])
  rmSync(`${path}-wal`)
  await assert.rejects(database.commit(insertOne), DatabaseUnavailable)
})

test('reads continue after a failure, and use a new connection once a unit is committed again', async (t) => {
  const folder = temporaryFolder()
  const database = await openSqlite(join(folder, 'trimerge.db'), 100)
  t.after(() => database.close())
  await database.commit([makeTable])
  // A setting that only this connection has shows which connection reads.
  const marked = async () => {
    const [row] = await database.read({ sql: 'pragma cache_size', params: [] })
    return row?.cache_size === 7
  }
  await database.read({ sql: 'pragma cache_size = 7', params: [] })
  await database.commit(insertOne)
  assert.ok(await marked(), 'the connection stays open while nothing fails')
  const aside = `${folder}-aside`
  t.after(() => rmSync(aside, { recursive: true, force: true }))
  renameSync(folder, aside)
  await assert.rejects(database.commit(insertOne), DatabaseUnavailable)
  renameSync(aside, folder)
  assert.ok(await marked(), 'the connection stays open until the writer has repaired the log')
  await database.commit(insertOne)
  assert.equal(await marked(), false)
  assert.ok((await database.read(readAll)).length >= 2)
})

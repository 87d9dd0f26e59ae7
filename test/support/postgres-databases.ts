/** Databases on a PostgreSQL server that runs, for tests and benchmarks. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A server as tests use it. */
export interface TestServer {
  /** Makes an empty database for a test: its URL. */
  createDatabase(): Promise<string>
  /** Makes a database for a test that another is copied to, which nothing may be connected to. */
  copyDatabase(url: string): Promise<string>
  /** Runs a statement as the server's owner: for what a test changes about the server itself. */
  runSql(sql: string): Promise<Record<string, unknown>[]>
}

/** A server that runs already, by its URL without a database. */
export function serverAt(url: () => Promise<string>): TestServer {
  // One connection for all statements of a process: to begin one is most of what a statement takes.
  let pool: pg.Pool | undefined
  const runSql: TestServer['runSql'] = async (sql) => {
    pool ??= ownerPool(await url())
    return (await pool.query(sql)).rows
  }
  const create = async (template: string) => {
    const name = `test_${randomBytes(8).toString('hex')}`
    // Half the work of what goes through the log: nothing here outlives the server.
    await runSql(`create database ${name} template ${template} strategy file_copy`)
    return `${await url()}/${name}`
  }
  return {
    runSql,
    createDatabase: () => create('template1'),
    copyDatabase: (original) => create(new URL(original).pathname.slice(1)),
  }
}

/** A connection that keeps no process alive, and that a test may end without others noticing. */
function ownerPool(url: string): pg.Pool {
  const connectionString = `${url}/postgres`
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  })
  pool.on('error', () => undefined)
  return pool
}

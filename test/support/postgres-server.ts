/**
 * Databases for tests, on one real PostgreSQL server for all test files of a run: `npm test` starts
 * it and names it in the environment. A test file that is run on its own starts one for itself.
 */
import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import pg from 'pg'
import { type PostgresProgram, SERVER_VARIABLE, startPostgres } from './postgres-program.ts'

/** A server as tests use it. */
export interface TestServer {
  /** Makes an empty database for a test: its URL. */
  createDatabase(): Promise<string>
  /** Makes a database for a test that another is copied to, which nothing may be connected to. */
  copyDatabase(url: string): Promise<string>
  /** Runs a statement as the server's owner: for what a test changes about the server itself. */
  runSql(sql: string): Promise<Record<string, unknown>[]>
}

/** A server of which a test may change what concerns all of its databases. */
export interface OwnServer extends TestServer {
  /** Has the server wait, at every commit, for a standby that does not exist. */
  withoutStandby(work: () => Promise<void>): Promise<void>
}

const shared = process.env[SERVER_VARIABLE]

/** The server of all tests. */
export const { copyDatabase, createDatabase, runSql }: TestServer =
  shared === undefined ? ownServer() : serverAt(async () => shared)

/**
 * A server for one test file, that starts when it is first used: for tests of settings that concern
 * all databases of a server, and for those that search all that a server writes.
 */
export function ownServer(): OwnServer {
  let starting: Promise<PostgresProgram> | undefined
  after(async () => (await starting)?.stop())
  const server = serverAt(async () => {
    starting ??= startPostgres()
    return (await starting).url
  })
  return {
    ...server,
    withoutStandby: async (work) => {
      await awaitStandby('absent', server)
      try {
        await work()
      } finally {
        await awaitStandby('', server)
      }
    },
  }
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

async function awaitStandby(names: string, { runSql }: TestServer): Promise<void> {
  await runSql(`alter system set synchronous_standby_names = '${names}'`)
  await runSql('select pg_reload_conf()')
  // The server's processes read the new setting a moment later.
  for (;;) {
    const [row] = await runSql('show synchronous_standby_names')
    if (row?.synchronous_standby_names === names) return
  }
}

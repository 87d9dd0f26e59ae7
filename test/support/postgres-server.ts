/**
 * Databases for tests, on one real PostgreSQL server for all test files of a run: `npm test` starts
 * it and names it in the environment. A test file that is run on its own starts one for itself.
 */
import { after } from 'node:test'
import { serverAt, type TestServer } from './postgres-databases.ts'
import { type PostgresProgram, SERVER_VARIABLE, startPostgres } from './postgres-program.ts'

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
    starting = startPostgres()
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

async function awaitStandby(names: string, { runSql }: TestServer): Promise<void> {
  await runSql(`alter system set synchronous_standby_names = '${names}'`)
  await runSql('select pg_reload_conf()')
  // The server's processes read the new setting a moment later.
  for (;;) {
    const [row] = await runSql('show synchronous_standby_names')
    if (row?.synchronous_standby_names === names) return
  }
}

/**
 * Databases for tests, on one real PostgreSQL server for all test files of a run. `npm test` starts
 * the server and sets its URL in the environment. A test file that runs on its own starts its own
 * server.
 */
import { after } from 'node:test'
import { serverAt, type TestServer } from './postgres-databases.ts'
import { type PostgresProgram, SERVER_VARIABLE, startPostgres } from './postgres-program.ts'

/** A server for one test file, whose server-wide settings the tests may change. */
export interface OwnServer extends TestServer {
  /** Runs `work` while every commit on the server waits for a standby that does not exist. */
  withoutStandby(work: () => Promise<void>): Promise<void>
}

const shared = process.env[SERVER_VARIABLE]

/** The server that all tests share. */
export const { copyDatabase, createDatabase, runSql }: TestServer =
  shared === undefined ? ownServer() : serverAt(async () => shared)

/**
 * Returns a server for one test file, which starts when it is first used. It is for tests that
 * change server-wide settings, or search everything that a server writes.
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
    if (row?.synchronous_standby_names === names) break
  }
  // Commits wait only when the checkpointer has read the setting, which it does before a checkpoint.
  await runSql('checkpoint')
}

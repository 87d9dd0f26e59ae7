/** Databases for benchmarks, on a PostgreSQL from npm that ends with this process. */
import { serverAt } from '../test/support/postgres-databases.ts'
import { type PostgresProgram, startPostgres } from '../test/support/postgres-program.ts'

let starting: Promise<PostgresProgram> | undefined

/** Makes an empty database: its URL. */
export const { createDatabase } = serverAt(async () => {
  starting ??= startPostgres()
  return (await starting).url
})

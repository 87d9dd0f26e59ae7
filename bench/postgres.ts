/** Databases for benchmarks, on a PostgreSQL from npm that ends with this process. */
import { serverAt } from '../test/support/postgres-databases.ts'
import { startPostgres } from '../test/support/postgres-program.ts'

/** Creates an empty database, and returns its URL. */
export const { createDatabase } = serverAt(async () => (await startPostgres()).url)

/** Databases on a running PostgreSQL server, for tests and benchmarks. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A PostgreSQL server for tests. */
export interface TestServer {
  /** Creates an empty database, and returns its URL. */
  createDatabase(): Promise<string>
  /** Copies a database, and returns the URL of the copy. The original must have no connections. */
  copyDatabase(url: string): Promise<string>
  /** Runs a statement as the owner of the server, for tests that change the server itself. */
  runSql(sql: string): Promise<Record<string, unknown>[]>
}

/**
 * Returns a server at a URL without a database. `urlOf` is called once, when the server is first
 * needed.
 */
export function serverAt(urlOf: () => Promise<string>): TestServer {
  let asked: Promise<string> | undefined
  const url = () => {
    asked ??= urlOf()
    return asked
  }
  // A new connection sees the latest settings. The other sessions have received them by then.
  const runSql: TestServer['runSql'] = async (sql) => {
    const client = new pg.Client(`${await url()}/postgres`)
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  const create = async (template: string) => {
    const name = `test_${randomBytes(8).toString('hex')}`
    // Takes half the work of a copy through the write-ahead log, which is not needed because no
    // data outlives the server.
    await runSql(`create database ${name} template ${template} strategy file_copy`)
    return `${await url()}/${name}`
  }
  return {
    runSql,
    createDatabase: () => create('template1'),
    copyDatabase: (original) => create(new URL(original).pathname.slice(1)),
  }
}

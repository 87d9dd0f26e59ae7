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

/** A server by its URL without a database, which is asked for once, when it is first needed. */
export function serverAt(urlOf: () => Promise<string>): TestServer {
  let asked: Promise<string> | undefined
  const url = () => {
    asked ??= urlOf()
    return asked
  }
  // A connection of its own sees what was set last; other sessions have heard of it by then.
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

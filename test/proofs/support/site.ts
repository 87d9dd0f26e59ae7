/**
 * The data of services under test: one data folder with the embedded database, or a PostgreSQL
 * database with a data folder for each replica. Proofs read the stored data directly, not through
 * the service.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Row } from '../../../src/store/engine/database.ts'
import { openConnection, readRows } from '../../../src/store/engine/sqlite-connection.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { machineClock } from './machine-clock.ts'
import { REAL_SERVICE, type ServiceProcess, startServiceProcess } from './service-process.ts'

/** Data that outlives the services that use it. */
export interface Site {
  readonly engine: 'sqlite' | 'postgres'
  /** Starts the service, or one of its replicas by number. */
  start(options?: StartOptions): Promise<ServiceProcess>
  /**
   * Returns the Authorization header of the sandbox account. A service must have started before.
   */
  authorization(): string
  /** Adds an account, and returns its Authorization header. */
  addAccount(name: string): Promise<string>
  /**
   * Reads committed data. After a crash, a service must open an embedded database before this reads
   * it.
   */
  read<R extends Row>(sql: string): Promise<readonly R[]>
  remove(): void
}

/** The options of starting a service. */
interface StartOptions {
  readonly replica?: number
  readonly leaseMs?: number
  /** A program that replaces the real service. */
  readonly program?: readonly string[]
  /**
   * A command that starts the service. Its arguments are the program and the arguments of the
   * program.
   */
  readonly through?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Additional settings. */
  readonly flags?: Readonly<Record<string, string | number>>
}

const run = promisify(execFile)
const [TRIMERGE] = REAL_SERVICE as readonly [string]

const BUSY_TIMEOUT_MS = 5_000

/** Creates a site on the embedded database, in a new folder if none is given. */
export function sqliteSite(folder = temporaryFolder()): Site {
  const data = join(folder, 'data-0')
  const place = { path: join(data, 'trimerge.db'), busyTimeoutMs: BUSY_TIMEOUT_MS }
  return {
    ...siteIn(folder, {}),
    engine: 'sqlite',
    read: async <R extends Row>(sql: string) => {
      const connection = openConnection(place, true)
      try {
        return readRows(connection, { sql, params: [] }) as R[]
      } finally {
        connection.database.close()
      }
    },
  }
}

/**
 * Creates a site on a PostgreSQL database. Services can use another URL than the proof, and if
 * `url` is a function, the proof calls it for each read.
 */
export function postgresSite(url: string | (() => string), serviceUrl = String(url)): Site {
  return {
    ...siteIn(temporaryFolder(), { 'database-url': serviceUrl }),
    engine: 'postgres',
    read: async <R extends Row>(sql: string) => {
      // Counts are numbers, as in the driver of the service.
      const types = {
        getTypeParser: (oid: number) => (oid === 20 ? Number : pg.types.getTypeParser(oid)),
      }
      const connectionString = typeof url === 'string' ? url : url()
      const client = new pg.Client({ connectionString, types: types as pg.CustomTypesConfig })
      await client.connect()
      try {
        return (await client.query(sql)).rows as R[]
      } finally {
        await client.end()
      }
    },
  }
}

const CLOCKS_APART_MS = 60_000

/** Returns the site with the clock of the first service a minute behind those of the others. */
export function withClocksApart(site: Site): Site {
  const clock = machineClock(-CLOCKS_APART_MS).environment
  return {
    ...site,
    start: (options = {}) => {
      const environment = options.replica === 0 ? clock : {}
      return site.start({ ...options, environment: { ...options.environment, ...environment } })
    },
  }
}

function siteIn(folder: string, flags: Readonly<Record<string, string>>) {
  // All replicas have the same master key, as an operator would configure them.
  const key = randomBytes(32).toString('hex')
  return {
    start: ({ replica = 0, leaseMs, flags: more, ...options }: StartOptions = {}) => {
      const { program = REAL_SERVICE, through, environment } = options
      const data = join(folder, `data-${replica}`)
      mkdirSync(data, { recursive: true })
      const lease = leaseMs === undefined ? {} : { 'order-lease-ms': leaseMs }
      const own = { data, port: 0, 'master-key': key, 'log-level': 'fatal' }
      return startServiceProcess(
        program,
        { ...flags, ...own, ...lease, ...more },
        { through, environment },
      )
    },
    authorization: () => {
      const file = join(folder, 'data-0', 'sandbox-credentials.json')
      const { account } = JSON.parse(readFileSync(file, 'utf8'))
      return `Basic ${Buffer.from(`${account.name}:${account.secret}`).toString('base64')}`
    },
    addAccount: async (name: string) => {
      const all = { ...flags, data: join(folder, 'data-0'), 'master-key': key }
      const args = Object.entries(all).flatMap(([setting, value]) => [`--${setting}`, value])
      const { stdout } = await run(process.execPath, [TRIMERGE, 'account', 'add', name, ...args])
      const secret = /secret (\S+)/.exec(stdout)?.[1] ?? ''
      return `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

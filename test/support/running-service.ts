/** A complete service for a test: real store, real HTTP, simulated bureaus, its own data folder. */
import { cpSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { type Environment, REAL_ENVIRONMENT } from '../../src/app/environment.ts'
import { prepareFirstStart, readSandboxCredentials } from '../../src/app/first-start.ts'
import { openStorage, type Storage } from '../../src/app/open-storage.ts'
import { type Service, startService } from '../../src/app/service.ts'
import { openLog } from '../../src/log.ts'
import { openPrinter, type Printer } from '../../src/print/printer.ts'
import { readSettings, type Settings } from '../../src/settings/settings.ts'
import type { Store } from '../../src/store/store.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A service under test, with the credentials to order from it. */
export interface RunningService {
  readonly url: string
  readonly account: string
  readonly secret: string
  /** The operator of the sandbox, for HTTP Basic. */
  readonly operator: { readonly name: string; readonly password: string }
  /** The HTTP header with which the account logs in. */
  readonly authorization: string
  /** The data folder. */
  readonly data: string
  readonly storage: Storage
  /** The lines that the service has logged. */
  readonly logged: readonly string[]
  /** Posts a body with the credentials of the sandbox account. */
  post(
    operation: string,
    body: string | Uint8Array,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answered>
}

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

interface Options {
  /** The settings by name, such as `database-url`. */
  readonly flags?: Readonly<Record<string, unknown>>
  /** Environment variables that settings refer to, such as secrets of vendors. */
  readonly environment?: Readonly<Record<string, string>>
  readonly surroundings?: Environment
  /** A service with which this one shares the data folder, as a second process would. */
  readonly beside?: RunningService
  /** Replaces the store, for example by one that is broken on purpose. */
  readonly changing?: (store: Store) => Store
}

/** The settings that make a data folder different from that of an ordinary first start. */
const OF_STORAGE = /^(?:data|database-url|deployment|master-key)/

/**
 * Whether a service can start with a copy of the shared data folder, because nothing about its
 * storage is special.
 */
function isUsual({ beside, surroundings, flags = {}, environment }: Options): boolean {
  const special = Object.keys(flags).some((name) => OF_STORAGE.test(name))
  return !special && (beside ?? surroundings ?? environment) === undefined
}

let shared: Printer | undefined

/** Returns a printer that all services of this process with the same print options share. */
function printerFor(settings: Settings): Printer | undefined {
  if (settings['tagged-pdf'] || settings['score-notice-file'] !== '') return undefined
  shared ??= openPrinter({ tagged: false })
  return shared
}

let made: Promise<string> | undefined

/**
 * Returns a data folder after a first start. It is made once per process, because hashing a
 * password is slow.
 */
function firstStart(): Promise<string> {
  made ??= (async () => {
    const data = temporaryFolder()
    const settings = readSettings({ flags: { data }, environment: {} })
    const storage = await openStorage(settings, new Date())
    await prepareFirstStart(storage, data, new Date())
    await storage.store.close()
    return data
  })()
  return made
}

/**
 * Closes a service after its test, and drops the reference to it, because the test runner keeps the
 * hooks of all tests.
 */
function closeAfter(t: TestContext, service: Service): void {
  let running: Service | undefined = service
  t.after(async () => {
    await running?.close()
    running = undefined
  })
}

/** Starts a service that ends with the test. */
export async function runningService(
  t: TestContext,
  options: Options = {},
): Promise<RunningService> {
  const data = options.beside?.data ?? temporaryFolder()
  if (isUsual(options)) cpSync(await firstStart(), data, { recursive: true })
  const settings = readSettings({
    flags: { data, port: 0, ...options.flags },
    environment: options.environment ?? {},
  })
  const now = options.surroundings?.now() ?? new Date()
  const opened = await openStorage(settings, now)
  const { changing = (store) => store } = options
  const storage = { ...opened, store: changing(opened.store) }
  await prepareFirstStart(storage, data, now)
  const logged: string[] = []
  const destination = { write: (line: string) => void logged.push(line) }
  const logger = openLog(settings['log-level'], { destination })
  const environment = {
    ...(options.surroundings ?? REAL_ENVIRONMENT),
    printer: options.surroundings?.printer ?? printerFor(settings),
  }
  const service = await startService(settings, storage, logger, environment)
  closeAfter(t, service)
  const sandbox = readSandboxCredentials(data)
  const { name: account, secret } = sandbox?.account ?? { name: '', secret: '' }
  const url = `${service.address}${settings['base-path']}`
  const authorization = `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}`
  return {
    url,
    account,
    secret,
    authorization,
    operator: sandbox?.operator ?? { name: '', password: '' },
    data,
    storage,
    logged,
    post: (operation, body, headers = {}) =>
      post(`${url}/${operation}`, body, {
        Authorization: authorization,
        'Content-Type': isJson(body) ? 'application/json' : 'application/xml',
        ...headers,
      }),
  }
}

function isJson(body: string | Uint8Array): boolean {
  return body[0] === '{' || body[0] === '{'.charCodeAt(0)
}

async function post(
  url: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>>,
): Promise<Answered> {
  const sent = typeof body === 'string' ? body : new Uint8Array(body)
  const response = await fetch(url, { method: 'POST', headers, body: sent })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

/**
 * Returns an environment with a fixed clock and sequential IDs, so that responses are the same byte
 * for byte.
 */
export function fixedSurroundings(at = '2026-03-02T15:04:05Z'): Environment {
  const counts = new Map<string, number>()
  return {
    now: () => new Date(at),
    newId: (purpose) => {
      const count = (counts.get(purpose) ?? 0) + 1
      counts.set(purpose, count)
      return `${purpose.charAt(0).toUpperCase()}${String(count).padStart(12, '0')}`
    },
  }
}

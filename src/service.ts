/**
 * The composition root: settings to tools to server. The only file that knows the concrete
 * database, bureaus and page.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Bureau } from './bureaus/bureau.ts'
import { magicReference } from './bureaus/simulator/magic.ts'
import {
  MISBEHAVIOURS,
  type Misbehaviour,
  misbehaviourOf,
} from './bureaus/simulator/misbehaviour.ts'
import {
  PERSONAS,
  PERSONAS_VERSION,
  type Persona as SimulatedPersona,
} from './bureaus/simulator/personas.ts'
import { createSimulatedBureaus } from './bureaus/simulator/simulator.ts'
import { openUpstreams } from './bureaus/upstream/from-settings.ts'
import type { BureauName } from './documents/enumerations.ts'
import type { RespondingPartyValue } from './documents/response.ts'
import type { Api } from './http/api/handlers.ts'
import { authenticator } from './http/authenticate.ts'
import { certificateOf, keptCertificate } from './http/certificate.ts'
import type { ConnectionLimits } from './http/connections.ts'
import { listenOn } from './http/lifetime.ts'
import { createMetrics } from './http/metrics.ts'
import { type CheckPassword, operatorAuthenticator, passwordChecker } from './http/operators.ts'
import { createServer } from './http/server.ts'
import { tlsOptions } from './http/tls.ts'
import { type SandboxClock, sandboxClock } from './ordering/clock.ts'
import { keepKeys } from './ordering/keep-keys.ts'
import { keepOrders } from './ordering/keep-orders.ts'
import { keepRetention, type RetentionPeriods } from './ordering/keep-retention.ts'
import type { IdPurpose, OrderLimits, Tools } from './ordering/tools.ts'
import type { Upkeep } from './ordering/upkeep.ts'
import { openPrinter } from './reports/print/printer.ts'
import { masterKeySettings } from './settings/deployment.ts'
import { SIMULATED } from './settings/upstreams.ts'
import { changedSettings, type Settings } from './settings.ts'
import { ANCHORS_FILE, appendAnchor } from './store/audit/anchors.ts'
import type { AuditHead } from './store/audit/block.ts'
import { type Actor, type NewAuditEntry, SERVICE } from './store/audit/entry.ts'
import { keepTrail } from './store/audit/upkeep.ts'
import type { Database } from './store/database.ts'
import { isSealed, openVault } from './store/keys.ts'
import {
  type MasterKeys,
  masterKeysBesideData,
  masterKeysFromFile,
  masterKeysFromText,
} from './store/master-key.ts'
import { outputOfCommand } from './store/master-key-command.ts'
import { migrate } from './store/migrate.ts'
import { openPostgres } from './store/postgres.ts'
import { withReserve } from './store/reserve.ts'
import { type KeyUse, keyUses, rotateMasterKey } from './store/rotation.ts'
import { type Sample, sampleReports } from './store/sample.ts'
import { openSqlite } from './store/sqlite.ts'
import { holdDatabase } from './store/sqlite-hold.ts'
import { openStore, type Store } from './store/store.ts'
import { type TimedDatabase, timed } from './store/timed.ts'
import type { Vault } from './store/vault.ts'
import { VERSION } from './version.ts'

/** Someone in the sandbox whose outcome is known. */
export type Persona = SimulatedPersona

/** The people of the sandbox whose outcome is known. */
export function personas(): readonly Persona[] {
  return PERSONAS
}

/** The version of what is stated of the personas. */
export function personasVersion(): string {
  return PERSONAS_VERSION
}

/** How anyone in the sandbox makes the simulated bureaus misbehave: `docs/magic.md`. */
export function magicPage(): string {
  return magicReference()
}

/** What a simulated bureau is told to do wrong, in the words of magic streets; for embedders. */
export type BureauFault = Misbehaviour

/** The fault of a text such as `SLOW 5`; undefined where there is no such word. */
export function bureauFault(text: string): BureauFault | undefined {
  return misbehaviourOf(text)
}

/** The store and the keys to it, open. */
export interface Storage {
  readonly database: TimedDatabase
  readonly store: Store
  readonly vault: Vault
  /** The master keys in use, and rotating to the first of those given. */
  readonly keys: {
    uses(): Promise<readonly KeyUse[]>
    rotate(by: Actor, tell: (wrapped: number) => void): Promise<number>
  }
}

/** Opens database and vault as the settings say, bringing the schema up to date. */
export async function openStorage(settings: Settings, now: Date): Promise<Storage> {
  mkdirSync(settings.data, { recursive: true, mode: 0o700 })
  const database = timed(await openDatabase(settings))
  try {
    await migrate(database, now.getTime())
    const keys = await masterKeys(settings, database)
    const vault = await openVault(database, keys, now.getTime())
    const store = storeOver(database, vault, settings)
    return { database, store, vault, keys: keysOf(database, store, keys, now) }
  } catch (error) {
    await database.close()
    throw error
  }
}

function keysOf(database: Database, store: Store, given: MasterKeys, now: Date): Storage['keys'] {
  return {
    uses: () => keyUses(database),
    rotate: async (by, tell) => {
      const count = await rotateMasterKey(database, given, { now: now.getTime(), tell })
      await store.audit.record({ actor: by, action: 'key.rotated', object: given[0].id })
      return count
    },
  }
}

/** PostgreSQL keeps its own disk; the embedded database is on the disk of the data folder. */
function storeOver(database: Database, vault: Vault, settings: Settings): Store {
  const anchors = join(settings.data, ANCHORS_FILE)
  const anchor = (head: AuditHead) => appendAnchor(anchors, head)
  const store = openStore(database, vault, { now: Date.now, anchor })
  if (database.engine === 'postgres') return store
  return withReserve(store, settings.data, settings['disk-reserve-bytes'])
}

/** Opens the database that the settings name, as it is. */
export function openDatabase(settings: Settings): Promise<Database> {
  const url = settings['database-url']
  return url === '' ? openSqlite(databaseFile(settings)) : openPostgres(url)
}

/** Holds the embedded database for this service alone; throws where another one has it. */
export function holdData(settings: Settings): () => void {
  if (settings['database-url'] !== '') return () => undefined
  mkdirSync(settings.data, { recursive: true, mode: 0o700 })
  return holdDatabase(databaseFile(settings))
}

/** Where the embedded database is. */
export function databaseFile({ data }: Pick<Settings, 'data'>): string {
  return join(data, 'trimerge.db')
}

/** Tries keys on a file of the embedded database. */
export async function sampleOf(file: string, keys: MasterKeys, now: Date): Promise<Sample> {
  const database = await openSqlite(file)
  try {
    await migrate(database, now.getTime())
    return await sampleReports(database, await openVault(database, keys, now.getTime()))
  } finally {
    await database.close()
  }
}

/** The master keys that are at hand, none of them made; undefined where there are none. */
export async function knownMasterKeys(settings: Settings): Promise<MasterKeys | undefined> {
  const file = masterKeyFile(settings)
  const given = masterKeySettings(settings).length > 0
  return given ? givenMasterKeys(settings) : existsSync(file) ? masterKeysFromFile(file) : undefined
}

async function masterKeys(settings: Settings, database: Database): Promise<MasterKeys> {
  const given = await givenMasterKeys(settings)
  return given ?? masterKeysBesideData(masterKeyFile(settings), !(await isSealed(database)))
}

async function givenMasterKeys(settings: Settings): Promise<MasterKeys | undefined> {
  const { 'master-key': text, 'master-key-file': file, 'master-key-command': words } = settings
  if (text !== '') return masterKeysFromText(text)
  if (file !== '') return masterKeysFromFile(file)
  if (words.length > 0) {
    const timeoutMs = settings['master-key-command-timeout-ms']
    return masterKeysFromText(await outputOfCommand({ words, timeoutMs }))
  }
  return undefined
}

/** Where the embedded default keeps the master key: beside the data. */
export function masterKeyFile({ data }: Pick<Settings, 'data'>): string {
  return join(data, 'master.key')
}

/** For how long each class is kept, as the settings say. */
export function retentionPeriods(settings: Settings): RetentionPeriods {
  return {
    reportMonths: settings['report-retention-months'],
    refusalDays: settings['refusal-retention-days'],
    inquiryMonths: settings['inquiry-retention-months'],
  }
}

const RETENTION_LOOK_EVERY_MS = 60_000
const DAY_MS = 86_400_000

/** A service that listens. */
export interface Service {
  /** `http://127.0.0.1:PORT`, or `https://…`, without the base path. */
  readonly address: string
  /** Says that it is not ready, and goes on: whoever sends it orders may notice before it ends. */
  leave(): void
  /** Looks at once whether the certificate was renewed; there where the service ends TLS itself. */
  readonly renewCertificate?: () => void
  /** Takes no more orders, ends those under way, lets go of everything. */
  close(): Promise<void>
}

/** What comes from outside the program; a test gives its own, so that answers are bytes. */
export interface Surroundings extends Pick<Tools, 'now' | 'newId'> {
  /** Sources of files in place of the simulated ones. */
  readonly bureaus?: readonly Bureau[]
  /** What simulated bureaus do wrong at the moment, for every order. */
  readonly faultAt?: (bureau: BureauName) => BureauFault | undefined
}

const realNow = () => new Date()

/** The machine's time, and identifiers that nobody can guess. */
export const REAL_SURROUNDINGS: Surroundings = { now: realNow, newId }

/** Starts the service on an open storage. */
export async function startService(
  settings: Settings,
  { database, store, vault }: Storage,
  logger: FastifyBaseLogger,
  surroundings: Surroundings = REAL_SURROUNDINGS,
): Promise<Service> {
  const { newId } = surroundings
  const certificate = certificateOf(settings)
  const { bureaus, clock, upstreams } = await openBureaus(settings, store, surroundings)
  const { now } = clock ?? surroundings
  const printer = openPrinter()
  const metrics = createMetrics(VERSION)
  database.listen(metrics.databaseCalled)
  const tools: Tools = {
    store,
    vault,
    now,
    catchUp: clock?.catchUp ?? (async () => {}),
    realNow,
    newId,
    runner: randomText(),
    underway: new Set(),
    bureaus: bureausByName(bureaus),
    print: (report, form) => printer.print(report, form),
    respondingParty: respondingParty(settings),
    limits: orderLimits(settings),
    aside: (waiting) => waiting(),
    pulled: metrics.pulled,
    tell: ({ orderId, what, error }) => logger.warn({ orderId, err: error }, what),
  }
  const checkPassword = passwordChecker(store, vault, realNow)
  let leaving = false
  const server = createServer({
    tools,
    authenticate: authenticator({ store, vault, now, machineNow: realNow }),
    sandbox: clock && { clock, authenticate: operatorAuthenticator(checkPassword) },
    api: apiOf(settings, tools, vault, checkPassword, clock),
    basePath: settings['base-path'],
    limits: connectionLimits(settings),
    tls: certificate && tlsOptions(certificate),
    waitingMsMax: settings['waiting-ms-max'],
    trustsProxy: settings['trusted-proxy'],
    logger,
    metrics,
    metricsToken: settings['metrics-token'],
    isLeaving: () => leaving,
    version: VERSION,
  })
  const renewal = certificate && keptCertificate(server, settings, certificate, logger)
  const trail = keepTrail(store.audit, {
    head: ({ block, hash }) => logger.info({ block, hash }, 'audit trail'),
    trouble: (what, error) => logger.warn({ err: error }, what),
  })
  const upkeep = beginUpkeep(tools, settings)
  const close = async () => {
    await server.close()
    renewal?.stop()
    await upkeep.stop()
    await Promise.all(upstreams.map((upstream) => upstream.close()))
    await printer.close()
    await trail.stop()
    await store.close()
  }
  try {
    await store.audit.record(startEntry(settings))
    const address = await listenOn(server, settings, certificate !== undefined)
    writeFileSync(join(settings.data, 'address'), `${address}\n`)
    const leave = () => {
      leaving = true
    }
    return { address, leave, close, ...(renewal && { renewCertificate: renewal.renew }) }
  } catch (error) {
    await close()
    throw error
  }
}

/** What is done beside orders, until it is stopped. */
function beginUpkeep(tools: Tools, settings: Settings): Upkeep {
  const all = [
    keepOrders(tools),
    keepKeys(tools),
    keepRetention(tools.store.retention, tools, {
      periods: retentionPeriods(settings),
      lookEveryMs: RETENTION_LOOK_EVERY_MS,
    }),
  ]
  return { stop: async () => void (await Promise.all(all.map((one) => one.stop()))) }
}

function orderLimits(settings: Settings): OrderLimits {
  return {
    marginMs: 5_000,
    leaseMs: settings['order-lease-ms'],
    ordersInFlightMax: settings['orders-in-flight-max'],
    duplicates: settings.duplicates,
    retryWindowMs: settings['retry-window-ms'],
    reportWindowMs: settings['report-window-days'] * DAY_MS,
    refreshWindowMs: settings['refresh-window-days'] * DAY_MS,
  }
}

/** The sources of all files; the clock of their world, where all of it is simulated. */
async function openBureaus(settings: Settings, store: Store, surroundings: Surroundings) {
  // Known only once the bureaus are; nobody asks them before.
  let clock: SandboxClock | undefined
  const faultAt = (bureau: BureauName) =>
    surroundings.faultAt?.(bureau) ?? bureauFault(clock?.faultOf(bureau)?.word ?? '')
  const simulated =
    surroundings.bureaus ?? (await simulatedBureaus(settings, store, { ...surroundings, faultAt }))
  const upstreams = surroundings.bureaus === undefined ? openUpstreams(settings) : []
  const bureaus = [...upstreams.flatMap((upstream) => upstream.bureaus), ...simulated]
  clock = await clockOf(bureaus, store, surroundings.now)
  return { bureaus, clock, upstreams }
}

/** What the console works with. */
function apiOf(
  settings: Settings,
  tools: Tools,
  vault: Vault,
  checkPassword: CheckPassword,
  clock: SandboxClock | undefined,
): Api {
  return {
    tools,
    vault,
    checkPassword,
    sandbox: clock && {
      clock,
      personas: PERSONAS,
      personasVersion: PERSONAS_VERSION,
      faultWords: MISBEHAVIOURS,
      isFault: (text) => bureauFault(text) !== undefined,
    },
    vendorOf: (bureau) => vendorOf(settings, bureau),
    basePath: settings['base-path'],
    version: VERSION,
  }
}

function startEntry(settings: Settings): NewAuditEntry {
  const fields = changedSettings(settings)
  return { actor: SERVICE, action: 'service.started', object: VERSION, fields }
}

function vendorOf(settings: Settings, bureau: BureauName): string | undefined {
  const source = settings.bureaus[bureau]
  return source === SIMULATED ? undefined : source
}

function connectionLimits(settings: Settings): ConnectionLimits {
  return {
    connectionsMax: settings['connections-max'],
    headersTimeoutMs: settings['headers-timeout-ms'],
    requestTimeoutMs: settings['request-timeout-ms'],
    keepAliveTimeoutMs: settings['keep-alive-timeout-ms'],
    bodyBytesMax: settings['body-bytes-max'],
    bodyBytesPerSecondMin: settings['body-bytes-per-second-min'],
  }
}

async function simulatedBureaus(
  settings: Settings,
  store: Store,
  { now, faultAt }: Pick<Surroundings, 'now' | 'faultAt'>,
): Promise<readonly Bureau[]> {
  const { epoch } = await store.world(now().getTime())
  const timeoutMs = settings['bureau-timeout-ms']
  const all = createSimulatedBureaus({ epoch: new Date(epoch), timeoutMs, misbehaviour: faultAt })
  return all.filter(({ name }) => settings.bureaus[name] === SIMULATED)
}

/** The clock of the world, where all of it is simulated: real files have no time but the real one. */
async function clockOf(
  bureaus: readonly Bureau[],
  store: Store,
  machineNow: () => Date,
): Promise<SandboxClock | undefined> {
  if (!bureaus.every(({ simulated }) => simulated)) return undefined
  const clock = sandboxClock(store, machineNow)
  await clock.catchUp()
  return clock
}

/** The clock that services with these settings go by; undefined where they have real bureaus. */
export async function openClock(
  settings: Settings,
  { store }: Storage,
  machineNow: () => Date,
): Promise<SandboxClock | undefined> {
  if (Object.values(settings.bureaus).some((source) => source !== SIMULATED)) return undefined
  return clockOf(await simulatedBureaus(settings, store, { now: machineNow }), store, machineNow)
}

function bureausByName(bureaus: readonly Bureau[]): Readonly<Record<BureauName, Bureau>> {
  const named = (name: BureauName) => {
    const bureau = bureaus.find((candidate) => candidate.name === name)
    if (bureau === undefined) throw new TypeError(`no source for ${name}`)
    return bureau
  }
  return {
    Equifax: named('Equifax'),
    Experian: named('Experian'),
    TransUnion: named('TransUnion'),
  }
}

function respondingParty(settings: Settings): RespondingPartyValue {
  return {
    _Name: settings['operator-name'],
    _StreetAddress: settings['operator-street'],
    _City: settings['operator-city'],
    _State: settings['operator-state'],
    _PostalCode: settings['operator-postal-code'],
    CONTACT_DETAIL: {
      _Name: settings['operator-contact'],
      CONTACT_POINT: [
        { _Type: 'Phone', _Value: settings['operator-phone'] },
        { _Type: 'Fax', _Value: settings['operator-fax'] },
      ],
    },
  }
}

// Crockford's base 32: no letters that are mistaken for digits on a printed page.
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 16 characters of 5 random bits: too many to guess, few enough to read over the telephone. */
function randomText(): string {
  return Array.from(randomBytes(16), (byte) => DIGITS.charAt(byte & 31)).join('')
}

const ID_PREFIX: Readonly<Record<IdPurpose, string>> = {
  order: 'O',
  purge: 'D',
  report: 'R',
  pull: 'P',
  charge: 'C',
}

function newId(purpose: IdPurpose): string {
  return ID_PREFIX[purpose] + randomText()
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Api } from '../admin-api/handler.ts'
import type { Bureau } from '../bureaus/bureau.ts'
import { type Misbehaviour, misbehaviourOf } from '../bureaus/simulator/misbehaviour.ts'
import { createSimulatedBureaus } from '../bureaus/simulator/simulator.ts'
import { openUpstreams } from '../bureaus/upstream/vendor.ts'
import type { BureauName } from '../documents/tables/enumerations.ts'
import { authenticator } from '../http/auth/account-login.ts'
import {
  type CheckPassword,
  operatorAuthenticator,
  passwordChecker,
} from '../http/auth/operator-login.ts'
import { createMetrics } from '../http/metrics.ts'
import { createServer, listenOn } from '../http/server.ts'
import { certificateOf, keptCertificate, tlsOptions } from '../http/tls.ts'
import type { Job } from '../orders/jobs/job-runner.ts'
import { startKeyJob, startOrderJobs, startStatisticsJob } from '../orders/jobs/jobs.ts'
import { startRetentionJob } from '../orders/jobs/retention-job.ts'
import type { Tools } from '../orders/tools.ts'
import { VERSION } from '../package-files.ts'
import { openPrinter, type Printer } from '../print/printer.ts'
import { type SandboxClock, sandboxClock } from '../sandbox/clock.ts'
import { changedSettings, type Settings, scoreNoticeOf } from '../settings/settings.ts'
import { SIMULATED } from '../settings/upstreams.ts'
import { type NewAuditEntry, SERVICE } from '../store/audit/entry.ts'
import { startTrailJob } from '../store/audit/trail.ts'
import type { Vault } from '../store/sealing/vault.ts'
import type { Store } from '../store/store.ts'
import { newId, randomText } from './identifiers.ts'
import type { Storage } from './open-storage.ts'
import {
  connectionLimits,
  orderLimits,
  respondingParty,
  retentionPeriods,
} from './service-options.ts'

const RETENTION_LOOK_EVERY_MS = 60_000

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
export interface Environment extends Pick<Tools, 'now' | 'newId'> {
  /** Sources of files in place of the simulated ones. */
  readonly bureaus?: readonly Bureau[]
  /** A printer that several services of a process share, in place of one of its own. */
  readonly printer?: Printer | undefined
  /** What simulated bureaus do wrong at the moment, for every order. */
  readonly faultAt?: (bureau: BureauName) => Misbehaviour | undefined
}

const realNow = () => new Date()

/** The machine's time, and identifiers that nobody can guess. */
export const REAL_ENVIRONMENT: Environment = { now: realNow, newId }

/** Starts the service on an open storage. */
export async function startService(
  settings: Settings,
  { database, store, vault }: Storage,
  logger: FastifyBaseLogger,
  surroundings: Environment = REAL_ENVIRONMENT,
): Promise<Service> {
  const { newId } = surroundings
  const certificate = certificateOf(settings)
  const scoreNotice = scoreNoticeOf(settings)
  const { bureaus, clock, upstreams } = await openBureaus(settings, store, surroundings)
  const { now } = clock ?? surroundings
  const options = { tagged: settings['tagged-pdf'], scoreNotice }
  const printer = surroundings.printer ?? openPrinter(options)
  const metrics = createMetrics(VERSION)
  database.listen(metrics.databaseCalled)
  const tools: Tools = {
    store,
    vault,
    now,
    refresh: clock?.refresh ?? (async () => {}),
    realNow,
    newId,
    runner: randomText(),
    runningOrders: new Set(),
    bureaus: bureausByName(bureaus),
    print: (report, form) => printer.print(report, form),
    respondingParty: respondingParty(settings),
    limits: orderLimits(settings),
    yieldSlot: (waiting) => waiting(),
    pulled: metrics.pulled,
    log: ({ orderId, what, error }) => logger.warn({ orderId, err: error }, what),
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
  const trail = startTrailJob(store.audit, {
    head: ({ block, hash }) => logger.info({ block, hash }, 'audit trail'),
    trouble: (what, error) => logger.warn({ err: error }, what),
  })
  const upkeep = startJobs(tools, settings)
  const close = async () => {
    await server.close()
    renewal?.stop()
    await upkeep.stop()
    await Promise.all(upstreams.map((upstream) => upstream.close()))
    if (surroundings.printer === undefined) await printer.close()
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
function startJobs(tools: Tools, settings: Settings): Job {
  const all = [
    startOrderJobs(tools),
    startKeyJob(tools),
    startStatisticsJob(tools),
    startRetentionJob(tools.store.retention, tools, {
      periods: retentionPeriods(settings),
      lookEveryMs: RETENTION_LOOK_EVERY_MS,
    }),
  ]
  return { stop: async () => void (await Promise.all(all.map((one) => one.stop()))) }
}

/** The sources of all files; the clock of their world, where all of it is simulated. */
async function openBureaus(settings: Settings, store: Store, surroundings: Environment) {
  // Known only once the bureaus are; nobody asks them before.
  let clock: SandboxClock | undefined
  const faultAt = (bureau: BureauName) =>
    surroundings.faultAt?.(bureau) ?? misbehaviourOf(clock?.faultOf(bureau)?.word ?? '')
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
    clock,
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

async function simulatedBureaus(
  settings: Settings,
  store: Store,
  { now, faultAt }: Pick<Environment, 'now' | 'faultAt'>,
): Promise<readonly Bureau[]> {
  const { epoch } = await store.sandbox.begin(now().getTime())
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
  await clock.refresh()
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

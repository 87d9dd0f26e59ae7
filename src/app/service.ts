import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Api } from '../admin-api/handler.ts'
import { signInLinks } from '../admin-api/sign-in-link.ts'
import type { BureauName } from '../documents/tables/enumerations.ts'
import { authenticator } from '../http/auth/account-login.ts'
import { controllerAuthenticator } from '../http/auth/control-login.ts'
import {
  type CheckPassword,
  operatorAuthenticator,
  passwordChecker,
} from '../http/auth/operator-login.ts'
import { createMetrics, type Metrics } from '../http/metrics.ts'
import { ownUtilization } from '../http/overload/admission.ts'
import { createServer, listenOn } from '../http/server.ts'
import { certificateOf, keptCertificate, tlsOptions } from '../http/tls.ts'
import { handleOrder } from '../orders/fulfil/handle-order.ts'
import type { Job } from '../orders/jobs/job-runner.ts'
import { startKeyJob, startOrderJobs, startStatisticsJob } from '../orders/jobs/jobs.ts'
import { startRetentionJob } from '../orders/jobs/retention-job.ts'
import type { Tools } from '../orders/tools.ts'
import { VERSION } from '../package-files.ts'
import { openPrinter } from '../print/printer.ts'
import type { SandboxClock } from '../sandbox/clock.ts'
import type { ControlPlane } from '../sandbox-api/handler.ts'
import { isLocalOnly } from '../settings/deployment.ts'
import { changedSettings, type Settings, scoreNoticeOf } from '../settings/settings.ts'
import { SIMULATED } from '../settings/upstreams.ts'
import { type NewAuditEntry, SERVICE } from '../store/audit/entry.ts'
import { startTrailJob } from '../store/audit/trail.ts'
import type { TamperedRow } from '../store/sealing/row-mac.ts'
import type { Vault } from '../store/sealing/vault.ts'
import { bureausByName, openBureaus } from './bureaus.ts'
import { type Environment, REAL_ENVIRONMENT } from './environment.ts'
import type { Storage } from './open-storage.ts'
import { type OrderThreads, openOrderThreads } from './order-threads.ts'
import { connectionLimits, machineNow, newTools, retentionPeriods } from './service-options.ts'

const RETENTION_LOOK_EVERY_MS = 60_000

/** A service that listens. */
export interface Service {
  /** `http://127.0.0.1:PORT`, or `https://…`, without the base path. */
  readonly address: string
  /** Says that it is not ready, and goes on: whoever sends it orders may notice before it ends. */
  leave(): void
  /** A path that signs an operator in to the console once; in a sandbox that only this machine reaches. */
  readonly signInPath?: (operator: string) => string
  /** Looks at once whether the certificate was renewed; there where the service ends TLS itself. */
  readonly renewCertificate?: () => void
  /** Takes no more orders, ends those under way, lets go of everything. */
  close(): Promise<void>
}

/** Starts the service on an open storage. */
export async function startService(
  settings: Settings,
  storage: Storage,
  logger: FastifyBaseLogger,
  surroundings: Environment = REAL_ENVIRONMENT,
): Promise<Service> {
  const { store, vault } = storage
  const { orderThreads: threadCount = 0 } = surroundings
  const certificate = certificateOf(settings)
  const { bureaus, clock, upstreams } = await openBureaus(settings, store, surroundings)
  const { now } = clock ?? surroundings
  const options = { tagged: settings['tagged-pdf'], scoreNotice: scoreNoticeOf(settings) }
  const printer = surroundings.printer ?? openPrinter(options, threadCount === 0)
  const metrics = createMetrics(VERSION)
  const watched = watchStorage(storage, metrics, logger)
  const tools: Tools = {
    ...newTools(settings, storage),
    now,
    refresh: clock?.refresh ?? (async () => {}),
    newId: surroundings.newId,
    bureaus: bureausByName(bureaus),
    print: (report, form) => printer.print(report, form),
    pulled: metrics.pulled,
    log: ({ orderId, what, error }) => logger.warn({ orderId, err: error }, what),
  }
  const checkPassword = passwordChecker(store, vault, machineNow)
  const api = apiOf(settings, tools, vault, checkPassword, clock)
  let leaving = false
  const host = { settings, storage, tools, clock, ...watched }
  const orders = threadCount === 0 ? ordersHere(tools) : openOrderThreads(threadCount, host)
  const server = createServer({
    tools,
    handleOrder: orders.handle,
    utilization: orders.utilization,
    authenticate: authenticator({ store, vault, now, machineNow }),
    sandbox: controlOf(settings, api, tools),
    api,
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
    await orders.close()
    renewal?.stop()
    await upkeep.stop()
    await Promise.all(upstreams.map((upstream) => upstream.close()))
    if (surroundings.printer === undefined) await printer.close()
    await trail.stop()
    await store.close()
  }
  try {
    await orders.ready()
    await store.audit.record(startEntry(settings))
    const address = await listenOn(server, settings, certificate !== undefined)
    writeFileSync(join(settings.data, 'address'), `${address}\n`)
    const leave = () => {
      leaving = true
    }
    return {
      address,
      leave,
      close,
      ...(renewal && { renewCertificate: renewal.renew }),
      ...(api.signInLinks && { signInPath: api.signInLinks.create }),
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Counts the calls of the database, and counts and logs rows that were changed outside the service. */
function watchStorage(
  { database, watchTampering }: Storage,
  metrics: Metrics,
  logger: FastifyBaseLogger,
) {
  const { databaseCalled } = metrics
  const tampered = ({ table, row }: TamperedRow) => {
    metrics.tampered(table)
    logger.error({ table, row }, 'a row was changed outside the service and is rejected')
  }
  database.listen(databaseCalled)
  watchTampering(tampered)
  return { databaseCalled, tampered }
}

/** Orders carried out on this thread. */
function ordersHere(tools: Tools): OrderThreads {
  return {
    handle: (request, surroundings) => handleOrder(request, { ...tools, ...surroundings }),
    ready: async () => {},
    utilization: ownUtilization(),
    close: async () => {},
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

/** What the console works with. */
function apiOf(
  settings: Settings,
  tools: Tools,
  vault: Vault,
  checkPassword: CheckPassword,
  clock: SandboxClock | undefined,
): Api {
  const isSandbox = settings.deployment === 'sandbox' && clock !== undefined
  const takesLinks = isSandbox && isLocalOnly(settings)
  return {
    tools,
    vault,
    checkPassword,
    clock,
    vendorOf: (bureau) => vendorOf(settings, bureau),
    signInLinks: takesLinks ? signInLinks(vault, tools.realNow) : undefined,
    basePath: settings['base-path'],
    version: VERSION,
  }
}

/** Control over the world; there only in a sandbox, where every bureau is simulated. */
function controlOf(
  { deployment }: Settings,
  api: Api,
  { store, now }: Pick<Tools, 'store' | 'now'>,
): ControlPlane | undefined {
  const { clock, vault, checkPassword } = api
  if (deployment !== 'sandbox' || clock === undefined) return undefined
  const operators = operatorAuthenticator(checkPassword)
  return { api, clock, authenticate: controllerAuthenticator({ store, vault, now }, operators) }
}

function startEntry(settings: Settings): NewAuditEntry {
  const fields = changedSettings(settings)
  return { actor: SERVICE, action: 'service.started', object: VERSION, fields }
}

function vendorOf(settings: Settings, bureau: BureauName): string | undefined {
  const source = settings.bureaus[bureau]
  return source === SIMULATED ? undefined : source
}

import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Api } from '../admin-api/handler.ts'
import { signInLinks } from '../admin-api/sign-in-link.ts'
import type { BureauName } from '../documents/tables/enumerations.ts'
import { authenticator } from '../http/auth/account-login.ts'
import { controllerAuthenticator } from '../http/auth/control-login.ts'
import { operatorAuthenticator, passwordChecker } from '../http/auth/operator-login.ts'
import { createMetrics, type Metrics } from '../http/metrics.ts'
import { ownUtilization } from '../http/overload/admission.ts'
import { connectionLimits } from '../http/overload/connections.ts'
import { createServer, listenOn } from '../http/server.ts'
import { certificateOf, followCertificate, tlsOptions } from '../http/tls.ts'
import { handleOrder } from '../orders/fulfil/handle-order.ts'
import type { OrderHandler } from '../orders/fulfil/order-handler.ts'
import type { Job } from '../orders/jobs/job-runner.ts'
import {
  startKeyJob,
  startOrderJobs,
  startSecretUseJob,
  startStatisticsJob,
} from '../orders/jobs/jobs.ts'
import { startRetentionJob } from '../orders/jobs/retention-job.ts'
import type { Tools } from '../orders/tools.ts'
import { VERSION } from '../package-files.ts'
import type { PrintOptions } from '../print/print-report.ts'
import { openPrinter, type Printer } from '../print/printer.ts'
import type { SandboxClock } from '../sandbox/clock.ts'
import { countedIds, type OrderNumbers, orderNumbers } from '../sandbox/order-numbers.ts'
import { withServiceFaults } from '../sandbox/service-faults.ts'
import { openWorld, type World } from '../sandbox/world.ts'
import type { ControlPlane } from '../sandbox-api/control-plane.ts'
import { SIMULATED } from '../settings/choices.ts'
import { isLocalOnly } from '../settings/deployment.ts'
import { changedSettings, printOptionsOf, type Settings } from '../settings/settings.ts'
import { type NewAuditEntry, SERVICE } from '../store/audit/entry.ts'
import type { Vault } from '../store/sealing/vault.ts'
import { startTrailJob } from '../store/verification/trail.ts'
import { bureausByName, openBureaus } from './bureaus.ts'
import { type Environment, REAL_ENVIRONMENT } from './environment.ts'
import { activeCredentialsFile } from './first-start.ts'
import type { Storage } from './open-storage.ts'
import { type OrderThreads, openOrderThreads } from './order-threads.ts'
import { stateReader, watchStorage } from './service-observation.ts'
import { machineNow, newTools, retentionPeriods } from './service-options.ts'
import { withinOneWorld, withRunner } from './world-orders.ts'

const RETENTION_CHECK_EVERY_MS = 60_000
const ADDRESS_CHECK_EVERY_MS = 5_000

/** A running service that accepts requests. */
export interface Service {
  /** The URL of the service without the base path: `http://127.0.0.1:PORT`, or `https://…`. */
  readonly address: string
  /**
   * Makes the service report that it is not ready, but keeps it running, so that load balancers
   * notice before it ends.
   */
  reportNotReady(): void
  /**
   * Returns a path that signs an operator in to the console once. Exists only in a sandbox that
   * listens only on this machine.
   */
  readonly signInPath?: (operator: string) => string
  /**
   * Checks at once whether the certificate was renewed. Exists only if the service terminates TLS.
   */
  readonly renewCertificate?: () => void
  /** Control of the sandbox's world. Exists only in a sandbox. */
  readonly control?: Pick<ControlPlane, 'clock' | 'world'>
  /** Accepts no more orders, finishes those in progress, and releases all resources. */
  close(): Promise<void>
}

/** Starts the service on storage that is already open. */
export async function startService(
  settings: Settings,
  storage: Storage,
  logger: FastifyBaseLogger,
  environment: Environment = REAL_ENVIRONMENT,
): Promise<Service> {
  const { store, vault } = storage
  const { orderThreads: threadCount = 0 } = environment
  const addressFile = openAddressFile(settings.data)
  const certificate = certificateOf(settings)
  const { bureaus, clock, upstreams } = await openBureaus(settings, store, environment, { logger })
  const printing = printOptionsOf(settings)
  const printer = printerOf(printing, environment)
  const metrics = createMetrics(VERSION)
  const tools = toolsIn(clock, {
    ...newTools(settings, storage),
    now: (clock ?? environment).now,
    newId: environment.newId,
    bureaus: bureausByName(bureaus),
    ...reportingTools(printer, metrics, logger),
  })
  const checkPassword = passwordChecker(store, vault, machineNow, metrics.logins)
  const numbers = clock && orderNumbers(store, clock)
  const main = mainThreadOrders(tools, numbers, clock)
  const world = worldOf(settings, tools, clock, numbers)
  const addFaults = serviceFaultsOf(clock, storage)
  const api = apiOf(settings, tools, vault, addFaults(main.handle), { checkPassword, clock, world })
  const draining = new AbortController()
  const watched = watchStorage(storage, metrics, logger)
  const host = { settings, printing, storage, tools, clock, numbers, ...watched }
  const orders = threadCount === 0 ? main : openOrderThreads(threadCount, host)
  const server = createServer({
    tools,
    handleOrder: addFaults(orders.handle),
    utilization: orders.utilization,
    authenticate: authenticator({ store, vault, machineNow, observer: metrics.accountLogins }),
    sandbox: controlOf(api),
    api,
    basePath: settings['base-path'],
    limits: connectionLimits(settings),
    tls: certificate && tlsOptions(certificate),
    waitingMsMax: settings['waiting-ms-max'],
    trustsProxy: settings['trusted-proxy'],
    logger,
    metrics,
    metricsToken: settings['metrics-token'],
    isDraining: () => draining.signal.aborted,
    version: VERSION,
  })
  const renewal = certificate && followCertificate(server, settings, certificate, logger)
  metrics.watchState(stateReader({ settings, storage, tools, orders, certificate: renewal }))
  const trail = startTrailJob(store.audit, trailReport(logger))
  const jobs = startJobs(tools, settings)
  const close = async () => {
    await server.close()
    addressFile.remove()
    await orders.close()
    renewal?.stop()
    await jobs.stop()
    await Promise.all(upstreams.map((upstream) => upstream.close()))
    if (environment.printer === undefined) await printer.close()
    await trail.stop()
    await numbers?.returnUnused()
    await store.close()
  }
  try {
    await orders.ready()
    await store.audit.record(startEntry(settings))
    const address = await listenOn(server, settings, certificate !== undefined)
    addressFile.write(`${address}${settings['base-path']}\n`)
    return {
      address,
      reportNotReady: () => draining.abort(),
      close,
      ...(clock && world && { control: { clock, world } }),
      ...(renewal && { renewCertificate: renewal.renew }),
      ...(api.signInLinks && { signInPath: api.signInLinks.create }),
    }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Prepares the file from which other programs learn the address. They wait for it, so it is complete
 * from the first moment. A service that has ended leaves none: another program may have its port.
 */
function openAddressFile(data: string) {
  const file = join(data, 'address')
  rmSync(file, { force: true })
  // Replicas in containers have the same address, so only the file itself shows whose it is.
  let written: bigint | undefined
  let keeping: NodeJS.Timeout | undefined
  const put = (text: string) => {
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, text)
    written = statSync(draft, { bigint: true }).ino
    renameSync(draft, file)
  }
  return {
    /** Writes the address, and again if another replica that used the folder removed its own. */
    write: (text: string) => {
      put(text)
      keeping = setInterval(() => {
        if (existsSync(data) && !existsSync(file)) put(text)
      }, ADDRESS_CHECK_EVERY_MS).unref()
    },
    /** Removes the file, unless a later service has written its own address. */
    remove: () => {
      clearInterval(keeping)
      try {
        if (statSync(file, { bigint: true }).ino === written) rmSync(file)
      } catch {
        // The folder was removed.
      }
    },
  }
}

/** Returns the printer of the main thread. Order threads print themselves. */
function printerOf(options: PrintOptions, environment: Environment): Printer {
  const { printer, isPrinterLazy = false, orderThreads = 0 } = environment
  return printer ?? openPrinter(options, orderThreads === 0 && !isPrinterLazy)
}

/** Returns the tools of orders, in the world of a sandbox clock if there is one. */
function toolsIn(
  clock: SandboxClock | undefined,
  tools: Omit<Tools, 'refresh' | 'runner' | 'runningOrders'>,
): Tools {
  const refresh = clock?.refresh ?? (async () => {})
  return withRunner({ ...tools, refresh }, () => clock?.state().generation ?? 0)
}

/** Returns the tools that print, and those that report events to the metrics and the log. */
function reportingTools(
  printer: Printer,
  { pulled, tookOver }: Pick<Metrics, 'pulled' | 'tookOver'>,
  logger: FastifyBaseLogger,
): Pick<Tools, 'print' | 'pulled' | 'tookOver' | 'log'> {
  return {
    print: (report, form) => printer.print(report, form),
    pulled,
    tookOver,
    log: ({ what, error, ...event }) => logger.warn({ ...event, err: error }, what),
  }
}

/** Returns the functions that log new blocks and problems of the audit trail. */
function trailReport(logger: FastifyBaseLogger): Parameters<typeof startTrailJob>[1] {
  return {
    head: ({ block, hash }) => logger.info({ block, hash }, 'audit trail'),
    problem: (what, error) => logger.warn({ err: error }, what),
  }
}

/** Handles orders on this thread. */
function mainThreadOrders(
  tools: Tools,
  numbers: OrderNumbers | undefined,
  clock: SandboxClock | undefined,
): OrderThreads {
  const handle: OrderHandler = async (request, context) => {
    const number = clock?.state().ids === 'counted' ? await numbers?.take() : undefined
    const newId = number === undefined ? tools.newId : countedIds(number)
    return handleOrder(request, { ...tools, ...context, newId })
  }
  return {
    handle: withinOneWorld(handle, clock),
    ready: async () => {},
    utilization: ownUtilization(),
    states: () => [],
    close: async () => {},
  }
}

/** Returns a function that adds the injected faults of the service to a handler of orders. */
function serviceFaultsOf(clock: SandboxClock | undefined, { store }: Pick<Storage, 'store'>) {
  return (handle: OrderHandler) =>
    clock === undefined ? handle : withServiceFaults(handle, clock.state, store)
}

/** Starts all jobs besides orders. */
function startJobs(tools: Tools, settings: Settings): Job {
  const all = [
    startOrderJobs(tools),
    startKeyJob(tools),
    startSecretUseJob(tools),
    // A copy of the tools keeps its runner when the world of a sandbox is reset: these two jobs
    // belong to the process, in every world.
    startStatisticsJob({ ...tools }),
    startRetentionJob(
      tools.store,
      { ...tools },
      {
        periods: retentionPeriods(settings),
        checkEveryMs: RETENTION_CHECK_EVERY_MS,
      },
    ),
  ]
  return { stop: async () => void (await Promise.all(all.map((one) => one.stop()))) }
}

/** Returns the inputs of the operator API, which the console uses. */
function apiOf(
  settings: Settings,
  tools: Tools,
  vault: Vault,
  handleOrder: OrderHandler,
  parts: Pick<Api, 'checkPassword' | 'clock' | 'world'>,
): Api {
  const hasSignInLinks = parts.world !== undefined && isLocalOnly(settings)
  return {
    tools,
    vault,
    ...parts,
    handleOrder,
    requiresSecondFactor: settings['operator-second-factor'] === 'required',
    retention: retentionPeriods(settings),
    vendorOf: (bureau) => vendorOf(settings, bureau),
    signInLinks: hasSignInLinks ? signInLinks(vault, tools.machineNow) : undefined,
    bureauTimeoutMs: settings['bureau-timeout-ms'],
    credentialsFile: async () => parts.world && activeCredentialsFile(tools, settings.data),
    basePath: settings['base-path'],
    version: VERSION,
  }
}

/** Opens the world of a sandbox; undefined outside a sandbox, where a bureau may be real. */
function worldOf(
  { deployment }: Settings,
  { store, machineNow }: Tools,
  clock: SandboxClock | undefined,
  numbers: OrderNumbers | undefined,
): World | undefined {
  if (deployment !== 'sandbox' || clock === undefined || numbers === undefined) return undefined
  return openWorld(store, clock, numbers, machineNow)
}

/** Returns the control plane of the world; undefined if there is no world. */
function controlOf(api: Api): ControlPlane | undefined {
  const { clock, world, vault, tools } = api
  if (clock === undefined || world === undefined) return undefined
  const { store } = tools
  const operators = operatorAuthenticator(api.checkPassword, api.requiresSecondFactor)
  const authenticate = controllerAuthenticator({ store, vault, machineNow }, operators)
  return { api, clock, authenticate, world }
}

function startEntry(settings: Settings): NewAuditEntry {
  const fields = changedSettings(settings)
  return { actor: SERVICE, action: 'service.started', object: VERSION, fields }
}

function vendorOf(settings: Settings, bureau: BureauName): string | undefined {
  const source = settings.bureaus[bureau]
  return source === SIMULATED ? undefined : source
}

/** `trimerge serve`: runs the service. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import type { FastifyBaseLogger } from 'fastify'
import { rejectClockBehind } from '../app/clock-checks.ts'
import { lockData } from '../app/data-folder.ts'
import { databaseWarnings, rightsProblem } from '../app/doctor.ts'
import { REAL_ENVIRONMENT } from '../app/environment.ts'
import { prepareFirstStart } from '../app/first-start.ts'
import { openStorage, type Storage } from '../app/open-storage.ts'
import { limitMemory, startingProcessEnded } from '../app/process-setup.ts'
import { setAnchorsOfLostBlocksAside } from '../app/restore.ts'
import { type Service, startService } from '../app/service.ts'
import { drainDelayMs, orderThreadCount } from '../app/service-options.ts'
import { settingWarnings } from '../app/system-checks.ts'
import { createTemporaryData } from '../app/temporary-data.ts'
import { tryListening } from '../http/server.ts'
import { certificateOf } from '../http/tls.ts'
import { printOptionsOf, type Settings } from '../settings/settings.ts'
import { keepReserve, releaseReserve } from '../store/disk-reserve.ts'
import {
  acceptClock,
  commandWithSettings,
  ExitCode,
  Rejected,
  settingsOf,
  wrongUse,
} from './command.ts'
import { io, print, printNotice } from './io.ts'
import { IS_WINDOWS, openCommandLog, untilSignal } from './long-running.ts'
import { printCreated, printWelcome, startedView } from './welcome.ts'

/** Returns the command that runs the service until a signal ends it. */
export function serveCommand(): Command {
  return commandWithSettings('serve')
    .description('Run the service.')
    .option('--temporary', 'use a temporary data folder, and stop when the parent process ends')
    .option(
      '--json',
      'print only address and credentials, as one line of JSON; notices go to standard error',
    )
    .option('--accept-clock', 'start and purge even if the clock of this machine has jumped')
    .action((options: ServeOptions, command: Command) => serve(options, command))
}

/** The options of this start, in addition to the settings. */
interface ServeOptions {
  readonly acceptClock?: boolean
  readonly temporary?: boolean
  readonly json?: boolean
  readonly data?: string
}

async function serve(options: ServeOptions, command: Command): Promise<void> {
  const given = settingsOf(command)
  const renews = given['tls-cert'] !== '' && !IS_WINDOWS
  const signalled = untilSignal(renews ? 'SIGHUP' : undefined)
  if (!options.temporary) return await serveUntil(signalled, given, options)
  rejectPermanentData(given, options.data)
  const end = Promise.race([signalled, startingProcessEnded()])
  const { data, remove } = createTemporaryData(PREFIX)
  try {
    await serveUntil(end, temporarySettings(given, data), options)
  } finally {
    remove()
  }
}

async function serveUntil(
  end: Promise<void>,
  settings: Settings,
  options: ServeOptions,
): Promise<void> {
  limitMemory()
  // Reads the files first, so that a wrong one is reported once and before anything is created.
  certificateOf(settings)
  printOptionsOf(settings)
  const logger = openCommandLog(settings)
  for (const warning of settingWarnings(settings)) logger.warn(warning)
  const release = lockData(settings)
  let reserve: NodeJS.Timeout | undefined
  try {
    await tryListening(settings).catch((error: unknown) => {
      throw listenFailure(error, settings) ?? error
    })
    const isEmbedded = settings['database-url'] === ''
    // A crash may have left the disk too full to open the database.
    if (isEmbedded) releaseReserve(settings.data)
    const service = await startChecked(settings, options, logger)
    if (isEmbedded) reserve = maintainReserve(settings)
    await end
    logger.info('shutting down: waiting for running orders')
    service.reportNotReady()
    await sleep(drainDelayMs(settings))
    const ended = await Promise.race([service.close().then(() => true), endTimeout(settings)])
    if (ended) return
  } finally {
    clearInterval(reserve)
    release()
  }
  logger.warn('shutting down: some orders did not finish in time; they will be settled later')
  io().exit(ExitCode.failed)
}

const RESERVE_CHECK_EVERY_MS = 60_000

/** Reserves the disk space that the next start may need, as soon as the disk has room for it. */
function maintainReserve({ data, 'disk-reserve-bytes': bytes }: Settings): NodeJS.Timeout {
  keepReserve(data, bytes)
  return setInterval(() => void keepReserve(data, bytes), RESERVE_CHECK_EVERY_MS).unref()
}

/**
 * Opens the storage, checks it and starts the service. If a check fails, closes everything again.
 */
async function startChecked(
  settings: Settings,
  options: ServeOptions,
  logger: FastifyBaseLogger,
): Promise<Service> {
  const storage = await openStorage(settings, new Date())
  try {
    if (options.acceptClock === true) await acceptClock(storage.store, options.json)
    else await rejectClockBehind(storage.store, new Date())
    // The lock on the embedded database proves that no other process works on its orders.
    if (settings['database-url'] === '') await storage.store.orders.endLeases()
    await rejectMissingRights(storage.database)
    const lost = await setAnchorsOfLostBlocksAside(storage, settings, new Date())
    if (lost !== undefined) logger.error(lost)
    for (const caution of await databaseWarnings(storage.database, settings)) {
      logger.warn(`PostgreSQL: ${caution}`)
    }
    return await start(settings, storage, options, logger)
  } catch (error) {
    await storage.store.close().catch(() => undefined)
    throw error
  }
}

/** Rejects a start whose role of PostgreSQL may not use all tables, such as those of a new release. */
async function rejectMissingRights(database: Storage['database']): Promise<void> {
  const problem = await rightsProblem(database)
  if (problem !== undefined) throw new Rejected(problem)
}

async function start(
  settings: Settings,
  storage: Storage,
  { json, temporary = false }: ServeOptions,
  logger: FastifyBaseLogger,
): Promise<Service> {
  const created = await firstStart(settings, storage, json)
  if (!json) printCreated(settings, created)
  const service = await startService(settings, storage, logger, {
    ...REAL_ENVIRONMENT,
    orderThreads: orderThreadCount(settings),
    isPrinterLazy: temporary,
  }).catch((error: unknown) => {
    throw listenFailure(error, settings) ?? error
  })
  try {
    if (json) print(JSON.stringify(startedView(settings, service)))
    else printWelcome(settings, service, created !== undefined)
  } catch (error) {
    // Otherwise the failed start would go on listening.
    await service.close()
    throw error
  }
  if (service.renewCertificate !== undefined && !IS_WINDOWS) {
    process.on('SIGHUP', service.renewCertificate)
  }
  return service
}

/** What to do if the system does not let the service listen, by the code of its error. */
const LISTEN_REMEDIES: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'another program uses this address; stop it or set another port (--port 0 picks a free one)',
  EACCES: 'this user may not use the port; set a port from 1024',
  EADDRNOTAVAIL: 'this machine does not have this address; set another host',
  ENOTFOUND: 'this name has no address; set host to an address of this machine',
  EAI_AGAIN: 'the address of this name is unknown for now; set host to an address of this machine',
}

/** The calls of the system that fail for such an address. */
const LISTEN_CALLS: readonly (string | undefined)[] = ['listen', 'getaddrinfo']

/** Returns the error for an address on which the service cannot listen; undefined for others. */
function listenFailure(error: unknown, { host, port }: Settings): Rejected | undefined {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  const remedy = LISTEN_CALLS.includes(syscall) ? LISTEN_REMEDIES[code] : undefined
  if (remedy === undefined) return undefined
  return new Rejected(`cannot listen on ${host}, port ${port} (${code}): ${remedy}`)
}

/**
 * Resolves when the time for orders in progress is over. Its timer does not keep the process
 * running.
 */
function endTimeout(settings: Settings): Promise<false> {
  return sleep(settings['end-timeout-ms'], false, { ref: false })
}

/**
 * Creates the first account and operator in a sandbox. In production, prints how to add an account
 * if there are none.
 */
async function firstStart(settings: Settings, storage: Storage, json: boolean | undefined) {
  if (settings.deployment === 'sandbox') {
    return await prepareFirstStart(storage, settings.data, new Date())
  }
  if ((await storage.store.accounts.list()).length === 0) {
    printNotice('No account exists yet. Add one: trimerge account add NAME', json)
  }
  return undefined
}

// A temporary service, for the duration of a test: it removes its data folder at the end, and ends
// with the process that started it.

const PREFIX = 'trimerge-temporary-'

/** Throws if a temporary service would leave data behind, or change data that is meant to last. */
function rejectPermanentData(settings: Settings, givenData: string | undefined): void {
  if (givenData !== undefined) {
    throw wrongUse('--temporary creates its own data folder: leave out --data')
  }
  if (settings.deployment !== 'sandbox') {
    throw wrongUse('--temporary is only for a sandbox')
  }
  if (settings['database-url'] !== '') {
    throw wrongUse('--temporary needs the embedded database: leave out database-url')
  }
}

/**
 * Returns the settings of a temporary service. It is one of many processes on the machine, so by
 * default orders run in its main thread.
 */
function temporarySettings(settings: Settings, data: string): Settings {
  const threads = settings['order-threads']
  return { ...settings, data, 'order-threads': threads === 'auto' ? 0 : threads }
}

/** `trimerge serve`: the service. */
import { writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import type { FastifyBaseLogger } from 'fastify'
import { rejectClockBehind } from '../app/clock-checks.ts'
import { cautionsOf } from '../app/doctor.ts'
import { REAL_ENVIRONMENT } from '../app/environment.ts'
import {
  prepareFirstStart,
  readSandboxCredentials,
  type SandboxCredentials,
  sandboxCredentialsFile,
} from '../app/first-start.ts'
import { limitMemory } from '../app/memory-limits.ts'
import { holdData, masterKeyFile, openStorage, type Storage } from '../app/open-storage.ts'
import { type Service, startService } from '../app/service.ts'
import { drainDelayMs, orderThreadCount } from '../app/service-options.ts'
import { certificateOf } from '../http/tls.ts'
import { packagePath, readPackageFile, VERSION } from '../package-files.ts'
import { masterKeySettings } from '../settings/deployment.ts'
import type { Settings } from '../settings/settings.ts'
import { keepReserve, releaseReserve } from '../store/engine/disk-reserve.ts'
import { acceptClock, commandWithSettings, ExitCode, settingsOf } from './command.ts'
import { io, print } from './io.ts'
import { IS_WINDOWS, openCommandLog, untilSignal } from './long-running.ts'
import {
  parentEnded,
  rejectLasting,
  removeLeftovers,
  temporaryData,
  temporarySettings,
} from './temporary.ts'
import { boxedWelcome, plainWelcome, type Welcome } from './welcome.ts'

/** The command that runs the service until a signal ends it. */
export function serveCommand(): Command {
  return commandWithSettings('serve')
    .description('Run the service.')
    .option(
      '--temporary',
      'use a data folder that is removed at the end; end with the parent process',
    )
    .option('--json', 'print address and credentials as one line of JSON, and nothing else')
    .option('--accept-clock', 'start even if the clock of this machine is behind the newest record')
    .action((options: ServeOptions, command: Command) => serve(options, command))
}

/** What is about this start only. */
interface ServeOptions {
  readonly acceptClock?: boolean
  readonly temporary?: boolean
  readonly json?: boolean
  readonly data?: string
}

async function serve(options: ServeOptions, command: Command): Promise<void> {
  const given = settingsOf(command)
  if (!options.temporary) return await serveUntil(untilSignal(), given, options)
  rejectLasting(given, options.data)
  const end = Promise.race([untilSignal(), parentEnded()])
  const { data, remove } = temporaryData()
  try {
    await serveUntil(end, temporarySettings(given, data), options)
  } finally {
    remove()
    removeLeftovers()
  }
}

async function serveUntil(
  end: Promise<void>,
  settings: Settings,
  options: ServeOptions,
): Promise<void> {
  limitMemory()
  // Before anything is made, and shown only once.
  certificateOf(settings)
  const logger = openCommandLog(settings)
  const release = holdData(settings)
  let reserve: NodeJS.Timeout | undefined
  try {
    const isEmbedded = settings['database-url'] === ''
    // A crash may have left a disk so full that nothing could be opened on it.
    if (isEmbedded) releaseReserve(settings.data)
    const service = await startChecked(settings, options, logger)
    if (isEmbedded) reserve = keepingReserve(settings)
    await end
    logger.info('shutting down: waiting for running orders')
    service.leave()
    await sleep(drainDelayMs(settings))
    const ended = await Promise.race([service.close().then(() => true), late(settings)])
    if (ended) return
  } finally {
    clearInterval(reserve)
    release()
  }
  logger.warn('shutting down: some orders did not finish in time; they will be settled later')
  io().exit(ExitCode.failed)
}

const RESERVE_LOOK_EVERY_MS = 60_000

/** Keeps the space that the next start may need, as soon as the disk has room for it. */
function keepingReserve({ data, 'disk-reserve-bytes': bytes }: Settings): NodeJS.Timeout {
  keepReserve(data, bytes)
  return setInterval(() => void keepReserve(data, bytes), RESERVE_LOOK_EVERY_MS).unref()
}

/** Opens the storage, checks it and starts; a check that fails leaves nothing open. */
async function startChecked(
  settings: Settings,
  options: ServeOptions,
  logger: FastifyBaseLogger,
): Promise<Service> {
  const storage = await openStorage(settings, new Date())
  try {
    if (options.acceptClock === true) await acceptClock(storage.store)
    else await rejectClockBehind(storage.store, new Date())
    // The lock on the embedded database proves that no other process works on its orders.
    if (settings['database-url'] === '') await storage.store.orders.endLeases()
    for (const caution of await cautionsOf(storage.database, settings)) {
      logger.warn(`PostgreSQL: ${caution}`)
    }
    return await start(settings, storage, options, logger)
  } catch (error) {
    await storage.store.close().catch(() => undefined)
    throw error
  }
}

async function start(
  settings: Settings,
  storage: Storage,
  { json, temporary = false }: ServeOptions,
  logger: FastifyBaseLogger,
): Promise<Service> {
  const created = await firstStart(settings, storage)
  if (!json) sayCreated(settings, created)
  const service = await startService(settings, storage, logger, {
    ...REAL_ENVIRONMENT,
    orderThreads: orderThreadCount(settings),
    printsSeldom: temporary,
  })
  if (json) print(JSON.stringify(startedView(settings, service)))
  else sayWelcome(settings, service, created !== undefined)
  if (service.renewCertificate !== undefined && !IS_WINDOWS) {
    process.on('SIGHUP', service.renewCertificate)
  }
  return service
}

/** What was made at the first start. */
function sayCreated(settings: Settings, created: SandboxCredentials | undefined): void {
  if (created !== undefined) {
    for (const line of createdLines(created, settings.data)) print(line)
  }
  if (masterKeySettings(settings).length === 0) {
    const file = masterKeyFile(settings)
    print(`The master key is in ${file}, beside the data: a copy of this folder can be decrypted.`)
  }
}

function sayWelcome(settings: Settings, service: Service, isFirst: boolean): void {
  const welcome = welcomeOf(settings, service, isFirst)
  const lines = io().isTerminal ? boxedWelcome(welcome) : plainWelcome(welcome)
  for (const line of lines) print(line)
}

/** What a program that started the service needs to know. */
function startedView(settings: Settings, { address }: Service): object {
  const { account, operator } = readSandboxCredentials(settings.data) ?? {}
  const { data } = settings
  return { address, url: `${address}${settings['base-path']}`, account, operator, data }
}

/** Resolves at the end of the time for running orders; this timer does not keep the process running. */
function late(settings: Settings): Promise<false> {
  return sleep(settings['end-timeout-ms'], false, { ref: false })
}

/** In a sandbox, creates the first account and operator; in production, says how to add one. */
async function firstStart(settings: Settings, storage: Storage) {
  if (settings.deployment === 'sandbox') {
    return await prepareFirstStart(storage, settings.data, new Date())
  }
  if ((await storage.store.accounts.list()).length === 0) {
    print('No account exists yet. Add one: trimerge account add NAME')
  }
  return undefined
}

/** What the first start says of the credentials. The output of a container is kept as its log. */
function createdLines({ account, operator }: SandboxCredentials, data: string): readonly string[] {
  if (isInContainer()) {
    return [`Created a sandbox. Its credentials are in ${sandboxCredentialsFile(data)}.`]
  }
  return [
    'Created a sandbox. Its credentials are in the data folder and are not shown again:',
    `  account ${account.name}, secret ${account.secret}`,
    `  operator ${operator.name}, password ${operator.password}`,
  ]
}

/**
 * Whether the service runs in a container, as our image, Podman and Kubernetes say. A container that
 * people develop in has a terminal, and says nothing.
 */
function isInContainer(): boolean {
  const { KUBERNETES_SERVICE_HOST: cluster, container } = io().environment
  return cluster !== undefined || container !== undefined
}

/** What to say once the service listens. The secret is in the command of the first start only. */
function welcomeOf(settings: Settings, service: Service, isFirst: boolean): Welcome {
  const url = `${service.address}${settings['base-path']}`
  const sandbox = readSandboxCredentials(settings.data)
  const { signInPath } = service
  // A link that signs in is a secret: the output of later starts is often kept in a log.
  const isLinkShown = !isInContainer() && (isFirst || io().isTerminal)
  const path = isLinkShown ? sandbox && signInPath?.(sandbox.operator.name) : undefined
  return {
    version: VERSION,
    address: service.address,
    consoleUrl: `${url}${path ?? '/console'}`,
    signsIn: path !== undefined,
    credentialsFile: sandbox && fromHere(sandboxCredentialsFile(settings.data)),
    curl: sandbox && curlLine(url, settings.data, sandbox.account, isFirst && !isInContainer()),
  }
}

/** A line to paste that orders a report for the first reference persona. */
function curlLine(
  url: string,
  data: string,
  { name, secret }: { readonly name: string; readonly secret: string },
  isSecretShown: boolean,
): string {
  const user = isSecretShown
    ? `-u ${name}:${secret}`
    : `-K ${fromHere(writeCurlFile(data, name, secret))}`
  // Quotes that the shells of all systems understand.
  const type = '-H "Content-Type: application/xml"'
  const file = `--data-binary "@${fromHere(exampleOrder(data))}"`
  return `curl ${user} ${type} ${file} ${url}/credit_report`
}

/** The user for curl in a file, since a command line can be seen by others. */
function writeCurlFile(data: string, name: string, secret: string): string {
  const file = join(data, CURL_FILE)
  writeFileSync(file, `user = "${name}:${secret}"\n`, { mode: 0o600 })
  return file
}

/** An order as a file: that of the package, or a copy in the data folder where it is none. */
function exampleOrder(data: string): string {
  const path = packagePath(EXAMPLE)
  if (path !== undefined) return path
  const copy = join(data, basename(EXAMPLE))
  writeFileSync(copy, readPackageFile(EXAMPLE) ?? '')
  return copy
}

const CURL_FILE = 'sandbox.curl'
const EXAMPLE = 'examples/credit-report.xml'

/** A path as short as it can be written here. */
function fromHere(path: string): string {
  const short = relative(process.cwd(), path)
  return short.length < path.length ? short : path
}

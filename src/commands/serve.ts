/** `trimerge serve`: the service. */
import { relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { cautionsOf, rejectClockBehind } from '../app/doctor.ts'
import { REAL_ENVIRONMENT } from '../app/environment.ts'
import { prepareFirstStart, readSandboxCredentials } from '../app/first-start.ts'
import { holdData, masterKeyFile, openStorage, type Storage } from '../app/open-storage.ts'
import { startService } from '../app/service.ts'
import { orderThreadCount } from '../app/service-options.ts'
import { certificateOf } from '../http/tls.ts'
import { openLog } from '../log.ts'
import { packagePath } from '../package-files.ts'
import { masterKeySettings } from '../settings/deployment.ts'
import type { Settings } from '../settings/settings.ts'
import { commandWithSettings, ExitCode, settingsOf } from './command.ts'
import { io, print } from './io.ts'

/** The command that runs the service until a signal ends it. */
export function serveCommand(): Command {
  return commandWithSettings('serve')
    .description('Run the service.')
    .action((_options, command: Command) => serve(command))
}

async function serve(command: Command): Promise<void> {
  const settings = settingsOf(command)
  // Before anything is made, and shown only once.
  certificateOf(settings)
  const logger = openLog(settings['log-level'], io().log)
  const end = untilSignal()
  const release = holdData(settings)
  const storage = await openStorage(settings, new Date())
  await rejectClockBehind(storage.store, new Date())
  for (const caution of await cautionsOf(storage.database)) logger.warn(`PostgreSQL: ${caution}`)
  const created = await firstStart(settings, storage)
  if (created !== undefined) {
    print('Created a sandbox. Its credentials are in the data folder and are not shown again:')
    print(`  account ${created.account.name}, secret ${created.account.secret}`)
    print(`  operator ${created.operator.name}, password ${created.operator.password}`)
  }
  if (masterKeySettings(settings).length === 0) {
    const file = masterKeyFile(settings)
    print(`The master key is in ${file}, beside the data: a copy of this folder can be decrypted.`)
  }
  const surroundings = { ...REAL_ENVIRONMENT, orderThreads: orderThreadCount(settings) }
  const service = await startService(settings, storage, logger, surroundings)
  print(`listening on ${service.address}`)
  if (service.renewCertificate !== undefined) process.on('SIGHUP', service.renewCertificate)
  const url = `${service.address}${settings['base-path']}`
  const sandbox = readSandboxCredentials(settings.data)
  if (sandbox !== undefined) {
    print('Order a report by running:')
    print(`  ${curlLine(url, sandbox.account)}`)
    print(`Open it in the console, as operator ${sandbox.operator.name}:`)
    print(`  ${url}/console`)
  }
  await end
  logger.info('shutting down: waiting for running orders')
  service.leave()
  await sleep(settings['drain-delay-ms'])
  const ended = await Promise.race([service.close().then(() => true), late(settings)])
  release()
  if (ended) return
  logger.warn('shutting down: some orders did not finish in time; they will be settled later')
  io().exit(ExitCode.failed)
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

/** A line to paste that orders a report for the first reference persona. */
function curlLine(url: string, { name, secret }: { name: string; secret: string }): string {
  const example = packagePath('examples/credit-report.xml')
  const file = example === undefined ? 'ORDER.xml' : relative(process.cwd(), example)
  return `curl -u ${name}:${secret} -H 'Content-Type: application/xml' --data-binary @${file} ${url}/credit_report`
}

/** Resolves at the first SIGTERM or SIGINT; a second one ends the process at once. */
function untilSignal(): Promise<void> {
  const { onceSignal, exit } = io()
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      onceSignal(signal, () => {
        resolve()
        onceSignal(signal, () => exit(1))
      })
    }
  })
}

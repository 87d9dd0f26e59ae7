/** `trimerge config` and `trimerge doctor`: showing the settings, and checking the installation. */
import { readFileSync } from 'node:fs'
import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'
import { join } from 'node:path'
import type { Command } from 'commander'
import { runChecks } from '../../app/doctor.ts'
import { describeSettings, SECRET_IS_SET, type Settings } from '../../settings/settings.ts'
import { commandWithSettings, Rejected, settingsOf } from '../command.ts'
import { counted, show } from '../output.ts'

/** Returns the command that shows the settings. */
export function configCommand(): Command {
  return commandWithSettings('config')
    .description('Show the effective settings with secrets masked.')
    .option('--json', 'print JSON')
    .action((_options, command: Command) => {
      const settings = describeSettings(settingsOf(command))
      const lines = Object.entries(settings).map(([name, value]) =>
        value === SECRET_IS_SET ? `${name}: ${value}` : `${name}: ${JSON.stringify(value)}`,
      )
      return show(command, settings, lines)
    })
}

/** Returns the command that checks settings, files, clock and database. It changes nothing. */
export function doctorCommand(): Command {
  return commandWithSettings('doctor')
    .description('Check settings, files, clock and database, and say what to fix.')
    .option('--live', 'only check that the service of this data folder responds')
    .option('--json', 'print JSON')
    .action(async ({ live }: { live?: boolean }, command: Command) => {
      if (live === true) {
        const responds = await isLive(settingsOf(command))
        await show(command, { live: responds }, responds ? ['the service responds'] : [])
        if (responds) return
        throw new Rejected('the service does not respond')
      }
      const findings = await runChecks(settingsOf(command), new Date())
      const lines = findings.map(({ verdict, text }) => `${verdict.padEnd(4)}  ${text}`)
      await show(command, findings, lines)
      const failed = findings.filter(({ verdict }) => verdict === 'fail').length
      if (failed > 0) throw new Rejected(`${failed} of ${counted(findings.length, 'check')} failed`)
    })
}

const TIMEOUT_MS = 5_000

/**
 * Whether the service of a data folder is live, according to its health check at the address in its
 * address file.
 */
async function isLive(settings: Settings): Promise<boolean> {
  try {
    const address = new URL(readFileSync(join(settings.data, 'address'), 'utf8').trim())
    // A service that listens on all addresses also listens on loopback.
    if (address.hostname === '0.0.0.0') address.hostname = '127.0.0.1'
    if (address.hostname === '[::]') address.hostname = '[::1]'
    address.pathname = `${settings['base-path']}/health/live`
    return (await statusOf(address)) === 200
  } catch {
    return false
  }
}

/**
 * Returns the status of a response. The certificate is not checked, because it names another host.
 * Nothing secret is sent, and the response is not trusted.
 */
function statusOf(url: URL): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const options = { rejectUnauthorized: false, timeout: TIMEOUT_MS }
  const get = url.protocol === 'https:' ? getHttps : getHttp
  const request = get(url, options, (response) => {
    response.resume()
    resolve(response.statusCode)
  })
  request.on('timeout', () => request.destroy(new Error('no response')))
  request.on('error', reject)
  return promise
}

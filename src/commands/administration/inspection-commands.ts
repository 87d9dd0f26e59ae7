/**
 * `trimerge config`, `doctor` and `audit`: the commands that examine an installation and change
 * nothing in it.
 */
import { createWriteStream, existsSync, readFileSync } from 'node:fs'
import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Command } from 'commander'
import { runChecks } from '../../app/doctor.ts'
import { counted } from '../../documents/wording.ts'
import { describeSettings, SECRET_IS_SET, type Settings } from '../../settings/settings.ts'
import { FileExists, makeFileWhole } from '../../store/engine/durable-file.ts'
import { ANCHORS_FILE, AnchorsUnreadable, readAnchors } from '../../store/verification/anchors.ts'
import type { AuditAnchor, AuditVerification } from '../../store/verification/verify.ts'
import { parseUtcTime } from '../../time.ts'
import {
  commandWithSettings,
  Rejected,
  rejectUnknownAccount,
  settingsOf,
  withStorage,
  wrongUse,
} from '../command.ts'
import { io } from '../io.ts'
import { show } from '../output.ts'

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
        const settings = settingsOf(command)
        const responds = await isLive(settings)
        await show(command, { live: responds }, responds ? ['the service responds'] : [])
        if (responds) return
        throw new Rejected(`the service of the data folder ${settings.data} does not respond`)
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
    address.pathname = `${address.pathname.replace(/\/$/, '')}/health/live`
    return (await statusOf(address)) === 200
  } catch {
    return false
  }
}

/**
 * Returns the status of a response. The certificate is not checked, because it names another host.
 * Nothing secret is sent, and the response is not trusted. An agent of its own uses no proxy that
 * the environment sets.
 */
function statusOf(url: URL): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const options = { rejectUnauthorized: false, timeout: TIMEOUT_MS, agent: false } as const
  const get = url.protocol === 'https:' ? getHttps : getHttp
  const request = get(url, options, (response) => {
    response.resume()
    resolve(response.statusCode)
  })
  request.on('timeout', () => request.destroy(new Error('no response')))
  request.on('error', reject)
  return promise
}

/** Returns the command that verifies and exports the audit trail. */
export function auditCommand(): Command {
  const command = new Command('audit').description('Check or export the audit trail.')
  command.addCommand(verifyCommand())
  command.addCommand(exportCommand())
  return command.exitOverride()
}

function verifyCommand(): Command {
  return commandWithSettings('verify')
    .description(
      'Verify that no entry of the audit trail, and no record it covers, was changed, removed or added.',
    )
    .option('--anchors <file>', `file of anchors (default: ${ANCHORS_FILE} in the data folder)`)
    .option('--json', 'print JSON')
    .action(({ anchors }: { anchors?: string }, command: Command) => {
      const settings = settingsOf(command)
      const known = anchorsOf(anchors ?? ownAnchors(settings))
      if (anchors !== undefined && known.length === 0) {
        throw new Rejected(`${anchors} has no anchor, so nothing was checked`)
      }
      return withStorage(settings, async ({ store }) => {
        const found = await store.audit.verify({ anchors: known, now: Date.now() })
        const findings = found.findings.map(({ place, what }) => `${place}: ${what}`)
        const value = { ...found, anchors: known.length }
        await show(command, value, [summaryOf(found, known.length), ...findings])
        if (found.findingCount > 0) {
          throw new Rejected(
            `the audit trail or its records were changed: ${counted(found.findingCount, 'finding')}`,
          )
        }
      })
    })
}

/**
 * Returns the anchors file of the data folder. If there is none, the result is undefined, and the
 * chain is verified without anchors. The summary then shows 0 anchors.
 */
function ownAnchors({ data }: Settings): string | undefined {
  const path = join(data, ANCHORS_FILE)
  return existsSync(path) ? path : undefined
}

function anchorsOf(path: string | undefined): readonly AuditAnchor[] {
  if (path === undefined) return []
  try {
    return readAnchors(path)
  } catch (error) {
    if (error instanceof AnchorsUnreadable) throw new Rejected(`anchors: ${error.message}`)
    throw wrongUse(`cannot read ${path} (${(error as NodeJS.ErrnoException).code})`)
  }
}

function summaryOf(found: AuditVerification, anchors: number): string {
  const { entries, blocks, unsealed, orders } = found
  const waiting = unsealed === 0 ? '' : `, ${unsealed} not sealed yet`
  const trail = `${counted(entries, 'entry', 'entries')} in ${counted(blocks, 'block')}${waiting}`
  const records = `${counted(orders, 'order')} checked against their entries`
  return `${trail}, checked against ${counted(anchors, 'anchor')}; ${records}`
}

interface ExportOptions {
  readonly from?: string
  readonly to?: string
  readonly account?: string
  readonly out?: string
}

function exportCommand(): Command {
  return commandWithSettings('export')
    .description('Export the audit trail as JSON lines that third parties can verify.')
    .option('--from <time>', 'first day or time of entries to export, in UTC: 2026-11-01')
    .option('--to <time>', 'export entries before this day or time')
    .option('--account <name>', 'export entries of this account only')
    .option('--out <file>', 'new output file (default: standard output)')
    .action((options: ExportOptions, command: Command) => {
      const { account, out } = options
      const selection = { account, from: momentOf(options.from), to: momentOf(options.to) }
      const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = selection
      if (from >= to) throw wrongUse('--to must be after --from')
      return withStorage(settingsOf(command), async ({ store }) => {
        await rejectUnknownAccount(account, store)
        const lines = store.audit.export(selection)
        if (out === undefined) await toStandardOutput(lines)
        else await toFile(out, lines)
      })
    })
}

function momentOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const moment = parseUtcTime(text)
  if (moment !== undefined) return moment
  throw wrongUse('give an existing day or time in UTC: 2026-11-01 or 2026-11-01T12:00:00Z')
}

/** Writes entry by entry, so that memory use does not grow with the trail. */
async function toStandardOutput(lines: AsyncIterable<string>): Promise<void> {
  for await (const line of lines) await io().write(`${line}\n`)
}

/**
 * Writes a new file that only its owner can read, completely or not at all. An existing file is not
 * overwritten.
 */
async function toFile(path: string, lines: AsyncIterable<string>): Promise<void> {
  try {
    // Checks this before the export, and not only at its end.
    if (existsSync(path)) throw new FileExists(path)
    await makeFileWhole(path, (draft) => pipeline(withEnds(lines), createWriteStream(draft)))
  } catch (error) {
    throw new Rejected(`cannot export to ${path}: ${(error as Error).message}`)
  }
}

async function* withEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`
}

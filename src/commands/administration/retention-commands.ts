/**
 * `trimerge purge` and `trimerge hold`: destroying data after its retention period, and legal holds
 * that prevent it.
 */
import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import { rejectClockJump } from '../../app/clock-checks.ts'
import { REAL_ENVIRONMENT } from '../../app/environment.ts'
import type { Storage } from '../../app/open-storage.ts'
import { retentionPeriods } from '../../app/service-options.ts'
import { counted } from '../../documents/wording.ts'
import { dueScope } from '../../orders/jobs/retention-job.ts'
import { hasPersonalNumber } from '../../person-number.ts'
import type { Settings } from '../../settings/settings.ts'
import type {
  Purge,
  PurgeCounts,
  PurgeScope,
  RestorablePurge,
} from '../../store/retention/purge-records.ts'
import { parseUtcDay } from '../../time.ts'
import {
  acceptClock,
  commandActor,
  commandWithSettings,
  notWritten,
  Rejected,
  rejectUnknownAccount,
  remainsText,
  settingsOf,
  withStorage,
  worldNow,
  wrongUse,
} from '../command.ts'
import { print } from '../io.ts'
import { columns, dayOf, readable, show } from '../output.ts'

interface PurgeOptions {
  readonly before?: string
  readonly report?: string
  readonly account?: string
  readonly dryRun?: boolean
  readonly evidence?: string
  readonly restore?: boolean
  readonly scrub?: boolean
  readonly acceptClock?: boolean
}

const PACE = { batch: 100, between: async () => sleep(10, true), now: Date.now } as const

/**
 * Returns the command that purges. Services on the same database also purge on their own, once a
 * day.
 */
export function purgeCommand(): Command {
  return commandWithSettings('purge')
    .description(
      'Destroy data past its retention period: report content, rejected orders, inquiries.',
    )
    .option(
      '--before <date>',
      'orders received before this day (UTC), instead of the retention settings',
    )
    .option('--report <id>', 'only this report, regardless of its age')
    .option('--account <name>', 'only orders of this account, regardless of their age')
    .option('--dry-run', 'count without destroying anything')
    .option('--restore', 'restore what the daily purge has set aside, instead of destroying data')
    .option('--scrub', 'only remove the remains of keys that earlier purges destroyed')
    .option('--accept-clock', 'purge even if the clock of this machine has jumped')
    .option('--evidence <file>', 'new file for a record of the purge as JSON')
    .addCommand(purgeListCommand())
    .action((options: PurgeOptions, command: Command) => purge(options, command))
}

async function purge(options: PurgeOptions, command: Command): Promise<void> {
  const settings = settingsOf(command)
  const before = options.before === undefined ? undefined : dayFrom(options.before)
  if (options.report !== undefined && (before !== undefined || options.account !== undefined)) {
    throw wrongUse('--report cannot be combined with --before or --account')
  }
  rejectIgnored(options)
  await withStorage(settings, async (storage) => {
    if (options.scrub === true) {
      await scrub(storage)
      return
    }
    if (options.restore === true) {
      await restore(options, storage)
      return
    }
    await rejectUnknown(options, storage)
    const now = await worldNow(settings, storage)
    // A typing error in the year would destroy everything.
    if (before !== undefined && before > now.getTime())
      throw wrongUse(`--before must not be after today, ${dayOf(now.getTime())} in UTC`)
    if (options.dryRun !== true) {
      if (options.acceptClock === true) await acceptClock(storage.store)
      else await rejectClockJump(storage.store, new Date())
    }
    const scope = scopeOf(options, before, settings, now)
    if (options.dryRun === true)
      print(`would destroy ${countsText(await storage.store.retention.count(scope))}`)
    else await carryOut(options, scope, storage)
  })
}

/** Rejects options of a purge that another option would ignore. */
function rejectIgnored(options: PurgeOptions): void {
  const { restore, dryRun, before, evidence, acceptClock, scrub, report, account } = options
  const isGiven = (one: unknown) => one !== undefined
  if (dryRun === true && restore !== true && evidence !== undefined) {
    throw wrongUse('--dry-run purges nothing, so it cannot be combined with --evidence')
  }
  const ofPurge = [dryRun, before, evidence, acceptClock].some(isGiven)
  if (restore === true && ofPurge) {
    throw wrongUse(
      '--restore cannot be combined with --dry-run, --before, --evidence or --accept-clock',
    )
  }
  if (scrub === true && (ofPurge || [restore, report, account].some(isGiven))) {
    throw wrongUse('--scrub purges nothing, so it cannot be combined with other options')
  }
}

/** Removes the remains of destroyed keys from the database files, and destroys nothing. */
async function scrub({ store }: Storage): Promise<void> {
  if (!(await store.retention.scrub())) throw new Rejected(remainsText('destroyed keys'))
  print('the database files have no remains of destroyed keys')
}

/** Restores the data keys that the daily purge has set aside. */
async function restore({ report, account }: PurgeOptions, { store }: Storage): Promise<void> {
  await rejectUnknownAccount(account, store)
  const count = await store.retention.restore({ reportId: report, account }, commandActor())
  if (report !== undefined && count === 0) throw new Rejected('no report with this ID is set aside')
  print(`restored the content of ${counted(count, 'order')}`)
}

/**
 * Purges, and writes the evidence to a file. The file is created first, because a failure to create
 * it after the purge would lose the evidence.
 */
async function carryOut(
  { evidence }: PurgeOptions,
  scope: PurgeScope,
  storage: Storage,
): Promise<void> {
  if (evidence === undefined) {
    await destroy(scope, storage)
    return
  }
  const file = createdFile(evidence)
  try {
    const record = await destroy(scope, storage)
    writeEvidence(evidence, file, record)
  } catch (error) {
    rmSync(evidence, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

function writeEvidence(path: string, file: number, record: object): void {
  try {
    writeFileSync(file, `${JSON.stringify(record, undefined, 2)}\n`)
    fsyncSync(file)
  } catch (error) {
    throw notWritten(path, error, 'trimerge purge list --json prints the record of the purge')
  }
}

/** Purges, prints the result, and returns its record. */
async function destroy(scope: PurgeScope, { store }: Storage): Promise<object> {
  const id = REAL_ENVIRONMENT.newId('purge')
  const purge = { id, begunAt: Date.now(), by: commandActor(), scope }
  const done = await store.retention.purge(purge, PACE)
  print(`purge ${purge.id} destroyed ${countsText(done)}`)
  const held = (await store.retention.holds()).length
  if (held > 0 && scope.reportId === undefined) {
    print(`${counted(held, 'report')} on legal hold in this database: no purge destroys them`)
  }
  if (!done.scrubbed) print(remainsText('purged keys'))
  return evidenceOf({ ...purge, ...done })
}

function createdFile(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST'
    throw wrongUse(
      exists
        ? `${path} exists; this run purged nothing. Set --evidence to a new file. If an earlier run ended before its end, trimerge purge list --json prints what it destroyed`
        : `cannot create ${path}; nothing was purged. Set --evidence to a new file in an existing folder`,
    )
  }
}

/**
 * Rejects an unknown report or account, which is probably a typing error and not an empty purge.
 */
async function rejectUnknown({ report, account }: PurgeOptions, storage: Storage): Promise<void> {
  const { store } = storage
  const { retention } = store
  await rejectUnknownAccount(account, store)
  if (report === undefined) return
  if ((await retention.holds()).some(({ reportId }) => reportId === report)) {
    throw new Rejected('the report is on legal hold; remove it first with trimerge hold remove')
  }
  const due = await retention.count(ofReport(report))
  if (due.orders === 0) throw unknownReport(report)
}

function unknownReport(id: string): Rejected {
  return new Rejected(
    `no report has this ID, or its content is purged. If the daily purge has set it aside, first run trimerge purge --restore --report ${id}`,
  )
}

function scopeOf(
  { report, account }: PurgeOptions,
  before: number | undefined,
  settings: Settings,
  now: Date,
): PurgeScope {
  if (report !== undefined) return ofReport(report)
  if (before === undefined && account === undefined)
    return dueScope(retentionPeriods(settings), now)
  const until = before ?? now.getTime() + 1
  return { reportsBefore: until, refusalsBefore: until, inquiriesBefore: 0, account }
}

function ofReport(reportId: string): PurgeScope {
  return { reportsBefore: Number.MAX_SAFE_INTEGER, refusalsBefore: 0, inquiriesBefore: 0, reportId }
}

function dayFrom(text: string): number {
  const day = parseUtcDay(text)
  if (day !== undefined) return day
  throw wrongUse('write an existing day as YYYY-MM-DD, such as 2026-11-30')
}

/** Returns the command that lists purges. */
function purgeListCommand(): Command {
  return commandWithSettings('list')
    .description('List all purges, newest first, including the daily purges of the service.')
    .option(
      '--json',
      'print JSON, in the form of --evidence, with `restored` instead of `scrubbed`',
    )
    .action((_options, command: Command) =>
      withStorage(settingsOf(command), async ({ store: { retention } }) => {
        const purges = await retention.purges(Number.MAX_SAFE_INTEGER)
        await show(command, purges.map(evidenceOf), columns(purges.map(rowOf)))
      }),
    )
}

/** Returns the record of a purge, with times in readable form. */
function evidenceOf(purge: Purge): object {
  const { begunAt, endedAt, scope } = purge
  const ended = endedAt === undefined ? undefined : moment(endedAt)
  return { ...purge, scope: readableScope(scope), begunAt: moment(begunAt), endedAt: ended }
}

function rowOf(purge: RestorablePurge): readonly string[] {
  const { id, begunAt, endedAt, by, scope, restored, ...counts } = purge
  const { reportId, account } = scope
  const only = reportId ?? (account === undefined ? 'all accounts' : `account ${account}`)
  const state = endedAt === undefined ? 'not ended' : 'ended'
  const since =
    restored === 0 ? '' : `; the content of ${counted(restored, 'order')} restored since`
  const what = countsText(counts) + since
  return [id, readable(moment(begunAt)), `${by.kind} ${by.name}`, only, state, what]
}

/** Returns what a purge destroyed, in words. */
function countsText({ orders, reports, refusals, inquiries }: PurgeCounts): string {
  return [
    `the content of ${counted(orders, 'order')} with ${counted(reports, 'report')}`,
    counted(refusals, 'rejected order'),
    counted(inquiries, 'inquiry', 'inquiries'),
  ].join(', ')
}

/** Returns the scope in readable form, without limits that did not apply. */
function readableScope({ reportsBefore, refusalsBefore, inquiriesBefore, ...rest }: PurgeScope) {
  const range =
    rest.reportId === undefined ? { reportsBefore, refusalsBefore, inquiriesBefore } : {}
  const moments = Object.entries(range).filter(([, at]) => at > 0)
  return { ...rest, ...Object.fromEntries(moments.map(([name, at]) => [name, moment(at)])) }
}

/** Returns a time as evidence has it. */
function moment(at: number): string {
  return new Date(at).toISOString()
}

/**
 * The maximum length of a reason. A reason is a reference, such as a matter number, and not a place
 * for personal data.
 */
const REASON_CHARACTERS_MAX = 200

/** Returns the command that manages legal holds. */
export function holdCommand(): Command {
  const command = new Command('hold').description(
    'Manage legal holds, which keep reports from being purged.',
  )
  command.addCommand(addCommand())
  command.addCommand(removeCommand())
  command.addCommand(listCommand())
  return command.exitOverride()
}

function addCommand(): Command {
  return commandWithSettings('add')
    .description('Put a report on hold. No purge destroys it until you remove the hold.')
    .argument('<report>', 'report ID')
    .requiredOption('--reason <text>', 'reason, such as a matter number; no personal data')
    .action(async (reportId: string, { reason }: { reason: string }, command: Command) => {
      if (reason.trim() === '' || reason.length > REASON_CHARACTERS_MAX) {
        throw wrongUse(`the reason must have 1 to ${REASON_CHARACTERS_MAX} characters`)
      }
      if (hasPersonalNumber(reason)) {
        throw wrongUse(
          'the reason has a number that can be a social security or card number, and the audit trail is never purged: give the number of a matter',
        )
      }
      await withStorage(settingsOf(command), async ({ store: { retention } }) => {
        const earlier = (await retention.holds()).find((hold) => hold.reportId === reportId)
        const held = await retention.addHold(
          { reportId, reason, heldAt: Date.now() },
          commandActor(),
        )
        if (!held) throw unknownReport(reportId)
        print(`report ${reportId} is on hold`)
        // A report has one hold. Its removal for one matter must not release it for another.
        if (earlier !== undefined && earlier.reason !== reason)
          print(`This reason replaces the earlier one: ${earlier.reason}`)
      })
    })
}

function removeCommand(): Command {
  return commandWithSettings('remove')
    .description('Remove a hold. The next purge may destroy the report.')
    .argument('<report>', 'report ID')
    .action((reportId: string, _options, command: Command) =>
      withStorage(settingsOf(command), async ({ store: { retention } }) => {
        if (!(await retention.removeHold(reportId, commandActor())))
          throw new Rejected('the report is not on hold')
        print(`report ${reportId} is no longer on hold`)
      }),
    )
}

function listCommand(): Command {
  return commandWithSettings('list')
    .description('List the reports on hold.')
    .option('--json', 'print JSON')
    .action((_options, command: Command) =>
      withStorage(settingsOf(command), async ({ store: { retention } }) => {
        const holds = (await retention.holds()).map(({ reportId, heldAt, reason }) => ({
          reportId,
          since: dayOf(heldAt),
          reason,
        }))
        const rows = holds.map(({ reportId, since, reason }) => [
          reportId,
          `since ${since}`,
          reason,
        ])
        await show(command, holds, columns(rows))
      }),
    )
}

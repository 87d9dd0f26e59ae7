/**
 * `trimerge migrate`, `trimerge rotate-key`, `trimerge backup` and `trimerge restore`: commands for
 * the database as a whole.
 */
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import type { FastifyBaseLogger } from 'fastify'
import { backUp, recordBackup } from '../../app/backup.ts'
import { type BackupEvents, backUpOnSchedule, intervalMs } from '../../app/backup-schedule.ts'
import { masterKeyFile } from '../../app/data-folder.ts'
import { migrateSchema, type Storage } from '../../app/open-storage.ts'
import {
  type BackupManifest,
  BackupUnusable,
  manifestFile,
  type Restored,
  restore,
} from '../../app/restore.ts'
import { counted } from '../../documents/wording.ts'
import { masterKeySettings } from '../../settings/deployment.ts'
import type { Settings } from '../../settings/settings.ts'
import { type Database, DatabaseUnavailable } from '../../store/engine/database.ts'
import { grantService, ROLE } from '../../store/engine/guards.ts'
import {
  commandActor,
  commandWithSettings,
  createOutFolder,
  ExitCode,
  Rejected,
  remainsText,
  settingsOf,
  withStorage,
  wrongUse,
} from '../command.ts'
import { io, print } from '../io.ts'
import { openCommandLog, untilSignal } from '../long-running.ts'

/**
 * Returns the command that migrates the schema, for the owner of the tables. A service with the
 * same privileges migrates at startup.
 */
export function migrateCommand(): Command {
  return commandWithSettings('migrate')
    .description('Migrate the database schema to the current version.')
    .option('--grant <role>', 'PostgreSQL role of the services, which gets the minimum privileges')
    .action(async ({ grant }: { grant?: string }, command: Command) => {
      const settings = settingsOf(command)
      if (grant !== undefined && (settings['database-url'] === '' || !ROLE.test(grant))) {
        throw wrongUse(
          '--grant needs PostgreSQL (database-url) and a role name in lower-case letters',
        )
      }
      await migrateSchema(settings, async (database) => {
        print('the schema is up to date')
        if (grant === undefined) return
        // After the migration, so that the grant includes new tables.
        await grantRights(database, grant)
        print(`the role ${grant} has the rights that a service needs`)
      })
    })
}

async function grantRights(database: Database, role: string): Promise<void> {
  const { isRole, lacking } = await grantService(database, role)
  if (!isRole) {
    throw new Rejected(`PostgreSQL has no role ${role}: create the role, and run the command again`)
  }
  if (lacking.length > 0) {
    throw new Rejected(
      `the role ${role} still lacks rights on ${counted(lacking.length, 'table')}, such as ${lacking[0]}: run the command with the URL of the owner of the tables`,
    )
  }
}

const PROGRESS_EVERY_MS = 2_000

/**
 * Returns the command that rotates the master key. docs/operations.md has the steps before and
 * after.
 */
export function rotateKeyCommand(): Command {
  return commandWithSettings('rotate-key')
    .description(
      'Rewrap all data keys under the first configured master key and retire the older ones.',
    )
    .option('--status', 'only list the master keys in use, with the number of their data keys')
    .action(({ status }: { status?: boolean }, command: Command) =>
      withStorage(settingsOf(command), ({ keys }) =>
        status === true ? printUses(keys) : rotate(keys),
      ),
    )
}

type Keys = Storage['keys']

async function rotate(keys: Keys): Promise<void> {
  let reportedAt = performance.now()
  const before = await keys.uses()
  const { wrapped, scrubbed } = await keys.rotate(commandActor(), (count) => {
    if (performance.now() < reportedAt + PROGRESS_EVERY_MS) return
    reportedAt = performance.now()
    print(`${counted(count, 'data key')} wrapped`)
  })
  const after = await keys.uses()
  print(`${counted(wrapped, 'data key')} rewrapped; ${rotationText(before, after)}`)
  if (!scrubbed) print(remainsText('the old wrappings'))
  await printUses(keys)
}

type Uses = Awaited<ReturnType<Keys['uses']>>

/** Says what a rotation changed. Without a new key, it must not invite to destroy the others. */
function rotationText(before: Uses, after: Uses): string {
  const idOf = (uses: Uses) => uses.find(({ current }) => current)?.keyId
  const id = idOf(after)
  if (before.length > 1 || id !== idOf(before))
    return 'only earlier backups and sandbox snapshots still need older master keys'
  return `${id} was the current master key already. To rotate to another key, put it first`
}

async function printUses(keys: Keys): Promise<void> {
  for (const { keyId, dataKeys, current } of await keys.uses()) {
    print(`master key ${keyId}: ${counted(dataKeys, 'data key')}${current ? ', current' : ''}`)
  }
}

interface BackupOptions {
  readonly out: string
  readonly every?: string
  readonly keep?: string
}

/** Returns the command that backs up the database while the service runs. */
export function backupCommand(): Command {
  return commandWithSettings('backup')
    .description(
      'Back up the embedded database while the service runs. The backup does not contain the master key.',
    )
    .requiredOption(
      '--out <path>',
      'backup file to create; existing files are not overwritten. With --every, the folder of the backups',
    )
    .option('--every <interval>', 'repeat the backup at this interval until stopped: 30m, 1h, 1d')
    .option('--keep <count>', 'with --every: how many backups to keep (default: 48)')
    .action(async (options: BackupOptions, command: Command) => {
      const settings = embedded(settingsOf(command))
      if (options.every !== undefined) return await backUpRepeatedly(settings, options)
      if (options.keep !== undefined) throw wrongUse('--keep needs --every')
      await backUpOnce(settings, options.out)
    })
}

async function backUpOnce(settings: Settings, out: string): Promise<void> {
  const folder = dirname(out)
  if (!existsSync(folder)) throw wrongUse(`the folder ${folder} of --out does not exist`)
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    throw wrongUse(`this user may not write to the folder ${folder} of --out`)
  }
  const manifest = await backUp(settings, out, new Date())
  recordBackup(settings, manifest.madeAt)
  print(`${out} and ${manifestFile(out)}: ${contentLine(manifest)}`)
  printKeyWarning(settings, manifest)
}

/** The default for `--keep`: two days of hourly backups. */
const KEEP_DEFAULT = '48'

async function backUpRepeatedly(settings: Settings, options: BackupOptions): Promise<void> {
  const { out: folder, every = '', keep = KEEP_DEFAULT } = options
  const everyMs = intervalMs(every)
  if (everyMs === undefined) {
    throw wrongUse('--every takes whole minutes, hours or days, up to 31d: 30m, 1h, 1d')
  }
  if (!/^[1-9][0-9]{0,4}$/.test(keep)) throw wrongUse('--keep takes a number of at least 1')
  createOutFolder(folder)
  const logger = openCommandLog(settings)
  logger.info(`backing up to ${folder} every ${every}, keeping ${keep}, without the master key`)
  if (isSameDisk(settings.data, folder)) {
    logger.warn('the backups are on the same disk as the data: copy them to another machine')
  }
  const stopping = new AbortController()
  const schedule = { folder, everyMs, keep: Number(keep) }
  const work = backUpOnSchedule(settings, schedule, eventsOf(logger), stopping.signal)
  await Promise.race([work, untilSignal()])
  stopping.abort()
  // A backup in progress may finish, but must not delay the shutdown of the machine.
  const late = sleep(settings['end-timeout-ms'], 'late', { ref: false })
  if ((await Promise.race([work, late])) !== 'late') return
  logger.warn('stopped during a backup; the next start removes the unfinished backup')
  io().exit(ExitCode.failed)
}

/** Whether the folder is on the disk of the data. If that disk fails, the backups are lost too. */
function isSameDisk(data: string, folder: string): boolean {
  return existsSync(data) && statSync(data).dev === statSync(folder).dev
}

function eventsOf(logger: FastifyBaseLogger): BackupEvents {
  return {
    made: (name, { manifest, sample, missingKeyIds }) => {
      logger.info(`created and verified ${name}: ${contentLine(manifest)}`)
      if (sample === undefined) {
        logger.warn(
          `master key ${missingKeyIds.join(', ')} is not configured: no report was opened`,
        )
      }
    },
    removed: (name) => logger.info(`removed ${name}`),
    failed: (error) => {
      // Only the messages of our own errors are known not to contain personal data.
      const isOurs = error instanceof BackupUnusable || error instanceof DatabaseUnavailable
      const reason = isOurs ? error.message : ((error as NodeJS.ErrnoException).code ?? 'see err')
      logger.error({ err: error }, `the backup failed: ${reason}`)
    },
  }
}

function printKeyWarning(settings: Settings, { masterKeyIds }: BackupManifest): void {
  print(`THE BACKUP DOES NOT CONTAIN THE MASTER KEY. Without key ${masterKeyIds.join(', ')}`)
  print('the reports in this backup are unreadable. Keep a copy of the key separate')
  print(`from the backup (docs/operations.md): ${keyLocation(settings)}`)
}

/** Returns the command that restores a backup. */
export function restoreCommand(): Command {
  return commandWithSettings('restore')
    .description('Verify a backup and restore it into a data folder without a database.')
    .argument('<file>', 'backup file, with its manifest FILE.json in the same folder')
    .action(async (file: string, _options: unknown, command: Command) => {
      const settings = embedded(settingsOf(command))
      const { manifest, missingKeyIds, sample, head, anchorsAside } = await restored(settings, file)
      print(`restored the backup of ${manifest.madeAt}: ${contentLine(manifest)}`)
      if (anchorsAside !== undefined) {
        print(
          `the backup ends at block ${head} of the audit trail: the anchors of the database before,`,
        )
        print(`with later blocks, are now in ${anchorsAside}`)
      }
      if (sample !== undefined) {
        print(sampleText(sample))
        return
      }
      print(`THE MASTER KEY IS MISSING. Put key ${missingKeyIds.join(', ')} into`)
      print(`${masterKeyFile(settings)} or configure it; the service does not start without it.`)
    })
}

function sampleText({ opened, tried }: NonNullable<Restored['sample']>): string {
  return tried === 0
    ? 'the backup has no report, so the master key was not tried'
    : `the master key decrypts ${opened} of ${tried} sampled reports`
}

/** Restores a backup. An error names the file, because its reason is about the backup. */
async function restored(settings: Settings, file: string) {
  try {
    return await restore(settings, file, new Date())
  } catch (error) {
    if (!(error instanceof BackupUnusable)) throw error
    throw new Rejected(`the backup ${file} cannot be restored: ${error.message}`)
  }
}

/**
 * Returns the settings, or throws if the database is PostgreSQL. Its own backup tools are better
 * than any we could write.
 */
function embedded(settings: Settings): Settings {
  if (settings['database-url'] === '') return settings
  throw wrongUse(
    'this command is for the embedded database. Back up PostgreSQL with its own tools; see docs/operations.md',
  )
}

function contentLine({ rows, schemaVersion }: BackupManifest): string {
  const { orders = 0, reports = 0, charges = 0, accounts = 0 } = rows
  return [
    `schema ${schemaVersion}`,
    counted(accounts, 'account'),
    counted(orders, 'order'),
    counted(reports, 'report'),
    counted(charges, 'charge'),
  ].join(', ')
}

/**
 * Returns the location of the master key, so that the operator knows what to copy. Never returns
 * the key itself.
 */
function keyLocation(settings: Settings): string {
  const given = masterKeySettings(settings)
  return given.length === 0 ? masterKeyFile(settings) : `configured in ${given.join(', ')}`
}

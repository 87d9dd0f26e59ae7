import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { Storage } from '../app/open-storage.ts'
import { createFolder, requireWritable } from '../create-folder.ts'
import { readSettings, SETTINGS, type SettingName, type Settings } from '../settings/settings.ts'
import type { Actor } from '../store/audit/entry.ts'
import type { Store } from '../store/store.ts'
import { io, printNotice } from './io.ts'

/** The exit statuses of commands. */
export const ExitCode = { done: 0, failed: 1, wrongUse: 2 } as const
/** The exit status of the process: 0 for done, 1 for failed, 2 for wrong use. */
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode]

/**
 * The error of a command that cannot be carried out. Only its message is printed, so it states the
 * reason.
 */
export class Rejected extends Error {
  /** `wrongUse` if the arguments are the reason. */
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = ExitCode.failed) {
    super(message)
    this.name = 'Rejected'
    this.exitCode = exitCode
  }
}

/** Returns the error for wrong arguments. */
export function wrongUse(message: string): Rejected {
  return new Rejected(message, ExitCode.wrongUse)
}

/** Returns the error for an account that does not exist. */
export function accountNotFound(): Rejected {
  return new Rejected('account not found; list the accounts with trimerge account list')
}

/** Throws if an account is named that does not exist. */
export async function rejectUnknownAccount(
  account: string | undefined,
  { accounts }: Pick<Storage['store'], 'accounts'>,
): Promise<void> {
  if (account === undefined || (await accounts.find(account, Date.now())) !== undefined) return
  throw accountNotFound()
}

/** Returns a parser for an option that is a whole number from 1 to `max`. */
export function countUpTo(max: number): (text: string) => number {
  return (text) => {
    const count = Number(text)
    if (Number.isInteger(count) && count >= 1 && count <= max) return count
    throw new InvalidArgumentError(`It must be a number from 1 to ${max}.`)
  }
}

// The settings as options of a command.

const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]

/** The group of the settings in the help of a command. */
export const SETTINGS_HEADING = 'Settings:'

/** Returns a command that accepts settings as flags: all settings, or only those listed. */
export function commandWithSettings(
  name: string,
  settings: readonly SettingName[] = SETTING_NAMES,
): Command {
  const command = new Command(name)
  const add = (flags: string, doc: string) =>
    command.addOption(new Option(flags, doc).helpGroup(SETTINGS_HEADING))
  add('--config <file>', 'settings file in YAML (or set TRIMERGE_CONFIG)')
  for (const setting of settings) add(`--${setting} <value>`, SETTINGS[setting].doc)
  return command.exitOverride()
}

/**
 * Returns the effective settings of a command. Flags override the environment, and the environment
 * overrides the file.
 */
export function settingsOf(command: Command): Settings {
  const options = command.optsWithGlobals<Record<string, string | undefined>>()
  const { environment } = io()
  return readSettings({
    flags: Object.fromEntries(SETTING_NAMES.map((name) => [name, options[camelCase(name)]])),
    environment,
    file: options.config ?? (environment.TRIMERGE_CONFIG || undefined),
  })
}

/** Converts a flag to the name that Commander gives its option. */
function camelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

// Opening the storage for the duration of a command.

type StorageWork = (storage: Storage) => Promise<void>

/**
 * Calls `work` with the storage of the settings, and closes it in any case. Throws if there is no
 * database, so that a command in the wrong folder does not seem to succeed, or if it has an earlier
 * schema.
 */
export async function withStorage(settings: Settings, work: StorageWork): Promise<void> {
  // Loaded only when needed, because most commands call a service instead.
  const { databaseFile, hasDatabase } = await import('../app/data-folder.ts')
  if (settings['database-url'] === '' && !hasDatabase(settings)) {
    const file = databaseFile(settings)
    throw wrongUse(`no database at ${file}: set --data to the data folder of the service`)
  }
  await withOpenStorage(settings, 'require', work)
}

/**
 * Like {@link withStorage}, but creates the database if it does not exist. It is for commands that
 * may run before the first start of the service.
 */
export function withNewStorage(settings: Settings, work: StorageWork): Promise<void> {
  return withOpenStorage(settings, 'create', work)
}

async function withOpenStorage(
  settings: Settings,
  schema: 'create' | 'require',
  work: StorageWork,
): Promise<void> {
  const { openStorage } = await import('../app/open-storage.ts')
  const storage = await openStorage(settings, new Date(), schema)
  const tampered = new Set<string>()
  storage.watchTampering(({ table }) => tampered.add(table))
  try {
    await work(storage)
  } finally {
    await storage.store.close()
    // Otherwise a row that is missing in a list, or not found, would seem never to have existed.
    for (const table of tampered) {
      io().writeError(
        `a row of the table ${table} was changed outside the service and is left out: run trimerge audit verify\n`,
      )
    }
  }
  if (tampered.size > 0) throw new Rejected('the result is not complete')
}

/**
 * Returns the time by which orders are received and charged: the sandbox time if all bureaus are
 * simulated, else the time of the machine.
 */
export async function worldNow(settings: Settings, storage: Storage): Promise<Date> {
  const { openClock } = await import('../app/bureaus.ts')
  const machineNow = () => new Date()
  return (await openClock(settings, storage, machineNow))?.now() ?? machineNow()
}

/** Returns the warning that destroyed keys remain in the database, with the command that retries. */
export function remainsText(what: string): string {
  return `remains of ${what} could not be removed from the database files; run trimerge purge --scrub, which only removes remains. On PostgreSQL, the role may lack the right to vacuum: run the command with the URL of the owner of the tables, or, from PostgreSQL 17 on, give the role the right with trimerge migrate --grant ROLE`
}

// The user of a command, for the audit trail.

/** Returns the system user who runs this command. A user without a name is identified by number. */
export function commandActor(): Actor {
  return { kind: 'command', name: userName() }
}

/**
 * Accepts the time of this machine, regardless of the recorded time. The audit trail records who
 * accepted it.
 */
export async function acceptClock(
  { clockMarks }: Pick<Store, 'clockMarks'>,
  isJson?: boolean,
): Promise<void> {
  await clockMarks.accept(Date.now(), commandActor())
  printNotice(`accepted ${new Date().toISOString()} as the time of this machine`, isJson)
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}

// The files and folders of a command.

/** Creates the folder of `--out`, before the work whose result it is for. */
export function createOutFolder(folder: string): void {
  tryOutFolder(folder, createFolder)
}

/**
 * Throws if the folder of `--out` could not be created or written to. {@link writeResult} creates it,
 * so that work without a result leaves no empty folder.
 */
export function checkOutFolder(folder: string): void {
  tryOutFolder(folder, requireWritable)
}

function tryOutFolder(folder: string, use: (folder: string) => void): void {
  try {
    use(folder)
  } catch (error) {
    const { code } = error as { code?: string }
    throw wrongUse(`cannot use the folder ${folder} of --out (${code})`)
  }
}

/**
 * Writes a file that only its owner can read, completely or not at all: a half-written report would
 * look like a whole one. Throws the error of the system.
 */
export function writeWhole(path: string, content: string | Uint8Array): void {
  // A device, such as the terminal, must not be replaced by a file.
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) {
    writeFileSync(path, content)
    return
  }
  const draft = join(dirname(path), `.${basename(path)}.part`)
  try {
    writeFileSync(draft, content, { mode: 0o600 })
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** Writes a result of an order to a file, completely or not at all. Creates its folder. */
export function writeResult(path: string, content: string | Uint8Array): void {
  try {
    createFolder(dirname(path))
    writeWhole(path, content)
  } catch (error) {
    throw resultNotWritten(path, error)
  }
}

/** Returns the error for a result of an order that cannot be stored. The service still has it. */
export function resultNotWritten(path: string, error: unknown): Rejected {
  const advice =
    'correct this, and run the same command again to get the stored response without a charge'
  return notWritten(path, error, advice)
}

/** Returns the error for a file that cannot be written, with what to do. */
export function notWritten(path: string, error: unknown, advice?: string): Rejected {
  const { code = '' } = error as { code?: string }
  return new Rejected(`cannot write ${path} (${code})${advice === undefined ? '' : `: ${advice}`}`)
}

/** Returns the bytes of a file, or of standard input if the name is a dash. */
export async function readInput(file: string): Promise<Uint8Array> {
  try {
    return file === '-' ? await io().input() : readFileSync(file)
  } catch (error) {
    const { code } = error as { code?: string }
    throw wrongUse(`cannot read ${file} (${code})`)
  }
}

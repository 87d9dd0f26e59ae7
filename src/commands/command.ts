import { existsSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { Command, InvalidArgumentError } from 'commander'
import type { Storage } from '../app/open-storage.ts'
import { readSettings, SETTINGS, type SettingName, type Settings } from '../settings/settings.ts'
import type { Actor } from '../store/audit/entry.ts'
import type { Store } from '../store/store.ts'
import { io, printNotice } from './io.ts'

/** How commands end. */
export const ExitCode = { done: 0, failed: 1, wrongUse: 2 } as const
/** The status of the process: 0 done, 1 failed, 2 used wrongly. */
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode]

/**
 * Thrown by a command that cannot be carried out; the message says why and is all that is printed.
 */
export class Rejected extends Error {
  /** `wrongUse` where the arguments are the reason. */
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = ExitCode.failed) {
    super(message)
    this.name = 'Rejected'
    this.exitCode = exitCode
  }
}

/** An account that is named and does not exist. */
export function accountNotFound(): Rejected {
  return new Rejected('account not found; list the accounts with trimerge account list')
}

/** Reads an option that is a whole number from one on. */
export function countUpTo(max: number): (text: string) => number {
  return (text) => {
    const count = Number(text)
    if (Number.isInteger(count) && count >= 1 && count <= max) return count
    throw new InvalidArgumentError(`It must be a number from 1 to ${max}.`)
  }
}

// The settings as options of a command.

const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]

/** A command that takes settings as flags: all, or those that it needs. */
export function commandWithSettings(
  name: string,
  settings: readonly SettingName[] = SETTING_NAMES,
): Command {
  const command = new Command(name)
  command.option('--config <file>', 'settings file in YAML (or set TRIMERGE_CONFIG)')
  for (const setting of settings) command.option(`--${setting} <value>`, SETTINGS[setting].doc)
  return command.exitOverride()
}

/**
 * The settings in force for a command. Flags win over the environment, and the environment over the
 * file.
 */
export function settingsOf(command: Command): Settings {
  const options = command.optsWithGlobals<Record<string, string | undefined>>()
  const { environment } = io()
  return readSettings({
    flags: Object.fromEntries(SETTING_NAMES.map((name) => [name, options[camelCase(name)]])),
    environment,
    file: options.config ?? environment.TRIMERGE_CONFIG,
  })
}

/** Commander's own spelling of an option's name. */
function camelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

// The store, for the time of a command.

type StorageWork = (storage: Storage) => Promise<void>

/**
 * Works with the storage that the settings name, and closes it in any case. Throws `Rejected` where
 * the data folder has no database: in the wrong folder a command must not seem to succeed.
 */
export async function withStorage(settings: Settings, work: StorageWork): Promise<void> {
  // Loaded when it is needed: most commands ask a service.
  const { databaseFile } = await import('../app/open-storage.ts')
  const file = databaseFile(settings)
  if (settings['database-url'] === '' && !existsSync(file)) {
    throw new Rejected(
      `no database at ${file}: set --data to the data folder of the service`,
      ExitCode.wrongUse,
    )
  }
  await withNewStorage(settings, work)
}

/** As `withStorage`, for commands that may come before the first start: they make the database. */
export async function withNewStorage(settings: Settings, work: StorageWork): Promise<void> {
  const { openStorage } = await import('../app/open-storage.ts')
  const storage = await openStorage(settings, new Date())
  try {
    await work(storage)
  } finally {
    await storage.store.close()
  }
}

// Who runs a command, for the audit trail.

/** The system user who runs this command; a user without a name is known by number. */
export function commandActor(): Actor {
  return { kind: 'command', name: userName() }
}

/** Accepts the time of this machine, whatever was recorded; the audit trail says who did. */
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

// Reading a document that a command is given.

/** The bytes of a file, or of standard input where the name is a dash. */
export function readInput(file: string): Uint8Array {
  try {
    return file === '-' ? io().input() : readFileSync(file)
  } catch {
    throw new Rejected(`cannot read ${file}`, ExitCode.wrongUse)
  }
}

/** `trimerge account` and `trimerge statement`: client accounts and their charges. */

import { Command, Option } from 'commander'
import { Name } from '../../admin-api/schemas/common-schemas.ts'
import type { Storage } from '../../app/open-storage.ts'
import { csv } from '../../csv.ts'
import { inputProblems, readInput } from '../../issue-text.ts'
import { AccountProfile, WrittenProfile } from '../../orders/intake/ordering-account.ts'
import { decimalDollars } from '../../orders/intake/prices.ts'
import { type ProfileKey, profileKeys } from '../../orders/intake/profile-reference.ts'
import { boundsOfMonth, readStatement, statementTable } from '../../orders/statement.ts'
import type { Settings } from '../../settings/settings.ts'
import { newAccountSecret } from '../../store/sealing/secrets.ts'
import { parseUtcTime } from '../../time.ts'
import {
  accountNotFound,
  commandActor,
  commandWithSettings,
  Rejected,
  rejectUnknownAccount,
  settingsOf,
  withNewStorage,
  withStorage,
  worldNow,
  wrongUse,
} from '../command.ts'
import { io, print, printNotice, printSecret } from '../io.ts'
import { columns, dayOf, show } from '../output.ts'

/** Returns the command that manages accounts. */
export function accountCommand(): Command {
  const command = new Command('account').description('Manage accounts, which place orders.')
  command.addCommand(addCommand())
  command.addCommand(setCommand())
  command.addCommand(listCommand())
  command.addCommand(rotateCommand())
  command.addCommand(disableCommand())
  command.addCommand(enableCommand())
  return command.exitOverride()
}

/**
 * Returns the command that adds an account. It checks the profile before it opens the storage, so
 * that a mistake changes nothing.
 */
function addCommand(): Command {
  return commandWithSettings('add')
    .description('Add an account and print its secret, once.')
    .argument('<name>', 'account name; letters, digits and . _ @ -')
    .option('--profile <json>', 'profile as JSON: party, purpose, endUser, products, bureaus, …')
    .action(async (name: string, { profile }: { profile?: string }, command: Command) => {
      const createdAt = Date.now()
      rejectWrongName(name)
      const accepted = acceptedProfile(parsedJson(profile))
      await withNewStorage(settingsOf(command), async ({ store, vault }) => {
        const { secret, stored } = newAccountSecret(vault, createdAt)
        const account = { name, profile: accepted, createdAt }
        const created = await store.accounts.create(account, stored, commandActor())
        if (!created) throw new Rejected('an account with this name already exists')
        printSecret(`account ${name}, secret ${secret}`, `trimerge account rotate ${name} --retire`)
      })
    })
}

/** Throws if the operator API would not accept the name of an account or operator. */
export function rejectWrongName(name: string): void {
  if (Name.safeParse(name).success) return
  throw wrongUse('a name has 1 to 80 characters: letters, digits and . _ @ -; it is not . or ..')
}

/** Checks a profile. Throws one error that lists all problems. */
function acceptedProfile(profile: unknown): AccountProfile {
  const result = readInput(WrittenProfile, profile)
  if (result.success) return result.data
  const errors = inputProblems(result.error).map(({ path, expected }) => `${path}: ${expected}`)
  throw wrongUse(`invalid profile:\n${errors.join('\n')}`)
}

function parsedJson(json = '{}'): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw wrongUse('the profile is not valid JSON')
  }
}

function listCommand(): Command {
  return commandWithSettings('list')
    .description('List the accounts.')
    .option('--json', 'print JSON')
    .action((_options, command: Command) =>
      withStorage(settingsOf(command), async ({ store }) => {
        const accounts = (await store.accounts.list()).map((account) => ({
          name: account.name,
          since: dayOf(account.createdAt),
          disabled: account.disabledAt !== undefined,
          profile: AccountProfile.parse(account.profile),
        }))
        const rows = accounts.map(({ name, since, disabled, profile }) => [
          name,
          `since ${since}`,
          profile.products.join(' '),
          disabled ? 'disabled' : '',
        ])
        await show(command, accounts, columns(rows))
      }),
    )
}

/**
 * Returns the command that rotates a secret. By default this takes two steps: both secrets are
 * active while the client changes to the new one, and `--retire` then retires the old one.
 */
function rotateCommand(): Command {
  return commandWithSettings('rotate')
    .description(
      'Add a secret to an account and print it, once. The previous secret stays active; an older one is retired.',
    )
    .argument('<name>', 'account name')
    .option('--retire', 'also retire all older secrets immediately')
    .option(
      '--expires <date>',
      'day or time in UTC at which the new secret expires; it does not if absent',
    )
    .action(async (name: string, { retire, expires }: RotateOptions, command: Command) => {
      const createdAt = Date.now()
      const expiresAt = expires === undefined ? undefined : expiryFrom(expires, createdAt)
      await withStorage(settingsOf(command), async ({ store, vault }) => {
        const { secret, stored } = newAccountSecret(vault, createdAt, expiresAt)
        const added = await store.accounts.addSecret(name, stored, commandActor())
        if (!added) throw accountNotFound()
        if (retire === true) {
          await store.accounts.retireOlderSecrets(name, stored.id, createdAt, commandActor())
        }
        printSecret(`account ${name}, secret ${secret}`, `trimerge account rotate ${name} --retire`)
      })
    })
}

interface RotateOptions {
  readonly retire?: boolean
  readonly expires?: string
}

function expiryFrom(text: string, now: number): number {
  const at = parseUtcTime(text)
  if (at !== undefined && at > now) return at
  throw wrongUse('--expires: write a future day or time in UTC, such as 2027-01-31')
}

function disableCommand(): Command {
  return commandWithSettings('disable')
    .description('Disable an account: its orders are rejected from now on. Its reports are kept.')
    .argument('<name>', 'account name')
    .action((name: string, _options, command: Command) => disable(name, Date.now(), command))
}

function enableCommand(): Command {
  return commandWithSettings('enable')
    .description('Enable a disabled account again, with its existing secrets.')
    .argument('<name>', 'account name')
    .action((name: string, _options, command: Command) => disable(name, undefined, command))
}

function disable(name: string, at: number | undefined, command: Command): Promise<void> {
  return withStorage(settingsOf(command), async ({ store }) => {
    const found = await store.accounts.disable(name, at, commandActor())
    if (!found) throw accountNotFound()
    print(`account ${name} ${at === undefined ? 'enabled' : 'disabled'}`)
  })
}

/** Returns the command that changes the profile of an account. */
function setCommand(): Command {
  return commandWithSettings('set')
    .description('Change keys of the profile of an account, such as requirements=mismo.')
    .argument('<name>', 'account name')
    .argument('<changes...>', 'KEY=VALUE; docs/accounts.md lists the keys')
    .action(async (name: string, changes: readonly string[], _options, command: Command) => {
      await withStorage(settingsOf(command), async ({ store }) => {
        const next = (current: object) => changedProfile(current, changes)
        const isChanged = await store.accounts.changeProfile(name, next, commandActor())
        if (!isChanged) throw accountNotFound()
        print(`account ${name} changed`)
      })
    })
}

type Settable = Record<string, unknown>

/**
 * Returns a changed copy of a profile. All changes are checked together, so that either all of them
 * are written or none.
 */
function changedProfile(profile: unknown, changes: readonly string[]): AccountProfile {
  const changed = structuredClone(profile) as Settable
  for (const change of changes) {
    const at = change.indexOf('=')
    if (at <= 0) throw wrongUse(`${change}: write KEY=VALUE`)
    set(changed, change.slice(0, at).trim(), change.slice(at + 1))
  }
  return acceptedProfile(changed)
}

/**
 * Sets a key of a profile. An empty value resets the key to its default, unless an empty text is a
 * valid value of the key.
 */
function set(profile: Settable, path: string, text: string): void {
  const key = profileKeys().find((one) => fits(one, path))
  if (key === undefined) {
    const known = profileKeys().map((one) => one.path)
    throw wrongUse(`unknown key ${path}; the keys are ${known.join(', ')}`)
  }
  const names = path.split('.')
  const last = names.pop() ?? ''
  let holder = profile
  for (const name of names) {
    holder[name] ??= {}
    holder = holder[name] as Settable
  }
  if (text === '' && !key.mayBeEmpty) delete holder[last]
  else holder[last] = parsedValue(key, text)
}

function fits(key: ProfileKey, path: string): boolean {
  const wanted = key.path.split('.')
  const names = path.split('.')
  return (
    wanted.length === names.length &&
    wanted.every((name, index) =>
      name === '*' ? /^\w+$/.test(names[index] ?? '') : name === names[index],
    )
  )
}

function parsedValue({ isList, isNumber }: ProfileKey, text: string): unknown {
  if (isList) return text.split(',').map((one) => one.trim())
  // A blank text is the number 0 in JavaScript, which would make orders free.
  return isNumber && text.trim() !== '' ? Number(text) : text
}

interface StatementOptions {
  readonly month?: string
  readonly csv?: boolean
  readonly json?: boolean
}

type Bounds = readonly [from: number, to: number]

/** Returns the command that lists an account's charges of a month. */
export function statementCommand(): Command {
  return commandWithSettings('statement')
    .description('List the charges of an account in a month (UTC), with the total.')
    .argument('<account>', 'account name')
    .option(
      '--month <month>',
      'month, such as 2026-11 (default: the current month; in a sandbox, that of its clock)',
    )
    .option('--csv', 'print comma-separated values')
    .addOption(new Option('--json', 'print JSON').conflicts('csv'))
    .action((account: string, options: StatementOptions, command: Command) =>
      statement(account, options, command),
    )
}

async function statement(account: string, options: StatementOptions, command: Command) {
  if (options.month !== undefined) boundsFrom(options.month)
  const settings = settingsOf(command)
  await withStorage(settings, async (storage) => {
    const { store } = storage
    await rejectUnknownAccount(account, store)
    const month = options.month ?? (await currentMonth(settings, storage, options))
    const charged = await readStatement(store, account, boundsFrom(month))
    const table = statementTable(charged)
    if (options.csv === true) {
      await io().write(csv(table))
      return
    }
    const [head = [], ...rows] = table
    // The last row is the total, which a program would add to the charges.
    const charges = rows
      .slice(0, -1)
      .map((row) => Object.fromEntries(head.map((name, index) => [name, row[index]])))
    const total = decimalDollars(charged.totalCents)
    await show(command, { account, month, total, charges }, aligned(table))
  })
}

function boundsFrom(month: string): Bounds {
  const bounds = boundsOfMonth(month)
  if (bounds !== undefined) return bounds
  throw wrongUse('write the month as YYYY-MM, such as 2026-11')
}

/** Returns the current month, and says which it is. */
async function currentMonth(
  settings: Settings,
  storage: Storage,
  { csv: isCsv, json }: StatementOptions,
): Promise<string> {
  const month = (await worldNow(settings, storage)).toISOString().slice(0, 7)
  printNotice(`charges in ${month}`, isCsv ?? json)
  return month
}

/** Returns rows with aligned columns. The last column, the amounts, is right-aligned. */
function aligned(table: readonly (readonly string[])[]): readonly string[] {
  const head = table[0] ?? []
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const last = head.length - 1
  return table.map((row) =>
    row
      .map((text, column) => {
        const width = widths[column] ?? 0
        return column === last ? text.padStart(width) : text.padEnd(width)
      })
      .join('  '),
  )
}

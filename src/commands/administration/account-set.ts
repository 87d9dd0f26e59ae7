/** `trimerge account set`: changes keys of an account's profile. */
import type { Command } from 'commander'
import { AccountProfile } from '../../orders/intake/ordering-account.ts'
import { type ProfileKey, profileKeys } from '../../orders/intake/profile-reference.ts'
import {
  commandActor,
  commandWithSettings,
  ExitCode,
  Rejected,
  settingsOf,
  withStorage,
} from '../command.ts'
import { print } from '../io.ts'

/** The command that changes an account. */
export function setCommand(): Command {
  return commandWithSettings('set')
    .description('Change keys of the profile of an account, such as requirements=mismo.')
    .argument('<name>', 'account name')
    .argument('<changes...>', 'KEY=VALUE; docs/accounts.md lists the keys')
    .action(async (name: string, changes: readonly string[], _options, command: Command) => {
      await withStorage(settingsOf(command), async ({ store }) => {
        const account = await store.accounts.find(name, Date.now())
        if (account === undefined) {
          throw new Rejected('account not found; list the accounts with trimerge account list')
        }
        const profile = changedProfile(account.profile, changes)
        await store.accounts.writeProfile(name, profile, commandActor())
        print(`account ${name} changed`)
      })
    })
}

type Settable = Record<string, unknown>

function changedProfile(profile: unknown, changes: readonly string[]): AccountProfile {
  const changed = structuredClone(profile) as Settable
  for (const change of changes) {
    const at = change.indexOf('=')
    if (at === -1) throw new Rejected(`${change}: write KEY=VALUE`, ExitCode.wrongUse)
    set(changed, change.slice(0, at).trim(), change.slice(at + 1))
  }
  const result = AccountProfile.safeParse(changed)
  if (result.success) return result.data
  const errors = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Rejected(`invalid profile:\n${errors.join('\n')}`, ExitCode.wrongUse)
}

function set(profile: Settable, path: string, text: string): void {
  const key = profileKeys().find((one) => fits(one, path))
  if (key === undefined) {
    const known = profileKeys().map((one) => one.path)
    throw new Rejected(`unknown key ${path}; the keys are ${known.join(', ')}`, ExitCode.wrongUse)
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
  return isNumber ? Number(text) : text
}

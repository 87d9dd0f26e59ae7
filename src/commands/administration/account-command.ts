/** `trimerge account`: the accounts that may order. */
import { Command } from 'commander'
import { AccountProfile } from '../../orders/intake/ordering-account.ts'
import { newAccountSecret } from '../../store/sealing/secrets.ts'
import {
  commandActor,
  commandWithSettings,
  ExitCode,
  Rejected,
  settingsOf,
  withStorage,
} from '../command.ts'
import { print } from '../io.ts'
import { columns, dayOf, show } from '../output.ts'
import { setCommand } from './account-set.ts'

/** The command about accounts. */
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

function addCommand(): Command {
  return commandWithSettings('add')
    .description('Add an account and print its secret, once.')
    .argument('<name>', 'account name; letters, digits and . _ @ -')
    .option('--profile <json>', 'profile as JSON: party, purpose, endUser, products, bureaus, …')
    .action(async (name: string, { profile }: { profile?: string }, command: Command) => {
      const createdAt = Date.now()
      const accepted = profileOf(name, profile)
      await withStorage(settingsOf(command), async ({ store, vault }) => {
        const { secret, kept } = newAccountSecret(vault, createdAt)
        const account = { name, profile: accepted, createdAt }
        const created = await store.accounts.create(account, kept, commandActor())
        if (!created) throw new Rejected('an account with this name already exists')
        print(`account ${name}, secret ${secret}`)
      })
    })
}

/** Names are compared after normalisation, and Basic ends them at the first colon. */
const NAME = /^[A-Za-z0-9._@-]{1,80}$/

function profileOf(name: string, json = '{}'): AccountProfile {
  if (!NAME.test(name)) {
    throw new Rejected(
      'a name has 1 to 80 characters: letters, digits and . _ @ -',
      ExitCode.wrongUse,
    )
  }
  const result = AccountProfile.safeParse(parsedJson(json))
  if (result.success) return result.data
  const errors = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Rejected(`invalid profile:\n${errors.join('\n')}`, ExitCode.wrongUse)
}

function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new Rejected('the profile is not valid JSON', ExitCode.wrongUse)
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

function rotateCommand(): Command {
  return commandWithSettings('rotate')
    .description('Add a secret to an account and print it, once. The previous secret stays active.')
    .argument('<name>', 'account name')
    .option('--retire', 'also retire all older secrets immediately')
    .action(async (name: string, { retire }: { retire?: boolean }, command: Command) => {
      const createdAt = Date.now()
      await withStorage(settingsOf(command), async ({ store, vault }) => {
        const { secret, kept } = newAccountSecret(vault, createdAt)
        const added = await store.accounts.addSecret(name, kept, commandActor())
        if (!added)
          throw new Rejected('account not found; list the accounts with trimerge account list')
        if (retire === true) {
          await store.accounts.retireOlderSecrets(name, kept.id, createdAt, commandActor())
        }
        print(`account ${name}, secret ${secret}`)
      })
    })
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
    if (!found)
      throw new Rejected('account not found; list the accounts with trimerge account list')
    print(`account ${name} ${at === undefined ? 'enabled' : 'disabled'}`)
  })
}

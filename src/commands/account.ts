/** `trimerge account`: who may order. */
import { Command } from 'commander'
import { AccountProfile } from '../orders/intake/ordering-account.ts'
import { newAccountSecret } from '../store/sealing/secrets.ts'
import {
  commandActor,
  commandWithSettings,
  ExitCode,
  Rejected,
  settingsOf,
  withStorage,
} from './command.ts'
import { print } from './io.ts'

/** The command about accounts. */
export function accountCommand(): Command {
  const command = new Command('account').description('Manage the accounts that may order.')
  command.addCommand(addCommand())
  command.addCommand(listCommand())
  command.addCommand(rotateCommand())
  command.addCommand(disableCommand())
  command.addCommand(enableCommand())
  return command.exitOverride()
}

function addCommand(): Command {
  return commandWithSettings('add')
    .description('Add an account and show its secret, once.')
    .argument('<name>', 'name to log in with; holds no colon')
    .option('--profile <json>', 'profile as JSON: party, purpose, endUser, products, bureaus, …')
    .action(async (name: string, { profile }: { profile?: string }, command: Command) => {
      const createdAt = Date.now()
      const accepted = profileOf(name, profile)
      await withStorage(settingsOf(command), async ({ store, vault }) => {
        const { secret, kept } = newAccountSecret(vault, createdAt)
        const account = { name, profile: accepted, createdAt }
        const created = await store.accounts.create(account, kept, commandActor())
        if (!created) throw new Rejected('an account of this name is there already')
        print(`account ${name}, secret ${secret}`)
      })
    })
}

/** Names are compared after normalisation, and Basic ends them at the first colon. */
const NAME = /^[A-Za-z0-9._@-]{1,80}$/

function profileOf(name: string, json = '{}'): AccountProfile {
  if (!NAME.test(name)) {
    throw new Rejected('a name is of letters, digits and . _ @ -, at most 80', ExitCode.wrongUse)
  }
  const result = AccountProfile.safeParse(parsedJson(json))
  if (result.success) return result.data
  const faults = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Rejected(`the profile is wrong:\n${faults.join('\n')}`, ExitCode.wrongUse)
}

function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new Rejected('the profile is not JSON', ExitCode.wrongUse)
  }
}

function listCommand(): Command {
  return commandWithSettings('list')
    .description('List the accounts.')
    .action((_options, command: Command) =>
      withStorage(settingsOf(command), async ({ store }) => {
        for (const account of await store.accounts.list()) {
          const profile = AccountProfile.parse(account.profile)
          const since = new Date(account.createdAt).toISOString().slice(0, 10)
          const ended = account.disabledAt === undefined ? '' : '  disabled'
          print(`${account.name}  since ${since}  ${profile.products.join(' ')}${ended}`)
        }
      }),
    )
}

function rotateCommand(): Command {
  return commandWithSettings('rotate')
    .description('Add a secret to an account and show it, once; the one before lives on.')
    .argument('<name>', 'the account')
    .option('--retire', 'end all older secrets at once')
    .action(async (name: string, { retire }: { retire?: boolean }, command: Command) => {
      const createdAt = Date.now()
      await withStorage(settingsOf(command), async ({ store, vault }) => {
        const { secret, kept } = newAccountSecret(vault, createdAt)
        const added = await store.accounts.addSecret(name, kept, commandActor())
        if (!added) throw new Rejected('there is no account of this name')
        if (retire === true) {
          await store.accounts.retireOlderSecrets(name, kept.id, createdAt, commandActor())
        }
        print(`account ${name}, secret ${secret}`)
      })
    })
}

function disableCommand(): Command {
  return commandWithSettings('disable')
    .description('Refuse an account from now on; what it ordered stays.')
    .argument('<name>', 'the account')
    .action((name: string, _options, command: Command) => disable(name, Date.now(), command))
}

function enableCommand(): Command {
  return commandWithSettings('enable')
    .description('Admit a disabled account again, with the secrets that it had.')
    .argument('<name>', 'the account')
    .action((name: string, _options, command: Command) => disable(name, undefined, command))
}

function disable(name: string, at: number | undefined, command: Command): Promise<void> {
  return withStorage(settingsOf(command), async ({ store }) => {
    const found = await store.accounts.disable(name, at, commandActor())
    if (!found) throw new Rejected('there is no account of this name')
    print(`account ${name} ${at === undefined ? 'enabled' : 'disabled'}`)
  })
}

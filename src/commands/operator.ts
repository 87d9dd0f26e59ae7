/** `trimerge operator`: who may use the console. */
import { Command, Option } from 'commander'
import { ROLES, type Role } from '../store/records/operators.ts'
import { newSecret, passwordHash } from '../store/sealing/secrets.ts'

import {
  commandActor,
  commandWithSettings,
  ExitCode,
  Rejected,
  settingsOf,
  withStorage,
} from './command.ts'
import { print } from './io.ts'

/** The command about operators. */
export function operatorCommand(): Command {
  const command = new Command('operator').description('Manage the people who may use the console.')
  command.addCommand(addCommand())
  command.addCommand(listCommand())
  return command.exitOverride()
}

interface AddOptions {
  readonly role: Role
  readonly account?: string
}

function addCommand(): Command {
  return commandWithSettings('add')
    .description('Add a person and show a password, once.')
    .argument('<name>', 'name to log in with')
    .addOption(
      new Option('--role <role>', 'operator: everything; auditor: sees; integrator: one account')
        .choices(ROLES)
        .default('operator'),
    )
    .option('--account <account>', 'the account of an integrator')
    .action((name: string, options: AddOptions, command: Command) => add(name, options, command))
}

async function add(name: string, { role, account }: AddOptions, command: Command): Promise<void> {
  if ((role === 'integrator') !== (account !== undefined)) {
    throw new Rejected('an integrator has an account, and nobody else', ExitCode.wrongUse)
  }
  const password = newSecret()
  const createdAt = Date.now()
  await withStorage(settingsOf(command), async ({ store }) => {
    const known = account === undefined || (await store.accounts.find(account, createdAt))
    if (known === undefined) throw new Rejected('there is no account of this name')
    const person = { name, passwordHash: passwordHash(password), role, account, createdAt }
    const created = await store.operators.create(person, commandActor())
    if (!created) throw new Rejected('an operator of this name is there already')
    print(`operator ${name}, password ${password}`)
  })
}

function listCommand(): Command {
  return commandWithSettings('list')
    .description('List the people who may use the console.')
    .action((_options, command: Command) =>
      withStorage(settingsOf(command), async ({ store }) => {
        for (const { name, role, account, createdAt, disabledAt } of await store.operators.list()) {
          const since = new Date(createdAt).toISOString().slice(0, 10)
          const of = account === undefined ? '' : ` of ${account}`
          const ended = disabledAt === undefined ? '' : '  disabled'
          print(`${name}  ${role}${of}  since ${since}${ended}`)
        }
      }),
    )
}

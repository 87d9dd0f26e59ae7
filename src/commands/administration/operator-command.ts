/** `trimerge operator`: the users of the console. */
import { Command, Option } from 'commander'
import { ROLES, type Role } from '../../store/records/operators.ts'
import { newSecret, passwordHash } from '../../store/sealing/secrets.ts'
import {
  commandActor,
  commandWithSettings,
  Rejected,
  rejectUnknownAccount,
  settingsOf,
  withNewStorage,
  withStorage,
  wrongUse,
} from '../command.ts'
import { print, printSecret } from '../io.ts'
import { columns, dayOf, show } from '../output.ts'
import { rejectWrongName } from './account-commands.ts'

/** Returns the command that manages console users. */
export function operatorCommand(): Command {
  const command = new Command('operator').description('Manage console users.')
  command.addCommand(addCommand())
  command.addCommand(listCommand())
  command.addCommand(resetPasswordCommand())
  command.addCommand(resetSecondFactorCommand())
  return command.exitOverride()
}

interface AddOptions {
  readonly role: Role
  readonly account?: string
}

function addCommand(): Command {
  return commandWithSettings('add')
    .description('Add a console user and print the password, once.')
    .argument('<name>', 'user name')
    .addOption(
      new Option(
        '--role <role>',
        'operator: everything; auditor: read only; integrator: one account',
      )
        .choices(ROLES)
        .default('operator'),
    )
    .option('--account <account>', 'the account of an integrator')
    .action((name: string, options: AddOptions, command: Command) => add(name, options, command))
}

/**
 * Adds a console user. The account of an integrator must exist, because with a mistyped name the user
 * would see nothing.
 */
async function add(name: string, { role, account }: AddOptions, command: Command): Promise<void> {
  if ((role === 'integrator') !== (account !== undefined)) {
    throw wrongUse('--account is required for the role integrator and not allowed for other roles')
  }
  rejectWrongName(name)
  const password = newSecret()
  const createdAt = Date.now()
  await withNewStorage(settingsOf(command), async ({ store }) => {
    await rejectUnknownAccount(account, store)
    const person = { name, passwordHash: passwordHash(password), role, account, createdAt }
    const created = await store.operators.create(person, commandActor())
    if (!created) throw new Rejected('a console user with this name already exists')
    printPassword(name, password)
  })
}

function printPassword(name: string, password: string): void {
  printSecret(`user ${name}, password ${password}`, `trimerge operator reset-password ${name}`)
}

function resetPasswordCommand(): Command {
  return commandWithSettings('reset-password')
    .description(
      'Reset the password of a console user and print the new one, once. Ends their sessions; a second factor is kept.',
    )
    .argument('<name>', 'user name')
    .action((name: string, _options, command: Command) =>
      withStorage(settingsOf(command), async ({ store }) => {
        const password = newSecret()
        const { operators } = store
        const hash = passwordHash(password)
        const changed = await operators.changePassword(name, hash, undefined, commandActor())
        if (!changed) throw userNotFound()
        printPassword(name, password)
      }),
    )
}

function userNotFound(): Rejected {
  return new Rejected('user not found; list the users with trimerge operator list')
}

function resetSecondFactorCommand(): Command {
  return commandWithSettings('reset-second-factor')
    .description('Remove the second factor of a console user who lost it; ends their sessions.')
    .argument('<name>', 'user name')
    .action((name: string, _options, command: Command) =>
      withStorage(settingsOf(command), async ({ store }) => {
        if ((await store.operators.find(name)) === undefined) throw userNotFound()
        const removed = await store.operators.removeFactor(name, undefined, commandActor())
        if (!removed) throw new Rejected(`user ${name} has no second factor`)
        print(`user ${name}: second factor removed`)
      }),
    )
}

function listCommand(): Command {
  return commandWithSettings('list')
    .description('List the console users.')
    .option('--json', 'print JSON')
    .action((_options, command: Command) =>
      withStorage(settingsOf(command), async ({ store }) => {
        const logins = await store.audit.lastLogins()
        const operators = (await store.operators.list()).map(
          ({ name, role, account, createdAt, disabledAt, hasSecondFactor }) => ({
            name,
            role,
            account,
            since: dayOf(createdAt),
            lastSignIn: dayIfAny(logins.get(name)),
            disabled: disabledAt !== undefined,
            secondFactor: hasSecondFactor,
          }),
        )
        const rows = operators.map(({ name, role, account, since, lastSignIn, ...state }) => [
          name,
          account === undefined ? role : `${role} of ${account}`,
          `since ${since}`,
          signInText(lastSignIn),
          state.secondFactor ? 'second factor' : '',
          state.disabled ? 'disabled' : '',
        ])
        await show(command, operators, columns(rows))
      }),
    )
}

function dayIfAny(at: number | undefined): string | undefined {
  return at === undefined ? undefined : dayOf(at)
}

function signInText(day: string | undefined): string {
  return day === undefined ? 'never signed in' : `signed in ${day}`
}

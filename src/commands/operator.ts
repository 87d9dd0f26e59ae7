/** `trimerge operator add`: who may use the console. */
import { Command } from 'commander'
import { newSecret } from '../first-start.ts'
import { openStorage } from '../service.ts'
import { passwordHash } from '../store/passwords.ts'
import { Refused } from './exit.ts'
import { commandWithSettings, settingsOf } from './with-settings.ts'

/** The command about operators. */
export function operatorCommand(): Command {
  const command = new Command('operator').description('Manage the people who may use the console.')
  command.addCommand(addCommand())
  return command.exitOverride()
}

function addCommand(): Command {
  return commandWithSettings('add')
    .description('Add an operator and show a password, once.')
    .argument('<name>', 'name to log in with')
    .action(async (name: string, _options, command: Command) => {
      const password = newSecret()
      const { store } = await openStorage(settingsOf(command), new Date())
      try {
        const created = await store.createOperator({
          name,
          passwordHash: passwordHash(password),
          createdAt: Date.now(),
        })
        if (!created) throw new Refused('an operator of this name is there already')
        console.log(`operator ${name}, password ${password}`)
      } finally {
        await store.close()
      }
    })
}

/** `trimerge config`: the effective settings, secrets masked. */
import type { Command } from 'commander'
import { describeSettings } from '../settings/settings.ts'
import { commandWithSettings, settingsOf } from './command.ts'
import { print } from './io.ts'

/** The command that shows the settings. */
export function configCommand(): Command {
  return commandWithSettings('config')
    .description('Show the effective settings with secrets masked.')
    .action((_options, command: Command) => {
      print(describeSettings(settingsOf(command)).join('\n'))
    })
}

/** `trimerge config`: the effective settings, secrets masked. */
import type { Command } from 'commander'
import { describeSettings, SECRET_IS_SET } from '../settings/settings.ts'
import { commandWithSettings, settingsOf } from './command.ts'
import { show } from './output.ts'

/** The command that shows the settings. */
export function configCommand(): Command {
  return commandWithSettings('config')
    .description('Show the effective settings with secrets masked.')
    .option('--json', 'print JSON')
    .action((_options, command: Command) => {
      const settings = describeSettings(settingsOf(command))
      const lines = Object.entries(settings).map(([name, value]) =>
        value === SECRET_IS_SET ? `${name}: ${value}` : `${name}: ${JSON.stringify(value)}`,
      )
      return show(command, settings, lines)
    })
}

/** The settings as options of a command. */
import { Command } from 'commander'
import {
  processEnvironment,
  readSettings,
  SETTINGS,
  type SettingName,
  type Settings,
} from '../settings/settings.ts'

/** A command that takes every setting as a flag. */
export function commandWithSettings(name: string): Command {
  const command = new Command(name)
  command.option('--config <file>', 'YAML file of settings; TRIMERGE_CONFIG names one too')
  for (const [setting, { doc }] of Object.entries(SETTINGS)) {
    command.option(`--${setting} <value>`, doc)
  }
  return command.exitOverride()
}

/** The settings in force for a command. */
export function settingsOf(command: Command): Settings {
  const options = command.opts<Record<string, string | undefined>>()
  const environment = processEnvironment()
  const names = Object.keys(SETTINGS) as SettingName[]
  return readSettings({
    flags: Object.fromEntries(names.map((name) => [name, options[camelCase(name)]])),
    environment,
    file: options.config ?? environment.TRIMERGE_CONFIG,
  })
}

/** Commander's own spelling of an option's name. */
function camelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** The page about the command line, generated from the commands and their help. */
import type { Argument, Command, Option } from 'commander'
import { SETTINGS_HEADING } from '../../src/commands/command.ts'
import { examplesOf, GROUP_NAMES, wholeProgram } from '../../src/commands/command-line.ts'

/** Returns the text of `docs/commands.md`. */
export async function commandsPage(): Promise<string> {
  const program = await wholeProgram()
  const groups = Map.groupBy(program.commands, (command) => command.helpGroup())
  const sections = GROUP_NAMES.map((group) => {
    const commands = groups.get(group) ?? []
    return `## ${group.replace(/:$/, '')}\n\n${commands.map((one) => sectionOf(one, [])).join('')}`
  })
  return `${HEAD}${sections.join('')}`.trimEnd().concat('\n')
}

const HEAD = `# Commands

\`trimerge --help\` and \`trimerge COMMAND --help\` show the same information. Without a command, \`trimerge\` starts
a sandbox in the current folder. In a checkout, write \`npx trimerge\` instead of \`trimerge\`.

The exit code is 0 if the command was carried out, 1 if it failed, and 2 if it was used wrongly. Messages go to
standard error, results to standard output.

Most commands take [settings](settings.md) as options, such as \`--data\`; the tables leave them out. Commands that call a
running service find its address and a sandbox's account in the data folder. For another service, give \`--url\` and
\`--account\`, and put the secret of the account into \`TRIMERGE_SECRET\`.

`

function sectionOf(command: Command, parents: readonly string[]): string {
  const path = [...parents, command.name()].join(' ')
  const rows = [
    ...command.registeredArguments.map(argumentRow),
    ...command.options.filter(isOwn).map(optionRow),
  ]
  const isGroup = command.commands.length > 0 && rows.length === 0
  const usage = isGroup ? '' : `\`\`\`\n${usageOf(command, path)}\n\`\`\`\n\n`
  const table = rows.length === 0 ? '' : `| Argument | Meaning |\n|---|---|\n${rows.join('\n')}\n\n`
  const examples = examplesOf(path).map((each) => `trimerge ${each}\n`)
  const shown = examples.length === 0 ? '' : `Examples:\n\n\`\`\`\n${examples.join('')}\`\`\`\n\n`
  const parts = command.commands.map((part) => sectionOf(part, [...parents, command.name()]))
  const level = parents.length === 0 ? '###' : '####'
  return `${level} trimerge ${path}\n\n${command.description()}\n\n${usage}${table}${shown}${parts.join('')}`
}

function usageOf(command: Command, path: string): string {
  const names = command.registeredArguments.map((each) =>
    each.required ? `<${each.name()}>` : `[${each.name()}]`,
  )
  return ['trimerge', path, ...names, '[options]'].join(' ')
}

const isOwn = (option: Option) => option.helpGroupHeading !== SETTINGS_HEADING

function argumentRow(argument: Argument): string {
  return row(argument.name(), argument.description, argument.argChoices)
}

function optionRow(option: Option): string {
  const { flags, description, argChoices, defaultValue } = option
  const initial = defaultValue === undefined ? '' : ` (default: ${defaultValue})`
  return row(flags, `${description}${initial}`, argChoices)
}

function row(name: string, meaning: string, choices: readonly string[] = []): string {
  const among = choices.length === 0 ? '' : `: ${choices.join(', ')}`
  return `| \`${name}\` | ${`${meaning}${among}`.replaceAll('|', '\\|')} |`
}

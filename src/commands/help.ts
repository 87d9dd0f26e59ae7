/**
 * The help of all commands: groups of commands, examples, and the options of a command before the
 * settings of the service, which are shown only where they are what the command is about.
 */
import type { Command, Help, Option } from 'commander'
import { SETTINGS } from '../settings/settings.ts'
import { painted } from './color.ts'
import { io } from './io.ts'

/** The groups of commands, in the order in which help lists them. */
// biome-ignore format: a table
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Order:': ['order', 'check', 'report', 'orders'],
  'Sandbox:': ['personas', 'people', 'faults', 'clock', 'reset', 'snapshot', 'demo'],
  'Run the service:': ['serve', 'config', 'doctor', 'migrate', 'backup', 'restore', 'rotate-key', 'purge', 'hold'],
  'Accounts and users:': ['account', 'operator', 'statement', 'audit'],
}
const OTHER = 'Other:'

/** Examples by command, without the name of the program. */
// biome-ignore format: a table
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  '': ['serve', 'personas avery --xml credit_report > order.xml', 'order order.xml', 'orders --follow'],
  serve: ['serve --port 8080 --data ./data', 'serve --config trimerge.yaml'],
  order: ['order order.xml', 'order order.xml --out reports', 'order show OM816ZRCQAEBTM6JW', 'order --batch orders --operation credit_report'],
  orders: ['orders --limit 5', 'orders --follow', 'orders --json | jq ".[0].reportId"'],
  check: ['check order.xml', 'check order.xml --operation mortgage_only'],
  report: ['report show RM816ZQCGBCK873TQ', 'report pdf RM816ZQCGBCK873TQ --out report.pdf'],
  personas: ['personas', 'personas avery', 'personas avery --xml credit_report', 'personas --magic'],
  people: ['people check casey.yaml', 'people put casey casey.yaml', 'people order casey > order.xml', 'people from-report RM816ZQCGBCK873TQ > like.yaml'],
  faults: ['faults set TIMEOUT --bureau Experian', 'faults set "SLOW 2" --orders 3', 'faults set "NO HIT" --borrower avery', 'faults clear'],
  clock: ['clock', 'clock advance 45d', 'clock to 2027-01-15'],
  reset: ['reset', 'reset --start 2026-01-15 --ids counted'],
  snapshot: ['snapshot save before-refresh', 'snapshot restore before-refresh'],
  account: ['account add lender', 'account set lender sandboxControl=yes'],
  statement: ['statement lender --month 2026-11', 'statement lender --month 2026-11 --csv'],
  backup: ['backup --out backups/trimerge.db', 'backup --every 1h --keep 48 --out backups'],
  completion: ['completion bash > /etc/bash_completion.d/trimerge', 'completion zsh > ~/.zfunc/_trimerge', 'completion fish > ~/.config/fish/completions/trimerge.fish'],
}

/** Commands that are about settings; others show only where the data is. */
const ABOUT_SETTINGS: ReadonlySet<string> = new Set(['serve', 'config', 'doctor', 'migrate'])
const SHOWN_SETTINGS: ReadonlySet<string> = new Set([
  '--data',
  '--config',
  '--database-url',
  '--base-path',
])

const SETTING_FLAGS: ReadonlySet<string> = new Set([
  '--config',
  ...Object.keys(SETTINGS).map((name) => `--${name}`),
])
const SETTINGS_HEADING = 'Settings:'
const WIDTH_MOST = 120
/** Descriptions are wrapped even where long flags leave little room. */
const WRAPPED_WIDTH_MIN = 16

const isSetting = ({ long }: Option) =>
  long !== undefined && long !== null && SETTING_FLAGS.has(long)

/** Gives a program and its commands their help. */
export function giveHelp(program: Command): void {
  for (const command of program.commands) {
    const name = command.name()
    const group = Object.entries(GROUPS).find(([, names]) => names.includes(name))?.[0] ?? OTHER
    command.helpGroup(group)
  }
  give(program, '')
}

function give(command: Command, path: string): void {
  const aboutSettings = ABOUT_SETTINGS.has(command.name())
  for (const option of command.options.filter(isSetting)) {
    option.helpGroup(SETTINGS_HEADING)
    if (!aboutSettings && !SHOWN_SETTINGS.has(option.long ?? '')) option.hideHelp()
  }
  command.configureHelp({
    minWidthToWrap: WRAPPED_WIDTH_MIN,
    groupItems: orderedGroups,
    styleTitle: (text) => painted('bold', text),
    styleCommandText: (text) => painted('cyan', text),
  })
  const examples = EXAMPLES[path]
  if (examples !== undefined) command.addHelpText('after', () => exampleText(examples))
  for (const part of command.commands)
    give(part, path === '' ? part.name() : `${path} ${part.name()}`)
}

function exampleText(examples: readonly string[]): string {
  const lines = examples.map((example) => `  $ ${painted('cyan', `trimerge ${example}`)}`)
  return ['', painted('bold', 'Examples:'), ...lines].join('\n')
}

/** Groups of help: the options of the command first, the settings last; commands as in the table. */
function orderedGroups<T extends Command | Option>(
  this: Help,
  _items: T[],
  visible: T[],
  groupOf: (item: T) => string,
): Map<string, T[]> {
  const found = Map.groupBy(visible, groupOf)
  const order = [
    ...Object.keys(GROUPS),
    ...[...found.keys()].filter((name) => !(name in GROUPS) && name !== SETTINGS_HEADING),
    SETTINGS_HEADING,
  ]
  return new Map(
    order.flatMap((name) => {
      const items = found.get(name)
      return items === undefined ? [] : [[name, items]]
    }),
  )
}

/** How wide help is: as the terminal, within limits. */
export function helpWidth(): number {
  const { columns = 80 } = io()
  return Math.max(40, Math.min(WIDTH_MOST, columns))
}

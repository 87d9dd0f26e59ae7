/** The command line: one program with all commands, and their help. */
import { Command, CommanderError, type Help, type Option } from 'commander'
import { VERSION } from '../package-files.ts'
import { SettingsWrong } from '../settings/settings.ts'
import { MasterKeySettingWrong } from '../store/sealing/master-key.ts'
import { isColored, painted } from './color.ts'
import { ExitCode, Rejected, SETTINGS_HEADING } from './command.ts'
import { io, withoutControls } from './io.ts'

/**
 * The commands by name. Each is loaded only when it is needed, because loading modules is most of
 * the startup time.
 */
// biome-ignore format: a table
const COMMANDS: Readonly<Record<string, Loader>> = {
  serve:        async () => (await import('./serve-command.ts')).serveCommand(),
  order:        async () => (await import('./order-commands.ts')).orderCommand(),
  check:        async () => (await import('./order-commands.ts')).checkCommand(),
  account:      async () => (await import('./administration/account-commands.ts')).accountCommand(),
  operator:     async () => (await import('./administration/operator-command.ts')).operatorCommand(),
  audit:        async () => (await import('./administration/inspection-commands.ts')).auditCommand(),
  migrate:      async () => (await import('./administration/database-commands.ts')).migrateCommand(),
  orders:       async () => (await import('./sandbox/stored-orders-commands.ts')).ordersCommand(),
  report:       async () => (await import('./sandbox/stored-orders-commands.ts')).reportCommand(),
  personas:     async () => (await import('./sandbox/people-commands.ts')).personasCommand(),
  people:       async () => (await import('./sandbox/people-commands.ts')).peopleCommand(),
  faults:       async () => (await import('./sandbox/faults-command.ts')).faultsCommand(),
  clock:        async () => (await import('./sandbox/world-commands.ts')).clockCommand(),
  reset:        async () => (await import('./sandbox/world-commands.ts')).resetCommand(),
  snapshot:     async () => (await import('./sandbox/world-commands.ts')).snapshotCommand(),
  statement:    async () => (await import('./administration/account-commands.ts')).statementCommand(),
  'rotate-key': async () => (await import('./administration/database-commands.ts')).rotateKeyCommand(),
  purge:        async () => (await import('./administration/retention-commands.ts')).purgeCommand(),
  hold:         async () => (await import('./administration/retention-commands.ts')).holdCommand(),
  config:       async () => (await import('./administration/inspection-commands.ts')).configCommand(),
  backup:       async () => (await import('./administration/database-commands.ts')).backupCommand(),
  restore:      async () => (await import('./administration/database-commands.ts')).restoreCommand(),
  doctor:       async () => (await import('./administration/inspection-commands.ts')).doctorCommand(),
  demo:         async () => (await import('./demo-command.ts')).demoCommand(),
  completion:   async () => (await import('./completion-command.ts')).completionCommand(),
}

/** Options that need no command. */
const NEED_NO_COMMAND = new Set(['--version', '-V'])

/** Commands that need all other commands. */
const NEED_ALL_COMMANDS = new Set(['completion', 'help'])

/** The command of a call that names none: `trimerge` on its own starts a service with a sandbox. */
const DEFAULT_COMMAND = 'serve'
const ABOUT_PROGRAM = new Set(['--help', ...NEED_NO_COMMAND])

/**
 * Adds the default command to arguments without a command, such as `--port 0`, and asks a command
 * itself for its help, so that `help` of an unknown command is an error.
 */
function withCommand(args: readonly string[]): readonly string[] {
  const [first, ...rest] = args
  if (first === 'help' && rest[0] !== undefined) {
    return rest[0] in COMMANDS ? [...rest, '--help'] : rest
  }
  const hasOptionsOnly =
    first?.startsWith('--') && !ABOUT_PROGRAM.has(first) && !args.some((word) => word in COMMANDS)
  return first === undefined || hasOptionsOnly ? [DEFAULT_COMMAND, ...args] : args
}

/**
 * Runs the command line, and returns the exit status. It never ends the process, so tests can run
 * it within their own.
 */
export async function runCommandLine(args: readonly string[]): Promise<ExitCode> {
  const given = withCommand(args)
  const program = await programWith(commandsFor(given))
  writeThroughIo(program)
  try {
    rejectUnknownPart(program, given)
    await program.parseAsync(given, { from: 'user' })
    return ExitCode.done
  } catch (error) {
    return exitCodeOf(error)
  }
}

type Loader = () => Promise<Command>

async function programWith(commands: readonly Loader[]): Promise<Command> {
  const program = new Command('trimerge')
    .description(
      'Self-hosted sandbox and gateway for ordering mortgage credit reports over MISMO 2.x. Without a command, starts a sandbox in the current folder, which also serves the documentation at /docs.',
    )
    .version(VERSION)
    .exitOverride()
  for (const command of commands) program.addCommand(await command())
  addHelp(program)
  return program
}

/** Returns the program with all commands in their groups, for the page about them. */
export function wholeProgram(): Promise<Command> {
  return programWith(Object.values(COMMANDS))
}

/** Returns the examples in the help of a command, without the name of the program. */
export function examplesOf(path: string): readonly string[] {
  return EXAMPLES[path] ?? []
}

/** Returns the loader of the named command, or all loaders if no command is named. */
function commandsFor([name = '']: readonly string[]): readonly Loader[] {
  if (NEED_NO_COMMAND.has(name)) return []
  const named = NEED_ALL_COMMANDS.has(name) ? undefined : COMMANDS[name]
  return named === undefined ? Object.values(COMMANDS) : [named]
}

/**
 * Throws if a command that consists of others is called with an unknown one, or with options before
 * the other one. Commander would take its name for an argument of the default one.
 */
function rejectUnknownPart(program: Command, [name, part = '-', ...rest]: readonly string[]): void {
  const command = program.commands.find((one) => one.name() === name)
  const known = command?.commands.map((one) => one.name()) ?? []
  const hasArguments = command?.registeredArguments.length !== 0
  if (known.length === 0 || hasArguments || part === 'help' || known.includes(part)) return
  if (part.startsWith('-')) {
    const late = rest.find((word) => known.includes(word))
    if (late !== undefined)
      program.error(`error: write '${late}' directly after '${name}', before the options`)
    return
  }
  program.error(`error: unknown command '${part}'; known are ${known.join(', ')}`)
}

/** Routes the output of Commander, which is help and usage errors, through {@link io}. */
function writeThroughIo(command: Command): void {
  const { print, writeError } = io()
  command.configureOutput({
    writeOut: (text) => print(text.trimEnd()),
    writeErr: writeError,
    getOutHelpWidth: helpWidth,
    getErrHelpWidth: helpWidth,
    getOutHasColors: isColored,
    getErrHasColors: isColored,
  })
  for (const part of command.commands) writeThroughIo(part)
}

function exitCodeOf(error: unknown): ExitCode {
  // Commander has already printed the usage error, or the requested help.
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? ExitCode.done : ExitCode.wrongUse
  // The reader of the output wants no more of it.
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') return ExitCode.done
  io().writeError(withoutControls(`${error instanceof Error ? error.message : 'failed'}\n`))
  if (error instanceof SettingsWrong || error instanceof MasterKeySettingWrong)
    return ExitCode.wrongUse
  if (error instanceof Rejected) return error.exitCode
  return ExitCode.failed
}

// The help of all commands: groups of commands, examples, and the options of a command before the
// settings of the service. Most settings are shown only for commands that are about settings.

/** The groups of commands, in the order in which help lists them. */
// biome-ignore format: a table
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Order:': ['order', 'check', 'report', 'orders'],
  'Sandbox:': ['personas', 'people', 'faults', 'clock', 'reset', 'snapshot', 'demo'],
  'Run the service:': ['serve', 'config', 'doctor', 'migrate', 'backup', 'restore', 'rotate-key', 'purge', 'hold'],
  'Accounts and users:': ['account', 'operator', 'statement', 'audit'],
}
const OTHER = 'Other:'
/** All groups of commands, in the order of help. */
export const GROUP_NAMES: readonly string[] = [...Object.keys(GROUPS), OTHER]

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
  statement: ['statement lender', 'statement lender --month 2026-11 --csv'],
  backup: ['backup --out backups/trimerge.db', 'backup --every 1h --keep 48 --out backups'],
  completion: ['completion bash > /etc/bash_completion.d/trimerge', 'completion zsh > ~/.zfunc/_trimerge', 'completion fish > ~/.config/fish/completions/trimerge.fish'],
}

/**
 * Commands whose help lists all their settings. The help of other commands lists only the settings
 * that locate the data.
 */
const ABOUT_SETTINGS: ReadonlySet<string> = new Set(['serve', 'config', 'doctor', 'migrate'])
const SHOWN_SETTINGS: ReadonlySet<string> = new Set([
  '--data',
  '--config',
  '--database-url',
  '--base-path',
])

const HELP_WIDTH_MAX = 120
/** Descriptions wrap even if long flags leave little width. */
const WRAPPED_WIDTH_MIN = 16

/** Adds groups, examples and styles to the help of a program and its commands. */
function addHelp(program: Command): void {
  for (const command of program.commands) {
    const name = command.name()
    const group = Object.entries(GROUPS).find(([, names]) => names.includes(name))?.[0] ?? OTHER
    command.helpGroup(group)
  }
  addHelpTo(program, '')
}

function addHelpTo(command: Command, path: string): void {
  const aboutSettings = ABOUT_SETTINGS.has(command.name())
  for (const option of command.options) {
    if (option.helpGroupHeading !== SETTINGS_HEADING || aboutSettings) continue
    if (!SHOWN_SETTINGS.has(option.long ?? '')) option.hideHelp()
  }
  command.configureHelp({
    minWidthToWrap: WRAPPED_WIDTH_MIN,
    groupItems: orderedGroups,
    styleTitle: (text) => painted('bold', text),
    styleCommandText: (text) => painted('cyan', text),
  })
  const examples = examplesOf(path)
  if (examples.length > 0) command.addHelpText('after', () => exampleText(examples))
  for (const part of command.commands)
    addHelpTo(part, path === '' ? part.name() : `${path} ${part.name()}`)
}

function exampleText(examples: readonly string[]): string {
  const lines = examples.map((example) => `  $ ${painted('cyan', `trimerge ${example}`)}`)
  return ['', painted('bold', 'Examples:'), ...lines].join('\n')
}

/**
 * Orders the groups in help: commands in the order of {@link GROUPS}, then the options of the
 * command, and the settings last.
 */
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

/** Returns the width of help: the width of the terminal, within limits. */
function helpWidth(): number {
  const { columns = 80 } = io()
  return Math.max(40, Math.min(HELP_WIDTH_MAX, columns))
}

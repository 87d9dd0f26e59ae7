/** The whole command line: one program with all commands. */
import { Command, CommanderError } from 'commander'
import { VERSION } from '../package-files.ts'
import { SettingsWrong } from '../settings/settings.ts'
import { accountCommand } from './account.ts'
import { auditCommand } from './audit.ts'
import { backupCommand, restoreCommand } from './backup.ts'
import { checkCommand } from './check.ts'
import { clockCommand } from './clock.ts'
import { isColored } from './color.ts'
import { ExitCode, Rejected } from './command.ts'
import { completionCommand } from './completion.ts'
import { configCommand } from './config.ts'
import { demoCommand } from './demo.ts'
import { doctorCommand } from './doctor.ts'
import { faultsCommand } from './faults.ts'
import { giveHelp, helpWidth } from './help.ts'
import { holdCommand } from './hold.ts'
import { io } from './io.ts'
import { migrateCommand } from './migrate.ts'
import { operatorCommand } from './operator.ts'
import { orderCommand } from './order.ts'
import { ordersCommand } from './orders.ts'
import { peopleCommand } from './people.ts'
import { personasCommand } from './personas.ts'
import { purgeCommand } from './purge.ts'
import { reportCommand } from './report.ts'
import { rotateKeyCommand } from './rotate-key.ts'
import { serveCommand } from './serve.ts'
import { statementCommand } from './statement.ts'
import { resetCommand, snapshotCommand } from './world.ts'

/** The commands by name. */
const COMMANDS: Readonly<Record<string, () => Command>> = {
  serve: serveCommand,
  order: orderCommand,
  check: checkCommand,
  account: accountCommand,
  operator: operatorCommand,
  audit: auditCommand,
  migrate: migrateCommand,
  orders: ordersCommand,
  report: reportCommand,
  personas: personasCommand,
  people: peopleCommand,
  faults: faultsCommand,
  clock: clockCommand,
  reset: resetCommand,
  snapshot: snapshotCommand,
  statement: statementCommand,
  'rotate-key': rotateKeyCommand,
  purge: purgeCommand,
  hold: holdCommand,
  config: configCommand,
  backup: backupCommand,
  restore: restoreCommand,
  doctor: doctorCommand,
  demo: demoCommand,
  completion: completionCommand,
}

/** These are about all commands. */
const ABOUT_ALL = new Set(['completion', 'help'])

/** Without a command the service starts: the one word `trimerge` gives a sandbox. */
const BY_ITSELF = ['serve']

/** Runs what the arguments ask for: how the command ended. */
export async function runCommandLine(args: readonly string[]): Promise<ExitCode> {
  const program = new Command('trimerge')
    .description(
      'Self-hosted sandbox and gateway for ordering mortgage credit reports over MISMO 2.x.',
    )
    .version(VERSION)
    .exitOverride()
  const given = args.length === 0 ? BY_ITSELF : args
  for (const command of commandsFor(given)) program.addCommand(command())
  giveHelp(program)
  writeThroughIo(program)
  try {
    await program.parseAsync(given, { from: 'user' })
    return ExitCode.done
  } catch (error) {
    return exitCodeOf(error)
  }
}

/** The command that is named, since options of all the others are a good part of a start; else all. */
function commandsFor([name = '']: readonly string[]): readonly (() => Command)[] {
  const named = ABOUT_ALL.has(name) ? undefined : COMMANDS[name]
  return named === undefined ? Object.values(COMMANDS) : [named]
}

/** Help and wrong use, which Commander itself says. */
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
  // Commander has already said what is wrong, or printed what was asked for.
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? ExitCode.done : ExitCode.wrongUse
  io().writeError(`${error instanceof Error ? error.message : 'failed'}\n`)
  if (error instanceof SettingsWrong) return ExitCode.wrongUse
  if (error instanceof Rejected) return error.exitCode
  return ExitCode.failed
}

/** The whole command line: one program with all commands. */
import { Command, CommanderError } from 'commander'
import { VERSION } from '../package-files.ts'
import { SettingsWrong } from '../settings/settings.ts'
import { accountCommand } from './administration/account-command.ts'
import { auditCommand } from './administration/audit-command.ts'
import { backupCommand, restoreCommand } from './administration/backup-command.ts'
import { doctorCommand } from './administration/doctor-command.ts'
import { holdCommand } from './administration/hold-command.ts'
import { migrateCommand } from './administration/migrate-command.ts'
import { operatorCommand } from './administration/operator-command.ts'
import { purgeCommand } from './administration/purge-command.ts'
import { rotateKeyCommand } from './administration/rotate-key-command.ts'
import { statementCommand } from './administration/statement-command.ts'
import { checkCommand } from './check-command.ts'
import { isColored } from './color.ts'
import { ExitCode, Rejected } from './command.ts'
import { completionCommand } from './completion-command.ts'
import { configCommand } from './config-command.ts'
import { demoCommand } from './demo-command.ts'
import { giveHelp, helpWidth } from './help.ts'
import { io } from './io.ts'
import { orderCommand } from './order-command.ts'
import { clockCommand } from './sandbox/clock-command.ts'
import { faultsCommand } from './sandbox/faults-command.ts'
import { ordersCommand } from './sandbox/orders-command.ts'
import { peopleCommand } from './sandbox/people-command.ts'
import { personasCommand } from './sandbox/personas-command.ts'
import { reportCommand } from './sandbox/report-command.ts'
import { resetCommand, snapshotCommand } from './sandbox/world-command.ts'
import { serveCommand } from './serve-command.ts'

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

/**
 * Runs the command line. It gives the exit status and never ends the process, so that tests run it
 * within their own.
 */
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

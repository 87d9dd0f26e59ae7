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

const COMMANDS = [
  serveCommand,
  orderCommand,
  checkCommand,
  accountCommand,
  operatorCommand,
  auditCommand,
  migrateCommand,
  ordersCommand,
  reportCommand,
  personasCommand,
  peopleCommand,
  faultsCommand,
  clockCommand,
  resetCommand,
  snapshotCommand,
  statementCommand,
  rotateKeyCommand,
  purgeCommand,
  holdCommand,
  configCommand,
  backupCommand,
  restoreCommand,
  doctorCommand,
  demoCommand,
  completionCommand,
]

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
  for (const command of COMMANDS) program.addCommand(command())
  giveHelp(program)
  writeThroughIo(program)
  try {
    await program.parseAsync(args.length === 0 ? BY_ITSELF : args, { from: 'user' })
    return ExitCode.done
  } catch (error) {
    return exitCodeOf(error)
  }
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

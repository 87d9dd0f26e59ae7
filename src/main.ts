#!/usr/bin/env node
/** The command line. Exit codes: 0 done, 1 failed, 2 wrong use. */
import { Command, CommanderError } from 'commander'
import { accountCommand } from './commands/account.ts'
import { auditCommand } from './commands/audit.ts'
import { backupCommand, restoreCommand } from './commands/backup.ts'
import { checkCommand } from './commands/check.ts'
import { clockCommand } from './commands/clock.ts'
import { ExitCode, Rejected } from './commands/command.ts'
import { configCommand } from './commands/config.ts'
import { doctorCommand } from './commands/doctor.ts'
import { holdCommand } from './commands/hold.ts'
import { migrateCommand } from './commands/migrate.ts'
import { operatorCommand } from './commands/operator.ts'
import { orderCommand } from './commands/order.ts'
import { personasCommand } from './commands/personas.ts'
import { purgeCommand } from './commands/purge.ts'
import { rotateKeyCommand } from './commands/rotate-key.ts'
import { serveCommand } from './commands/serve.ts'
import { statementCommand } from './commands/statement.ts'
import { SettingsWrong } from './settings/settings.ts'
import { VERSION } from './version.ts'

const COMMANDS = [
  serveCommand,
  orderCommand,
  checkCommand,
  accountCommand,
  operatorCommand,
  auditCommand,
  migrateCommand,
  personasCommand,
  clockCommand,
  statementCommand,
  rotateKeyCommand,
  purgeCommand,
  holdCommand,
  configCommand,
  backupCommand,
  restoreCommand,
  doctorCommand,
]

const program = new Command('trimerge')
  .description(
    'Self-hosted sandbox and gateway for ordering mortgage credit reports over MISMO 2.x.',
  )
  .version(VERSION)
  .exitOverride()
for (const command of COMMANDS) program.addCommand(command())

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = exitCodeOf(error)
}

function exitCodeOf(error: unknown): ExitCode {
  // Commander has already said what is wrong, or printed what was asked for.
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? ExitCode.done : ExitCode.wrongUse
  process.stderr.write(`${error instanceof Error ? error.message : 'failed'}\n`)
  if (error instanceof SettingsWrong) return ExitCode.wrongUse
  if (error instanceof Rejected) return error.exitCode
  return ExitCode.failed
}

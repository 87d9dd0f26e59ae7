/** `trimerge doctor`: checks the installation. */
import type { Command } from 'commander'
import { examine } from '../app/doctor.ts'
import { commandWithSettings, Rejected, settingsOf } from './command.ts'
import { print } from './io.ts'

/** The command that checks settings, files, clock and database, and changes nothing. */
export function doctorCommand(): Command {
  return commandWithSettings('doctor')
    .description('Check settings, files, clock and database, and say what to fix.')
    .action(async (_options: unknown, command: Command) => {
      const findings = await examine(settingsOf(command), new Date())
      for (const { verdict, text } of findings) print(`${verdict.padEnd(4)}  ${text}`)
      const failed = findings.filter(({ verdict }) => verdict === 'fail').length
      if (failed > 0) throw new Rejected(`${failed} of ${findings.length} checks failed`)
    })
}

/** `trimerge doctor`: checks the installation. */
import type { Command } from 'commander'
import { examine } from '../../app/doctor.ts'
import { commandWithSettings, Rejected, settingsOf } from '../command.ts'
import { print } from '../io.ts'
import { isLive } from '../liveness.ts'
import { show } from '../sandbox/control.ts'

/** The command that checks settings, files, clock and database, and changes nothing. */
export function doctorCommand(): Command {
  return commandWithSettings('doctor')
    .description('Check settings, files, clock and database, and say what to fix.')
    .option('--live', 'only check that the service of this data folder answers')
    .option('--json', 'print JSON')
    .action(async ({ live }: { live?: boolean }, command: Command) => {
      if (live === true) {
        if (!(await isLive(settingsOf(command)))) throw new Rejected('the service does not answer')
        print('the service answers')
        return
      }
      const findings = await examine(settingsOf(command), new Date())
      const lines = findings.map(({ verdict, text }) => `${verdict.padEnd(4)}  ${text}`)
      await show(command, findings, lines)
      const failed = findings.filter(({ verdict }) => verdict === 'fail').length
      if (failed > 0) throw new Rejected(`${failed} of ${findings.length} checks failed`)
    })
}

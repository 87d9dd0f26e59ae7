/** `trimerge hold`: legal holds, which keep reports from being purged. */
import { Command } from 'commander'
import {
  commandActor,
  commandWithSettings,
  ExitCode,
  Rejected,
  settingsOf,
  withStorage,
} from '../command.ts'
import { print } from '../io.ts'
import { columns, dayOf, show } from '../output.ts'

/** The reason is a reference, such as a matter number, and no place for personal data. */
const REASON_CHARACTERS_MAX = 200

/** The command about legal holds. */
export function holdCommand(): Command {
  const command = new Command('hold').description(
    'Manage legal holds, which keep reports from being purged.',
  )
  command.addCommand(addCommand())
  command.addCommand(removeCommand())
  command.addCommand(listCommand())
  return command.exitOverride()
}

function addCommand(): Command {
  return commandWithSettings('add')
    .description('Put a report on hold. No purge destroys it until you remove the hold.')
    .argument('<report>', 'report ID')
    .requiredOption('--reason <text>', 'reason, such as a matter number; no personal data')
    .action(async (reportId: string, { reason }: { reason: string }, command: Command) => {
      if (reason.trim() === '' || reason.length > REASON_CHARACTERS_MAX) {
        throw new Rejected(
          `the reason must have 1 to ${REASON_CHARACTERS_MAX} characters`,
          ExitCode.wrongUse,
        )
      }
      await withStorage(settingsOf(command), async ({ store: { retention } }) => {
        const held = await retention.addHold(
          { reportId, reason, heldAt: Date.now() },
          commandActor(),
        )
        if (!held) throw new Rejected('no report has this ID, or its content is purged')
        print(`report ${reportId} is on hold`)
      })
    })
}

function removeCommand(): Command {
  return commandWithSettings('remove')
    .description('Remove a hold. The next purge may destroy the report.')
    .argument('<report>', 'report ID')
    .action((reportId: string, _options, command: Command) =>
      withStorage(settingsOf(command), async ({ store: { retention } }) => {
        if (!(await retention.removeHold(reportId, commandActor())))
          throw new Rejected('the report is not on hold')
        print(`report ${reportId} is no longer on hold`)
      }),
    )
}

function listCommand(): Command {
  return commandWithSettings('list')
    .description('List the reports on hold.')
    .option('--json', 'print JSON')
    .action((_options, command: Command) =>
      withStorage(settingsOf(command), async ({ store: { retention } }) => {
        const holds = (await retention.holds()).map(({ reportId, heldAt, reason }) => ({
          reportId,
          since: dayOf(heldAt),
          reason,
        }))
        const rows = holds.map(({ reportId, since, reason }) => [
          reportId,
          `since ${since}`,
          reason,
        ])
        await show(command, holds, columns(rows))
      }),
    )
}

/** `trimerge hold`: reports that no purge may end. */
import { Command } from 'commander'
import {
  commandActor,
  commandWithSettings,
  ExitCode,
  Rejected,
  settingsOf,
  withStorage,
} from './command.ts'
import { print } from './io.ts'

const REASON_CHARACTERS_MAX = 200

/** The command about legal holds. */
export function holdCommand(): Command {
  const command = new Command('hold').description('Keep reports from being purged.')
  command.addCommand(addCommand())
  command.addCommand(removeCommand())
  command.addCommand(listCommand())
  return command.exitOverride()
}

function addCommand(): Command {
  return commandWithSettings('add')
    .description('Hold a report: no purge ends it until it is let go again.')
    .argument('<report>', 'identifier of the report')
    .requiredOption(
      '--reason <text>',
      'why, such as the number of a matter; not the name of a person',
    )
    .action(async (reportId: string, { reason }: { reason: string }, command: Command) => {
      if (reason.trim() === '' || reason.length > REASON_CHARACTERS_MAX) {
        throw new Rejected(
          `a reason has 1 to ${REASON_CHARACTERS_MAX} characters`,
          ExitCode.wrongUse,
        )
      }
      await withStorage(settingsOf(command), async ({ store: { retention } }) => {
        const held = await retention.addHold(
          { reportId, reason, heldAt: Date.now() },
          commandActor(),
        )
        if (!held) throw new Rejected('there is no report of this identifier, or it is purged')
        print(`report ${reportId} is held`)
      })
    })
}

function removeCommand(): Command {
  return commandWithSettings('remove')
    .description('Let a report go: the next purge may end it.')
    .argument('<report>', 'identifier of the report')
    .action((reportId: string, _options, command: Command) =>
      withStorage(settingsOf(command), async ({ store: { retention } }) => {
        if (!(await retention.removeHold(reportId, commandActor())))
          throw new Rejected('the report is not held')
        print(`report ${reportId} is held no more`)
      }),
    )
}

function listCommand(): Command {
  return commandWithSettings('list')
    .description('List the reports on hold.')
    .action((_options, command: Command) =>
      withStorage(settingsOf(command), async ({ store: { retention } }) => {
        for (const { reportId, heldAt, reason } of await retention.holds()) {
          print(`${reportId}  since ${new Date(heldAt).toISOString().slice(0, 10)}  ${reason}`)
        }
      }),
    )
}

/** `trimerge reset` and `trimerge snapshot`: the world of a sandbox between tests. */
import { Command, Option } from 'commander'
import { print } from '../io.ts'
import { columns, readable, show } from '../output.ts'
import { callControl, controlCommand, type Json, readingCommand } from './control.ts'

/** The command that returns the world to its start. */
export function resetCommand(): Command {
  return readingCommand('reset')
    .description(
      'Return the sandbox to its start: orders, reports, charges, injected faults, people and clock. Accounts are kept.',
    )
    .option('--start <date>', 'date or time at which the world begins, with a frozen clock')
    .addOption(new Option('--ids <kind>', 'identifiers').choices(['random', 'counted']))
    .action(async ({ start, ids }: { start?: string; ids?: string }, command: Command) => {
      const world = await callControl(command, 'POST', '/reset', { start, ids })
      await show(command, world, worldLines(world))
    })
}

function worldLines({ start, clock, ids, now }: Json): string[] {
  return [
    `sandbox time ${readable(now)} (${clock} clock)`,
    `world began ${readable(start)}, ${ids} identifiers`,
  ]
}

/** The commands about snapshots. */
export function snapshotCommand(): Command {
  const named = (name: string) => readingCommand(name).argument('<name>', 'name of the snapshot')
  return new Command('snapshot')
    .description('Save and restore the world of a sandbox under a name.')
    .exitOverride()
    .addCommand(
      readingCommand('list')
        .description('List the snapshots.')
        .action(async (_options, command: Command) => {
          const { items } = await callControl(command, 'GET', '/snapshots')
          const rows = items.map(({ name, savedAt }: Json) => [name, `saved ${readable(savedAt)}`])
          await show(command, items, items.length === 0 ? ['no snapshots'] : columns(rows))
        }),
      { isDefault: true },
    )
    .addCommand(
      controlCommand('save')
        .description('Save the world under a name.')
        .argument('<name>', 'name of the snapshot')
        .action(async (name: string, _options, command: Command) => {
          await callControl(command, 'PUT', pathOf(name))
          print(`saved ${name}`)
        }),
    )
    .addCommand(
      named('restore')
        .description('Restore the world from a snapshot.')
        .action(async (name: string, _options, command: Command) => {
          const world = await callControl(command, 'POST', `${pathOf(name)}/restore`)
          await show(command, world, worldLines(world))
        }),
    )
    .addCommand(
      controlCommand('delete')
        .description('Delete a snapshot.')
        .argument('<name>', 'name of the snapshot')
        .action(async (name: string, _options, command: Command) => {
          await callControl(command, 'DELETE', pathOf(name))
          print(`deleted ${name}`)
        }),
    )
}

function pathOf(name: string): string {
  return `/snapshots/${encodeURIComponent(name)}`
}

/** `trimerge clock`, `trimerge reset` and `trimerge snapshot`: the time and the world of a sandbox. */
import { Command, Option } from 'commander'
import { openClock } from '../../app/bureaus.ts'
import { counted } from '../../documents/wording.ts'
import { AdvanceRejected, advanceMs, type SandboxClock } from '../../sandbox/clock.ts'
import { ID_KINDS } from '../../store/records/snapshots.ts'
import { formatTimestamp, HOUR_MS, parseUtcTime } from '../../time.ts'
import {
  commandActor,
  commandWithSettings,
  ExitCode,
  Rejected,
  settingsOf,
  withStorage,
  wrongUse,
} from '../command.ts'
import { print } from '../io.ts'
import { columns, readable, show } from '../output.ts'
import { callControl, controlCommand, type Json, readingCommand } from './control.ts'

/** Returns the commands of the sandbox clock. */
export function clockCommand(): Command {
  return new Command('clock')
    .description('Show or advance the sandbox clock. It never goes back.')
    .exitOverride()
    .addCommand(
      part('show')
        .description('Show the sandbox time.')
        .action((_options, command: Command) => withClock(command)),
      { isDefault: true },
    )
    .addCommand(
      part('advance')
        .description('Advance the clock by a length of time.')
        .argument('<duration>', 'whole hours, days or weeks: 36h, 45d, 2w')
        .action(async (duration: string, _options, command: Command) => {
          const byMs = await orReject(() => advanceMs(duration), ExitCode.wrongUse)
          await withClock(command, (clock) => clock.advance(byMs, commandActor()))
        }),
    )
    .addCommand(
      part('to')
        .description('Advance the clock to a time.')
        .argument('<time>', 'date or time in UTC: 2027-01-15 or 2027-01-15T09:00:00Z')
        .action((time: string, _options, command: Command) => {
          const to = timeOf(time)
          return withClock(command, (clock) => clock.advanceTo(to, commandActor()))
        }),
    )
}

function part(name: string): Command {
  return commandWithSettings(name).option('--json', 'print JSON')
}

function timeOf(text: string): Date {
  const time = parseUtcTime(text)
  if (time !== undefined) return new Date(time)
  throw wrongUse('write an existing day or time in UTC as 2027-01-15 or 2027-01-15T09:00:00Z')
}

async function withClock(
  command: Command,
  advance: (clock: SandboxClock) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const settings = settingsOf(command)
  await withStorage(settings, async (storage) => {
    const clock = await openClock(settings, storage, () => new Date())
    if (clock === undefined)
      throw new Rejected('the clock can only be advanced if all bureaus are simulated')
    await orReject(() => advance(clock))
    const now = formatTimestamp(clock.now())
    const text = `sandbox time ${readable(now)}, ${advancedText(clock)}`
    await show(command, { now, advancedMs: clock.aheadMs() }, [text])
  })
}

async function orReject<T>(
  work: () => T | Promise<T>,
  code: ExitCode = ExitCode.failed,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AdvanceRejected) throw new Rejected(error.message, code)
    throw error
  }
}

/** Returns how far the clock was advanced. A frozen clock does not follow real time. */
function advancedText(clock: SandboxClock): string {
  const hours = Math.floor(clock.aheadMs() / HOUR_MS)
  const of = clock.state().frozen ? 'after its frozen start' : 'ahead of real time'
  return `${counted(Math.floor(hours / 24), 'day')} and ${counted(hours % 24, 'hour')} ${of}`
}

/** Returns the command that resets the world to its start. */
export function resetCommand(): Command {
  return readingCommand('reset')
    .description(
      'Return the sandbox to its start: orders, reports, charges, injected faults, people and clock. Accounts are kept. Rejected while a report is on legal hold.',
    )
    .option('--start <date>', 'date or time at which the world begins, with a frozen clock')
    .addOption(new Option('--ids <kind>', 'identifiers').choices(ID_KINDS))
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

/** Returns the commands that manage snapshots. */
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

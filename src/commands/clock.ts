/** `trimerge clock`: shows and advances the sandbox clock. */
import { Argument, type Command } from 'commander'
import { openClock } from '../app/bureaus.ts'
import { AdvanceRejected, advanceMs, type SandboxClock } from '../sandbox/clock.ts'
import { HOUR_MS, moment } from '../time.ts'

import {
  commandActor,
  commandWithSettings,
  ExitCode,
  Rejected,
  settingsOf,
  withStorage,
} from './command.ts'
import { print } from './io.ts'

/** The command about the sandbox's clock. Services on the same database follow at once. */
export function clockCommand(): Command {
  return commandWithSettings('clock')
    .description('Show or advance the sandbox clock. It never goes back.')
    .addArgument(new Argument('[what]', 'advance, to move the clock forward').choices(['advance']))
    .argument('[duration]', 'whole hours, days or weeks: 36h, 45d, 2w')
    .action((what: string | undefined, duration: string | undefined, _options, command: Command) =>
      clock(what === undefined ? undefined : (duration ?? ''), command),
    )
}

async function clock(advance: string | undefined, command: Command): Promise<void> {
  const settings = settingsOf(command)
  const byMs = advance === undefined ? undefined : orReject(() => advanceMs(advance))
  await withStorage(settings, async (storage) => {
    const opened = await openClock(settings, storage, () => new Date())
    if (opened === undefined)
      throw new Rejected('the clock can only be advanced if all bureaus are simulated')
    if (byMs !== undefined) await advanced(opened, byMs)
    print(`sandbox time ${moment(opened.now())}, ${ahead(opened.aheadMs())}`)
  })
}

function orReject<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof AdvanceRejected) throw new Rejected(error.message, ExitCode.wrongUse)
    throw error
  }
}

async function advanced(opened: SandboxClock, byMs: number): Promise<void> {
  try {
    await opened.advance(byMs, commandActor())
  } catch (error) {
    if (error instanceof AdvanceRejected) throw new Rejected(error.message)
    throw error
  }
}

function ahead(ms: number): string {
  const hours = ms / HOUR_MS
  return `${Math.floor(hours / 24)} days and ${hours % 24} hours ahead of real time`
}

/** `trimerge rotate-key`: rewraps all data keys under the newest master key, while services run. */
import type { Command } from 'commander'
import type { Storage } from '../../app/open-storage.ts'
import { commandActor, commandWithSettings, settingsOf, withStorage } from '../command.ts'
import { print } from '../io.ts'

const PROGRESS_EVERY_MS = 2_000

/** The command that rotates the master key; docs/operations.md has the steps before and after. */
export function rotateKeyCommand(): Command {
  return commandWithSettings('rotate-key')
    .description(
      'Rewrap all data keys under the first configured master key and retire the older ones.',
    )
    .option('--status', 'only list the master keys in use, with the number of their data keys')
    .action(({ status }: { status?: boolean }, command: Command) =>
      withStorage(settingsOf(command), ({ keys }) =>
        status === true ? printUses(keys) : rotate(keys),
      ),
    )
}

type Keys = Storage['keys']

async function rotate(keys: Keys): Promise<void> {
  let reportedAt = performance.now()
  const wrapped = await keys.rotate(commandActor(), (count) => {
    if (performance.now() < reportedAt + PROGRESS_EVERY_MS) return
    reportedAt = performance.now()
    print(`${count} data keys wrapped`)
  })
  print(`${wrapped} data keys rewrapped; older master keys are no longer needed`)
  await printUses(keys)
}

async function printUses(keys: Keys): Promise<void> {
  for (const { keyId, dataKeys, current } of await keys.uses()) {
    print(`master key ${keyId}: ${dataKeys} data keys${current ? ', current' : ''}`)
  }
}

/** `trimerge rotate-key`: everything sealed under the newest master key, while services run. */
import type { Command } from 'commander'
import type { Storage } from '../app/open-storage.ts'
import { commandActor, commandWithSettings, settingsOf, withStorage } from './command.ts'
import { print } from './io.ts'

const TELL_EVERY_MS = 2_000

/** The command that rotates the master key; docs/operations.md has the steps before and after. */
export function rotateKeyCommand(): Command {
  return commandWithSettings('rotate-key')
    .description('Wrap every data key under the first master key given, and forget the older ones.')
    .option('--status', 'only say which master keys are in use, and for how much')
    .action(({ status }: { status?: boolean }, command: Command) =>
      withStorage(settingsOf(command), ({ keys }) =>
        status === true ? tellUses(keys) : rotate(keys),
      ),
    )
}

type Keys = Storage['keys']

async function rotate(keys: Keys): Promise<void> {
  let toldAt = performance.now()
  const wrapped = await keys.rotate(commandActor(), (count) => {
    if (performance.now() < toldAt + TELL_EVERY_MS) return
    toldAt = performance.now()
    print(`${count} data keys wrapped`)
  })
  print(`${wrapped} data keys wrapped anew; older master keys open nothing any more`)
  await tellUses(keys)
}

async function tellUses(keys: Keys): Promise<void> {
  for (const { keyId, dataKeys, current } of await keys.uses()) {
    print(`master key ${keyId}: ${dataKeys} data keys${current ? ', current' : ''}`)
  }
}

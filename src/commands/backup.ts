/** `trimerge backup` and `trimerge restore`: the embedded database, out and in again. */
import type { Command } from 'commander'
import { type BackupManifest, backUp, manifestFile, restore } from '../app/backup.ts'
import { masterKeyFile } from '../app/open-storage.ts'
import { masterKeySettings } from '../settings/deployment.ts'
import type { Settings } from '../settings/settings.ts'
import { commandWithSettings, ExitCode, Rejected, settingsOf } from './command.ts'
import { print } from './io.ts'

/** The command that backs up, while the service goes on. */
export function backupCommand(): Command {
  return commandWithSettings('backup')
    .description('Back up the embedded database while orders go on. The master key is not in it.')
    .requiredOption('--out <file>', 'file to make; one that is there is not written over')
    .action(async ({ out }: { out: string }, command: Command) => {
      const settings = embedded(settingsOf(command))
      const manifest = await backUp(settings, out, new Date())
      print(`${out} and ${manifestFile(out)}: ${contentLine(manifest)}`)
      print(`THE MASTER KEY IS NOT IN IT: without key ${manifest.masterKeyIds.join(', ')}`)
      print('nobody can read the reports in this backup. Keep the key, but in another place')
      print(`than the backup (docs/operations.md): ${keyPlace(settings)}`)
    })
}

/** The command that puts a backup back. */
export function restoreCommand(): Command {
  return commandWithSettings('restore')
    .description('Put a backup into a data folder without a database, after checking all of it.')
    .argument('<file>', 'what backup made, with its manifest FILE.json beside it')
    .action(async (file: string, _options: unknown, command: Command) => {
      const settings = embedded(settingsOf(command))
      const { manifest, missingKeyIds, sample } = await restore(settings, file, new Date())
      print(`restored of ${manifest.madeAt}: ${contentLine(manifest)}`)
      if (sample !== undefined) {
        print(`the master key opens it: ${sample.opened} of ${sample.looked} reports tried`)
        return
      }
      print(`THE MASTER KEY IS MISSING: put key ${missingKeyIds.join(', ')} at`)
      print(`${masterKeyFile(settings)} or set it; the service does not start without.`)
    })
}

/** PostgreSQL has better means of its own than this program could give it. */
function embedded(settings: Settings): Settings {
  if (settings['database-url'] === '') return settings
  throw new Rejected(
    'this is for the embedded database; PostgreSQL is backed up by its own tools, see docs/operations.md',
    ExitCode.wrongUse,
  )
}

function contentLine({ rows, schemaVersion }: BackupManifest): string {
  const { orders = 0, reports = 0, charges = 0, accounts = 0 } = rows
  return `schema ${schemaVersion}, ${accounts} accounts, ${orders} orders, ${reports} reports, ${charges} charges`
}

function keyPlace(settings: Settings): string {
  const given = masterKeySettings(settings)
  return given.length === 0 ? masterKeyFile(settings) : `it comes from ${given.join(', ')}`
}

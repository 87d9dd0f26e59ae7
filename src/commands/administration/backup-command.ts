/** `trimerge backup` and `trimerge restore`: the embedded database, out and in again. */
import type { Command } from 'commander'
import { type BackupManifest, backUp, manifestFile, restore } from '../../app/backup.ts'
import { masterKeyFile } from '../../app/open-storage.ts'
import { masterKeySettings } from '../../settings/deployment.ts'
import type { Settings } from '../../settings/settings.ts'
import { commandWithSettings, ExitCode, Rejected, settingsOf } from '../command.ts'
import { print } from '../io.ts'

/** The command that backs up, while the service goes on. */
export function backupCommand(): Command {
  return commandWithSettings('backup')
    .description(
      'Back up the embedded database while the service runs. The backup does not contain the master key.',
    )
    .requiredOption('--out <file>', 'backup file to create; existing files are not overwritten')
    .action(async ({ out }: { out: string }, command: Command) => {
      const settings = embedded(settingsOf(command))
      const manifest = await backUp(settings, out, new Date())
      print(`${out} and ${manifestFile(out)}: ${contentLine(manifest)}`)
      print(
        `THE BACKUP DOES NOT CONTAIN THE MASTER KEY. Without key ${manifest.masterKeyIds.join(', ')}`,
      )
      print('the reports in this backup are unreadable. Keep a copy of the key, apart')
      print(`from the backup (docs/operations.md): ${keyPlace(settings)}`)
    })
}

/** The command that puts a backup back. */
export function restoreCommand(): Command {
  return commandWithSettings('restore')
    .description('Verify a backup and restore it into a data folder without a database.')
    .argument('<file>', 'backup file, with its manifest FILE.json in the same folder')
    .action(async (file: string, _options: unknown, command: Command) => {
      const settings = embedded(settingsOf(command))
      const { manifest, missingKeyIds, sample } = await restore(settings, file, new Date())
      print(`restored the backup of ${manifest.madeAt}: ${contentLine(manifest)}`)
      if (sample !== undefined) {
        print(`the master key decrypts ${sample.opened} of ${sample.looked} sampled reports`)
        return
      }
      print(`THE MASTER KEY IS MISSING. Put key ${missingKeyIds.join(', ')} into`)
      print(`${masterKeyFile(settings)} or configure it; the service does not start without it.`)
    })
}

/** PostgreSQL's own backup tools are better than any that we could write. */
function embedded(settings: Settings): Settings {
  if (settings['database-url'] === '') return settings
  throw new Rejected(
    'this command is for the embedded database. Back up PostgreSQL with its own tools; see docs/operations.md',
    ExitCode.wrongUse,
  )
}

function contentLine({ rows, schemaVersion }: BackupManifest): string {
  const { orders = 0, reports = 0, charges = 0, accounts = 0 } = rows
  return `schema ${schemaVersion}, ${accounts} accounts, ${orders} orders, ${reports} reports, ${charges} charges`
}

function keyPlace(settings: Settings): string {
  const given = masterKeySettings(settings)
  return given.length === 0 ? masterKeyFile(settings) : `configured in ${given.join(', ')}`
}

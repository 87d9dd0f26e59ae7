/** `trimerge migrate`: migrates the database schema, as the owner of its tables. */
import type { Command } from 'commander'
import { grantService, ROLE } from '../../store/engine/migrate.ts'
import { commandWithSettings, ExitCode, Rejected, settingsOf, withStorage } from '../command.ts'
import { print } from '../io.ts'

/** The command for the owner of the tables. A service with the same rights migrates at startup. */
export function migrateCommand(): Command {
  return commandWithSettings('migrate')
    .description('Migrate the database schema to the current version.')
    .option('--grant <role>', 'PostgreSQL role of the services, which gets the minimum privileges')
    .action(async ({ grant }: { grant?: string }, command: Command) => {
      const settings = settingsOf(command)
      if (grant !== undefined && (settings['database-url'] === '' || !ROLE.test(grant))) {
        throw new Rejected(
          '--grant needs PostgreSQL (database-url) and a role name in lower-case letters',
          ExitCode.wrongUse,
        )
      }
      await withStorage(settings, async ({ database }) => {
        // After the migration that opening the storage has made: new tables get their rights too.
        if (grant !== undefined) await grantService(database, grant)
        print('the schema is up to date')
      })
    })
}

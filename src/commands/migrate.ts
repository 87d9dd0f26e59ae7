/** `trimerge migrate`: brings the schema up to date, as the owner of its tables. */
import type { Command } from 'commander'
import { grantService, ROLE } from '../store/engine/migrate.ts'
import { commandWithSettings, ExitCode, Rejected, settingsOf, withStorage } from './command.ts'
import { print } from './io.ts'

/** The command for whoever owns the tables; a service that may do so does the same at its start. */
export function migrateCommand(): Command {
  return commandWithSettings('migrate')
    .description('Bring the database schema up to date.')
    .option('--grant <role>', 'PostgreSQL role of the services: gets what they need, and no more')
    .action(async ({ grant }: { grant?: string }, command: Command) => {
      const settings = settingsOf(command)
      if (grant !== undefined && (settings['database-url'] === '' || !ROLE.test(grant))) {
        throw new Rejected(
          'a role to grant to is one of PostgreSQL, in small letters',
          ExitCode.wrongUse,
        )
      }
      await withStorage(settings, async ({ database }) => {
        if (grant !== undefined) await grantService(database, grant)
        print('the schema is up to date')
      })
    })
}

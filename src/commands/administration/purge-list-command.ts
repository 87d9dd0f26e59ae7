/** `trimerge purge list`: the records of all purges, as evidence of what they destroyed. */
import type { Command } from 'commander'
import { counted } from '../../documents/wording.ts'
import type { Purge, PurgeCounts, PurgeScope } from '../../store/retention/purge-records.ts'
import { commandWithSettings, settingsOf, withStorage } from '../command.ts'
import { columns, readable, show } from '../output.ts'

/** Returns the command that lists purges. */
export function purgeListCommand(): Command {
  return commandWithSettings('list')
    .description('List all purges, newest first, also the daily ones of the service.')
    .option('--json', 'print JSON, in the form of --evidence')
    .action((_options, command: Command) =>
      withStorage(settingsOf(command), async ({ store: { retention } }) => {
        const purges = await retention.purges(Number.MAX_SAFE_INTEGER)
        await show(command, purges.map(evidenceOf), columns(purges.map(rowOf)))
      }),
    )
}

/** Returns the record of a purge, with times in readable form. */
export function evidenceOf(purge: Purge): object {
  const { begunAt, endedAt, scope } = purge
  const ended = endedAt === undefined ? undefined : moment(endedAt)
  return { ...purge, scope: readableScope(scope), begunAt: moment(begunAt), endedAt: ended }
}

function rowOf({ id, begunAt, endedAt, by, scope, ...counts }: Purge): readonly string[] {
  const { reportId, account } = scope
  const only = reportId ?? (account === undefined ? 'all accounts' : `account ${account}`)
  const state = endedAt === undefined ? 'not ended' : 'ended'
  return [id, readable(moment(begunAt)), `${by.kind} ${by.name}`, only, state, countsText(counts)]
}

/** Returns what a purge destroyed, in words. */
export function countsText({ orders, reports, refusals, inquiries }: PurgeCounts): string {
  return [
    `the content of ${counted(orders, 'order')} with ${counted(reports, 'report')}`,
    counted(refusals, 'rejected order'),
    counted(inquiries, 'inquiry', 'inquiries'),
  ].join(', ')
}

/** Returns the scope in readable form, without limits that did not apply. */
function readableScope({ reportsBefore, refusalsBefore, inquiriesBefore, ...rest }: PurgeScope) {
  const range =
    rest.reportId === undefined ? { reportsBefore, refusalsBefore, inquiriesBefore } : {}
  const moments = Object.entries(range).filter(([, at]) => at > 0)
  return { ...rest, ...Object.fromEntries(moments.map(([name, at]) => [name, moment(at)])) }
}

/** Returns a time as evidence has it. */
function moment(at: number): string {
  return new Date(at).toISOString()
}

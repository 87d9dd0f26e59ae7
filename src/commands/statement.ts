/** `trimerge statement ACCOUNT --month 2026-11`: what an account was charged, order by order. */
import type { Command } from 'commander'
import { boundsOfMonth, csv, statementTable } from '../orders/statement.ts'

import { commandWithSettings, ExitCode, Rejected, settingsOf, withStorage } from './command.ts'
import { io, print } from './io.ts'

interface StatementOptions {
  readonly month: string
  readonly csv?: boolean
}

/** The command that states an account's charges of a month. */
export function statementCommand(): Command {
  return commandWithSettings('statement')
    .description('List what an account was charged in a month, in UTC, and the total.')
    .argument('<account>', 'the account')
    .requiredOption('--month <month>', 'the month, such as 2026-11')
    .option('--csv', 'as comma-separated values for a spreadsheet')
    .action((account: string, options: StatementOptions, command: Command) =>
      statement(account, options, command),
    )
}

async function statement(account: string, options: StatementOptions, command: Command) {
  const bounds = boundsOfMonth(options.month)
  if (bounds === undefined) {
    throw new Rejected('a month is a year and a number: 2026-11', ExitCode.wrongUse)
  }
  await withStorage(settingsOf(command), async ({ store }) => {
    const known = await store.accounts.find(account, Date.now())
    if (known === undefined) throw new Rejected('there is no account of this name')
    const table = statementTable(await store.ledger.statement(account, ...bounds))
    if (options.csv === true) await io().write(csv(table))
    else print(aligned(table).join('\n'))
  })
}

/** Columns under each other; amounts, the last one, end at the same place. */
function aligned(table: readonly (readonly string[])[]): readonly string[] {
  const head = table[0] ?? []
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const last = head.length - 1
  return table.map((row) =>
    row
      .map((text, column) => {
        const width = widths[column] ?? 0
        return column === last ? text.padStart(width) : text.padEnd(width)
      })
      .join('  '),
  )
}

/** `trimerge statement ACCOUNT --month 2026-11`: the charges of an account, order by order. */
import type { Command } from 'commander'
import { boundsOfMonth, csv, statementTable } from '../../orders/statement.ts'

import { commandWithSettings, ExitCode, Rejected, settingsOf, withStorage } from '../command.ts'
import { io, print } from '../io.ts'

interface StatementOptions {
  readonly month: string
  readonly csv?: boolean
  readonly json?: boolean
}

/** The command that states an account's charges of a month. */
export function statementCommand(): Command {
  return commandWithSettings('statement')
    .description('List the charges of an account in a month (UTC), with the total.')
    .argument('<account>', 'account name')
    .requiredOption('--month <month>', 'month, such as 2026-11')
    .option('--csv', 'print comma-separated values')
    .option('--json', 'print JSON')
    .action((account: string, options: StatementOptions, command: Command) =>
      statement(account, options, command),
    )
}

async function statement(account: string, options: StatementOptions, command: Command) {
  const bounds = boundsOfMonth(options.month)
  if (bounds === undefined) {
    throw new Rejected('write the month as YYYY-MM, such as 2026-11', ExitCode.wrongUse)
  }
  await withStorage(settingsOf(command), async ({ store }) => {
    const known = await store.accounts.find(account, Date.now())
    if (known === undefined)
      throw new Rejected('account not found; list the accounts with trimerge account list')
    const table = statementTable(await store.ledger.statement(account, ...bounds))
    if (options.csv === true) await io().write(csv(table))
    else if (options.json === true) {
      const [head = [], ...rows] = table
      const items = rows.map((row) =>
        Object.fromEntries(head.map((name, index) => [name, row[index]])),
      )
      await io().write(`${JSON.stringify(items, undefined, 2)}\n`)
    } else print(aligned(table).join('\n'))
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

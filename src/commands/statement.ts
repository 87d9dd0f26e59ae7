/** `trimerge statement ACCOUNT --month 2026-11`: what an account was charged, order by order. */
import type { Command } from 'commander'
import { dollars, type PriceItem } from '../ordering/prices.ts'
import { openStorage } from '../service.ts'
import type { StatementLine } from '../store/orders.ts'
import { csv } from './csv.ts'
import { ExitCode, Refused } from './exit.ts'
import { commandWithSettings, settingsOf } from './with-settings.ts'

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
  const [from, to] = boundsOf(options.month)
  const now = new Date()
  const { store } = await openStorage(settingsOf(command), now)
  try {
    const known = await store.findAccount(account, now.getTime())
    if (known === undefined) throw new Refused('there is no account of this name')
    const table = tableOf(await store.listStatement(account, from, to))
    if (options.csv === true) process.stdout.write(csv(table))
    else console.log(aligned(table).join('\n'))
  } finally {
    await store.close()
  }
}

/** From the first moment of a month up to that of the next. */
function boundsOf(month: string): readonly [from: number, to: number] {
  const [, year, number] = /^([12][0-9]{3})-(0[1-9]|1[0-2])$/.exec(month) ?? []
  if (year === undefined) {
    throw new Refused('a month is a year and a number: 2026-11', ExitCode.wrongUse)
  }
  return [Date.UTC(Number(year), Number(number) - 1), Date.UTC(Number(year), Number(number))]
}

const HEAD = ['date', 'order', 'report', 'operation', 'action', 'kind', 'items', 'amount'] as const

function tableOf(lines: readonly StatementLine[]): readonly (readonly string[])[] {
  const total = lines.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const blanks = HEAD.slice(2).map(() => '')
  return [HEAD, ...lines.map(rowOf), ['total', ...blanks, dollars(total)]]
}

function rowOf(line: StatementLine): readonly string[] {
  return [
    new Date(line.chargedAt).toISOString(),
    line.orderId,
    line.reportId ?? '',
    line.operation,
    line.action ?? '',
    line.kind,
    itemsText(line.items as readonly PriceItem[]),
    dollars(line.amountCents),
  ]
}

/** The lines of a price: `base 9.00, 3 file 24.00`. What was not delivered is left out. */
function itemsText(items: readonly PriceItem[]): string {
  return items
    .filter(({ count }) => count > 0)
    .map(({ what, count, cents }) => `${count === 1 ? '' : `${count} `}${what} ${dollars(cents)}`)
    .join(', ')
}

/** Columns under each other; amounts, the last one, end at the same place. */
function aligned(table: readonly (readonly string[])[]): readonly string[] {
  const widths = HEAD.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const last = HEAD.length - 1
  return table.map((row) =>
    row
      .map((text, column) => {
        const width = widths[column] ?? 0
        return column === last ? text.padStart(width) : text.padEnd(width)
      })
      .join('  '),
  )
}

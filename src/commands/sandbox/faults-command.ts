/**
 * `trimerge faults`: injected faults of simulated bureaus or the service, and the orders they apply
 * to.
 */
import { Command, InvalidArgumentError, Option } from 'commander'
import { BUREAUS } from '../../documents/tables/enumerations.ts'
import { counted } from '../../documents/wording.ts'
import { wrongUse } from '../command.ts'
import { print } from '../io.ts'
import { columns, readable, show } from '../output.ts'
import { callControl, controlCommand, type Json, readingCommand } from './control.ts'

/** Returns the commands that manage injected faults. */
export function faultsCommand(): Command {
  return new Command('faults')
    .description('List, inject and remove faults of the simulated bureaus and the service.')
    .exitOverride()
    .addCommand(listCommand(), { isDefault: true })
    .addCommand(setCommand())
    .addCommand(clearCommand())
}

function listCommand(): Command {
  return readingCommand('list')
    .description('List the injected faults.')
    .option('--available', 'list the faults that can be injected')
    .action(async ({ available }: { available?: boolean }, command: Command) => {
      const { items, words } = await callControl(command, 'GET', '/faults')
      if (available === true) {
        await show(command, words, columns(words.map(({ word, does }: Json) => [word, does])))
      } else {
        const rows = items.length === 0 ? ['no injected faults'] : columns(items.map(faultRow))
        await show(command, items, rows)
      }
    })
}

function faultRow({
  id,
  fault,
  service,
  latency,
  bureau,
  account,
  borrower,
  orders,
  share,
  since,
  met,
}: Json): string[] {
  const what = fault ?? `latency ${latency.medianMs} ms median, ${latency.p95Ms} ms p95`
  const scope = [
    account && `account ${account}`,
    borrower && `borrower ${borrower}`,
    orders && `next ${counted(orders, 'order')}`,
    share && `${Number((share * 100).toPrecision(12))} % of orders`,
  ].filter((part) => part !== undefined)
  return [
    id,
    service === true ? 'service' : (bureau ?? 'all bureaus'),
    what,
    scope.join(', ') || 'every order',
    `since ${readable(since)}`,
    metText(met, orders),
  ]
}

function metText(met: number, orders: number | undefined): string {
  if (met === 0) return 'not met yet'
  return orders === undefined
    ? `met ${counted(met, 'order')}`
    : `met ${met} of ${counted(orders, 'order')}`
}

interface SetOptions {
  readonly bureau?: string
  readonly for?: string
  readonly borrower?: string
  readonly orders?: number
  readonly share?: number
  readonly medianMs?: number
  readonly p95Ms?: number
}

function setCommand(): Command {
  return readingCommand('set')
    .description('Inject a fault, for every order or only for some.')
    .argument(
      '[fault]',
      'fault, such as TIMEOUT, "SLOW 5" or UNAVAILABLE; faults list --available lists all',
    )
    .addOption(new Option('--bureau <name>', 'only this bureau').choices([...BUREAUS]))
    .option('--for <account>', 'only orders of this account')
    .option(
      '--borrower <id>',
      'only this borrower: ID of a custom person or persona, or social security number',
    )
    .option('--orders <count>', 'only the next orders', numberOf)
    .option('--share <share>', 'only this share of the orders, such as 0.2', numberOf)
    .option('--median-ms <ms>', 'delay each file, with this median', numberOf)
    .option('--p95-ms <ms>', 'and this 95th percentile', numberOf)
    .action(async (fault: string | undefined, options: SetOptions, command: Command) => {
      const added = await callControl(command, 'POST', '/faults', bodyOf(fault, options))
      await show(command, added, columns([faultRow(added)]))
    })
}

function numberOf(text: string): number {
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number))
    throw new InvalidArgumentError('It must be a number.')
  return number
}

function bodyOf(fault: string | undefined, options: SetOptions): object {
  const { bureau, borrower, orders, share, medianMs, p95Ms } = options
  if (medianMs === undefined && (fault === undefined || p95Ms !== undefined)) {
    throw wrongUse('set a fault, or --median-ms and --p95-ms')
  }
  const latency = medianMs === undefined ? undefined : { medianMs, p95Ms: p95Ms ?? 2 * medianMs }
  return { fault, bureau, account: options.for, borrower, orders, share, latency }
}

function clearCommand(): Command {
  return controlCommand('clear')
    .description('Remove an injected fault, those of a bureau, or all.')
    .argument('[id]', 'fault ID')
    .addOption(new Option('--bureau <name>', 'only faults of this bureau').choices([...BUREAUS]))
    .action(async (id: string | undefined, { bureau }: { bureau?: string }, command: Command) => {
      if (id !== undefined) {
        await callControl(command, 'DELETE', `/faults/${encodeURIComponent(id)}`)
        print(`removed ${id}`)
        return
      }
      const query = bureau === undefined ? '' : `?bureau=${bureau}`
      const { removed } = await callControl(command, 'DELETE', `/faults${query}`)
      print(`removed ${counted(removed, 'fault')}`)
    })
}

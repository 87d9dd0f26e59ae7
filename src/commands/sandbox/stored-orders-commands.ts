/** `trimerge orders`, `trimerge order show` and `trimerge report`: the orders of a running sandbox, and stored reports. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import { type OpenedReport, openReport } from '../../orders/stored-report.ts'
import { printReport } from '../../print/print-report.ts'
import { printOptionsOf, type Settings } from '../../settings/settings.ts'
import { paintedState } from '../color.ts'
import {
  commandActor,
  commandWithSettings,
  countUpTo,
  notWritten,
  Rejected,
  settingsOf,
  withStorage,
  writeWhole,
} from '../command.ts'
import { io, print, withoutControls } from '../io.ts'
import { untilSignal } from '../long-running.ts'
import { bodyLines } from '../order-summary.ts'
import { columns, currency, readable, show } from '../output.ts'
import { callControl, type Json, readingCommand } from './control.ts'

const LIMIT = 20
const LIMIT_MAX = 100
const FOLLOW_EVERY_MS = 500

interface OrdersOptions {
  readonly limit: number
  readonly lenderCase?: string
  readonly follow?: boolean
}

/** Returns the command that lists orders, and follows them. */
export function ordersCommand(): Command {
  return readingCommand('orders')
    .description('List the orders of a running sandbox, newest first.')
    .option('--limit <count>', 'orders to list', countUpTo(LIMIT_MAX), LIMIT)
    .option('--lender-case <case>', 'only orders with this lender case')
    .option('--follow', 'print each order as it ends, until interrupted')
    .action(async (options: OrdersOptions, command: Command) => {
      if (options.follow === true) return await follow(command)
      const { limit, lenderCase } = options
      const query = new URLSearchParams({ limit: `${limit}`, ...(lenderCase && { lenderCase }) })
      const { items } = await callControl(command, 'GET', `/orders?${query}`)
      await show(command, items, items.length === 0 ? ['no orders'] : columns(items.map(orderRow)))
    })
}

function orderRow(order: Json): string[] {
  const {
    id,
    receivedAt,
    operation,
    action = '',
    state,
    code,
    reportId,
    tookMs,
    chargedCents,
  } = order
  const borrowers = order.borrowers.map(({ name, ssn }: Json) => `${name} ${ssn}`).join(', ')
  return [
    readable(receivedAt),
    id,
    `${operation} ${action}`.trim(),
    paintedState(state, code === undefined ? state : `${state} ${code}`),
    reportId ?? '-',
    chargedCents === 0 ? 'no charge' : currency(chargedCents),
    tookMs === undefined ? '' : `${tookMs} ms`,
    borrowers,
  ]
}

/**
 * Prints orders as they end, but not orders that ended before the command started. After a reset or
 * a restore it prints every order of the new world, because IDs can be the same as before.
 */
async function follow(command: Command): Promise<void> {
  const { json } = command.optsWithGlobals<{ json?: boolean }>()
  const stopped = new AbortController()
  void untilSignal().then(() => stopped.abort())
  let generation = await generationOf(command)
  const printed = new Set((await endedOrders(command)).map(({ id }) => id))
  if (json !== true) print('waiting for orders; press Ctrl+C to stop')
  while (!stopped.signal.aborted) {
    const ended = await endedOrders(command)
    const present = await generationOf(command)
    if (present !== generation) {
      // The orders may belong to the previous world, so they are read again.
      generation = present
      printed.clear()
      continue
    }
    for (const order of ended) {
      if (printed.has(order.id)) continue
      printed.add(order.id)
      const line = json === true ? JSON.stringify(order) : orderRow(order).join('  ')
      await io().write(withoutControls(`${line}\n`))
    }
    await sleep(FOLLOW_EVERY_MS, undefined, { signal: stopped.signal }).catch(() => undefined)
  }
}

/**
 * Returns those of the newest 100 orders that have ended. An order that ends after 100 newer orders
 * were received is therefore missed.
 */
async function endedOrders(command: Command): Promise<Json[]> {
  const { items } = await callControl(command, 'GET', `/orders?limit=${LIMIT_MAX}`)
  return items.filter(({ state }: Json) => state !== 'running').toReversed()
}

async function generationOf(command: Command): Promise<number> {
  return (await callControl(command, 'GET', '/world')).generation
}

/** Returns the command `trimerge order show ID`. */
export function orderShowCommand(): Command {
  return readingCommand('show')
    .description('Show an order of a running sandbox: its timeline, pulls, errors and charge.')
    .argument('<id>', 'order ID, as trimerge orders lists it')
    .action(async (id: string, _options, command: Command) => {
      const order = await callControl(command, 'GET', `/orders/${encodeURIComponent(id)}`)
      await show(command, order, orderLines(order))
    })
}

function orderLines(order: Json): string[] {
  const { pulls, errors, notes, timeline } = order
  return [
    orderRow(order)
      .slice(1)
      .filter((text) => text !== '')
      .join('  '),
    ...columns(timeline.map((event: Json) => [`  ${readable(event.at)}`, eventText(event)])),
    ...columns(
      pulls.map(({ bureau, borrower, hard, state, outcome }: Json) => [
        `  ${bureau}`,
        `borrower ${borrower}`,
        hard ? 'hard inquiry' : 'soft inquiry',
        outcome ?? state,
      ]),
    ),
    ...errors.map(({ path, expected }: Json) => `  error: ${path} ${expected}`),
    ...notes.map((note: string) => `  note: ${note}`),
  ]
}

/** The events of an order in words. */
const EVENTS: Readonly<Record<string, string>> = {
  journaled: 'recorded',
  asked: 'requested from',
  'answered by bureau': 'answered by',
  answered: 'response sent',
}

function eventText({ at: _, what, ...event }: Json): string {
  const details = Object.values(event).filter((value) =>
    ['string', 'number'].includes(typeof value),
  )
  return [EVENTS[what] ?? what, ...details].join(' ')
}

/** Returns the commands that show and print stored reports. */
export function reportCommand(): Command {
  return new Command('report')
    .description('Show or print a stored report.')
    .exitOverride()
    .addCommand(
      commandWithSettings('show')
        .description('Show a stored report: borrowers, scores and main figures.')
        .argument('<number>', 'report ID')
        .option('--json', 'print JSON')
        .action((number: string, _options, command: Command) =>
          withReport(settingsOf(command), number, 'content', async (report) => {
            await show(command, report.content.report, reportLines(report))
          }),
        ),
    )
    .addCommand(
      commandWithSettings('pdf')
        .description('Write the printed report as PDF.')
        .argument('<number>', 'report ID')
        .option('--out <file>', 'file to write (default: NUMBER.pdf)')
        .action((number: string, { out }: { out?: string }, command: Command) => {
          const settings = settingsOf(command)
          return withReport(settings, number, 'printed_pdf', async (report) => {
            const path = out ?? `${number}.pdf`
            writePdf(path, printedPdf(report, settings))
          })
        }),
    )
}

function reportLines({ account, content: { report } }: OpenedReport): string[] {
  const { id, lastUpdatedAt, priceCents, borrowers, scores, summaries, files } = report
  return [
    `report ${id}, account ${account}, issued ${readable(lastUpdatedAt)}, ${currency(priceCents)}`,
    ...bodyLines({
      BORROWER: [...borrowers],
      CREDIT_SCORE: [...scores],
      CREDIT_SUMMARY: [...summaries],
      CREDIT_FILE: [...files],
    }),
  ]
}

function writePdf(path: string, pdf: Uint8Array): void {
  try {
    writeWhole(path, pdf)
  } catch (error) {
    throw notWritten(path, error)
  }
  print(`wrote ${path}`)
}

/** Returns the PDF that was printed with the response. If there is none, prints the report now. */
function printedPdf({ printed, content }: OpenedReport, settings: Settings): Uint8Array {
  return printed.PDF ?? printReport(content.report, 'PDF', printOptionsOf(settings))
}

/**
 * Opens a report of any account for `work`. The access is recorded before `work` shows anything, so
 * that no content is shown without a record.
 */
async function withReport(
  settings: Settings,
  number: string,
  field: string,
  work: (report: OpenedReport) => Promise<void>,
): Promise<void> {
  await withStorage(settings, async ({ store }) => {
    const name = await store.reports.accountOf(number)
    if (name === undefined) throw new Rejected('report not found')
    const report = await openReport({ name }, number, { store })
    if (report === undefined) {
      throw new Rejected(
        `the content of the report was purged. If the daily purge has set it aside, trimerge purge --restore --report ${number} restores it`,
      )
    }
    const { account, orderId, id: reportId } = report
    const entry = { action: 'report.viewed', account, orderId, reportId, fields: [field] } as const
    await store.audit.record({ actor: commandActor(), ...entry })
    await work(report)
  })
}

/** `trimerge order FILE`: places an order at a running service and prints the result. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { readSandboxCredentials } from '../app/first-start.ts'
import { type ClientOptions, postOrder } from '../client/post-order.ts'
import { formatOf } from '../documents/codec/parse-document.ts'
import { OPERATION_NAMES, type OperationName } from '../orders/intake/products.ts'
import type { Settings } from '../settings/settings.ts'
import { commandWithSettings, ExitCode, Rejected, readInput, settingsOf } from './command.ts'
import { io, print } from './io.ts'
import { orderBatch } from './order-batch/order-batch.ts'
import { printedFileName, rejectionLines, reportLines } from './order-summary.ts'

interface OrderOptions {
  readonly operation: OperationName
  readonly url?: string
  readonly account?: string
  readonly out?: string
  readonly batch?: string
  readonly concurrency: number
  readonly resend?: boolean
}

/** The command that orders. */
export function orderCommand(): Command {
  return commandWithSettings('order')
    .description('Place an order, or a batch of orders, at a running service.')
    .argument('[file]', 'request document; - reads standard input')
    .addOption(
      new Option('--operation <name>', 'operation to order')
        .choices(OPERATION_NAMES)
        .makeOptionMandatory(),
    )
    .option('--url <url>', 'URL of the service (default: the address file in the data folder)')
    .option('--account <name>', 'account name; set its secret in TRIMERGE_SECRET')
    .option('--out <folder>', 'folder for the response and the printed report')
    .option(
      '--batch <path>',
      'order every document of a folder, or every line of a file; run again to continue',
    )
    .addOption(
      new Option('--concurrency <count>', 'orders of a batch in progress at once')
        .argParser(concurrencyOf)
        .default(CONCURRENCY),
    )
    .option('--resend', 'also send orders of a batch that were sent over 24 hours ago')
    .action((file: string | undefined, options: OrderOptions, command: Command) =>
      placed(file, options, settingsOf(command)),
    )
}

const CONCURRENCY = 8
const CONCURRENCY_MAX = 256

function concurrencyOf(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= CONCURRENCY_MAX) return count
  throw new InvalidArgumentError(`It must be a number from 1 to ${CONCURRENCY_MAX}.`)
}

async function placed(
  file: string | undefined,
  options: OrderOptions,
  settings: Settings,
): Promise<void> {
  const { batch, operation, concurrency, resend = false } = options
  if ((file === undefined) === (batch === undefined)) {
    throw new Rejected('set either a file or --batch', ExitCode.wrongUse)
  }
  if (file !== undefined) return order(file, options, settings)
  if (batch === undefined) return
  const out = options.out ?? `${batch.replace(/[\\/]+$|\.\w+$/, '')}-reports`
  const service = clientOptions(options, settings)
  await orderBatch({ path: batch, operation, service, out, concurrency, resend })
}

async function order(file: string, options: OrderOptions, settings: Settings): Promise<void> {
  const result = await postOrder(
    clientOptions(options, settings),
    options.operation,
    readInput(file),
  )
  if (result.kind === 'rejected') throw new Rejected(rejectionLines(result).join('\n'))
  print(reportLines(result).join('\n'))
  if (options.out === undefined) return
  const report = result.document.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE
  const id = report.CreditReportIdentifier
  mkdirSync(options.out, { recursive: true, mode: 0o700 })
  for (const [name, content] of [
    [`${id}.${formatOf(result.xml)}`, result.xml],
    [printedFileName(id, report), result.printed],
  ] as const) {
    // An order may ask for an answer without the printed report.
    if (content.length === 0) continue
    writeFileSync(join(options.out, name), content, { mode: 0o600 })
    print(`  wrote ${join(options.out, name)}`)
  }
}

function clientOptions(options: OrderOptions, settings: Settings): ClientOptions {
  const url = options.url ?? addressOf(settings)
  const secret = io().environment.TRIMERGE_SECRET
  if (options.account !== undefined) {
    if (secret === undefined) {
      throw new Rejected(
        "--account needs the account's secret in TRIMERGE_SECRET",
        ExitCode.wrongUse,
      )
    }
    return { url, account: options.account, secret }
  }
  const sandbox = readSandboxCredentials(settings.data)?.account
  if (sandbox === undefined) {
    throw new Rejected(
      'no account: set --account, or --data to the data folder of a sandbox',
      ExitCode.wrongUse,
    )
  }
  return { url, account: sandbox.name, secret: sandbox.secret }
}

function addressOf(settings: Settings): string {
  const file = join(settings.data, 'address')
  if (!existsSync(file)) {
    throw new Rejected(
      'no service URL: set --url, or --data to the data folder of a running service',
      ExitCode.wrongUse,
    )
  }
  return readFileSync(file, 'utf8').trim() + settings['base-path']
}

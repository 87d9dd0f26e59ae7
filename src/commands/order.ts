/** `trimerge order FILE`: places an order at a running service and prints the result. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { readSandboxCredentials } from '../app/first-start.ts'
import { type ClientOptions, postOrder } from '../client/post-order.ts'
import { formatOf } from '../documents/codec/parse-document.ts'
import { PRINTED_FORM_NAMES, PRINTED_FORMS } from '../documents/tables/printed-forms.ts'
import { OPERATION_NAMES, type OperationName } from '../orders/intake/products.ts'
import type { Settings } from '../settings/settings.ts'
import { commandWithSettings, ExitCode, Rejected, readInput, settingsOf } from './command.ts'
import { io, print } from './io.ts'
import { rejectionLines, reportLines } from './order-summary.ts'

interface OrderOptions {
  readonly operation: OperationName
  readonly url?: string
  readonly account?: string
  readonly out?: string
}

/** The command that orders. */
export function orderCommand(): Command {
  return commandWithSettings('order')
    .description('Place an order at a running service.')
    .argument('<file>', 'request document; - reads standard input')
    .addOption(
      new Option('--operation <name>', 'operation to order')
        .choices(OPERATION_NAMES)
        .makeOptionMandatory(),
    )
    .option('--url <url>', 'URL of the service (default: the address file in the data folder)')
    .option('--account <name>', 'account name; set its secret in TRIMERGE_SECRET')
    .option('--out <folder>', 'folder for the response and the printed report')
    .action((file: string, options: OrderOptions, command: Command) =>
      order(file, options, settingsOf(command)),
    )
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
    [`${id}.${extensionOf(report.EMBEDDED_FILE._Type)}`, result.printed],
  ] as const) {
    // An order may ask for an answer without the printed report.
    if (content.length === 0) continue
    writeFileSync(join(options.out, name), content, { mode: 0o600 })
    print(`  wrote ${join(options.out, name)}`)
  }
}

/** A name of our own for the file, whatever the service calls it. */
function extensionOf(type: string): string {
  const form = PRINTED_FORM_NAMES.find((name) => name === type)
  return form === undefined ? 'printed' : PRINTED_FORMS[form].extension
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

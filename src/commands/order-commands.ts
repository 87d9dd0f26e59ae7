/**
 * `trimerge order` and `trimerge check`: placing an order at a service, or checking a request
 * without one.
 */
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { type OrderResult, postOrder } from '../client/post-order.ts'
import { formatOf } from '../documents/codec/parse-document.ts'
import { UnreadableDocument } from '../documents/codec/unreadable.ts'
import { describe, describedFields } from '../documents/privacy/describe.ts'
import { OPERATIONS } from '../orders/intake/operation.ts'
import { parseRequest } from '../orders/intake/parse-request.ts'
import { OPERATION_NAMES, type OperationName } from '../orders/intake/products.ts'
import type { Settings } from '../settings/settings.ts'
import {
  checkOutFolder,
  commandWithSettings,
  countUpTo,
  Rejected,
  readInput,
  settingsOf,
  writeResult,
  wrongUse,
} from './command.ts'
import { print } from './io.ts'
import { orderBatch } from './order-batch/order-batch.ts'
import {
  fileStem,
  orderSummary,
  printedFileName,
  rejectionLines,
  reportLines,
} from './order-summary.ts'
import { show } from './output.ts'
import { orderShowCommand } from './sandbox/stored-orders-commands.ts'
import {
  noServiceAt,
  type ServiceAccess,
  serviceAccess,
  withServiceOptions,
} from './service-access.ts'

interface OrderOptions {
  readonly operation?: OperationName
  readonly url?: string
  readonly account?: string
  readonly out?: string
  readonly batch?: string
  readonly concurrency: number
  readonly resend?: boolean
  readonly json?: boolean
}

/** Returns the command that places orders. */
export function orderCommand(): Command {
  return withServiceOptions(commandWithSettings('order'))
    .description('Place an order, or a batch of orders, at a running service.')
    .argument('[file]', 'request document; - reads standard input')
    .addOption(
      new Option(
        '--operation <name>',
        'operation to order (default: that of the document)',
      ).choices(OPERATION_NAMES),
    )
    .option('--out <folder>', 'folder for the response and the printed report')
    .option('--json', 'print the result of an order, or the counts of a batch, as JSON')
    .option(
      '--batch <path>',
      'order every document of a folder, or every line of a file; run again to continue',
    )
    .addOption(
      new Option('--concurrency <count>', 'orders of a batch in progress at once')
        .argParser(countUpTo(CONCURRENCY_MAX))
        .default(CONCURRENCY),
    )
    .addCommand(orderShowCommand())
    .option('--resend', 'also send orders of a batch that were sent about 24 hours ago or earlier')
    .action((file: string | undefined, options: OrderOptions, command: Command) =>
      placeOrders(file, options, settingsOf(command)),
    )
}

const CONCURRENCY = 8
const CONCURRENCY_MAX = 256

async function placeOrders(
  file: string | undefined,
  options: OrderOptions,
  settings: Settings,
): Promise<void> {
  const { batch, operation, concurrency, resend = false, json = false } = options
  if ((file === undefined) === (batch === undefined)) {
    throw wrongUse('set either a file or --batch')
  }
  if (file !== undefined) return order(file, options, settings)
  if (batch === undefined) return
  if (operation === undefined) {
    throw wrongUse('a batch needs --operation')
  }
  const out = options.out ?? `${batch.replace(/[\\/]+$|\.\w+$/, '')}-reports`
  const service = serviceAccess(options, settings)
  await orderBatch({ path: batch, operation, service, out, concurrency, resend, json })
}

async function order(file: string, options: OrderOptions, settings: Settings): Promise<void> {
  const document = await readInput(file)
  const operation = options.operation ?? (await inferredOperation(document))
  if (operation === undefined) {
    throw wrongUse('the document fits several operations equally well: set --operation')
  }
  const printText = options.json === true ? () => undefined : print
  if (options.operation === undefined) printText(`operation ${operation}`)
  const service = serviceAccess(options, settings)
  if (options.out !== undefined) checkOutFolder(options.out)
  const result = await placeOrder(service, operation, document)
  if (options.json === true) print(JSON.stringify(orderSummary(operation, result), undefined, 2))
  if (result.kind === 'rejection') throw new Rejected(rejectionLines(result).join('\n'))
  printText(reportLines(result).join('\n'))
  if (options.out === undefined) return
  const report = result.document.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE
  const stem = fileStem(report.CreditReportIdentifier)
  for (const [name, content] of [
    [`${stem}.${formatOf(result.xml)}`, result.xml],
    [printedFileName(stem, report), result.printed],
  ] as const) {
    // An order can ask for a response without a printed report.
    if (content.length === 0) continue
    writeResult(join(options.out, name), content)
    printText(`  wrote ${join(options.out, name)}`)
  }
}

/**
 * Posts an order. Throws {@link Rejected} if the call failed; `fetch` then throws a `TypeError`
 * with a cause.
 */
async function placeOrder(
  service: ServiceAccess,
  operation: OperationName,
  document: Uint8Array,
): Promise<OrderResult> {
  try {
    return await postOrder(service, operation, document)
  } catch (error) {
    const isCall = error instanceof TypeError && error.cause !== undefined
    throw isCall ? noServiceAt(service.url, error) : error
  }
}

/**
 * Returns the operation whose table and rules a request document fits best; undefined if no
 * operation fits better than the others.
 */
export async function inferredOperation(bytes: Uint8Array): Promise<OperationName | undefined> {
  const fits: { readonly name: OperationName; readonly errorCount: number }[] = []
  for (const name of OPERATION_NAMES) {
    const { errors } = await parsedRequest(bytes, name, 'mismo')
    fits.push({ name, errorCount: errors.length })
  }
  // A refresh also accepts documents of other operations, so it is last in the list.
  const [best, second] = fits.sort((one, other) => one.errorCount - other.errorCount)
  const isTie = best !== undefined && best.errorCount > 0 && best.errorCount === second?.errorCount
  return isTie ? undefined : best?.name
}

interface CheckOptions {
  readonly operation?: OperationName
  readonly requirements: 'interface' | 'mismo'
}

/** The operation that `check` assumes if a document fits several equally well. */
const AMBIGUOUS = 'credit_report' satisfies OperationName

/** Returns the command that checks a request without a service. */
export function checkCommand(): Command {
  return new Command('check')
    .description('Validate a request offline: print its parsed fields, masked, and all errors.')
    .argument('<file>', 'request document; - reads standard input')
    .addOption(
      new Option(
        '--operation <name>',
        `operation of the request (default: that of the document, or ${AMBIGUOUS} if several fit equally well)`,
      ).choices(OPERATION_NAMES),
    )
    .addOption(
      new Option('--requirements <which>', 'requirements of the account')
        .choices(['interface', 'mismo'])
        .default('interface'),
    )
    .option('--json', 'print JSON')
    .exitOverride()
    .action((file: string, options: CheckOptions, command: Command) =>
      check(file, options, command),
    )
}

async function check(
  file: string,
  { operation: given, requirements }: CheckOptions,
  command: Command,
): Promise<void> {
  const document = await readInput(file)
  const operation = given ?? (await inferredOperation(document)) ?? AMBIGUOUS
  const { dialect, partial, notes, errors } = await parsedRequest(document, operation, requirements)
  const { request } = OPERATIONS[operation]
  const fields = describedFields(request, dialect, partial)
  await show(command, { operation, dialect: dialect.name, fields, notes, errors }, [
    `operation ${operation}`,
    `dialect ${dialect.name}`,
    describe(request, dialect, partial).trimEnd(),
    ...notes.map((note) => `note: ${note}`),
  ])
  // Thrown after everything is printed: the errors determine the exit status.
  if (errors.length === 0) return
  throw new Rejected(errors.map(({ path, expected }) => `error: ${path} ${expected}`).join('\n'))
}

/** Parses a request. Throws {@link Rejected} if the bytes are not a readable document. */
async function parsedRequest(
  bytes: Uint8Array,
  operation: OperationName,
  requirements: CheckOptions['requirements'],
) {
  try {
    return await parseRequest(OPERATIONS[operation], bytes, undefined, requirements, new Date())
  } catch (error) {
    if (error instanceof UnreadableDocument) throw new Rejected(error.message)
    throw error
  }
}

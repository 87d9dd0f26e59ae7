/**
 * `trimerge demo`: starts a service with a temporary data folder, places one order of each
 * operation, and prints a readable summary of each report. Exits with 0 only if every order
 * returned a report.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { openClock } from '../app/bureaus.ts'
import { prepareFirstStart } from '../app/first-start.ts'
import { openStorage, type Storage } from '../app/open-storage.ts'
import { startService } from '../app/service.ts'
import { createTemporaryFolder } from '../app/temporary-data.ts'
import { type ClientOptions, type OrderedReport, postOrder } from '../client/post-order.ts'
import { createFolder } from '../create-folder.ts'
import { counted } from '../documents/wording.ts'
import { openLog } from '../log.ts'
import { OPERATION_NAMES, type OperationName } from '../orders/intake/products.ts'
import { readPackageFile } from '../package-files.ts'
import { readSettings, type Settings } from '../settings/settings.ts'
import { SERVICE } from '../store/audit/entry.ts'
import { DAY_MS } from '../time.ts'
import { Rejected } from './command.ts'
import { print } from './io.ts'
import { rejectionLines, reportLines, representativeLines } from './order-summary.ts'

/** Returns the command that demonstrates each operation once. */
export function demoCommand(): Command {
  return new Command('demo')
    .description('Order one report of each operation from a temporary sandbox.')
    .exitOverride()
    .action(demonstrate)
}

async function demonstrate(): Promise<void> {
  const folder = createTemporaryFolder('trimerge-demo-')
  const data = join(folder, 'data')
  try {
    await demonstrateIn(folder, data)
  } finally {
    // The reports in the folder above remain for the user. Nothing needs the data anymore.
    rmSync(data, { recursive: true, force: true })
  }
}

async function demonstrateIn(folder: string, data: string): Promise<void> {
  // The environment is ignored, so that the demo cannot touch a database that is configured there.
  const settings = readSettings({ flags: { data, port: 0 }, environment: {} })
  print('Starting a service with simulated bureaus…')
  const storage = await openStorage(settings, new Date())
  const sandbox = await prepareFirstStart(storage, data, new Date())
  if (sandbox === undefined) throw new Rejected('the temporary data folder is not empty')
  const service = await startService(settings, storage, openLog('silent'))
  try {
    print(`It listens on ${service.address}.\n`)
    const { name: account, secret } = sandbox.account
    const client = { url: service.address, account, secret }
    await orderEach(client, settings, storage, folder)
  } finally {
    await service.close()
  }
}

async function orderEach(
  client: ClientOptions,
  settings: Settings,
  storage: Storage,
  folder: string,
): Promise<void> {
  const reports: OrderedReport[] = []
  for (const [index, operation] of OPERATION_NAMES.entries()) {
    if (operation === 'refresh_report') await letTimePass(settings, storage)
    print(`[${index + 1}/${OPERATION_NAMES.length}] POST /${operation}`)
    const report = await orderExample(client, operation, folder)
    if (report !== undefined) reports.push(report)
  }
  if (reports.length < OPERATION_NAMES.length) {
    const missing = OPERATION_NAMES.length - reports.length
    throw new Rejected(`${counted(missing, 'order')} returned no report`)
  }
  const [first] = reports
  if (first !== undefined) print(representativeLines(first).join('\n'))
  print('\nOpen next:')
  print(`  ${join(folder, `${OPERATION_NAMES[0]}.pdf`)}    the printed report`)
  print('  npx trimerge    a sandbox with a console, in the current folder')
}

/** Advances the sandbox clock before the refresh, so that the refresh finds changes. */
async function letTimePass(settings: Settings, storage: Storage): Promise<void> {
  const clock = await openClock(settings, storage, () => new Date())
  await clock?.advance(65 * DAY_MS, SERVICE)
  print('65 days pass in the simulated world.\n')
}

async function orderExample(
  client: ClientOptions,
  operation: OperationName,
  folder: string,
): Promise<OrderedReport | undefined> {
  const example = `examples/${operation.replaceAll('_', '-')}.xml`
  const body = readPackageFile(example)
  if (body === undefined) throw new Rejected(`${example} is missing from the package`)
  const result = await postOrder(client, operation, body)
  if (result.kind === 'rejection') {
    print(`${rejectionLines(result).join('\n')}\n`)
    return undefined
  }
  print(reportLines(result).join('\n'))
  createFolder(folder)
  for (const [extension, content] of [
    ['xml', result.xml],
    ['pdf', result.printed],
  ] as const) {
    const path = join(folder, `${operation}.${extension}`)
    writeFileSync(path, content)
    print(`  wrote ${path}`)
  }
  print('')
  return result
}

/**
 * The demonstration: a service with a temporary data folder, one order of each operation, a readable
 * summary of each report. Exit 0 only if every order was answered with a report.
 */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openClock } from '../src/app/bureaus.ts'
import { prepareFirstStart } from '../src/app/first-start.ts'
import { openStorage } from '../src/app/open-storage.ts'
import { startService } from '../src/app/service.ts'
import { type ClientOptions, postOrder } from '../src/client/client.ts'
import { rejectionLines, reportLines } from '../src/commands/order-summary.ts'
import { OPERATION_NAMES, type OperationName } from '../src/orders/intake/products.ts'
import { readSettings } from '../src/settings/settings.ts'
import { SERVICE } from '../src/store/audit/entry.ts'

const folder = mkdtempSync(join(tmpdir(), 'trimerge-demo-'))
const data = join(folder, 'data')
const settings = readSettings({ flags: { data, port: 0 }, environment: {} })

console.log('Starting a service with simulated bureaus…')
const storage = await openStorage(settings, new Date())
const sandbox = await prepareFirstStart(storage, data, new Date())
if (sandbox === undefined) throw new Error('the temporary data folder is not empty')
const service = await startService(settings, storage, pino({ level: 'silent' }))
console.log(`It listens on ${service.address}.\n`)

const client: ClientOptions = {
  url: service.address,
  account: sandbox.account.name,
  secret: sandbox.account.secret,
}
const written = join(folder, 'answers')
mkdirSync(written)
const outcomes: boolean[] = []
for (const [index, operation] of OPERATION_NAMES.entries()) {
  if (operation === 'refresh_report') await letTimePass()
  console.log(`[${index + 1}/${OPERATION_NAMES.length}] POST /${operation}`)
  outcomes.push(await demonstrate(operation))
}
await service.close()
if (outcomes.includes(false)) process.exitCode = 1

/** A refresh shows what has changed, so the simulated world goes on before it. */
async function letTimePass(): Promise<void> {
  const clock = await openClock(settings, storage, () => new Date())
  await clock?.advance(60 * 86_400_000, SERVICE)
  console.log('60 days pass in the simulated world.\n')
}

async function demonstrate(operation: OperationName): Promise<boolean> {
  const example = new URL(`../examples/${operation.replaceAll('_', '-')}.xml`, import.meta.url)
  const result = await postOrder(client, operation, readFileSync(example))
  if (result.kind === 'rejected') {
    console.log(`${rejectionLines(result).join('\n')}\n`)
    return false
  }
  console.log(reportLines(result).join('\n'))
  for (const [extension, content] of [
    ['xml', result.xml],
    ['pdf', result.printed],
  ] as const) {
    const path = join(written, `${operation}.${extension}`)
    writeFileSync(path, content)
    console.log(`  written: ${path}`)
  }
  console.log('')
  return true
}

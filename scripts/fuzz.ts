/**
 * Fuzzes the service: damaged documents through the reader, and damaged requests on raw sockets.
 * Finds are minimized and written to test/corpus, which every test run repeats. Exits with 0 only
 * if there are no finds.
 * Usage: npm run fuzz -- [documents] [requests] [--seconds N] [--cases N] [--seed S]
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { documents } from './fuzz/documents.ts'
import type { FuzzOptions } from './fuzz/options.ts'
import { requests } from './fuzz/requests.ts'

const PARTS: Readonly<Record<string, (options: FuzzOptions) => Promise<number>>> = {
  documents,
  requests,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    cases: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
})
const options: FuzzOptions = {
  seconds: Number(values.seconds),
  cases: Number(values.cases),
  seed: Number(values.seed),
  workers: Number(values.workers),
}
const unknown = positionals.filter((name) => !Object.hasOwn(PARTS, name))
if (unknown.length > 0 || Object.values(options).some(Number.isNaN)) {
  console.error(`usage: npm run fuzz -- [${Object.keys(PARTS).join('] [')}] [--seconds N] …`)
  process.exit(2)
}
let findCount = 0
for (const [name, part] of Object.entries(PARTS)) {
  if (positionals.length === 0 || positionals.includes(name)) findCount += await part(options)
}
process.exitCode = findCount === 0 ? 0 : 1

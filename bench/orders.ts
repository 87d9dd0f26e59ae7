/**
 * Orders per second and latency of the service over HTTP with distinct borrowers, beside a bare
 * server that answers a body of the same size in the same run.
 * Usage: npm run bench -- [seconds] [clients] [operation]
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quantileOf } from '../test/proofs/support/load.ts'
import { type LoadResult, load } from './load.ts'
import { startProcess } from './process.ts'

const [seconds = 10, clients = 16] = process.argv.slice(2, 4).map(Number)
const operation = process.argv[4] ?? 'credit_report'
const template = readFileSync(`examples/${operation.replaceAll('_', '-')}.xml`, 'utf8')

let count = 0
/** Another borrower each time, with a number of an area that is never issued. */
function nextOrder(): string {
  count += 1
  const number = 901_000_000 + count
  const letters = [...String(count)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('')
  return template.replace(/900-?12-?1234/, String(number)).replaceAll('Sandford', `Bench${letters}`)
}

const data = mkdtempSync(join(tmpdir(), 'trimerge-bench-'))
const flags = ['serve', '--port', '0', '--data', data, '--log-level', 'warn']
const service = await startProcess('src/main.ts', flags)
const { account } = JSON.parse(readFileSync(join(data, 'sandbox-credentials.json'), 'utf8'))
const token = Buffer.from(`${account.name}:${account.secret}`).toString('base64')
const authorization = `Basic ${token}`
const url = `${service.address}/${operation}`

await load({ url, authorization, clients, seconds: Math.min(seconds, 5), nextOrder })
const measured = await load({ url, authorization, clients, seconds, nextOrder })
await service.stop()

const bareServer = await startProcess('bench/bare.ts', [String(measured.answerBytes)])
const bareUrl = `${bareServer.address}/credit_report`
await load({ url: bareUrl, authorization, clients, seconds: 1, nextOrder })
const bare = await load({ url: bareUrl, authorization, clients, seconds, nextOrder })
await bareServer.stop()
rmSync(data, { recursive: true })

show('service', measured)
show('bare server', bare)
console.log(
  `ratio: the service does 1 order while the bare server does ${(perSecond(bare) / perSecond(measured)).toFixed(1)} exchanges`,
)
if (measured.failed > 0) process.exitCode = 1

/** Orders a second. */
function perSecond({ orders, seconds: took }: LoadResult): number {
  return orders / took
}

function show(name: string, result: LoadResult): void {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((part) =>
    quantileOf(result.latencies, part).toFixed(1),
  )
  console.log(
    `${name}: ${perSecond(result).toFixed(0)} a second, p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, ` +
      `${result.failed} failed, answer ${(result.answerBytes / 1024).toFixed(0)} KB, ${clients} clients`,
  )
}

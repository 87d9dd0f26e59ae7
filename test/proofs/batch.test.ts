/**
 * A batch that is killed repeatedly produces one report and one charge per order. All orders force
 * a new report, so that an order that is sent again avoids a second charge only if its bytes are
 * the same.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { assertEnded, run } from '../commands/run.ts'
import { chargesOf } from '../orders/support/ledger-of.ts'
import { lengthOf, progress } from '../support/length.ts'
import { program, programEnvironment } from '../support/programs.ts'
import { type RunningService, runningService } from '../support/running-service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const LENGTH = lengthOf({ short: { orders: 24, kills: 2 }, full: { orders: 10_000, kills: 5 } })
/** Polling a long journal is slow. */
const POLL_EVERY_MS = lengthOf({ short: 10, full: 1000 })
const ROOT = join(import.meta.dirname, '../..')
const MAIN = program(join(ROOT, 'src/main.ts'))
const TEMPLATE = readFileSync(join(ROOT, 'examples/pre-qualification.xml'), 'utf8')
  .replaceAll(/\s*\n\s*/g, ' ')
  .replace('"Submit"', '"ForceNew"')
const REQUEST_ID = /(?<= CreditRequestID=")[^"]*/

/** Returns an order on one line. All orders are for one persona, whose files every bureau has. */
function orderLine(index: number): string {
  assert.match(TEMPLATE, REQUEST_ID)
  return TEMPLATE.replace(REQUEST_ID, `BATCH-${index}`)
}

let service: RunningService
const folder = temporaryFolder()

before(async (t) => {
  // Outside a test, the context of the hook ends with the file.
  service = await runningService(t as Parameters<typeof runningService>[0])
})

interface Batch {
  readonly file: string
  readonly out: string
}

function writeBatch(name: string, lines: readonly string[]): Batch {
  const file = join(folder, `${name}.jsonl`)
  writeFileSync(file, `${lines.join('\n')}\n`)
  return { file, out: join(folder, `${name}-reports`) }
}

function argumentsOf({ file, out }: Batch): readonly string[] {
  const to = ['--url', service.url, '--account', service.account, '--out', out]
  return ['order', '--batch', file, '--operation', 'pre_qualification', ...to]
}

/** Runs the command to its end, in this process. */
async function runToEnd(batch: Batch): Promise<string> {
  const ended = await run(argumentsOf(batch), { environment: { TRIMERGE_SECRET: service.secret } })
  assertEnded(ended, 0)
  return ended.stdout
}

/** Runs the command in a separate process, and kills it when the journal has enough responses. */
async function runUntilKilled(batch: Batch, answers: number): Promise<void> {
  const env = { ...programEnvironment(), TRIMERGE_SECRET: service.secret }
  const child = spawn(process.execPath, [MAIN, ...argumentsOf(batch)], { cwd: ROOT, env })
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  while (child.exitCode === null && answersIn(batch.out) < answers) {
    await Promise.race([exit, setTimeout(POLL_EVERY_MS)])
  }
  child.kill('SIGKILL')
  const [, signal] = await exit
  assert.equal(signal, 'SIGKILL')
  progress(`${answersIn(batch.out)} answers`)
}

function journalOf(out: string): string {
  const file = join(out, 'batch.jsonl')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function answersIn(out: string): number {
  return journalOf(out).split('"outcome"').length - 1
}

test('a batch that is killed and continued produces one report and one charge per order', async (t) => {
  const { orders, kills } = LENGTH
  const lines = Array.from({ length: orders }, (_, index) => orderLine(index))
  const batch = writeBatch('killed', lines)
  for (let kill = 1; kill <= kills; kill += 1) {
    await runUntilKilled(batch, Math.floor((orders * kill) / (kills + 2)))
  }
  const unanswered = sentWithoutAnswer(batch.out)
  const said = await runToEnd(batch)
  assert.match(said, new RegExp(`^${orders} reports for \\$[\\d.]+; results in `, 'm'))
  const files = readdirSync(batch.out)
  assert.equal(files.filter((name) => /^line-\d{6}-R\w+\.xml$/.test(name)).length, orders)
  assert.equal(files.filter((name) => name.endsWith('.pdf')).length, orders)
  assert.equal((await chargesOf(service)).length, orders)
  t.diagnostic(`${orders} orders, ${kills} kills, ${unanswered} were unanswered at a kill`)
  assert.ok(unanswered > 0, 'a kill hit orders in progress')

  await runToEnd(batch)
  assert.equal((await chargesOf(service)).length, orders, 'a run of a finished batch sends nothing')
})

/** Returns the number of orders that were sent before a kill and have no response yet. */
function sentWithoutAnswer(out: string): number {
  const sent = new Set([...journalOf(out).matchAll(/"sent":"([^"]+)"/g)].map(([, name]) => name))
  return sent.size - answersIn(out)
}

test('the charge count detects orders that are sent again with different bytes', async () => {
  const charged = (await chargesOf(service)).length
  const lines = [1, 2, 3].map((index) => orderLine(50_000 + index))
  await runToEnd(writeBatch('same', lines))
  await runToEnd(writeBatch('same-again', lines))
  assert.equal((await chargesOf(service)).length, charged + 3)
  const others = lines.map((line) => `${line} `)
  await runToEnd(writeBatch('others', others))
  assert.equal((await chargesOf(service)).length, charged + 6)
})

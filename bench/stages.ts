/**
 * Measures the pure parts of an order: each stage of a new tri-merge report, for a stream of
 * distinct invented borrowers, in one thread and without store, sockets or other threads. It shows
 * the milliseconds of each stage, and their ratio to copying the report through JSON in the same
 * run. The ratio is stable even on a machine that does other work.
 *
 * Run: node bench/stages.ts [rounds to warm up] [rounds to measure]
 */
import { readFileSync } from 'node:fs'
import { createSimulatedBureaus } from '../src/bureaus/simulator/simulator.ts'
import { makeReport, type ReportDraft } from '../src/orders/fulfil/make-report.ts'
import { writeAnswer } from '../src/orders/fulfil/write-response.ts'
import { OPERATIONS } from '../src/orders/intake/operation.ts'
import type { Order } from '../src/orders/intake/order.ts'
import { AccountProfile } from '../src/orders/intake/ordering-account.ts'
import { parseRequest } from '../src/orders/intake/parse-request.ts'
import { printedChoice } from '../src/orders/intake/preferred-form.ts'
import type { Tools } from '../src/orders/tools.ts'
import { describeReport } from '../src/print/describe-report.ts'
import { renderPdf } from '../src/print/pdf/pdf.ts'
import { quantileOf } from '../test/proofs/support/load.ts'

const [WARM_UP_ROUNDS = 5_000, ROUNDS = 3_000] = process.argv.slice(2, 4).map(Number)
/**
 * The number of rounds in one measured value: shorter than the time slice that a scheduler gives a
 * process.
 */
const ROUNDS_PER_BATCH = 5

const STAGES = ['request', 'pulls', 'report', 'answer', 'description', 'PDF', 'JSON copy'] as const
type Stage = (typeof STAGES)[number]

const NOW = new Date('2026-06-15T12:00:00Z')
const account = { name: 'bench', profile: AccountProfile.parse({}) }
const template = readFileSync('examples/credit-report.xml', 'utf8')
const bureaus = createSimulatedBureaus({
  epoch: new Date('2026-06-01T00:00:00Z'),
  timeoutMs: 1_000,
})
const signal = new AbortController().signal

/** The tools that making a report needs. */
const tools = {
  newId: () => 'R0000000001',
  bureaus: Object.fromEntries(bureaus.map((bureau) => [bureau.name, bureau])),
  respondingParty: {
    _Name: 'Bench Credit',
    _StreetAddress: '1 Bench St',
    _City: 'Portland',
    _State: 'ME',
    _PostalCode: '04101',
    CONTACT_DETAIL: { _Name: '', CONTACT_POINT: [{ _Type: 'Phone', _Value: '(207) 555-0100' }] },
  },
} as unknown as Tools

/**
 * Returns an order for a different borrower each time, with a number in an area that is never
 * issued.
 */
function requestOf(round: number): Uint8Array {
  const letters = [...String(round)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('')
  return Buffer.from(
    template
      .replace(/900-?12-?1234/, String(901_000_000 + round))
      .replaceAll('Sandford', `Bench${letters}`),
  )
}

function pulled(order: Order) {
  const { product, borrowers } = order
  return Promise.all(
    borrowers.flatMap((borrower) =>
      bureaus.map(async (bureau) => {
        const file = await bureau.pull({
          orderId: 'O1',
          subject: borrower.subject,
          hard: product.hard,
          scoreWanted: product.scores,
          purpose: account.profile.purpose,
          endUser: account.name,
          earlierInquiries: [],
          askedAt: NOW,
          signal,
        })
        const outcome = {
          id: 'P1',
          state: 'answered',
          outcome: file.status,
          finishedAt: 0,
        } as const
        return { borrower, file, outcome }
      }),
    ),
  )
}

function draftOf(order: Order, pulls: ReportDraft['pulls']): ReportDraft {
  const borrowers = order.borrowers.map((borrower) => ({
    borrowerId: borrower.borrowerId,
    pulls: pulls.filter((pull) => pull.borrower === borrower).map(({ file }) => file),
  }))
  const plan = { kind: 'report', origin: 'new', pulls: [], filesOf: () => borrowers } as const
  return { order, account, plan, pulls, issuedAt: NOW }
}

/** Carries out one order, and calls `over` after each stage. */
async function carryOut(round: number, over: (stage: Stage | undefined) => void): Promise<number> {
  const body = requestOf(round)
  over(undefined)
  const { order, dialect, versions } = await parseRequest(
    OPERATIONS.credit_report,
    body,
    undefined,
    'interface',
    NOW,
  )
  if (order === undefined) throw new Error('the request of the benchmark is no order')
  over('request')
  const pulls = await pulled(order)
  over('pulls')
  const { report } = makeReport(draftOf(order, pulls), tools).content
  over('report')
  const choice = printedChoice(order.document, account)
  const context = { order, account, dialect, versions, respondedAt: NOW, choice }
  const answer = writeAnswer(report, { ...context, origin: 'new', priceCents: 4_200 })
  over('answer')
  const page = describeReport(report)
  over('description')
  const printed = renderPdf(page)
  over('PDF')
  JSON.parse(JSON.stringify(report))
  over('JSON copy')
  return answer.length + printed.length
}

/** The milliseconds of each stage in each batch. */
const batches: Record<Stage, number>[] = []

function noTimes(): Record<Stage, number> {
  return Object.fromEntries(STAGES.map((stage) => [stage, 0])) as Record<Stage, number>
}

async function measure(from: number, rounds: number): Promise<number> {
  let times = noTimes()
  let last = 0
  let byteCount = 0
  const over = (stage: Stage | undefined) => {
    const now = performance.now()
    if (stage !== undefined) times[stage] += (now - last) / ROUNDS_PER_BATCH
    last = performance.now()
  }
  for (let round = 0; round < rounds; round += 1) {
    byteCount += await carryOut(from + round, over)
    if ((round + 1) % ROUNDS_PER_BATCH > 0) continue
    batches.push(times)
    times = noTimes()
  }
  return byteCount / rounds
}

await measure(0, WARM_UP_ROUNDS)
batches.length = 0
const before = process.cpuUsage()
const bytesPerOrder = await measure(WARM_UP_ROUNDS, ROUNDS)
const { user, system } = process.cpuUsage(before)

const medianOf = (stage: Stage) =>
  quantileOf(
    batches.map((times) => times[stage]),
    0.5,
  )
const yardstick = medianOf('JSON copy')
console.log('stage          ms      ratio to the JSON copy')
for (const stage of STAGES) {
  const median = medianOf(stage)
  console.log(
    `${stage.padEnd(12)} ${median.toFixed(3).padStart(6)} ${(median / yardstick).toFixed(2).padStart(7)}`,
  )
}
console.log(
  `${((user + system) / 1_000 / ROUNDS).toFixed(2)} ms of CPU an order over all threads of the process, JSON copy and` +
    ` garbage collection included; ${(bytesPerOrder / 1024).toFixed(0)} KB of answer and PDF`,
)

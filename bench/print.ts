/**
 * Measures how long the printed report takes, compared with writing the same number of texts with
 * pdfkit's own text calls in the same run, warmed up. Then measures how long the event loop is
 * blocked while the printing thread renders.
 *
 * Run: node bench/print.ts
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { describeReport } from '../src/print/describe-report.ts'
import { renderHtml } from '../src/print/html.ts'
import { renderPdf } from '../src/print/pdf/pdf.ts'
import { openPrinter } from '../src/print/printer.ts'
import { reportOf } from '../test/print/print-reports.ts'

const WARM_UP_MS = 3_000
const BATCH_MS = 60
const BATCHES = 60

/** The measured functions by name. */
type Rounds = Readonly<Record<string, () => void>>

/**
 * Returns the milliseconds per round, including garbage collection: the elapsed time of the best of
 * many short batches. This is not less than the CPU time, which some machines count in steps longer
 * than a round. It is not much more either, because other work on the machine can only add time.
 * All functions take turns, so that a machine that is slow for some seconds is slow for all of
 * them.
 */
function timesOf(rounds: Rounds): Record<string, number> {
  const measured = Object.entries(rounds).map(([name, round]) => {
    return { name, round, perBatch: warmedUp(round), best: Number.POSITIVE_INFINITY }
  })
  for (let batch = 0; batch < BATCHES; batch += 1) {
    for (const each of measured) {
      const before = performance.now()
      for (let index = 0; index < each.perBatch; index += 1) each.round()
      each.best = Math.min(each.best, (performance.now() - before) / each.perBatch)
    }
  }
  return Object.fromEntries(measured.map(({ name, best }) => [name, best]))
}

/** Warms up, and returns the number of rounds in a batch. */
function warmedUp(round: () => void): number {
  const started = performance.now()
  let count = 0
  for (; performance.now() - started < WARM_UP_MS; count += 1) round()
  return Math.ceil((count * BATCH_MS) / WARM_UP_MS)
}

/** Returns the number of texts in a document, counted in its content streams. */
function textCount(bytes: Uint8Array): number {
  return (
    Buffer.from(bytes)
      .toString('latin1')
      .split(/(?:Tj|')\n/).length - 1
  )
}

/**
 * The naive method: one text call for each text, at the positions that it would have in a table.
 */
function withTextCalls(count: number): void {
  const document = new PDFDocument({ size: 'LETTER', margin: 36, autoFirstPage: false })
  const perSheet = 600
  for (let index = 0; index < count; index += 1) {
    if (index % perSheet === 0) document.addPage().font('Helvetica').fontSize(7)
    const place = index % perSheet
    document.text('05/20/2016', 36 + (place % 10) * 54, 36 + Math.floor(place / 10) * 11, {
      lineBreak: false,
    })
  }
  document.end()
  while (document.read() !== null);
}

for (const accountCount of [30, 120]) {
  const report = reportOf(accountCount)
  const bytes = renderPdf(describeReport(report))
  const texts = textCount(bytes)
  const times = timesOf({
    description: () => describeReport(report),
    'description and PDF': () => renderPdf(describeReport(report)),
    tagged: () => renderPdf(describeReport(report), { tagged: true }),
    'description and HTML': () => renderHtml(describeReport(report)),
    'text calls': () => withTextCalls(texts),
  })
  const ratio = Number(times['text calls']) / Number(times['description and PDF'])
  console.log(
    [
      `${accountCount} accounts`,
      `${texts} texts`,
      `${bytes.length} bytes`,
      ...Object.entries(times).map(([name, time]) => `${name} ${time.toFixed(2)} ms`),
      `ratio ${ratio.toFixed(1)}`,
    ].join(', '),
  )
}

const printer = openPrinter({ tagged: false })
// The printing thread does not keep a process alive.
const alive = setInterval(() => undefined, 1_000)
await printer.print(reportOf(120), 'PDF')
const report = reportOf(120)
const idle = monitorEventLoopDelay({ resolution: 1 })
idle.enable()
await sleep(1_000)
idle.disable()
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
const drawn = 200
const started = process.threadCpuUsage()
for (let index = 0; index < drawn; index += 1) await printer.print(report, 'PDF')
const { user, system } = process.threadCpuUsage(started)
delay.disable()
clearInterval(alive)
await printer.close()
console.log(
  [
    `${drawn} reports of 120 accounts drawn in the printer's thread`,
    `main thread ${((user + system) / 1_000 / drawn).toFixed(2)} ms of CPU each`,
    `1 of 100 looks at the event loop was ${(delay.percentile(99) / 1e6).toFixed(1)} ms after the one before`,
    `${(idle.percentile(99) / 1e6).toFixed(1)} ms while nothing was drawn`,
  ].join(', '),
)

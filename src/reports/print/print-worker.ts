/** The printer's thread. */
import { parentPort } from 'node:worker_threads'
import type { Report } from '../report.ts'
import { describeReport } from './describe.ts'
import { renderPdf } from './pdf.ts'
import type { PrintAnswer, PrintRequest } from './printer.ts'

parentPort?.on('message', ({ id, report }: PrintRequest) => {
  parentPort?.postMessage(answerTo(id, report))
})

function answerTo(id: number, report: string): PrintAnswer {
  try {
    const printed = renderPdf(describeReport(JSON.parse(report) as Report))
    return { id, printed }
  } catch (error) {
    return { id, failure: error instanceof Error ? error.name : 'unknown' }
  }
}

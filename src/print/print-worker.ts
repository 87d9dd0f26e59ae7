/** The program of the printing thread. */
import { workerData } from 'node:worker_threads'
import type { Report } from '../reports/report.ts'
import { answerRequests } from '../threads/program.ts'
import { type PrintOptions, printReport } from './print-report.ts'
import type { PrintRequest } from './printer.ts'

const OPTIONS = workerData as PrintOptions

answerRequests<PrintRequest, Uint8Array>(({ form, report }, transfer) => {
  const printed = printReport(JSON.parse(report) as Report, form, OPTIONS)
  transfer(printed.buffer)
  return printed
})

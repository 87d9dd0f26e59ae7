/** The printer's thread. */
import { parentPort, workerData } from 'node:worker_threads'
import type { PrintedForm } from '../documents/tables/printed-forms.ts'
import type { Report } from '../reports/report.ts'
import { describeReport } from './describe-report.ts'
import { renderHtml } from './html.ts'
import type { Page } from './page.ts'
import { renderPdf } from './pdf/pdf.ts'
import type { PrintAnswer, PrinterOptions, PrintRequest } from './printer.ts'

const OPTIONS = workerData as PrinterOptions

const RENDERERS: Readonly<Record<PrintedForm, (page: Page) => Uint8Array>> = {
  PDF: (page) => renderPdf(page, OPTIONS),
  HTML: renderHtml,
}

parentPort?.on('message', (request: PrintRequest) => {
  parentPort?.postMessage(answerTo(request))
})

function answerTo({ id, form, report }: PrintRequest): PrintAnswer {
  try {
    const page = describeReport(JSON.parse(report) as Report, OPTIONS.scoreNotice)
    const printed = RENDERERS[form](page)
    return { id, printed }
  } catch (error) {
    return { id, failure: error instanceof Error ? error.name : 'unknown' }
  }
}

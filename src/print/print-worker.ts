/** The printer's thread. */
import { workerData } from 'node:worker_threads'
import type { PrintedForm } from '../documents/tables/printed-forms.ts'
import type { Report } from '../reports/report.ts'
import { answerRequests, ownBytes } from '../thread.ts'
import { describeReport } from './describe-report.ts'
import { renderHtml } from './html.ts'
import type { Page } from './page.ts'
import { renderPdf } from './pdf/pdf.ts'
import type { PrinterOptions, PrintRequest } from './printer.ts'

const OPTIONS = workerData as PrinterOptions

const RENDERERS: Readonly<Record<PrintedForm, (page: Page) => Uint8Array>> = {
  PDF: (page) => renderPdf(page, OPTIONS),
  HTML: renderHtml,
}

answerRequests<PrintRequest, Uint8Array>(({ form, report }, transfer) => {
  const page = describeReport(JSON.parse(report) as Report, OPTIONS.scoreNotice)
  const printed = ownBytes(RENDERERS[form](page))
  transfer(printed.buffer)
  return printed
})

/** Prints a report in one of the printed forms. */
import type { PrintedForm } from '../documents/tables/printed-forms.ts'
import type { Report } from '../reports/report.ts'
import { ownBytes } from '../threads/requests.ts'
import { describeReport } from './describe-report.ts'
import { renderHtml } from './html.ts'
import type { Page } from './page.ts'
import { type PdfOptions, renderPdf } from './pdf/pdf.ts'

/** The options of printing, from the settings. */
export interface PrintOptions extends PdfOptions {
  /** The notice to home loan applicants. If empty, a summary is printed. */
  readonly scoreNotice?: string | undefined
}

const RENDERERS: Readonly<Record<PrintedForm, (page: Page, options: PrintOptions) => Uint8Array>> =
  {
    PDF: renderPdf,
    HTML: (page) => renderHtml(page),
  }

/**
 * Prints a report. The returned bytes have their own buffer, which can be moved to another thread
 * without a copy.
 */
export function printReport(report: Report, form: PrintedForm, options: PrintOptions): Uint8Array {
  return ownBytes(RENDERERS[form](describeReport(report, options.scoreNotice), options))
}

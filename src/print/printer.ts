/**
 * The printer: a thread that draws printed reports, so that orders do not wait for each other's
 * pages. Reports travel as JSON, which costs less than cloning the many small objects of one.
 */
import type { PrintedForm } from '../documents/tables/printed-forms.ts'
import type { Report } from '../reports/report.ts'
import { ThreadEnded, ThreadFailed } from '../threads/requests.ts'
import { openThreads, threadFile } from '../threads/thread.ts'
import type { PrintOptions } from './print-report.ts'

/** A request to the thread; it answers with the bytes of the form. */
export interface PrintRequest {
  readonly form: PrintedForm
  readonly report: string
}

/** Draws printed reports. */
export interface Printer {
  /** The report in a form. Rejects where it cannot be drawn, without what is in it. */
  print(report: Report, form: PrintedForm): Promise<Uint8Array>
  close(): Promise<void>
}

/**
 * The young generation of the thread: without a bound, V8 keeps much more of a page's garbage than
 * it needs.
 */
const YOUNG_GENERATION_MIB_MAX = 16

/** Starts the printer: at once, or with the first page where it will seldom print. */
export function openPrinter(options: PrintOptions, eager = true): Printer {
  const thread = openThreads<PrintRequest, Uint8Array>({
    file: threadFile('./print-worker', import.meta.url),
    name: 'printer',
    data: options,
    limits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB_MAX },
    eager,
  })
  return {
    print: async (report, form) => {
      try {
        return await thread.ask({ form, report: JSON.stringify(report) })
      } catch (error) {
        if (error instanceof ThreadEnded) throw new Error('the printer ended', { cause: error })
        if (!(error instanceof ThreadFailed)) throw error
        throw new Error(`the report could not be printed: ${error.message}`)
      }
    },
    close: () => thread.terminate(),
  }
}

/**
 * The printer: a thread that renders printed reports, so that rendering one report does not delay
 * other orders. Reports are sent to the thread as JSON, which costs less than cloning their many
 * small objects.
 */
import type { PrintedForm } from '../documents/tables/printed-forms.ts'
import type { Report } from '../reports/report.ts'
import { ThreadEnded, ThreadFailed } from '../threads/requests.ts'
import { openThreads, threadFile } from '../threads/thread.ts'
import type { PrintOptions } from './print-report.ts'

/** A request to the thread. The response is the bytes of the printed form. */
export interface PrintRequest {
  readonly form: PrintedForm
  readonly report: string
}

/** Renders printed reports in a thread. */
export interface Printer {
  /**
   * Renders a report in a printed form. If this fails, the promise is rejected with an error that
   * has none of the report's content.
   */
  print(report: Report, form: PrintedForm): Promise<Uint8Array>
  close(): Promise<void>
}

/**
 * The maximum size of the thread's young generation. Without a limit, V8 lets much more garbage of
 * a page accumulate than necessary.
 */
const YOUNG_GENERATION_MIB_MAX = 16

/**
 * Opens the printer. The thread starts at once if `eager`, else with the first page, for processes
 * that rarely print.
 */
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

/**
 * The printer: a thread that draws printed reports, so that orders do not wait for each other's
 * pages. Reports travel as JSON, which costs less than cloning the many small objects of one.
 */
import { Worker } from 'node:worker_threads'
import type { PrintedForm } from '../documents/tables/printed-forms.ts'
import type { Report } from '../reports/report.ts'
import type { PdfOptions } from './pdf/pdf.ts'

/** How reports are printed. */
export interface PrinterOptions extends PdfOptions {
  /** The notice to home loan applicants; empty for a summary. */
  readonly scoreNotice?: string | undefined
}

/** What the thread is asked and answers. */
export interface PrintRequest {
  readonly id: number
  readonly form: PrintedForm
  readonly report: string
}
export type PrintAnswer =
  | { readonly id: number; readonly printed: Uint8Array }
  | { readonly id: number; readonly failure: string }

/** Draws printed reports. */
export interface Printer {
  /** The report in a form. Rejects where it cannot be drawn, without what is in it. */
  print(report: Report, form: PrintedForm): Promise<Uint8Array>
  close(): Promise<void>
}

/** Starts the printer. */
export function openPrinter(options: PrinterOptions): Printer {
  return new ThreadPrinter(options)
}

/** By itself a thread would keep much more of what a page leaves behind than it needs. */
const YOUNG_GENERATION_MIB_MAX = 16

type Waiter = PromiseWithResolvers<Uint8Array>

class ThreadPrinter implements Printer {
  readonly #options: PrinterOptions
  readonly #waiters = new Map<number, Waiter>()
  #worker: Worker
  #nextId = 0
  #closed = false

  constructor(options: PrinterOptions) {
    this.#options = options
    this.#worker = this.#started()
  }

  print(report: Report, form: PrintedForm): Promise<Uint8Array> {
    const waiter: Waiter = Promise.withResolvers()
    const id = this.#nextId
    this.#nextId += 1
    this.#waiters.set(id, waiter)
    const request: PrintRequest = { id, form, report: JSON.stringify(report) }
    this.#worker.postMessage(request)
    return waiter.promise
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#worker.terminate()
  }

  #started(): Worker {
    const file = import.meta.url.endsWith('.ts') ? './print-worker.ts' : './print-worker.js'
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB_MAX }
    const workerData = this.#options
    const worker = new Worker(new URL(file, import.meta.url), { resourceLimits, workerData })
    worker.on('message', (answer: PrintAnswer) => this.#settle(answer))
    worker.on('error', () => undefined)
    worker.on('exit', () => this.#lost(worker))
    // Open pages keep the process alive through their orders; the thread itself need not.
    worker.unref()
    return worker
  }

  #settle(answer: PrintAnswer): void {
    const waiter = this.#waiters.get(answer.id)
    this.#waiters.delete(answer.id)
    if ('printed' in answer) waiter?.resolve(answer.printed)
    else waiter?.reject(new Error(`the report could not be printed: ${answer.failure}`))
  }

  /** A thread that ended takes its pages with it; the next ones go to a new thread. */
  #lost(worker: Worker): void {
    if (worker !== this.#worker) return
    for (const waiter of this.#waiters.values()) waiter.reject(new Error('the printer ended'))
    this.#waiters.clear()
    if (!this.#closed) this.#worker = this.#started()
  }
}

/**
 * `trimerge order --batch`: places many orders, a few at a time. The same command continues a run
 * that was killed. It sends unanswered orders again with the same bytes, so that the service
 * charges them only once.
 */
import { join } from 'node:path'
import { inParallel } from '../../client/batch.ts'
import { type OrderResult, orderMediaType, readAnswer } from '../../client/post-order.ts'
import { errorRowOf } from '../../client/rejection.ts'
import { headersOf, type SendOptions, send } from '../../client/send.ts'
import { formatOf } from '../../documents/codec/parse-document.ts'
import { counted } from '../../documents/wording.ts'
import { decimalDollars } from '../../orders/intake/prices.ts'
import type { OperationName } from '../../orders/intake/products.ts'
import { ExitCode, Rejected, writeResult } from '../command.ts'
import { io, print } from '../io.ts'
import { untilSignal } from '../long-running.ts'
import { fileStem, printedFileName, rejectionLines } from '../order-summary.ts'
import { type BatchCounts, openProgressBar } from '../output.ts'
import { type BatchJournal, type BatchOutcome, openJournal } from './batch-journal.ts'
import { type BatchedOrder, openOrders } from './batch-orders.ts'

/** The options of a batch. */
export interface OrderBatch {
  /** A folder of documents, or a file with one document on each line. */
  readonly path: string
  readonly operation: OperationName
  readonly service: { readonly url: string; readonly account: string; readonly secret: string }
  /** The folder for the reports and the journal. */
  readonly out: string
  readonly concurrency: number
  /** Also sends unanswered orders that are so old that the service may no longer recognize them. */
  readonly resend: boolean
  /** Prints the counts as JSON. */
  readonly json: boolean
}

/** The result of an order of a batch. */
type Ending = 'report' | 'rejected' | 'unanswered' | 'uncertain' | 'skipped' | 'stopped'

/**
 * The time for which the service returns the stored response to the same bytes: `retry-window-ms`.
 */
const RETRY_WINDOW_MS = 24 * 3_600_000

const PATIENCE = { timeoutMs: 120_000, attempts: 6, backoffMs: 500, waitMsMax: 120_000 }

/** The maximum age of an order whose last attempt still arrives within the retry window. */
const RESENDABLE_MS =
  RETRY_WINDOW_MS - PATIENCE.attempts * (PATIENCE.timeoutMs + PATIENCE.waitMsMax)

/** Places the orders of a batch. Rejects if any order has no report. */
export async function orderBatch(batch: OrderBatch): Promise<void> {
  const { url, account } = batch.service
  const source = await openOrders(batch.path)
  const journal = openJournal(batch.out, { url, account, operation: batch.operation })
  const bar = openProgressBar(io())
  const stop = new AbortController()
  void untilSignal().then(() => stop.abort())
  const run = new BatchRun(batch, journal, stop)
  const counts: Record<Ending, number> = {
    report: 0,
    rejected: 0,
    unanswered: 0,
    uncertain: 0,
    skipped: 0,
    stopped: 0,
  }
  try {
    const orders = inParallel(source.orders(), (order) => run.end(order), batch.concurrency)
    for await (const { result, progress } of orders) {
      counts[result] += 1
      if (stop.signal.aborted) continue
      bar.show(shown(counts, progress.done, source.count))
    }
  } finally {
    bar.end()
    journal.close()
  }
  if (batch.json || run.failure === undefined) summarize(batch, run.outcomes, counts)
  if (run.failure !== undefined) throw new Rejected(run.failure)
  rejectIncomplete(batch, counts)
}

function shown(counts: Record<Ending, number>, done: number, total: number): BatchCounts {
  const { report: reports, rejected, unanswered, uncertain } = counts
  return { done, total, reports, rejected, unanswered: unanswered + uncertain }
}

/** One run of a batch. */
class BatchRun {
  /** The error that stops the run, because all further orders would fail too. */
  failure: string | undefined
  /** The responses to the orders, from this run or an earlier one. */
  readonly outcomes: BatchOutcome[] = []
  readonly #batch: OrderBatch
  readonly #journal: BatchJournal
  readonly #stop: AbortController
  readonly #begun = new Set<string>()

  constructor(batch: OrderBatch, journal: BatchJournal, stop: AbortController) {
    this.#batch = batch
    this.#journal = journal
    this.#stop = stop
  }

  /** Sends an order unless its response is known, and writes the response to files. */
  async end(order: BatchedOrder): Promise<Ending> {
    const known = this.#known(order)
    this.#begun.add(order.digest)
    if (known !== undefined) return known
    await this.#journal.recordSent(order)
    const result = await this.#send(order)
    if (result === undefined) return this.#stop.signal.aborted ? 'stopped' : 'unanswered'
    const outcome = outcomeOf(order, result)
    if (result.kind === 'rejection' && result.status === 401) {
      this.failure = rejectionLines(result).join('\n')
      this.#stop.abort()
    }
    if (result.kind === 'report') writeFiles(this.#batch.out, order, result)
    this.#journal.recordOutcome(order, outcome)
    this.outcomes.push(outcome)
    // The service is overloaded or restarting. Nothing was charged, and the next run sends the
    // order again.
    return result.kind === 'rejection' && adviceOf(result) === 'same'
      ? 'unanswered'
      : outcome.outcome
  }

  #known({ digest }: BatchedOrder): Ending | undefined {
    if (this.#stop.signal.aborted) return 'stopped'
    if (this.#begun.has(digest)) return 'skipped'
    const { outcome, sentAt } = this.#journal.entryOf(digest) ?? {}
    if (outcome !== undefined && !outcome.again) {
      this.outcomes.push(outcome)
      return outcome.outcome
    }
    // Compared with the current time, because a long batch reaches its last orders hours after its
    // start.
    const mayBeForgotten = sentAt !== undefined && Date.now() - sentAt > RESENDABLE_MS
    return mayBeForgotten && !this.#batch.resend ? 'uncertain' : undefined
  }

  async #send({ body }: BatchedOrder): Promise<OrderResult | undefined> {
    const { service, operation } = this.#batch
    const url = `${service.url}/${operation}`
    const headers = headersOf(service.account, service.secret, orderMediaType(body))
    const options: SendOptions = { ...PATIENCE, fetch, signal: this.#stop.signal }
    try {
      const response = await send({ url, headers, body }, options)
      if (!('status' in response)) return undefined
      const retried = response.headers.get('Trimerge-Retry') === 'yes'
      return { ...readAnswer(operation, response.body, response.status), retried }
    } catch {
      // The run was stopped, or the response was a proxy's page. The next run sends the order
      // again.
      return undefined
    }
  }
}

function outcomeOf({ name }: BatchedOrder, result: OrderResult): BatchOutcome {
  if (result.kind === 'report') {
    const { CREDIT_RESPONSE } = result.document.RESPONSE.RESPONSE_DATA
    const { CreditReportIdentifier: report, CREDIT_REPORT_PRICE: price } = CREDIT_RESPONSE
    return { name, outcome: 'report', report, price: price._Amount, again: false }
  }
  const { STATUS, RESPONSE_DATA } = result.document.RESPONSE
  const problems = RESPONSE_DATA.CREDIT_RESPONSE.CREDIT_ERROR_MESSAGE._Text
  // A later run may have valid credentials.
  const again = adviceOf(result) !== 'never' || result.status === 401
  return { name, outcome: 'rejected', code: STATUS._Code, problems, again }
}

function adviceOf({ document }: OrderResult & { kind: 'rejection' }) {
  const { _Code, _Description } = document.RESPONSE.STATUS
  return errorRowOf(_Code, _Description)?.retry
}

/** Systems limit a file name to 255 bytes, and the ID of a report follows the name. */
const NAME_BYTES_MAX = 150

/** Writes the response and the printed report. */
function writeFiles(
  folder: string,
  { name }: BatchedOrder,
  result: OrderResult & { kind: 'report' },
) {
  const { CREDIT_RESPONSE } = result.document.RESPONSE.RESPONSE_DATA
  const id = fileStem(CREDIT_RESPONSE.CreditReportIdentifier)
  // The journal leads from the report to the order.
  const stem = Buffer.byteLength(name) > NAME_BYTES_MAX ? id : `${name}-${id}`
  const files: [string, string | Uint8Array][] = [[`${stem}.${formatOf(result.xml)}`, result.xml]]
  if (result.printed.length > 0) {
    files.push([printedFileName(stem, CREDIT_RESPONSE), result.printed])
  }
  for (const [file, content] of files) writeResult(join(folder, file), content)
}

const SHOWN_MAX = 20

function summarize(
  batch: OrderBatch,
  outcomes: readonly BatchOutcome[],
  counts: Record<Ending, number>,
): void {
  const cents = outcomes.reduce((sum, { price = '0' }) => sum + Math.round(Number(price) * 100), 0)
  const price = decimalDollars(cents)
  const { report: reports, ...others } = counts
  if (batch.json) {
    print(JSON.stringify({ reports, ...others, price, out: batch.out }, undefined, 2))
  } else {
    for (const line of summaryLines(batch, outcomes, counts, price)) print(line)
  }
}

function summaryLines(
  { out }: OrderBatch,
  outcomes: readonly BatchOutcome[],
  { report, rejected, unanswered, uncertain, skipped }: Record<Ending, number>,
  price: string,
): readonly string[] {
  const rejections = outcomes.filter(({ outcome }) => outcome === 'rejected')
  const left = rejections.length - SHOWN_MAX
  const parts = [
    `${counted(report, 'report')} for $${price}`,
    rejected > 0 ? `${rejected} rejected` : '',
    skipped > 0 ? `${skipped} with the same bytes as another order` : '',
    unanswered > 0 ? `${unanswered} without a response` : '',
    uncertain > 0 ? `${uncertain} sent about 24 hours ago or earlier without a response` : '',
  ]
  return [
    ...rejections
      .slice(0, SHOWN_MAX)
      .map(
        ({ name, code, problems = [] }) => `${name}: rejected with ${code}: ${problems[0] ?? ''}`,
      ),
    ...(left > 0 ? [`and ${left} more in batch.jsonl`] : []),
    `${parts.filter((part) => part !== '').join(', ')}; results in ${out}`,
  ]
}

/** Throws if any order has no report. */
function rejectIncomplete(
  { path }: OrderBatch,
  { rejected, unanswered, uncertain, stopped }: Record<Ending, number>,
): void {
  if (unanswered + stopped > 0) {
    throw new Rejected(`Not all orders got a response. Run the same command to continue ${path}.`)
  }
  if (uncertain > 0) {
    throw new Rejected(
      'The service may no longer recognize orders that were sent about 24 hours ago or earlier: look for them in the console, then run the command again with --resend to order them. They may be charged twice.',
    )
  }
  if (rejected > 0) {
    const were = rejected === 1 ? 'was' : 'were'
    throw new Rejected(`${counted(rejected, 'order')} ${were} rejected`, ExitCode.failed)
  }
}

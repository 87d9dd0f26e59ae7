/** Pulls the files of an order, in parallel, each within the time-out of its bureau. */
import type { Bureau, CreditFile, EarlierInquiry, ShownFault } from '../../bureaus/bureau.ts'
import {
  PULL_FAILURES,
  PullFailed,
  type PullFailure,
  pullFailureText,
} from '../../bureaus/pull-failure.ts'
import { withoutFile } from '../../bureaus/without-file.ts'
import type { ListedEnd } from '../../store/records/orders/order-entry.ts'
import type { FailedPull, RecordedInquiry } from '../../store/records/orders/order-pulls.ts'
import { DAY_MS } from '../../time.ts'
import type { Order, OrderBorrower } from '../intake/order.ts'
import type { OrderingAccount } from '../intake/ordering-account.ts'
import type { FinishedPull, PlannedPull } from '../plan/planned-pulls.ts'
import type { LogEvent, Tools } from '../tools.ts'
import { acceptedFile } from './accepted-file.ts'

// Earlier inquiries for simulated bureaus, which do not record inquiries themselves.

/**
 * The maximum age of the earlier hard pulls that are passed to simulated bureaus: two years, one of
 * them a leap year. The bureaus select the pulls that they show.
 */
const EARLIER_INQUIRY_AGE_MAX_MS = 731 * DAY_MS

/**
 * Finds the hard pulls that earlier orders of any account made for the borrowers, and returns a
 * function that returns the earlier ones for each pull at a simulated bureau. They are found by the
 * blind index of the social security number, because bureaus identify people by it. A refresh looks
 * for inquiries of other lenders, so it omits pulls on behalf of the same end user.
 */
async function earlierInquiries(
  planned: readonly PlannedPull[],
  orderId: string,
  order: Order,
  tools: Tools,
): Promise<(pull: PlannedPull) => readonly EarlierInquiry[]> {
  const since = tools.now().getTime() - EARLIER_INQUIRY_AGE_MAX_MS
  const recorded = new Map<OrderBorrower, readonly RecordedInquiry[]>()
  for (const { intent, borrower, bureau } of planned) {
    if (!tools.bureaus[bureau].simulated || recorded.has(borrower)) continue
    recorded.set(borrower, await tools.store.ledger.inquiries(intent.ssnIndex, since, orderId))
  }
  const refresh = order.operation.name === 'refresh_report'
  return ({ intent, borrower, bureau }) => {
    if (!tools.bureaus[bureau].simulated) return []
    return (recorded.get(borrower) ?? [])
      .filter((each) => each.bureau === bureau && !(refresh && each.endUser === intent.endUser))
      .map(({ startedAt, endUser }) => ({ askedAt: new Date(startedAt), inquirer: endUser }))
  }
}

/** The order for which the pulls are made. */
interface OrderedPulls {
  readonly id: string
  readonly order: Order
  /** The account, for faults that apply to one account. Vendors do not receive it. */
  readonly account: Pick<OrderingAccount, 'name'>
}

/** Makes the pulls. Does not reject if a bureau fails: its failure is part of the report. */
export async function makePulls(
  planned: readonly PlannedPull[],
  ordered: OrderedPulls,
  tools: Tools,
): Promise<readonly FinishedPull[]> {
  const earlier = await earlierInquiries(planned, ordered.id, ordered.order, tools)
  const timeouts = new Map<number, Timeout>()
  const timeoutOf = ({ bureau }: PlannedPull) => {
    const { timeoutMs } = tools.bureaus[bureau]
    return timeouts.getOrInsertComputed(timeoutMs, startTimeout)
  }
  try {
    const made = await tools.yieldSlot(() =>
      Promise.all(
        planned.map((pull) => makePull(pull, earlier(pull), timeoutOf(pull), ordered, tools)),
      ),
    )
    logProblems(made, ordered.id, tools)
    return made.map(({ finished }) => finished)
  } finally {
    for (const timeout of timeouts.values()) timeout.clear()
  }
}

/** A pull, and what the log says about it, if anything went wrong. */
interface MadePull {
  readonly finished: FinishedPull
  /** `BUREAUS` in the text stands for the bureaus to which it applies. */
  readonly problem?: Pick<LogEvent, 'what' | 'error'>
}

/** Logs the problems of an order. A problem that several pulls share, as from one vendor, is one line. */
function logProblems(made: readonly MadePull[], orderId: string, tools: Tools): void {
  const alike = new Map<string, { bureaus: Set<string>; event: Pick<LogEvent, 'what' | 'error'> }>()
  for (const { finished, problem } of made) {
    if (problem === undefined) continue
    const key = `${problem.what} ${problem.error instanceof Error ? problem.error.name : ''}`
    const event = { bureaus: new Set<string>(), event: problem }
    alike.getOrInsert(key, event).bureaus.add(finished.file.bureau)
  }
  for (const { bureaus, event } of alike.values()) {
    const what = event.what.replace('BUREAUS', [...bureaus].join(', '))
    tools.log({ orderId, traceId: tools.trace?.traceId, what, error: event.error })
  }
}

/** A time-out shared by pulls with the same limit. Once cleared, it holds no references to them. */
interface Timeout {
  /** Aborts at the time-out, so that the source gives up too. */
  readonly signal: AbortSignal
  /** Rejects shortly after the time-out. */
  readonly over: Promise<never>
  clear(): void
}

/**
 * How long to wait for the error of a source after the time-out, because the source knows whether
 * it asked the bureau. In an order thread, this error arrives as a message.
 */
const ERROR_GRACE_MS = 200

/** Starts the time-out of a pull. The caller clears it. */
export function startTimeout(timeoutMs: number): Timeout {
  const ending = new AbortController()
  const { promise: over, reject } = Promise.withResolvers<never>()
  // If no pull waits for it, the rejection must not end the process as an unhandled one.
  over.catch(() => undefined)
  let timer = setTimeout(() => {
    ending.abort()
    timer = setTimeout(() => reject(ending.signal.reason), ERROR_GRACE_MS)
  }, timeoutMs)
  return { signal: ending.signal, over, clear: () => clearTimeout(timer) }
}

async function makePull(
  { intent, borrower, bureau, scoreFamilies }: PlannedPull,
  earlier: readonly EarlierInquiry[],
  { signal, over }: Timeout,
  { id: orderId, order, account }: OrderedPulls,
  tools: Tools,
): Promise<MadePull> {
  const source = tools.bureaus[bureau]
  const askedAt = performance.now()
  let fault: ShownFault | undefined
  const ended = (file: CreditFile, failed?: FailedPull): FinishedPull => {
    const finishedAt = tools.now().getTime()
    const late = signal.aborted ? 'late' : 'failed'
    tools.pulled({
      bureau,
      outcome: failed === undefined ? file.status : late,
      ms: performance.now() - askedAt,
    })
    const state = failed === undefined ? 'answered' : 'failed'
    const outcome = { id: intent.id, state, outcome: file.status, failed, finishedAt } as const
    const injected = fault && {
      bureau,
      borrower: intent.borrowerPosition,
      fault: fault.title,
      faultId: fault.id,
    }
    return { borrower, file, outcome, injected }
  }
  try {
    const pulled = source.pull({
      orderId,
      ...(source.simulated && {
        account: account.name,
        ssnIndex: intent.ssnIndex,
        world: tools.world,
      }),
      subject: borrower.subject,
      hard: intent.hard,
      scoreWanted: order.product.scores && scoreFamilies.length > 0,
      scoreFamilies,
      purpose: intent.purpose,
      endUser: intent.endUser,
      earlierInquiries: earlier,
      askedAt: tools.now(),
      intendedAt: new Date(intent.startedAt),
      trace: tools.trace,
      signal,
      ...(source.simulated && {
        onInjectedFault: (met: ShownFault) => {
          fault = met
        },
      }),
    })
    // A bureau that ignores the signal must not delay the order. The race ends the wait, and a
    // later response is dropped.
    const answered = await Promise.race([pulled, over])
    const file = acceptedFile(answered, bureau, borrower.subject)
    if (file.evidence === undefined || file.status !== 'NoFileReturnedError')
      return { finished: ended(file) }
    // The vendor's text may have personal data, so only the record of the order has it.
    const what = `${file.evidence.source} returned NoFileReturnedError for BUREAUS; the order in the console has the reason`
    return { finished: ended(file), problem: { what } }
  } catch (error) {
    const failed = failureOf(error, signal, source)
    const message = pullFailureText(bureau, failed.failure, failed.mayHaveAsked)
    const what = `the pull from BUREAUS failed: the source ${PULL_FAILURES[failed.failure]}`
    const finished = ended(withoutFile(bureau, 'NoFileReturnedError', message), failed)
    return { finished, problem: { what, error } }
  }
}

/**
 * Returns the reason why a pull failed. Unless the error says that the bureau was not asked, the
 * bureau may have been asked, and a hard inquiry may show on the consumer's file.
 */
function failureOf(
  error: unknown,
  signal: AbortSignal,
  { simulated }: Bureau,
): FailedPull & { readonly failure: PullFailure } {
  const known = error instanceof PullFailed ? error : undefined
  const failure = known?.failure ?? (signal.aborted ? 'late' : 'failed')
  return { failure, mayHaveAsked: !simulated && (known?.mayHaveAsked ?? true) }
}

/** Returns the pulls whose result was decided by an injected fault. */
export function injectedFaultsOf(
  pulls: readonly Pick<FinishedPull, 'injected'>[],
): Pick<ListedEnd, 'injected'> {
  const injected = pulls.flatMap((pull) => pull.injected ?? [])
  return injected.length === 0 ? {} : { injected }
}

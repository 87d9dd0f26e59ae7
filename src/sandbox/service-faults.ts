/**
 * Faults of the service itself, to test clients: whether they wait as Retry-After says, send the
 * same bytes again, and handle a late response correctly. They exist only in a sandbox.
 */
import type { ShownFault } from '../bureaus/bureau.ts'
import { FAULT_GROUPS, MISBEHAVIOURS, normalizeWord } from '../bureaus/simulator/misbehaviour.ts'
import { type Draw, seedOf, streamOf } from '../bureaus/simulator/random.ts'
import { OrderError } from '../errors.ts'
import type { OrderHandler } from '../orders/fulfil/order-handler.ts'
import type { InjectedFault, SandboxState } from '../store/records/sandbox.ts'
import type { Store } from '../store/store.ts'

const GROUP = 'Service'

/** The groups of faults in a sandbox. */
export const SANDBOX_FAULT_GROUPS = [...FAULT_GROUPS, GROUP] as const

/** A fault of the service, with its word. */
interface ServiceFaultRow {
  readonly word: string
  readonly group: typeof GROUP
  readonly title: string
  readonly does: string
  /** The visible effect for the client and on the order. */
  readonly shows: string
  readonly behaviour: (handle: OrderHandler, fault: ShownFault) => OrderHandler
}

const RETRY_AFTER_SECONDS = 1

/**
 * Returns a handler that rejects requests before an order begins. The error says that it was
 * injected.
 */
function rejecting(reason: 'unavailable' | 'internal', word: string): () => OrderHandler {
  const text = `Injected fault: ${word}`
  return () => () => Promise.reject(new OrderError(reason, [text], RETRY_AFTER_SECONDS))
}

// biome-ignore format: a table
const SERVICE_FAULTS: readonly ServiceFaultRow[] = [
  { word: 'UNAVAILABLE', group: GROUP, title: 'Rejects the order with 503', does: 'Rejects the order before it begins.', shows: `HTTP 503 with \`Retry-After: ${RETRY_AFTER_SECONDS}\` (\`unavailable\`). No order, no charge.`,
    behaviour: rejecting('unavailable', 'UNAVAILABLE') },
  { word: 'INTERNAL ERROR', group: GROUP, title: 'Fails with 500', does: 'Fails before the order begins.', shows: 'HTTP 500 (`internal`). No order, no charge.',
    behaviour: rejecting('internal', 'INTERNAL ERROR') },
  { word: 'INTERRUPTED', group: GROUP, title: 'Interrupts the order', does: 'Ends the order as a restart in the middle of it does.', shows: 'The order fails with E001 and HTTP 200 (`interrupted`). No charge.',
    behaviour: (handle, fault) => (request, context) => handle({ ...request, interruptedBy: fault }, context) },
  { word: 'LOST RESPONSE', group: GROUP, title: 'Loses the response', does: 'Completes the order, then closes the connection without a response.', shows: 'A report and a charge. The same bytes again get the stored response, without a charge.',
    behaviour: (handle) => async (request, context) => ({ ...(await handle(request, context)), isLost: true }) },
]

/** Every fault of a sandbox; those of bureaus come first. */
export const SANDBOX_FAULTS = [...MISBEHAVIOURS, ...SERVICE_FAULTS].map(
  ({ behaviour: _, ...row }) => row,
)

const BY_SPELLING = new Map(SERVICE_FAULTS.map((row) => [normalizeWord(row.word), row]))

/**
 * Returns the word of a service fault, from a text in any case and spacing; undefined if the text
 * is not such a fault.
 */
export function serviceFaultWord(text: string): string | undefined {
  return BY_SPELLING.get(normalizeWord(text))?.word
}

/** Wraps a handler so that the injected service faults apply to its orders. */
export function withServiceFaults(
  handle: OrderHandler,
  state: () => Pick<SandboxState, 'faults' | 'generation'>,
  store: Pick<Store, 'sandbox'>,
): OrderHandler {
  const find = serviceFaultFinder(store)
  return async (request, context) => {
    const { faults, generation } = state()
    const own = faults.filter(({ service }) => service)
    const fault = own.length === 0 ? undefined : await find(own, request.account.name, generation)
    const row = BY_SPELLING.get(normalizeWord(fault?.word ?? ''))
    if (row === undefined) return handle(request, context)
    return row.behaviour(handle, { title: row.title, id: fault?.id })(request, context)
  }
}

/**
 * Returns a function that finds the latest fault that applies to a request. Each request counts and
 * is drawn separately, even if it was sent before: a client that retries must be able to succeed.
 */
function serviceFaultFinder({ sandbox }: Pick<Store, 'sandbox'>) {
  const draws = new Map<string, Draw>()
  let drawnGeneration = 0
  return async (faults: readonly InjectedFault[], orderingAccount: string, generation: number) => {
    // After a reset, the IDs and times of faults repeat, so their random sequences must restart
    // too.
    if (generation !== drawnGeneration) draws.clear()
    drawnGeneration = generation
    for (const fault of faults.toReversed()) {
      const { account, share = 1 } = fault
      if (account !== undefined && account !== orderingAccount) continue
      if (share < 1 && drawOf(fault)() >= share) continue
      if (!(await sandbox.meets(fault, crypto.randomUUID(), generation))) continue
      return fault
    }
    return undefined
  }

  /**
   * Returns the random sequence of a fault: it gives the first, the second and every later request
   * the same numbers each time.
   */
  function drawOf({ id, since }: InjectedFault): Draw {
    const name = `fault ${id} ${since}`
    const draw = draws.get(name) ?? streamOf(seedOf(name), 'share')
    draws.set(name, draw)
    return draw
  }
}

/** Returns the faults of the service as Markdown, for the page of the control plane. */
export function serviceFaultReference(): string {
  return [
    '| Word | Behavior of the service | Result |',
    '|---|---|---|',
    ...SERVICE_FAULTS.map(({ word, does, shows }) => `| \`${word}\` | ${does} | ${shows} |`),
  ].join('\n')
}

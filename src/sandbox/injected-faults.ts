/**
 * Finds the injected fault that applies to a pull, and the resulting behavior of the bureau. Shares
 * and latencies are drawn from the identifiers of fault and order, so that the same world behaves
 * the same every time.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FileRequest } from '../bureaus/bureau.ts'
import { type BureauFault, misbehaviourOf } from '../bureaus/simulator/misbehaviour.ts'
import { type Draw, seedOf, streamOf } from '../bureaus/simulator/random.ts'
import type { BureauName } from '../documents/tables/enumerations.ts'
import type { InjectedFault, SandboxState } from '../store/records/sandbox.ts'
import type { Store } from '../store/store.ts'
import { MINUTE_MS } from '../time.ts'

/** Finds the fault of a bureau for a request; undefined if none applies. */
export type FaultFinder = (
  bureau: BureauName,
  request: FileRequest,
) => Promise<BureauFault | undefined>

/** Returns a function that finds the latest injected fault that applies to a request. */
export function faultFinder(
  state: () => Pick<SandboxState, 'faults' | 'generation'> | undefined,
  { sandbox }: Pick<Store, 'sandbox'>,
): FaultFinder {
  return async (bureau, request) => {
    const { faults = [], generation = 0 } = state() ?? {}
    const { world = generation } = request
    for (const fault of faults.toReversed()) {
      // An order that began before a reset must use up no fault of the new world.
      if (world !== generation || !appliesTo(fault, bureau, request)) continue
      const { share = 1 } = fault
      if (share < 1 && drawOf(fault, request, 'share')() >= share) continue
      // All pulls of an order share its ID, so the order counts once.
      if (!(await sandbox.meets(fault, request.orderId, generation))) continue
      return faultResult(fault)
    }
    return undefined
  }
}

function appliesTo(
  { service, bureau, account, borrower }: InjectedFault,
  asked: BureauName,
  request: FileRequest,
): boolean {
  if (service) return false
  if (bureau !== undefined && bureau !== asked) return false
  if (account !== undefined && account !== request.account) return false
  return borrower === undefined || borrower.ssnIndex === ssnIndexText(request.ssnIndex)
}

/** Returns a keyed hash in the form in which a fault stores it. */
export function ssnIndexText(ssnIndex: Uint8Array | undefined): string | undefined {
  return ssnIndex && Buffer.from(ssnIndex).toString('base64url')
}

/** Returns a random sequence that is always the same for a fault and an order. */
function drawOf({ id }: InjectedFault, { orderId }: FileRequest, what: string): Draw {
  return streamOf(seedOf(`fault ${id} ${orderId}`), what)
}

function faultResult(fault: InjectedFault): BureauFault | undefined {
  const { id, word, latency } = fault
  const misbehaviour = word === undefined ? undefined : misbehaviourOf(word)
  if (latency === undefined) return misbehaviour && { ...misbehaviour, id }
  return {
    id,
    title: misbehaviour?.title ?? 'Responds late',
    behaviour: async (pull, request, bureau) => {
      const draw = drawOf(fault, request, `${bureau} ${ssnIndexText(request.ssnIndex)}`)
      await sleep(latencyMs(latency, draw), undefined, { signal: request.signal })
      return misbehaviour === undefined
        ? pull(request)
        : misbehaviour.behaviour(pull, request, bureau)
    },
  }
}

/** The 95th percentile of the standard normal distribution. */
const Z_OF_P95 = 1.6449

/** The longest latency. */
const LATENCY_MS_MAX = 10 * MINUTE_MS

/**
 * Draws a latency from a log-normal distribution, typical of services, with the given median and
 * p95.
 */
export function latencyMs(
  { medianMs, p95Ms }: { readonly medianMs: number; readonly p95Ms: number },
  draw: Draw,
): number {
  const spread = Math.log(p95Ms / medianMs) / Z_OF_P95
  // Box and Muller's transform; 1 - draw() is never 0.
  const normal = Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())
  return Math.min(LATENCY_MS_MAX, medianMs * Math.exp(spread * normal))
}

/** What an account may order, and how much of it: what its profile allows. */
import { FAMILY_TITLES } from '../../bureaus/score-models.ts'
import { OrderError } from '../../errors.ts'
import type { Begun, ConsumerLimit } from '../../store/records/orders/order-entry.ts'
import { DAY_MS } from '../../time.ts'
import type { Order } from '../intake/order.ts'
import type { OrderingAccount } from '../intake/ordering-account.ts'
import type { Tools } from '../tools.ts'

/** Throws `notAllowed` with every reason at once. */
export function rejectWhatIsNotAllowed(order: Order, { profile }: OrderingAccount): void {
  const texts = order.bureaus
    .filter((bureau) => !profile.bureaus.includes(bureau))
    .map((_, index) => `Bureau ${index + 1} of those asked is not allowed for the account`)
  if (!profile.products.includes(order.operation.name)) {
    texts.unshift(`The operation ${order.operation.path} is not allowed for the account`)
  }
  for (const { family } of order.scoreModels ?? []) {
    if (profile.scoreModels.includes(family)) continue
    texts.push(`The score model ${FAMILY_TITLES[family]} is not allowed for the account`)
  }
  if (texts.length > 0) throw new OrderError('notAllowed', [...new Set(texts)])
}

/** How many orders of the account may be in flight at once: its own bound, or the service's. */
export function inFlightMax(
  { profile }: OrderingAccount,
  { limits }: Pick<Tools, 'limits'>,
): number {
  return profile.ordersInFlightMax ?? limits.ordersInFlightMax
}

/**
 * Throws where the order met a limit of its account. What remains is an order to repeat the answer
 * of, or to wait for.
 */
export function rejectBeyondLimits(
  begun: Extract<Begun, { readonly begun: false }>,
  account: OrderingAccount,
  tools: Pick<Tools, 'limits' | 'now'>,
): asserts begun is Extract<Begun, { readonly order: unknown }> {
  if (begun.because === 'inFlight') {
    const text = `${inFlightMax(account, tools)} orders of the account are in flight`
    throw new OrderError('tooManyRequests', [text], 1)
  }
  if (begun.because === 'consumer') {
    const text = `${account.profile.ordersPerConsumerPerDay} orders about a consumer within 24 hours`
    // `Retry-After` of the rejection: the moment when the oldest of these orders leaves the window.
    const freeAt = begun.oldestAt + DAY_MS - tools.now().getTime()
    throw new OrderError('tooManyRequests', [text], freeAt / 1000)
  }
}

/** What bounds an account's orders on one consumer: each hard pull is seen by other lenders. */
export function consumerLimit(
  { profile }: OrderingAccount,
  now: number,
): ConsumerLimit | undefined {
  const { ordersPerConsumerPerDay: ordersMax } = profile
  return ordersMax === undefined ? undefined : { ordersMax, since: now - DAY_MS }
}

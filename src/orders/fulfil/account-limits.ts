/** Enforces the permissions and limits in an account's profile. */
import { FAMILY_TITLES } from '../../bureaus/score-models.ts'
import { counted } from '../../documents/wording.ts'
import { OrderError } from '../../errors.ts'
import type { Begun, ConsumerLimit } from '../../store/records/orders/order-entry.ts'
import { DAY_MS } from '../../time.ts'
import type { Order } from '../intake/order.ts'
import type { OrderingAccount } from '../intake/ordering-account.ts'
import type { Tools } from '../tools.ts'

/** Throws `notAllowed`, with all reasons, if the account may not place the order. */
export function rejectIfNotAllowed(order: Order, { profile }: OrderingAccount): void {
  const texts = order.bureaus
    .filter((bureau) => !profile.bureaus.includes(bureau))
    .map((bureau) => `${bureau} is not allowed for the account`)
  if (!profile.products.includes(order.operation.name)) {
    texts.unshift(`The operation ${order.operation.path} is not allowed for the account`)
  }
  for (const { family } of order.scoreModels ?? []) {
    if (profile.scoreModels.includes(family)) continue
    texts.push(`The score model ${FAMILY_TITLES[family]} is not allowed for the account`)
  }
  if (texts.length > 0) throw new OrderError('notAllowed', [...new Set(texts)])
}

/**
 * Returns how many orders of the account may be in progress at once: its own limit, or that of the
 * service.
 */
export function inFlightMax(
  { profile }: OrderingAccount,
  { limits }: Pick<Tools, 'limits'>,
): number {
  return profile.ordersInFlightMax ?? limits.ordersInFlightMax
}

/**
 * Throws if the order met a limit of its account. Otherwise another order has the same bytes or the
 * same meaning, and the caller repeats its response or waits for its end.
 */
export function rejectIfOverLimit(
  begun: Extract<Begun, { readonly begun: false }>,
  account: OrderingAccount,
  tools: Pick<Tools, 'limits' | 'now'>,
): asserts begun is Extract<Begun, { readonly order: unknown }> {
  if (begun.because === 'inFlight') {
    const max = inFlightMax(account, tools)
    const text = `The account may have at most ${counted(max, 'order')} in progress`
    throw new OrderError('tooManyRequests', [text], 1)
  }
  if (begun.because === 'consumer') {
    const max = account.profile.ordersPerConsumerPerDay ?? 0
    const text = `The account may place at most ${counted(max, 'order')} with hard pulls on one consumer within 24 hours`
    // `Retry-After` of the rejection: the moment when the oldest of these orders leaves the window.
    const freeAt = begun.oldestAt + DAY_MS - tools.now().getTime()
    throw new OrderError('tooManyRequests', [text], freeAt / 1000)
  }
}

/**
 * Returns the limit on an account's orders for one consumer. It exists because other lenders see
 * each hard pull.
 */
export function consumerLimit(
  { profile }: OrderingAccount,
  now: number,
): ConsumerLimit | undefined {
  const { ordersPerConsumerPerDay: ordersMax } = profile
  return ordersMax === undefined ? undefined : { ordersMax, since: now - DAY_MS }
}

/** Throws if the account exceeds its rate limit. An account without a limit always passes. */
export async function rejectBeyondRate(
  { name, profile }: OrderingAccount,
  tools: Tools,
): Promise<void> {
  const { requestsPerMinute } = profile
  if (requestsPerMinute === undefined) return
  const waitMs = await tools.store.requestRates.count(
    name,
    tools.machineNow().getTime(),
    requestsPerMinute,
  )
  if (waitMs === 0) return
  const text = `The account may send at most ${counted(requestsPerMinute, 'request')} a minute`
  throw new OrderError('tooManyRequests', [text], waitMs / 1000)
}

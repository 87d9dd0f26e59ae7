/**
 * The orders that this process works on. Only their leases are renewed. If this process gave up an
 * order before its end, because the database did not respond, another process takes it over when
 * its lease expires.
 */
import { OrderError } from '../../errors.ts'
import { DatabaseUnavailable } from '../../store/engine/database.ts'
import type { Tools } from '../tools.ts'

/** Works on an order whose lease this process holds. The lease is renewed until the work ends. */
export async function runWithLease<T>(
  orderId: string,
  tools: Pick<Tools, 'runningOrders'>,
  work: () => Promise<T>,
): Promise<T> {
  tools.runningOrders.add(orderId)
  try {
    return await work()
  } finally {
    tools.runningOrders.delete(orderId)
  }
}

/**
 * Whether an order that this process could not end is left to another process: either the database
 * may have stored its end or not, or another process has the order.
 */
export function isLeftToOthers(error: unknown): boolean {
  if (error instanceof OrderError) return error.reason === 'unavailable'
  return error instanceof DatabaseUnavailable
}

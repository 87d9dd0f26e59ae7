/**
 * Orders that this process works on. Only their leases are renewed: an order that it gave up before
 * the end, because the database did not answer, falls to the process that finds its lease run out.
 */
import { OrderError } from '../../errors.ts'
import { DatabaseUnavailable } from '../../store/engine/database.ts'
import type { Tools } from '../tools.ts'

/** Works on an order that is this process's own. */
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
 * Whether an order that this process could not end is left to another: it is unknown whether the
 * database kept what it was given, or another process has the order.
 */
export function isLeftToOthers(error: unknown): boolean {
  if (error instanceof OrderError) return error.reason === 'unavailable'
  return error instanceof DatabaseUnavailable
}

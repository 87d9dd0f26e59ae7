/**
 * Orders that this process works on. Only their leases are renewed: an order that it gave up before
 * the end, because the database did not answer, falls to whoever finds its lease run out.
 */
import type { Tools } from '../orders/tools.ts'

/** Works on an order that is this process's own. */
export async function workOn<T>(
  orderId: string,
  tools: Pick<Tools, 'underway'>,
  work: () => Promise<T>,
): Promise<T> {
  tools.underway.add(orderId)
  try {
    return await work()
  } finally {
    tools.underway.delete(orderId)
  }
}

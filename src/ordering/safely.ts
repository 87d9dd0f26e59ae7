/** Work in the background must not end the process: what goes wrong is told. */
import type { Tools } from '../orders/tools.ts'

/** Runs a piece of background work; a failure is told and otherwise forgotten. */
export async function safely(
  tools: Pick<Tools, 'tell'>,
  what: string,
  work: () => Promise<void>,
  orderId?: string,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    tools.tell({ what: `${what} failed`, error, ...(orderId === undefined ? {} : { orderId }) })
  }
}

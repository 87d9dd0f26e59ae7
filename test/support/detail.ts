/** Tests of details, which `npm test` leaves out. */
import { type TestContext, test } from 'node:test'
import { asksForDetails } from './length.ts'

/**
 * Declares the test of a detail: a rare state, a screen of another size, or a second way to do the
 * same. Tests of what a part is for, proofs and their controls are never details.
 */
export function detail(title: string, run: (t: TestContext) => void | Promise<void>): void {
  if (asksForDetails()) test(title, run)
}

/** The people of two orders or reports: who is the same on both sides. */
import type { ApiResponse } from '../../api/call.ts'

/** The borrowers of an order or a report, masked. */
export type Borrowers = ApiResponse<'GET /orders/:id'>['borrowers']

/** Whether a borrower is of both. */
export function isSameBorrower(borrowers: Borrowers, others: Borrowers): boolean {
  return borrowers.some((one) => others.some((other) => keyOf(one) === keyOf(other)))
}

/** The people of both lists, each beside themselves; people of two strangers by their position. */
export function pairedPeople<P extends Borrowers[number]>(
  ones: readonly P[],
  others: readonly P[],
  apart: boolean,
): readonly (readonly [P | undefined, P | undefined])[] {
  if (apart) {
    const longer = ones.length > others.length ? ones : others
    return longer.map((_, index) => [ones[index], others[index]])
  }
  const find = (people: readonly P[], person: P) =>
    people.find((each) => keyOf(each) === keyOf(person))
  return [
    ...ones.map((one) => [one, find(others, one)] as const),
    ...others.filter((other) => !find(ones, other)).map((other) => [undefined, other] as const),
  ]
}

/**
 * The last four digits and the first initial: middle initials are not in every list, and last names
 * change.
 */
function keyOf({ name, ssn }: Borrowers[number]): string {
  return `${name.charAt(0)} ${ssn}`
}

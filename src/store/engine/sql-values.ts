/** The values of an SQL statement, and the places in its text where they stand. */
import type { Value } from './database.ts'

/** Collects the values of a statement while its text is written. */
export class SqlValues {
  readonly list: Value[] = []

  /** Adds a value, and returns its place in the text. */
  add(value: Value): string {
    this.list.push(value)
    return `$${this.list.length}`
  }
}

/** Returns the places of values that follow `after` other values: `$1, $2, $3`. */
export function placesOf(values: readonly unknown[], after = 0): string {
  return values.map((_, index) => `$${after + index + 1}`).join(', ')
}

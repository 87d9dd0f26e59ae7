/** The characters of texts by their codes, for loops that look at each of them. */

const { charCodeAt } = String.prototype

/**
 * The code of the UTF-16 unit at an index, as `charCodeAt`. As a method, V8 would look it up for each
 * character once it has met texts of more than four forms, such as joined and cut ones: writing a
 * response took half as long again in every other process.
 */
export function codeUnitAt(text: string, index: number): number {
  return charCodeAt.call(text, index)
}

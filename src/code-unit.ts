/** Reads the characters of a text by their codes, for loops over every character. */

const { charCodeAt } = String.prototype

/**
 * Returns the UTF-16 code unit at an index, like `charCodeAt`. V8 would look up the method for each
 * character once it has met texts of more than four internal forms, such as joined and cut ones: in
 * every other process, writing a response then took half as long again.
 */
export function codeUnitAt(text: string, index: number): number {
  return charCodeAt.call(text, index)
}

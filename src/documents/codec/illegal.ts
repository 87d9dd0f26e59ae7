/** Characters that an XML 1.0 document must not contain (XML 1.0 section 2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about control characters
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

/** What a form expects of a text that becomes part of a document. */
export const LEGAL_TEXT = 'a text without control characters'

/** Returns whether XML allows a text. JSON documents accept the same texts. */
export function isLegal(text: string): boolean {
  return !ILLEGAL.test(text) && text.isWellFormed()
}

/** Throws if XML does not allow a text. */
export function rejectIllegalCharacters(text: string): void {
  if (!isLegal(text)) throw new TypeError('a value contains a character that XML does not allow')
}

/** Characters that no XML 1.0 document may hold (XML 1.0 section 2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is about control characters
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

/** Whether a text can be written in XML; in JSON the same texts are taken. */
export function isLegal(text: string): boolean {
  return !ILLEGAL.test(text) && text.isWellFormed()
}

/** Throws where a text cannot be written in XML. */
export function rejectIllegal(text: string): void {
  if (!isLegal(text)) throw new TypeError('a value contains a character that XML does not allow')
}

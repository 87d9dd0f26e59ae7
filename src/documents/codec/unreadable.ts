/** The reason why a body is not a readable document. It is a fixed text, so it can be logged. */
export type UnreadableRule =
  | 'encoding'
  | 'doctype'
  | 'version'
  | 'not well-formed'
  | 'too deep'
  | 'too many elements'
  | 'too many attributes'
  | 'too many comments and processing instructions'
  | 'too many references'
  | 'too many values'
  | 'too many escapes'
  | 'name too long'

/**
 * Thrown if a body is not an XML or JSON document within bounds. It contains position and rule but
 * never the content. `orders/fulfil` answers it with `unreadable` of the error table.
 */
export class UnreadableDocument extends Error {
  readonly rule: UnreadableRule
  /** Line and column in the body as sent, both from 1. */
  readonly line: number
  readonly column: number

  constructor(rule: UnreadableRule, line: number, column: number, detail?: string) {
    super(`${rule} at line ${line}, column ${column}${detail === undefined ? '' : `: ${detail}`}`)
    this.name = 'UnreadableDocument'
    this.rule = rule
    this.line = line
    this.column = column
  }
}

/** Returns the detail of a document that exceeds a bound. */
export function atMost(count: number, what: string): string {
  return `at most ${count} ${what} are accepted`
}

/**
 * Returns line and column of an offset, both counted from 1. CR LF, CR and LF each count as one
 * line end, as in editors.
 */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1
  const line = countOf('\n', before) + countOf('\r', before) - countOf('\r\n', before) + 1
  return { line, column: offset - lineStart + 1 }
}

/** Returns how often a mark occurs in a text. */
export function countOf(mark: string, text: string): number {
  let count = 0
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + mark.length)) count += 1
  return count
}

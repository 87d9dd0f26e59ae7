/** Why a body is no document that could be read. */
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
  | 'name too long'

/** A body that is no XML document within bounds. It names place and rule, never the content. */
export class UnreadableDocument extends Error {
  readonly rule: UnreadableRule
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

/** Line and column of an offset, both from 1. */
export function placeAt(text: string, offset: number): { line: number; column: number } {
  let line = 1
  let lineStart = 0
  for (const { index, 0: end } of text.slice(0, offset).matchAll(/\r\n?|\n/g)) {
    line += 1
    lineStart = index + end.length
  }
  return { line, column: offset - lineStart + 1 }
}

/** Text on the sheets. */
import { type Bytes, put, putBytes, putInteger, reserve } from '../../../print/pdf/bytes.ts'
import { type Canvas, mark, SHEET, tenths } from '../../../print/pdf/canvas.ts'
import type { ForeignFace } from '../../../print/pdf/fallback-font.ts'
import { foreignFace, widthOf } from '../../../print/pdf/measure.ts'
import { fontOperator, type Look } from '../../../print/pdf/text.ts'
import { foreignChar, STANDARD_MAX } from './encoding.ts'

/** Writes encoded text with its baseline so far below the upper edge of the sheet. */
export function write(to: Canvas, encoded: string, look: Look, x: number, down: number): void {
  if (encoded === '') return
  mark(to)
  if (to.look !== look) {
    putBytes(to.texts, look.operators)
    to.look = look
  }
  const onNextLine = move(to, tenths(x), tenths(SHEET.height - down))
  const { texts } = to
  const start = texts.length
  if (putLiteral(texts, encoded, onNextLine ? NEXT_LINE : SHOW)) return
  texts.length = start
  if (onNextLine) put(texts, 'T*\n')
  writeParts(to, encoded, look)
}

/**
 * Moves to where a text begins. True where that is just the next line, below the line before by as
 * much as that one was below its own; showing the text on the next line is then one operator.
 */
function move(to: Canvas, left: number, base: number): boolean {
  const right = left - to.left
  const lower = to.base - base
  to.left = left
  to.base = base
  if (right === 0 && lower > 0 && lower === to.leading) return true
  const { texts } = to
  putInteger(texts, right)
  putInteger(texts, -lower)
  if (right === 0 && lower > 0) {
    put(texts, 'TD')
    to.leading = lower
  } else {
    put(texts, 'Td')
  }
  return false
}

// Each text ends with a space, so that the texts of an element are not read as one word.
const SHOW = ' )Tj\n'
const NEXT_LINE = " )'\n"
/** What the next part of the same text follows without a space. */
const SHOW_PART = ')Tj\n'

/**
 * Writes encoded text as a string with its operator: parentheses and backslashes are escaped. False
 * where some of it is in the embedded font, so that what was written means nothing.
 */
function putLiteral(to: Bytes, encoded: string, operator: string): boolean {
  const count = encoded.length
  reserve(to, 2 * count + 2)
  const { array } = to
  let at = to.length
  let all = 0
  array[at++] = 0x28
  for (let index = 0; index < count; index += 1) {
    const code = encoded.charCodeAt(index)
    if (code === 0x28 || code === 0x29 || code === 0x5c) array[at++] = 0x5c
    array[at++] = code
    all |= code
  }
  to.length = at
  put(to, operator)
  return all <= STANDARD_MAX
}

/** Writes encoded text of which some is in the embedded font, part by part. */
function writeParts(to: Canvas, encoded: string, { face, size }: Look): void {
  to.look = undefined
  for (let from = 0; from < encoded.length; ) {
    const till = endOfPart(encoded, from)
    const foreign = encoded.charCodeAt(from) > STANDARD_MAX
    const part = encoded.slice(from, till)
    const last = till === encoded.length
    put(to.texts, `${fontOperator(foreign ? foreignFace(face) : face, size)}\n`)
    if (foreign) putForeign(to, last ? `${part} ` : part, foreignFace(face))
    else putLiteral(to.texts, part, last ? SHOW : SHOW_PART)
    from = till
  }
}

/** Where the part of a text that is in one font ends. */
function endOfPart(encoded: string, from: number): number {
  const foreign = encoded.charCodeAt(from) > STANDARD_MAX
  let till = from + 1
  while (till < encoded.length && encoded.charCodeAt(till) > STANDARD_MAX === foreign) till += 1
  return till
}

/** Writes letters of the embedded font as a hexadecimal string. */
function putForeign(to: Canvas, encoded: string, face: ForeignFace): void {
  const codes = Array.from(encoded, (char) =>
    to.foreign.code(foreignChar(char.charCodeAt(0)), face),
  )
  put(to.texts, `<${codes.join('')}>Tj\n`)
}

/** Where text stands between two edges. */
export interface Slot {
  readonly left: number
  readonly right: number
  readonly align: 'left' | 'center' | 'right'
}

/** Writes encoded text between two edges. */
export function writeIn(to: Canvas, encoded: string, look: Look, slot: Slot, down: number): void {
  const { left, right, align } = slot
  const slack = align === 'left' ? 0 : right - left - widthOf(encoded, look.face, look.size)
  write(to, encoded, look, left + (align === 'center' ? slack / 2 : slack), down)
}

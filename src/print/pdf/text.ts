/** The styles of text, and writing text on a sheet. */
import { type Bytes, put, putBytes, putInteger, reserve } from '../../bytes.ts'
import { codeUnitAt } from '../../code-unit.ts'
import type { Tone } from '../page.ts'
import { type Canvas, markContent, SHEET, tenths } from './canvas.ts'
import type { FallbackFace } from './fallback-font.ts'
import { type Face, fallbackChar, fallbackFace, STANDARD_MAX, widthOf } from './measure.ts'

/** Sizes of running text, in points. */
export const SIZES = { small: 6.5, normal: 7.5, large: 9, title: 15, figure: 15 } as const
/** The line height of running text, as a multiple of its size. */
export const LEADING = 1.24

/** A text style, with the PDF operators that select it. Sizes are in points. */
export interface TextStyle {
  readonly face: Face
  readonly size: number
  readonly tone: Tone
  readonly operators: Uint8Array
}

/** Returns a style; `spacing` is added after each character. Create constant styles once. */
export function textStyle(face: Face, size: number, tone: Tone, spacing = 0): TextStyle {
  const tracking = `${Math.round(spacing * 10)} Tc`
  return {
    face,
    size,
    tone,
    operators: Buffer.from(`${fontOperator(face, size)} ${INK[tone]} ${tracking}\n`),
  }
}

/** The resource names of the fonts. */
export const FONT_KEYS = {
  regular: 'R',
  bold: 'B',
  mono: 'M',
  monoBold: 'N',
  fallback: 'F',
  fallbackBold: 'G',
} as const satisfies Record<Face | FallbackFace, string>

/**
 * Returns the operator that sets the font. The size is in tenths of a point, the unit of the
 * canvas.
 */
function fontOperator(face: Face | FallbackFace, size: number): string {
  return `/${FONT_KEYS[face]} ${Math.round(size * 10)} Tf`
}

/** The fill colors of text: grays and one red. */
const INK: Readonly<Record<Tone, string>> = {
  plain: '.1 g',
  muted: '.42 g',
  strong: '0 g',
  alert: '.62 .09 .07 rg',
}

/** The styles of one size by face and tone. */
export type TextStyles = Readonly<Record<Face, Readonly<Record<Tone, TextStyle>>>>

/** Returns all styles of one size. */
export function textStyles(size: number): TextStyles {
  const inTones = (face: Face) => ({
    plain: textStyle(face, size, 'plain'),
    muted: textStyle(face, size, 'muted'),
    strong: textStyle(face, size, 'strong'),
    alert: textStyle(face, size, 'alert'),
  })
  return {
    regular: inTones('regular'),
    bold: inTones('bold'),
    mono: inTones('mono'),
    monoBold: inTones('monoBold'),
  }
}

// Writing text on a sheet.

/** Writes encoded text. `down` is the distance of its baseline from the upper edge of the sheet. */
export function write(
  to: Canvas,
  encoded: string,
  style: TextStyle,
  x: number,
  down: number,
): void {
  if (encoded === '') return
  markContent(to)
  if (to.style !== style) {
    putBytes(to.texts, style.operators)
    to.style = style
  }
  const onNextLine = move(to, tenths(x), tenths(SHEET.height - down))
  const { texts } = to
  const start = texts.length
  if (putLiteral(texts, encoded, onNextLine ? NEXT_LINE : SHOW)) return
  texts.length = start
  if (onNextLine) put(texts, 'T*\n')
  writeParts(to, encoded, style)
}

/**
 * Moves to the start of a text. Returns true if this is the next line with the same line distance
 * as before; then a single operator moves and shows the text.
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

// Each text ends with a space, so that screen readers do not read adjacent texts of an element as
// one word.
const SHOW = ' )Tj\n'
const NEXT_LINE = " )'\n"
/** The operator for a part of a text that continues without a space. */
const SHOW_PART = ')Tj\n'

/**
 * Writes encoded text as a string with its operator, and escapes parentheses and backslashes.
 * Returns false if some of the text needs the embedded font; the written bytes are then invalid.
 */
function putLiteral(to: Bytes, encoded: string, operator: string): boolean {
  const count = encoded.length
  reserve(to, 2 * count + 2)
  const { array } = to
  let at = to.length
  let all = 0
  array[at++] = 0x28
  for (let index = 0; index < count; index += 1) {
    const code = codeUnitAt(encoded, index)
    if (code === 0x28 || code === 0x29 || code === 0x5c) array[at++] = 0x5c
    array[at++] = code
    all |= code
  }
  to.length = at
  put(to, operator)
  return all <= STANDARD_MAX
}

/** Writes encoded text that needs the embedded font in some parts. */
function writeParts(to: Canvas, encoded: string, { face, size }: TextStyle): void {
  to.style = undefined
  for (let from = 0; from < encoded.length; ) {
    const till = endOfPart(encoded, from)
    const fallback = codeUnitAt(encoded, from) > STANDARD_MAX
    const part = encoded.slice(from, till)
    const last = till === encoded.length
    put(to.texts, `${fontOperator(fallback ? fallbackFace(face) : face, size)}\n`)
    if (fallback) putForeign(to, last ? `${part} ` : part, fallbackFace(face))
    else putLiteral(to.texts, part, last ? SHOW : SHOW_PART)
    from = till
  }
}

/** Returns the end of the part of a text that uses the same font. */
function endOfPart(encoded: string, from: number): number {
  const fallback = codeUnitAt(encoded, from) > STANDARD_MAX
  let till = from + 1
  while (till < encoded.length && codeUnitAt(encoded, till) > STANDARD_MAX === fallback) till += 1
  return till
}

/** Writes letters of the embedded font as a hexadecimal string. */
function putForeign(to: Canvas, encoded: string, face: FallbackFace): void {
  const codes = Array.from(encoded, (char) =>
    to.fallback.code(fallbackChar(codeUnitAt(char, 0)), face),
  )
  put(to.texts, `<${codes.join('')}>Tj\n`)
}

/** The edges between which a text is written, and its alignment. */
export interface Slot {
  readonly left: number
  readonly right: number
  readonly align: 'left' | 'center' | 'right'
}

/** Writes encoded text between two edges. */
export function writeAligned(
  to: Canvas,
  encoded: string,
  style: TextStyle,
  slot: Slot,
  down: number,
): void {
  const { left, right, align } = slot
  const slack = align === 'left' ? 0 : right - left - widthOf(encoded, style.face, style.size)
  write(to, encoded, style, left + (align === 'center' ? slack / 2 : slack), down)
}

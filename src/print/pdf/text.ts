/** How texts of a sheet look. */
import type { Tone } from '../page.ts'
import { type Bytes, put, putBytes, putInteger, reserve } from './bytes.ts'
import { type Canvas, mark, SHEET, tenths } from './canvas.ts'
import type { ForeignFace } from './fallback-font.ts'
import { type Face, foreignChar, foreignFace, STANDARD_MAX, widthOf } from './measure.ts'

/** Sizes of running text, in points, and how far below each other its lines stand for size 1. */
export const SIZES = { small: 6.5, normal: 7.5, large: 9, title: 15, figure: 15 } as const
export const LEADING = 1.24

/** How a text looks, with the operators that make texts look so. Sizes are points. */
export interface Look {
  readonly face: Face
  readonly size: number
  readonly tone: Tone
  readonly operators: Uint8Array
}

/** A look; `spacing` is added after each character. Looks that stay the same are made once. */
export function look(face: Face, size: number, tone: Tone, spacing = 0): Look {
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
  foreign: 'F',
  foreignBold: 'G',
} as const satisfies Record<Face | ForeignFace, string>

/** Sets the font, in tenths of a point as all of a sheet. */
export function fontOperator(face: Face | ForeignFace, size: number): string {
  return `/${FONT_KEYS[face]} ${Math.round(size * 10)} Tf`
}

/** Greys and one red, as fill colours of text. */
const INK: Readonly<Record<Tone, string>> = {
  plain: '.1 g',
  muted: '.42 g',
  strong: '0 g',
  alert: '.62 .09 .07 rg',
}

/** The looks of one size by face and tone. */
export type Looks = Readonly<Record<Face, Readonly<Record<Tone, Look>>>>

/** All looks of one size, each made once. */
export function looks(size: number): Looks {
  const inTones = (face: Face) => ({
    plain: look(face, size, 'plain'),
    muted: look(face, size, 'muted'),
    strong: look(face, size, 'strong'),
    alert: look(face, size, 'alert'),
  })
  return {
    regular: inTones('regular'),
    bold: inTones('bold'),
    mono: inTones('mono'),
    monoBold: inTones('monoBold'),
  }
}

// Text on the sheets.

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

/** Text on the sheets. */
import type { Tone } from './page.ts'
import { type Canvas, enterText, put, putHundredths, putPoints, reserve } from './pdf-canvas.ts'
import type { ForeignFace } from './pdf-foreign.ts'
import { type Face, foreignChar, foreignFace, STANDARD_MAX, widthOf } from './pdf-text.ts'

/** The resource names of the fonts. */
export const FONT_KEYS = {
  regular: 'R',
  bold: 'B',
  mono: 'M',
  monoBold: 'N',
  foreign: 'F',
  foreignBold: 'G',
} as const satisfies Record<Face | ForeignFace, string>

/** Greys and one red, as fill colours of text. */
const INK: Readonly<Record<Tone, string>> = {
  plain: '.1 g\n',
  muted: '.42 g\n',
  strong: '0 g\n',
  alert: '.62 .09 .07 rg\n',
}

/** Shows encoded text, nearly all of which is in one font. */
function show(to: Canvas, encoded: string, look: Look): void {
  const start = to.length
  if (putLiteral(to, encoded)) return
  to.length = start
  showParts(to, encoded, look)
}

/** Shows encoded text of which some is in the embedded font, part by part. */
function showParts(to: Canvas, encoded: string, { face, size }: Look): void {
  for (let from = 0; from < encoded.length; ) {
    const till = endOfPart(encoded, from)
    if (encoded.charCodeAt(from) > STANDARD_MAX) {
      setFont(to, foreignFace(face), size)
      putForeign(to, encoded.slice(from, till), foreignFace(face))
    } else {
      setFont(to, face, size)
      putLiteral(to, encoded.slice(from, till))
    }
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
  put(to, `<${codes.join('')}>Tj\n`)
}

/**
 * Writes encoded text as a string literal: parentheses and backslashes are escaped. False where some
 * of it is in the embedded font, so that what was written means nothing.
 */
function putLiteral(to: Canvas, encoded: string): boolean {
  const count = encoded.length
  reserve(to, 2 * count + 8)
  const { bytes } = to
  let at = to.length
  let all = 0
  bytes[at++] = 0x28
  for (let index = 0; index < count; index += 1) {
    const code = encoded.charCodeAt(index)
    if (code === 0x28 || code === 0x29 || code === 0x5c) bytes[at++] = 0x5c
    bytes[at++] = code
    all |= code
  }
  bytes[at++] = 0x29
  to.length = at
  put(to, 'Tj\n')
  return all <= STANDARD_MAX
}

/** How a text looks; `spacing` is added after each character. */
export interface Look {
  readonly face: Face
  readonly size: number
  readonly tone: Tone
  readonly spacing?: number
}

/** Writes encoded text with its baseline so far below the origin. */
export function write(to: Canvas, encoded: string, look: Look, x: number, down: number): void {
  if (encoded === '') return
  enterText(to)
  setLook(to, look)
  const left = Math.round(x * 100)
  const base = Math.round(-down * 100)
  putHundredths(to, left - to.left)
  putHundredths(to, base - to.base)
  put(to, 'Td ')
  show(to, encoded, look)
  to.left = left
  to.base = base
}

function setLook(to: Canvas, { face, size, tone, spacing = 0 }: Look): void {
  setFont(to, face, size)
  if (to.tone !== tone) {
    put(to, INK[tone])
    to.tone = tone
  }
  if (to.spacing !== spacing) {
    putPoints(to, spacing)
    put(to, 'Tc\n')
    to.spacing = spacing
  }
}

function setFont(to: Canvas, face: Face | ForeignFace, size: number): void {
  if (to.face === face && to.size === size) return
  put(to, `/${FONT_KEYS[face]} `)
  putPoints(to, size)
  put(to, 'Tf\n')
  to.face = face
  to.size = size
}

/** Where text stands between two edges. */
export interface Slot {
  readonly left: number
  readonly right: number
  readonly align: 'left' | 'center' | 'right'
}

/** Writes encoded text between two edges, its width where the caller knows it. */
export function writeIn(
  to: Canvas,
  encoded: string,
  look: Look,
  slot: Slot,
  down: number,
  known?: number,
): void {
  if (encoded === '') return
  const { left, right, align } = slot
  const wide = align === 'left' ? 0 : (known ?? widthOf(encoded, look.face, look.size))
  const slack = align === 'left' ? 0 : right - left - wide
  write(to, encoded, look, left + (align === 'center' ? slack / 2 : slack), down)
}

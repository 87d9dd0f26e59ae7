/**
 * Where the content of the sheets is drawn: PDF content streams (PDF 32000-1, 8 and 9), written
 * as bytes into one growing buffer. Strings are left aside on purpose: joined, they cost more time
 * in garbage collection than everything else takes.
 *
 * What is drawn between `begin` and `end` is a piece with its origin at its upper left corner. A
 * piece is drawn once and placed later, by copying. Pieces are drawn one after the other, never
 * one within the other.
 */
import type { Tone } from './page.ts'
import type { ForeignFace, ForeignFonts } from './pdf-foreign.ts'
import type { Face } from './pdf-text.ts'

/** Where a piece stands in the buffer. */
export interface Piece {
  readonly start: number
  readonly end: number
}

/** The buffer with the state of the piece that is being drawn. */
export interface Canvas {
  readonly foreign: ForeignFonts
  /** The height of the highest piece that there is room for. */
  readonly heightMax: number
  bytes: Uint8Array
  length: number
  start: number
  inText: boolean
  face: Face | ForeignFace | ''
  size: number
  tone: Tone | ''
  spacing: number
  left: number
  base: number
}

const KEPT_BYTES_MAX = 4 << 20
let kept: Uint8Array = new Uint8Array(1 << 18)

/** An empty canvas. One is used up by one document. */
export function createCanvas(heightMax: number, foreign: ForeignFonts): Canvas {
  return {
    foreign,
    heightMax,
    bytes: kept,
    length: 0,
    start: 0,
    inText: false,
    face: '',
    size: 0,
    tone: '',
    spacing: 0,
    left: 0,
    base: 0,
  }
}

/** Keeps the buffer for the next document, which overwrites it; drawing is synchronous. */
export function release(canvas: Canvas): void {
  if (canvas.bytes.length > kept.length && canvas.bytes.length <= KEPT_BYTES_MAX) {
    kept = canvas.bytes
  }
  kept.fill(0, 0, Math.min(canvas.length, kept.length))
}

/** Starts a piece. */
export function begin(to: Canvas): void {
  to.start = to.length
  to.face = ''
  to.size = 0
}

/** Ends the piece that was started. */
export function end(to: Canvas): Piece {
  leaveText(to)
  return { start: to.start, end: to.length }
}

/** Leaves no spacing behind, for what is placed next would inherit it. */
export function leaveText(to: Canvas): void {
  if (!to.inText) return
  if (to.spacing !== 0) put(to, '0 Tc\n')
  put(to, 'ET\n')
  to.spacing = 0
  to.inText = false
}

/** Font and size outlast `ET`; the colour may have been changed by shapes since. */
export function enterText(to: Canvas): void {
  if (to.inText) return
  put(to, 'BT\n')
  to.inText = true
  to.tone = ''
  to.left = 0
  to.base = 0
}

/** Makes room for so many bytes more. */
export function reserve(to: Canvas, count: number): void {
  if (to.length + count <= to.bytes.length) return
  const grown = new Uint8Array(Math.max(to.bytes.length * 2, to.length + count))
  grown.set(to.bytes.subarray(0, to.length))
  to.bytes = grown
}

/** Writes operators and operands as they are. */
export function put(to: Canvas, text: string): void {
  const count = text.length
  reserve(to, count)
  const { bytes } = to
  const at = to.length
  for (let index = 0; index < count; index += 1) bytes[at + index] = text.charCodeAt(index)
  to.length = at + count
}

/** Writes a length given in hundredths of a point, and a space. */
export function putHundredths(to: Canvas, hundredths: number): void {
  reserve(to, 16)
  const { bytes } = to
  let at = to.length
  let rest = hundredths
  if (rest < 0) {
    bytes[at++] = 0x2d
    rest = -rest
  }
  const whole = (rest / 100) | 0
  let scale = 1
  while (scale * 10 <= whole) scale *= 10
  for (let left = whole; scale >= 1; scale = (scale / 10) | 0) {
    const digit = (left / scale) | 0
    bytes[at++] = 0x30 + digit
    left -= digit * scale
  }
  const part = rest - whole * 100
  if (part > 0) {
    bytes[at++] = 0x2e
    bytes[at++] = 0x30 + ((part / 10) | 0)
    if (part % 10 > 0) bytes[at++] = 0x30 + (part % 10)
  }
  bytes[at++] = 0x20
  to.length = at
}

/** Writes a length in points, and a space. */
export function putPoints(to: Canvas, points: number): void {
  putHundredths(to, Math.round(points * 100))
}

/** Draws a finished piece again, so far right of and below the origin. */
export function place(to: Canvas, piece: Piece, x: number, down: number): void {
  const count = piece.end - piece.start
  if (count === 0) return
  leaveText(to)
  put(to, 'q 1 0 0 1 ')
  putPoints(to, x)
  putPoints(to, -down)
  put(to, 'cm\n')
  reserve(to, count)
  to.bytes.copyWithin(to.length, piece.start, piece.end)
  to.length += count
  put(to, 'Q\n')
}

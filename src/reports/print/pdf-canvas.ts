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
import { type Face, widthOf } from './pdf-text.ts'

/** Where a piece stands in the buffer. */
export interface Piece {
  readonly start: number
  readonly end: number
}

/** The buffer with the state of the piece that is being drawn. */
export interface Canvas {
  /** The height of the highest piece that there is room for. */
  readonly heightMax: number
  bytes: Uint8Array
  length: number
  start: number
  inText: boolean
  face: Face | ''
  size: number
  tone: Tone | ''
  spacing: number
  left: number
  base: number
}

/** The resource names of the fonts. */
export const FONT_KEYS = {
  regular: 'R',
  bold: 'B',
  mono: 'M',
  monoBold: 'N',
} as const satisfies Record<Face, string>

/** Greys and one red, as fill colours of text. */
const INK: Readonly<Record<Tone, string>> = {
  plain: '.1 g\n',
  muted: '.42 g\n',
  strong: '0 g\n',
  alert: '.62 .09 .07 rg\n',
}

const KEPT_BYTES_MAX = 4 << 20
let kept: Uint8Array = new Uint8Array(1 << 18)

/** An empty canvas. One is used up by one document. */
export function createCanvas(heightMax: number): Canvas {
  return {
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
function leaveText(to: Canvas): void {
  if (!to.inText) return
  if (to.spacing !== 0) put(to, '0 Tc\n')
  put(to, 'ET\n')
  to.spacing = 0
  to.inText = false
}

/** Font and size outlast `ET`; the colour may have been changed by shapes since. */
function enterText(to: Canvas): void {
  if (to.inText) return
  put(to, 'BT\n')
  to.inText = true
  to.tone = ''
  to.left = 0
  to.base = 0
}

function reserve(to: Canvas, count: number): void {
  if (to.length + count <= to.bytes.length) return
  const grown = new Uint8Array(Math.max(to.bytes.length * 2, to.length + count))
  grown.set(to.bytes.subarray(0, to.length))
  to.bytes = grown
}

/** Writes operators and operands as they are. */
function put(to: Canvas, text: string): void {
  const count = text.length
  reserve(to, count)
  const { bytes } = to
  const at = to.length
  for (let index = 0; index < count; index += 1) bytes[at + index] = text.charCodeAt(index)
  to.length = at + count
}

/** Writes a length given in hundredths of a point, and a space. */
function putHundredths(to: Canvas, hundredths: number): void {
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

function putPoints(to: Canvas, points: number): void {
  putHundredths(to, Math.round(points * 100))
}

/** Writes encoded text as a string literal: parentheses and backslashes are escaped. */
function putLiteral(to: Canvas, encoded: string): void {
  const count = encoded.length
  reserve(to, 2 * count + 8)
  const { bytes } = to
  let at = to.length
  bytes[at++] = 0x28
  for (let index = 0; index < count; index += 1) {
    const code = encoded.charCodeAt(index)
    if (code === 0x28 || code === 0x29 || code === 0x5c) bytes[at++] = 0x5c
    bytes[at++] = code
  }
  bytes[at++] = 0x29
  to.length = at
  put(to, 'Tj\n')
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
  putLiteral(to, encoded)
  to.left = left
  to.base = base
}

function setLook(to: Canvas, { face, size, tone, spacing = 0 }: Look): void {
  if (to.face !== face || to.size !== size) {
    put(to, `/${FONT_KEYS[face]} `)
    putPoints(to, size)
    put(to, 'Tf\n')
    to.face = face
    to.size = size
  }
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

/** Where text stands between two edges. */
export interface Slot {
  readonly left: number
  readonly right: number
  readonly align: 'left' | 'center' | 'right'
}

/** Writes encoded text between two edges. */
export function writeIn(to: Canvas, encoded: string, look: Look, slot: Slot, down: number): void {
  if (encoded === '') return
  const { left, right, align } = slot
  const slack = align === 'left' ? 0 : right - left - widthOf(encoded, look.face, look.size)
  write(to, encoded, look, left + (align === 'center' ? slack / 2 : slack), down)
}

function rectangle(to: Canvas, x: number, down: number, width: number, height: number): void {
  putPoints(to, x)
  putPoints(to, -down - height)
  putPoints(to, width)
  putPoints(to, height)
  put(to, 're ')
}

/** A rectangle. */
export interface Area {
  readonly x: number
  readonly down: number
  readonly width: number
  readonly height: number
}

/** Fills a rectangle with a colour, given with its operator. */
export function fill(to: Canvas, { x, down, width, height }: Area, colour: string): void {
  leaveText(to)
  put(to, colour)
  put(to, ' ')
  rectangle(to, x, down, width, height)
  put(to, 'f\n')
}

/** Draws the outline of a rectangle. */
export function frame(to: Canvas, { x, down, width, height }: Area): void {
  leaveText(to)
  put(to, '.7 G .5 w ')
  rectangle(to, x, down, width, height)
  put(to, 'S\n')
}

/** Draws a thin level line. */
export function rule(to: Canvas, x: number, down: number, width: number): void {
  leaveText(to)
  put(to, '.75 G .4 w ')
  putPoints(to, x)
  putPoints(to, -down)
  put(to, 'm ')
  putPoints(to, x + width)
  putPoints(to, -down)
  put(to, 'l S\n')
}

/** Draws a row of equal cells. */
export function cells(to: Canvas, { x, down, width, height }: Area, count: number): void {
  frame(to, { x, down, width: width * count, height })
  for (let index = 1; index < count; index += 1) {
    putPoints(to, x + index * width)
    putPoints(to, -down)
    put(to, 'm ')
    putPoints(to, x + index * width)
    putPoints(to, -down - height)
    put(to, 'l ')
  }
  if (count > 1) put(to, 'S\n')
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

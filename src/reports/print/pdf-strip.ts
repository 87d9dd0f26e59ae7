/**
 * A strip: a piece of a sheet that is never parted, drawn once and placed later. Its content is a
 * piece of a PDF content stream whose origin is the strip's upper left corner.
 */
import type { Tone } from './page.ts'
import { type Face, type FONT_NAMES, literal, widthOf } from './pdf-text.ts'

/** A drawn piece, ready to be placed. */
export interface Strip {
  readonly height: number
  readonly content: string
  /** Whether it must not stand at the bottom of a sheet without what follows it. */
  readonly keepsNext?: boolean
  /** What is drawn again where the strip begins a new sheet. */
  readonly repeats?: Strip
  /** The title under which the strip is found in the outline. */
  readonly outline?: string
}

/** What is drawn into one strip: shapes first, then text over them. */
export interface Pen {
  shapes: string
  text: string
  face: Face | ''
  size: number
  tone: Tone | ''
  left: number
  base: number
}

/** Greys and one red, as fill colours of text. */
const INK: Readonly<Record<Tone, string>> = {
  plain: '.1 g',
  muted: '.42 g',
  strong: '0 g',
  alert: '.62 .09 .07 rg',
}

/** The resource names of the fonts. */
export const FONT_KEYS = {
  regular: 'R',
  bold: 'B',
  mono: 'M',
  monoBold: 'N',
} as const satisfies Record<keyof typeof FONT_NAMES, string>

/** A pen with nothing drawn. */
export function pen(): Pen {
  return { shapes: '', text: '', face: '', size: 0, tone: '', left: 0, base: 0 }
}

/** A length as written in content streams: to a hundredth of a point. */
export function figure(points: number): number {
  return Math.round(points * 100) / 100
}

/** Writes encoded text with its baseline so far below the strip's top. */
export function write(
  to: Pen,
  encoded: string,
  face: Face,
  size: number,
  tone: Tone,
  x: number,
  down: number,
): void {
  if (encoded === '') return
  const left = Math.round(x * 100)
  const base = Math.round(-down * 100)
  if (to.face !== face || to.size !== size) {
    to.text += `/${FONT_KEYS[face]} ${size} Tf\n`
    to.face = face
    to.size = size
  }
  if (to.tone !== tone) {
    to.text += `${INK[tone]}\n`
    to.tone = tone
  }
  to.text += `${(left - to.left) / 100} ${(base - to.base) / 100} Td ${literal(encoded)} Tj\n`
  to.left = left
  to.base = base
}

/** Writes encoded text that ends at `right`, or stands around it. */
export function writeAligned(
  to: Pen,
  encoded: string,
  face: Face,
  size: number,
  tone: Tone,
  place: { readonly left: number; readonly right: number; readonly down: number },
  align: 'left' | 'center' | 'right',
): void {
  const slack = align === 'left' ? 0 : place.right - place.left - widthOf(encoded, face, size)
  const x = place.left + (align === 'center' ? slack / 2 : slack)
  write(to, encoded, face, size, tone, x, place.down)
}

/** Fills a rectangle with a colour, `g` or `rg` included. */
export function fill(to: Pen, x: number, down: number, w: number, h: number, colour: string): void {
  to.shapes += `${colour} ${figure(x)} ${figure(-down - h)} ${figure(w)} ${figure(h)} re f\n`
}

/** Draws a thin level line. */
export function rule(to: Pen, x: number, down: number, w: number, grey: number): void {
  const level = figure(-down)
  to.shapes += `${grey} G .4 w ${figure(x)} ${level} m ${figure(x + w)} ${level} l S\n`
}

/** Draws the outline of a rectangle. */
export function frame(to: Pen, x: number, down: number, w: number, h: number, grey: number): void {
  to.shapes += `${grey} G .5 w ${figure(x)} ${figure(-down - h)} ${figure(w)} ${figure(h)} re S\n`
}

/** The content of what was drawn. */
export function drawn(by: Pen): string {
  return by.text === '' ? by.shapes : `${by.shapes}BT\n${by.text}ET\n`
}

/** A strip's content, placed so far right of and below another's origin. */
export function placed(content: string, x: number, down: number): string {
  return content === '' ? '' : `q 1 0 0 1 ${figure(x)} ${figure(-down)} cm\n${content}Q\n`
}

/** How wide texts are, and where they break into lines. */
import { foreignChar, isPlain, STANDARD_MAX, winAnsi } from '../../reports/print/pdf/encoding.ts'
import { type ForeignFace, foreignWidth } from './fallback-font.ts'
import { STANDARD_WIDTHS } from './standard-widths.ts'

/** The four faces of the printed report. */
export type Face = 'regular' | 'bold' | 'mono' | 'monoBold'

/** The standard font of each face. */
export const FONT_NAMES = {
  regular: 'Helvetica',
  bold: 'Helvetica-Bold',
  mono: 'Courier',
  monoBold: 'Courier-Bold',
} as const satisfies Record<Face, string>

/** The weight of the embedded font that stands in for a face. */
export function foreignFace(face: Face): ForeignFace {
  return face === 'bold' || face === 'monoBold' ? 'foreignBold' : 'foreign'
}

/** Widths by code, for size 1,000. */
const WIDTHS: Readonly<Record<Face, Uint16Array>> = {
  regular: Uint16Array.from(STANDARD_WIDTHS.regular),
  bold: Uint16Array.from(STANDARD_WIDTHS.bold),
  mono: new Uint16Array(STANDARD_MAX + 1).fill(600),
  monoBold: new Uint16Array(STANDARD_MAX + 1).fill(600),
}

/** A text encoded, and how wide it is. */
export interface Measured {
  readonly encoded: string
  readonly wide: number
}

/** Encodes a text and measures it: nearly all are encoded as they are, and looked at once. */
export function measured(text: string, face: Face, size: number): Measured {
  const widths = WIDTHS[face]
  let units = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (!isPlain(code)) {
      const encoded = winAnsi(text)
      return { encoded, wide: widthOf(encoded, face, size) }
    }
    units += widths[code] as number
  }
  return { encoded: text, wide: (units * size) / 1_000 }
}

/** How wide an encoded text is. */
export function widthOf(encoded: string, face: Face, size: number): number {
  return (unitsBetween(encoded, 0, encoded.length, face) * size) / 1_000
}

/** How wide a part of a text is, for size 1,000. */
function unitsBetween(encoded: string, from: number, till: number, face: Face): number {
  const widths = WIDTHS[face]
  let units = 0
  for (let index = from; index < till; index += 1) {
    const code = encoded.charCodeAt(index)
    units += code > STANDARD_MAX ? foreignUnits(code, face) : (widths[code] as number)
  }
  return units
}

function foreignUnits(code: number, face: Face): number {
  return foreignWidth(foreignChar(code), foreignFace(face)) * 1_000
}

/** The lines into which an encoded text breaks within a width, at spaces where there are any. */
export function wrapped(encoded: string, face: Face, size: number, width: number): string[] {
  const room = (width * 1_000) / size
  const space = unitsBetween(' ', 0, 1, face)
  const lines: string[] = []
  let start = 0
  let used = 0
  for (let from = 0, till = 0; from <= encoded.length; from = till + 1) {
    till = endOfWord(encoded, from)
    const units = unitsBetween(encoded, from, till, face)
    if (from > start && used + space + units <= room) {
      used += space + units
      continue
    }
    if (from > start) lines.push(encoded.slice(start, from - 1))
    start = units <= room ? from : breakWord(encoded, from, till, { face, room, lines })
    used = start === from ? units : unitsBetween(encoded, start, till, face)
  }
  return start === 0 ? [encoded] : [...lines, encoded.slice(start)]
}

function endOfWord(encoded: string, from: number): number {
  const space = encoded.indexOf(' ', from)
  return space === -1 ? encoded.length : space
}

interface Lines {
  readonly face: Face
  readonly room: number
  readonly lines: string[]
}

/** Fills lines with a word that is wider than one, and says where what is left of it begins. */
function breakWord(
  encoded: string,
  from: number,
  till: number,
  { face, room, lines }: Lines,
): number {
  let start = from
  let used = 0
  for (let index = from; index < till; index += 1) {
    const units = unitsBetween(encoded, index, index + 1, face)
    if (index > start && used + units > room) {
      lines.push(encoded.slice(start, index))
      start = index
      used = 0
    }
    used += units
  }
  return start
}

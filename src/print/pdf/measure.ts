/** Encodes and measures texts, and breaks them into lines. */
import { codeUnitAt } from '../../code-unit.ts'
import { type FallbackFace, fallbackWidth, isCovered } from './fallback-font.ts'
import { STANDARD_WIDTHS } from './standard-widths.ts'

// The encoding of text in a PDF. The standard fonts have only Western European letters, in
// WinAnsiEncoding (PDF 32000-1, annex D); each of these is one character of the encoded text, with
// its byte as the code. A word with any other letter is written in the embedded font as a whole:
// its foreign letters keep their Unicode code, and its Western letters are moved to the private use
// area.
//
// A letter that neither font has loses its diacritics if Unicode can decompose it, and otherwise
// becomes a question mark, so that no wrong letter is ever shown.

/** The characters of WinAnsiEncoding from 0x80 to 0x9F, with a space for unused codes. */
const HIGH_CODES = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/**
 * Replacements of typographic variants by the usual characters, and of invisible characters by
 * nothing.
 */
// biome-ignore format: a table
const REPLACEMENTS: readonly (readonly [string, string])[] = [
  ['ʻ', '‘'], ['ʼ', '’'], ['‐', '-'], ['‑', '-'], ['‒', '–'], ['―', '—'], ['−', '-'], ['′', "'"],
  ['″', '"'], ['⁄', '/'], ['\u00ad', ''], ['\u200b', ''], ['\u200c', ''], ['\u200d', ''],
  ['\u2060', ''], ['\ufeff', ''],
]

const BYTES = new Map<string, string>([
  ...Array.from({ length: 96 }, (_, index) => latin(0xa0 + index)),
  ...Array.from(HIGH_CODES, (char, index) => [char, String.fromCharCode(0x80 + index)] as const),
  ['\u00a0', ' '],
  [' ', ' '],
])

function latin(code: number): readonly [string, string] {
  return [String.fromCharCode(code), String.fromCharCode(code)]
}

const REPLACEMENT_OF = new Map(REPLACEMENTS)
const CHARS = new Map(Array.from(BYTES, ([char, byte]) => [byte, char] as const))
const MARKS = /\p{M}/gu

/** The offset of Western letters in a word that is written in the embedded font. */
const PRIVATE_USE_OFFSET = 0xe000
const FOREIGN = /[\u0100-\uffff]/

/** Encodes a text. */
export function winAnsi(text: string): string {
  // The length is read once, because V8 looks it up on each access (documents/codec/write.ts).
  const { length } = text
  for (let index = 0; index < length; index += 1) {
    if (!isPlain(codeUnitAt(text, index))) return encoded(text)
  }
  return text
}

/** The highest code of the standard fonts. */
export const STANDARD_MAX = 0xff

const SOFT_HYPHEN = 0xad

/** Whether a character is encoded as itself. */
function isPlain(code: number): boolean {
  if (code <= 0x7e) return code >= 0x20
  return code > 0xa0 && code <= STANDARD_MAX && code !== SOFT_HYPHEN
}

function encoded(text: string): string {
  let codes = ''
  for (const char of text.normalize('NFC')) codes += codeOf(char)
  if (!FOREIGN.test(codes)) return codes
  return codes
    .split(' ')
    .map((word) => (FOREIGN.test(word) ? toPrivateUse(word) : word))
    .join(' ')
}

function toPrivateUse(word: string): string {
  let result = ''
  for (let index = 0; index < word.length; index += 1) {
    const code = codeUnitAt(word, index)
    result += code < 0x100 ? String.fromCharCode(PRIVATE_USE_OFFSET + code) : word.charAt(index)
  }
  return result
}

function codeOf(char: string): string {
  if (isPlain(codeUnitAt(char, 0))) return char
  const known = REPLACEMENT_OF.get(char) ?? BYTES.get(char)
  if (known !== undefined) return known === '' ? '' : (BYTES.get(known) ?? known)
  if (char < ' ' || char === '\x7f' || (char >= '\x80' && char <= '\x9f')) return ' '
  return isCovered(char) ? char : approximation(char)
}

function approximation(char: string): string {
  const apart = char.normalize('NFKD').replace(MARKS, '')
  if (apart === '' || apart === char) return apart === '' ? '' : '?'
  let codes = ''
  for (const part of apart) codes += part === char ? '?' : codeOf(part)
  return codes
}

/** Returns the character of a code of the standard fonts; undefined if the code is unused. */
export function standardChar(code: number): string | undefined {
  const char = String.fromCharCode(code)
  return code >= 0x20 && code <= 0x7e ? char : CHARS.get(char)
}

/** Returns the character of a code of the embedded font. */
export function fallbackChar(code: number): string {
  const isMoved = code >= PRIVATE_USE_OFFSET && code <= PRIVATE_USE_OFFSET + STANDARD_MAX
  const char = String.fromCharCode(isMoved ? code - PRIVATE_USE_OFFSET : code)
  return CHARS.get(char) ?? char
}

/** The four faces of the printed report. */
export type Face = 'regular' | 'bold' | 'mono' | 'monoBold'

/** The standard font of each face. */
export const FONT_NAMES = {
  regular: 'Helvetica',
  bold: 'Helvetica-Bold',
  mono: 'Courier',
  monoBold: 'Courier-Bold',
} as const satisfies Record<Face, string>

/** Returns the weight of the embedded font that replaces a face. */
export function fallbackFace(face: Face): FallbackFace {
  return face === 'bold' || face === 'monoBold' ? 'fallbackBold' : 'fallback'
}

/** Widths by code, at size 1,000. */
const WIDTHS: Readonly<Record<Face, Uint16Array>> = {
  regular: Uint16Array.from(STANDARD_WIDTHS.regular),
  bold: Uint16Array.from(STANDARD_WIDTHS.bold),
  mono: new Uint16Array(STANDARD_MAX + 1).fill(600),
  monoBold: new Uint16Array(STANDARD_MAX + 1).fill(600),
}

/** An encoded text and its width. */
export interface Measured {
  readonly encoded: string
  readonly textWidth: number
}

/** Encodes and measures a text. Most texts are encoded as themselves and need only one pass. */
export function measure(text: string, face: Face, size: number): Measured {
  const widths = WIDTHS[face]
  const { length } = text
  let units = 0
  for (let index = 0; index < length; index += 1) {
    const code = codeUnitAt(text, index)
    if (!isPlain(code)) {
      const encoded = winAnsi(text)
      return { encoded, textWidth: widthOf(encoded, face, size) }
    }
    units += widths[code] as number
  }
  return { encoded: text, textWidth: (units * size) / 1_000 }
}

/** Returns the width of an encoded text. */
export function widthOf(encoded: string, face: Face, size: number): number {
  return (unitsBetween(encoded, 0, encoded.length, face) * size) / 1_000
}

/** Returns the width of a part of a text, at size 1,000. */
function unitsBetween(encoded: string, from: number, till: number, face: Face): number {
  const widths = WIDTHS[face]
  let units = 0
  for (let index = from; index < till; index += 1) {
    const code = codeUnitAt(encoded, index)
    units += code > STANDARD_MAX ? foreignUnits(code, face) : (widths[code] as number)
  }
  return units
}

function foreignUnits(code: number, face: Face): number {
  return fallbackWidth(fallbackChar(code), fallbackFace(face)) * 1_000
}

/** Breaks an encoded text into lines of at most this width, at spaces if possible. */
export function wrap(encoded: string, face: Face, size: number, width: number): string[] {
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

/** Breaks a word that is wider than a line, and returns the start of the rest. */
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

/**
 * Text as it is written in a PDF. The standard fonts know Western European letters only, as
 * WinAnsiEncoding has them (PDF 32000-1, annex D); each is one character of the encoded text, with
 * its byte as its code. A word with any other letter is written in the embedded font: its other
 * letters stay as they are, and its Western ones are moved up to where Unicode has no letters.
 *
 * What neither font has loses its marks where Unicode takes it apart, and else becomes a question
 * mark, so that no wrong letter is ever shown.
 */
import PDFDocument from 'pdfkit'
import { type ForeignFace, foreignWidth, isCovered } from './pdf-foreign.ts'

/** The four faces of the printed report. */
export type Face = 'regular' | 'bold' | 'mono' | 'monoBold'

/** The standard font of each face. */
export const FONT_NAMES = {
  regular: 'Helvetica',
  bold: 'Helvetica-Bold',
  mono: 'Courier',
  monoBold: 'Courier-Bold',
} as const satisfies Record<Face, string>

/** What WinAnsiEncoding has at 0x80 to 0x9F; a space where it has nothing. */
const HIGH = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/** Signs that are usually written in another way, and those that are not seen at all. */
// biome-ignore format: a table
const USUAL: readonly (readonly [string, string])[] = [
  ['ʻ', '‘'], ['ʼ', '’'], ['‐', '-'], ['‑', '-'], ['‒', '–'], ['―', '—'], ['−', '-'], ['′', "'"],
  ['″', '"'], ['⁄', '/'], ['\u00ad', ''], ['\u200b', ''], ['\u200c', ''], ['\u200d', ''],
  ['\u2060', ''], ['\ufeff', ''],
]

const BYTES = new Map<string, string>([
  ...Array.from({ length: 96 }, (_, index) => latin(0xa0 + index)),
  ...Array.from(HIGH, (char, index) => [char, String.fromCharCode(0x80 + index)] as const),
  ['\u00a0', ' '],
  [' ', ' '],
])

function latin(code: number): readonly [string, string] {
  return [String.fromCharCode(code), String.fromCharCode(code)]
}

const USUAL_FOR = new Map(USUAL)
const CHARS = new Map(Array.from(BYTES, ([char, byte]) => [byte, char] as const))
const PLAIN = /^[\x20-\x7e]*$/
const MARKS = /\p{M}/gu

/** Where the Western letters of a word in the embedded font are moved to. */
const MOVED = 0xe000
const FOREIGN = /[\u0100-\uffff]/

/** The text encoded. */
export function winAnsi(text: string): string {
  if (PLAIN.test(text)) return text
  let encoded = ''
  for (const char of text.normalize('NFC')) encoded += codeOf(char)
  if (!FOREIGN.test(encoded)) return encoded
  return encoded
    .split(' ')
    .map((word) => (FOREIGN.test(word) ? moved(word) : word))
    .join(' ')
}

function moved(word: string): string {
  let result = ''
  for (let index = 0; index < word.length; index += 1) {
    const code = word.charCodeAt(index)
    result += code < 0x100 ? String.fromCharCode(MOVED + code) : word.charAt(index)
  }
  return result
}

function codeOf(char: string): string {
  if (char >= ' ' && char <= '~') return char
  const known = BYTES.get(char) ?? USUAL_FOR.get(char)
  if (known !== undefined) return known === '' ? '' : (BYTES.get(known) ?? known)
  if (char < ' ' || char === '\x7f' || (char >= '\x80' && char <= '\x9f')) return ' '
  return isCovered(char) ? char : unknown(char)
}

function unknown(char: string): string {
  const apart = char.normalize('NFKD').replace(MARKS, '')
  if (apart === '' || apart === char) return apart === '' ? '' : '?'
  let encoded = ''
  for (const part of apart) encoded += part === char ? '?' : codeOf(part)
  return encoded
}

/** The highest code that is written in a standard font. */
export const STANDARD_MAX = 0xff

/** The character that a code of the embedded font stands for. */
export function foreignChar(code: number): string {
  const char = String.fromCharCode(code < MOVED ? code : code - MOVED)
  return CHARS.get(char) ?? char
}

/** The weight of the embedded font that stands in for a face. */
export function foreignFace(face: Face): ForeignFace {
  return face === 'bold' || face === 'monoBold' ? 'foreignBold' : 'foreign'
}

/** How wide encoded text is. */
export function widthOf(encoded: string, face: Face, size: number): number {
  const mono = face === 'mono' || face === 'monoBold'
  const widths = face === 'bold' ? glyphWidths().bold : glyphWidths().regular
  let width = 0
  for (let index = 0; index < encoded.length; index += 1) {
    const code = encoded.charCodeAt(index)
    if (code > STANDARD_MAX) width += foreignWidth(foreignChar(code), foreignFace(face))
    else width += mono ? MONO_WIDTH : (widths[code] ?? 0)
  }
  return width * size
}
const MONO_WIDTH = 0.6

/** The longest beginning of the text that fits; at least one character. */
export function fitting(encoded: string, face: Face, size: number, width: number): number {
  let length = 1
  while (length < encoded.length && widthOf(encoded.slice(0, length + 1), face, size) <= width) {
    length += 1
  }
  return length
}

interface GlyphWidths {
  readonly regular: Float64Array
  readonly bold: Float64Array
}
let loaded: GlyphWidths | undefined

/** Widths by character code for size 1, read once from the metrics that pdfkit ships. */
function glyphWidths(): GlyphWidths {
  loaded ??= { regular: measured(FONT_NAMES.regular), bold: measured(FONT_NAMES.bold) }
  return loaded
}

function measured(name: string): Float64Array {
  const document = new PDFDocument({ autoFirstPage: false, font: name })
  document.fontSize(1)
  const widths = new Float64Array(256)
  for (let code = 0x20; code < 0x7f; code += 1) {
    widths[code] = document.widthOfString(String.fromCharCode(code))
  }
  for (const [char, byte] of BYTES) widths[byte.charCodeAt(0)] = document.widthOfString(char)
  return widths
}

/** The lines into which encoded text breaks within a width, at spaces where there are any. */
export function wrapped(encoded: string, face: Face, size: number, width: number): string[] {
  if (widthOf(encoded, face, size) <= width) return [encoded]
  const lines: string[] = []
  const space = widthOf(' ', face, size)
  let line = ''
  let used = 0
  for (const word of encoded.split(' ')) {
    const wide = widthOf(word, face, size)
    if (line !== '' && used + space + wide <= width) {
      line += ` ${word}`
      used += space + wide
      continue
    }
    if (line !== '') lines.push(line)
    line = wide <= width ? word : brokenWord(word, face, size, width, lines)
    used = widthOf(line, face, size)
  }
  if (line !== '' || lines.length === 0) lines.push(line)
  return lines
}

function brokenWord(
  word: string,
  face: Face,
  size: number,
  width: number,
  lines: string[],
): string {
  let rest = word
  while (widthOf(rest, face, size) > width && rest.length > 1) {
    const length = fitting(rest, face, size, width)
    lines.push(rest.slice(0, length))
    rest = rest.slice(length)
  }
  return rest
}

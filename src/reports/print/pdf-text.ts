/**
 * Text for the standard fonts of PDF: characters as WinAnsiEncoding (PDF 32000-1, annex D) has
 * them, and how wide they are.
 *
 * The standard fonts know Western European letters only. Other letters are written without their
 * marks where Unicode takes them apart (Č as C) or where a plain letter is usual (Ł as L); what is
 * left becomes a question mark, so that no wrong letter is ever shown.
 */
import PDFDocument from 'pdfkit'

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

/** Letters and signs that Unicode does not take apart, and what is usual for them. */
// biome-ignore format: a table
const USUAL: readonly (readonly [string, string])[] = [
  ['Ł', 'L'], ['ł', 'l'], ['Đ', 'D'], ['đ', 'd'], ['Ħ', 'H'], ['ħ', 'h'], ['ı', 'i'], ['Ŧ', 'T'],
  ['ŧ', 't'], ['Ŋ', 'N'], ['ŋ', 'n'], ['ẞ', 'SS'], ['Ə', 'A'], ['ə', 'a'], ['ʻ', '‘'], ['ʼ', '’'],
  ['‐', '-'], ['‑', '-'], ['‒', '–'], ['―', '—'], ['−', '-'], ['′', "'"], ['″', '"'], ['⁄', '/'],
  ['\u00ad', ''], ['\u200b', ''], ['\u200c', ''], ['\u200d', ''], ['\u2060', ''], ['\ufeff', ''],
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
const PLAIN = /^[\x20-\x7e]*$/
const MARKS = /\p{M}/gu

/** The text in WinAnsiEncoding, one character of the result for each byte. */
export function winAnsi(text: string): string {
  if (PLAIN.test(text)) return text
  let bytes = ''
  for (const char of text.normalize('NFC')) bytes += bytesOf(char)
  return bytes
}

function bytesOf(char: string): string {
  if (char >= ' ' && char <= '~') return char
  const known = BYTES.get(char)
  if (known !== undefined) return known
  if (char < ' ' || char === '\x7f' || (char >= '\x80' && char <= '\x9f')) return ' '
  return unknown(char)
}

function unknown(char: string): string {
  const usual = USUAL_FOR.get(char)
  if (usual !== undefined) return winAnsiOf(usual)
  const apart = char.normalize('NFKD').replace(MARKS, '')
  if (apart === '' || apart === char) return apart === '' ? '' : '?'
  return winAnsiOf(apart)
}

function winAnsiOf(parts: string): string {
  let bytes = ''
  for (const char of parts) {
    const usual = USUAL_FOR.get(char)
    bytes +=
      char <= '~' ? char : (BYTES.get(char) ?? (usual === undefined ? '?' : winAnsiOf(usual)))
  }
  return bytes
}

/** How wide encoded text is. */
export function widthOf(encoded: string, face: Face, size: number): number {
  if (face === 'mono' || face === 'monoBold') return encoded.length * 0.6 * size
  const widths = face === 'bold' ? glyphWidths().bold : glyphWidths().regular
  let width = 0
  for (let index = 0; index < encoded.length; index += 1) {
    width += widths[encoded.charCodeAt(index)] ?? 0
  }
  return width * size
}

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

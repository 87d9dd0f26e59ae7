/** How wide text is, and where it breaks into lines. All text here is encoded. */
import { foreignChar, STANDARD_MAX } from './pdf-encoding.ts'
import { type ForeignFace, foreignWidth } from './pdf-foreign.ts'
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

/** How wide a text is. */
export function widthOf(encoded: string, face: Face, size: number): number {
  const widths = WIDTHS[face]
  let width = 0
  for (let index = 0; index < encoded.length; index += 1) {
    const code = encoded.charCodeAt(index)
    if (code > STANDARD_MAX) return mixedWidth(encoded, face, size)
    width += widths[code] as number
  }
  return (width * size) / 1_000
}

/** How wide a text is of which some is in the embedded font. */
function mixedWidth(encoded: string, face: Face, size: number): number {
  const widths = WIDTHS[face]
  let width = 0
  for (let index = 0; index < encoded.length; index += 1) {
    const code = encoded.charCodeAt(index)
    width +=
      code > STANDARD_MAX
        ? foreignWidth(foreignChar(code), foreignFace(face)) * 1_000
        : (widths[code] as number)
  }
  return (width * size) / 1_000
}

/** The longest beginning of the text that fits; at least one character. */
export function fitting(encoded: string, face: Face, size: number, width: number): number {
  let length = 1
  while (length < encoded.length && widthOf(encoded.slice(0, length + 1), face, size) <= width) {
    length += 1
  }
  return length
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

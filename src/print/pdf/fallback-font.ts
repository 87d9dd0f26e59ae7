/**
 * The font for letters that the standard fonts of PDF lack: DejaVu Sans, which is free to embed. It
 * has the letters of Europe and of its neighbours that are written from left to right, one sign for
 * one letter. A document embeds only the letters that it uses; most use none.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Font, Glyph, Subset } from 'fontkit'
import { readPackageFile } from '../../package-files.ts'
import { addObject, addStream, type PdfFile } from './pdf-file.ts'

/** The two weights. */
export type FallbackFace = 'fallback' | 'fallbackBold'

const FILES = {
  fallback: 'DejaVuSans.ttf',
  fallbackBold: 'DejaVuSans-Bold.ttf',
} as const satisfies Record<FallbackFace, string>

/** Scripts that need neither another direction nor joined letters, and what all scripts share. */
const SHOWN =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Common}\u0300-\u036f]$/v
const HIDDEN = /^[\p{C}\p{Z}]$/v

const require = createRequire(import.meta.url)
const opened = new Map<FallbackFace, Font>()

/** The font of a face, read when a letter first needs it, as is what reads it: many never do. */
function fontOf(face: FallbackFace): Font {
  let font = opened.get(face)
  if (font === undefined) {
    const { create } = require('fontkit') as typeof import('fontkit')
    // A file of one font is no collection of fonts.
    font = create(fontFile(FILES[face])) as Font
    opened.set(face, font)
  }
  return font
}

/** A build holds the two fonts that are used; a checkout has the library's, with all of them. */
function fontFile(name: string): Buffer {
  const kept = readPackageFile(`fonts/${name}`)
  if (kept !== undefined) return kept
  return readFileSync(fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}`)))
}

/** Whether the font shows the character as it is written. */
export function isCovered(char: string): boolean {
  const code = char.codePointAt(0) ?? 0
  if (code > 0xffff || !SHOWN.test(char) || HIDDEN.test(char)) return false
  return fontOf('fallback').hasGlyphForCodePoint(code)
}

/** How wide a character is for size 1. */
export function fallbackWidth(char: string, face: FallbackFace): number {
  const font = fontOf(face)
  return font.glyphForCodePoint(char.codePointAt(0) ?? 0).advanceWidth / font.unitsPerEm
}

/** The letters of one font that a document uses, by their codes. */
interface UsedLetters {
  readonly subset: Subset
  /** Code 0 is the sign for what the font lacks. */
  readonly chars: string[]
  readonly codes: Map<string, number>
}

/** The fallback fonts of one document: none until one of their letters is written. */
export class FallbackFonts {
  readonly #used = new Map<FallbackFace, UsedLetters>()

  /** The character's code in the font as embedded, four hexadecimal digits. */
  code(char: string, face: FallbackFace): string {
    let used = this.#used.get(face)
    if (used === undefined) {
      used = { subset: fontOf(face).createSubset(), chars: ['\ufffd'], codes: new Map() }
      this.#used.set(face, used)
    }
    let code = used.codes.get(char)
    if (code === undefined) {
      code = codeOf(used.subset, fontOf(face).glyphForCodePoint(char.codePointAt(0) ?? 0))
      used.codes.set(char, code)
      used.chars[code] ??= char
    }
    return hex(code)
  }

  /** Adds the fonts that were written in to a file, and says their object numbers. */
  addTo(file: PdfFile): (readonly [FallbackFace, number])[] {
    return Array.from(this.#used, ([face, used]) => [face, addFont(file, face, used)] as const)
  }
}

/** The number that a glyph gets among those embedded, which its types take for a boolean. */
function codeOf(subset: Subset, glyph: Glyph): number {
  return subset.includeGlyph(glyph) as unknown as number
}

/** A font whose codes are the numbers of its glyphs (PDF 32000-1, 9.7). */
function addFont(file: PdfFile, face: FallbackFace, { subset, chars }: UsedLetters): number {
  const font = fontOf(face)
  const name = `SUBSET+${font.postscriptName}`
  const descriptor = addDescriptor(file, font, name, subset)
  const widths = chars.map((char) => Math.round(fallbackWidth(char, face) * 1_000))
  const descendant = addObject(
    file,
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/FontDescriptor ${descriptor} 0 R` +
      '/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/CIDToGIDMap/Identity' +
      `/W[0[${widths.join(' ')}]]>>`,
  )
  const unicode = addStream(file, Buffer.from(unicodeMap(chars)))
  return addObject(
    file,
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H` +
      `/DescendantFonts[${descendant} 0 R]/ToUnicode ${unicode} 0 R>>`,
  )
}

/** Its letters are not those of the standard Latin set. */
const SYMBOLIC = 4

function addDescriptor(file: PdfFile, font: Font, name: string, subset: Subset): number {
  const letters = subset.encode()
  const program = addStream(file, letters, `/Length1 ${letters.length}`)
  const size = (units: number) => Math.round((units * 1_000) / font.unitsPerEm)
  const { minX, minY, maxX, maxY } = font.bbox
  // Fonts made long ago do not tell how high their capitals are.
  const capHeight = font.capHeight || font.ascent
  return addObject(
    file,
    `<</Type/FontDescriptor/FontName/${name}/Flags ${SYMBOLIC}/FontFile2 ${program} 0 R` +
      `/FontBBox[${[minX, minY, maxX, maxY].map(size).join(' ')}]/ItalicAngle 0/StemV 0` +
      `/Ascent ${size(font.ascent)}/Descent ${size(font.descent)}/CapHeight ${size(capHeight)}>>`,
  )
}

/** The most lines of one list of a map (Adobe Technical Note 5014, 1.4.1). */
const LISTED_MAX = 100

/** The letters of the codes, for searching and copying text (PDF 32000-1, 9.10.3). */
function unicodeMap(chars: readonly string[]): string {
  const lines = chars.map((char, code) => `<${hex(code)}><${hex(char.charCodeAt(0))}>\n`)
  let lists = ''
  for (let start = 0; start < lines.length; start += LISTED_MAX) {
    const listed = lines.slice(start, start + LISTED_MAX)
    lists += `${listed.length} beginbfchar\n${listed.join('')}endbfchar\n`
  }
  return (
    '/CIDInit/ProcSet findresource begin 12 dict begin begincmap\n' +
    '/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n' +
    '/CMapName/Adobe-Identity-UCS def/CMapType 2 def\n' +
    `1 begincodespacerange<0000><ffff>endcodespacerange\n${lists}` +
    'endcmap CMapName currentdict/CMap defineresource pop end end'
  )
}

function hex(code: number): string {
  return code.toString(16).padStart(4, '0')
}

/**
 * The font for letters that the standard fonts of PDF lack: DejaVu Sans, whose license permits
 * embedding. It covers the letters of Europe and neighboring regions that are written from left to
 * right, with one glyph per letter. A document embeds only the letters that it uses, and most
 * documents use none.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Font, Glyph, Subset } from 'fontkit'
import { readPackageFile } from '../../package-files.ts'
import { addObject, addStream, type PdfFile } from './pdf-file.ts'

/** The two weights of the font. */
export type FallbackFace = 'fallback' | 'fallbackBold'

const FILES = {
  fallback: 'DejaVuSans.ttf',
  fallbackBold: 'DejaVuSans-Bold.ttf',
} as const satisfies Record<FallbackFace, string>

/**
 * Characters of scripts that are written from left to right without joined letters, and characters
 * that all scripts share.
 */
const SUPPORTED =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Common}\u0300-\u036f]$/v
const INVISIBLE = /^[\p{C}\p{Z}]$/v

const require = createRequire(import.meta.url)
const fonts = new Map<FallbackFace, Font>()

/**
 * Returns the font of a face. The font and the library that reads it are loaded only when a letter
 * needs them, because most processes never do.
 */
function fontOf(face: FallbackFace): Font {
  let font = fonts.get(face)
  if (font === undefined) {
    const { create } = require('fontkit') as typeof import('fontkit')
    // The file has a single font, so the result is not a font collection.
    font = create(fontFile(FILES[face])) as Font
    fonts.set(face, font)
  }
  return font
}

/**
 * Reads a font file. A build contains the two fonts in use; a checkout reads them from the
 * `dejavu-fonts-ttf` package.
 */
function fontFile(name: string): Buffer {
  const packaged = readPackageFile(`fonts/${name}`)
  if (packaged !== undefined) return packaged
  return readFileSync(fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}`)))
}

/** Whether the font has a glyph for the character. */
export function isCovered(char: string): boolean {
  const code = char.codePointAt(0) ?? 0
  if (code > 0xffff || !SUPPORTED.test(char) || INVISIBLE.test(char)) return false
  return fontOf('fallback').hasGlyphForCodePoint(code)
}

/** Returns the width of a character at size 1. */
export function fallbackWidth(char: string, face: FallbackFace): number {
  const font = fontOf(face)
  return font.glyphForCodePoint(char.codePointAt(0) ?? 0).advanceWidth / font.unitsPerEm
}

/** The letters of one font that a document uses, with their codes. */
interface UsedLetters {
  readonly subset: Subset
  /** The characters by code. Code 0 is the glyph for missing characters. */
  readonly chars: string[]
  readonly codes: Map<string, number>
}

/** The fallback fonts of one document. A font is added when one of its letters is first written. */
export class FallbackFonts {
  readonly #used = new Map<FallbackFace, UsedLetters>()

  /** Returns the character's code in the embedded font, as four hexadecimal digits. */
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

  /** Adds the used fonts to a file, and returns their object numbers. */
  addTo(file: PdfFile): (readonly [FallbackFace, number])[] {
    return Array.from(this.#used, ([face, used]) => [face, addFont(file, face, used)] as const)
  }
}

/**
 * Returns the number of a glyph in the subset. `includeGlyph` returns that number, although its
 * type says boolean.
 */
function codeOf(subset: Subset, glyph: Glyph): number {
  return subset.includeGlyph(glyph) as unknown as number
}

/** Adds a font whose codes are its glyph numbers (PDF 32000-1, 9.7). */
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

/** The descriptor flag for a font with characters outside the standard Latin set. */
const SYMBOLIC = 4

function addDescriptor(file: PdfFile, font: Font, name: string, subset: Subset): number {
  const letters = subset.encode()
  const program = addStream(file, letters, `/Length1 ${letters.length}`)
  const size = (units: number) => Math.round((units * 1_000) / font.unitsPerEm)
  const { minX, minY, maxX, maxY } = font.bbox
  // Old fonts do not have the height of their capital letters.
  const capHeight = font.capHeight || font.ascent
  return addObject(
    file,
    `<</Type/FontDescriptor/FontName/${name}/Flags ${SYMBOLIC}/FontFile2 ${program} 0 R` +
      `/FontBBox[${[minX, minY, maxX, maxY].map(size).join(' ')}]/ItalicAngle 0/StemV 0` +
      `/Ascent ${size(font.ascent)}/Descent ${size(font.descent)}/CapHeight ${size(capHeight)}>>`,
  )
}

/**
 * The maximum number of lines of one list in a character map (Adobe Technical Note 5014, 1.4.1).
 */
const LISTED_MAX = 100

/** Returns the map from codes to Unicode, for searching and copying text (PDF 32000-1, 9.10.3). */
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

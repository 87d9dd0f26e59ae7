/**
 * The font for letters that the standard fonts of PDF lack: DejaVu Sans, which is free to embed. It
 * has the letters of Europe and of its neighbours that are written from left to right, one sign for
 * one letter. A document embeds only the letters that it uses; most use none.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'

/** The two weights. */
export type ForeignFace = 'foreign' | 'foreignBold'

const FILES = {
  foreign: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  foreignBold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
} as const satisfies Record<ForeignFace, string>

/** What pdfkit's embedded fonts have beyond its types. */
interface EmbeddedFont {
  readonly font: { hasGlyphForCodePoint(codePoint: number): boolean }
  readonly scale: number
  encode(text: string): readonly [codes: readonly string[], positions: unknown]
  ref(): PDFKit.PDFKitReference
}

interface WithFont {
  readonly _font: EmbeddedFont
}

/** Scripts that need neither another direction nor joined letters, and what all scripts share. */
const SHOWN =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Common}\u0300-\u036f]$/v
const HIDDEN = /^[\p{C}\p{Z}]$/v

const bytes = new Map<ForeignFace, Uint8Array>()

function openedIn(document: PDFKit.PDFDocument, face: ForeignFace): EmbeddedFont {
  let file = bytes.get(face)
  if (file === undefined) {
    file = readFileSync(fileURLToPath(import.meta.resolve(FILES[face])))
    bytes.set(face, file)
  }
  document.registerFont(face, Buffer.from(file.buffer, file.byteOffset, file.length)).font(face)
  return (document as unknown as WithFont)._font
}

const measuring = new Map<ForeignFace, EmbeddedFont>()

function measured(face: ForeignFace): EmbeddedFont {
  let font = measuring.get(face)
  if (font === undefined) {
    font = openedIn(new PDFDocument({ autoFirstPage: false, font: '' }), face)
    measuring.set(face, font)
  }
  return font
}

const covered = new Map<string, boolean>()
const KNOWN_MAX = 4_000

/** Whether the font shows the character as it is written. */
export function isCovered(char: string): boolean {
  const code = char.codePointAt(0) ?? 0
  if (code > 0xffff || !SHOWN.test(char) || HIDDEN.test(char)) return false
  let known = covered.get(char)
  if (known === undefined) {
    known = measured('foreign').font.hasGlyphForCodePoint(code)
    if (covered.size < KNOWN_MAX) covered.set(char, known)
  }
  return known
}

const widths: Readonly<Record<ForeignFace, Map<string, number>>> = {
  foreign: new Map(),
  foreignBold: new Map(),
}

/** How wide a character is for size 1. */
export function foreignWidth(char: string, face: ForeignFace): number {
  const known = widths[face].get(char)
  if (known !== undefined) return known
  const font = measured(face) as EmbeddedFont & {
    layout(text: string): { readonly advanceWidth: number }
  }
  const width = font.layout(char).advanceWidth / 1_000
  if (widths[face].size < KNOWN_MAX) widths[face].set(char, width)
  return width
}

/** The foreign fonts of one document: none until one of their letters is written. */
export class ForeignFonts {
  readonly #document: PDFKit.PDFDocument
  readonly #fonts = new Map<ForeignFace, EmbeddedFont>()
  readonly #codes = new Map<string, string>()

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document
  }

  /** The character's code in the font as embedded, four hexadecimal digits. */
  code(char: string, face: ForeignFace): string {
    const key = face + char
    let code = this.#codes.get(key)
    if (code === undefined) {
      let font = this.#fonts.get(face)
      if (font === undefined) {
        font = openedIn(this.#document, face)
        this.#fonts.set(face, font)
      }
      code = font.encode(char)[0].join('')
      this.#codes.set(key, code)
    }
    return code
  }

  /** The fonts that were written in. */
  references(): readonly (readonly [ForeignFace, PDFKit.PDFKitReference])[] {
    return Array.from(this.#fonts, ([face, font]) => [face, font.ref()] as const)
  }
}

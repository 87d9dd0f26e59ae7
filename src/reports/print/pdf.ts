/**
 * The page as a PDF document. Document structure, outline and metadata are pdfkit's; the content
 * of the sheets is written here, because pdfkit's text calls cost many times more than the rest.
 */
import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import type { Page } from './page.ts'
import { sectionStrips } from './pdf-blocks.ts'
import { begin, type Canvas, createCanvas, end, type Piece, place, release } from './pdf-canvas.ts'
import { ForeignFonts } from './pdf-foreign.ts'
import { frame, rule } from './pdf-shapes.ts'
import type { Strip } from './pdf-strip.ts'
import { type Face, FONT_NAMES, widthOf, winAnsi } from './pdf-text.ts'
import { FONT_KEYS, type Look, write, writeIn } from './pdf-write.ts'

const WIDTH = 612
const HEIGHT = 792
const MARGIN = 36
const MARK_HEIGHT = 16
const FOOT_SIZE = 6.5
const FOOT_LEADING = 8
const COMPRESSION = 1
/** Room for the titles that must stand with a piece. */
const KEPT_WITH = 80

/** One strip and how far below the top of the body it stands. */
interface Placement {
  readonly strip: Strip
  readonly down: number
}

/** A page as the bytes of a PDF 1.7 document, the same bytes for the same page. */
export function renderPdf(page: Page): Uint8Array {
  const top = MARGIN + (page.mark === '' ? 0 : MARK_HEIGHT)
  const room = HEIGHT - top - MARGIN - page.foot.length * FOOT_LEADING - 6
  const document = opened(page)
  const foreign = new ForeignFonts(document)
  const canvas = createCanvas(room - KEPT_WITH, foreign)
  const strips = page.sections.flatMap((each) => sectionStrips(canvas, each, WIDTH - 2 * MARGIN))
  const sheets = paginated(strips, room)
  const fonts = fontReferences(document)
  sheets.forEach((placements, index) => {
    document.addPage({ size: [WIDTH, HEIGHT], margin: 0 })
    const surround = surroundings(canvas, page, index + 1, sheets.length)
    Object.assign(document.page.fonts, fonts, foreignReferences(foreign))
    writeContent(document, canvas, sheetContent(canvas, placements, top, surround))
    addOutline(document, placements, top)
  })
  const bytes = closed(document)
  release(canvas)
  return bytes
}

function opened(page: Page): PDFKit.PDFDocument {
  return new PDFDocument({
    pdfVersion: '1.7',
    lang: page.language,
    displayTitle: true,
    autoFirstPage: false,
    compress: false,
    font: '',
    info: {
      Title: page.title.replace(/[<>&]/g, ' '),
      Producer: 'trimerge',
      Creator: 'trimerge',
      CreationDate: new Date(page.createdAt),
    },
  })
}

/** Sheets of strips; a strip that keeps the next one goes over with it. */
function paginated(strips: readonly Strip[], room: number): Placement[][] {
  const sheets: Placement[][] = []
  let sheet: Placement[] = []
  let down = 0
  strips.forEach((strip, index) => {
    if (sheet.length > 0 && down + keptHeight(strips, index, room) > room) {
      sheets.push(sheet)
      sheet = []
      down = 0
      for (const again of strip.repeats ?? []) {
        sheet.push({ strip: again, down })
        down += again.height
      }
    }
    sheet.push({ strip, down })
    down += strip.height
  })
  return [...sheets, sheet]
}

/** The height of a strip and of those that it must stand together with. */
function keptHeight(strips: readonly Strip[], start: number, room: number): number {
  let height = 0
  for (let index = start; index < strips.length; index += 1) {
    const strip = strips[index] as Strip
    height += strip.height
    if (!strip.keepsNext) break
  }
  return height <= room ? height : (strips[start] as Strip).height
}

/** The content of a sheet: pieces have their origin above, sheets have it below. */
function sheetContent(
  to: Canvas,
  placements: readonly Placement[],
  top: number,
  surround: Piece,
): Piece {
  begin(to)
  place(to, surround, 0, -HEIGHT)
  for (const { strip, down } of placements) {
    place(to, strip.piece, MARGIN, top + down - HEIGHT)
  }
  return end(to)
}

const MARK: Look = { face: 'bold', size: 8, tone: 'alert' }
const FOOT: Look = { face: 'regular', size: FOOT_SIZE, tone: 'muted' }
const NUMBER: Look = { face: 'bold', size: FOOT_SIZE, tone: 'muted' }

/** The mark at the top and the lines at the foot of a sheet. */
function surroundings(to: Canvas, page: Page, number: number, count: number): Piece {
  const right = WIDTH - MARGIN
  begin(to)
  if (page.mark !== '') {
    frame(to, { x: MARGIN, down: MARGIN - 6, width: right - MARGIN, height: 14 })
    writeIn(to, winAnsi(page.mark), MARK, { left: MARGIN, right, align: 'center' }, MARGIN + 4)
  }
  const start = HEIGHT - MARGIN - page.foot.length * FOOT_LEADING
  rule(to, MARGIN, start, right - MARGIN)
  const numbered = `Page ${number} of ${count}`
  const room = right - MARGIN - widthOf(numbered, 'bold', FOOT_SIZE) - 10
  page.foot.forEach((text, line) => {
    const encoded = winAnsi(text)
    const wide = widthOf(encoded, 'regular', FOOT_SIZE)
    const size = wide <= room ? FOOT_SIZE : (FOOT_SIZE * room) / wide
    write(to, encoded, { ...FOOT, size }, MARGIN, start + (line + 1) * FOOT_LEADING)
  })
  const slot = { left: MARGIN, right, align: 'right' } as const
  writeIn(to, numbered, NUMBER, slot, start + FOOT_LEADING)
  return end(to)
}

/** The standard fonts are referred to by name only: every reader of PDF has them. */
function fontReferences(document: PDFKit.PDFDocument): Record<string, PDFKit.PDFKitReference> {
  const references: Record<string, PDFKit.PDFKitReference> = {}
  for (const face of Object.keys(FONT_NAMES) as Face[]) {
    const reference = document.ref({
      Type: 'Font',
      Subtype: 'Type1',
      BaseFont: FONT_NAMES[face],
      Encoding: 'WinAnsiEncoding',
    })
    reference.end(undefined)
    references[FONT_KEYS[face]] = reference
  }
  return references
}

/** The embedded fonts that anything was written in so far: none in most documents. */
function foreignReferences(foreign: ForeignFonts): Record<string, PDFKit.PDFKitReference> {
  return Object.fromEntries(
    foreign.references().map(([face, reference]) => [FONT_KEYS[face], reference]),
  )
}

/**
 * Adds the content as a stream of its own, compressed here: pdfkit compresses at zlib's default
 * level, which takes several times as long for a document little smaller.
 */
function writeContent(document: PDFKit.PDFDocument, canvas: Canvas, content: Piece): void {
  const stream = document.ref({ Filter: 'FlateDecode' })
  const bytes = canvas.bytes.subarray(content.start, content.end)
  stream.end(deflateSync(bytes, { level: COMPRESSION }))
  Object.assign(document.page.dictionary.data, { Contents: stream })
}

function addOutline(document: PDFKit.PDFDocument, placements: readonly Placement[], top: number) {
  for (const { strip, down } of placements) {
    if (strip.outline === undefined) continue
    const place = { fit: false, top: top + down, left: WIDTH, expanded: false }
    document.outline.addItem(strip.outline, place)
  }
}

function closed(document: PDFKit.PDFDocument): Uint8Array {
  document.end()
  const chunks: Buffer[] = []
  for (let chunk = document.read(); chunk !== null; chunk = document.read()) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const last = bytes.length - 1
  return bytes[last] === 0x0a ? bytes.subarray(0, last) : bytes
}

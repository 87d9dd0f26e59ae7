/**
 * The page as a PDF document. Document structure, outline and metadata are pdfkit's; the content
 * of the sheets is written here, because pdfkit's text calls cost many times more than the rest.
 */
import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import type { Page } from './page.ts'
import { BODY_SIZE, sectionStrips } from './pdf-blocks.ts'
import {
  drawn,
  FONT_KEYS,
  frame,
  pen,
  placed,
  rule,
  type Strip,
  write,
  writeAligned,
} from './pdf-strip.ts'
import { type Face, FONT_NAMES, winAnsi } from './pdf-text.ts'

const WIDTH = 612
const HEIGHT = 792
const MARGIN = 36
const MARK_HEIGHT = 16
const FOOT_SIZE = 6.5
const FOOT_LEADING = 8

/** One strip and how far below the top of the body it stands. */
interface Placement {
  readonly strip: Strip
  readonly down: number
}

/** A page as the bytes of a PDF 1.7 document, the same bytes for the same page. */
export function renderPdf(page: Page): Uint8Array {
  const top = MARGIN + (page.mark === '' ? 0 : MARK_HEIGHT)
  const footHeight = page.foot.length * FOOT_LEADING + 6
  const room = HEIGHT - top - MARGIN - footHeight
  const strips = page.sections.flatMap((section) => sectionStrips(section, WIDTH - 2 * MARGIN))
  const sheets = paginated(strips, room)
  const document = opened(page)
  const fonts = fontReferences(document)
  sheets.forEach((placements, index) => {
    document.addPage({ size: [WIDTH, HEIGHT], margin: 0 })
    Object.assign(document.page.fonts, fonts)
    const content = sheetContent(placements, top) + around(page, index + 1, sheets.length)
    writeContent(document, content)
    addOutline(document, placements, top)
  })
  return closed(document)
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
    if (sheet.length > 0 && down + keptHeight(strips, index) > room) {
      sheets.push(sheet)
      sheet = []
      down = 0
      if (strip.repeats !== undefined) {
        sheet.push({ strip: strip.repeats, down })
        down += strip.repeats.height
      }
    }
    sheet.push({ strip, down })
    down += strip.height
  })
  return [...sheets, sheet]
}

/** The height of a strip and of those that it must stand together with. */
function keptHeight(strips: readonly Strip[], start: number): number {
  let height = 0
  for (let index = start; index < strips.length; index += 1) {
    const strip = strips[index] as Strip
    height += strip.height
    if (strip.keepsNext !== true) break
  }
  return height
}

function sheetContent(placements: readonly Placement[], top: number): string {
  let content = ''
  for (const { strip, down } of placements) {
    content += placed(strip.content, MARGIN, top + down)
  }
  return content
}

/** The mark at the top and the lines at the foot of a sheet. */
function around(page: Page, number: number, count: number): string {
  const by = pen()
  const right = WIDTH - MARGIN
  if (page.mark !== '') {
    frame(by, MARGIN, MARGIN - 6, WIDTH - 2 * MARGIN, 14, 0.7)
    const place = { left: MARGIN, right, down: MARGIN + 4 }
    writeAligned(by, winAnsi(page.mark), 'bold', 8, 'alert', place, 'center')
  }
  const start = HEIGHT - MARGIN - page.foot.length * FOOT_LEADING
  rule(by, MARGIN, start, WIDTH - 2 * MARGIN, 0.6)
  page.foot.forEach((text, line) => {
    write(
      by,
      winAnsi(text),
      'regular',
      FOOT_SIZE,
      'muted',
      MARGIN,
      start + (line + 1) * FOOT_LEADING,
    )
  })
  const place = { left: MARGIN, right, down: start + FOOT_LEADING }
  writeAligned(by, `Page ${number} of ${count}`, 'bold', FOOT_SIZE, 'muted', place, 'right')
  return drawn(by)
}

/** The fonts are referred to by name only: every reader of PDF has the standard ones. */
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

/**
 * Adds the content as a stream of its own, compressed here: pdfkit compresses at zlib's default
 * level, which takes several times as long for a document little smaller.
 */
function writeContent(document: PDFKit.PDFDocument, content: string): void {
  const stream = document.ref({ Filter: 'FlateDecode' })
  const upright = `1 0 0 1 0 ${HEIGHT} cm\n${content}`
  stream.end(deflateSync(Buffer.from(upright, 'latin1'), { level: 1 }))
  Object.assign(document.page.dictionary.data, { Contents: stream })
}

function addOutline(document: PDFKit.PDFDocument, placements: readonly Placement[], top: number) {
  for (const { strip, down } of placements) {
    if (strip.outline === undefined) continue
    const place = { fit: false, top: top + down - BODY_SIZE, left: WIDTH, expanded: false }
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

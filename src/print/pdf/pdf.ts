/**
 * Renders a page as a PDF document: lays out its blocks as boxes, puts the boxes on sheets, and
 * draws the sheets. This code uses no PDF library, because it takes a fraction of a library's time,
 * and supports tags. docs/printed-report.md has the figures.
 */
import { hash } from 'node:crypto'
import type { Page } from '../page.ts'
import { sectionBoxes } from './blocks.ts'
import type { LayoutBox } from './box.ts'
import {
  ARTIFACT,
  type Canvas,
  createCanvas,
  endSheet,
  frame,
  rule,
  SHEET,
  setElement,
  startSheet,
} from './canvas.ts'
import { FallbackFonts } from './fallback-font.ts'
import { type Face, FONT_NAMES, measure, widthOf, winAnsi } from './measure.ts'
import {
  addObject,
  addStream,
  createFile,
  finishFile,
  type PdfFile,
  reserveNumbers,
  textString,
  timeString,
} from './pdf-file.ts'
import { addTags, createTags, type Tags } from './tags.ts'
import { FONT_KEYS, type TextStyle, textStyle, write, writeAligned } from './text.ts'

// Pagination: which boxes go on which sheet.

/** A box on a sheet. */
interface Placement {
  readonly box: LayoutBox
  /** The distance of the box from the top of the sheet's body. */
  readonly down: number
  /** Whether the box is repeated from an earlier sheet. */
  readonly repeated: boolean
}

/**
 * Distributes boxes over sheets whose body has the height `room`. A box that keeps the next one
 * moves to the new sheet with it.
 */
function paginate(boxes: readonly LayoutBox[], room: number): Placement[][] {
  const sheets: Placement[][] = []
  let sheet: Placement[] = []
  let down = 0
  boxes.forEach((box, index) => {
    if (sheet.length > 0 && down + keptHeight(boxes, index, room) > room) {
      sheets.push(sheet)
      sheet = []
      down = 0
      for (const again of box.repeats ?? []) {
        sheet.push({ box: again, down, repeated: true })
        down += again.height
      }
    }
    sheet.push({ box, down, repeated: false })
    down += box.height
  })
  return [...sheets, sheet]
}

/** Returns the height of a box together with the boxes that must be on the same sheet. */
function keptHeight(boxes: readonly LayoutBox[], start: number, room: number): number {
  let height = 0
  for (let index = start; index < boxes.length; index += 1) {
    const box = boxes[index] as LayoutBox
    height += box.height
    if (!box.keepsNext || height > room) break
  }
  return height <= room ? height : (boxes[start] as LayoutBox).height
}

// The header and footer of each sheet: the mark above the body, and the lines at the foot.

/** The margin on all sides of a sheet, in points. */
const MARGIN = 36
const MARK_HEIGHT = 16
const FOOT_SIZE = 6.5
const FOOT_SIZE_MIN = 4
const FOOT_LEADING = 8

const MARK = textStyle('bold', 8, 'alert')
const NUMBER = textStyle('bold', FOOT_SIZE, 'muted')
/** The width of the longest sheet number. */
const NUMBER_WIDTH = widthOf('Page 9999 of 9999', 'bold', FOOT_SIZE) + 10

/** The layout that all sheets share. */
interface HeaderFooter {
  /** The top of the body of a sheet, and its height. */
  readonly top: number
  readonly room: number
  readonly mark: string
  readonly foot: readonly { readonly encoded: string; readonly style: TextStyle }[]
}

/** Lays out the header and footer of the sheets. */
function headerFooterOf(page: Page): HeaderFooter {
  const top = MARGIN + (page.mark === '' ? 0 : MARK_HEIGHT)
  const room = SHEET.height - top - MARGIN - page.foot.length * FOOT_LEADING - 6
  const width = SHEET.width - 2 * MARGIN - NUMBER_WIDTH
  const foot = page.foot.map((text) => footLine(text, width))
  return { top, room, mark: winAnsi(page.mark), foot }
}

/**
 * Returns a line of the foot at the largest size that fits. A text that does not fit at the
 * smallest size is cut.
 */
function footLine(text: string, width: number): HeaderFooter['foot'][number] {
  const { encoded, textWidth } = measure(text, 'regular', FOOT_SIZE)
  if (textWidth <= width) return { encoded, style: textStyle('regular', FOOT_SIZE, 'muted') }
  const fitting = Math.floor((FOOT_SIZE * width * 10) / textWidth) / 10
  const size = Math.max(FOOT_SIZE_MIN, fitting)
  const style = textStyle('regular', size, 'muted')
  return { encoded: size === fitting ? encoded : truncate(text, size, width), style }
}

/** Returns the longest beginning of a text that fits, encoded, with an ellipsis. */
function truncate(text: string, size: number, width: number): string {
  const characters = [...text]
  for (let count = characters.length - 1; count > 0; count -= 1) {
    const beginning = `${characters.slice(0, count).join('').trimEnd()}…`
    const { encoded, textWidth } = measure(beginning, 'regular', size)
    if (textWidth <= width) return encoded
  }
  return ''
}

/** Draws the header and footer of a sheet, with the sheet number. */
function drawHeaderFooter(to: Canvas, { mark, foot }: HeaderFooter, numbered: string): void {
  const right = SHEET.width - MARGIN
  const start = SHEET.height - MARGIN - foot.length * FOOT_LEADING
  setElement(to, ARTIFACT)
  if (mark !== '') {
    frame(to, { x: MARGIN, down: MARGIN - 6, width: right - MARGIN, height: 14 })
    writeAligned(to, mark, MARK, { left: MARGIN, right, align: 'center' }, MARGIN + 4)
  }
  rule(to, MARGIN, start, right - MARGIN)
  foot.forEach(({ encoded, style }, line) => {
    write(to, encoded, style, MARGIN, start + (line + 1) * FOOT_LEADING)
  })
  const slot = { left: MARGIN, right, align: 'right' } as const
  writeAligned(to, numbered, NUMBER, slot, start + FOOT_LEADING)
}

/** Space reserved for titles that must be on the same sheet as a box. */
const TITLE_SPACE = 80

/** The options of rendering. */
export interface PdfOptions {
  /** Whether the document is tagged, for programs that read it aloud or extract its tables. */
  readonly tagged: boolean
}

/**
 * Renders a page as the bytes of a PDF 1.7 document. The same page and options always give the same
 * bytes.
 */
export function renderPdf(page: Page, { tagged }: PdfOptions = { tagged: false }): Uint8Array {
  const headerFooter = headerFooterOf(page)
  const { top, room } = headerFooter
  const tags = createTags(tagged)
  const layout = { tags, heightMax: room - TITLE_SPACE }
  const width = SHEET.width - 2 * MARGIN
  const boxes = page.sections.flatMap((each) => sectionBoxes(layout, each, width))
  const sheets = paginate(boxes, room)
  const fallback = new FallbackFonts()
  const canvas = createCanvas(tags, fallback)
  const file = createFile()
  const outline: OutlineItem[] = []
  const contents = sheets.map((placements, sheet) => {
    startSheet(canvas)
    drawHeaderFooter(canvas, headerFooter, `Page ${sheet + 1} of ${sheets.length}`)
    for (const { box, down, repeated } of placements) {
      const title = box.outline
      if (title !== undefined) outline.push({ title, sheet, down: top + down })
      canvas.repeated = repeated
      box.draw(canvas, MARGIN, top + down)
    }
    return endSheet(canvas, (content) => addStream(file, content))
  })
  return finishDocument(file, page, { contents, outline, fallback, tags })
}

// The parts that make the sheets a document (PDF 32000-1, 7.7): pages, outline, catalog and
// information.

/** A title of the outline and its position: the sheet, and points from the top of the sheet. */
interface OutlineItem {
  readonly title: string
  readonly sheet: number
  readonly down: number
}

/**
 * The parts of a document. `contents` has the object numbers of the streams of the sheets, in
 * order.
 */
interface Parts {
  readonly contents: readonly number[]
  readonly outline: readonly OutlineItem[]
  readonly fallback: FallbackFonts
  readonly tags: Tags
}

/** Adds all other objects to a file that has the contents of the sheets, and finishes it. */
function finishDocument(file: PdfFile, page: Page, parts: Parts): Uint8Array {
  const { outline, tags } = parts
  const pages = addPages(file, parts)
  const entries = [
    `/Pages ${pages.root} 0 R/Outlines ${addOutline(file, outline, pages.numbers)} 0 R`,
    `/Lang${textString(page.language)}/ViewerPreferences<</DisplayDocTitle true>>`,
    tags.enabled
      ? `/MarkInfo<</Marked true>>/StructTreeRoot ${addTags(file, tags, pages.numbers)} 0 R`
      : '',
  ]
  const catalog = addObject(file, `<</Type/Catalog${entries.join('')}>>`)
  return finishFile(file, trailerOf(file, page, catalog))
}

/** The object numbers of the pages and of their parent node. */
interface Pages {
  readonly root: number
  readonly numbers: readonly number[]
}

function addPages(file: PdfFile, { contents, fallback, tags }: Parts): Pages {
  const root = reserveNumbers(file, 1)
  const numbers = contents.map((content, sheet) => {
    const marks = tags.enabled ? `/StructParents ${sheet}` : ''
    return addObject(file, `<</Type/Page/Parent ${root} 0 R/Contents ${content} 0 R${marks}>>`)
  })
  const kids = numbers.map((number) => `${number} 0 R`).join(' ')
  const box = `/MediaBox[0 0 ${SHEET.width} ${SHEET.height}]`
  const fonts = `/Resources<</Font<<${fontEntries(file, fallback)}>>>>`
  addObject(file, `<</Type/Pages/Count ${numbers.length}/Kids[${kids}]${box}${fonts}>>`, root)
  return { root, numbers }
}

/** The standard fonts are not embedded, because every PDF reader has them. */
const STANDARD_FONTS = Object.entries(FONT_NAMES)
  .map(
    ([face, name]) =>
      `/${FONT_KEYS[face as Face]}<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`,
  )
  .join('')

function fontEntries(file: PdfFile, fallback: FallbackFonts): string {
  const embedded = fallback.addTo(file).map(([face, font]) => `/${FONT_KEYS[face]} ${font} 0 R`)
  return STANDARD_FONTS + embedded.join('')
}

/** Adds the outline, and returns the object number of its root. */
function addOutline(
  file: PdfFile,
  items: readonly OutlineItem[],
  pages: readonly number[],
): number {
  const root = reserveNumbers(file, 1 + items.length)
  const last = root + items.length
  items.forEach(({ title, sheet, down }, index) => {
    const number = root + 1 + index
    const place = `${pages[sheet]} 0 R/XYZ 0 ${tenth(SHEET.height - down)} null`
    const previous = index === 0 ? '' : `/Prev ${number - 1} 0 R`
    const next = number === last ? '' : `/Next ${number + 1} 0 R`
    const entry = `/Title${textString(title)}/Dest[${place}]/Parent ${root} 0 R`
    addObject(file, `<<${entry}${previous}${next}>>`, number)
  })
  const list = `/First ${root + 1} 0 R/Last ${last} 0 R/Count ${items.length}`
  return addObject(file, `<</Type/Outlines${list}>>`, root)
}

/** Rounds points to a tenth, which is exact enough for a scroll position and short in the file. */
function tenth(points: number): number {
  return Math.round(points * 10) / 10
}

/**
 * Returns the trailer: the information that programs show without opening the document, and the ID
 * that identifies it.
 */
function trailerOf(file: PdfFile, page: Page, catalog: number): string {
  const info = addObject(
    file,
    `<</Title${textString(page.title)}/Producer(trimerge)/Creator(trimerge)` +
      `/CreationDate${timeString(page.createdAt)}>>`,
  )
  const id = hash('sha256', `${page.title} ${page.createdAt}`)
  const half = `<${id.slice(0, 32)}>`
  return `/Root ${catalog} 0 R/Info ${info} 0 R/ID[${half}${half}]`
}

/**
 * The page as a PDF document: its blocks are laid out as strips, the strips are put on sheets, and
 * the sheets are drawn. All of it is written here and not by a library, since that takes a fraction
 * of the time, and tags besides: docs/printed-report.md has the figures.
 */
import { hash } from 'node:crypto'
import type { Page } from './page.ts'
import { sectionStrips } from './pdf-blocks.ts'
import {
  ARTIFACT,
  belong,
  type Canvas,
  createCanvas,
  endSheet,
  SHEET,
  startSheet,
} from './pdf-canvas.ts'
import { winAnsi } from './pdf-encoding.ts'
import {
  addObject,
  addStream,
  createFile,
  finished,
  numbersOf,
  type PdfFile,
  textString,
  timeString,
} from './pdf-file.ts'
import { ForeignFonts } from './pdf-foreign.ts'
import { FONT_KEYS, type Look, look } from './pdf-look.ts'
import { frame, rule } from './pdf-shapes.ts'
import { type Placement, paginated } from './pdf-sheets.ts'
import { addTags, createTags, type Tags } from './pdf-tags.ts'
import { type Face, FONT_NAMES, widthOf } from './pdf-text.ts'
import { write, writeIn } from './pdf-write.ts'

const MARGIN = 36
const MARK_HEIGHT = 16
const FOOT_SIZE = 6.5
const FOOT_LEADING = 8
/** Room for the titles that must stand with a strip. */
const KEPT_WITH = 80

/** How a document is drawn. */
export interface PdfOptions {
  /** Whether it is tagged, for programs that read it aloud or take its tables apart. */
  readonly tagged: boolean
}

/** A page as the bytes of a PDF 1.7 document, the same bytes for the same page and options. */
export function renderPdf(page: Page, { tagged }: PdfOptions = { tagged: false }): Uint8Array {
  const top = MARGIN + (page.mark === '' ? 0 : MARK_HEIGHT)
  const room = SHEET.height - top - MARGIN - page.foot.length * FOOT_LEADING - 6
  const tags = createTags(tagged)
  const layout = { tags, heightMax: room - KEPT_WITH }
  const width = SHEET.width - 2 * MARGIN
  const strips = page.sections.flatMap((each) => sectionStrips(layout, each, width))
  const sheets = paginated(strips, room)
  const foreign = new ForeignFonts()
  const canvas = createCanvas(tags, foreign)
  const file = createFile()
  const surroundings = surroundingsOf(page, sheets.length)
  const contents = sheets.map((placements, index) => {
    startSheet(canvas)
    drawSurroundings(canvas, surroundings, index + 1)
    for (const { strip, down, repeated } of placements) {
      canvas.repeated = repeated
      strip.draw(canvas, MARGIN, top + down)
    }
    return endSheet(canvas, (content) => addStream(file, content))
  })
  const pages = addPages(file, contents, foreign)
  const outline = addOutline(file, sheets, pages.numbers, top)
  const catalog = addObject(
    file,
    `<</Type/Catalog/Pages ${pages.root} 0 R/Outlines ${outline} 0 R/Lang${textString(page.language)}` +
      `/ViewerPreferences<</DisplayDocTitle true>>${tagged ? tagEntries(file, tags, pages) : ''}>>`,
  )
  return finished(file, trailerOf(file, page, catalog))
}

function tagEntries(file: PdfFile, tags: Tags, pages: Pages): string {
  return `/MarkInfo<</Marked true>>/StructTreeRoot ${addTags(file, tags, pages.numbers)} 0 R`
}

const MARK = look('bold', 8, 'alert')
const NUMBER = look('bold', FOOT_SIZE, 'muted')

/** What stands around the body of each sheet but for its number. */
interface Surroundings {
  readonly mark: string
  readonly foot: readonly { readonly encoded: string; readonly shown: Look }[]
  readonly sheetCount: number
}

function surroundingsOf(page: Page, sheetCount: number): Surroundings {
  const numbered = `Page ${sheetCount} of ${sheetCount}`
  const room = SHEET.width - 2 * MARGIN - widthOf(numbered, 'bold', FOOT_SIZE) - 10
  const foot = page.foot.map((text) => {
    const encoded = winAnsi(text)
    const wide = widthOf(encoded, 'regular', FOOT_SIZE)
    const size = wide <= room ? FOOT_SIZE : Math.floor((FOOT_SIZE * room * 10) / wide) / 10
    return { encoded, shown: look('regular', size, 'muted') }
  })
  return { mark: winAnsi(page.mark), foot, sheetCount }
}

/** Draws the mark at the top and the lines at the foot of a sheet. */
function drawSurroundings(
  to: Canvas,
  { mark, foot, sheetCount }: Surroundings,
  sheet: number,
): void {
  const right = SHEET.width - MARGIN
  const start = SHEET.height - MARGIN - foot.length * FOOT_LEADING
  belong(to, ARTIFACT)
  if (mark !== '') {
    frame(to, { x: MARGIN, down: MARGIN - 6, width: right - MARGIN, height: 14 })
    writeIn(to, mark, MARK, { left: MARGIN, right, align: 'center' }, MARGIN + 4)
  }
  rule(to, MARGIN, start, right - MARGIN)
  foot.forEach(({ encoded, shown }, line) => {
    write(to, encoded, shown, MARGIN, start + (line + 1) * FOOT_LEADING)
  })
  const slot = { left: MARGIN, right, align: 'right' } as const
  writeIn(to, `Page ${sheet} of ${sheetCount}`, NUMBER, slot, start + FOOT_LEADING)
}

/** The object numbers of the pages and of the node above them. */
interface Pages {
  readonly root: number
  readonly numbers: readonly number[]
}

function addPages(file: PdfFile, contents: readonly number[], foreign: ForeignFonts): Pages {
  const root = numbersOf(file, 1)
  const numbers = contents.map((content, sheet) =>
    addObject(
      file,
      `<</Type/Page/Parent ${root} 0 R/Contents ${content} 0 R/StructParents ${sheet}>>`,
    ),
  )
  const kids = numbers.map((number) => `${number} 0 R`).join(' ')
  const box = `/MediaBox[0 0 ${SHEET.width} ${SHEET.height}]`
  const fonts = `/Resources<</Font<<${fontEntries(file, foreign)}>>>>`
  addObject(file, `<</Type/Pages/Count ${numbers.length}/Kids[${kids}]${box}${fonts}>>`, root)
  return { root, numbers }
}

/** The standard fonts are told by name only: every reader of PDF has them. */
const STANDARD_FONTS = Object.entries(FONT_NAMES)
  .map(
    ([face, name]) =>
      `/${FONT_KEYS[face as Face]}<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`,
  )
  .join('')

function fontEntries(file: PdfFile, foreign: ForeignFonts): string {
  const embedded = foreign.addTo(file).map(([face, font]) => `/${FONT_KEYS[face]} ${font} 0 R`)
  return STANDARD_FONTS + embedded.join('')
}

/** Adds the titles of the sections and where they stand, and says the number of their list. */
function addOutline(
  file: PdfFile,
  sheets: readonly (readonly Placement[])[],
  pages: readonly number[],
  top: number,
): number {
  const entries: string[] = []
  sheets.forEach((placements, sheet) => {
    for (const { strip, down } of placements) {
      if (strip.outline === undefined) continue
      const place = `${pages[sheet]} 0 R/XYZ 0 ${tenth(SHEET.height - top - down)} null`
      entries.push(`/Title${textString(strip.outline)}/Dest[${place}]`)
    }
  })
  const root = numbersOf(file, 1 + entries.length)
  const last = root + entries.length
  entries.forEach((entry, index) => {
    const number = root + 1 + index
    const previous = index === 0 ? '' : `/Prev ${number - 1} 0 R`
    const next = number === last ? '' : `/Next ${number + 1} 0 R`
    addObject(file, `<<${entry}/Parent ${root} 0 R${previous}${next}>>`, number)
  })
  const list = `/First ${root + 1} 0 R/Last ${last} 0 R/Count ${entries.length}`
  return addObject(file, `<</Type/Outlines${list}>>`, root)
}

/** Points as the shortest number that is exact enough for a place to scroll to. */
function tenth(points: number): number {
  return Math.round(points * 10) / 10
}

/** What programs show of a document without opening it, and by what they know it again. */
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

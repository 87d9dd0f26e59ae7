/**
 * The page as a PDF document: its blocks are laid out as strips, the strips are put on sheets, and
 * the sheets are drawn. All of it is written here and not by a library, since that takes a fraction
 * of the time, and tags besides: docs/printed-report.md has the figures.
 */

import { completed, type OutlineItem } from '../../reports/print/pdf/document.ts'
import { paginated } from '../../reports/print/pdf/sheets.ts'
import { drawSurroundings, MARGIN, surroundingsOf } from '../../reports/print/pdf/surroundings.ts'
import type { Page } from '../page.ts'
import { sectionStrips } from './blocks.ts'
import { createCanvas, endSheet, SHEET, startSheet } from './canvas.ts'
import { ForeignFonts } from './fallback-font.ts'
import { addStream, createFile } from './pdf-file.ts'
import { createTags } from './tags.ts'

/** Room for the titles that must stand with a strip. */
const KEPT_WITH = 80

/** How a document is drawn. */
export interface PdfOptions {
  /** Whether it is tagged, for programs that read it aloud or take its tables apart. */
  readonly tagged: boolean
}

/** A page as the bytes of a PDF 1.7 document, the same bytes for the same page and options. */
export function renderPdf(page: Page, { tagged }: PdfOptions = { tagged: false }): Uint8Array {
  const surroundings = surroundingsOf(page)
  const { top, room } = surroundings
  const tags = createTags(tagged)
  const layout = { tags, heightMax: room - KEPT_WITH }
  const width = SHEET.width - 2 * MARGIN
  const strips = page.sections.flatMap((each) => sectionStrips(layout, each, width))
  const sheets = paginated(strips, room)
  const foreign = new ForeignFonts()
  const canvas = createCanvas(tags, foreign)
  const file = createFile()
  const outline: OutlineItem[] = []
  const contents = sheets.map((placements, sheet) => {
    startSheet(canvas)
    drawSurroundings(canvas, surroundings, `Page ${sheet + 1} of ${sheets.length}`)
    for (const { strip, down, repeated } of placements) {
      const title = strip.outline
      if (title !== undefined) outline.push({ title, sheet, down: top + down })
      canvas.repeated = repeated
      strip.draw(canvas, MARGIN, top + down)
    }
    return endSheet(canvas, (content) => addStream(file, content))
  })
  return completed(file, page, { contents, outline, foreign, tags })
}

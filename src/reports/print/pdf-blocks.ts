/** Blocks of the page as strips of a sheet. Knows nothing of what they say. */
import type { Block, Columns, FactGrid, Paragraph, Section } from './page.ts'
import { boxStrips, scaleStrip } from './pdf-boxes.ts'
import { begin, type Canvas, end, place } from './pdf-canvas.ts'
import { lineStrips } from './pdf-line.ts'
import { seriesStrips } from './pdf-series.ts'
import { fill } from './pdf-shapes.ts'
import type { Nested, Strip } from './pdf-strip.ts'
import { tableStrips } from './pdf-table.ts'
import { widthOf, winAnsi, wrapped } from './pdf-text.ts'
import { type Look, write, writeIn } from './pdf-write.ts'

const SIZES = { small: 6.5, normal: 7.5, large: 9, title: 15, figure: 15 } as const
const LEADING = 1.24
const GAP = 10
const TITLE_HEIGHT = 13
const TITLE_ABOVE = 8
const LEAD_SPACE = 3

/** The strips of a section: its title, which stays with what follows, and its blocks. */
export function sectionStrips(to: Canvas, section: Section, width: number): Strip[] {
  const body = flowing(to, section.blocks, width)
  if (section.titled) {
    const again = continuedStrip(to, section.title)
    return [titleStrip(to, section.title, width), ...body.map((strip) => repeating(strip, again))]
  }
  begin(to)
  return [{ height: 6, piece: end(to), keepsNext: true, outline: section.title }, ...body]
}

function repeating(strip: Strip, again: Strip): Strip {
  return strip.repeats === undefined ? strip : { ...strip, repeats: [again, ...strip.repeats] }
}

const CONTINUED: Look = { face: 'bold', size: 7, tone: 'muted' }

/** What stands above a table that goes on from the sheet before. */
function continuedStrip(to: Canvas, title: string): Strip {
  begin(to)
  write(to, winAnsi(`${title}, continued`), CONTINUED, 0, 8)
  return { height: 11, piece: end(to), keepsNext: true }
}

const SECTION_TITLE: Look = { face: 'bold', size: 8.5, tone: 'strong' }

function titleStrip(to: Canvas, title: string, width: number): Strip {
  begin(to)
  fill(to, { x: 0, down: TITLE_ABOVE, width, height: TITLE_HEIGHT }, '.88 .9 .92 rg')
  fill(to, { x: 0, down: TITLE_ABOVE, width: 2.5, height: TITLE_HEIGHT }, '.35 .42 .5 rg')
  write(to, winAnsi(title), SECTION_TITLE, 7, TITLE_ABOVE + 9.4)
  const height = TITLE_ABOVE + TITLE_HEIGHT + 3
  return { height, piece: end(to), keepsNext: true, outline: title }
}

/** The strips of a block, from top to bottom. */
export function blockStrips(to: Canvas, block: Block, width: number): Strip[] {
  switch (block.kind) {
    case 'paragraph':
      return paragraphStrips(to, block, width)
    case 'facts':
      return factStrips(to, block, width)
    case 'line':
      return lineStrips(to, block, width)
    case 'table':
      return tableStrips(to, block, width, NESTED)
    case 'series':
      return seriesStrips(to, block, width)
    case 'scale':
      return [scaleStrip(to, block, width)]
    case 'boxes':
      return boxStrips(to, block, width, NESTED)
    case 'columns':
      return columnStrips(to, block, width)
  }
}

function paragraphStrips(to: Canvas, block: Paragraph, width: number): Strip[] {
  const size = SIZES[block.size]
  const face = block.tone === 'strong' || block.size === 'figure' ? 'bold' : 'regular'
  const look = { face, size, tone: block.tone } as const
  const slot = { left: 0, right: width, align: block.align }
  const lines = wrapped(winAnsi(block.text), face, size, width)
  const above = block.leads ? LEAD_SPACE : 0
  return lines.map((line, index) => {
    begin(to)
    const space = index === 0 ? above : 0
    writeIn(to, line, look, slot, space + size)
    const last = index === lines.length - 1
    const height = space + size * LEADING + (last ? 1.5 : 0)
    return { height, piece: end(to), keepsNext: last ? block.leads : isEdge(index, lines.length) }
  })
}

/** Whether a line is first or next to last: no line of a paragraph stands alone on a sheet. */
function isEdge(index: number, count: number): boolean {
  return index === 0 || index === count - 2
}

function factStrips(to: Canvas, block: FactGrid, width: number): Strip[] {
  const strips: Strip[] = []
  for (let start = 0; start < block.facts.length; start += block.columns) {
    strips.push(factRow(to, block, start, (width + GAP) / block.columns))
  }
  const count = strips.length
  return strips.map((strip, index) => {
    const keepsNext = count <= KEPT_ROWS_MAX ? index < count - 1 : isEdge(index, count)
    return keepsNext ? { ...strip, keepsNext } : strip
  })
}

/** A grid of no more rows stands on one sheet. */
const KEPT_ROWS_MAX = 8

const FACT_SIZE = SIZES.normal
const FACT_LEADING = FACT_SIZE * LEADING
const LABEL: Look = { face: 'regular', size: FACT_SIZE, tone: 'muted' }
const LABEL_GAP = 6

function factRow(to: Canvas, block: FactGrid, start: number, pitch: number): Strip {
  const width = pitch - GAP
  const alone = block.columns === 1
  let lineCount = 1
  begin(to)
  block.facts.slice(start, start + block.columns).forEach((each, index) => {
    const left = index * pitch
    const label = winAnsi(each.label)
    const value = winAnsi(each.value)
    const face = each.tone === 'strong' ? 'bold' : 'regular'
    const valueWidth = widthOf(value, face, FACT_SIZE)
    const spare = width - LABEL_GAP - valueWidth
    const labelWidth = widthOf(label, 'regular', FACT_SIZE)
    const room = Math.min(labelWidth, Math.max(width * 0.6, spare))
    const indent = Math.max(room + LABEL_GAP, alone ? Math.min(66, width * 0.3) : 0)
    const labels = labelWidth <= room ? [label] : wrapped(label, 'regular', FACT_SIZE, room + 0.01)
    const values =
      valueWidth <= width - indent
        ? [value]
        : wrapped(value, face, FACT_SIZE, width - indent + 0.01)
    writeLines(to, labels, LABEL, left)
    writeLines(to, values, { face, size: FACT_SIZE, tone: each.tone }, left + indent)
    lineCount = Math.max(lineCount, labels.length, values.length)
  })
  return { height: lineCount * FACT_LEADING + 1, piece: end(to), keepsNext: false }
}

function writeLines(to: Canvas, lines: readonly string[], look: Look, x: number): void {
  lines.forEach((line, index) => {
    write(to, line, look, x, FACT_SIZE + index * FACT_LEADING)
  })
}

function columnStrips(to: Canvas, block: Columns, width: number): Strip[] {
  const total = block.columns.reduce((sum, column) => sum + column.share, 0)
  const room = width - GAP * (block.columns.length - 1)
  const widths = block.columns.map((column) => (room * column.share) / total)
  const strips = block.columns.map((column, index) =>
    stacked(to, column.blocks, widths[index] as number),
  )
  begin(to)
  let left = 0
  strips.forEach((strip, index) => {
    place(to, strip.piece, left, 0)
    left += (widths[index] as number) + GAP
  })
  const height = Math.max(0, ...strips.map((strip) => strip.height)) + 4
  const strip = { height, piece: end(to), keepsNext: false }
  if (height <= to.heightMax) return [strip]
  return flowing(
    to,
    block.columns.flatMap((column) => column.blocks),
    width,
  )
}

function flowing(to: Canvas, blocks: readonly Block[], width: number): Strip[] {
  return blocks.flatMap((block) => blockStrips(to, block, width))
}

const NESTED: Nested = { stacked, flowing }

function stacked(to: Canvas, blocks: readonly Block[], width: number): Strip {
  const strips = flowing(to, blocks, width)
  const [first] = strips
  if (first !== undefined && strips.length === 1) return first
  begin(to)
  let height = 0
  for (const strip of strips) {
    place(to, strip.piece, 0, height)
    height += strip.height
  }
  return { height, piece: end(to), keepsNext: false }
}

/** Blocks of the page as strips of a sheet. Knows nothing of what they say. */
import type {
  Block,
  Box,
  Boxes,
  Columns,
  FactGrid,
  FactLine,
  Paragraph,
  Section,
  Series,
} from './page.ts'
import { drawn, fill, frame, pen, placed, type Strip, write, writeAligned } from './pdf-strip.ts'
import { tableStrips } from './pdf-table.ts'
import { type Face, widthOf, winAnsi, wrapped } from './pdf-text.ts'

/** Body text and what stands closer. */
export const BODY_SIZE = 7.5
const SMALL_SIZE = 6.5
const LEADING = 1.24
const GAP = 10

const SIZES = { small: SMALL_SIZE, normal: BODY_SIZE, large: 9, title: 15 } as const

/** The strips of a section: its title, which stays with what follows, and its blocks. */
export function sectionStrips(section: Section, width: number): Strip[] {
  const body = section.blocks.flatMap((block) => blockStrips(block, width))
  if (section.titled) return [titleStrip(section.title, width), ...body]
  const [first, ...rest] = body
  return first === undefined ? [] : [{ ...first, outline: section.title }, ...rest]
}

function titleStrip(title: string, width: number): Strip {
  const by = pen()
  fill(by, 0, 8, width, 13, '.88 .9 .92 rg')
  fill(by, 0, 8, 2.5, 13, '.35 .42 .5 rg')
  write(by, winAnsi(title), 'bold', 8.5, 'strong', 7, 17.4)
  return { height: 24, content: drawn(by), keepsNext: true, outline: title }
}

/** The strips of a block, from top to bottom. */
export function blockStrips(block: Block, width: number): Strip[] {
  switch (block.kind) {
    case 'paragraph':
      return paragraphStrips(block, width)
    case 'facts':
      return factStrips(block, width)
    case 'line':
      return lineStrips(block, width)
    case 'table':
      return tableStrips(block, width, stacked)
    case 'series':
      return [seriesStrip(block, width)]
    case 'boxes':
      return boxStrips(block, width)
    case 'columns':
      return columnStrips(block, width)
  }
}

function paragraphStrips(block: Paragraph, width: number): Strip[] {
  const size = SIZES[block.size]
  const face = block.tone === 'strong' ? 'bold' : 'regular'
  const lines = wrapped(winAnsi(block.text), face, size, width)
  const height = size * LEADING
  return lines.map((line, index) => {
    const by = pen()
    const place = { left: 0, right: width, down: size }
    writeAligned(by, line, face, size, block.tone, place, block.align)
    const last = index === lines.length - 1
    return { height: last ? height + 1.5 : height, content: drawn(by), keepsNext: !last }
  })
}

function factStrips(block: FactGrid, width: number): Strip[] {
  const strips: Strip[] = []
  for (let start = 0; start < block.facts.length; start += block.columns) {
    strips.push(factRow(block, start, (width + GAP) / block.columns))
  }
  return strips
}

function factRow(block: FactGrid, start: number, pitch: number): Strip {
  const by = pen()
  const facts = block.facts.slice(start, start + block.columns)
  const size = BODY_SIZE
  let lineCount = 1
  facts.forEach((each, index) => {
    const left = index * pitch
    const width = pitch - GAP
    const label = winAnsi(each.label)
    const room = Math.min(widthOf(label, 'regular', size), width * 0.6)
    const labels = wrapped(label, 'regular', size, room + 0.01)
    const indent = Math.max(room + 6, block.columns === 1 ? Math.min(66, width * 0.3) : 0)
    const face = each.tone === 'strong' ? 'bold' : 'regular'
    const values = wrapped(winAnsi(each.value), face, size, width - indent)
    labels.forEach((text, line) => {
      write(by, text, 'regular', size, 'muted', left, size + line * size * LEADING)
    })
    values.forEach((text, line) => {
      write(by, text, face, size, each.tone, left + indent, size + line * size * LEADING)
    })
    lineCount = Math.max(lineCount, labels.length, values.length)
  })
  return { height: lineCount * size * LEADING + 1, content: drawn(by) }
}

interface Piece {
  readonly text: string
  readonly face: Face
  readonly tone: Paragraph['tone']
  readonly width: number
}

/** Running text of labels and values: broken at spaces, each piece in its own look. */
function lineStrips(block: FactLine, width: number): Strip[] {
  const size = SMALL_SIZE
  const space = widthOf(' ', 'regular', size)
  const pieces = block.facts.flatMap((each, index) => factPieces(each, index > 0))
  const strips: Strip[] = []
  let by = pen()
  let x = 0
  const finish = () => {
    strips.push({ height: size * LEADING, content: drawn(by), keepsNext: true })
    by = pen()
    x = 0
  }
  for (const piece of pieces) {
    if (x > 0 && x + piece.width > width) finish()
    for (const [index, text] of cut(piece, width, size).entries()) {
      if (index > 0) finish()
      write(by, text, piece.face, size, piece.tone, x, size)
      x += widthOf(text, piece.face, size) + space
    }
  }
  finish()
  const last = strips.pop() as Strip
  return [...strips, { ...last, keepsNext: false }]
}

function cut(piece: Piece, width: number, size: number): string[] {
  return piece.width <= width ? [piece.text] : wrapped(piece.text, piece.face, size, width)
}

function factPieces(each: FactLine['facts'][number], parted: boolean): Piece[] {
  const face = each.tone === 'plain' || each.tone === 'muted' ? 'regular' : 'bold'
  const label = each.label === '' ? [] : split(`${each.label}:`, 'regular', 'muted')
  const value = split(each.value, face, each.tone)
  return [...(parted ? split('·', 'regular', 'muted') : []), ...label, ...value]
}

function split(text: string, face: Face, tone: Paragraph['tone']): Piece[] {
  return winAnsi(text)
    .split(' ')
    .map((word) => ({ text: word, face, tone, width: widthOf(word, face, SMALL_SIZE) }))
}

const CODE_SIZE = 7
const LABEL_SIZE = 5
const PITCH = 16
const SERIES_TITLE_WIDTH = 62

/** Small cells in a row, their labels above, shaded where they alert. */
function seriesStrip(block: Series, width: number): Strip {
  const by = pen()
  const across = Math.max(1, Math.floor((width - SERIES_TITLE_WIDTH) / PITCH))
  write(by, winAnsi(block.title), 'regular', SMALL_SIZE, 'muted', 0, 14)
  let down = 0
  for (let start = 0; start < block.cells.length; start += across) {
    seriesRow(by, block.cells.slice(start, start + across), down)
    down += 19
  }
  return { height: down, content: drawn(by) }
}

function seriesRow(by: ReturnType<typeof pen>, cells: Series['cells'], down: number): void {
  const left = SERIES_TITLE_WIDTH
  cells.forEach((each, index) => {
    const x = left + index * PITCH
    if (each.tone === 'alert') fill(by, x, down + 7, PITCH, 10, '.96 .8 .77 rg')
    const place = { left: x, right: x + PITCH, down: down + 5.5 }
    writeAligned(by, winAnsi(each.label), 'mono', LABEL_SIZE, 'muted', place, 'center')
  })
  cells.forEach((each, index) => {
    const x = left + index * PITCH
    const face = each.tone === 'alert' ? 'monoBold' : 'mono'
    const place = { left: x, right: x + PITCH, down: down + 14.3 }
    writeAligned(by, winAnsi(each.code), face, CODE_SIZE, each.tone, place, 'center')
  })
  const right = cells.length * PITCH
  frame(by, left, down + 7, right, 10, 0.75)
  for (let index = 1; index < cells.length; index += 1) {
    const x = left + index * PITCH
    by.shapes += `${x} ${-down - 7} m ${x} ${-down - 17} l S\n`
  }
}

const BOX_PADDING = 5

function boxStrips(block: Boxes, width: number): Strip[] {
  const strips: Strip[] = []
  const pitch = (width + GAP) / block.across
  for (let start = 0; start < block.boxes.length; start += block.across) {
    const boxes = block.boxes.slice(start, start + block.across)
    const inner = boxes.map((box) => stacked(boxBlocks(box), pitch - GAP - 2 * BOX_PADDING))
    const height = Math.max(...inner.map((each) => each.height)) + 2 * BOX_PADDING
    const by = pen()
    boxes.forEach((box, index) => {
      if (box.tone === 'alert') fill(by, index * pitch, 1, pitch - GAP, height, '.99 .95 .94 rg')
      if (box.tone === 'alert') fill(by, index * pitch, 1, 2.5, height, '.75 .25 .2 rg')
      frame(by, index * pitch, 1, pitch - GAP, height, 0.7)
    })
    const texts = inner.map((each, index) =>
      placed(each.content, index * pitch + BOX_PADDING + 1, 1 + BOX_PADDING),
    )
    strips.push({ height: height + 5, content: drawn(by) + texts.join('') })
  }
  return strips
}

function boxBlocks(box: Box): Block[] {
  const line = (text: string, tone: Box['tone'], size: Paragraph['size']): Block[] =>
    text === '' ? [] : [{ kind: 'paragraph', text, tone, size, align: 'left' }]
  return [
    ...line(box.title, 'strong', 'normal'),
    ...line(box.subtitle, 'muted', 'small'),
    ...line(box.figure, 'strong', 'title'),
    ...box.lines.flatMap((each) => line(each.text, each.tone, 'small')),
  ]
}

function columnStrips(block: Columns, width: number): Strip[] {
  const total = block.columns.reduce((sum, column) => sum + column.share, 0)
  const room = width - GAP * (block.columns.length - 1)
  let left = 0
  let height = 0
  let content = ''
  for (const column of block.columns) {
    const wide = (room * column.share) / total
    const inner = stacked(column.blocks, wide)
    content += placed(inner.content, left, 0)
    height = Math.max(height, inner.height)
    left += wide + GAP
  }
  return [{ height: height + 4, content }]
}

/** Blocks one below the other as one strip. */
export function stacked(blocks: readonly Block[], width: number): Strip {
  let height = 0
  let content = ''
  for (const block of blocks) {
    for (const strip of blockStrips(block, width)) {
      content += placed(strip.content, 0, height)
      height += strip.height
    }
  }
  return { height, content }
}

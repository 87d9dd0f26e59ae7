/** Tables as strips: a header that is repeated, and rows that are never parted. */
import type { Block, Cell, Column, Row, Table } from './page.ts'
import { drawn, fill, type Pen, pen, placed, rule, type Strip, writeAligned } from './pdf-strip.ts'
import { type Face, widthOf, winAnsi, wrapped } from './pdf-text.ts'

const SIZE = 7
const LEADING = 8.4
const PADDING = 3
const HEADER_SIZE = 6
const HEADER_LEADING = 7.2
const SIZE_MIN = 4.5

interface Track {
  readonly column: Column
  readonly left: number
  readonly right: number
}

/** How blocks become one strip; handed in, because blocks may be tables themselves. */
export type Stack = (blocks: readonly Block[], width: number) => Strip

/** The header, then a strip for each row with what stands below it. */
export function tableStrips(table: Table, width: number, stack: Stack): Strip[] {
  const tracks = tracksOf(table.columns, width)
  const header = headerStrip(tracks, width)
  const inner = width - PADDING
  return [
    header,
    ...table.rows.map((each) => {
      const below = each.below.length === 0 ? undefined : stack(each.below, inner)
      return rowStrip(each, tracks, width, header, below)
    }),
  ]
}

function tracksOf(columns: readonly Column[], width: number): Track[] {
  const total = columns.reduce((sum, column) => sum + column.share, 0)
  let left = 0
  return columns.map((column) => {
    const wide = (width * column.share) / total
    const track = { column, left: left + PADDING / 2, right: left + wide - PADDING / 2 }
    left += wide
    return track
  })
}

function headerStrip(tracks: readonly Track[], width: number): Strip {
  const by = pen()
  const lineCount = Math.max(...tracks.map((track) => track.column.titles.length))
  const height = lineCount * HEADER_LEADING + 3
  fill(by, 0, 0, width, height, '.95 .955 .96 rg')
  rule(by, 0, height, width, 0.6)
  for (const { column, left, right } of tracks) {
    column.titles.forEach((title, line) => {
      const place = { left, right, down: 7 + line * HEADER_LEADING }
      writeFitted(by, winAnsi(title), 'bold', HEADER_SIZE, 'muted', place, column.align)
    })
  }
  return { height: height + 1, content: drawn(by), keepsNext: true }
}

function rowStrip(
  each: Row,
  tracks: readonly Track[],
  width: number,
  header: Strip,
  below: Strip | undefined,
): Strip {
  const by = pen()
  let lineCount = 1
  tracks.forEach((track, index) => {
    const cell = each.cells[index]
    if (cell !== undefined) lineCount = Math.max(lineCount, writeCell(by, cell, track))
  })
  const height = lineCount * LEADING + 2
  const whole = height + (below === undefined ? 0 : below.height + 1)
  rule(by, 0, whole, width, 0.82)
  const content = below === undefined ? '' : placed(below.content, PADDING / 2, height)
  return { height: whole + 1, content: drawn(by) + content, repeats: header }
}

/** Writes the lines of a cell and says how many it took, empty ones at the end left aside. */
function writeCell(by: Pen, cell: Cell, track: Track): number {
  const { column, left, right } = track
  let line = 0
  let used = 0
  cell.lines.forEach((text, index) => {
    const face = faceOf(column, cell, index)
    const tone = index > 0 && column.lead && cell.tone === 'plain' ? 'muted' : cell.tone
    const encoded = winAnsi(text)
    const parts = column.align === 'left' ? wrapped(encoded, face, SIZE, right - left) : [encoded]
    for (const part of parts) {
      const place = { left, right, down: SIZE + line * LEADING }
      writeFitted(by, part, face, SIZE, tone, place, column.align)
      line += 1
    }
    if (encoded !== '') used = line
  })
  return used
}

function faceOf(column: Column, cell: Cell, line: number): Face {
  const strong = cell.tone === 'strong' || (column.lead === true && line === 0)
  if (column.monospaced) return strong ? 'monoBold' : 'mono'
  return strong ? 'bold' : 'regular'
}

/** Writes text that has one line, smaller where it would not fit. */
function writeFitted(
  by: Pen,
  encoded: string,
  face: Face,
  size: number,
  tone: Cell['tone'],
  place: { readonly left: number; readonly right: number; readonly down: number },
  align: Column['align'],
): void {
  const wide = widthOf(encoded, face, size)
  const room = place.right - place.left
  const fitted =
    wide <= room ? size : Math.max(SIZE_MIN, Math.floor((size * room * 10) / wide) / 10)
  writeAligned(by, encoded, face, fitted, tone, place, align)
}

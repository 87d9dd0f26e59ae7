/** Tables as strips: a header that is repeated, and rows that are never parted. */
import { lookOfLine } from './look.ts'
import { type Cell, type Column, paragraph, type Row, type Table, type Tone } from './page.ts'
import { belong, type Canvas } from './pdf-canvas.ts'
import { winAnsi } from './pdf-encoding.ts'
import { type Look, look, looks } from './pdf-look.ts'
import { fill, rule } from './pdf-shapes.ts'
import type { Layout, Nested, Place, Strip } from './pdf-strip.ts'
import { addElement, forgetElements } from './pdf-tags.ts'
import { type Face, widthOf, wrapped } from './pdf-text.ts'
import { type Slot, write } from './pdf-write.ts'

const SIZE = 7
const LEADING = 8.4
const PADDING = 5
const HEADER_SIZE = 6
const HEADER_LEADING = 7.2
const SIZE_MIN = 4.5
const SPACE_BELOW = 3
/** A last row that is lower is not left alone on a new sheet. */
const ALONE_MIN = 40

interface Track extends Slot {
  readonly column: Column
}

/** A table with its columns as tracks, and what is drawn again on each sheet. */
interface Frame {
  readonly layout: Layout
  readonly nested: Nested
  readonly tracks: readonly Track[]
  readonly width: number
  readonly element: number
  readonly repeats: readonly Strip[]
}

/** The header, then a strip for each row with what stands below it. */
export function tableStrips(layout: Layout, table: Table, place: Place, nested: Nested): Strip[] {
  const { width } = place
  const tracks = tracksOf(table.columns, width)
  const element = addElement(layout.tags, 'Table', place.parent)
  const header = headerStrip(layout, tracks, { width, parent: element })
  const frame = { layout, nested, tracks, width, element, repeats: [header] }
  const rows = table.rows.flatMap((each) => rowStrips(each, frame))
  const last = rows.pop()
  if (last === undefined) return [header]
  const before = rows.pop()
  return [
    header,
    ...rows,
    ...(before === undefined ? [] : [{ ...before, keepsNext: last.height < ALONE_MIN }]),
    { ...last, height: last.height + SPACE_BELOW },
  ]
}

function tracksOf(columns: readonly Column[], width: number): Track[] {
  const total = columns.reduce((sum, column) => sum + column.share, 0)
  let edge = 0
  return columns.map((column) => {
    const left = edge + PADDING / 2
    edge += (width * column.share) / total
    return { column, left, right: edge - PADDING / 2, align: column.align }
  })
}

const TITLE = look('bold', HEADER_SIZE, 'muted')
const COLUMN_HEADER = '/A<</O/Table/Scope/Column>>'

function headerStrip({ tags }: Layout, tracks: readonly Track[], { width, parent }: Place): Strip {
  const row = addElement(tags, 'TR', parent)
  const elements = tracks.map(() => addElement(tags, 'TH', row, COLUMN_HEADER))
  const lineCount = Math.max(...tracks.map((track) => track.column.titles.length))
  const height = lineCount * HEADER_LEADING + 3
  const draw = (to: Canvas, x: number, down: number) => {
    fill(to, { x, down, width, height }, '.95 .955 .96 rg')
    rule(to, x, down + height, width)
    tracks.forEach((track, index) => {
      belong(to, elements[index] as number)
      track.column.titles.forEach((title, line) => {
        writeFitted(to, winAnsi(title), TITLE, track, x, down + 7 + line * HEADER_LEADING)
      })
    })
  }
  return { height: height + 1, draw, keepsNext: true }
}

function rowStrips(row: Row, frame: Frame): readonly Strip[] {
  const { heightMax, tags } = frame.layout
  const before = tags.kinds.length
  const strip = rowStrip(row, frame)
  if (strip.height <= heightMax) return [strip]
  forgetElements(tags, before)
  return partedRow(row, frame)
}

/** A row higher than a sheet, as text that can go on elsewhere. */
function partedRow(row: Row, { layout, tracks, width, element, nested }: Frame): Strip[] {
  const texts = row.cells.flatMap((cell, index) => {
    const titles = tracks[index]?.column.titles ?? []
    return cell.lines.flatMap((text, line) =>
      text === '' ? [] : [paragraph(`${titles[line] ?? titles[titles.length - 1]}: ${text}`)],
    )
  })
  const parent = addWideCell(layout, element, tracks.length)
  return nested.flowing(layout, [...texts, ...row.below], { width, parent })
}

/** A row of one cell, which is as wide as the table. */
function addWideCell({ tags }: Layout, table: number, columns: number): number {
  return addElement(tags, 'TD', addElement(tags, 'TR', table), `/A<</O/Table/ColSpan ${columns}>>`)
}

function rowStrip(row: Row, frame: Frame): Strip {
  const { layout, tracks, width, element, repeats } = frame
  const parent = addElement(layout.tags, 'TR', element)
  const cells = tracks.map((track, index) => laidCell(layout, row.cells[index], track, parent))
  const height = Math.max(1, ...cells.map((cell) => cell.lineCount)) * LEADING + 2
  const below = row.below.length === 0 ? undefined : belowStrip(row, frame)
  const whole = below === undefined ? height : height + below.height + 1
  const draw = (to: Canvas, x: number, down: number) => {
    for (const cell of cells) drawCell(to, cell, x, down)
    rule(to, x, down + whole, width)
    below?.draw(to, x + PADDING / 2, down + height)
  }
  return { height: whole + 1, draw, keepsNext: false, repeats }
}

/** What stands below the cells of a row. */
function belowStrip(row: Row, { layout, nested, tracks, width, element }: Frame): Strip {
  const parent = addWideCell(layout, element, tracks.length)
  return nested.stacked(layout, row.below, { width: width - PADDING, parent })
}

/** A cell whose lines fit into its track; the looks of its lines where they are not the cell's. */
interface LaidCell {
  readonly element: number
  readonly track: Track
  readonly cell: Cell
  readonly lines: readonly string[]
  readonly looks: readonly Look[] | undefined
  readonly lineCount: number
}

const EMPTY: Cell = { lines: [], tone: 'plain' }

function laidCell({ tags }: Layout, cell: Cell = EMPTY, track: Track, parent: number): LaidCell {
  const element = addElement(tags, 'TD', parent)
  const { lines } = cell
  let lineCount = 0
  for (let index = 0; index < lines.length; index += 1) {
    const text = lines[index] as string
    if (text === '') continue
    if (!fits(text, cell, track, index)) return brokenCell(cell, track, element)
    lineCount = index + 1
  }
  return { element, track, cell, lines, looks: undefined, lineCount }
}

/** Whether a line is written as it is. Lines that are not on the left are made smaller instead. */
function fits(text: string, cell: Cell, { column, left, right }: Track, line: number): boolean {
  if (winAnsi(text) !== text) return false
  return (
    column.align !== 'left' || widthOf(text, lookOf(column, cell, line).face, SIZE) <= right - left
  )
}

function brokenCell(cell: Cell, track: Track, element: number): LaidCell {
  const { column, left, right } = track
  const lines: string[] = []
  const looks: Look[] = []
  cell.lines.forEach((text, index) => {
    const look = lookOf(column, cell, index)
    const encoded = winAnsi(text)
    const parts =
      column.align === 'left' ? wrapped(encoded, look.face, SIZE, right - left) : [encoded]
    for (const part of parts) {
      lines.push(part)
      looks.push(look)
    }
  })
  const lineCount = 1 + lines.findLastIndex((line) => line !== '')
  return { element, track, cell, lines, looks, lineCount }
}

function drawCell(to: Canvas, laid: LaidCell, x: number, down: number): void {
  const { element, track, cell, lines, looks, lineCount } = laid
  belong(to, element)
  for (let line = 0; line < lineCount; line += 1) {
    const text = lines[line] as string
    const look = looks?.[line] ?? lookOf(track.column, cell, line)
    const base = down + SIZE + line * LEADING
    if (track.align === 'left') write(to, text, look, x + track.left, base)
    else writeFitted(to, text, look, track, x, base)
  }
}

/** The looks of cells by face. */
const LOOKS: Readonly<Record<Face, Readonly<Record<Tone, Look>>>> = {
  regular: looks('regular', SIZE),
  bold: looks('bold', SIZE),
  mono: looks('mono', SIZE),
  monoBold: looks('monoBold', SIZE),
}

function lookOf(column: Column, cell: Cell, line: number): Look {
  const { tone, strong } = lookOfLine(column, cell, line)
  if (column.monospaced === true) return LOOKS[strong ? 'monoBold' : 'mono'][tone]
  return LOOKS[strong ? 'bold' : 'regular'][tone]
}

/** Writes one line into a track, smaller where it would not fit. */
function writeFitted(
  to: Canvas,
  encoded: string,
  shown: Look,
  track: Track,
  x: number,
  down: number,
): void {
  const { left, right, align } = track
  const room = right - left
  const wide = widthOf(encoded, shown.face, shown.size)
  if (wide > room && shown.size > SIZE_MIN) {
    const size = Math.max(SIZE_MIN, Math.floor((shown.size * room * 10) / wide) / 10)
    writeFitted(to, encoded, look(shown.face, size, shown.tone), track, x, down)
    return
  }
  const slack = align === 'left' ? 0 : room - wide
  write(to, encoded, shown, x + left + (align === 'center' ? slack / 2 : slack), down)
}

/** Tables as strips: a header that is repeated, and rows that are never parted. */
import { lookOfLine } from './look.ts'
import { type Cell, type Column, paragraph, type Row, type Table, type Tone } from './page.ts'
import { begin, type Canvas, end, place } from './pdf-canvas.ts'
import { fill, rule } from './pdf-shapes.ts'
import type { Nested, Strip } from './pdf-strip.ts'
import { type Face, widthOf, winAnsi, wrapped } from './pdf-text.ts'
import { type Look, type Slot, writeIn } from './pdf-write.ts'

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

interface Layout {
  readonly tracks: readonly Track[]
  readonly width: number
  readonly header: Strip
  readonly nested: Nested
}

/** The header, then a strip for each row with what stands below it. */
export function tableStrips(to: Canvas, table: Table, width: number, nested: Nested): Strip[] {
  const tracks = tracksOf(table.columns, width)
  const header = headerStrip(to, tracks, width)
  const layout = { tracks, width, header, nested }
  const rows = table.rows.flatMap((each) => rowStrips(to, each, layout))
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

const TITLE: Look = { face: 'bold', size: HEADER_SIZE, tone: 'muted' }

function headerStrip(to: Canvas, tracks: readonly Track[], width: number): Strip {
  const lineCount = Math.max(...tracks.map((track) => track.column.titles.length))
  const height = lineCount * HEADER_LEADING + 3
  begin(to)
  fill(to, { x: 0, down: 0, width, height }, '.95 .955 .96 rg')
  rule(to, 0, height, width)
  for (const track of tracks) {
    track.column.titles.forEach((title, line) => {
      const encoded = winAnsi(title)
      const wide = widthOf(encoded, TITLE.face, TITLE.size)
      writeFitted(to, encoded, TITLE, track, 7 + line * HEADER_LEADING, wide)
    })
  }
  return { height: height + 1, piece: end(to), keepsNext: true }
}

function rowStrips(to: Canvas, row: Row, layout: Layout): readonly Strip[] {
  const strip = rowStrip(to, row, layout)
  return strip.height <= to.heightMax ? [strip] : partedRow(to, row, layout)
}

/** A row higher than a sheet, as text that can go on elsewhere. */
function partedRow(to: Canvas, row: Row, { tracks, width, nested }: Layout): Strip[] {
  const texts = row.cells.flatMap((cell, index) => {
    const titles = tracks[index]?.column.titles ?? []
    return cell.lines.flatMap((text, line) =>
      text === '' ? [] : [paragraph(`${titles[line] ?? titles[titles.length - 1]}: ${text}`)],
    )
  })
  return nested.flowing(to, [...texts, ...row.below], width)
}

function rowStrip(to: Canvas, row: Row, { tracks, width, header, nested }: Layout): Strip {
  const inner = width - PADDING
  const below = row.below.length === 0 ? undefined : nested.stacked(to, row.below, inner)
  begin(to)
  let lineCount = 1
  tracks.forEach((track, index) => {
    const cell = row.cells[index]
    if (cell !== undefined) lineCount = Math.max(lineCount, writeCell(to, cell, track))
  })
  const height = lineCount * LEADING + 2
  const whole = below === undefined ? height : height + below.height + 1
  rule(to, 0, whole, width)
  if (below !== undefined) place(to, below.piece, PADDING / 2, height)
  return { height: whole + 1, piece: end(to), keepsNext: false, repeats: [header] }
}

/** Writes the lines of a cell and says how many it took, empty ones at the end left aside. */
function writeCell(to: Canvas, cell: Cell, track: Track): number {
  const { column } = track
  let line = 0
  let used = 0
  for (let index = 0; index < cell.lines.length; index += 1) {
    const encoded = winAnsi(cell.lines[index] as string)
    if (encoded === '') {
      line += 1
      continue
    }
    const look = lookOf(column, cell, index)
    const wide = widthOf(encoded, look.face, SIZE)
    if (column.align === 'left' && wide > track.right - track.left) {
      for (const part of wrapped(encoded, look.face, SIZE, track.right - track.left)) {
        writeIn(to, part, look, track, SIZE + line * LEADING)
        line += 1
      }
    } else {
      writeFitted(to, encoded, look, track, SIZE + line * LEADING, wide)
      line += 1
    }
    used = line
  }
  return used
}

const TONES = ['plain', 'muted', 'strong', 'alert'] as const satisfies readonly Tone[]

/** The looks of cells by face, each made once. */
const LOOKS: Readonly<Record<Face, Readonly<Record<Tone, Look>>>> = {
  regular: looksIn('regular'),
  bold: looksIn('bold'),
  mono: looksIn('mono'),
  monoBold: looksIn('monoBold'),
}

function looksIn(face: Face): Record<Tone, Look> {
  const looks = TONES.map((tone) => [tone, { face, size: SIZE, tone }] as const)
  return Object.fromEntries(looks) as Record<Tone, Look>
}

function lookOf(column: Column, cell: Cell, line: number): Look {
  const { tone, strong } = lookOfLine(column, cell, line)
  if (column.monospaced === true) return LOOKS[strong ? 'monoBold' : 'mono'][tone]
  return LOOKS[strong ? 'bold' : 'regular'][tone]
}

/** Writes text that has one line and is so wide, smaller where it would not fit. */
function writeFitted(
  to: Canvas,
  encoded: string,
  look: Look,
  slot: Slot,
  down: number,
  wide: number,
): void {
  const room = slot.right - slot.left
  if (wide <= room) {
    writeIn(to, encoded, look, slot, down, wide)
    return
  }
  const size = Math.max(SIZE_MIN, Math.floor((look.size * room * 10) / wide) / 10)
  writeIn(to, encoded, { ...look, size }, slot, down)
}

/** The cells of tables: lines that fit between the edges of their column. */

import type { Cell, Column } from '../../../print/page.ts'
import { belong, type Canvas } from '../../../print/pdf/canvas.ts'
import { measured, wrapped } from '../../../print/pdf/measure.ts'
import { type Look, look, looks } from '../../../print/pdf/text.ts'
import { lookOfLine } from '../look.ts'
import { write } from './write.ts'

const SIZE = 7
/** How far below each other the lines of a cell stand. */
export const LEADING = 8.4
const SIZE_MIN = 4.5

/** A column, and between which edges of its table it stands. */
export interface Track {
  readonly column: Column
  readonly left: number
  readonly right: number
}

/** A line of a cell: how it looks and where it stands in its row. */
export interface Line {
  readonly encoded: string
  readonly shown: Look
  readonly x: number
}

/** The lines of a cell, empty ones at its end left aside. */
export function linesOf(cell: Cell, track: Track): Line[] {
  const lines: Line[] = []
  let used = 0
  for (let index = 0; index < cell.lines.length; index += 1) {
    const text = cell.lines[index] as string
    addLines(lines, text, lookOf(track.column, cell, index), track)
    if (text !== '') used = lines.length
  }
  lines.length = used
  return lines
}

function addLines(lines: Line[], text: string, shown: Look, track: Track): void {
  const { column, left, right } = track
  if (column.align !== 'left') {
    lines.push(fitted(text, shown, track))
    return
  }
  const { encoded, wide } = measured(text, shown.face, SIZE)
  if (wide <= right - left) {
    lines.push({ encoded, shown, x: left })
    return
  }
  for (const part of wrapped(encoded, shown.face, SIZE, right - left)) {
    lines.push({ encoded: part, shown, x: left })
  }
}

/** Draws the cells of a row, whose elements follow each other from the first one on. */
export function drawCells(
  to: Canvas,
  cells: readonly (readonly Line[])[],
  first: number,
  x: number,
  down: number,
): void {
  for (let index = 0; index < cells.length; index += 1) {
    const lines = cells[index] as readonly Line[]
    belong(to, first + index)
    for (let line = 0; line < lines.length; line += 1) {
      const each = lines[line] as Line
      write(to, each.encoded, each.shown, x + each.x, down + SIZE + line * LEADING)
    }
  }
}

const LOOKS = looks(SIZE)

function lookOf(column: Column, cell: Cell, line: number): Look {
  const { tone, strong } = lookOfLine(column, cell, line)
  if (column.monospaced === true) return LOOKS[strong ? 'monoBold' : 'mono'][tone]
  return LOOKS[strong ? 'bold' : 'regular'][tone]
}

/** A text on one line of its column, smaller where it would not fit. */
export function fitted(text: string, shown: Look, track: Track): Line {
  const { column, left, right } = track
  const room = right - left
  const { encoded, wide } = measured(text, shown.face, shown.size)
  const size = Math.max(SIZE_MIN, Math.floor((shown.size * room * 10) / wide) / 10)
  // A text wider by no more than a rounding error would be fitted to the size that it has.
  if (wide > room && size < shown.size) {
    return fitted(text, look(shown.face, size, shown.tone), track)
  }
  const slack = column.align === 'left' ? 0 : room - wide
  return { encoded, shown, x: left + (column.align === 'center' ? slack / 2 : slack) }
}

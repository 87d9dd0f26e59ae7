/**
 * Lays out tables as boxes: a header that is repeated on each sheet, and rows that are never split.
 */
import { type Cell, type Column, paragraph, type Row, styleOfLine, type Table } from '../page.ts'
import {
  type Layout,
  type LayoutBox,
  type Nested,
  type Place,
  UNSPLIT_ROWS_MAX,
  wholeOrSplit,
} from './box.ts'
import { type Canvas, fill, rule, setElement } from './canvas.ts'
import { measure, wrap } from './measure.ts'
import { addElement } from './tags.ts'
import { type TextStyle, textStyle, textStyles, write } from './text.ts'

// The cells of a table: lines that fit between the edges of their column.

const SIZE = 7
/** The distance between the lines of a cell. */
const LEADING = 8.4
const SIZE_MIN = 4.5

/** A column and its left and right edges in the table. */
interface Track {
  readonly column: Column
  readonly left: number
  readonly right: number
}

/** A line of a cell: its text, its style and its x position in the row. */
interface Line {
  readonly encoded: string
  readonly style: TextStyle
  readonly x: number
}

/** Returns the lines of a cell without empty lines at the end. */
function linesOf(cell: Cell, track: Track): readonly Line[] {
  const { lines: texts } = cell
  let count = texts.length
  while (count > 0 && texts[count - 1] === '') count -= 1
  if (count === 0) return NO_LINES
  const { column } = track
  // A list that grows has room for 17 lines, but most cells have one.
  if (count === 1) return brokenText(texts[0] as string, styleOf(column, cell, 0), track)
  const lines: Line[] = []
  for (let index = 0; index < count; index += 1) {
    lines.push(...brokenText(texts[index] as string, styleOf(column, cell, index), track))
  }
  return lines
}

const NO_LINES: readonly Line[] = []

/** Breaks a text into lines that fit between the edges of its column. */
function brokenText(text: string, style: TextStyle, track: Track): Line[] {
  const { column, left, right } = track
  if (column.align !== 'left') return [fitLine(text, style, track)]
  const { encoded, textWidth } = measure(text, style.face, SIZE)
  if (textWidth <= right - left) return [{ encoded, style, x: left }]
  const parts = wrap(encoded, style.face, SIZE, right - left)
  return parts.map((part) => ({ encoded: part, style, x: left }))
}

/** Draws the cells of a row. Their elements have consecutive numbers, starting with `first`. */
function drawCells(
  to: Canvas,
  cells: readonly (readonly Line[])[],
  first: number,
  x: number,
  down: number,
): void {
  for (let index = 0; index < cells.length; index += 1) {
    const lines = cells[index] as readonly Line[]
    setElement(to, first + index)
    for (let line = 0; line < lines.length; line += 1) {
      const each = lines[line] as Line
      write(to, each.encoded, each.style, x + each.x, down + SIZE + line * LEADING)
    }
  }
}

const STYLES = textStyles(SIZE)

function styleOf(column: Column, cell: Cell, line: number): TextStyle {
  const { tone, strong } = styleOfLine(column, cell, line)
  if (column.monospaced === true) return STYLES[strong ? 'monoBold' : 'mono'][tone]
  return STYLES[strong ? 'bold' : 'regular'][tone]
}

/** Fits a text on one line of its column, at a smaller size if necessary. */
function fitLine(text: string, style: TextStyle, track: Track): Line {
  const { column, left, right } = track
  const room = right - left
  const { encoded, textWidth } = measure(text, style.face, style.size)
  const size = Math.max(SIZE_MIN, Math.floor((style.size * room * 10) / textWidth) / 10)
  // The second condition ends the recursion for a text that is too wide only by a rounding error.
  if (textWidth > room && size < style.size) {
    return fitLine(text, textStyle(style.face, size, style.tone), track)
  }
  const slack = column.align === 'left' ? 0 : room - textWidth
  return { encoded, style, x: left + (column.align === 'center' ? slack / 2 : slack) }
}

const PADDING = 5
const HEADER_SIZE = 6
const HEADER_LEADING = 7.2
const SPACE_BELOW = 3
/** A last row that is lower than this is not alone on a new sheet. */
const ALONE_MIN = 40

/** A line of a title at the head of its column. */
interface Title extends Line {
  readonly column: number
  readonly down: number
}

/** The layout that all tables with the same columns share. */
interface Grid {
  readonly width: number
  readonly tracks: readonly Track[]
  readonly titles: readonly Title[]
  readonly headerHeight: number
}

/** The data of a table that its rows need. */
interface TableContext {
  readonly layout: Layout
  readonly nested: Nested
  readonly grid: Grid
  readonly element: number
  readonly repeats: readonly LayoutBox[]
}

/** Returns the header, then a box for each row with the blocks below it. */
export function tableBoxes(
  layout: Layout,
  table: Table,
  place: Place,
  nested: Nested,
): LayoutBox[] {
  const grid = gridOf(table.columns, place.width)
  const element = addElement(layout.tags, 'Table', place.parent)
  const header = headerBox(layout, grid, element)
  const context = { layout, nested, grid, element, repeats: [header] }
  const rows = table.rows.flatMap((each) =>
    wholeOrSplit(
      layout,
      () => rowBox(each, context),
      () => splitRow(each, context),
    ),
  )
  return [header, ...keepTogether(rows, isShort(table), table.leads === true)]
}

/** Whether a table is kept on one sheet: it is short and has no blocks below its rows. */
function isShort({ rows }: Table): boolean {
  return rows.length <= UNSPLIT_ROWS_MAX && rows.every((each) => each.below.length === 0)
}

/**
 * Keeps rows together on a sheet: all of them if `whole`, else a low last row with the row before
 * it. If the table `leads`, the last row stays with the next block.
 */
function keepTogether(rows: readonly LayoutBox[], whole: boolean, leads: boolean): LayoutBox[] {
  const last = rows.length - 1
  return rows.map((box, index) => {
    if (index === last) return { ...box, height: box.height + SPACE_BELOW, keepsNext: leads }
    const beforeLow = index === last - 1 && (rows[last] as LayoutBox).height < ALONE_MIN
    return whole || beforeLow ? { ...box, keepsNext: true } : box
  })
}

/** A cache of grids by column list, because most tables of all reports share the same few lists. */
const grids = new WeakMap<readonly Column[], Grid>()

function gridOf(columns: readonly Column[], width: number): Grid {
  const known = grids.get(columns)
  if (known?.width === width) return known
  const tracks = tracksOf(columns, width)
  const lineCount = Math.max(0, ...columns.map((column) => column.titles.length))
  const headerHeight = lineCount * HEADER_LEADING + 3
  const grid = { width, tracks, titles: tracks.flatMap(titlesOf), headerHeight }
  grids.set(columns, grid)
  return grid
}

function tracksOf(columns: readonly Column[], width: number): Track[] {
  const total = columns.reduce((sum, column) => sum + column.share, 0)
  let edge = 0
  return columns.map((column) => {
    const left = edge + PADDING / 2
    edge += (width * column.share) / total
    return { column, left, right: edge - PADDING / 2 }
  })
}

const TITLE = textStyle('bold', HEADER_SIZE, 'muted')

function titlesOf(track: Track, column: number): Title[] {
  return track.column.titles.map((title, line) => {
    return { column, ...fitLine(title, TITLE, track), down: 7 + line * HEADER_LEADING }
  })
}

const COLUMN_HEADER = '/A<</O/Table/Scope/Column>>'

function headerBox({ tags }: Layout, grid: Grid, table: number): LayoutBox {
  const { width, tracks, titles, headerHeight: height } = grid
  const row = addElement(tags, 'TR', table)
  for (const _ of tracks) addElement(tags, 'TH', row, COLUMN_HEADER)
  const draw = (to: Canvas, x: number, down: number) => {
    fill(to, { x, down, width, height }, '.95 .955 .96 rg')
    rule(to, x, down + height, width)
    for (const title of titles) {
      setElement(to, row + 1 + title.column)
      write(to, title.encoded, title.style, x + title.x, down + title.down)
    }
  }
  // Repeats nothing of its own; the section adds its title to a table that begins a sheet.
  return { height: height + 1, draw, keepsNext: true, repeats: [] }
}

/** Lays out a row that is higher than a sheet as text that can continue on the next sheet. */
function splitRow(row: Row, { layout, grid, element, nested }: TableContext): LayoutBox[] {
  const texts = row.cells.flatMap((cell, index) => {
    const titles = grid.tracks[index]?.column.titles ?? []
    return cell.lines.flatMap((text, line) =>
      text === '' ? [] : [paragraph(`${titles[line] ?? titles[titles.length - 1]}: ${text}`)],
    )
  })
  const parent = addWideCell(layout, element, grid.tracks.length)
  return nested.flowing(layout, [...texts, ...row.below], { width: grid.width, parent })
}

/** Adds a row with one cell that is as wide as the table, and returns the element of the cell. */
function addWideCell({ tags }: Layout, table: number, columns: number): number {
  return addElement(tags, 'TD', addElement(tags, 'TR', table), `/A<</O/Table/ColSpan ${columns}>>`)
}

function rowBox(row: Row, context: TableContext): LayoutBox {
  const { layout, grid, element, repeats } = context
  const parent = addElement(layout.tags, 'TR', element)
  const cells: (readonly Line[])[] = []
  let lineCount = 1
  for (const track of grid.tracks) {
    addElement(layout.tags, 'TD', parent)
    const lines = linesOf(row.cells[cells.length] ?? EMPTY, track)
    lineCount = Math.max(lineCount, lines.length)
    cells.push(lines)
  }
  const height = lineCount * LEADING + 2
  const below = row.below.length === 0 ? undefined : belowBox(row, context)
  const whole = below === undefined ? height : height + below.height + 1
  const draw = (to: Canvas, x: number, down: number) => {
    drawCells(to, cells, parent + 1, x, down)
    rule(to, x, down + whole, grid.width)
    below?.draw(to, x + PADDING / 2, down + height)
  }
  return { height: whole + 1, draw, keepsNext: false, repeats }
}

/** Lays out the blocks below the cells of a row. */
function belowBox(row: Row, { layout, nested, grid, element }: TableContext): LayoutBox {
  const parent = addWideCell(layout, element, grid.tracks.length)
  return nested.stacked(layout, row.below, { width: grid.width - PADDING, parent })
}

const EMPTY: Cell = { lines: [], tone: 'plain' }

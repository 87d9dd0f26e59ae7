/**
 * Lays out the blocks of a page as boxes of a sheet. This file does not know the meaning of their
 * texts.
 */
import type { Block, Columns, Paragraph, Section, Series, SeriesCell, Tone } from '../page.ts'
import {
  GAP,
  isEdge,
  type Layout,
  type LayoutBox,
  type Nested,
  type Place,
  wholeOrSplit,
} from './box.ts'
import { ARTIFACT, type Canvas, cells, fill, setElement } from './canvas.ts'
import { factBoxes, factLineBoxes, panelBoxes, scaleBox } from './grids.ts'
import { winAnsi, wrap } from './measure.ts'
import { textString } from './pdf-file.ts'
import { tableBoxes } from './table.ts'
import { addElement, ROOT } from './tags.ts'
import {
  LEADING,
  SIZES,
  type TextStyle,
  type TextStyles,
  textStyle,
  textStyles,
  write,
  writeAligned,
} from './text.ts'

const TITLE_HEIGHT = 13
const TITLE_ABOVE = 8
const LEAD_SPACE = 3

/**
 * Returns the boxes of a section: the title, which stays on the sheet of the box below it, and the
 * blocks.
 */
export function sectionBoxes(layout: Layout, section: Section, width: number): LayoutBox[] {
  const parent = addElement(layout.tags, 'Sect', ROOT)
  if (!section.titled) {
    const draw = () => undefined
    const above = { height: 6, draw, keepsNext: true, outline: section.title }
    return [above, ...flowing(layout, section.blocks, { width, parent })]
  }
  const title = titleBox(layout, section.title, { width, parent })
  const body = bodyBoxes(layout, section.blocks, { width, parent })
  return [title, ...repeatingFirst(continuedBox(section.title), body)]
}

/** Adds a box before those that the boxes repeat. All rows of a table repeat the same boxes. */
function repeatingFirst(again: LayoutBox, boxes: readonly LayoutBox[]): LayoutBox[] {
  const known = new Map<LayoutBox['repeats'], readonly LayoutBox[]>()
  return boxes.map((box) => {
    const repeats = known.getOrInsertComputed(box.repeats, (others = []) => [again, ...others])
    return { ...box, repeats }
  })
}

/**
 * Returns the boxes of the blocks of a titled section. Paragraphs before its first table or other
 * block introduce it, so they stay on its sheet: otherwise, the title and a line or two could end a
 * sheet.
 */
function bodyBoxes(layout: Layout, blocks: readonly Block[], place: Place): LayoutBox[] {
  const first = blocks.findIndex(({ kind }) => kind !== 'paragraph')
  if (first < 1) return flowing(layout, blocks, place)
  const above = flowing(layout, blocks.slice(0, first), place)
  const below = flowing(layout, blocks.slice(first), place)
  return [...above.map((box) => ({ ...box, keepsNext: true })), ...below]
}

const CONTINUED = textStyle('bold', 7, 'muted')

/** Returns the line above the part of a section that continues from the previous sheet. */
function continuedBox(title: string): LayoutBox {
  const encoded = winAnsi(`${title}, continued`)
  return {
    height: 11,
    keepsNext: true,
    draw: (to, x, down) => {
      setElement(to, ARTIFACT)
      write(to, encoded, CONTINUED, x, down + 8)
    },
  }
}

const SECTION_TITLE = textStyle('bold', 8.5, 'strong')

function titleBox({ tags }: Layout, title: string, { width, parent }: Place): LayoutBox {
  const element = addElement(tags, 'H2', parent)
  const encoded = winAnsi(title)
  return {
    height: TITLE_ABOVE + TITLE_HEIGHT + 3,
    keepsNext: true,
    outline: title,
    draw: (to, x, down) => {
      const ground = { x, down: down + TITLE_ABOVE, width, height: TITLE_HEIGHT }
      fill(to, ground, '.88 .9 .92 rg')
      fill(to, { ...ground, width: 2.5 }, '.35 .42 .5 rg')
      setElement(to, element)
      write(to, encoded, SECTION_TITLE, x + 7, down + TITLE_ABOVE + 9.4)
    },
  }
}

/** Returns the boxes of a block, from top to bottom. */
function blockBoxes(layout: Layout, block: Block, place: Place): LayoutBox[] {
  switch (block.kind) {
    case 'paragraph':
      return paragraphBoxes(layout, block, place)
    case 'facts':
      return factBoxes(layout, block, place)
    case 'line':
      return factLineBoxes(layout, block, place)
    case 'table':
      return tableBoxes(layout, block, place, NESTED)
    case 'series':
      return seriesBoxes(layout, block, place)
    case 'scale':
      return [scaleBox(block, place.width)]
    case 'panels':
      return panelBoxes(layout, block, place, NESTED)
    case 'columns':
      return columnBoxes(layout, block, place)
  }
}

const PARAGRAPHS: Readonly<Record<Paragraph['size'], TextStyles>> = {
  small: textStyles(SIZES.small),
  normal: textStyles(SIZES.normal),
  large: textStyles(SIZES.large),
  title: textStyles(SIZES.title),
  figure: textStyles(SIZES.figure),
}

function paragraphBoxes({ tags }: Layout, block: Paragraph, { width, parent }: Place): LayoutBox[] {
  const size = SIZES[block.size]
  const face = block.tone === 'strong' || block.size === 'figure' ? 'bold' : 'regular'
  const style = PARAGRAPHS[block.size][face][block.tone]
  const element = addElement(tags, elementOf(block), parent)
  const lines = wrap(winAnsi(block.text), face, size, width)
  const above = block.leads ? LEAD_SPACE : 0
  return lines.map((line, index) => {
    const before = index === 0 ? above : 0
    const last = index === lines.length - 1
    return {
      height: before + size * LEADING + (last ? 1.5 : 0),
      // No line of a paragraph is alone on a sheet.
      keepsNext: last ? block.leads : isEdge(index, lines.length),
      draw: (to, x, down) => {
        const slot = { left: x, right: x + width, align: block.align }
        setElement(to, element)
        writeAligned(to, line, style, slot, down + before + size)
      },
    }
  })
}

function elementOf({ size, leads, tone }: Paragraph): 'H1' | 'H3' | 'P' {
  if (size === 'title') return 'H1'
  return leads && tone === 'strong' ? 'H3' : 'P'
}

function columnBoxes(layout: Layout, block: Columns, place: Place): LayoutBox[] {
  return wholeOrSplit(
    layout,
    () => columnRow(layout, block, place),
    () =>
      flowing(
        layout,
        block.columns.flatMap((column) => column.blocks),
        place,
      ),
  )
}

function columnRow(layout: Layout, { columns }: Columns, place: Place): LayoutBox {
  const total = columns.reduce((sum, column) => sum + column.share, 0)
  const room = place.width - GAP * (columns.length - 1)
  const widths = columns.map((column) => (room * column.share) / total)
  const boxes = columns.map((column, index) =>
    stacked(layout, column.blocks, { ...place, width: widths[index] as number }),
  )
  return {
    height: Math.max(0, ...boxes.map((box) => box.height)) + 4,
    keepsNext: false,
    draw: (to, x, down) => {
      let left = x
      boxes.forEach((box, index) => {
        box.draw(to, left, down)
        left += (widths[index] as number) + GAP
      })
    },
  }
}

function flowing(layout: Layout, blocks: readonly Block[], place: Place): LayoutBox[] {
  const [first] = blocks
  if (first !== undefined && blocks.length === 1) return blockBoxes(layout, first, place)
  const boxes: LayoutBox[] = []
  for (const block of blocks) boxes.push(...blockBoxes(layout, block, place))
  return boxes
}

const NESTED: Nested = { stacked, flowing }

function stacked(layout: Layout, blocks: readonly Block[], place: Place): LayoutBox {
  const boxes = flowing(layout, blocks, place)
  const [first] = boxes
  if (first !== undefined && boxes.length === 1) return first
  const draw = (to: Canvas, x: number, down: number) => {
    let lower = down
    for (const box of boxes) {
      box.draw(to, x, lower)
      lower += box.height
    }
  }
  const height = boxes.reduce((sum, box) => sum + box.height, 0)
  return { height, draw, keepsNext: false }
}

const TITLE = textStyle('regular', 6.5, 'muted')
const TITLE_WIDTH = 62
const PITCH = 18
/** Two years per row, so that the same months of different years align. */
const ACROSS_MAX = 24
const ROW_HEIGHT = 19
const BOX_TOP = 7
const BOX_HEIGHT = 10

const LABEL_SIZE = 5
/**
 * The width of a cell in characters: a label and a space, so that the labels of a row can be
 * written as one text.
 */
const LABEL_LENGTH = 6
const LABEL_SPACING = PITCH / LABEL_LENGTH - LABEL_SIZE * 0.6
const LABELS = textStyle('mono', LABEL_SIZE, 'muted', LABEL_SPACING)
const LONG_LABEL = textStyle('mono', LABEL_SIZE, 'muted')

const CODE_SIZE = 7
const CODE_WIDTH = CODE_SIZE * 0.6

/**
 * Returns the cells in rows that use the available width. With tags, they are one paragraph with an
 * alternative text for screen readers.
 */
function seriesBoxes({ tags }: Layout, block: Series, { width, parent }: Place): LayoutBox[] {
  const words = tags.enabled ? `/ActualText${textString(inWords(block))}` : ''
  const element = addElement(tags, 'P', parent, words)
  const across = Math.max(1, Math.min(ACROSS_MAX, Math.floor((width - TITLE_WIDTH) / PITCH)))
  const boxes: LayoutBox[] = []
  for (let start = 0; start < block.cells.length; start += across) {
    const row = block.cells.slice(start, start + across)
    const title = start === 0 ? winAnsi(block.title) : ''
    boxes.push({
      height: ROW_HEIGHT,
      keepsNext: false,
      draw: (to, x, down) => {
        setElement(to, element)
        write(to, title, TITLE, x, down + BOX_TOP + BOX_HEIGHT - 3)
        drawCells(to, row, x + TITLE_WIDTH, down)
      },
    })
  }
  return boxes
}

/**
 * Returns the cells as text, with consecutive cells of the same code combined: "05/26 to 01 C,
 * 12/25 to 11 C, 10 1". No range crosses into a month that is labeled with its year, so a month
 * without a year belongs to the year named last.
 */
function inWords({ title, cells: all }: Series): string {
  let text = `${title}:`
  for (let first = 0; first < all.length; ) {
    const { label, code } = all[first] as SeriesCell
    let next = first + 1
    while (all[next]?.code === code && !all[next]?.label.includes('/')) next += 1
    const till = next - first > 1 ? ` to ${all[next - 1]?.label}` : ''
    text += `${first === 0 ? '' : ','} ${label}${till} ${code}`
    first = next
  }
  return text
}

function drawCells(to: Canvas, row: readonly SeriesCell[], x: number, down: number): void {
  shade(to, row, x, down + BOX_TOP)
  cells(to, { x, down: down + BOX_TOP, width: PITCH, height: BOX_HEIGHT }, row.length)
  writeLabels(to, row, x, down + BOX_TOP - 1.5)
  writeCodes(to, row, x, down + BOX_TOP + 7.3)
}

function shade(to: Canvas, row: readonly SeriesCell[], x: number, down: number): void {
  for (let index = 0; index < row.length; index += 1) {
    if (row[index]?.tone !== 'alert') continue
    let last = index
    while (row[last + 1]?.tone === 'alert') last += 1
    const width = (last - index + 1) * PITCH
    fill(to, { x: x + index * PITCH, down, width, height: BOX_HEIGHT }, '.96 .8 .77 rg')
    index = last
  }
}

function writeLabels(to: Canvas, row: readonly SeriesCell[], x: number, down: number): void {
  let text = ''
  for (const { label } of row) {
    if (label.length > LABEL_LENGTH) {
      writeLongLabels(to, row, x, down)
      return
    }
    text += centeredLabel(label)
  }
  write(to, text.trimEnd(), LABELS, x + LABEL_SPACING / 2, down)
}

function writeLongLabels(to: Canvas, row: readonly SeriesCell[], x: number, down: number): void {
  row.forEach(({ label }, index) => {
    const left = x + index * PITCH
    const slot = { left, right: left + PITCH, align: 'center' } as const
    writeAligned(to, winAnsi(label), LONG_LABEL, slot, down)
  })
}

/**
 * Returns a label, encoded and padded to the middle of its cell. Results are cached, because few
 * labels differ, such as the months of some years.
 */
function centeredLabel(label: string): string {
  let known = CENTERED_LABELS.get(label)
  if (known === undefined) {
    const encoded = winAnsi(label)
    const before = (LABEL_LENGTH - encoded.length + 1) >> 1
    known = encoded.padStart(encoded.length + before).padEnd(LABEL_LENGTH)
    if (CENTERED_LABELS.size < CENTERED_LABELS_MAX) CENTERED_LABELS.set(label, known)
  }
  return known
}
const CENTERED_LABELS = new Map<string, string>()
const CENTERED_LABELS_MAX = 1_000

/**
 * Writes the codes. Consecutive codes of one character and the same style are one text, with each
 * code in the middle of its cell.
 */
function writeCodes(to: Canvas, row: readonly SeriesCell[], x: number, down: number): void {
  for (let index = 0; index < row.length; ) {
    const { tone } = row[index] as SeriesCell
    let text = ''
    let next = index
    for (; next < row.length && row[next]?.tone === tone; next += 1) {
      const code = winAnsi((row[next] as SeriesCell).code)
      if (code.length !== 1) break
      text += code
    }
    const left = x + index * PITCH
    if (next > index) {
      write(to, text, CODES[tone], left + (PITCH - CODE_WIDTH) / 2, down)
      index = next
    } else {
      const code = winAnsi((row[index] as SeriesCell).code)
      const slot = { left, right: left + PITCH, align: 'center' } as const
      writeAligned(to, code, LONG_CODES[tone], slot, down)
      index += 1
    }
  }
}

/**
 * The styles of consecutive codes of one character, and of longer codes. The character spacing of
 * the former puts each code into its own cell.
 */
const CODES: Readonly<Record<Tone, TextStyle>> = {
  plain: textStyle('mono', CODE_SIZE, 'plain', PITCH - CODE_WIDTH),
  muted: textStyle('mono', CODE_SIZE, 'muted', PITCH - CODE_WIDTH),
  strong: textStyle('mono', CODE_SIZE, 'strong', PITCH - CODE_WIDTH),
  alert: textStyle('monoBold', CODE_SIZE, 'alert', PITCH - CODE_WIDTH),
}
const LONG_CODES = textStyles(CODE_SIZE).mono

/** Blocks of the page as boxes of a sheet. It does not know the meaning of their texts. */

import type { Block, Columns, Paragraph, Section } from '../page.ts'
import {
  GAP,
  isEdge,
  type Layout,
  type LayoutBox,
  type Nested,
  type Place,
  wholeOrSplit,
} from './box.ts'

import { ARTIFACT, belong, type Canvas, fill } from './canvas.ts'
import { factBoxes, factLineBoxes, panelBoxes, scaleBox } from './grids.ts'
import { winAnsi, wrapped } from './measure.ts'
import { seriesBoxes } from './series.ts'
import { tableBoxes } from './table.ts'
import { addElement, ROOT } from './tags.ts'
import { LEADING, SIZES, type TextStyles, textStyle, textStyles, write, writeIn } from './text.ts'

const TITLE_HEIGHT = 13
const TITLE_ABOVE = 8
const LEAD_SPACE = 3

/** The boxes of a section: its title, which stays with what follows, and its blocks. */
export function sectionBoxes(layout: Layout, section: Section, width: number): LayoutBox[] {
  const parent = addElement(layout.tags, 'Sect', ROOT)
  if (!section.titled) {
    const draw = () => undefined
    const above = { height: 6, draw, keepsNext: true, outline: section.title }
    return [above, ...flowing(layout, section.blocks, { width, parent })]
  }
  const title = titleBox(layout, section.title, { width, parent })
  const again = continuedBox(section.title)
  const body = flowing(layout, section.blocks, { width, parent })
  return [title, ...body.map((box) => repeating(box, again))]
}

function repeating(box: LayoutBox, again: LayoutBox): LayoutBox {
  return box.repeats === undefined ? box : { ...box, repeats: [again, ...box.repeats] }
}

const CONTINUED = textStyle('bold', 7, 'muted')

/** The line above a table that continues from the sheet before. */
function continuedBox(title: string): LayoutBox {
  const encoded = winAnsi(`${title}, continued`)
  return {
    height: 11,
    keepsNext: true,
    draw: (to, x, down) => {
      belong(to, ARTIFACT)
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
      belong(to, element)
      write(to, encoded, SECTION_TITLE, x + 7, down + TITLE_ABOVE + 9.4)
    },
  }
}

/** The boxes of a block, from top to bottom. */
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
  const shown = PARAGRAPHS[block.size][face][block.tone]
  const element = addElement(tags, elementOf(block), parent)
  const lines = wrapped(winAnsi(block.text), face, size, width)
  const above = block.leads ? LEAD_SPACE : 0
  return lines.map((line, index) => {
    const before = index === 0 ? above : 0
    const last = index === lines.length - 1
    return {
      height: before + size * LEADING + (last ? 1.5 : 0),
      // No line of a paragraph is the only one on its sheet.
      keepsNext: last ? block.leads : isEdge(index, lines.length),
      draw: (to, x, down) => {
        const slot = { left: x, right: x + width, align: block.align }
        belong(to, element)
        writeIn(to, line, shown, slot, down + before + size)
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

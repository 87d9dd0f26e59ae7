/** Blocks of the page as strips of a sheet. Knows nothing of what they say. */

import type { Block, Columns, Paragraph, Section } from '../page.ts'
import { GAP, isEdge, type Layout, type Nested, orParted, type Place, type Strip } from './box.ts'

import { ARTIFACT, belong, type Canvas, fill } from './canvas.ts'
import { lineStrips } from './fact-line.ts'
import { boxStrips, factStrips, scaleStrip } from './facts.ts'
import { winAnsi, wrapped } from './measure.ts'
import { seriesStrips } from './series.ts'
import { tableStrips } from './table.ts'
import { addElement, ROOT } from './tags.ts'
import { LEADING, type Looks, look, looks, SIZES, write, writeIn } from './text.ts'

const TITLE_HEIGHT = 13
const TITLE_ABOVE = 8
const LEAD_SPACE = 3

/** The strips of a section: its title, which stays with what follows, and its blocks. */
export function sectionStrips(layout: Layout, section: Section, width: number): Strip[] {
  const parent = addElement(layout.tags, 'Sect', ROOT)
  if (!section.titled) {
    const draw = () => undefined
    const above = { height: 6, draw, keepsNext: true, outline: section.title }
    return [above, ...flowing(layout, section.blocks, { width, parent })]
  }
  const title = titleStrip(layout, section.title, { width, parent })
  const again = continuedStrip(section.title)
  const body = flowing(layout, section.blocks, { width, parent })
  return [title, ...body.map((strip) => repeating(strip, again))]
}

function repeating(strip: Strip, again: Strip): Strip {
  return strip.repeats === undefined ? strip : { ...strip, repeats: [again, ...strip.repeats] }
}

const CONTINUED = look('bold', 7, 'muted')

/** What stands above a table that goes on from the sheet before. */
function continuedStrip(title: string): Strip {
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

const SECTION_TITLE = look('bold', 8.5, 'strong')

function titleStrip({ tags }: Layout, title: string, { width, parent }: Place): Strip {
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

/** The strips of a block, from top to bottom. */
export function blockStrips(layout: Layout, block: Block, place: Place): Strip[] {
  switch (block.kind) {
    case 'paragraph':
      return paragraphStrips(layout, block, place)
    case 'facts':
      return factStrips(layout, block, place)
    case 'line':
      return lineStrips(layout, block, place)
    case 'table':
      return tableStrips(layout, block, place, NESTED)
    case 'series':
      return seriesStrips(layout, block, place)
    case 'scale':
      return [scaleStrip(block, place.width)]
    case 'boxes':
      return boxStrips(layout, block, place, NESTED)
    case 'columns':
      return columnStrips(layout, block, place)
  }
}

const PARAGRAPHS: Readonly<Record<Paragraph['size'], Looks>> = {
  small: looks(SIZES.small),
  normal: looks(SIZES.normal),
  large: looks(SIZES.large),
  title: looks(SIZES.title),
  figure: looks(SIZES.figure),
}

function paragraphStrips({ tags }: Layout, block: Paragraph, { width, parent }: Place): Strip[] {
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

function columnStrips(layout: Layout, block: Columns, place: Place): Strip[] {
  return orParted(
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

function columnRow(layout: Layout, { columns }: Columns, place: Place): Strip {
  const total = columns.reduce((sum, column) => sum + column.share, 0)
  const room = place.width - GAP * (columns.length - 1)
  const widths = columns.map((column) => (room * column.share) / total)
  const strips = columns.map((column, index) =>
    stacked(layout, column.blocks, { ...place, width: widths[index] as number }),
  )
  return {
    height: Math.max(0, ...strips.map((strip) => strip.height)) + 4,
    keepsNext: false,
    draw: (to, x, down) => {
      let left = x
      strips.forEach((strip, index) => {
        strip.draw(to, left, down)
        left += (widths[index] as number) + GAP
      })
    },
  }
}

function flowing(layout: Layout, blocks: readonly Block[], place: Place): Strip[] {
  const [first] = blocks
  if (first !== undefined && blocks.length === 1) return blockStrips(layout, first, place)
  const strips: Strip[] = []
  for (const block of blocks) strips.push(...blockStrips(layout, block, place))
  return strips
}

const NESTED: Nested = { stacked, flowing }

function stacked(layout: Layout, blocks: readonly Block[], place: Place): Strip {
  const strips = flowing(layout, blocks, place)
  const [first] = strips
  if (first !== undefined && strips.length === 1) return first
  const draw = (to: Canvas, x: number, down: number) => {
    let lower = down
    for (const strip of strips) {
      strip.draw(to, x, lower)
      lower += strip.height
    }
  }
  const height = strips.reduce((sum, strip) => sum + strip.height, 0)
  return { height, draw, keepsNext: false }
}

/** Labelled values in a grid. */

import {
  type Block,
  type Box,
  type Boxes,
  type Fact,
  type FactGrid,
  type Paragraph,
  paragraph,
  type Scale,
} from '../page.ts'
import {
  GAP,
  isEdge,
  KEPT_ROWS_MAX,
  type Layout,
  type Nested,
  orParted,
  type Place,
  type Strip,
} from './box.ts'
import { type Area, belong, type Canvas, fill, frame } from './canvas.ts'
import { measured, wrapped } from './measure.ts'
import { addElement } from './tags.ts'
import { LEADING, type Look, look, looks, SIZES, write } from './text.ts'

/** The rows of the grid; each fact is a paragraph of its own. */
export function factStrips(layout: Layout, block: FactGrid, { width, parent }: Place): Strip[] {
  const strips: Strip[] = []
  const pitch = (width + GAP) / block.columns
  for (let start = 0; start < block.facts.length; start += block.columns) {
    const facts = block.facts.slice(start, start + block.columns)
    const laid = facts.map((each) => laidFact(layout, each, pitch - GAP, block.columns, parent))
    strips.push(factRow(laid, pitch))
  }
  const count = strips.length
  return strips.map((strip, index) => {
    const keepsNext = count <= KEPT_ROWS_MAX ? index < count - 1 : isEdge(index, count)
    return keepsNext ? { ...strip, keepsNext } : strip
  })
}

const SIZE = SIZES.normal
const LABEL = look('regular', SIZE, 'muted')
const VALUES = looks(SIZE)
const LABEL_GAP = 6

/** The lines of a fact, and how far right of its label its value stands. */
interface LaidFact {
  readonly element: number
  readonly labels: readonly string[]
  readonly values: readonly string[]
  readonly look: Look
  readonly indent: number
}

function laidFact(
  { tags }: Layout,
  { label, value, tone }: Fact,
  width: number,
  columns: number,
  parent: number,
): LaidFact {
  const face = tone === 'strong' ? 'bold' : 'regular'
  const { encoded, wide: valueWidth } = measured(value, face, SIZE)
  const { encoded: title, wide: titleWidth } = measured(label, 'regular', SIZE)
  const room = Math.min(titleWidth, Math.max(width * 0.6, width - LABEL_GAP - valueWidth))
  const indent = Math.max(room + LABEL_GAP, columns === 1 ? Math.min(66, width * 0.3) : 0)
  const left = width - indent
  return {
    element: addElement(tags, 'P', parent),
    labels: titleWidth <= room ? [title] : wrapped(title, 'regular', SIZE, room + 0.01),
    values: valueWidth <= left ? [encoded] : wrapped(encoded, face, SIZE, left + 0.01),
    look: VALUES[face][tone],
    indent,
  }
}

function factRow(facts: readonly LaidFact[], pitch: number): Strip {
  const counts = facts.map(({ labels, values }) => Math.max(labels.length, values.length))
  return {
    height: Math.max(1, ...counts) * SIZE * LEADING + 1,
    keepsNext: false,
    draw: (to, x, down) => {
      facts.forEach(({ element, labels, values, look, indent }, index) => {
        const left = x + index * pitch
        belong(to, element)
        writeLines(to, labels, LABEL, left, down)
        writeLines(to, values, look, left + indent, down)
      })
    },
  }
}

function writeLines(
  to: Canvas,
  lines: readonly string[],
  look: Look,
  x: number,
  down: number,
): void {
  lines.forEach((line, index) => {
    write(to, line, look, x, down + SIZE + index * SIZE * LEADING)
  })
}

// Boxes side by side.

const PADDING = 5

/** A strip for each row of boxes, which are as high as the highest of them. */
export function boxStrips(layout: Layout, block: Boxes, place: Place, nested: Nested): Strip[] {
  const strips: Strip[] = []
  const pitch = (place.width + GAP) / block.across
  for (let start = 0; start < block.boxes.length; start += block.across) {
    const boxes = block.boxes.slice(start, start + block.across)
    const rows = orParted(
      layout,
      () => boxRow(layout, boxes, { ...place, width: pitch }, nested),
      () => nested.flowing(layout, boxes.flatMap(boxBlocks), place),
    )
    strips.push(...rows)
  }
  return strips
}

/** A row of boxes that begin so far from each other as the place is wide. */
function boxRow(
  layout: Layout,
  boxes: readonly Box[],
  { width: pitch, parent }: Place,
  nested: Nested,
): Strip {
  const width = pitch - GAP
  const inner = boxes.map((box) => {
    const place = { width: width - 2 * PADDING, parent: addElement(layout.tags, 'Div', parent) }
    return nested.stacked(layout, boxBlocks(box), place)
  })
  const height = Math.max(...inner.map((each) => each.height)) + 2 * PADDING - 2
  return {
    height: height + 5,
    keepsNext: false,
    draw: (to, x, down) => {
      inner.forEach((each, index) => {
        const left = x + index * pitch
        ground(to, boxes[index] as Box, { x: left, down: down + 1, width, height })
        each.draw(to, left + PADDING + 1, down + 1 + PADDING)
      })
    },
  }
}

function ground(to: Canvas, { tone }: Box, area: Area): void {
  if (tone === 'alert') {
    fill(to, area, '.99 .95 .94 rg')
    fill(to, { ...area, width: 2.5 }, '.75 .25 .2 rg')
  }
  frame(to, area)
}

const TRACK_HEIGHT = 3

/** A track with the part reached filled, and a mark at the value. The value is written elsewhere. */
export function scaleStrip(scale: Scale, width: number): Strip {
  const { lowest, highest, value } = scale
  const share = Math.min(1, Math.max(0, (value - lowest) / (highest - lowest)))
  return {
    height: TRACK_HEIGHT + 6,
    keepsNext: true,
    draw: (to, x, down) => {
      const track = { x, down: down + 2.5, width, height: TRACK_HEIGHT }
      const here = { down: down + 1, width: 1.5, height: TRACK_HEIGHT + 3 }
      fill(to, track, '.87 .89 .92 rg')
      fill(to, { ...track, width: width * share }, '.35 .5 .66 rg')
      fill(to, { ...here, x: x + (width - 1.5) * share }, '.1 g')
    },
  }
}

function boxBlocks(box: Box): Block[] {
  return [
    ...text(box.title, 'strong', 'normal'),
    ...text(box.subtitle, 'muted', 'small'),
    ...text(box.figure, box.tone === 'alert' ? 'alert' : 'strong', 'figure'),
    ...(box.scale === undefined ? [] : [box.scale]),
    ...box.lines.flatMap((each) => text(each.text, each.tone, 'small')),
  ]
}

function text(content: string, tone: Box['tone'], size: Paragraph['size']): Block[] {
  return content === '' ? [] : [paragraph(content, { tone, size })]
}

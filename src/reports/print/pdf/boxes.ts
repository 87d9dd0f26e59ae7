/** Boxes side by side. */
import {
  type Block,
  type Box,
  type Boxes,
  type Paragraph,
  paragraph,
  type Scale,
} from '../../../print/page.ts'
import {
  GAP,
  type Layout,
  type Nested,
  orParted,
  type Place,
  type Strip,
} from '../../../print/pdf/box.ts'
import type { Canvas } from '../../../print/pdf/canvas.ts'
import { addElement } from '../../../print/pdf/tags.ts'
import { type Area, fill, frame } from './shapes.ts'

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

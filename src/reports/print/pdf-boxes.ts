/** Boxes side by side. */
import { type Block, type Box, type Boxes, type Paragraph, paragraph, type Scale } from './page.ts'
import { begin, type Canvas, end, place } from './pdf-canvas.ts'
import { fill, frame } from './pdf-shapes.ts'
import type { Nested, Strip } from './pdf-strip.ts'

const GAP = 10
const PADDING = 5

/** A strip for each row of boxes, which are as high as the highest of them. */
export function boxStrips(to: Canvas, block: Boxes, width: number, nested: Nested): Strip[] {
  const strips: Strip[] = []
  const pitch = (width + GAP) / block.across
  for (let start = 0; start < block.boxes.length; start += block.across) {
    const boxes = block.boxes.slice(start, start + block.across)
    const row = boxRow(to, boxes, pitch, nested)
    if (row.height <= to.heightMax) strips.push(row)
    else strips.push(...nested.flowing(to, boxes.flatMap(boxBlocks), width))
  }
  return strips
}

function boxRow(to: Canvas, boxes: readonly Box[], pitch: number, nested: Nested): Strip {
  const width = pitch - GAP
  const inner = boxes.map((box) => nested.stacked(to, boxBlocks(box), width - 2 * PADDING))
  const height = Math.max(...inner.map((each) => each.height)) + 2 * PADDING - 2
  begin(to)
  boxes.forEach((box, index) => {
    const area = { x: index * pitch, down: 1, width, height }
    if (box.tone === 'alert') {
      fill(to, area, '.99 .95 .94 rg')
      fill(to, { ...area, width: 2.5 }, '.75 .25 .2 rg')
    }
    frame(to, area)
  })
  inner.forEach((each, index) => {
    place(to, each.piece, index * pitch + PADDING + 1, 1 + PADDING)
  })
  return { height: height + 5, piece: end(to), keepsNext: false }
}

const TRACK_HEIGHT = 3

/** A track with the part reached filled, and a mark at the value. */
export function scaleStrip(to: Canvas, scale: Scale, width: number): Strip {
  const { lowest, highest, value } = scale
  const share = Math.min(1, Math.max(0, (value - lowest) / (highest - lowest)))
  const track = { x: 0, down: 2.5, width, height: TRACK_HEIGHT }
  begin(to)
  fill(to, track, '.87 .89 .92 rg')
  fill(to, { ...track, width: width * share }, '.35 .5 .66 rg')
  fill(to, { x: (width - 1.5) * share, down: 1, width: 1.5, height: TRACK_HEIGHT + 3 }, '.1 g')
  return { height: TRACK_HEIGHT + 6, piece: end(to), keepsNext: true }
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

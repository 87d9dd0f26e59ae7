/** Panels side by side, and the scales in them. */

import {
  type Block,
  type Panel,
  type Panels,
  type Paragraph,
  paragraph,
  type Scale,
} from '../page.ts'
import { GAP, type Layout, type LayoutBox, type Nested, type Place, wholeOrSplit } from './box.ts'
import { type Area, type Canvas, fill, frame } from './canvas.ts'
import { addElement } from './tags.ts'

const PADDING = 5

/** A box for each row of panels, which are as high as the highest of them. */
export function panelBoxes(
  layout: Layout,
  block: Panels,
  place: Place,
  nested: Nested,
): LayoutBox[] {
  const boxes: LayoutBox[] = []
  const pitch = (place.width + GAP) / block.across
  for (let start = 0; start < block.panels.length; start += block.across) {
    const panels = block.panels.slice(start, start + block.across)
    const rows = wholeOrSplit(
      layout,
      () => panelRow(layout, panels, { ...place, width: pitch }, nested),
      () => nested.flowing(layout, panels.flatMap(panelBlocks), place),
    )
    boxes.push(...rows)
  }
  return boxes
}

/** A row of panels that begin so far from each other as the place is wide. */
function panelRow(
  layout: Layout,
  panels: readonly Panel[],
  { width: pitch, parent }: Place,
  nested: Nested,
): LayoutBox {
  const width = pitch - GAP
  const inner = panels.map((panel) => {
    const place = { width: width - 2 * PADDING, parent: addElement(layout.tags, 'Div', parent) }
    return nested.stacked(layout, panelBlocks(panel), place)
  })
  const height = Math.max(...inner.map((each) => each.height)) + 2 * PADDING - 2
  return {
    height: height + 5,
    keepsNext: false,
    draw: (to, x, down) => {
      inner.forEach((each, index) => {
        const left = x + index * pitch
        ground(to, panels[index] as Panel, { x: left, down: down + 1, width, height })
        each.draw(to, left + PADDING + 1, down + 1 + PADDING)
      })
    },
  }
}

function ground(to: Canvas, { tone }: Panel, area: Area): void {
  if (tone === 'alert') {
    fill(to, area, '.99 .95 .94 rg')
    fill(to, { ...area, width: 2.5 }, '.75 .25 .2 rg')
  }
  frame(to, area)
}

const TRACK_HEIGHT = 3

/** A track with the part reached filled, and a mark at the value. The value is written elsewhere. */
export function scaleBox(scale: Scale, width: number): LayoutBox {
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

function panelBlocks(panel: Panel): Block[] {
  return [
    ...text(panel.title, 'strong', 'normal'),
    ...text(panel.subtitle, 'muted', 'small'),
    ...text(panel.figure, panel.tone === 'alert' ? 'alert' : 'strong', 'figure'),
    ...(panel.scale === undefined ? [] : [panel.scale]),
    ...panel.lines.flatMap((each) => text(each.text, each.tone, 'small')),
  ]
}

function text(content: string, tone: Panel['tone'], size: Paragraph['size']): Block[] {
  return content === '' ? [] : [paragraph(content, { tone, size })]
}

/** Lays out panels with their scales, and labeled values as a grid or as running text. */
import {
  type Block,
  type Fact,
  type FactGrid,
  type FactLine,
  type Panel,
  type Panels,
  type Paragraph,
  paragraph,
  type Scale,
} from '../page.ts'
import {
  GAP,
  isEdge,
  type Layout,
  type LayoutBox,
  type Nested,
  type Place,
  UNSPLIT_ROWS_MAX,
  wholeOrSplit,
} from './box.ts'
import { type Area, type Canvas, fill, frame, setElement } from './canvas.ts'
import { measure, widthOf, wrap } from './measure.ts'
import { addElement } from './tags.ts'
import { LEADING, SIZES, type TextStyle, textStyle, textStyles, write } from './text.ts'

// Panels side by side, and their scales.

const PADDING = 5

/** Returns a box for each row of panels. All panels of a row are as high as the highest. */
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
  const last = boxes.at(-1)
  return block.leads === true && last !== undefined
    ? [...boxes.slice(0, -1), { ...last, keepsNext: true }]
    : boxes
}

/** Returns a row of panels. `width` is the distance between their left edges. */
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
        drawBackground(to, panels[index] as Panel, { x: left, down: down + 1, width, height })
        each.draw(to, left + PADDING + 1, down + 1 + PADDING)
      })
    },
  }
}

function drawBackground(to: Canvas, { tone }: Panel, area: Area): void {
  if (tone === 'alert') {
    fill(to, area, '.99 .95 .94 rg')
    fill(to, { ...area, width: 2.5 }, '.75 .25 .2 rg')
  }
  frame(to, area)
}

const TRACK_HEIGHT = 3

/**
 * Returns a scale: a track that is filled up to the value, with a mark there. The number is written
 * elsewhere.
 */
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
    ...paragraphs(panel.title, 'strong', 'normal'),
    ...paragraphs(panel.subtitle, 'muted', 'small'),
    ...paragraphs(panel.figure, panel.tone === 'alert' ? 'alert' : 'strong', 'figure'),
    ...(panel.scale === undefined ? [] : [panel.scale]),
    ...panel.lines.flatMap((each) => paragraphs(each.text, each.tone, 'small')),
  ]
}

function paragraphs(content: string, tone: Panel['tone'], size: Paragraph['size']): Block[] {
  return content === '' ? [] : [paragraph(content, { tone, size })]
}

// Labeled values in a grid.

/** Returns the rows of the grid. Each fact is its own paragraph in the tags. */
export function factBoxes(layout: Layout, block: FactGrid, { width, parent }: Place): LayoutBox[] {
  const boxes: LayoutBox[] = []
  const pitch = (width + GAP) / block.columns
  for (let start = 0; start < block.facts.length; start += block.columns) {
    const facts = block.facts.slice(start, start + block.columns)
    const layouts = facts.map((each) =>
      layOutFact(layout, each, pitch - GAP, block.columns, parent),
    )
    boxes.push(factRow(layouts, pitch))
  }
  const count = boxes.length
  return boxes.map((box, index) => {
    const keepsNext = count <= UNSPLIT_ROWS_MAX ? index < count - 1 : isEdge(index, count)
    return keepsNext ? { ...box, keepsNext } : box
  })
}

const SIZE = SIZES.normal
const LABEL = textStyle('regular', SIZE, 'muted')
const VALUES = textStyles(SIZE)
/** The minimum space between a label and its value, in points. */
const LABEL_GAP = 6

/** The lines of a fact, and the distance from the start of its label to its value. */
interface FactLayout {
  readonly element: number
  readonly labels: readonly string[]
  readonly values: readonly string[]
  readonly style: TextStyle
  readonly indent: number
}

function layOutFact(
  { tags }: Layout,
  { label, value, tone }: Fact,
  width: number,
  columns: number,
  parent: number,
): FactLayout {
  const face = tone === 'strong' ? 'bold' : 'regular'
  const { encoded, textWidth: valueWidth } = measure(value, face, SIZE)
  const { encoded: title, textWidth: titleWidth } = measure(label, 'regular', SIZE)
  // A long label wraps if its value needs the space, but gets at least three fifths of the width.
  const room = Math.min(titleWidth, Math.max(width * 0.6, width - LABEL_GAP - valueWidth))
  const indent = Math.max(room + LABEL_GAP, columns === 1 ? Math.min(66, width * 0.3) : 0)
  const left = width - indent
  return {
    element: addElement(tags, 'P', parent),
    labels: titleWidth <= room ? [title] : wrap(title, 'regular', SIZE, room + 0.01),
    values: valueWidth <= left ? [encoded] : wrap(encoded, face, SIZE, left + 0.01),
    style: VALUES[face][tone],
    indent,
  }
}

function factRow(facts: readonly FactLayout[], pitch: number): LayoutBox {
  const counts = facts.map(({ labels, values }) => Math.max(labels.length, values.length))
  return {
    height: Math.max(1, ...counts) * SIZE * LEADING + 1,
    keepsNext: false,
    draw: (to, x, down) => {
      facts.forEach(({ element, labels, values, style, indent }, index) => {
        const left = x + index * pitch
        setElement(to, element)
        writeLines(to, labels, LABEL, left, down)
        writeLines(to, values, style, left + indent, down)
      })
    },
  }
}

function writeLines(
  to: Canvas,
  lines: readonly string[],
  style: TextStyle,
  x: number,
  down: number,
): void {
  lines.forEach((line, index) => {
    write(to, line, style, x, down + SIZE + index * SIZE * LEADING)
  })
}

// Labeled values as running text.

const RUNNING_SIZE = SIZES.small
const RUNNING_LABEL = textStyle('regular', RUNNING_SIZE, 'muted')
/**
 * A label starts on a new line if less than this width is left, so that it stays near its value.
 */
const LABEL_ROOM = 60
const BETWEEN = '\u00b7'

/** A text on a line; `x` is its distance from the start of the line. */
interface Run {
  readonly encoded: string
  readonly style: TextStyle
  readonly x: number
}

/** Returns the lines of the text, broken at spaces. All of them are one paragraph in the tags. */
export function factLineBoxes(
  { tags }: Layout,
  block: FactLine,
  { width, parent }: Place,
): LayoutBox[] {
  const element = addElement(tags, 'P', parent)
  return linesOf(block, width).map((runs) => ({
    height: RUNNING_SIZE * LEADING,
    keepsNext: false,
    draw: (to, x, down) => {
      setElement(to, element)
      for (const run of runs) write(to, run.encoded, run.style, x + run.x, down + RUNNING_SIZE)
    },
  }))
}

function linesOf(block: FactLine, width: number): Run[][] {
  const space = widthOf(' ', 'regular', RUNNING_SIZE)
  const between = widthOf(BETWEEN, 'regular', RUNNING_SIZE)
  let line: Run[] = []
  const lines = [line]
  let x = 0
  const newLine = () => {
    line = []
    lines.push(line)
    x = 0
  }
  const append = (encoded: string, style: TextStyle, textWidth: number) => {
    if (x > 0 && x + textWidth > width) newLine()
    line.push({ encoded, style, x })
    x += textWidth + space
  }
  const flow = (text: string, style: TextStyle) => {
    const { encoded, textWidth } = measure(text, style.face, RUNNING_SIZE)
    if (x + textWidth <= width) {
      append(encoded, style, textWidth)
      return
    }
    const begun = x === 0 ? '' : fittingWords(encoded, style, width - x)
    if (begun !== '') append(begun, style, widthOf(begun, style.face, RUNNING_SIZE))
    const rest = encoded.slice(begun.length).trimStart()
    for (const part of wrap(rest, style.face, RUNNING_SIZE, width)) {
      append(part, style, widthOf(part, style.face, RUNNING_SIZE))
    }
  }
  block.facts.forEach((each, index) => {
    if (index > 0) append(BETWEEN, RUNNING_LABEL, between)
    if (x + LABEL_ROOM > width) newLine()
    if (each.label !== '') flow(`${each.label}:`, RUNNING_LABEL)
    flow(each.value, styleOf(each))
  })
  return lines
}

const RUNNING_VALUES = textStyles(RUNNING_SIZE)

function styleOf({ tone }: Fact): TextStyle {
  return RUNNING_VALUES[tone === 'plain' || tone === 'muted' ? 'regular' : 'bold'][tone]
}

/** Returns the first words of a text that fit on the rest of the line. */
function fittingWords(encoded: string, style: TextStyle, room: number): string {
  let used = 0
  for (let at = encoded.indexOf(' '); at !== -1; at = encoded.indexOf(' ', at + 1)) {
    if (widthOf(encoded.slice(0, at), style.face, RUNNING_SIZE) > room) break
    used = at
  }
  return encoded.slice(0, used)
}

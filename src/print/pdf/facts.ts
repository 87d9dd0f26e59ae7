/** Labelled values: in a grid, and as running text. */

import type { Fact, FactGrid, FactLine } from '../page.ts'
import { GAP, isEdge, KEPT_ROWS_MAX, type Layout, type LayoutBox, type Place } from './box.ts'
import { belong, type Canvas } from './canvas.ts'
import { measured, widthOf, wrapped } from './measure.ts'
import { addElement } from './tags.ts'
import { LEADING, SIZES, type TextStyle, textStyle, textStyles, write } from './text.ts'

/** The rows of the grid; each fact is a paragraph of its own. */
export function factBoxes(layout: Layout, block: FactGrid, { width, parent }: Place): LayoutBox[] {
  const boxes: LayoutBox[] = []
  const pitch = (width + GAP) / block.columns
  for (let start = 0; start < block.facts.length; start += block.columns) {
    const facts = block.facts.slice(start, start + block.columns)
    const laid = facts.map((each) => laidFact(layout, each, pitch - GAP, block.columns, parent))
    boxes.push(factRow(laid, pitch))
  }
  const count = boxes.length
  return boxes.map((box, index) => {
    const keepsNext = count <= KEPT_ROWS_MAX ? index < count - 1 : isEdge(index, count)
    return keepsNext ? { ...box, keepsNext } : box
  })
}

const SIZE = SIZES.normal
const LABEL = textStyle('regular', SIZE, 'muted')
const VALUES = textStyles(SIZE)
/** In points, between a label and its value. */
const LABEL_GAP = 6

/** The lines of a fact, and the distance from its label to its value. */
interface LaidFact {
  readonly element: number
  readonly labels: readonly string[]
  readonly values: readonly string[]
  readonly style: TextStyle
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
  // A long label is wrapped where its value needs room, but keeps three fifths of the width.
  const room = Math.min(titleWidth, Math.max(width * 0.6, width - LABEL_GAP - valueWidth))
  const indent = Math.max(room + LABEL_GAP, columns === 1 ? Math.min(66, width * 0.3) : 0)
  const left = width - indent
  return {
    element: addElement(tags, 'P', parent),
    labels: titleWidth <= room ? [title] : wrapped(title, 'regular', SIZE, room + 0.01),
    values: valueWidth <= left ? [encoded] : wrapped(encoded, face, SIZE, left + 0.01),
    style: VALUES[face][tone],
    indent,
  }
}

function factRow(facts: readonly LaidFact[], pitch: number): LayoutBox {
  const counts = facts.map(({ labels, values }) => Math.max(labels.length, values.length))
  return {
    height: Math.max(1, ...counts) * SIZE * LEADING + 1,
    keepsNext: false,
    draw: (to, x, down) => {
      facts.forEach(({ element, labels, values, style, indent }, index) => {
        const left = x + index * pitch
        belong(to, element)
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

// As running text.

const RUNNING_SIZE = SIZES.small
const RUNNING_LABEL = textStyle('regular', RUNNING_SIZE, 'muted')
/** A label does not begin so near the end of a line, away from its value. */
const LABEL_ROOM = 60
const BETWEEN = '\u00b7'

/** A text on a line, so far right of where the line begins. */
interface Run {
  readonly encoded: string
  readonly style: TextStyle
  readonly x: number
}

/** The lines of the text, broken at spaces, as one paragraph. */
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
      belong(to, element)
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
  const append = (encoded: string, style: TextStyle, wide: number) => {
    if (x > 0 && x + wide > width) newLine()
    line.push({ encoded, style, x })
    x += wide + space
  }
  const flow = (text: string, style: TextStyle) => {
    const { encoded, wide } = measured(text, style.face, RUNNING_SIZE)
    if (x + wide <= width) {
      append(encoded, style, wide)
      return
    }
    const begun = x === 0 ? '' : head(encoded, style, width - x)
    if (begun !== '') append(begun, style, widthOf(begun, style.face, RUNNING_SIZE))
    const rest = encoded.slice(begun.length).trimStart()
    for (const part of wrapped(rest, style.face, RUNNING_SIZE, width)) {
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

/** What of a text fits on the line begun, as whole words. */
function head(encoded: string, style: TextStyle, room: number): string {
  let used = 0
  for (let at = encoded.indexOf(' '); at !== -1; at = encoded.indexOf(' ', at + 1)) {
    if (widthOf(encoded.slice(0, at), style.face, RUNNING_SIZE) > room) break
    used = at
  }
  return encoded.slice(0, used)
}

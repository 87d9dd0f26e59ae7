/** Labelled values in a grid. */

import { write } from '../../reports/print/pdf/write.ts'
import type { Fact, FactGrid } from '../page.ts'
import { GAP, isEdge, KEPT_ROWS_MAX, type Layout, type Place, type Strip } from './box.ts'
import { belong, type Canvas } from './canvas.ts'
import { measured, wrapped } from './measure.ts'
import { addElement } from './tags.ts'
import { LEADING, type Look, look, looks, SIZES } from './text.ts'

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

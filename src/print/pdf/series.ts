/** A series of small labelled cells. */

import type { Series, SeriesCell, Tone } from '../page.ts'
import type { Layout, LayoutBox, Place } from './box.ts'
import { belong, type Canvas, cells, fill } from './canvas.ts'
import { winAnsi } from './measure.ts'
import { textString } from './pdf-file.ts'
import { addElement } from './tags.ts'
import { type TextStyle, textStyle, textStyles, write, writeIn } from './text.ts'

const TITLE = textStyle('regular', 6.5, 'muted')
const TITLE_WIDTH = 62
const PITCH = 18
/** Two years to a row, so that years stand below each other. */
const ACROSS_MAX = 24
const ROW_HEIGHT = 19
const BOX_TOP = 7
const BOX_HEIGHT = 10

const LABEL_SIZE = 5
/** A cell is as wide as a label and a blank, so that the labels of a row are one text. */
const LABEL_LENGTH = 6
const LABEL_SPACING = PITCH / LABEL_LENGTH - LABEL_SIZE * 0.6
const LABELS = textStyle('mono', LABEL_SIZE, 'muted', LABEL_SPACING)
const LONG_LABEL = textStyle('mono', LABEL_SIZE, 'muted')

const CODE_SIZE = 7
const CODE_WIDTH = CODE_SIZE * 0.6

/** The cells in rows as wide as there is room for, as one paragraph that is read in words. */
export function seriesBoxes(
  { tags }: Layout,
  block: Series,
  { width, parent }: Place,
): LayoutBox[] {
  const words = tags.wanted ? `/ActualText${textString(inWords(block))}` : ''
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
        belong(to, element)
        write(to, title, TITLE, x, down + BOX_TOP + BOX_HEIGHT - 3)
        drawCells(to, row, x + TITLE_WIDTH, down)
      },
    })
  }
  return boxes
}

/**
 * What the cells say, in which those of one code in a row are one, but none goes over into a month
 * written with its year: "05/26 to 01 C, 12/25 to 11 C, 10 1". All else is of the year named last.
 */
function inWords({ title, cells: all }: Series): string {
  let said = `${title}:`
  for (let first = 0; first < all.length; ) {
    const { label, code } = all[first] as SeriesCell
    let next = first + 1
    while (all[next]?.code === code && !all[next]?.label.includes('/')) next += 1
    const till = next - first > 1 ? ` to ${all[next - 1]?.label}` : ''
    said += `${first === 0 ? '' : ','} ${label}${till} ${code}`
    first = next
  }
  return said
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
    text += centred(label)
  }
  write(to, text.trimEnd(), LABELS, x + LABEL_SPACING / 2, down)
}

function writeLongLabels(to: Canvas, row: readonly SeriesCell[], x: number, down: number): void {
  row.forEach(({ label }, index) => {
    const left = x + index * PITCH
    const slot = { left, right: left + PITCH, align: 'center' } as const
    writeIn(to, winAnsi(label), LONG_LABEL, slot, down)
  })
}

/** A label encoded, in the middle of its cell. Few labels differ, such as the months of some years. */
function centred(label: string): string {
  let known = CENTRED.get(label)
  if (known === undefined) {
    const encoded = winAnsi(label)
    const before = (LABEL_LENGTH - encoded.length + 1) >> 1
    known = encoded.padStart(encoded.length + before).padEnd(LABEL_LENGTH)
    if (CENTRED.size < CENTRED_MAX) CENTRED.set(label, known)
  }
  return known
}
const CENTRED = new Map<string, string>()
const CENTRED_MAX = 1_000

/** Codes of one character that style alike are one text, each in the middle of its cell. */
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
      writeIn(to, code, LONG_CODES[tone], slot, down)
      index += 1
    }
  }
}

/** How codes of one character style that stand in cells next to each other, and how longer ones. */
const CODES: Readonly<Record<Tone, TextStyle>> = {
  plain: textStyle('mono', CODE_SIZE, 'plain', PITCH - CODE_WIDTH),
  muted: textStyle('mono', CODE_SIZE, 'muted', PITCH - CODE_WIDTH),
  strong: textStyle('mono', CODE_SIZE, 'strong', PITCH - CODE_WIDTH),
  alert: textStyle('monoBold', CODE_SIZE, 'alert', PITCH - CODE_WIDTH),
}
const LONG_CODES = textStyles(CODE_SIZE).mono

/** A series of small labelled cells. */
import type { Series, SeriesCell } from './page.ts'
import { begin, type Canvas, end } from './pdf-canvas.ts'
import { cells, fill } from './pdf-shapes.ts'
import type { Strip } from './pdf-strip.ts'
import { winAnsi } from './pdf-text.ts'
import { type Look, write, writeIn } from './pdf-write.ts'

const TITLE: Look = { face: 'regular', size: 6.5, tone: 'muted' }
const TITLE_WIDTH = 62
const PITCH = 16
const ROW_HEIGHT = 19
const BOX_TOP = 7
const BOX_HEIGHT = 10

const LABEL_SIZE = 5
/** So many characters of a label fill a cell, so that the labels of a row are one text. */
const LABEL_LENGTH = 5
const LABEL_SPACING = PITCH / LABEL_LENGTH - LABEL_SIZE * 0.6
const LABELS: Look = { face: 'mono', size: LABEL_SIZE, tone: 'muted', spacing: LABEL_SPACING }
const LONG_LABEL: Look = { face: 'mono', size: LABEL_SIZE, tone: 'muted' }

const CODE_SIZE = 7
const CODE_WIDTH = CODE_SIZE * 0.6

/** The cells in rows as wide as there is room for. */
export function seriesStrips(to: Canvas, block: Series, width: number): Strip[] {
  const across = Math.max(1, Math.floor((width - TITLE_WIDTH) / PITCH))
  const strips: Strip[] = []
  for (let start = 0; start < block.cells.length; start += across) {
    const row = block.cells.slice(start, start + across)
    begin(to)
    shade(to, row)
    cells(to, { x: TITLE_WIDTH, down: BOX_TOP, width: PITCH, height: BOX_HEIGHT }, row.length)
    if (start === 0) write(to, winAnsi(block.title), TITLE, 0, BOX_TOP + BOX_HEIGHT - 3)
    writeLabels(to, row)
    writeCodes(to, row)
    strips.push({ height: ROW_HEIGHT, piece: end(to), keepsNext: false })
  }
  return strips
}

function shade(to: Canvas, row: readonly SeriesCell[]): void {
  for (let index = 0; index < row.length; index += 1) {
    if (row[index]?.tone !== 'alert') continue
    let last = index
    while (row[last + 1]?.tone === 'alert') last += 1
    const x = TITLE_WIDTH + index * PITCH
    const width = (last - index + 1) * PITCH
    fill(to, { x, down: BOX_TOP, width, height: BOX_HEIGHT }, '.96 .8 .77 rg')
    index = last
  }
}

function writeLabels(to: Canvas, row: readonly SeriesCell[]): void {
  const down = BOX_TOP - 1.5
  let text = ''
  for (const { label } of row) {
    if (label.length > LABEL_LENGTH) {
      writeLongLabels(to, row, down)
      return
    }
    text += centred(label)
  }
  write(to, text.trimEnd(), LABELS, TITLE_WIDTH + LABEL_SPACING / 2, down)
}

function writeLongLabels(to: Canvas, row: readonly SeriesCell[], down: number): void {
  row.forEach(({ label }, index) => {
    const left = TITLE_WIDTH + index * PITCH
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

/** Codes of one character that look alike are one text, each in the middle of its cell. */
function writeCodes(to: Canvas, row: readonly SeriesCell[]): void {
  const down = BOX_TOP + 7.3
  for (let index = 0; index < row.length; ) {
    const { tone } = row[index] as SeriesCell
    let text = ''
    let next = index
    for (; next < row.length && row[next]?.tone === tone; next += 1) {
      const code = winAnsi((row[next] as SeriesCell).code)
      if (code.length !== 1) break
      text += code
    }
    const left = TITLE_WIDTH + index * PITCH
    const face = tone === 'alert' ? 'monoBold' : 'mono'
    const look: Look = { face, size: CODE_SIZE, tone }
    if (next > index) {
      const x = left + (PITCH - CODE_WIDTH) / 2
      write(to, text, { ...look, spacing: PITCH - CODE_WIDTH }, x, down)
      index = next
    } else {
      const code = winAnsi((row[index] as SeriesCell).code)
      writeIn(to, code, look, { left, right: left + PITCH, align: 'center' }, down)
      index += 1
    }
  }
}

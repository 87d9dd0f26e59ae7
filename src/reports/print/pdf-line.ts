/** Running text of labels and values. */
import type { Fact, FactLine } from './page.ts'
import { begin, type Canvas, end } from './pdf-canvas.ts'
import type { Strip } from './pdf-strip.ts'
import { widthOf, winAnsi, wrapped } from './pdf-text.ts'
import { type Look, write } from './pdf-write.ts'

const SIZE = 6.5
const LEADING = SIZE * 1.24
const LABEL: Look = { face: 'regular', size: SIZE, tone: 'muted' }
/** A label does not begin so near the end of a line, away from its value. */
const LABEL_ROOM = 60
const BETWEEN = '\u00b7'

/** The lines of the text, broken at spaces. */
export function lineStrips(to: Canvas, block: FactLine, width: number): Strip[] {
  const strips: Strip[] = []
  const space = widthOf(' ', 'regular', SIZE)
  let x = 0
  const newLine = () => {
    strips.push({ height: LEADING, piece: end(to), keepsNext: false })
    begin(to)
    x = 0
  }
  const append = (encoded: string, look: Look) => {
    const wide = widthOf(encoded, look.face, SIZE)
    if (x > 0 && x + wide > width) newLine()
    write(to, encoded, look, x, SIZE)
    x += wide + space
  }
  const flow = (encoded: string, look: Look) => {
    const [line, rest] = head(encoded, look, width - x, x === 0 ? width : undefined)
    if (line !== '') append(line, look)
    if (rest === '') return
    for (const part of wrapped(rest, look.face, SIZE, width)) append(part, look)
  }
  begin(to)
  block.facts.forEach((each, index) => {
    if (index > 0) append(BETWEEN, LABEL)
    if (x + LABEL_ROOM > width) newLine()
    if (each.label !== '') flow(winAnsi(`${each.label}:`), LABEL)
    flow(winAnsi(each.value), lookOf(each))
  })
  return [...strips, { height: LEADING, piece: end(to), keepsNext: false }]
}

function lookOf({ tone }: Fact): Look {
  const face = tone === 'plain' || tone === 'muted' ? 'regular' : 'bold'
  return { face, size: SIZE, tone }
}

/** What of a text fits on the line begun, as whole words, and what is left over. */
function head(
  encoded: string,
  look: Look,
  room: number,
  whole: number | undefined,
): readonly [string, string] {
  if (widthOf(encoded, look.face, SIZE) <= room) return [encoded, '']
  if (whole !== undefined) return ['', encoded]
  let used = 0
  for (let at = encoded.indexOf(' '); at !== -1; at = encoded.indexOf(' ', at + 1)) {
    if (widthOf(encoded.slice(0, at), look.face, SIZE) > room) break
    used = at
  }
  return [encoded.slice(0, used), encoded.slice(used).trimStart()]
}

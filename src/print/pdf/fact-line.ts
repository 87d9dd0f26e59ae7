/** Running text of labels and values. */
import type { Fact, FactLine } from '../page.ts'
import type { Layout, LayoutBox, Place } from './box.ts'
import { belong } from './canvas.ts'
import { measured, widthOf, wrapped } from './measure.ts'
import { addElement } from './tags.ts'
import { LEADING, SIZES, type TextStyle, textStyle, textStyles, write } from './text.ts'

const SIZE = SIZES.small
const LABEL = textStyle('regular', SIZE, 'muted')
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
    height: SIZE * LEADING,
    keepsNext: false,
    draw: (to, x, down) => {
      belong(to, element)
      for (const run of runs) write(to, run.encoded, run.style, x + run.x, down + SIZE)
    },
  }))
}

function linesOf(block: FactLine, width: number): Run[][] {
  const space = widthOf(' ', 'regular', SIZE)
  const between = widthOf(BETWEEN, 'regular', SIZE)
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
    const { encoded, wide } = measured(text, style.face, SIZE)
    if (x + wide <= width) {
      append(encoded, style, wide)
      return
    }
    const begun = x === 0 ? '' : head(encoded, style, width - x)
    if (begun !== '') append(begun, style, widthOf(begun, style.face, SIZE))
    for (const part of wrapped(encoded.slice(begun.length).trimStart(), style.face, SIZE, width)) {
      append(part, style, widthOf(part, style.face, SIZE))
    }
  }
  block.facts.forEach((each, index) => {
    if (index > 0) append(BETWEEN, LABEL, between)
    if (x + LABEL_ROOM > width) newLine()
    if (each.label !== '') flow(`${each.label}:`, LABEL)
    flow(each.value, styleOf(each))
  })
  return lines
}

const STYLES = textStyles(SIZE)

function styleOf({ tone }: Fact): TextStyle {
  return STYLES[tone === 'plain' || tone === 'muted' ? 'regular' : 'bold'][tone]
}

/** What of a text fits on the line begun, as whole words. */
function head(encoded: string, style: TextStyle, room: number): string {
  let used = 0
  for (let at = encoded.indexOf(' '); at !== -1; at = encoded.indexOf(' ', at + 1)) {
    if (widthOf(encoded.slice(0, at), style.face, SIZE) > room) break
    used = at
  }
  return encoded.slice(0, used)
}

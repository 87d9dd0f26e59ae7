/** What stands around the body of each sheet: the mark above it, and the lines at its foot. */
import type { Page } from '../../../print/page.ts'
import { ARTIFACT, belong, type Canvas, SHEET } from '../../../print/pdf/canvas.ts'
import { measured, widthOf } from '../../../print/pdf/measure.ts'
import { type Look, look } from '../../../print/pdf/text.ts'
import { winAnsi } from './encoding.ts'
import { frame, rule } from './shapes.ts'
import { write, writeIn } from './write.ts'

/** The margin on all sides of a sheet, in points. */
export const MARGIN = 36
const MARK_HEIGHT = 16
const FOOT_SIZE = 6.5
const FOOT_SIZE_MIN = 4
const FOOT_LEADING = 8

const MARK = look('bold', 8, 'alert')
const NUMBER = look('bold', FOOT_SIZE, 'muted')
/** Room for the widest number of a sheet. */
const NUMBER_WIDTH = widthOf('Page 9999 of 9999', 'bold', FOOT_SIZE) + 10

/** What is the same on each sheet. */
export interface Surroundings {
  /** Where the body of a sheet begins, and how high it is. */
  readonly top: number
  readonly room: number
  readonly mark: string
  readonly foot: readonly { readonly encoded: string; readonly shown: Look }[]
}

/** Lays out what stands around the body of the sheets of a page. */
export function surroundingsOf(page: Page): Surroundings {
  const top = MARGIN + (page.mark === '' ? 0 : MARK_HEIGHT)
  const room = SHEET.height - top - MARGIN - page.foot.length * FOOT_LEADING - 6
  const width = SHEET.width - 2 * MARGIN - NUMBER_WIDTH
  const foot = page.foot.map((text) => {
    const { encoded, wide } = measured(text, 'regular', FOOT_SIZE)
    const size =
      wide <= width
        ? FOOT_SIZE
        : Math.max(FOOT_SIZE_MIN, Math.floor((FOOT_SIZE * width * 10) / wide) / 10)
    return { encoded, shown: look('regular', size, 'muted') }
  })
  return { top, room, mark: winAnsi(page.mark), foot }
}

/** Draws what stands around the body of a sheet, with the number of the sheet. */
export function drawSurroundings(to: Canvas, { mark, foot }: Surroundings, numbered: string): void {
  const right = SHEET.width - MARGIN
  const start = SHEET.height - MARGIN - foot.length * FOOT_LEADING
  belong(to, ARTIFACT)
  if (mark !== '') {
    frame(to, { x: MARGIN, down: MARGIN - 6, width: right - MARGIN, height: 14 })
    writeIn(to, mark, MARK, { left: MARGIN, right, align: 'center' }, MARGIN + 4)
  }
  rule(to, MARGIN, start, right - MARGIN)
  foot.forEach(({ encoded, shown }, line) => {
    write(to, encoded, shown, MARGIN, start + (line + 1) * FOOT_LEADING)
  })
  const slot = { left: MARGIN, right, align: 'right' } as const
  writeIn(to, numbered, NUMBER, slot, start + FOOT_LEADING)
}

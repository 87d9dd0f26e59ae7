/** Shapes on a sheet: grounds, frames and lines. Places are points from left above. */
import { type Bytes, put, putInteger } from '../../../print/pdf/bytes.ts'
import { type Canvas, SHEET, tenths } from '../../../print/pdf/canvas.ts'

/** A rectangle. */
export interface Area {
  readonly x: number
  readonly down: number
  readonly width: number
  readonly height: number
}

/** Fills a rectangle with a colour, given with its operator. */
export function fill({ shapes }: Canvas, area: Area, colour: string): void {
  put(shapes, colour)
  put(shapes, ' ')
  rectangle(shapes, area)
  put(shapes, 'f\n')
}

/** Draws the outline of a rectangle. */
export function frame({ shapes }: Canvas, area: Area): void {
  put(shapes, '.7 G 5 w ')
  rectangle(shapes, area)
  put(shapes, 'S\n')
}

/** Draws a thin level line. */
export function rule({ shapes }: Canvas, x: number, down: number, width: number): void {
  put(shapes, '.75 G 4 w ')
  level(shapes, x, down, width)
}

/** Draws a row of equal cells: a frame, and all lines between them as one broad, dashed line. */
export function cells(to: Canvas, area: Area, count: number): void {
  const { shapes } = to
  const { x, down, width, height } = area
  frame(to, { x, down, width: width * count, height })
  if (count === 1) return
  put(shapes, `[5 ${tenths(width) - 5}]0 d ${tenths(height)} w `)
  level(shapes, x + width - 0.25, down + height / 2, width * (count - 2) + 0.5)
  put(shapes, '[]0 d\n')
}

function rectangle(to: Bytes, { x, down, width, height }: Area): void {
  putInteger(to, tenths(x))
  putInteger(to, tenths(SHEET.height - down - height))
  putInteger(to, tenths(width))
  putInteger(to, tenths(height))
  put(to, 're ')
}

function level(to: Bytes, x: number, down: number, width: number): void {
  const base = tenths(SHEET.height - down)
  putInteger(to, tenths(x))
  putInteger(to, base)
  put(to, 'm ')
  putInteger(to, tenths(x + width))
  putInteger(to, base)
  put(to, 'l S\n')
}

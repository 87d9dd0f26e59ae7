/** Shapes on the sheets: grounds, frames and lines. */
import { type Canvas, leaveText, put, putPoints } from './pdf-canvas.ts'

function rectangle(to: Canvas, x: number, down: number, width: number, height: number): void {
  putPoints(to, x)
  putPoints(to, -down - height)
  putPoints(to, width)
  putPoints(to, height)
  put(to, 're ')
}

/** A rectangle. */
export interface Area {
  readonly x: number
  readonly down: number
  readonly width: number
  readonly height: number
}

/** Fills a rectangle with a colour, given with its operator. */
export function fill(to: Canvas, { x, down, width, height }: Area, colour: string): void {
  leaveText(to)
  put(to, colour)
  put(to, ' ')
  rectangle(to, x, down, width, height)
  put(to, 'f\n')
}

/** Draws the outline of a rectangle. */
export function frame(to: Canvas, { x, down, width, height }: Area): void {
  leaveText(to)
  put(to, '.7 G .5 w ')
  rectangle(to, x, down, width, height)
  put(to, 'S\n')
}

/** Draws a thin level line. */
export function rule(to: Canvas, x: number, down: number, width: number): void {
  leaveText(to)
  put(to, '.75 G .4 w ')
  putPoints(to, x)
  putPoints(to, -down)
  put(to, 'm ')
  putPoints(to, x + width)
  putPoints(to, -down)
  put(to, 'l S\n')
}

/** Draws a row of equal cells. */
export function cells(to: Canvas, { x, down, width, height }: Area, count: number): void {
  frame(to, { x, down, width: width * count, height })
  for (let index = 1; index < count; index += 1) {
    putPoints(to, x + index * width)
    putPoints(to, -down)
    put(to, 'm ')
    putPoints(to, x + index * width)
    putPoints(to, -down - height)
    put(to, 'l ')
  }
  if (count > 1) put(to, 'S\n')
}

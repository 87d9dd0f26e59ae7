/**
 * The canvas of a sheet: a PDF content stream (PDF 32000-1, 8 and 9) in tenths of a point, measured
 * from the lower left corner. All shapes of a sheet are drawn below all its texts. The texts are
 * therefore a single text object, in which font, color and position carry over from text to text.
 */
import { type Bytes, createBytes, put, putBytes, putInteger, wipe, written } from '../../bytes.ts'
import type { FallbackFonts } from './fallback-font.ts'
import { ELEMENT_KINDS, type ElementKind, type Tags } from './tags.ts'

/** The size of a sheet of Letter paper, in points. */
export const SHEET = { width: 612, height: 792 } as const

/** The sheet that is being drawn, and the state of its text object. */
export interface Canvas {
  readonly shapes: Bytes
  readonly texts: Bytes
  readonly fallback: FallbackFonts
  readonly tags: Tags
  /** The element of each mark of the sheet. */
  marks: number[]
  /** The element of the next texts, and the element whose mark is open. */
  element: number
  markedElement: number
  /** Whether the box is repeated from an earlier sheet. Screen readers read it only once. */
  repeated: boolean
  /** The style of the previous text. */
  style: object | undefined
  /**
   * The line distance of the previous text from the text above it, if both begin at the same x
   * position.
   */
  leading: number
  /** The position where the previous text begins, in tenths of a point. */
  left: number
  base: number
}

/** The mark of content that belongs to no element, such as page numbers. */
export const ARTIFACT = -1
const UNMARKED = -2

/** These buffers are reused, because documents are drawn one after the other. */
const shapes = createBytes()
const texts = createBytes()

/** Creates the canvas for the sheets of one document. */
export function createCanvas(tags: Tags, fallback: FallbackFonts): Canvas {
  wipe(shapes)
  wipe(texts)
  return {
    shapes,
    texts,
    fallback,
    tags,
    marks: [],
    element: ARTIFACT,
    markedElement: UNMARKED,
    repeated: false,
    style: undefined,
    leading: 0,
    left: 0,
    base: 0,
  }
}

/** Starts a sheet. */
export function startSheet(to: Canvas): void {
  put(to.shapes, '.1 0 0 .1 0 0 cm\n')
  if (to.tags.enabled) put(to.shapes, '/Artifact BMC\n')
  to.marks = []
  to.tags.sheets.push(to.marks)
  to.markedElement = UNMARKED
  to.style = undefined
  to.leading = 0
  to.left = 0
  to.base = 0
}

/** Ends the sheet and passes its content to `use`. The content is valid only during that call. */
export function endSheet<Result>(to: Canvas, use: (content: Uint8Array) => Result): Result {
  put(to.shapes, to.tags.enabled ? 'EMC\nBT\n' : 'BT\n')
  putBytes(to.shapes, written(to.texts))
  put(to.shapes, to.markedElement === UNMARKED ? 'ET' : 'EMC\nET')
  const result = use(written(to.shapes))
  wipe(to.shapes)
  wipe(to.texts)
  return result
}

/** Sets the element of the next texts. */
export function setElement(to: Canvas, element: number): void {
  to.element = to.repeated ? ARTIFACT : element
}

/** Marks the next text as a part of its element. */
export function markContent(to: Canvas): void {
  if (to.markedElement === to.element || !to.tags.enabled) return
  const { texts, element } = to
  if (to.markedElement !== UNMARKED) put(texts, 'EMC\n')
  if (element === ARTIFACT) put(texts, '/Artifact BMC\n')
  else {
    put(texts, MARKS[to.tags.kinds[element] as ElementKind])
    putInteger(texts, to.marks.length)
    put(texts, '>>BDC\n')
    to.marks.push(element)
  }
  to.markedElement = element
}

const MARKS = Object.fromEntries(ELEMENT_KINDS.map((kind) => [kind, `/${kind}<</MCID `])) as Record<
  ElementKind,
  string
>

/** Converts points to the unit of the canvas. */
export function tenths(points: number): number {
  return Math.round(points * 10)
}

// Shapes on a sheet: backgrounds, frames and lines. Positions are in points from the upper left
// corner.

/** A rectangle. */
export interface Area {
  readonly x: number
  /** From the top of the sheet, in points. */
  readonly down: number
  readonly width: number
  readonly height: number
}

/** Fills a rectangle with a color, given as a PDF operator with its operands. */
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

/** Draws a thin horizontal line. */
export function rule({ shapes }: Canvas, x: number, down: number, width: number): void {
  put(shapes, '.75 G 4 w ')
  horizontalLine(shapes, x, down, width)
}

/**
 * Draws a row of equal cells: a frame, and all lines between the cells as one thick dashed line.
 */
export function cells(to: Canvas, area: Area, count: number): void {
  const { shapes } = to
  const { x, down, width, height } = area
  frame(to, { x, down, width: width * count, height })
  if (count === 1) return
  put(shapes, `[5 ${tenths(width) - 5}]0 d ${tenths(height)} w `)
  horizontalLine(shapes, x + width - 0.25, down + height / 2, width * (count - 2) + 0.5)
  put(shapes, '[]0 d\n')
}

function rectangle(to: Bytes, { x, down, width, height }: Area): void {
  putInteger(to, tenths(x))
  putInteger(to, tenths(SHEET.height - down - height))
  putInteger(to, tenths(width))
  putInteger(to, tenths(height))
  put(to, 're ')
}

function horizontalLine(to: Bytes, x: number, down: number, width: number): void {
  const base = tenths(SHEET.height - down)
  putInteger(to, tenths(x))
  putInteger(to, base)
  put(to, 'm ')
  putInteger(to, tenths(x + width))
  putInteger(to, base)
  put(to, 'l S\n')
}

/** Boxes, the parts that fill a sheet from top to bottom. */
import type { Block } from '../page.ts'
import type { Canvas } from './canvas.ts'
import { removeElements, type Tags } from './tags.ts'

/** A part of a sheet that is never split. */
export interface LayoutBox {
  /** The height in points, including the space below. */
  readonly height: number
  /** Draws the box with its upper left corner at this position of the sheet, in points. */
  readonly draw: (to: Canvas, x: number, down: number) => void
  /** Whether the box must be on the same sheet as the box that follows it. */
  readonly keepsNext: boolean
  /**
   * The boxes that are repeated above this box if it starts a new sheet, such as a table header.
   */
  readonly repeats?: readonly LayoutBox[]
  /** The title of the box in the outline of the document. */
  readonly outline?: string
}

/** The context in which blocks become boxes. */
export interface Layout {
  readonly tags: Tags
  /** The maximum height of a box. */
  readonly heightMax: number
}

/** The place of a block: the available width, and the element that contains it. */
export interface Place {
  readonly width: number
  readonly parent: number
}

/**
 * The functions that lay out nested blocks. They are passed down, because a block may contain any
 * other block.
 */
export interface Nested {
  /** Lays out blocks one below the other as one box. */
  readonly stacked: (layout: Layout, blocks: readonly Block[], place: Place) => LayoutBox
  /** Lays out blocks one below the other as boxes that can be on different sheets. */
  readonly flowing: (layout: Layout, blocks: readonly Block[], place: Place) => LayoutBox[]
}

/** Returns the whole box, or its split form if the box would be higher than the maximum. */
export function wholeOrSplit(
  { tags, heightMax }: Layout,
  whole: () => LayoutBox,
  split: () => readonly LayoutBox[],
): LayoutBox[] {
  const before = tags.kinds.length
  const box = whole()
  if (box.height <= heightMax) return [box]
  // The elements of the discarded box are on no sheet, so they must not be in the tags.
  removeElements(tags, before)
  return [...split()]
}

/** A grid or table with at most this number of rows is kept on one sheet. */
export const UNSPLIT_ROWS_MAX = 8

/** The space between boxes side by side, in points. */
export const GAP = 10

/**
 * Whether a line is the first or the second to last. Such a line keeps the next one, so that no
 * line of a block is alone on a sheet.
 */
export function isEdge(index: number, count: number): boolean {
  return index === 0 || index === count - 2
}

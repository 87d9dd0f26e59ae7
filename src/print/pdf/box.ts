/** Boxes: the parts that fill a sheet from top to bottom. */
import type { Block } from '../page.ts'
import type { Canvas } from './canvas.ts'
import { forgetElements, type Tags } from './tags.ts'

/** A part of a sheet that is never split itself. */
export interface LayoutBox {
  /** In points, with the room below it. */
  readonly height: number
  /** Draws it with its upper left corner at a place of the sheet, in points. */
  readonly draw: (to: Canvas, x: number, down: number) => void
  /** Whether it must not be the last on a sheet, without the box that follows it. */
  readonly keepsNext: boolean
  /** The boxes that are drawn again where this box begins a new sheet, such as a table's titles. */
  readonly repeats?: readonly LayoutBox[]
  /** The title under which the box is found in the outline. */
  readonly outline?: string
}

/** The context in which blocks become boxes. */
export interface Layout {
  readonly tags: Tags
  /** The height of the highest box that there is room for. */
  readonly heightMax: number
}

/** The place of a block: how wide it may be, and which element it is a part of. */
export interface Place {
  readonly width: number
  readonly parent: number
}

/** How blocks within blocks are laid out; handed down, because a block may hold any other. */
export interface Nested {
  /** One below the other, as one box. */
  readonly stacked: (layout: Layout, blocks: readonly Block[], place: Place) => LayoutBox
  /** One below the other, to be split where a sheet ends. */
  readonly flowing: (layout: Layout, blocks: readonly Block[], place: Place) => LayoutBox[]
}

/** The box, or what takes its place where it would be higher than there is room for. */
export function wholeOrSplit(
  { tags, heightMax }: Layout,
  whole: () => LayoutBox,
  split: () => readonly LayoutBox[],
): LayoutBox[] {
  const before = tags.kinds.length
  const box = whole()
  if (box.height <= heightMax) return [box]
  // The elements of the attempt are on no sheet, and a reader must not find them.
  forgetElements(tags, before)
  return [...split()]
}

/** A grid or table of no more rows is whole on one sheet. */
export const KEPT_ROWS_MAX = 8

/** The room between boxes side by side, in points. */
export const GAP = 10

/** Whether a line is first or next to last: no line of a block is the only one on a sheet. */
export function isEdge(index: number, count: number): boolean {
  return index === 0 || index === count - 2
}

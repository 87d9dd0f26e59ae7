/** Boxes: what a sheet is filled with from top to bottom. */
import type { Block } from '../page.ts'
import type { Canvas } from './canvas.ts'
import { forgetElements, type Tags } from './tags.ts'

/** A part of a sheet that is never split itself. */
export interface LayoutBox {
  readonly height: number
  /** Draws it with its upper left corner at a place of the sheet, in points. */
  readonly draw: (to: Canvas, x: number, down: number) => void
  /** Whether it must not stand at the bottom of a sheet without what follows it. */
  readonly keepsNext: boolean
  /** What is drawn again where the box begins a new sheet. */
  readonly repeats?: readonly LayoutBox[]
  /** The title under which the box is found in the outline. */
  readonly outline?: string
}

/** What blocks are made into boxes with. */
export interface Layout {
  readonly tags: Tags
  /** The height of the highest box that there is room for. */
  readonly heightMax: number
}

/** Where a block is to stand: how wide it may be, and which element it is a part of. */
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
  forgetElements(tags, before)
  return [...split()]
}

/** A grid or table of no more rows stands on one sheet. */
export const KEPT_ROWS_MAX = 8

/** The room between things that stand side by side, in points. */
export const GAP = 10

/** Whether a line is first or next to last: no line of a block stands alone on a sheet. */
export function isEdge(index: number, count: number): boolean {
  return index === 0 || index === count - 2
}

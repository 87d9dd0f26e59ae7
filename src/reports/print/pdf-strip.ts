/** Strips: what a sheet is filled with from top to bottom. */
import type { Block } from './page.ts'
import type { Canvas, Piece } from './pdf-canvas.ts'

/** A piece of a sheet that is never parted. */
export interface Strip {
  readonly height: number
  readonly piece: Piece
  /** Whether it must not stand at the bottom of a sheet without what follows it. */
  readonly keepsNext: boolean
  /** What is drawn again where the strip begins a new sheet. */
  readonly repeats?: readonly Strip[]
  /** The title under which the strip is found in the outline. */
  readonly outline?: string
}

/** How blocks within blocks are drawn; handed down, because a block may hold any other. */
export interface Nested {
  /** One below the other, as one strip. */
  readonly stacked: (to: Canvas, blocks: readonly Block[], width: number) => Strip
  /** One below the other, to be parted where a sheet ends. */
  readonly flowing: (to: Canvas, blocks: readonly Block[], width: number) => Strip[]
}

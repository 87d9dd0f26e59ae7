/** How texts of a sheet look. */
import type { Tone } from '../page.ts'
import type { ForeignFace } from './foreign.ts'
import type { Face } from './measure.ts'

/** How a text looks, with the operators that make texts look so. Sizes are points. */
export interface Look {
  readonly face: Face
  readonly size: number
  readonly tone: Tone
  /** What is added after each character, in points. */
  readonly spacing: number
  readonly operators: Uint8Array
}

/** A look. Those that stay the same are made once. */
export function look(face: Face, size: number, tone: Tone, spacing = 0): Look {
  const tracking = `${Math.round(spacing * 10)} Tc`
  return {
    face,
    size,
    tone,
    spacing,
    operators: Buffer.from(`${fontOperator(face, size)} ${INK[tone]} ${tracking}\n`),
  }
}

/** The resource names of the fonts. */
export const FONT_KEYS = {
  regular: 'R',
  bold: 'B',
  mono: 'M',
  monoBold: 'N',
  foreign: 'F',
  foreignBold: 'G',
} as const satisfies Record<Face | ForeignFace, string>

/** Sets the font, in tenths of a point as all of a sheet. */
export function fontOperator(face: Face | ForeignFace, size: number): string {
  return `/${FONT_KEYS[face]} ${Math.round(size * 10)} Tf`
}

/** Greys and one red, as fill colours of text. */
const INK: Readonly<Record<Tone, string>> = {
  plain: '.1 g',
  muted: '.42 g',
  strong: '0 g',
  alert: '.62 .09 .07 rg',
}

/** A look in each tone. */
export function looks(face: Face, size: number): Readonly<Record<Tone, Look>> {
  return {
    plain: look(face, size, 'plain'),
    muted: look(face, size, 'muted'),
    strong: look(face, size, 'strong'),
    alert: look(face, size, 'alert'),
  }
}

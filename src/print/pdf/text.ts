/** How texts of a sheet look. */
import type { Tone } from '../page.ts'
import type { ForeignFace } from './fallback-font.ts'
import type { Face } from './measure.ts'

/** Sizes of running text, in points, and how far below each other its lines stand for size 1. */
export const SIZES = { small: 6.5, normal: 7.5, large: 9, title: 15, figure: 15 } as const
export const LEADING = 1.24

/** How a text looks, with the operators that make texts look so. Sizes are points. */
export interface Look {
  readonly face: Face
  readonly size: number
  readonly tone: Tone
  readonly operators: Uint8Array
}

/** A look; `spacing` is added after each character. Looks that stay the same are made once. */
export function look(face: Face, size: number, tone: Tone, spacing = 0): Look {
  const tracking = `${Math.round(spacing * 10)} Tc`
  return {
    face,
    size,
    tone,
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

/** The looks of one size by face and tone. */
export type Looks = Readonly<Record<Face, Readonly<Record<Tone, Look>>>>

/** All looks of one size, each made once. */
export function looks(size: number): Looks {
  const inTones = (face: Face) => ({
    plain: look(face, size, 'plain'),
    muted: look(face, size, 'muted'),
    strong: look(face, size, 'strong'),
    alert: look(face, size, 'alert'),
  })
  return {
    regular: inTones('regular'),
    bold: inTones('bold'),
    mono: inTones('mono'),
    monoBold: inTones('monoBold'),
  }
}

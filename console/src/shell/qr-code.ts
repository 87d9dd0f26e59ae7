/**
 * QR codes (ISO/IEC 18004) of a single size: version 6 with error correction level L, which is
 * large enough for the address of an authenticator app. Of the eight masks, only the first is used.
 * Any mask is valid, and choosing the best one only helps if the code is printed badly.
 */

const SIZE = 41
const BLOCKS = 2
const BLOCK_BYTES = 68
const CHECK_BYTES = 18

/** The maximum length of the text. The mode and the length of the text take two bytes. */
const TEXT_BYTES_MAX = BLOCKS * BLOCK_BYTES - 2

/** The format bits: level L and the first mask, with check bits (table C.1 of the standard). */
const FORMAT = 0x77c4

/** Returns the modules of the code by row, true if dark; undefined if the text is too long. */
export function qrCode(text: string): readonly (readonly boolean[])[] | undefined {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length > TEXT_BYTES_MAX) return undefined
  const modules = Array.from({ length: SIZE }, (_, y) =>
    Array.from({ length: SIZE }, (_, x) => isDarkPattern(x, y)),
  )
  const bits = interleaved(codewords(bytes)).flatMap(bitsOf)
  for (const [at, [x, y]] of dataModules().entries()) {
    const row = modules[y]
    // The modules after the last bit are light before the mask is applied.
    if (row !== undefined) row[x] = (bits[at] ?? false) !== ((x + y) % 2 === 0)
  }
  return modules
}

function bitsOf(byte: number): boolean[] {
  return Array.from({ length: 8 }, (_, at) => ((byte >> (7 - at)) & 1) === 1)
}

/**
 * Returns the codewords: byte mode, the length, the text, the terminator, and padding up to the
 * size of the code.
 */
function codewords(text: Uint8Array): Uint8Array {
  const nibbles = [4, text.length >> 4, text.length & 15]
  for (const byte of text) nibbles.push(byte >> 4, byte & 15)
  nibbles.push(0)
  const used = nibbles.length / 2
  return Uint8Array.from({ length: BLOCKS * BLOCK_BYTES }, (_, at) => {
    if (at >= used) return (at - used) % 2 === 0 ? 0xec : 0x11
    return ((nibbles[2 * at] ?? 0) << 4) | (nibbles[2 * at + 1] ?? 0)
  })
}

/** Interleaves the blocks byte by byte, followed by their check bytes. */
function interleaved(data: Uint8Array): number[] {
  const blocks = Array.from({ length: BLOCKS }, (_, at) =>
    data.subarray(at * BLOCK_BYTES, (at + 1) * BLOCK_BYTES),
  )
  const factors = divisor()
  const checks = blocks.map((block) => checkBytes(block, factors))
  return [...acrossBlocks(blocks, BLOCK_BYTES), ...acrossBlocks(checks, CHECK_BYTES)]
}

function acrossBlocks(blocks: readonly Uint8Array[], length: number): number[] {
  return Array.from({ length }, (_, at) => blocks.map((block) => block[at] ?? 0)).flat()
}

/** Multiplies in the field of 256 elements that the Reed-Solomon codes of QR codes use. */
function times(one: number, other: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    if ((other >> bit) & 1) product ^= one
  }
  return product
}

/** Returns the divisor of a Reed-Solomon code with this many check bytes, without its leading 1. */
function divisor(): Uint8Array {
  const factors = new Uint8Array(CHECK_BYTES)
  factors[CHECK_BYTES - 1] = 1
  for (let round = 0, root = 1; round < CHECK_BYTES; round++, root = times(root, 2)) {
    for (let at = 0; at < CHECK_BYTES; at++) {
      factors[at] = times(factors[at] ?? 0, root) ^ (factors[at + 1] ?? 0)
    }
  }
  return factors
}

/** Returns the remainder of dividing a block by the divisor. */
function checkBytes(block: Uint8Array, factors: Uint8Array): Uint8Array {
  let rest = new Uint8Array(CHECK_BYTES)
  for (const byte of block) {
    const factor = byte ^ (rest[0] ?? 0)
    rest = Uint8Array.from(factors, (each, at) => (rest[at + 1] ?? 0) ^ times(each, factor))
  }
  return rest
}

/**
 * Returns the larger of the horizontal and the vertical distance to a point. It is constant along a
 * square around the point.
 */
function squareOf(x: number, y: number, centerX: number, centerY: number): number {
  return Math.max(Math.abs(x - centerX), Math.abs(y - centerY))
}

const FINDERS = [
  [3, 3],
  [SIZE - 4, 3],
  [3, SIZE - 4],
] as const

/** The center of the alignment pattern, near the corner without a finder pattern. */
const ALIGNMENT = SIZE - 7
/** The row and the column of the timing patterns. */
const TIMING = 6

/**
 * Returns whether a module belongs to the patterns by which a camera finds and reads the code, and
 * not to the data.
 */
function isPattern(x: number, y: number): boolean {
  const [isLeft, isTop] = [x < 9, y < 9]
  if (isLeft ? isTop || y >= SIZE - 8 : isTop && x >= SIZE - 8) return true
  return x === TIMING || y === TIMING || squareOf(x, y, ALIGNMENT, ALIGNMENT) <= 2
}

function isDarkPattern(x: number, y: number): boolean {
  for (const [centerX, centerY] of FINDERS) {
    const square = squareOf(x, y, centerX, centerY)
    if (square <= 4) return square !== 2 && square !== 4
  }
  if (squareOf(x, y, ALIGNMENT, ALIGNMENT) <= 2) return squareOf(x, y, ALIGNMENT, ALIGNMENT) !== 1
  if (x === TIMING || y === TIMING) return (x + y) % 2 === 0
  return isPattern(x, y) && isDarkFormat(x, y)
}

/**
 * Returns whether a module of the format is dark. The format appears twice beside the finder
 * patterns: once around a corner, and once split in two.
 */
function isDarkFormat(x: number, y: number): boolean {
  if (x === 8 && y === SIZE - 8) return true
  const [along, isDown] = x === 8 ? [y, true] : [x, false]
  const fromEnd = SIZE - 1 - along
  const near = along > TIMING ? along - 1 : along
  const bit = isDown ? (fromEnd < 8 ? 14 - fromEnd : near) : fromEnd < 8 ? fromEnd : 14 - near
  return ((FORMAT >> bit) & 1) === 1
}

/** Returns the data modules in order: pairs of columns from the right, alternately up and down. */
function dataModules(): (readonly [x: number, y: number])[] {
  const columns = Array.from({ length: (SIZE - 1) / 2 }, (_, at) => SIZE - 1 - 2 * at)
  return columns.flatMap((column, turn) => {
    // The column of the timing pattern is skipped.
    const right = column <= TIMING ? column - 1 : column
    const rows = Array.from({ length: SIZE }, (_, at) => (turn % 2 === 0 ? SIZE - 1 - at : at))
    return rows
      .flatMap((y) => [[right, y] as const, [right - 1, y] as const])
      .filter(([x, y]) => !isPattern(x, y))
  })
}

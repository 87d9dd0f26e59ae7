import { codeUnitAt } from './code-unit.ts'

/**
 * A buffer that grows as it is written. The parts of a PDF are deliberately written as bytes and
 * not as strings: garbage collection of joined strings would take more time than all the other
 * work.
 */
export interface Bytes {
  array: Buffer
  length: number
}

/** Returns an empty buffer with space for 64 KiB. */
export function createBytes(): Bytes {
  return { array: Buffer.alloc(1 << 16), length: 0 }
}

/** Ensures that there is space for `count` more bytes. */
export function reserve(to: Bytes, count: number): void {
  if (to.length + count <= to.array.length) return
  const grown = Buffer.alloc(Math.max(to.array.length * 2, to.length + count))
  grown.set(to.array.subarray(0, to.length))
  to.array.fill(0)
  to.array = grown
}

/** Longer texts and bytes are written faster by Node's own code than one by one. */
const SHORT_MAX = 16

/** Writes a text of Latin-1 characters, one byte for each. */
export function put(to: Bytes, text: string): void {
  const count = text.length
  reserve(to, count)
  const { array } = to
  const at = to.length
  if (count > SHORT_MAX) array.write(text, at, 'latin1')
  else for (let index = 0; index < count; index += 1) array[at + index] = codeUnitAt(text, index)
  to.length = at + count
}

/** Writes a whole number of at most nine digits, and a space. */
export function putInteger(to: Bytes, value: number): void {
  reserve(to, 11)
  const { array } = to
  let at = to.length
  let rest = value
  if (rest < 0) {
    array[at++] = 0x2d
    rest = -rest
  }
  let digits = 1
  for (let bound = 10; bound <= rest; bound *= 10) digits += 1
  to.length = at + digits + 1
  for (let place = at + digits - 1; place >= at; place -= 1) {
    const tenth = (rest / 10) | 0
    array[place] = 0x30 + rest - tenth * 10
    rest = tenth
  }
  array[at + digits] = 0x20
}

/** Writes bytes unchanged. */
export function putBytes(to: Bytes, bytes: Uint8Array): void {
  reserve(to, bytes.length)
  copyBytes(bytes, to.array, to.length)
  to.length += bytes.length
}

/** Copies bytes to a position where there is enough space. */
export function copyBytes(bytes: Uint8Array, to: Buffer, at: number): void {
  const { length } = bytes
  if (length > SHORT_MAX) to.set(bytes, at)
  else for (let index = 0; index < length; index += 1) to[at + index] = bytes[index] as number
}

/** Returns the written bytes without copying them. Later writes may change them. */
export function written(of: Bytes): Uint8Array {
  return of.array.subarray(0, of.length)
}

const RETAINED_BYTES_MAX = 4 << 20

/**
 * Overwrites the written bytes and empties the buffer: the next writer gets the space but not the
 * content.
 */
export function wipe(bytes: Bytes): void {
  if (bytes.array.length > RETAINED_BYTES_MAX) bytes.array = Buffer.alloc(RETAINED_BYTES_MAX)
  else bytes.array.fill(0, 0, bytes.length)
  bytes.length = 0
}

/** Returns a Buffer over the same bytes, without copying them. */
export function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length)
}

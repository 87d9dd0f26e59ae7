/**
 * Deterministic randomness: streams of a small, fast counter-based generator (sfc32), seeded by
 * SHA-256. Every part of a life draws from a stream with its own name, so that a new draw in one
 * part changes nothing in another.
 */
import { hash } from 'node:crypto'
import { codeUnitAt } from '../../code-unit.ts'

/** The four words from which streams start. */
export type Seed = readonly [number, number, number, number]

/** Draws the next number of a stream, at least 0 and less than 1. */
export type Draw = () => number

/** Returns the seed of a key, such as a person. */
export function seedOf(key: string): Seed {
  // A hash as text and a buffer from Node's pool take half the time of a hash as a buffer.
  const digest = Buffer.from(hash('sha256', key, 'hex'), 'hex')
  return [
    digest.readUInt32LE(0),
    digest.readUInt32LE(4),
    digest.readUInt32LE(8),
    digest.readUInt32LE(12),
  ]
}

/** Returns a number that depends on every character of a name (FNV-1a, 32 bits). */
export function numberOf(name: string): number {
  const { length } = name
  let value = 0x811c9dc5
  for (let index = 0; index < length; index++) {
    value = Math.imul(value ^ codeUnitAt(name, index), 0x01000193)
  }
  return value >>> 0
}

/** Returns the stream with a name under a seed. */
export function streamOf(seed: Seed, name: string): Draw {
  const own = numberOf(name)
  let a = seed[0] ^ own
  let b = seed[1] ^ Math.imul(own, 0x9e3779b1)
  let c = seed[2] ^ (own >>> 7)
  let counter = seed[3] | 1
  const draw = () => {
    const next = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + next
    return (next >>> 0) / 0x1_0000_0000
  }
  for (let round = 0; round < 12; round++) draw()
  return draw
}

/** Draws an integer from `least` to `most`, both inclusive. */
export function between(draw: Draw, [least, most]: readonly [number, number]): number {
  return least + Math.floor(draw() * (most - least + 1))
}

/** Draws whether an event with this probability happens. */
export function chance(draw: Draw, probability: number): boolean {
  return draw() < probability
}

/** Draws one item of a list. */
export function pick<T>(draw: Draw, list: readonly T[]): T {
  const chosen = list[Math.floor(draw() * list.length)]
  if (chosen === undefined) throw new RangeError('Nothing to pick from.')
  return chosen
}

/** Draws one item of a list. The probability of each is its `share` in the sum of all shares. */
export function pickByShare<T extends { readonly share: number }>(
  draw: Draw,
  list: readonly T[],
): T {
  let rest = draw() * list.reduce((sum, item) => sum + item.share, 0)
  for (const item of list) {
    rest -= item.share
    if (rest < 0) return item
  }
  return pick(draw, list)
}

/**
 * Returns the noise of a month. It depends only on seed and month, so that a past month never
 * changes.
 */
export function noiseAt(seed: number, month: number): number {
  let value = Math.imul(seed ^ Math.imul(month, 0x9e3779b1), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return ((value ^ (value >>> 16)) >>> 0) / 0x1_0000_0000
}

/** Returns the largest noise of a range of months. */
export function largestNoise(seed: number, from: number, to: number): number {
  let largest = 0
  for (let month = from; month <= to; month++) largest = Math.max(largest, noiseAt(seed, month))
  return largest
}

/** Identifiers of orders, reports and what belongs to them. */
import { ID_PREFIXES, type IdPurpose } from '../orders/tools.ts'
import { randomBytes } from '../random-bytes.ts'

// Crockford's base 32: no letters that are mistaken for digits on a printed page.
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Text that cannot be guessed: 5 random bits per character. */
export function randomText(length = 16): string {
  let text = ''
  // Five bits of each byte: 32 divides 256, so every digit is as likely.
  for (const byte of randomBytes(length)) text += DIGITS.charAt(byte & 31)
  return text
}

const TIME_LENGTH = 8
/** The text of the last millisecond: under load, several identifiers share one. */
let millisecond = 0
let timeText = ''

/** The milliseconds since 1970 in eight digits, which repeat after 34 years. */
function textOf(now: number): string {
  if (now === millisecond) return timeText
  millisecond = now
  timeText = ''
  for (let rest = now, place = 0; place < TIME_LENGTH; place += 1) {
    timeText = DIGITS.charAt(rest % 32) + timeText
    rest = Math.floor(rest / 32)
  }
  return timeText
}

const RANDOM_LENGTH = 8

/**
 * An identifier: a letter that says of what, the millisecond, and 40 random bits, in 17 characters
 * that can be read over the telephone. What is made together sorts together, so that a database
 * writes the same few pages for all of it, however many records it holds.
 */
export function newId(purpose: IdPurpose, at = Date.now()): string {
  return ID_PREFIXES[purpose] + textOf(at) + randomText(RANDOM_LENGTH)
}

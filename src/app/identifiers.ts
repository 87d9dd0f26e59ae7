/** Creates identifiers of orders, reports and their records. */
import { ID_PREFIXES, type IdPurpose } from '../orders/tools.ts'
import { randomBytes } from '../random-bytes.ts'

// Crockford's base 32, without letters that look like digits on a printed page.
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns a text that cannot be guessed, with 5 random bits per character. */
export function randomText(length = 16): string {
  let text = ''
  // Uses five bits of each byte: 32 divides 256, so all digits have the same probability.
  for (const byte of randomBytes(length)) text += DIGITS.charAt(byte & 31)
  return text
}

const TIME_LENGTH = 8
/**
 * The last millisecond and its text, cached because several identifiers share a millisecond under
 * load.
 */
let millisecond = 0
let timeText = ''

/** Returns the milliseconds since 1970 in eight digits, which repeat after 34 years. */
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
 * Returns an identifier of 17 characters that can be read over the telephone: a letter for its
 * purpose, the millisecond, and 40 random bits. Identifiers created together sort together, so a
 * database writes the same few pages for them, however many records it has.
 */
export function newId(purpose: IdPurpose, at = Date.now()): string {
  return ID_PREFIXES[purpose] + textOf(at) + randomText(RANDOM_LENGTH)
}

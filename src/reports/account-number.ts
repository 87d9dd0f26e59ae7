/**
 * Reads and compares account numbers. Bureaus punctuate them differently and hide some digits, and
 * merging must depend on neither.
 */
import type { Likeness } from './pairing.ts'

/** The visible part of an account number. */
export interface AccountNumber {
  /** The characters before the first hidden digit; the whole number if no digit is hidden. */
  readonly head: string
  /** The characters after the last hidden digit; the whole number if no digit is hidden. */
  readonly tail: string
  /** Whether any digit is hidden. */
  readonly hidden: boolean
}

/** With fewer visible characters in common, numbers do not identify an account. */
const VISIBLE_MIN = 4

/** A run of these marks stands for hidden digits. A single X can be part of a number. */
const HIDDEN = /[*#•?]+|X{2,}/g

/**
 * Reads an account number. Returns undefined if the text cannot identify an account: too few
 * characters are visible, or it is a placeholder of zeros.
 */
export function readAccountNumber(text: string | undefined): AccountNumber | undefined {
  if (text === undefined) return undefined
  const marked = text
    .toUpperCase()
    .replace(HIDDEN, '*')
    .replace(/[^A-Z0-9*]/g, '')
  const first = marked.indexOf('*')
  if (/^[0*]*$/.test(marked)) return undefined
  if (first === -1) {
    return marked.length < VISIBLE_MIN ? undefined : { head: marked, tail: marked, hidden: false }
  }
  const head = marked.slice(0, first)
  const tail = marked.slice(marked.lastIndexOf('*') + 1)
  return head.length + tail.length < VISIBLE_MIN ? undefined : { head, tail, hidden: true }
}

/**
 * Compares two account numbers. Without hidden digits, they must be equal. Hidden digits match any
 * digits, in any number, because bureaus do not agree on how many they print.
 */
export function compareAccountNumbers(a: AccountNumber, b: AccountNumber): Likeness {
  if (!a.hidden && !b.hidden) return a.head === b.head ? 'same' : 'different'
  const head = Math.min(a.head.length, b.head.length)
  const tail = Math.min(a.tail.length, b.tail.length)
  if (!a.head.startsWith(b.head.slice(0, head)) || !tailsAgree(a.tail, b.tail, tail)) {
    return 'different'
  }
  if (!a.hidden && a.head.length < b.head.length + b.tail.length) return 'different'
  if (!b.hidden && b.head.length < a.head.length + a.tail.length) return 'different'
  return head + tail < VISIBLE_MIN ? 'unclear' : 'likely'
}

function tailsAgree(a: string, b: string, length: number): boolean {
  return a.slice(a.length - length) === b.slice(b.length - length)
}

/**
 * Returns the number of visible characters. A merged tradeline shows the number with the most of
 * them.
 */
export function visibleLength(text: string | undefined): number {
  return text === undefined ? -1 : text.replace(/[*#•?X\s-]/gi, '').length
}

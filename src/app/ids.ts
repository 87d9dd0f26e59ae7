/** Identifiers of orders, reports and what belongs to them. */
import { randomBytes } from 'node:crypto'
import type { IdPurpose } from '../orders/tools.ts'

// Crockford's base 32: no letters that are mistaken for digits on a printed page.
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 16 characters of 5 random bits: too many to guess, few enough to read over the telephone. */
export function randomText(): string {
  return Array.from(randomBytes(16), (byte) => DIGITS.charAt(byte & 31)).join('')
}

const ID_PREFIX: Readonly<Record<IdPurpose, string>> = {
  order: 'O',
  purge: 'D',
  report: 'R',
  pull: 'P',
  charge: 'C',
}

/** An identifier that nobody can guess; its first letter says of what. */
export function newId(purpose: IdPurpose): string {
  return ID_PREFIX[purpose] + randomText()
}

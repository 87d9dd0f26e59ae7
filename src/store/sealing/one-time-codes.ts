/**
 * Codes of a second factor: one-time codes by time (RFC 6238, as authenticator apps make them) and
 * recovery codes, which are used once each.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** What is kept of an operator's second factor. */
export interface SecondFactor {
  /** What the app and the service share. */
  readonly secret: Uint8Array
  /** Keyed hashes of the recovery codes that were not used yet. */
  readonly recoveryHashes: readonly Uint8Array[]
}

/** As the authenticator apps take them, whatever the address says. */
const STEP_SECONDS = 30
const DIGITS = 6
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20
/** A device whose clock is half a minute off still works. */
const STEPS_AROUND = 1
/** For how many steps a used code must be remembered. */
export const STEPS_REMEMBERED = 2 * STEPS_AROUND + 1

const RECOVERY_CODE_COUNT = 10
/** 50 bits: with the limits of guessing, far more than enough. */
const RECOVERY_CODE_LETTERS = 10

/** A secret for one operator and one app; the operator sees it once. */
export function newFactorSecret(): Uint8Array {
  return new Uint8Array(randomBytes(SECRET_BYTES))
}

/** Codes such as `k7q2m-x4d3a`. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, () => {
    const letters = base32(randomBytes(RECOVERY_CODE_LETTERS)).slice(0, RECOVERY_CODE_LETTERS)
    const half = RECOVERY_CODE_LETTERS / 2
    return `${letters.slice(0, half)}-${letters.slice(half)}`.toLowerCase()
  })
}

/** A code without the blanks and dashes that people read it with, and in small letters. */
export function plainCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toLowerCase()
}

/** The code of a time step. */
export function codeAt(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The time step at a moment. */
export function stepAt(milliseconds: number): number {
  return Math.floor(milliseconds / 1000 / STEP_SECONDS)
}

/** The step around a moment whose code this is; undefined where there is none. */
export function matchingStep(
  secret: Uint8Array,
  code: string,
  milliseconds: number,
): number | undefined {
  const presented = Buffer.from(plainCode(code))
  const now = stepAt(milliseconds)
  let found: number | undefined
  for (let step = now - STEPS_AROUND; step <= now + STEPS_AROUND; step++) {
    const expected = Buffer.from(codeAt(secret, step))
    if (expected.length === presented.length && timingSafeEqual(expected, presented)) found = step
  }
  return found
}

/** The address that sets an authenticator app up. */
export function factorAddress(operator: string, secret: Uint8Array): string {
  const label = encodeURIComponent(`Trimerge:${operator}`)
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=Trimerge`
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding, as apps take secrets. */
export function base32(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** The bytes again; undefined where the text is no such encoding. */
export function fromBase32(text: string): Uint8Array | undefined {
  if (!/^[A-Z2-7]+$/.test(text)) return undefined
  const bits = [...text]
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2))
}

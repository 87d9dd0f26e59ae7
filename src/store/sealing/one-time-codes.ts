/**
 * The codes of a second factor: time-based one-time codes (RFC 6238, as authenticator apps generate
 * them), and recovery codes, each of which can be used once.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** The stored second factor of an operator. */
export interface SecondFactor {
  /** The secret that the app and the service share. */
  readonly secret: Uint8Array
  /** Keyed hashes of the unused recovery codes. */
  readonly recoveryHashes: readonly Uint8Array[]
}

/** The values that authenticator apps use, whatever the address says. */
const STEP_SECONDS = 30
const DIGITS = 6
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20
/** A device whose clock is off by half a minute still works. */
const STEPS_AROUND = 1
/** The number of steps for which a used code must be remembered. */
export const STEPS_REMEMBERED = 2 * STEPS_AROUND + 1

const RECOVERY_CODE_COUNT = 10
/** 50 bits: with the limit on guesses, far more than enough. */
const RECOVERY_CODE_LETTERS = 10

/** Returns a new secret for one operator and one app. It is shown to the operator once. */
export function newFactorSecret(): Uint8Array {
  return new Uint8Array(randomBytes(SECRET_BYTES))
}

/** Returns new recovery codes such as `k7q2m-x4d3a`. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, () => {
    const letters = base32(randomBytes(RECOVERY_CODE_LETTERS)).slice(0, RECOVERY_CODE_LETTERS)
    const half = RECOVERY_CODE_LETTERS / 2
    return `${letters.slice(0, half)}-${letters.slice(half)}`.toLowerCase()
  })
}

/** Returns a code in lower case and without the blanks and dashes that make it readable. */
export function plainCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toLowerCase()
}

/** Returns the code of a time step. */
export function codeAt(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** Returns the time step of a moment. */
export function stepAt(milliseconds: number): number {
  return Math.floor(milliseconds / 1000 / STEP_SECONDS)
}

/** Returns the step near a moment that has this code. Returns undefined if there is none. */
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

/** Returns the address that sets up an authenticator app. */
export function factorAddress(operator: string, secret: Uint8Array): string {
  const label = encodeURIComponent(`Trimerge:${operator}`)
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=Trimerge`
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Encodes bytes by RFC 4648 without padding, as apps expect secrets. */
export function base32(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** Decodes such a text. Returns undefined if it is not base32. */
export function fromBase32(text: string): Uint8Array | undefined {
  if (!/^[A-Z2-7]+$/.test(text)) return undefined
  const bits = [...text]
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2))
}

/** Secrets that the service generates. Users do not choose them, and each is shown only once. */
import { argon2, argon2Sync, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { randomId } from '../../random-bytes.ts'
import type { Vault } from './vault.ts'

/** Returns a random secret of 256 bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** A generated secret of an account, stored only as a keyed hash. */
export interface AccountSecret {
  /** Identifies the secret in the audit trail and in commands, and reveals nothing about it. */
  readonly id: string
  /** A keyed hash. Without the master key, the database cannot be searched for guessed secrets. */
  readonly hash: Uint8Array
  readonly createdAt: number
  /** Absent for a secret that does not expire. */
  readonly expiresAt?: number | undefined
}

/** Generates a secret of an account, and the part that is stored: an ID and a keyed hash. */
export function newAccountSecret(
  vault: Pick<Vault, 'secretHash'>,
  createdAt: number,
  expiresAt?: number,
): { readonly secret: string; readonly stored: AccountSecret } {
  const secret = newSecret()
  const stored = { id: randomId(), hash: vault.secretHash(secret), createdAt, expiresAt }
  return { secret, stored }
}

// Passwords of operators. People choose them, so each guess must be slow. Accounts have generated
// secrets.

// OWASP's minimum: 19 MiB, two passes.
const ARGON2 = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
const SALT_BYTES = 16

/** The cost of one guess. */
type Costs = Readonly<Record<keyof typeof ARGON2, number>>

const inThread = promisify(argon2)

/** Returns the hash of a person's password, in the PHC format with its parameters. */
export function passwordHash(password: string): string {
  return hashed(password, ARGON2)
}

/** The minimum that the format allows: 8 KiB, one pass. */
const QUICK = { ...ARGON2, memory: 8, passes: 1 } as const

/**
 * Returns the hash of a password that `newSecret` generated, in the same format. 256 random bits
 * cannot be guessed, however fast each guess is. The 19 MiB of the other hash would remain
 * allocated in a starting process.
 */
export function secretPasswordHash(password: string): string {
  return hashed(password, QUICK)
}

function hashed(password: string, costs: Costs): string {
  const salt = randomBytes(SALT_BYTES)
  const message = composed(password)
  return phc(salt, argon2Sync('argon2id', { ...costs, message, nonce: salt }), costs)
}

/** Normalizes letters that keyboards compose differently (RFC 8265, section 4.2.2). */
function composed(password: string): string {
  return password.normalize('NFC')
}

/**
 * Returns a hash that takes as long to check as any other, and of which no password is known. It is
 * random and not computed, because computing one took a fifth of a second of each start.
 */
export function decoyHash(): string {
  return phc(randomBytes(SALT_BYTES), randomBytes(ARGON2.tagLength))
}

function phc(salt: Uint8Array, hash: Uint8Array, costs: Costs = ARGON2): string {
  const unpadded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replaceAll('=', '')
  const { memory, passes, parallelism } = costs
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Returns whether a hash is that of a password. Does not block the main thread. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(hash) ?? []
  if (tag === '') return false
  // The costs come from the hash, so that a hash with other costs can still be verified.
  const expected = Buffer.from(tag, 'base64')
  const found = await inThread('argon2id', {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
    message: composed(password),
    nonce: Buffer.from(salt, 'base64'),
  })
  return timingSafeEqual(Buffer.from(found), expected)
}

/** Secrets that the service makes: users do not choose them, and they are shown once. */
import { argon2, argon2Sync, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Vault } from './vault.ts'

/** A machine-made secret of 256 bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** A machine-made secret of an account, known only as its keyed hash. */
export interface AccountSecret {
  /** Names the secret in the audit trail and in commands; it reveals nothing of it. */
  readonly id: string
  /** A keyed hash: the database without the master key cannot be searched for guessed secrets. */
  readonly hash: Uint8Array
  readonly createdAt: number
  /** Absent for a secret that does not expire. */
  readonly expiresAt?: number | undefined
}

/** A new secret of an account, and what is kept of it: an identifier and a keyed hash. */
export function newAccountSecret(
  vault: Pick<Vault, 'secretHash'>,
  createdAt: number,
): { readonly secret: string; readonly kept: AccountSecret } {
  const secret = newSecret()
  const id = randomBytes(9).toString('base64url')
  return { secret, kept: { id, hash: vault.secretHash(secret), createdAt } }
}

// Passwords of operators: for people, so slow to try. Accounts have machine-made secrets.

// OWASP's least: 19 MiB, two passes.
const ARGON2 = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
const SALT_BYTES = 16

/** What a try costs. */
type Costs = Readonly<Record<keyof typeof ARGON2, number>>

const inThread = promisify(argon2)

/** The hash of a person's password, in the PHC format with its parameters. */
export function passwordHash(password: string): string {
  return hashed(password, ARGON2)
}

/** The least that the format allows: 8 KiB, one pass. */
const QUICK = { ...ARGON2, memory: 8, passes: 1 } as const

/**
 * The hash of a password that `newSecret` made, in the same format. 256 random bits are not found by
 * trying, however quick a try is; the 19 MiB of the other hash would stay with a process that starts.
 */
export function secretPasswordHash(password: string): string {
  return hashed(password, QUICK)
}

function hashed(password: string, costs: Costs): string {
  const salt = randomBytes(SALT_BYTES)
  const message = composed(password)
  return phc(salt, argon2Sync('argon2id', { ...costs, message, nonce: salt }), costs)
}

/** A password in one form, however the keyboard composes its letters (RFC 8265, section 4.2.2). */
function composed(password: string): string {
  return password.normalize('NFC')
}

/**
 * A hash that takes as long to try as any other, and that no password is known to have. Nothing is
 * hashed for it: a fifth of a second of each start went into that.
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

/** Whether a hash is that of a password. Computed beside the main thread, which goes on. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(hash) ?? []
  if (tag === '') return false
  // The costs are those of the hash: one that was made with other costs still verifies.
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

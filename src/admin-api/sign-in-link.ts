/**
 * One-time sign-in links. A sandbox prints one when it starts, for a browser on the same machine.
 * Only the process that created a link knows it, and stores it only as a keyed hash.
 */
import { newSecret } from '../store/sealing/secrets.ts'
import type { Vault } from '../store/sealing/vault.ts'
import { MINUTE_MS } from '../time.ts'

/** The links that have been created and not used yet. */
export interface SignInLinks {
  /** Creates a link for an operator. Returns its path below the base path. */
  create(operator: string): string
  /** Uses up a link. Returns its operator, or undefined if the link is unknown, used or expired. */
  take(token: string): string | undefined
}

const LIFE_MS = 15 * MINUTE_MS
/** The path of a link before its token, below the base path. */
export const SIGN_IN_PATH = '/console/sign-in'

/** Stores links in memory. They do not survive a restart. */
export function signInLinks(vault: Pick<Vault, 'blindIndex'>, now: () => Date): SignInLinks {
  const waiting = new Map<string, { readonly operator: string; readonly until: number }>()
  const hashOf = (token: string) =>
    Buffer.from(vault.blindIndex('sign-in link', token)).toString('base64')
  return {
    create: (operator) => {
      const token = newSecret()
      waiting.set(hashOf(token), { operator, until: now().getTime() + LIFE_MS })
      return `${SIGN_IN_PATH}/${token}`
    },
    take: (token) => {
      const hash = hashOf(token)
      const link = waiting.get(hash)
      waiting.delete(hash)
      return link !== undefined && now().getTime() < link.until ? link.operator : undefined
    },
  }
}

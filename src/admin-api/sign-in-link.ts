/**
 * Links that sign a user in once: a sandbox prints one when it starts, for the browser of the same
 * machine. Only the process that made a link knows it, and only as a keyed hash.
 */
import { newSecret } from '../store/sealing/secrets.ts'
import type { Vault } from '../store/sealing/vault.ts'
import { MINUTE_MS } from '../time.ts'

/** Links that were made and not used yet. */
export interface SignInLinks {
  /** A new link for an operator: its path below the base path. */
  create(operator: string): string
  /** The operator of a link, once and in time. */
  take(token: string): string | undefined
}

const LIFE_MS = 15 * MINUTE_MS
/** The path before the token of a link, below the base path. */
export const SIGN_IN_PATH = '/console/sign-in'

/** Keeps links in memory; a restart forgets them. */
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

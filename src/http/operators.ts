/** Who operates the service: the person behind the name and password of a request. */
import { OrderError } from '../errors.ts'
import { isPassword, passwordHash } from '../store/passwords.ts'
import type { Store } from '../store/store.ts'
import { basicCredentials } from './basic.ts'

/** Finds the name of the operator of an `Authorization` header. */
export type AuthenticateOperator = (header: string | undefined) => Promise<string | undefined>

/** Passwords are costly to try, by design: so many may wait, one is tried at a time. */
const WAITING_MAX = 32

/**
 * Authentication of operators. An unknown name takes the same steps as a wrong password: there is
 * always a hash to try.
 */
export function operatorAuthenticator(store: Pick<Store, 'findOperator'>): AuthenticateOperator {
  const nobody = passwordHash('')
  const tried = inTurn()
  return async (header) => {
    const credentials = basicCredentials(header)
    if (credentials === undefined) return undefined
    const operator = await store.findOperator(credentials.name)
    const hash = operator?.passwordHash ?? nobody
    const matches = await tried(() => isPassword(credentials.secret, hash))
    return matches ? operator?.name : undefined
  }
}

function inTurn() {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting >= WAITING_MAX) throw new OrderError('unavailable')
    waiting++
    const own = last.then(work).finally(() => {
      waiting--
    })
    last = own.catch(() => undefined)
    return own
  }
}

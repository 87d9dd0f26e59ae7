/** Who operates the service: the person behind a name and a password. */
import { OrderError } from '../errors.ts'
import type { Operator } from '../store/operators.ts'
import { isPassword, passwordHash } from '../store/passwords.ts'
import type { Store } from '../store/store.ts'
import { basicCredentials } from './basic.ts'

/** Finds the name of the operator of an `Authorization` header. */
export type AuthenticateOperator = (header: string | undefined) => Promise<string | undefined>

/** Finds the person of a name and a password; nobody who is disabled. */
export type CheckPassword = (name: string, password: string) => Promise<Operator | undefined>

/** Passwords are costly to try, by design: so many may wait, one is tried at a time. */
const WAITING_MAX = 32

/**
 * Checks passwords. An unknown name takes the same steps as a wrong password: there is always a
 * hash to try.
 */
export function passwordChecker(store: Pick<Store, 'findOperator'>): CheckPassword {
  const nobody = passwordHash('')
  const tried = inTurn()
  return async (name, password) => {
    const operator = await store.findOperator(name)
    const hash = operator?.passwordHash ?? nobody
    const matches = await tried(() => isPassword(password, hash))
    return matches && operator?.disabledAt === undefined ? operator : undefined
  }
}

/** Authentication by HTTP Basic, for programs. Only those who may do everything may do it so. */
export function operatorAuthenticator(check: CheckPassword): AuthenticateOperator {
  return async (header) => {
    const credentials = basicCredentials(header)
    if (credentials === undefined) return undefined
    const operator = await check(credentials.name, credentials.secret)
    return operator?.role === 'operator' ? operator.name : undefined
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

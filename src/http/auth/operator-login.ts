/** Who operates the service: the person behind a name and a password. */
import { OrderError } from '../../errors.ts'
import type { Operator } from '../../store/records/operators.ts'
import { decoyHash, isPassword } from '../../store/sealing/secrets.ts'
import type { Vault } from '../../store/sealing/vault.ts'
import type { Store } from '../../store/store.ts'
import { basicCredentials } from './basic.ts'
import { guessingLimits, type LoginObserver } from './guessing.ts'

/** Finds the name of the operator of an `Authorization` header that came from a network. */
export type AuthenticateOperator = (
  header: string | undefined,
  network: string,
) => Promise<string | undefined>

/**
 * Finds the user of a name and a password that were tried from a network; never a disabled one.
 * `confirm` is asked what else the user must show. Where it says no, that counts as a wrong
 * password; where it throws, the attempt counts neither as failed nor as successful.
 */
export type CheckPassword = (
  name: string,
  password: string,
  network: string,
  confirm?: (operator: Operator) => Promise<boolean>,
) => Promise<Operator | undefined>

/** Passwords are costly to try, by design: this number may wait, one is tried at a time. */
const WAITING_MAX = 32

/**
 * Checks passwords. An unknown name takes the same steps as a wrong password: there is always a
 * hash to try. Failures are looked up when it is an attempt's turn, so that many at once are no
 * more tries than are allowed; who has failed too often is thrown out with a time to wait.
 */
export function passwordChecker(
  store: Store,
  vault: Pick<Vault, 'blindIndex'>,
  machineNow: () => Date,
  observer: LoginObserver = { failed: () => undefined, throttled: () => undefined },
): CheckPassword {
  const decoy = decoyHash()
  const tried = inTurn()
  const limits = guessingLimits(store, vault, machineNow, observer)
  return async (name, password, network, confirm = async () => true) => {
    await limits.look(name, network)
    return tried(async () => {
      const state = await limits.look(name, network)
      const operator = await store.operators.find(name)
      const matches = await isPassword(password, operator?.passwordHash ?? decoy)
      const person = matches && operator?.disabledAt === undefined ? operator : undefined
      const known = person && (await confirm(person)) ? person : undefined
      await limits.note(state, known !== undefined, operator?.name)
      return known
    })
  }
}

/** Authentication by HTTP Basic, for programs. Only those who may do everything may do it so. */
export function operatorAuthenticator(check: CheckPassword): AuthenticateOperator {
  return async (header, network) => {
    const credentials = basicCredentials(header)
    if (credentials === undefined) return undefined
    const { name, secret } = credentials
    // Basic authentication cannot ask for a code, so a second factor is a reason to refuse.
    const operator = await check(name, secret, network, async (one) => !one.hasSecondFactor)
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

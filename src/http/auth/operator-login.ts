/** Login of operators with name and password. */
import { OrderError } from '../../errors.ts'
import type { Operator } from '../../store/records/operators.ts'
import { decoyHash, isPassword } from '../../store/sealing/secrets.ts'
import type { Vault } from '../../store/sealing/vault.ts'
import type { Store } from '../../store/store.ts'
import { basicCredentials } from './basic.ts'
import { guessingLimits, type LoginObserver } from './guessing.ts'

/** Finds the operator's name for an `Authorization` header that came from a network. */
export type AuthenticateOperator = (
  header: string | undefined,
  network: string,
) => Promise<string | undefined>

/**
 * Finds the operator for a name and a password that came from a network, but never a disabled one.
 * `confirm` checks further evidence, such as a second factor. If it returns false, the attempt
 * counts as a wrong password. If it throws, the attempt counts as neither failed nor successful.
 */
export type CheckPassword = (
  name: string,
  password: string,
  network: string,
  confirm?: (operator: Operator) => Promise<boolean>,
) => Promise<Operator | undefined>

/**
 * Password checks are slow by design, so they run one at a time, and at most this many may wait. One
 * network cannot take all places, so that its attempts keep nobody else from signing in.
 */
const WAITING_MAX = 32
const WAITING_OF_NETWORK_MAX = 24

/**
 * Creates a password check. An unknown name takes the same steps as a wrong password, because there
 * is always a hash to check. Failures are read again when it is the attempt's turn, so that
 * parallel attempts cannot exceed the limit. A name that has failed too often gets an error with
 * the time to wait.
 */
export function passwordChecker(
  store: Store,
  vault: Pick<Vault, 'blindIndex'>,
  machineNow: () => Date,
  observer: LoginObserver = { failed: () => undefined, throttled: () => undefined },
): CheckPassword {
  const decoy = decoyHash()
  const oneAtATime = serialized()
  const limits = guessingLimits(store, vault, machineNow, observer)
  return async (name, password, network, confirm = async () => true) => {
    await limits.check(name, network)
    return oneAtATime(network, async () => {
      const state = await limits.check(name, network)
      const operator = await store.operators.find(name)
      const matches = await isPassword(password, operator?.passwordHash ?? decoy)
      const person = matches && operator?.disabledAt === undefined ? operator : undefined
      const known = person && (await confirm(person)) ? person : undefined
      await limits.record(state, known !== undefined, operator?.name)
      return known
    })
  }
}

/**
 * Creates HTTP Basic authentication for programs. It accepts only the role `operator`, and nobody
 * if a second factor is required.
 */
export function operatorAuthenticator(
  check: CheckPassword,
  requiresSecondFactor: boolean,
): AuthenticateOperator {
  return async (header, network) => {
    const credentials = basicCredentials(header)
    if (credentials === undefined) return undefined
    const { name, secret } = credentials
    // Basic authentication cannot ask for a code, so operators with a second factor are rejected.
    const confirm = async (one: Operator) => !requiresSecondFactor && !one.hasSecondFactor
    const operator = await check(name, secret, network, confirm)
    return operator?.role === 'operator' ? operator.name : undefined
  }
}

function serialized() {
  const waiting: string[] = []
  let last: Promise<unknown> = Promise.resolve()
  return async <T>(network: string, work: () => Promise<T>): Promise<T> => {
    const ofNetwork = waiting.filter((one) => one === network).length
    if (waiting.length >= WAITING_MAX || ofNetwork >= WAITING_OF_NETWORK_MAX)
      throw new OrderError('unavailable')
    waiting.push(network)
    const own = last.then(work).finally(() => {
      waiting.splice(waiting.indexOf(network), 1)
    })
    last = own.catch(() => undefined)
    return own
  }
}

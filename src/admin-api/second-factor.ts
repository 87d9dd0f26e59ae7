/** The second factor of the caller: setup, removal, and the check at login. */
import { timingSafeEqual } from 'node:crypto'
import { clientNetwork } from '../http/auth/client-network.ts'
import type { Operator } from '../store/records/operators.ts'
import {
  base32,
  factorAddress,
  fromBase32,
  matchingStep,
  newFactorSecret,
  newRecoveryCodes,
  plainCode,
} from '../store/sealing/one-time-codes.ts'
import { type Api, actorOf, type Call, type Caller, type Handlers } from './handler.ts'
import { ApiProblem } from './problems.ts'
import type { RouteName } from './routes.ts'

type Names = 'beginSecondFactor' | 'addSecondFactor' | 'removeSecondFactor'

/**
 * Setup stores nothing at first. The secret is returned with a proof, and is stored once a code has
 * shown that the app has it.
 */
export const secondFactorHandlers: Handlers<Names> = {
  beginSecondFactor: async ({ caller }, api) => {
    const { name, hasSecondFactor } = caller.operator
    if (hasSecondFactor) throw isActive()
    const bytes = newFactorSecret()
    const secret = base32(bytes)
    return { secret, uri: factorAddress(name, bytes), proof: proofOf(caller, secret, api) }
  },
  addSecondFactor: async (call, api) => {
    const { caller, body } = call
    const { name } = caller.operator
    const secret = fromBase32(body.secret)
    if (secret === undefined || !isEqual(body.proof, proofOf(caller, body.secret, api))) {
      throw new ApiProblem('rejected', 'The key is not from this session. Begin the set-up again.')
    }
    const { operators } = api.tools.store
    const checked = await checkAgain(call, api, async () => {
      const step = matchingStep(secret, body.code, api.tools.machineNow().getTime())
      return step !== undefined && (await operators.takeStep(name, step))
    })
    if (!checked) throw wrongPasswordOrCode()
    const recoveryCodes = [...newRecoveryCodes()]
    const recoveryHashes = recoveryCodes.map((code) => recoveryHash(name, code, api))
    const factor = { secret, recoveryHashes }
    const added = await operators.addFactor(name, factor, caller.tokenHash, actorOf(caller))
    if (!added) {
      const known = await operators.find(name)
      throw known?.hasSecondFactor ? isActive() : new ApiProblem('unauthenticated')
    }
    return { recoveryCodes }
  },
  removeSecondFactor: async (call, api) => {
    const { caller, body } = call
    if (!caller.operator.hasSecondFactor) {
      throw new ApiProblem('conflict', 'You have no second factor.')
    }
    const checked = await checkAgain(call, api, codeChecker(body.code, api))
    if (!checked) throw wrongPasswordOrCode()
    const { name } = caller.operator
    const { operators } = api.tools.store
    const removed = await operators.removeFactor(name, caller.tokenHash, actorOf(caller))
    if (!removed) throw new ApiProblem('unauthenticated')
    return undefined
  },
}

/** Checks the caller's password and a further confirmation. The limits on guessing apply. */
async function checkAgain(
  {
    caller,
    body,
    request,
  }: Pick<Call<RouteName>, 'caller' | 'request'> & {
    readonly body: { readonly password: string }
  },
  { checkPassword }: Api,
  confirm: (operator: Operator) => Promise<boolean>,
): Promise<boolean> {
  const { name } = caller.operator
  return (await checkPassword(name, body.password, clientNetwork(request), confirm)) !== undefined
}

function isActive(): ApiProblem {
  return new ApiProblem('conflict', 'Your second factor is active already.')
}

function wrongPasswordOrCode(): ApiProblem {
  return new ApiProblem('rejected', 'The password or the code is wrong.')
}

/**
 * Returns the check of the second factor at login. A code of the app can be used only once, and so
 * can a recovery code, even on different replicas.
 */
export function codeChecker(
  code: string | undefined,
  api: Pick<Api, 'tools' | 'vault'>,
): (operator: Operator) => Promise<boolean> {
  const { store, machineNow } = api.tools
  return async ({ name, hasSecondFactor }) => {
    if (!hasSecondFactor) return true
    if (code === undefined) throw new ApiProblem('code-needed')
    const factor = await store.operators.findFactor(name)
    if (factor === undefined) return false
    const step = matchingStep(factor.secret, code, machineNow().getTime())
    if (step !== undefined) return await store.operators.takeStep(name, step)
    return await store.operators.takeRecoveryCode(name, recoveryHash(name, code, api))
  }
}

function recoveryHash(name: string, code: string, { vault }: Pick<Api, 'vault'>): Uint8Array {
  return vault.blindIndex('recovery code', `${name} ${plainCode(code)}`)
}

/** Returns a proof that the service created a secret for this session. */
function proofOf({ tokenHash }: Caller, secret: string, { vault }: Pick<Api, 'vault'>): string {
  const proof = vault.blindIndex('second factor', `${tokenHash.toHex()} ${secret}`)
  return Buffer.from(proof).toString('base64url')
}

function isEqual(presented: string, expected: string): boolean {
  const [one, other] = [Buffer.from(presented), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/**
 * Returns the state of a user's second factor. With `required`, the user cannot make any other
 * call.
 */
export function factorState(
  { hasSecondFactor }: Operator,
  { requiresSecondFactor }: Pick<Api, 'requiresSecondFactor'>,
): 'active' | 'none' | 'required' {
  if (hasSecondFactor) return 'active'
  return requiresSecondFactor ? 'required' : 'none'
}

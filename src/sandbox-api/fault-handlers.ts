/** What simulated bureaus do wrong: injected, listed and removed. */
import { at, found } from '../admin-api/handler.ts'
import { ApiProblem } from '../admin-api/problems.ts'
import { MISBEHAVIOURS } from '../bureaus/simulator/misbehaviour.ts'
import { FaultRejected, faultRule } from '../sandbox/fault-rule.ts'
import type { FaultRule, InjectedFault } from '../store/records/sandbox.ts'
import type { ControlHandlers, ControlPlane } from './handler.ts'
import type { ControlAnswer, ControlBody } from './routes.ts'

type Names = 'listFaults' | 'addFault' | 'removeFaults' | 'removeFault'

export const faultHandlers: ControlHandlers<Names> = {
  listFaults: async (_call, { clock }) => ({
    items: clock.state().faults.map(faultView),
    words: MISBEHAVIOURS.map(({ word, does, shows }) => ({ word, does, shows })),
  }),
  addFault: async ({ caller, body }, plane) => {
    await mustExist(body.account, plane)
    return faultView(await plane.clock.addFault(ruleOf(body, plane), caller.actor))
  },
  removeFaults: async ({ caller, query }, { clock }) => {
    const fits = ({ bureau }: InjectedFault) =>
      query.bureau === undefined || query.bureau === bureau
    return { removed: await clock.removeFaults(fits, caller.actor) }
  },
  removeFault: async ({ caller, params }, { clock }) => {
    const removed = await clock.removeFaults(({ id }) => id === params.id, caller.actor)
    found(removed === 0 ? undefined : removed)
    return undefined
  },
}

/** A fault for an account that does not exist would never be met, and a test would wait for it. */
async function mustExist(account: string | undefined, { api }: ControlPlane): Promise<void> {
  if (account === undefined) return
  const { store, now } = api.tools
  const known = await store.accounts.find(account, now().getTime())
  if (known === undefined) throw new ApiProblem('rejected', 'account: no account has this name')
}

function ruleOf(wanted: ControlBody<'addFault'>, { api }: ControlPlane): FaultRule {
  try {
    return faultRule(wanted, api.vault)
  } catch (error) {
    if (error instanceof FaultRejected) throw new ApiProblem('rejected', error.message)
    throw error
  }
}

function faultView(fault: InjectedFault): ControlAnswer<'addFault'> {
  const { id, since, word, latency, bureau, account, borrower, orders, share } = fault
  return {
    id,
    since: at(since),
    fault: word,
    latency,
    bureau: bureau as ControlAnswer<'addFault'>['bureau'],
    account,
    borrower: borrower?.shown,
    orders,
    share,
  }
}

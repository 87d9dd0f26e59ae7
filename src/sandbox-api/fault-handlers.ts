/** What simulated bureaus do wrong: injected, listed and removed. */
import { found } from '../admin-api/handler.ts'
import { faultsView, injectFault } from '../admin-api/sandbox/faults-view.ts'
import type { InjectedFault } from '../store/records/sandbox.ts'
import type { ControlHandlers } from './handler.ts'

type Names = 'listFaults' | 'addFault' | 'removeFaults' | 'removeFault'

export const faultHandlers: ControlHandlers<Names> = {
  listFaults: async (_call, { api }) => faultsView(api),
  addFault: async ({ caller, body }, { api }) => injectFault(body, caller.actor, api),
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

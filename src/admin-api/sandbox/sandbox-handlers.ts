/** The sandbox in the console: custom people, injected faults, clock and world. */
import { misbehaviourOf } from '../../bureaus/simulator/misbehaviour.ts'
import { PERSONAS, PERSONAS_VERSION } from '../../bureaus/simulator/personas.ts'
import { BUREAUS } from '../../documents/tables/enumerations.ts'
import { personaOf, personaOrder } from '../../sandbox/persona-order.ts'
import {
  type Api,
  actorOf,
  type Caller,
  clockOf,
  found,
  type Handlers,
  maybeAt,
  onlyAccountOf,
  permittedAccount,
} from '../handler.ts'
import { partyOf } from '../manual-order.ts'
import { curlOf } from '../order-detail.ts'
import { ApiProblem } from '../problems.ts'
import type { Answer } from '../routes.ts'
import { faultsView, injectFault } from './faults-view.ts'
import { checkedPerson, peopleOf, peopleView, personView } from './people-view.ts'
import {
  advanceClock,
  advanceOf,
  clockPreview,
  clockView,
  orConflict,
  presentWorldView,
  restorePreview,
  snapshotsView,
  worldOf,
  worldView,
} from './world-view.ts'

type Names =
  | 'listPersonas'
  | 'readPersonaOrder'
  | 'readFaults'
  | 'setFault'
  | 'addFault'
  | 'removeFaults'
  | 'removeFault'
  | 'readClock'
  | 'previewClock'
  | 'advanceClock'
  | 'listPeople'
  | 'readPerson'
  | 'checkPerson'
  | 'putPerson'
  | 'deletePerson'
  | 'readWorld'
  | 'resetWorld'
  | 'listSnapshots'
  | 'saveSnapshot'
  | 'previewRestore'
  | 'restoreSnapshot'
  | 'deleteSnapshot'

/**
 * Calls about the clock return `not-found` if any bureau is real, because there is no sandbox clock
 * then.
 */
export const sandboxHandlers: Handlers<Names> = {
  listPersonas: async () => {
    return { version: PERSONAS_VERSION, items: PERSONAS.map((persona) => ({ ...persona })) }
  },
  readPersonaOrder: async ({ caller, params, query }, api) => {
    const persona = found(personaOf(params.id))
    const { individual = false, operation } = query
    const account = permittedAccount(caller, query.account)
    const options = { individual, ...(await partyOf(account, api)) }
    return {
      operation,
      xml: personaOrder(persona, operation, options),
      curl: curlOf(operation, account ?? 'ACCOUNT'),
    }
  },

  readFaults: async ({ caller }, api) => faultsFor(caller, api),
  setFault: async ({ caller, params, body }, api) => {
    const { word } = body
    if (word !== null && misbehaviourOf(word) === undefined) {
      throw new ApiProblem('rejected', 'Unknown fault of a bureau; docs/magic.md lists them.')
    }
    await clockOf(api).setFault(params.bureau, word?.toUpperCase(), actorOf(caller))
    return faultsFor(caller, api)
  },
  addFault: async ({ caller, body }, api) => injectFault(body, actorOf(caller), api),
  removeFaults: async ({ caller }, api) => {
    await clockOf(api).removeFaults(() => true, actorOf(caller))
    return undefined
  },
  removeFault: async ({ caller, params }, api) => {
    const removed = await clockOf(api).removeFaults(({ id }) => id === params.id, actorOf(caller))
    found(removed === 0 ? undefined : removed)
    return undefined
  },

  readClock: async (_call, api) => clockView(clockOf(api)),
  previewClock: async ({ query }, api) => clockPreview(advanceOf(query, clockOf(api)), api),
  advanceClock: async ({ caller, body }, api) => {
    const clock = clockOf(api)
    await advanceClock(body, actorOf(caller), clock)
    return clockView(clock)
  },

  listPeople: async (_call, api) => peopleView(api),
  readPerson: async ({ params }, api) =>
    personView(found(await peopleOf(api).find(params.id)), api),
  checkPerson: async ({ params, body }, api) =>
    personView(await checkedPerson(peopleOf(api).resolve(params.id, body)), api),
  putPerson: async ({ caller, params, body }, api) =>
    personView(await checkedPerson(peopleOf(api).put(params.id, body, actorOf(caller))), api),
  deletePerson: async ({ caller, params }, api) => {
    found((await peopleOf(api).delete(params.id, actorOf(caller))) || undefined)
    return undefined
  },

  readWorld: async (_call, api) => presentWorldView(api),
  resetWorld: async ({ caller }, api) => {
    await orConflict(worldOf(api).reset({}, actorOf(caller)))
    return worldView(api)
  },
  listSnapshots: async (_call, api) => snapshotsView(worldOf(api)),
  saveSnapshot: async ({ caller, params }, api) => {
    await orConflict(worldOf(api).save(params.name, actorOf(caller)))
    return undefined
  },
  previewRestore: async ({ params }, api) => restorePreview(params.name, api),
  restoreSnapshot: async ({ caller, params }, api) => {
    found((await orConflict(worldOf(api).restore(params.name, actorOf(caller)))) || undefined)
    return worldView(api)
  },
  deleteSnapshot: async ({ caller, params }, api) => {
    found((await worldOf(api).forget(params.name, actorOf(caller))) || undefined)
    return undefined
  },
}

/** Returns the faults that a caller may see. Integrators do not see faults for other accounts. */
async function faultsFor(caller: Caller, api: Api): Promise<Answer<'readFaults'>> {
  const own = onlyAccountOf(caller)
  const { items, words } = await faultsView(api)
  const clock = clockOf(api)
  return {
    items: items.filter(({ account }) => own === undefined || (account ?? own) === own),
    words,
    bureauTimeoutMs: api.bureauTimeoutMs,
    current: BUREAUS.map((bureau) => {
      const fault = clock.faultOf(bureau)
      return { bureau, word: fault?.word, since: maybeAt(fault?.since) }
    }),
  }
}

/** The sandbox at the console: its people, what its bureaus do wrong, and its time. */
import { MISBEHAVIOURS, misbehaviourOf } from '../../bureaus/simulator/misbehaviour.ts'
import { PERSONAS, PERSONAS_VERSION } from '../../bureaus/simulator/personas.ts'
import { BUREAUS } from '../../documents/tables/enumerations.ts'
import { AdvanceRejected, advanceMs, type SandboxClock } from '../../sandbox/clock.ts'
import { personaOf, personaOrder } from '../../sandbox/persona-order.ts'
import { moment } from '../../time.ts'
import { type Api, actorOf, confinedTo, found, type Handlers, maybeAt } from '../handler.ts'
import { curlOf } from '../order-detail.ts'
import { ApiProblem } from '../problems.ts'

type Names =
  | 'listPersonas'
  | 'readPersonaOrder'
  | 'readFaults'
  | 'setFault'
  | 'readClock'
  | 'advanceClock'

export const sandboxHandlers: Handlers<Names> = {
  listPersonas: async () => {
    return { version: PERSONAS_VERSION, items: PERSONAS.map((persona) => ({ ...persona })) }
  },
  readPersonaOrder: async ({ caller, params, query }) => {
    const persona = found(personaOf(params.id))
    const { individual = false } = query
    return {
      operation: query.operation,
      xml: personaOrder(persona, query.operation, { individual }),
      curl: curlOf(query.operation, confinedTo(caller) ?? 'ACCOUNT'),
    }
  },
  readFaults: async (_call, api) => faultsOf(clockOf(api)),
  setFault: async ({ caller, params, body }, api) => {
    const clock = clockOf(api)
    const { word } = body
    if (word !== null && misbehaviourOf(word) === undefined) {
      throw new ApiProblem('rejected', 'Unknown fault; docs/magic.md lists all faults.')
    }
    await clock.setFault(params.bureau, word?.toUpperCase(), actorOf(caller))
    return faultsOf(clock)
  },
  readClock: async (_call, api) => timeOf(clockOf(api)),
  advanceClock: async ({ caller, body }, api) => {
    const clock = clockOf(api)
    try {
      await clock.advance(advanceMs(body.advance), actorOf(caller))
    } catch (error) {
      if (error instanceof AdvanceRejected) throw new ApiProblem('rejected', error.message)
      throw error
    }
    return timeOf(clock)
  },
}

function clockOf({ clock }: Api): SandboxClock {
  return found(clock)
}

function faultsOf(clock: SandboxClock) {
  return {
    words: MISBEHAVIOURS.map(({ word, does, shows }) => ({ word, does, shows })),
    current: BUREAUS.map((bureau) => {
      const told = clock.faultOf(bureau)
      return { bureau, word: told?.word, since: maybeAt(told?.since) }
    }),
  }
}

function timeOf(clock: SandboxClock) {
  return { now: moment(clock.now()), advancedMs: clock.aheadMs() }
}

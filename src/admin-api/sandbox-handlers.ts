/** The sandbox at the console: its people, what its bureaus do wrong, and its time. */
import { BUREAUS } from '../documents/tables/enumerations.ts'
import { AdvanceRejected, advanceMs } from '../sandbox/clock.ts'
import { sampleOrder } from '../sandbox/sample-order.ts'
import { moment } from '../time.ts'
import {
  type Api,
  type ApiSandbox,
  actorOf,
  confinedTo,
  found,
  type Handlers,
  maybeAt,
} from './handler.ts'
import { curlOf } from './order-detail.ts'
import { ApiProblem } from './problems.ts'

type Names =
  | 'listPersonas'
  | 'readPersonaOrder'
  | 'readFaults'
  | 'setFault'
  | 'readClock'
  | 'advanceClock'

export const sandboxHandlers: Handlers<Names> = {
  listPersonas: async (_call, api) => {
    const { personas, personasVersion } = sandboxOf(api)
    return { version: personasVersion, items: personas.map((persona) => ({ ...persona })) }
  },
  readPersonaOrder: async ({ caller, params, query }, api) => {
    const { personas } = sandboxOf(api)
    const persona = found(personas.find(({ id }) => id === params.id))
    const partner = query.individual ? undefined : personas.find(({ id }) => id === persona.joint)
    const people = partner === undefined ? [persona] : [persona, partner]
    return {
      operation: query.operation,
      xml: sampleOrder(query.operation, people),
      curl: curlOf(query.operation, confinedTo(caller) ?? 'ACCOUNT'),
    }
  },
  readFaults: async (_call, api) => faultsOf(sandboxOf(api)),
  setFault: async ({ caller, params, body }, api) => {
    const sandbox = sandboxOf(api)
    const { word } = body
    if (word !== null && !sandbox.isFault(word)) {
      throw new ApiProblem('rejected', 'Unknown fault; docs/magic.md lists all faults.')
    }
    await sandbox.clock.setFault(params.bureau, word?.toUpperCase(), actorOf(caller))
    return faultsOf(sandbox)
  },
  readClock: async (_call, api) => clockOf(sandboxOf(api)),
  advanceClock: async ({ caller, body }, api) => {
    const sandbox = sandboxOf(api)
    try {
      await sandbox.clock.advance(advanceMs(body.advance), actorOf(caller))
    } catch (error) {
      if (error instanceof AdvanceRejected) throw new ApiProblem('rejected', error.message)
      throw error
    }
    return clockOf(sandbox)
  },
}

function sandboxOf({ sandbox }: Api): ApiSandbox {
  return found(sandbox)
}

function faultsOf({ clock, faultWords }: ApiSandbox) {
  return {
    words: faultWords.map(({ word, does, shows }) => ({ word, does, shows })),
    current: BUREAUS.map((bureau) => {
      const told = clock.faultOf(bureau)
      return { bureau, word: told?.word, since: maybeAt(told?.since) }
    }),
  }
}

function clockOf({ clock }: ApiSandbox) {
  return { now: moment(clock.now()), advancedMs: clock.aheadMs() }
}

/** Test borrowers with known results, and ready orders for them. */
import { found } from '../admin-api/handler.ts'
import { PERSONAS, PERSONAS_VERSION } from '../bureaus/simulator/personas.ts'
import { personaOf, personaOrder } from '../sandbox/persona-order.ts'
import type { SampleOrderOptions } from '../sandbox/sample-order.ts'
import type { ControlHandlers } from './handler.ts'

export const personaHandlers: ControlHandlers<'listPersonas' | 'readPersonaOrder'> = {
  listPersonas: async () => {
    return { version: PERSONAS_VERSION, items: PERSONAS.map((persona) => ({ ...persona })) }
  },
  readPersonaOrder: async ({ params, query: { operation, ...options } }) =>
    personaOrder(found(personaOf(params.id)), operation, options as SampleOrderOptions),
}

/** Orders for the personas of the sandbox: ready to send, the partner of a couple included. */
import { PERSONAS, type Persona } from '../bureaus/simulator/personas.ts'
import type { OperationName } from '../orders/intake/products.ts'
import { type SampleOrderOptions, sampleOrder } from './sample-order.ts'

/** What an order for a persona asks. */
export interface PersonaOrderOptions extends SampleOrderOptions {
  /** Leaves the partner out. */
  readonly individual?: boolean
}

/** The persona of an id; undefined where there is none. */
export function personaOf(id: string): Persona | undefined {
  return PERSONAS.find((persona) => persona.id === id)
}

/** The bytes of an order for a persona, and jointly with their partner where they have one. */
export function personaOrder(
  persona: Persona,
  operation: OperationName,
  { individual = false, ...options }: PersonaOrderOptions = {},
): string {
  const partner = persona.joint === undefined || individual ? undefined : personaOf(persona.joint)
  return sampleOrder(operation, partner === undefined ? [persona] : [persona, partner], options)
}

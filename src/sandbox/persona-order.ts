/**
 * Writes orders for the personas of the sandbox. They are ready to send and include the partner of
 * a couple.
 */
import { PERSONAS, type Persona } from '../bureaus/simulator/personas.ts'
import type { OperationName } from '../orders/intake/products.ts'
import { type SampleOrderOptions, sampleOrder } from './sample-order.ts'

/** The options of an order for a persona. */
export interface PersonaOrderOptions extends SampleOrderOptions {
  /** Leaves the partner out. */
  readonly individual?: boolean
}

/** Returns the persona with an ID; undefined if there is none. */
export function personaOf(id: string): Persona | undefined {
  return PERSONAS.find((persona) => persona.id === id)
}

/** Writes an order for a persona, and jointly for the partner if the persona has one. */
export function personaOrder(
  persona: Persona,
  operation: OperationName,
  { individual = false, ...options }: PersonaOrderOptions = {},
): string {
  const partner = persona.joint === undefined || individual ? undefined : personaOf(persona.joint)
  return sampleOrder(operation, partner === undefined ? [persona] : [persona, partner], options)
}

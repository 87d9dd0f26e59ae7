/** What a request of the collections is, and what several of them need. */
import type { Persona } from '../../src/bureaus/simulator/personas.ts'
import { personaOf } from '../../src/sandbox/persona-order.ts'

/** One request of a collection. */
export interface CollectionRequest {
  /** Unique within its folder. */
  readonly name: string
  readonly doc: string
  readonly method: 'GET' | 'POST'
  /** Below the address of the service. */
  readonly path: string
  /** Whose credentials: variables, a wrong secret, or none. */
  readonly login: 'account' | 'restricted' | 'wrong' | 'none'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly expected: Expected
}

/** What comes back, which the collections check themselves. */
export interface Expected {
  readonly status: number
  /** A part of the body. */
  readonly contains: string
}

/** Requests that belong together, in the order in which they are sent. */
export interface CollectionFolder {
  readonly name: string
  readonly doc: string
  readonly requests: readonly CollectionRequest[]
}

/** What is filled in before the first request. Secrets have no value in the files. */
export const VARIABLES = [
  { name: 'url', value: 'http://127.0.0.1:8080', doc: 'Address of the service.' },
  { name: 'account', value: 'sandbox', doc: 'Name of the account.' },
  { name: 'secret', doc: 'Its secret, which the service printed on its first start.' },
  { name: 'restrictedAccount', value: 'restricted', doc: 'An account that may do less.' },
  { name: 'restrictedSecret', doc: 'Its secret, which `trimerge account add` prints.' },
] as const

/** How to make the account that may do less. */
export const RESTRICTED_ACCOUNT = [
  'trimerge account add restricted',
  'trimerge account set restricted products=credit_report duplicates=refuse requestsPerMinute=3',
] as const

export const JSON_TYPE = { 'Content-Type': 'application/json' } as const

export const XML = { 'Content-Type': 'application/xml' } as const

/** A report, as its document says it. */
export const REPORT: Expected = { status: 200, contains: 'CreditReportIdentifier="R' }

/** The persona of an ID. */
export function known(id: string): Persona {
  const persona = personaOf(id)
  if (persona === undefined) throw new RangeError(`unknown persona ${id}`)
  return persona
}

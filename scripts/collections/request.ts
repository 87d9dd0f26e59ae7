/** A request of the collections, and values that several requests use. */
import type { Persona } from '../../src/bureaus/simulator/personas.ts'
import { personaOf } from '../../src/sandbox/persona-order.ts'

/** One request of a collection. */
export interface CollectionRequest {
  /** The name, unique within its folder. */
  readonly name: string
  readonly doc: string
  readonly method: 'GET' | 'POST'
  /** The path, relative to the URL of the service. */
  readonly path: string
  /** The credentials: those of an account, a wrong secret, or none. */
  readonly login: 'account' | 'restricted' | 'wrong' | 'none'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly expected: Expected
}

/** The expected response, which the collections check. */
export interface Expected {
  readonly status: number
  /** A part of the body; empty for any body. */
  readonly contains: string
}

/** Requests that belong together, in the order in which they are sent. */
export interface CollectionFolder {
  readonly name: string
  readonly doc: string
  readonly requests: readonly CollectionRequest[]
}

/** The variables to set before the first request. Secrets have no value in the files. */
export const VARIABLES = [
  { name: 'url', value: 'http://127.0.0.1:8080', doc: 'Address of the service.' },
  { name: 'account', value: 'sandbox', doc: 'Name of the account.' },
  {
    name: 'secret',
    doc: 'Secret of the account; that of the account sandbox is in sandbox-credentials.json in the data folder.',
  },
  {
    name: 'restrictedAccount',
    value: 'restricted',
    doc: 'Name of an account with fewer permissions.',
  },
  { name: 'restrictedSecret', doc: 'Secret of that account, which `trimerge account add` prints.' },
] as const

/** The commands that create the account with fewer permissions. */
export const RESTRICTED_ACCOUNT = [
  'trimerge account add restricted',
  'trimerge account set restricted products=credit_report duplicates=refuse requestsPerMinute=3',
] as const

export const JSON_TYPE = { 'Content-Type': 'application/json' } as const

export const XML_TYPE = { 'Content-Type': 'application/xml' } as const

/** The expected response of an order that returns a report. */
export const REPORT: Expected = { status: 200, contains: 'CreditReportIdentifier="R' }

/** Returns the persona with this ID. */
export function knownPersona(id: string): Persona {
  const persona = personaOf(id)
  if (persona === undefined) throw new RangeError(`unknown persona ${id}`)
  return persona
}

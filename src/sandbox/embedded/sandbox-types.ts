/**
 * The types of an embedded sandbox. Programs compile with the declarations of this file and of its
 * imports, so it imports nothing whose declarations need a library.
 */

import type { Persona } from '../../bureaus/simulator/personas.ts'
import type { OrderedReport, RejectedOrder } from '../../client/post-order.ts'
import type { BureauName } from '../../documents/tables/enumerations.ts'
import type {
  MortgageOnlyDocument,
  RefreshDocument,
  ResponseDocument,
} from '../../documents/tables/response.ts'
import type { OperationName } from '../../orders/intake/products.ts'
import type { PersonaOrderOptions } from '../persona-order.ts'
import type { SampleOrderOptions, SamplePerson } from '../sample-order.ts'
import type { WantedFault } from '../wanted-fault.ts'
import type { SandboxSettings } from './sandbox-settings.ts'

/** The options of a sandbox. */
export interface SandboxOptions {
  /**
   * Settings of the service by name, such as `bureau-timeout-ms`. Environment variables have no
   * effect.
   */
  readonly settings?: SandboxSettings
}

/** The time of the simulated world, which only goes forward. */
export interface WorldClock {
  now(): Date
  /** Advances the time, for example by `45d`, `36h` or `2w`. Resolves with the new time. */
  advance(by: string): Promise<Date>
  /** Advances to a day or time in UTC, such as `2027-01-15`. Resolves with the new time. */
  advanceTo(to: Date | string): Promise<Date>
}

/** The custom test people of a world: docs/people.md. */
export interface SandboxPeople {
  /** Adds or replaces a person. The file is an object, or a text in YAML or JSON. */
  put(id: string, file: object | string): Promise<SandboxPerson>
  list(): Promise<readonly SandboxPerson[]>
  /** Deletes a person. Resolves with false if no person has this ID. */
  delete(id: string): Promise<boolean>
  /** Returns a ready-to-send order for a person. */
  orderXml(id: string, operation: OperationName, options?: PersonOrderOptions): Promise<string>
}

/** The options of an order for a custom person. */
export interface PersonOrderOptions extends SampleOrderOptions {
  /** The ID of another custom person, to order jointly. */
  readonly with?: string
}

/** A custom person, with generated values for the parts that the file leaves open. */
export interface SandboxPerson extends SamplePerson {
  readonly id: string
}

/** How a world begins again. Absent values stay as before. */
export interface ResetOptions {
  /** A date or time in UTC at which the clock is frozen; null: now, and the clock follows real time. */
  readonly start?: Date | string | null
  /** `counted`: the same orders get the same identifiers. */
  readonly ids?: 'random' | 'counted'
}

/** The response document of each operation. */
interface Documents {
  readonly credit_report: ResponseDocument
  readonly pre_qualification: ResponseDocument
  readonly mortgage_only: MortgageOnlyDocument
  readonly refresh_report: RefreshDocument
}

/** The result of an order. The document has the fields of the response of the operation. */
export type OrderResult<O extends OperationName = OperationName> =
  | (Omit<OrderedReport, 'document'> & { readonly document: Documents[O] })
  | RejectedOrder

/** A service with its own world, for tests. */
export interface Sandbox {
  /** The URL of the service; post orders to `${url}/credit_report`. */
  readonly url: string
  /** The name of an account, for HTTP Basic with `secret`. */
  readonly account: string
  /** The secret of the account, new for each sandbox. */
  readonly secret: string
  /** Test borrowers with known results: docs/personas.md. */
  readonly personas: readonly Persona[]
  /**
   * Returns a ready-to-send order for a persona, and jointly for the partner if the persona has
   * one.
   */
  orderXml(personaId: string, operation: OperationName, options?: PersonaOrderOptions): string
  /** Places an order and reads the response: a report, or the reason why there is none. */
  order<O extends OperationName>(operation: O, xml: string | Uint8Array): Promise<OrderResult<O>>
  readonly clock: WorldClock
  /** The injected faults; none at the start. */
  readonly faults: BureauFaults
  readonly people: SandboxPeople
  /**
   * Returns the world to its start: orders, reports, charges, faults, custom people and the clock
   * are as at first. Account and secret stay the same. `wanted` can set another start, like the
   * setting `world-start`.
   */
  reset(wanted?: ResetOptions): Promise<void>
  /** Saves the world under a name. Rejects while an order is in progress. */
  snapshot(name: string): Promise<void>
  /** Restores the saved world. Rejects if no snapshot has the name. */
  restore(name: string): Promise<void>
  /** Returns all orders until now, the oldest first. */
  orders(): Promise<readonly SandboxOrder[]>
  /** Ends the service and removes its data. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Injects and clears faults. */
export interface BureauFaults {
  /**
   * Makes one bureau, or all of them, misbehave for every order, in the words of docs/magic.md:
   * `TIMEOUT`, `SLOW 2`. Throws at once if the bureau or the word is unknown.
   */
  set(bureau: BureauName | 'all', fault: string): Promise<void>
  /**
   * Injects a fault for some orders only. Resolves with its ID. Rejects the same faults as `POST
   * /sandbox/faults`.
   */
  add(fault: WantedFault): Promise<string>
  /**
   * Clears the faults of a bureau, or one fault by its ID; all faults if neither or `all` is given.
   * Rejects another name.
   */
  clear(which?: BureauName | 'all' | string): Promise<void>
}

/** One order of a sandbox and its result. */
export interface SandboxOrder {
  readonly id: string
  readonly operation: string
  /** The action, such as Submit or Reissue; undefined if the request had none. */
  readonly action: string | undefined
  /** In sandbox time. */
  readonly receivedAt: Date
  /**
   * `report`: ended with a report. `error`: ended with an error document. `running`: in progress.
   */
  readonly outcome: 'report' | 'error' | 'running'
  /** The code of the error document, such as E001. */
  readonly code: string | undefined
  /** The report in the response. */
  readonly reportId: string | undefined
  /** The charge in cents; 0 if nothing was charged. */
  readonly chargedCents: number
  /** The requested files, by borrower and bureau; empty if no bureau was asked. */
  readonly pulls: readonly SandboxPull[]
  /** The validation errors of the request: paths and rules, never values. */
  readonly errors: readonly SandboxError[]
  /** Notes about unknown names in the request, and other remarks. */
  readonly notes: readonly string[]
  /** The request, without card number and security code. */
  readonly sent: string | undefined
}

/** One file that an order requested. */
export interface SandboxPull {
  readonly bureau: string
  /** 1 is the first borrower of the order. */
  readonly borrower: number
  /** Whether the pull shows as an inquiry on later files. */
  readonly hard: boolean
  /** The status of the file, such as `FileReturned`; undefined until the bureau responds. */
  readonly outcome: string | undefined
}

/** A validation error of a request. */
export interface SandboxError {
  /** The path in the document, in the dialect of the request. */
  readonly path: string
  readonly rule: string
  /** What the service expects there. */
  readonly expected?: string | undefined
}

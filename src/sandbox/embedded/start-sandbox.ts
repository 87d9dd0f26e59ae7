/**
 * A sandbox inside another program: a complete service on a free port with temporary data, for the
 * tests of clients that order credit reports. Personas, clock, faults and orders are available as
 * calls.
 */
import { REAL_ENVIRONMENT } from '../../app/environment.ts'
import { prepareFirstStart } from '../../app/first-start.ts'
import { openStorage, type Storage } from '../../app/open-storage.ts'
import { startService } from '../../app/service.ts'
import { createTemporaryData, type TemporaryData } from '../../app/temporary-data.ts'
import { parsePersonText } from '../../bureaus/simulator/people/check-person.ts'
import { identityOfCustom } from '../../bureaus/simulator/people/custom-person.ts'
import { PERSONAS, type Persona } from '../../bureaus/simulator/personas.ts'
import { type OrderResult, postOrder } from '../../client/post-order.ts'
import { openLog } from '../../log.ts'
import type { OperationName } from '../../orders/intake/products.ts'
import { readSettings, type SettingName } from '../../settings/settings.ts'
import { SERVICE } from '../../store/audit/entry.ts'
import type { Order, RecordedError } from '../../store/records/orders/order-entry.ts'
import type { ShownPull } from '../../store/records/orders/order-pulls.ts'
import { parseUtcTime } from '../../time.ts'
import { advanceMs, type SandboxClock } from '../clock.ts'
import { type CustomPeople, customPeople, type ShownPerson } from '../custom-people.ts'
import { type PersonaOrderOptions, personaOf, personaOrder } from '../persona-order.ts'
import { type SampleOrderOptions, type SamplePerson, sampleOrder } from '../sample-order.ts'
import { type BureauFaults, bureauFaults } from './bureau-faults.ts'

// The orders of a sandbox, from journal, pulls and ledger, for assertions in tests.

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
  readonly errors: readonly RecordedError[]
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

/** The largest number of orders that are listed, more than a test places. */
const ORDERS_MAX = 10_000

/** Returns the orders of an account, the oldest first. */
export async function sandboxOrders(
  { store }: Storage,
  account: string,
): Promise<readonly SandboxOrder[]> {
  const summaries = await store.orders.list({ account }, { limit: ORDERS_MAX })
  const charges = await store.ledger.charges(account, 0, Number.MAX_SAFE_INTEGER)
  const centsOf = (id: string) =>
    charges.reduce((sum, each) => sum + (each.orderId === id ? each.amountCents : 0), 0)
  const orders = summaries.toReversed().map(async ({ id }) => {
    const order = await store.orders.find(account, id)
    return order === undefined ? [] : [shown(order, await store.ledger.pullsOf([id]), centsOf(id))]
  })
  return (await Promise.all(orders)).flat()
}

const OUTCOMES = { running: 'running', done: 'report', failed: 'error', rejected: 'error' } as const

function shown(order: Order, pulls: readonly ShownPull[], chargedCents: number): SandboxOrder {
  const { id, operation, action, code, reportId, errors, notes, sent } = order
  return {
    id,
    operation,
    action,
    receivedAt: new Date(order.receivedAt),
    outcome: OUTCOMES[order.state],
    code,
    reportId,
    chargedCents,
    pulls: pulls
      .map(({ bureau, borrowerPosition, hard, outcome }) => ({
        bureau,
        borrower: borrowerPosition,
        hard,
        outcome,
      }))
      .sort((a, b) => a.borrower - b.borrower || (a.bureau < b.bureau ? -1 : 1)),
    errors,
    notes,
    sent: sent === undefined ? undefined : Buffer.from(sent).toString('utf8'),
  }
}

/** A test person with a stated result. */
export type { Persona } from '../../bureaus/simulator/personas.ts'
/** The response to an order that was sent to the sandbox. */
export type { OrderResult } from '../../client/post-order.ts'
/** An operation, as an order and a persona's document name it. */
export type { OperationName } from '../../orders/intake/products.ts'
/** A fault to inject. */
export type { WantedFault } from '../fault-rule.ts'
/** The options of an order for a persona. */
export type { PersonaOrderOptions } from '../persona-order.ts'
/** Injects and clears faults. */
export type { BureauFaults } from './bureau-faults.ts'

/** The options of a sandbox. */
export interface SandboxOptions {
  /**
   * Settings of the service by name, such as `bureau-timeout-ms`. Environment variables have no
   * effect.
   */
  readonly settings?: Readonly<Partial<Record<SettingName, string | number | boolean>>>
}

/** The time of the simulated world, which only goes forward. */
export interface WorldClock {
  now(): Date
  /** Advances the time, for example by `45d`, `36h` or `2w`. Resolves with the new time. */
  advance(by: string): Promise<Date>
}

/** The custom test people of a world: docs/people.md. */
export interface SandboxPeople {
  /** Adds or replaces a person. The file is an object, or a text in YAML or JSON. */
  put(id: string, file: object | string): Promise<SandboxPerson>
  list(): Promise<readonly SandboxPerson[]>
  /** Deletes a person. Resolves with false if no person has this ID. */
  delete(id: string): Promise<boolean>
  /** Returns a ready-to-send order for a person. */
  orderXml(id: string, operation: OperationName, options?: SampleOrderOptions): Promise<string>
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
  order(operation: OperationName, xml: string | Uint8Array): Promise<OrderResult>
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

/** Starts a sandbox, which runs until it is closed. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const temporary = createTemporaryData('trimerge-sandbox-')
  try {
    return await started(temporary, options)
  } catch (error) {
    temporary.remove()
    throw error
  }
}

async function started({ data, remove }: TemporaryData, options: SandboxOptions): Promise<Sandbox> {
  const flags = { port: 0, 'log-level': 'silent', ...options.settings, data }
  const settings = readSettings({ flags, environment: {} })
  const { now } = REAL_ENVIRONMENT
  const storage = await openStorage(settings, now())
  const credentials = await prepareFirstStart(storage, data, now())
  if (credentials === undefined) {
    await storage.store.close()
    throw new Error('the database of a sandbox must be empty')
  }
  const { name: account, secret } = credentials.account
  const logger = openLog(settings['log-level'])
  const service = await startService(settings, storage, logger, REAL_ENVIRONMENT)
  if (service.control === undefined) {
    await service.close()
    throw new Error('a sandbox supports only simulated bureaus')
  }
  const { clock, world } = service.control
  const people = customPeople(storage.store, clock.now)
  const url = `${service.address}${settings['base-path']}`
  const close = async () => {
    await service.close()
    remove()
  }
  return {
    url,
    account,
    secret,
    personas: PERSONAS,
    orderXml: (id, operation, order) => personaOrder(requirePersona(id), operation, order),
    order: (operation, xml) => postOrder({ url, account, secret }, operation, xml),
    clock: worldClock(clock),
    faults: bureauFaults(clock, {
      people,
      vault: storage.vault,
      accounts: storage.store.accounts,
      now: clock.now,
    }),
    reset: async ({ start, ids } = {}) =>
      await world.reset({ start: startOf(start), ids }, SERVICE),
    snapshot: (name) => world.save(name, SERVICE),
    restore: async (name) => {
      if (!(await world.restore(name, SERVICE))) throw new RangeError(`unknown snapshot ${name}`)
    },
    people: sandboxPeople(people),
    orders: () => sandboxOrders(storage, account),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function startOf(start: ResetOptions['start']): Date | null | undefined {
  if (start === null || start === undefined) return start
  const at = typeof start === 'string' ? parseUtcTime(start) : start.getTime()
  if (at !== undefined && !Number.isNaN(at)) return new Date(at)
  throw new RangeError('start: give an existing day or time in UTC, such as 2026-01-15')
}

function requirePersona(id: string): Persona {
  const persona = personaOf(id)
  if (persona === undefined) throw new RangeError(`unknown persona ${id}`)
  return persona
}

function worldClock(clock: SandboxClock): WorldClock {
  return {
    now: clock.now,
    advance: async (by) => {
      await clock.advance(advanceMs(by), SERVICE)
      return clock.now()
    },
  }
}

function sandboxPeople(people: CustomPeople): SandboxPeople {
  return {
    put: async (id, file) => {
      const value = typeof file === 'string' ? parsePersonText(file) : file
      return personOf(await people.put(id, value, SERVICE))
    },
    list: async () => (await people.list()).map(personOf),
    delete: (id) => people.delete(id, SERVICE),
    orderXml: async (id, operation, options) => {
      const person = await people.find(id)
      if (person === undefined) throw new RangeError(`unknown person ${id}`)
      return sampleOrder(operation, [personOf(person)], options)
    },
  }
}

function personOf({ custom }: ShownPerson): SandboxPerson {
  return { id: custom.id, ...identityOfCustom(custom) }
}

/**
 * A sandbox inside another program: a whole service on a free port with temporary data, for the
 * tests of those who order credit reports. Personas, clock, faults and what was ordered are calls.
 */
import { REAL_ENVIRONMENT } from '../../app/environment.ts'
import { prepareFirstStart } from '../../app/first-start.ts'
import { openStorage, type Storage } from '../../app/open-storage.ts'
import { startService } from '../../app/service.ts'
import { type TemporaryData, temporaryData } from '../../app/temporary-data.ts'
import { parsePersonText } from '../../bureaus/simulator/people/check-person.ts'
import { identityOfCustom } from '../../bureaus/simulator/people/custom-person.ts'
import { PERSONAS, type Persona } from '../../bureaus/simulator/personas.ts'
import { type OrderResult, postOrder } from '../../client/post-order.ts'
import { openLog } from '../../log.ts'
import type { OperationName } from '../../orders/intake/products.ts'
import { readSettings, type SettingName } from '../../settings/settings.ts'
import { SERVICE } from '../../store/audit/entry.ts'
import type { Order, RecordedError, ShownPull } from '../../store/records/orders/order-entry.ts'
import { utcMoment } from '../../time.ts'
import { advanceMs, type SandboxClock } from '../clock.ts'
import { type CustomPeople, customPeople, type ShownPerson } from '../custom-people.ts'
import { type PersonaOrderOptions, personaOf, personaOrder } from '../persona-order.ts'
import { type SampleOrderOptions, type SamplePerson, sampleOrder } from '../sample-order.ts'
import { type BureauFaults, bureauFaults } from './bureau-faults.ts'

// What was ordered of a sandbox, gathered from journal, pulls and ledger, to assert on.

/** One order of a sandbox and its result. */
export interface SandboxOrder {
  readonly id: string
  readonly operation: string
  /** The action, such as Submit or Reissue; undefined where the request had none. */
  readonly action: string | undefined
  /** In sandbox time. */
  readonly receivedAt: Date
  /** `report`: answered with one. `error`: with an error document. `running`: not answered yet. */
  readonly outcome: 'report' | 'error' | 'running'
  /** Of an error document, such as E001. */
  readonly code: string | undefined
  /** The report that was answered. */
  readonly reportId: string | undefined
  /** 0 where nothing was charged. */
  readonly chargedCents: number
  /** The files asked for, by borrower and bureau; none where no bureau was asked. */
  readonly pulls: readonly SandboxPull[]
  /** The validation errors of the request: paths and rules, never values. */
  readonly errors: readonly RecordedError[]
  /** Names of the request that the tables do not know, and other remarks. */
  readonly notes: readonly string[]
  /** The request, without card number and security code. */
  readonly sent: string | undefined
}

/** One file that an order asked for. */
export interface SandboxPull {
  readonly bureau: string
  /** 1 is the first borrower of the order. */
  readonly borrower: number
  /** Whether it shows as an inquiry on later files. */
  readonly hard: boolean
  /** Status of the file, such as `FileReturned`; undefined while it is awaited. */
  readonly outcome: string | undefined
}

/** More orders than a test places. */
const ORDERS_MAX = 10_000

/** The orders of an account, the first one first. */
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
/** What an order for a persona may choose. */
export type { PersonaOrderOptions } from '../persona-order.ts'
/** What bureaus do wrong until it is cleared. */
export type { BureauFaults } from './bureau-faults.ts'

/** How a sandbox differs from one as it comes. */
export interface SandboxOptions {
  /** Settings of the service by name, such as `bureau-timeout-ms`; the environment has no say. */
  readonly settings?: Readonly<Partial<Record<SettingName, string | number | boolean>>>
}

/** The time of the simulated world, which only goes forward. */
export interface WorldClock {
  now(): Date
  /** Lets time pass, such as `45d`, `36h` or `2w`; resolves with the new time. */
  advance(by: string): Promise<Date>
}

/** The custom test people of a world: docs/people.md. */
export interface SandboxPeople {
  /** Adds or replaces a person; the file as an object, or as a text in YAML or JSON. */
  put(id: string, file: object | string): Promise<SandboxPerson>
  list(): Promise<readonly SandboxPerson[]>
  /** Deletes a person. False: no person has this ID. */
  delete(id: string): Promise<boolean>
  /** An order for a person, ready to send. */
  orderXml(id: string, operation: OperationName, options?: SampleOrderOptions): Promise<string>
}

/** A custom person, with what the file leaves open. */
export interface SandboxPerson extends SamplePerson {
  readonly id: string
}

/** How a world is to begin, where it is not as before. */
export interface ResetOptions {
  /** A date or time in UTC at which the clock is frozen; null: now, and the clock follows real time. */
  readonly start?: Date | string | null
  /** `counted`: the same orders get the same identifiers. */
  readonly ids?: 'random' | 'counted'
}

/** A service with its own world, for tests. */
export interface Sandbox {
  /** Where to post orders: `${url}/credit_report`. */
  readonly url: string
  /** Name and secret of an account, for HTTP Basic. */
  readonly account: string
  /** New for each sandbox. */
  readonly secret: string
  /** The people whose outcome is known: docs/personas.md. */
  readonly personas: readonly Persona[]
  /** An order for a persona, ready to send, jointly with their partner where they have one. */
  orderXml(personaId: string, operation: OperationName, options?: PersonaOrderOptions): string
  /** Places an order and reads the answer: a report, or why there is none. */
  order(operation: OperationName, xml: string | Uint8Array): Promise<OrderResult>
  readonly clock: WorldClock
  /** What bureaus do wrong; nothing at first. */
  readonly faults: BureauFaults
  readonly people: SandboxPeople
  /**
   * Returns the world to its start: orders, reports, charges, faults, custom people and the clock are
   * as at first; account and secret stay. It may begin elsewhere, as the setting `world-start` says.
   */
  reset(wanted?: ResetOptions): Promise<void>
  /** Keeps the world under a name. Rejects while an order runs. */
  snapshot(name: string): Promise<void>
  /** Makes the world what it was. Rejects where nothing is kept under the name. */
  restore(name: string): Promise<void>
  /** Everything that was ordered until now, the first order first. */
  orders(): Promise<readonly SandboxOrder[]>
  /** Ends the service and removes its data. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a sandbox; it runs until it is closed. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const temporary = temporaryData('trimerge-sandbox-')
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
    orderXml: (id, operation, order) => personaOrder(known(id), operation, order),
    order: (operation, xml) => postOrder({ url, account, secret }, operation, xml),
    clock: worldClock(clock),
    faults: bureauFaults(clock, {
      people,
      vault: storage.vault,
      isAccount: async (name) =>
        (await storage.store.accounts.find(name, clock.now().getTime())) !== undefined,
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
  const at = typeof start === 'string' ? utcMoment(start) : start.getTime()
  if (at !== undefined && !Number.isNaN(at)) return new Date(at)
  throw new RangeError('start: give an existing day or time in UTC, such as 2026-01-15')
}

function known(id: string): Persona {
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

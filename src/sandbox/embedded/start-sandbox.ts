/**
 * A sandbox inside another program: a complete service on a free port with temporary data, for the
 * tests of clients that order credit reports. Personas, clock, faults and orders are available as
 * calls.
 */

import { Name } from '../../admin-api/schemas/common-schemas.ts'
import { lockData } from '../../app/data-folder.ts'
import { REAL_ENVIRONMENT } from '../../app/environment.ts'
import { prepareFirstStart } from '../../app/first-start.ts'
import { openStorage, type Storage } from '../../app/open-storage.ts'
import { startService } from '../../app/service.ts'
import { createTemporaryData, type TemporaryData } from '../../app/temporary-data.ts'
import { parsePersonText } from '../../bureaus/simulator/people/check-person.ts'
import { identityOfCustom } from '../../bureaus/simulator/people/custom-person.ts'
import { PersonId } from '../../bureaus/simulator/people/person-file.ts'
import { PERSONAS, type Persona } from '../../bureaus/simulator/personas.ts'
import { postLocally, postOrder } from '../../client/post-order.ts'
import { inputProblems, readInput } from '../../issue-text.ts'
import { openLog } from '../../log.ts'
import type { OperationName } from '../../orders/intake/products.ts'
import { readSettings, SETTINGS } from '../../settings/settings.ts'
import { SERVICE } from '../../store/audit/entry.ts'
import type { Order } from '../../store/records/orders/order-entry.ts'
import type { ShownPull } from '../../store/records/orders/order-pulls.ts'
import { ID_KINDS } from '../../store/records/snapshots.ts'
import { isWorldStart, parseUtcTime, WORLD_START_YEARS } from '../../time.ts'
import { advanceMs, type SandboxClock } from '../clock.ts'
import { type CustomPeople, customPeople, type ShownPerson } from '../custom-people.ts'
import { personaOf, personaOrder } from '../persona-order.ts'
import { checkName, rejectUnknown, type SampleOrderOptions, sampleOrder } from '../sample-order.ts'
import type { World } from '../world.ts'
import { bureauFaults } from './bureau-faults.ts'
import type { SandboxSettings } from './sandbox-settings.ts'
import type {
  ResetOptions,
  Sandbox,
  SandboxOptions,
  SandboxOrder,
  SandboxPeople,
  SandboxPerson,
  WorldClock,
} from './sandbox-types.ts'

/** A test person with a stated result. */
export type { Persona } from '../../bureaus/simulator/personas.ts'
/** An operation, as an order and a persona's document name it. */
export type { OperationName } from '../../orders/intake/products.ts'
/** The options of an order for a persona. */
export type { PersonaOrderOptions } from '../persona-order.ts'
/** A fault to inject. */
export type { WantedFault } from '../wanted-fault.ts'
/** The settings of a sandbox. */
export type { SandboxSettings } from './sandbox-settings.ts'
/** A sandbox and its parts. */
export type {
  BureauFaults,
  OrderResult,
  PersonOrderOptions,
  ResetOptions,
  Sandbox,
  SandboxError,
  SandboxOptions,
  SandboxOrder,
  SandboxPeople,
  SandboxPerson,
  SandboxPull,
  WorldClock,
} from './sandbox-types.ts'

/** Starts a sandbox, which runs until it is closed. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  rejectUnknown(options, ['settings'])
  const { data, remove } = createTemporaryData('trimerge-sandbox-')
  // Whatever the database, the lock shows to other processes that the folder is in use.
  const release = lockData({ data, 'database-url': '' })
  const temporary = {
    data,
    remove: () => {
      release()
      remove()
    },
  }
  try {
    return await started(temporary, options)
  } catch (error) {
    temporary.remove()
    throw error
  }
}

async function started({ data, remove }: TemporaryData, options: SandboxOptions): Promise<Sandbox> {
  const flags = { port: 0, 'log-level': 'silent', ...checkedSettings(options.settings), data }
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
  const anew = newPulls()
  const url = `${service.address}${settings['base-path']}`
  let closed: Promise<void> | undefined
  // `await using` and a hook of the test framework may both close it.
  const close = () => {
    closed ??= service.close().then(remove)
    return closed
  }
  const whileOpen = <T extends object>(calls: T) => rejectedAfter(() => closed !== undefined, calls)
  const { now: worldNow, ...moves } = worldClock(clock)
  return {
    url,
    account,
    secret,
    personas: PERSONAS,
    orderXml: (id, operation, order) => personaOrder(requirePersona(id), operation, anew(order)),
    ...whileOpen(worldCalls(world)),
    ...whileOpen({
      order: async (operation: OperationName, xml: string | Uint8Array) => {
        if (typeof xml !== 'string' && !ArrayBuffer.isView(xml)) {
          throw new TypeError('xml: give the order as a string or as bytes; await people.orderXml')
        }
        return await postOrder({ url, account, secret }, operation, xml, postLocally)
      },
      orders: () => sandboxOrders(storage, account),
    }),
    clock: { now: worldNow, ...whileOpen(moves) },
    faults: whileOpen(
      bureauFaults(clock, {
        people,
        vault: storage.vault,
        accounts: storage.store.accounts,
        now: clock.now,
      }),
    ),
    people: whileOpen(sandboxPeople(people, anew)),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/**
 * Returns calls that reject once the sandbox is closed. A test that forgot an `await` would otherwise
 * see an error of a part that it does not know.
 */
function rejectedAfter<T extends object>(isClosed: () => boolean, calls: T): T {
  const entries = Object.entries(calls).map(([name, call]) => [
    name,
    (...given: readonly unknown[]) =>
      isClosed() ? Promise.reject(new Error('the sandbox is closed')) : call(...given),
  ])
  return Object.fromEntries(entries)
}

function worldCalls(world: World): Pick<Sandbox, 'reset' | 'snapshot' | 'restore'> {
  return {
    reset: async (wanted = {}) => await world.reset(checkedReset(wanted), SERVICE),
    snapshot: async (name) => {
      const read = readInput(Name, name)
      if (!read.success) throw new RangeError(`name: ${inputProblems(read.error)[0]?.expected}`)
      await world.save(read.data, SERVICE)
    },
    restore: async (name) => {
      if (await world.restore(name, SERVICE)) return
      throw new RangeError(`unknown snapshot ${name}: save it with snapshot before you restore it`)
    },
  }
}

/**
 * Returns the settings that have a value. Throws for an unknown name, which would have no effect.
 */
function checkedSettings(settings: SandboxSettings = {}): SandboxSettings {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined)
  for (const [name] of given) {
    if (name === 'data') throw new RangeError('data: the data folder of a sandbox is temporary')
    if (!Object.hasOwn(SETTINGS, name)) {
      throw new RangeError(`${name}: unknown setting; docs/settings.md lists all settings`)
    }
  }
  // A program has days and times as `Date`.
  return Object.fromEntries(
    given.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  )
}

function checkedReset(wanted: ResetOptions) {
  rejectUnknown(wanted, ['start', 'ids'])
  const { start, ids } = wanted
  checkName('ids', ids, ID_KINDS)
  return { start: startOf(start), ids }
}

function startOf(start: ResetOptions['start']): Date | null | undefined {
  if (start === null || start === undefined) return start
  const time = timeOf('start', start)
  if (isWorldStart(time)) return time
  throw new RangeError(`start: give a day or time ${WORLD_START_YEARS}`)
}

/** Returns a day or time that a program gives under a name. Throws `RangeError`. */
function timeOf(name: string, time: Date | string): Date {
  const at = typeof time === 'string' ? parseUtcTime(time) : (time as Date | null)?.getTime?.()
  if (at !== undefined && !Number.isNaN(at)) return new Date(at)
  throw new RangeError(`${name}: give an existing day or time in UTC, such as 2026-01-15`)
}

function requirePersona(id: string): Persona {
  const persona = personaOf(id)
  if (persona === undefined) throw new RangeError(`unknown persona ${id}`)
  return persona
}

function worldClock(clock: SandboxClock): WorldClock {
  const advance = async (byMs: number) => {
    await clock.advance(byMs, SERVICE)
    return clock.now()
  }
  return {
    now: clock.now,
    advance: async (by) => advance(advanceMs(by)),
    advanceTo: async (to) => {
      await clock.advanceTo(timeOf('to', to), SERVICE)
      return clock.now()
    },
  }
}

/**
 * Returns a function that gives each ForceNew order an ID of its own. Without it, a second order
 * would have the same bytes, and the service would return the response to the first.
 */
function newPulls() {
  let count = 0
  return <T extends Pick<SampleOrderOptions, 'action' | 'requestId'>>(order: T | undefined) => {
    if (order?.action !== 'ForceNew' || order.requestId !== undefined) return order
    count += 1
    return { ...order, requestId: `FORCE-NEW-${count}` }
  }
}

function sandboxPeople(people: CustomPeople, anew: ReturnType<typeof newPulls>): SandboxPeople {
  return {
    put: async (id, file) => {
      const value = typeof file === 'string' ? parsePersonText(file) : file
      return personOf(await people.put(checkedId(id), value, SERVICE))
    },
    list: async () => (await people.list()).map(personOf),
    delete: (id) => people.delete(id, SERVICE),
    orderXml: async (id, operation, { with: partner, ...options } = {}) => {
      const borrowers = []
      for (const each of partner === undefined ? [id] : [id, partner]) {
        const person = await people.find(each)
        if (person === undefined) throw new RangeError(`unknown person ${each}`)
        borrowers.push(personOf(person))
      }
      return sampleOrder(operation, borrowers, anew(options))
    },
  }
}

/**
 * Returns the ID of a person if the control plane and the console accept it too. They could not
 * find a person with another one. Throws `RangeError`.
 */
function checkedId(id: string): string {
  const read = readInput(PersonId, id)
  if (read.success) return read.data
  throw new RangeError(`id: ${inputProblems(read.error)[0]?.expected}`)
}

function personOf({ custom }: ShownPerson): SandboxPerson {
  return { id: custom.id, ...identityOfCustom(custom) }
}

// The orders of a sandbox, from journal, pulls and ledger, for assertions in tests.

/** The largest number of orders that are listed, more than a test places. */
const ORDERS_MAX = 10_000

/** Returns the orders of an account, the oldest first. */
async function sandboxOrders(
  { store }: Storage,
  account: string,
): Promise<readonly SandboxOrder[]> {
  const summaries = await store.orders.list({ account }, { limit: ORDERS_MAX })
  const charges = await store.ledger.charges(account, 0, Number.MAX_SAFE_INTEGER)
  const centsOf = (id: string) =>
    charges.reduce((sum, each) => sum + (each.orderId === id ? each.amountCents : 0), 0)
  const listed = await store.orders.listedOf(summaries.map(({ id }) => id))
  const orders = summaries.toReversed().map(async ({ id }) => {
    const order = await store.orders.find(account, id)
    if (order === undefined) return []
    const { notes = [] } = listed.get(id) ?? {}
    return [{ ...shown(order, await store.ledger.pullsOf([id]), centsOf(id)), notes }]
  })
  return (await Promise.all(orders)).flat()
}

const OUTCOMES = { running: 'running', done: 'report', failed: 'error', rejected: 'error' } as const

function shown(
  order: Order,
  pulls: readonly ShownPull[],
  chargedCents: number,
): Omit<SandboxOrder, 'notes'> {
  const { id, operation, action, code, reportId, errors, sent } = order
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
    sent: sent === undefined ? undefined : Buffer.from(sent).toString('utf8'),
  }
}

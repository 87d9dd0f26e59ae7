/**
 * Services that break a promise on purpose, to test the proofs: a proof that passes with one of
 * them proves nothing.
 * Usage: broken-service.ts BREACH --setting value …
 */
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { prepareFirstStart } from '../../../src/app/first-start.ts'
import { openStorage } from '../../../src/app/open-storage.ts'
import { startService } from '../../../src/app/service.ts'
import { readSettings } from '../../../src/settings/settings.ts'
import { PostgresHosts } from '../../../src/store/engine/postgres-hosts.ts'
import type { Store } from '../../../src/store/store.ts'

const LATE_MS = 250

let lastBody: Uint8Array = new Uint8Array()

/** The ways to break a promise. Each changes one behavior of the store. */
const BREACHES: Readonly<Record<string, ({ orders }: Store) => Partial<Store['orders']>>> = {
  /** Reports that an order is durable, but commits it a little later. */
  acknowledgesEarly: ({ orders }) => ({
    complete: async (completion) => {
      setTimeout(() => void orders.complete(completion).catch(() => undefined), LATE_MS)
      return true
    },
  }),
  /** Continues as if an order were stored, even if the write failed. */
  acknowledgesFailed: ({ orders }) => ({
    begin: (order, pulls) =>
      orders.begin(order, pulls).catch(() => {
        const rows = { order: order as never, pulls: [] }
        const held = {
          account: order.account,
          key: storage.vault.newDataKey(order),
          rows,
          listed: undefined,
        }
        return { begun: true, held }
      }),
    complete: async (completion) => {
      await orders.complete(completion).catch(() => false)
      return true
    },
  }),
  /** Does not change the store, but does not finish its orders on SIGTERM. */
  endsAtOnce: () => ({}),
  /** Does not change the store, but does not ask a server for its role; see below. */
  asksNoRole: () => ({}),
  /** Logs request bodies; see below. */
  logsBodies: () => ({}),
  /** Journals a request as received, including the card number. */
  journalsUncut: ({ orders }) => ({
    begin: (order, pulls) => orders.begin({ ...order, sent: lastBody }, pulls),
  }),
  /** Treats every copy of an order as a different order. */
  forgetsCopies: ({ orders }) => ({
    findRetried: async () => undefined,
    begin: (order, pulls) =>
      orders.begin({ ...order, fingerprint: randomBytes(32), meaning: undefined }, pulls),
  }),
}

/** Treats each host of a cluster as its primary, and tries the next host if one fails. */
function askNoHostForItsRole(): void {
  const failures = new WeakMap<PostgresHosts, number>()
  Object.defineProperty(PostgresHosts.prototype, 'url', {
    get(this: PostgresHosts) {
      return this.urls[(failures.get(this) ?? 0) % this.urls.length]
    },
  })
  Object.assign(PostgresHosts.prototype, {
    suspect(this: PostgresHosts) {
      failures.set(this, (failures.get(this) ?? 0) + 1)
    },
    settle: async () => undefined,
    verify: async () => undefined,
    watch: () => undefined,
    isStale: () => false,
  })
}

const [breach = '', ...rest] = process.argv.slice(2)
const flags: Record<string, string> = {}
for (let index = 0; index < rest.length; index += 2) {
  flags[(rest[index] ?? '').slice(2)] = rest[index + 1] ?? ''
}
const broken = BREACHES[breach]
if (broken === undefined) throw new Error(`no breach is called ${breach}`)
if (breach === 'asksNoRole') askNoHostForItsRole()

const settings = readSettings({ flags, environment: {} })
const storage = await openStorage(settings, new Date())
await prepareFirstStart(storage, settings.data, new Date())
const orders = { ...storage.store.orders, ...broken(storage.store) }
const store = { ...storage.store, orders }
const logger = pino({ level: settings['log-level'] })
const vault = {
  ...storage.vault,
  // Every request body passes through here, as received.
  fingerprint: (bytes: Uint8Array) => {
    lastBody = bytes
    if (breach === 'logsBodies') console.log(Buffer.from(bytes).toString())
    return storage.vault.fingerprint(bytes)
  },
}
const service = await startService(settings, { ...storage, store, vault }, logger)
console.log(`listening on ${service.address}`)

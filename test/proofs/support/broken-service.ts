/**
 * Services that break a promise, for proofs to catch: a proof that lets one pass proves nothing.
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

/** Ways to break a promise, each by one wrong turn at the store. */
const BREACHES: Readonly<Record<string, ({ orders }: Store) => Partial<Store['orders']>>> = {
  /** Says that an order is durable, and makes it so a little later. */
  acknowledgesEarly: ({ orders }) => ({
    complete: async (completion) => {
      setTimeout(() => void orders.complete(completion).catch(() => undefined), LATE_MS)
      return true
    },
  }),
  /** Goes on as if an order were kept, whatever the disk says. */
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
  /** Keeps its store as it is, but does not finish its orders when it is told to end. */
  endsAtOnce: () => ({}),
  /** Keeps its store as it is, but asks no server for its role; see below. */
  asksNoRole: () => ({}),
  /** Writes what it is sent into its log; see below. */
  logsBodies: () => ({}),
  /** Journals a request as it came, card and all. */
  journalsUncut: ({ orders }) => ({
    begin: (order, pulls) => orders.begin({ ...order, sent: lastBody }, pulls),
  }),
  /** Takes every copy of an order for another order. */
  forgetsCopies: ({ orders }) => ({
    findRetried: async () => undefined,
    begin: (order, pulls) =>
      orders.begin({ ...order, fingerprint: randomBytes(32), meaning: undefined }, pulls),
  }),
}

/** Takes each host of a cluster for its primary, and goes on to the next where one does not work. */
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
  // The one place that every body passes as it was sent.
  fingerprint: (bytes: Uint8Array) => {
    lastBody = bytes
    if (breach === 'logsBodies') console.log(Buffer.from(bytes).toString())
    return storage.vault.fingerprint(bytes)
  },
}
const service = await startService(settings, { ...storage, store, vault }, logger)
console.log(`listening on ${service.address}`)

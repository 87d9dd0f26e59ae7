import { availableParallelism } from 'node:os'
import type { RespondingPartyValue } from '../documents/tables/response.ts'
import type { RetentionPeriods } from '../orders/jobs/retention-job.ts'
import type { OrderLimits, Tools } from '../orders/tools.ts'
import type { Settings } from '../settings/settings.ts'
import { DAY_MS } from '../time.ts'
import type { Storage } from './open-storage.ts'

/** For how long each class is kept, as the settings say. */
export function retentionPeriods(settings: Settings): RetentionPeriods {
  return {
    reportMonths: settings['report-retention-months'],
    refusalDays: settings['refusal-retention-days'],
    inquiryMonths: settings['inquiry-retention-months'],
    graceDays: settings['purge-grace-days'],
  }
}

/** What bounds an order. */
export function orderLimits(settings: Settings): OrderLimits {
  return {
    marginMs: 5_000,
    leaseMs: settings['order-lease-ms'],
    ordersInFlightMax: settings['orders-in-flight-max'],
    duplicates: settings.duplicates,
    retryWindowMs: settings['retry-window-ms'],
    reportWindowMs: settings['report-window-days'] * DAY_MS,
    refreshWindowMs: settings['refresh-window-days'] * DAY_MS,
  }
}

/** The machine's time. */
export const machineNow = () => new Date()

/** What every thread that carries out orders has alike. */
export function newTools(settings: Settings, { store, vault }: Pick<Storage, 'store' | 'vault'>) {
  return {
    store,
    vault,
    realNow: machineNow,
    basePath: settings['base-path'],
    respondingParty: respondingParty(settings),
    limits: orderLimits(settings),
    yieldSlot: (waiting) => waiting(),
  } satisfies Partial<Tools>
}

/**
 * An order spends three quarters of its CPU time in such a thread. Every thread compiles the program
 * for itself and competes with the others for caches, so part of a core is not worth one: on two
 * cores, a second thread gave a tenth more orders for a quarter more CPU time and memory.
 */
const ORDER_THREAD_PART = 0.8

/** The most threads that carry out orders. The rest of the cores is for connections and for writing. */
export function orderThreadCount({ 'order-threads': threads }: Settings): number {
  return threads === 'auto'
    ? Math.max(1, Math.floor(availableParallelism() * ORDER_THREAD_PART))
    : threads
}

/** Two checks of a load balancer, a second apart, and what they take on a busy machine. */
const DRAIN_DELAY_MS = 5_000

/** How long a service that ends still takes orders: as long as something may be in front of it. */
export function drainDelayMs(settings: Settings): number {
  const { 'drain-delay-ms': delay, 'trusted-proxy': isBehindProxy, deployment } = settings
  if (delay !== 'auto') return delay
  return isBehindProxy || deployment === 'production' ? DRAIN_DELAY_MS : 0
}

/** Who answers. */
function respondingParty(settings: Settings): RespondingPartyValue {
  return {
    _Name: settings['operator-name'],
    _StreetAddress: settings['operator-street'],
    _City: settings['operator-city'],
    _State: settings['operator-state'],
    _PostalCode: settings['operator-postal-code'],
    CONTACT_DETAIL: {
      _Name: settings['operator-contact'],
      CONTACT_POINT: [
        { _Type: 'Phone', _Value: settings['operator-phone'] },
        { _Type: 'Fax', _Value: settings['operator-fax'] },
      ],
    },
  }
}

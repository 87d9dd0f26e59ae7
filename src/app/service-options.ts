import { availableParallelism } from 'node:os'
import type { RespondingPartyValue } from '../documents/tables/response.ts'
import type { RetentionPeriods } from '../orders/jobs/retention-job.ts'
import type { OrderLimits, Tools } from '../orders/tools.ts'
import type { Settings } from '../settings/settings.ts'
import { DAY_MS } from '../time.ts'
import type { Storage } from './open-storage.ts'

/** Returns the retention periods of the settings. */
export function retentionPeriods(settings: Settings): RetentionPeriods {
  return {
    reportMonths: settings['report-retention-months'],
    refusalDays: settings['refusal-retention-days'],
    inquiryMonths: settings['inquiry-retention-months'],
    graceDays: settings['purge-grace-days'],
  }
}

/** Returns the limits of an order. */
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

/** Returns the machine's time. */
export const machineNow = () => new Date()

/** Returns the tools that are the same in every thread that handles orders. */
export function newTools(settings: Settings, { store, vault }: Pick<Storage, 'store' | 'vault'>) {
  return {
    store,
    vault,
    machineNow,
    basePath: settings['base-path'],
    respondingParty: respondingParty(settings),
    limits: orderLimits(settings),
    yieldSlot: (waiting) => waiting(),
  } satisfies Partial<Tools>
}

/**
 * The share of the cores that get an order thread. An order spends three quarters of its CPU time
 * in such a thread. Every thread compiles the program for itself and competes with the others for
 * caches, so a thread is not worthwhile for a part of a core: on two cores, a second thread gave a
 * tenth more orders for a quarter more CPU time and memory.
 */
const ORDER_THREAD_SHARE = 0.8

/**
 * The memory of a service at full load, with one order thread and for each further one. The cores
 * of a machine belong to all of its containers, the memory limit of a container to one.
 */
const MEMORY_BYTES = 400 * 1_048_576
const MEMORY_BYTES_PER_THREAD = 100 * 1_048_576

/** The resources that limit the number of threads. */
interface Resources {
  readonly cores: number
  /** In bytes. 0, or more than any machine has, if there is no limit. */
  readonly memoryLimit: number
}

/**
 * Returns the maximum number of order threads. The remaining cores serve connections and the
 * writing thread.
 */
export function orderThreadCount(
  { 'order-threads': threads }: Pick<Settings, 'order-threads'>,
  { cores, memoryLimit }: Resources = {
    cores: availableParallelism(),
    memoryLimit: process.constrainedMemory(),
  },
): number {
  if (threads !== 'auto') return threads
  const fitting = (memoryLimit - MEMORY_BYTES) / MEMORY_BYTES_PER_THREAD
  const wanted = cores * ORDER_THREAD_SHARE
  return Math.max(1, Math.floor(memoryLimit === 0 ? wanted : Math.min(wanted, fitting)))
}

/**
 * Enough for two checks of a load balancer, one second apart, with their duration on a busy
 * machine.
 */
const DRAIN_DELAY_MS = 5_000

/**
 * Returns how long a stopping service still accepts orders. With `auto`, it is 0 unless a load
 * balancer may be in front of the service.
 */
export function drainDelayMs(settings: Settings): number {
  const { 'drain-delay-ms': delay, 'trusted-proxy': isBehindProxy, deployment } = settings
  if (delay !== 'auto') return delay
  return isBehindProxy || deployment === 'production' ? DRAIN_DELAY_MS : 0
}

/** Returns the party that responses name as their sender. */
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

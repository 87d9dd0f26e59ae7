/**
 * Reads the state of a running service for its metrics: of its storage, its threads and its
 * bureaus.
 */
import type { FastifyBaseLogger } from 'fastify'
import type { Metrics } from '../http/metrics.ts'
import type { ServerState, ServiceState } from '../http/state-metrics.ts'
import type { CertificateRenewal } from '../http/tls.ts'
import type { Tools } from '../orders/tools.ts'
import type { Settings } from '../settings/settings.ts'
import { type RecordedState, recordedState } from '../store/diagnostics.ts'
import { bytesNeeded, freeBytes, isReserveKept } from '../store/disk-reserve.ts'
import type { ConnectionCounts } from '../store/engine/database.ts'
import type { TamperedRow } from '../store/sealing/row-mac.ts'
import { lastBackupAt } from './backup.ts'
import type { Storage } from './open-storage.ts'
import type { OrderThreads, ThreadState } from './order-threads.ts'

/** Counts the calls of the database. Counts and logs rows that were changed outside the service. */
export function watchStorage(
  { database, watchTampering }: Pick<Storage, 'database' | 'watchTampering'>,
  metrics: Metrics,
  logger: FastifyBaseLogger,
) {
  const { databaseCalled } = metrics
  const tampered = ({ table, row }: TamperedRow) => {
    metrics.tampered(table)
    logger.error({ table, row }, 'a row was changed outside the service and is rejected')
  }
  database.listen(databaseCalled)
  watchTampering(tampered)
  return { databaseCalled, tampered }
}

/** The parts of a service from which its state is read. */
interface ObservedService {
  readonly settings: Settings
  readonly storage: Pick<Storage, 'database' | 'store'>
  readonly tools: Pick<Tools, 'bureaus' | 'machineNow'>
  readonly orders: Pick<OrderThreads, 'states'>
  readonly certificate: Pick<CertificateRenewal, 'expiresAt'> | undefined
}

/**
 * Returns a function that reads the current state of a service, except for the part that only the
 * server knows.
 */
export function stateReader(
  service: ObservedService,
): () => Promise<Omit<ServiceState, keyof ServerState>> {
  const { settings, storage, tools, certificate } = service
  const { data, 'disk-reserve-bytes': reserveBytes } = settings
  const isEmbedded = storage.database.engine === 'sqlite'
  const recorded = sharedReading(() => recordedState(storage.database))
  return async () => {
    const threads = [ownState(storage), ...service.orders.states()]
    const { clockTrustedAt, ...known } = (await recorded()) ?? {}
    const now = tools.machineNow().getTime()
    return {
      ...known,
      clockAheadMs: clockTrustedAt === undefined ? undefined : now - clockTrustedAt,
      freeBytes: freeBytes(data),
      reserve: isEmbedded
        ? { bytes: bytesNeeded(data, reserveBytes), exists: isReserveKept(data) }
        : undefined,
      unsealed: unsealedIn(threads, now),
      breakers: breakersOf(tools),
      connections: connectionsOf(threads),
      certificateExpiresAt: certificate?.expiresAt(),
      lastBackupAt: isEmbedded ? lastBackupAt(data) : undefined,
    }
  }
}

function ownState({ database, store }: ObservedService['storage']): ThreadState {
  return { ...store.audit.state(), connections: database.connections?.() }
}

function unsealedIn(threads: readonly ThreadState[], now: number): ServiceState['unsealed'] {
  const entries = threads.reduce((sum, { unsealed }) => sum + unsealed, 0)
  const oldest = Math.min(now, ...threads.map(({ unsealedSince = now }) => unsealedSince))
  return { entries, ageMs: now - oldest }
}

/** Returns the state of each circuit breaker. Simulated bureaus have none. */
function breakersOf({ bureaus }: Pick<Tools, 'bureaus'>): ServiceState['breakers'] {
  return new Map(
    Object.values(bureaus).flatMap(({ name, breaker }) =>
      breaker === undefined ? [] : [[name, breaker()] as const],
    ),
  )
}

/** Sums the connections of all threads, because each thread has its own pool. */
function connectionsOf(threads: readonly ThreadState[]): ConnectionCounts | undefined {
  const pools = threads.flatMap(({ connections }) => connections ?? [])
  if (pools.length === 0) return undefined
  const sum = (count: (pool: ConnectionCounts) => number) =>
    pools.reduce((total, pool) => total + count(pool), 0)
  return {
    used: sum(({ used }) => used),
    idle: sum(({ idle }) => idle),
    waiting: sum(({ waiting }) => waiting),
  }
}

/**
 * The longest wait for the database. If it does not respond, readers still get the other metrics.
 */
const READING_MS_MAX = 1_000

/**
 * Returns a function that reads once for all simultaneous callers. It returns undefined if the
 * database fails or takes too long.
 */
function sharedReading(read: () => Promise<RecordedState>) {
  let reading: Promise<RecordedState | undefined> | undefined
  return (): Promise<Partial<RecordedState> | undefined> => {
    reading ??= read()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined
      })
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => resolve(undefined), READING_MS_MAX)
    return Promise.race([reading, promise]).finally(() => clearTimeout(timer))
  }
}

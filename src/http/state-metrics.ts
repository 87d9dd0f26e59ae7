/** The current state of the service as gauges, which are set whenever metrics are read. */
import { Gauge, type Registry } from 'prom-client'
import { BREAKER_STATES, type BreakerState } from '../bureaus/bureau.ts'
import type { BureauName } from '../documents/tables/enumerations.ts'
import type { RecordedState } from '../store/diagnostics.ts'
import type { ConnectionCounts } from '../store/engine/database.ts'

/** The current state of the service. A member that does not apply or is unknown has no sample. */
export interface ServiceState extends Partial<Omit<RecordedState, 'clockTrustedAt'>> {
  /** How far the machine's clock is ahead of the latest trusted time. */
  readonly clockAheadMs?: number | undefined
  /** Orders that wait in the queue. */
  readonly waitingOrders: number
  /** Whether the service accepts orders, as `/health/ready` says. */
  readonly isReady: boolean
  /** Free bytes on the disk of the data folder. */
  readonly freeBytes: number
  /**
   * The disk reserve of the embedded database: the free bytes that an order needs, and whether the
   * reserve file exists.
   */
  readonly reserve?: { readonly bytes: number; readonly exists: boolean } | undefined
  /** Entries of the audit trail that are not in a block yet, and the age of the oldest. */
  readonly unsealed: { readonly entries: number; readonly ageMs: number }
  /** The state of each circuit breaker. Bureaus without one are absent. */
  readonly breakers: ReadonlyMap<BureauName, BreakerState>
  /** Absent on SQLite. */
  readonly connections?: ConnectionCounts | undefined
  /** Absent if a proxy terminates TLS. */
  readonly certificateExpiresAt?: Date | undefined
  /** When the newest verified backup of the embedded database was made. */
  readonly lastBackupAt?: Date | undefined
}

/** The part of the state that only the server knows. */
export type ServerState = Pick<ServiceState, 'waitingOrders' | 'isReady'>

type Labels = Readonly<Record<string, string>>
type Sample = readonly [labels: Labels, value: number | undefined]

interface StateGauge {
  readonly name: string
  readonly help: string
  readonly labelNames?: readonly string[]
  readonly samples: (state: ServiceState) => readonly Sample[]
}

const one = (value: number | undefined): readonly Sample[] => [[{}, value]]
const seconds = (moment: Date | number | undefined) =>
  moment === undefined ? undefined : Number(moment) / 1000

// biome-ignore format: a table
const STATE_GAUGES: readonly StateGauge[] = [
  { name: 'trimerge_ready', help: '1 if the service accepts orders, as /health/ready says, otherwise 0.',
    samples: ({ isReady }) => one(Number(isReady)) },
  { name: 'trimerge_orders_waiting', help: 'Orders waiting in the queue.',
    samples: ({ waitingOrders }) => one(waitingOrders) },
  { name: 'trimerge_orders_interrupted', help: 'Running orders whose lease has expired and that no process has taken over yet.',
    samples: ({ interruptedOrders }) => one(interruptedOrders) },
  { name: 'trimerge_disk_free_bytes', help: 'Free bytes on the disk of the data folder.',
    samples: ({ freeBytes }) => one(freeBytes) },
  { name: 'trimerge_disk_reserve_bytes', help: 'Free bytes below which no new order starts.',
    samples: ({ reserve }) => one(reserve?.bytes) },
  { name: 'trimerge_disk_reserve_kept', help: '1 if the disk reserve for the next start exists as a file, otherwise 0.',
    samples: ({ reserve }) => one(reserve && Number(reserve.exists)) },
  { name: 'trimerge_audit_unsealed_entries', help: 'Entries of the audit trail without a block.',
    samples: ({ unsealed }) => one(unsealed.entries) },
  { name: 'trimerge_audit_lag_seconds', help: 'Age of the oldest entry of the audit trail without a block.',
    samples: ({ unsealed }) => one(unsealed.ageMs / 1000) },
  { name: 'trimerge_bureau_breaker_state', help: 'Circuit breaker by bureau: 1 for the current state, 0 for the others.', labelNames: ['bureau', 'state'],
    samples: ({ breakers }) => [...breakers].flatMap(([bureau, present]) =>
      BREAKER_STATES.map((state) => [{ bureau, state }, Number(state === present)] as const)) },
  { name: 'trimerge_database_connections', help: 'PostgreSQL connections of the process, by state: used or idle.', labelNames: ['state'],
    samples: ({ connections }) => [[{ state: 'used' }, connections?.used], [{ state: 'idle' }, connections?.idle]] },
  { name: 'trimerge_database_connections_waiting', help: 'Database calls that wait for a connection.',
    samples: ({ connections }) => one(connections?.waiting) },
  { name: 'trimerge_certificate_expiry_timestamp_seconds', help: 'When the TLS certificate in use expires, in Unix time.',
    samples: ({ certificateExpiresAt }) => one(seconds(certificateExpiresAt)) },
  { name: 'trimerge_purge_last_timestamp_seconds', help: 'When the last daily purge ended, in Unix time.',
    samples: ({ lastPurge }) => one(seconds(lastPurge?.endedAt)) },
  { name: 'trimerge_purge_last_records', help: 'Records that the last daily purge ended, by type.', labelNames: ['type'],
    samples: ({ lastPurge }) => [[{ type: 'order' }, lastPurge?.orders], [{ type: 'report' }, lastPurge?.reports],
      [{ type: 'rejected' }, lastPurge?.refusals], [{ type: 'inquiry' }, lastPurge?.inquiries]] },
  { name: 'trimerge_clock_ahead_seconds', help: 'How far the clock of the machine is ahead of the latest time that is known to be right.',
    samples: ({ clockAheadMs }) => one(clockAheadMs === undefined ? undefined : clockAheadMs / 1000) },
  { name: 'trimerge_backup_last_timestamp_seconds', help: 'When the newest verified backup was made, in Unix time.',
    samples: ({ lastBackupAt }) => one(seconds(lastBackupAt)) },
]

/** Adds the gauges to a registry. The returned function sets them. */
export function stateGauges(registry: Registry): (state: ServiceState) => void {
  const gauges = STATE_GAUGES.map(({ name, help, labelNames = [], samples }) => {
    const gauge = new Gauge({ registers: [registry], name, help, labelNames: [...labelNames] })
    return { gauge, samples }
  })
  return (state) => {
    for (const { gauge, samples } of gauges) {
      for (const [labels, value] of samples(state)) {
        if (value === undefined) gauge.remove(labels)
        else gauge.set(labels, value)
      }
    }
  }
}

/** The audit trail of a store: recording into it, looking into it, checking it. */
import type { Database } from '../engine/database.ts'
import { sealAbandoned } from './abandoned.ts'
import type { AuditEntry, AuditKey, NewAuditEntry } from './entry.ts'
import { type AuditSelection, exportTrail } from './export.ts'
import { type AuditFilter, type AuditPage, listEntries } from './list.ts'
import { type AuditChecks, type AuditVerification, verifyTrail } from './verify.ts'
import type { AuditOptions, AuditState, AuditWriter } from './writer.ts'

/** What is done with the trail. Entries that tell of a change go into the unit of that change. */
export interface AuditTrail {
  /** Records what changed nothing else; durable when it resolves. */
  record(...entries: readonly NewAuditEntry[]): Promise<void>
  /** Entries by what they are about, who acted and what they did, newest first. */
  list(filter: AuditFilter, page: AuditPage): Promise<readonly AuditEntry[]>
  /** Seals what this process wrote; it does so on its own a second after it wrote. */
  seal(): Promise<void>
  /** Seals what processes left that died. */
  sealAbandoned(): Promise<void>
  state(): AuditState
  verify(checks: AuditChecks): Promise<AuditVerification>
  /** The trail as lines of JSON. */
  export(selection: AuditSelection): AsyncGenerator<string>
}

/** The trail over its database and this process's writer. */
export function auditTrail(
  database: Database,
  key: AuditKey,
  writer: AuditWriter,
  { now, anchor }: AuditOptions,
): AuditTrail {
  return {
    record: (...entries) => writer.recording(...entries).commit([]),
    list: (filter, page) => listEntries(database, filter, page),
    seal: () => writer.seal(),
    sealAbandoned: async () => {
      const head = await sealAbandoned(database, key, { writer: writer.state().writer, now })
      if (head !== undefined) anchor(head)
    },
    state: () => writer.state(),
    verify: (checks) => verifyTrail(database, key, checks),
    export: (selection) => exportTrail(database, selection),
  }
}

/**
 * When secrets were last used. No order waits for a write: a use is remembered, and a job writes
 * what was remembered now and then.
 */
import type { Database, UnitStatement } from '../engine/database.ts'

/** When each secret was last used, by the machine's clock. */
export interface SecretUses {
  /** Remembers a login that succeeded with a secret. */
  note(id: string, at: number): void
  /** The later of what the database has and what is remembered here; undefined before any use. */
  latest(id: string, written: number | null): number | undefined
  /** Writes what was remembered. Of several replicas the latest use stays. */
  write(): Promise<void>
}

/** Uses of secrets over a database. */
export function secretUsesOver(database: Database): SecretUses {
  const noted = new Map<string, number>()
  return {
    note: (id, at) => void noted.set(id, at),
    latest: (id, written) => Math.max(noted.get(id) ?? 0, written ?? 0) || undefined,
    write: async () => {
      // In one order, so that two replicas do not wait for each other's rows.
      const uses = [...noted].sort()
      if (uses.length === 0) return
      await database.commit(uses.map(([id, at]) => usedAt(id, at)))
      for (const [id, at] of uses) if (noted.get(id) === at) noted.delete(id)
    },
  }
}

function usedAt(id: string, at: number): UnitStatement {
  return {
    sql: `update account_secrets set last_used_at = $2
      where id = $1 and (last_used_at is null or last_used_at < $2)`,
    params: [id, at],
  }
}

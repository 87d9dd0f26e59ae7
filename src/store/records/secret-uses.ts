/**
 * The time when each secret was last used. No order waits for a write: a use is remembered in
 * memory, and a job writes the uses now and then.
 */
import type { Database, UnitStatement } from '../engine/database.ts'

/** The times when secrets were last used, by the machine's clock. */
export interface SecretUses {
  /** Remembers a successful login with a secret. */
  note(id: string, at: number): void
  /** Returns the later of the stored and the remembered time. Undefined before the first use. */
  latest(id: string, written: number | null): number | undefined
  /** Writes the remembered uses. Of several replicas, the latest use wins. */
  write(): Promise<void>
}

/** Returns the uses of secrets of a database. */
export function secretUsesOver(database: Database): SecretUses {
  const noted = new Map<string, number>()
  return {
    note: (id, at) => void noted.set(id, at),
    latest: (id, written) => Math.max(noted.get(id) ?? 0, written ?? 0) || undefined,
    write: async () => {
      // In a fixed order, so that two replicas do not deadlock on each other's rows.
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

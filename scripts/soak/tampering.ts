/** The audit trail is tampered with past the service, a thousand times on each engine. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '../../src/store/engine/postgres.ts'
import { openSqlite } from '../../src/store/engine/sqlite.ts'
import {
  type Attacker,
  type Check,
  postgresAttacker,
  rowsAlone,
  sqliteAttacker,
  tamper,
  type WrittenTrail,
  wholeCheck,
  writtenTrail,
} from '../../test/proofs/tamper.ts'
import { createDatabase } from '../../test/support/postgres-server.ts'
import type { SoakReport } from './report.ts'

const CHANGES = 1_000

export async function tampering(report: SoakReport): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trimerge-tamper-'))
  const path = join(folder, 'trimerge.db')
  const embedded = await openSqlite(path)
  const trail = await writtenTrail(embedded)
  const attacker = sqliteAttacker(path)
  const sqlite = await changesOf(attacker, trail, wholeCheck)
  report.holds('tampering, SQLite', sqlite.line, sqlite.broken)
  const blind = await changesOf(attacker, trail, rowsAlone)
  report.catches('tampering, a check without the chain', blind.line, blind.broken)
  await attacker.close()
  await embedded.close()
  rmSync(folder, { recursive: true, force: true })

  const url = await createDatabase()
  const server = await openPostgres(url)
  const other = await postgresAttacker(url)
  const postgres = await changesOf(other, await writtenTrail(server), wholeCheck)
  report.holds('tampering, PostgreSQL', postgres.line, postgres.broken)
  await other.close()
  await server.close()
}

async function changesOf(attacker: Attacker, trail: WrittenTrail, check: Check) {
  const seed = Date.now() % 2 ** 32
  const { changes, found, missed, soundUntouched } = await tamper(attacker, trail, {
    changes: CHANGES,
    seed,
    check,
  })
  const kinds = [...new Set(missed)].map((what) => `missed: ${what}`)
  return {
    line: `tampering, ${trail.database.engine}: seed ${seed}, changes ${changes}, found ${found}`,
    broken: soundUntouched ? kinds : [...kinds, 'a sound trail was found wrong'],
  }
}

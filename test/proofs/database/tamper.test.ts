/** Verification finds every change to the audit trail that the service did not make. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openPostgres } from '../../../src/store/engine/postgres.ts'
import { openSqlite } from '../../../src/store/engine/sqlite.ts'
import { lengthOf } from '../../support/length.ts'
import { createDatabase } from '../../support/postgres-server.ts'
import {
  postgresAttacker,
  rowsAlone,
  sqliteAttacker,
  tamper,
  wholeCheck,
  writtenTrail,
} from './tamper.ts'

const LENGTH = lengthOf({
  short: { changes: 30, seed: 26 },
  full: { changes: 1000, seed: Date.now() % 2 ** 32 },
})

async function onSqlite(t: { after(work: () => unknown): void }) {
  const folder = mkdtempSync(join(tmpdir(), 'trimerge-tamper-'))
  const path = join(folder, 'trimerge.db')
  const database = await openSqlite(path)
  const trail = await writtenTrail(database)
  const attacker = sqliteAttacker(path)
  t.after(async () => {
    await attacker.close()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { trail, attacker }
}

test('verification finds every change to the audit trail in the embedded database', async (t) => {
  const { trail, attacker } = await onSqlite(t)
  const figures = await tamper(attacker, trail, { ...LENGTH, check: wholeCheck })
  assert.deepEqual(figures.missed, [])
  assert.ok(figures.soundUntouched)
})

test('verification finds every change to the audit trail in PostgreSQL', async (t) => {
  const url = await createDatabase()
  const database = await openPostgres(url)
  t.after(() => database.close())
  const trail = await writtenTrail(database)
  const attacker = await postgresAttacker(url)
  t.after(() => attacker.close())
  const figures = await tamper(attacker, trail, { ...LENGTH, check: wholeCheck })
  assert.deepEqual(figures.missed, [])
  assert.ok(figures.soundUntouched)
})

test('a check without the chain misses deleted entries, and the proof notices it', async (t) => {
  const { trail, attacker } = await onSqlite(t)
  const figures = await tamper(attacker, trail, { ...LENGTH, check: rowsAlone })
  assert.ok(figures.soundUntouched)
  for (const what of ['audit_entries row deleted', 'the end cut off']) {
    assert.ok(figures.missed.includes(what), what)
  }
})

test('a check without anchors misses a truncated trail, and the proof notices it', async (t) => {
  const { trail, attacker } = await onSqlite(t)
  const figures = await tamper(
    attacker,
    { ...trail, anchors: [] },
    { ...LENGTH, check: wholeCheck },
  )
  assert.deepEqual([...new Set(figures.missed)], ['the end cut off'])
})

/** Write access to the database does not give access to any data, and edits are found. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSqlite } from '../../../src/store/engine/sqlite.ts'
import { Findings } from '../../../src/store/verification/findings.ts'
import { purgedScopes } from '../../../src/store/verification/purged-scopes.ts'
import { lengthOf } from '../../support/length.ts'
import { edit, editWithKey, writtenRecords } from './editing.ts'
import { sqliteAttacker } from './tamper.ts'

const LENGTH = lengthOf({
  short: { changes: 40, seed: 19 },
  full: { changes: 1000, seed: Date.now() % 2 ** 32 },
})

test('edits without the master key give no access, and verification finds each of them', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'trimerge-editing-'))
  const path = join(folder, 'trimerge.db')
  const database = await openSqlite(path)
  const records = await writtenRecords(database)
  const attacker = sqliteAttacker(path)
  t.after(async () => {
    await attacker.close()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  await t.test('all kinds of edits', async () => {
    const figures = await edit(attacker, records, LENGTH)
    assert.ok(figures.soundUntouched)
    assert.deepEqual(figures.access, [], `seed ${LENGTH.seed}`)
    assert.deepEqual(figures.missed, [], `seed ${LENGTH.seed}`)
    t.diagnostic(`${figures.changes} edits, ${figures.impossible} not taken by the database`)
  })
  await t.test(
    'an edit with the master key gives access to an account, and the proof notices it',
    async () => {
      assert.deepEqual(await editWithKey(attacker, records), ['broker by the secret one'])
    },
  )
  await t.test('a check of only the purges misses edits, and the proof notices it', async () => {
    const purges = async () => {
      const findings = new Findings()
      await purgedScopes(attacker.database, records.vault, findings)
      return findings.count > 0
    }
    const figures = await edit(attacker, records, { changes: 20, seed: LENGTH.seed, check: purges })
    assert.ok(figures.soundUntouched)
    assert.ok(figures.missed.length > 10)
  })
})

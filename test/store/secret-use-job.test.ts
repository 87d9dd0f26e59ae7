/** Tests the job that records when secrets were last used. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { startSecretUseJob } from '../../src/orders/jobs/jobs.ts'
import { openSqlite } from '../../src/store/engine/sqlite.ts'
import { openStore } from '../../src/store/store.ts'
import { runningService } from '../support/running-service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { NOW, openedStore } from './store.fixtures.ts'

test('the last use of a secret is stored when the job stops, and retried later if that fails', async (t) => {
  const real = await openSqlite(join(temporaryFolder(), 'trimerge.db'))
  t.after(() => real.close())
  const opened = await openedStore(real)
  let isAway = true
  const commit = async (unit: Parameters<typeof real.commit>[0]) => {
    if (isAway) throw new Error('away')
    return real.commit(unit)
  }
  const store = openStore({ ...real, commit }, opened.vault)
  const written = async () =>
    (await opened.store.accounts.find('lender', NOW))?.secrets[0]?.lastUsedAt
  const logged: string[] = []
  const log = ({ what }: { what: string }) => void logged.push(what)
  store.accounts.noteSecretUse('secret-1', NOW + 1)
  const first = startSecretUseJob({ store, log })
  await first.stop()
  assert.deepEqual([...new Set(logged)], ['writing when secrets were last used failed'])
  assert.equal(await written(), undefined)
  isAway = false
  const second = startSecretUseJob({ store, log })
  store.accounts.noteSecretUse('secret-1', NOW + 2)
  await second.stop()
  assert.equal(await written(), NOW + 2)
  await opened.store.audit.seal()
})

test('a service writes the last uses when it closes', async (t) => {
  const service = await runningService(t)
  // This hook runs after the hook that closes the service.
  t.after(async () => {
    const database = await openSqlite(join(service.data, 'trimerge.db'))
    const sql = 'select max(last_used_at) as used from account_secrets'
    const [row] = await database.read<{ used: number }>({ sql, params: [] })
    await database.close()
    assert.ok(Date.now() - (row?.used ?? 0) < 60_000)
  })
  assert.equal((await service.post('credit_report', '<none/>')).status, 200)
})

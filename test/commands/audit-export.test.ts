/** `trimerge audit export`: what it exports, and where to. */
import { test } from 'node:test'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { assertEnded, run } from './run.ts'

test('only an existing day or time in UTC limits an export', async () => {
  const data = temporaryFolder()
  assertEnded(await run(['account', 'add', 'lender', '--data', data]), 0)
  const exported = (...args: string[]) => run(['audit', 'export', ...args, '--data', data])
  for (const time of ['today', '2026-02-30', '2026-02-30T10:00:00Z', '2026-01-15T09:00']) {
    assertEnded(await exported('--from', time), 2, /give an existing day or time in UTC/)
    assertEnded(await exported('--to', time), 2, /give an existing day or time in UTC/)
  }
  assertEnded(await exported('--from', '2026-02-28', '--to', '9999-02-28T10:00:00Z'), 0, /account/)
})

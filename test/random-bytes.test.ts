/** IDs that the service draws at random. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomId } from '../src/random-bytes.ts'

test('IDs differ, and none begins like an option of a command or a formula of a spreadsheet', () => {
  const ids = Array.from({ length: 2_000 }, randomId)
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids) assert.match(id, /^[a-z][\w-]{12}$/)
})

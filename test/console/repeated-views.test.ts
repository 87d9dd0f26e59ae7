/** Which entries of the audit trail are shown as one row. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Entry, groupRepeats, wordsOf } from '../../console/src/pages/audit/action-words.ts'

function entry(id: string, minute: number, change: Partial<Entry> = {}): Entry {
  const at = new Date(Date.UTC(2026, 10, 23, 12, minute)).toISOString()
  const actor = { kind: 'operator', name: 'admin' }
  return {
    id,
    at,
    actor,
    action: 'order.viewed',
    orderId: 'O1',
    outcome: 'done',
    fields: [],
    ...change,
  }
}

const idsOf = (entries: readonly Entry[]) =>
  groupRepeats(entries).map((group) => group.map(({ id }) => id).join(''))

test('views of one thing by one person are one row, whatever was done in between', () => {
  const other = { actor: { kind: 'operator', name: 'ada' } }
  const entries = [
    entry('a', 59),
    entry('b', 58, { orderId: 'O2' }),
    entry('c', 57, other),
    entry('d', 40),
    entry('e', 30, { orderId: 'O2' }),
  ]
  assert.deepEqual(idsOf(entries), ['ad', 'be', 'c'])
})

test('views of another time are another row', () => {
  assert.deepEqual(idsOf([entry('a', 59), entry('b', 30), entry('c', 29)]), ['abc'])
  assert.deepEqual(idsOf([entry('a', 59), entry('b', 28), entry('c', 27)]), ['a', 'bc'])
})

test('only views are put together: a reveal has a reason of its own', () => {
  const reveal = { action: 'order.revealed', purpose: 'dispute' }
  assert.deepEqual(idsOf([entry('a', 5, reveal), entry('b', 4, reveal)]), ['a', 'b'])
})

test('an action is words around its object, and an unknown one its name', () => {
  assert.deepEqual(wordsOf('purge.restored'), ['restored', ' orders from a purge'])
  assert.deepEqual(wordsOf('login.succeeded'), ['signed in', ''])
  assert.deepEqual(wordsOf('order.sighed'), ['order.sighed', ''])
})

/** Tests which entries of the audit trail are shown as one row. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Entry, groupRepeats, wordsOf } from '../../../console/src/pages/audit/action-words.ts'

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

test('views of one object by one person are one row, whatever happened in between', () => {
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

test('views at a later time are a separate row', () => {
  assert.deepEqual(idsOf([entry('a', 59), entry('b', 30), entry('c', 29)]), ['abc'])
  assert.deepEqual(idsOf([entry('a', 59), entry('b', 28), entry('c', 27)]), ['a', 'bc'])
})

test('only views are grouped, because each reveal has its own reason', () => {
  const reveal = { action: 'order.revealed', purpose: 'dispute' }
  assert.deepEqual(idsOf([entry('a', 5, reveal), entry('b', 4, reveal)]), ['a', 'b'])
})

test('an action is shown as words around its object, and an unknown action by its name', () => {
  assert.deepEqual(wordsOf('purge.restored'), ['restored', ' orders from a purge'])
  assert.deepEqual(wordsOf('login.succeeded'), ['signed in', ''])
  assert.deepEqual(wordsOf('order.sighed'), ['order.sighed', ''])
})

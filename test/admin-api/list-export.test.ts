/** Tests the export of a whole list. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyPage } from '../../src/admin-api/list-export.ts'

test('other work of the process runs between the pages of an export', async () => {
  let pageCount = 0
  const pagesAtTurns: number[] = []
  const turn = () => {
    pagesAtTurns.push(pageCount)
    if (pageCount < 5) setImmediate(turn)
  }
  setImmediate(turn)
  // Each page is available at once, as with the embedded database.
  const entries = await everyPage('orders', async () => {
    pageCount += 1
    return { items: [pageCount], ...(pageCount < 5 && { next: 'a cursor' }) }
  })
  assert.deepEqual(entries, [1, 2, 3, 4, 5])
  assert.deepEqual(pagesAtTurns, [1, 2, 3, 4, 5])
})

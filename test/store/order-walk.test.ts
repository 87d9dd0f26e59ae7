/**
 * Tests filters that match few of many orders: the list walks in several steps, page by page, and
 * repeats none.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSqlite } from '../../src/store/engine/sqlite.ts'
import type { OrderFilter } from '../../src/store/records/orders/order-filter.ts'
import type { OrderPlace } from '../../src/store/records/orders/order-walk.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { NOW, openedStore } from './store.fixtures.ts'

/** More orders than several steps of a walk cover. */
const ORDERS = 9_000
/** Two orders have the same time, so that pages and steps also begin between two such orders. */
const AT = `${NOW} + n / 2`
const EVERY = 500

const NUMBERS = `with recursive numbers (n) as (
  select 1 union all select n + 1 from numbers where n < ${ORDERS})`
const ID = "printf('O%08d', n)"

const FILL = [
  `insert into orders (id, account, operation, action, state, received_at, finished_at, fingerprint,
      body_bytes, faults, notes)
    ${NUMBERS} select ${ID}, 'lender', 'credit_report', 'Submit',
      case n % ${EVERY} when 7 then 'failed' else 'done' end, ${AT}, ${AT}, x'00', 1, '[]', '[]'
    from numbers`,
  `insert into pulls (order_id, id, account, received_at, bureau, borrower_position, hard, purpose,
      end_user, ssn_index, state, outcome, started_at)
    ${NUMBERS} select ${ID}, 'P' || n, 'lender', ${AT},
      case n % ${EVERY} when 9 then 'Experian' else 'Equifax' end, 1, 1, '', '', x'00', 'answered',
      case n % 3 when 0 then 'NoFileReturnedNoHit' else 'FileReturned' end, ${AT} from numbers`,
  `insert into order_search (order_id, account, received_at, token)
    ${NUMBERS} select ${ID}, 'lender', ${AT}, x'01' from numbers`,
]

function expected(matches: (n: number) => boolean): string[] {
  const numbers = Array.from({ length: ORDERS }, (_, index) => ORDERS - index)
  return numbers.filter(matches).map((n) => `O${String(n).padStart(8, '0')}`)
}

test('a filter that few orders match lists each of them once', async (t) => {
  const database = await openSqlite(join(temporaryFolder(), 'trimerge.db'))
  t.after(() => database.close())
  const { store } = await openedStore(database)
  await database.commit(FILL.map((sql) => ({ sql, params: [] })))

  const pages = async (filter: OrderFilter, list: typeof store.orders.list) => {
    const ids: string[] = []
    for (let before: OrderPlace | undefined; ; ) {
      const page = await list(filter, { limit: 5, before })
      ids.push(...page.map(({ id }) => id))
      before = page.at(-1)
      if (page.length < 5) return ids
    }
  }
  const search = (filter: OrderFilter, page: Parameters<typeof store.orders.list>[1]) =>
    store.orders.search([new Uint8Array([1])], filter, page)

  const ofBureau = expected((n) => n % EVERY === 9)
  const filter = { account: 'lender', bureau: 'Experian' }
  assert.deepEqual(await pages(filter, store.orders.list), ofBureau)
  assert.deepEqual(await pages({ bureau: 'Experian' }, store.orders.list), ofBureau)
  assert.deepEqual(await pages(filter, search), ofBureau)

  const failed = expected((n) => n % EVERY === 7)
  assert.deepEqual(await pages({ state: 'failed' }, search), failed)

  const noHit = expected((n) => n % EVERY === 9 && n % 3 === 0)
  const both = { bureau: 'Experian', outcome: 'NoFileReturnedNoHit' }
  assert.deepEqual(await pages(both, store.orders.list), noHit)
  assert.deepEqual(await pages({ ...both, state: 'failed' }, store.orders.list), [])
  const none = { account: 'lender', outcome: 'FileReturned', bureau: 'TransUnion' }
  assert.deepEqual(await pages(none, store.orders.list), [])
})

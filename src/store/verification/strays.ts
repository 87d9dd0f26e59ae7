/** Finds records that the audit trail does not know. Only the service may add records. */
import type { Database, Value } from '../engine/database.ts'
import type { Findings } from './findings.ts'

/** The number of rows that one statement reads. The server cancels slow statements. */
const ROWS_AT_ONCE = 1_000

/** A range of a table's rows, by a key. */
interface KeyRange {
  /** Returns the condition on a column that has the key. `$1` and `$2` are `params`. */
  readonly on: (column: string) => string
  readonly params: readonly Value[]
}

/** Yields all rows of a table as ranges of a key. Rows with the same key are in the same range. */
export async function* rangesOf(
  database: Database,
  table: string,
  key: string,
): AsyncGenerator<KeyRange> {
  let after: string | undefined
  for (;;) {
    // The first range includes the empty key, which only an inserted record can have.
    const [comparison, first] = after === undefined ? ['>=', ''] : ['>', after]
    const [page] = await database.read<{ last: string | null }>({
      sql: `select max(last) as last from (select ${key} as last from ${table}
        where ${key} ${comparison} $1 order by ${key} limit ${ROWS_AT_ONCE}) as page`,
      params: [first],
    })
    const last = page?.last ?? undefined
    if (last === undefined) return
    yield {
      on: (column) => `${column} ${comparison} $1 and ${column} <= $2`,
      params: [first, last],
    }
    after = last
  }
}

/** Records that no order of the service creates, and how to find them in a table. */
interface Stray {
  readonly table: string
  readonly key: string
  readonly place: string
  readonly where: string
  readonly what: string
}

// Other tables are read by subqueries for each row. With a join, a planner may walk all of the
// other table.
const STRAYS: readonly Stray[] = [
  {
    table: 'orders o',
    key: 'o.id',
    place: "'order ' || o.id",
    where: `o.state in ('done', 'failed') and (select count(*) from audit_entries e
      where e.order_id = o.id and e.records is not null) = 0`,
    what: 'ended without an entry in the audit trail',
  },
  {
    table: 'charges c',
    key: 'c.order_id',
    place: "'charge ' || c.id",
    where: "(select o.state from orders o where o.id = c.order_id) not in ('done', 'failed')",
    what: 'is of an order that has not ended: it was inserted',
  },
  {
    table: 'reports r',
    key: 'r.id',
    place: "'report ' || r.id",
    where: `(select case when o.report_id = r.id then 1 else 0 end
      from orders o where o.id = r.order_id) = 0`,
    what: 'is not the report that its order made: it was inserted or moved',
  },
  {
    table: 'pulls p',
    key: 'p.order_id',
    place: "'pull ' || p.id",
    where: "(select o.state from orders o where o.id = p.order_id) = 'rejected'",
    what: 'is of a rejected request: it was inserted',
  },
]

/** Finds records that the audit trail does not know. */
export async function checkStrays(database: Database, findings: Findings): Promise<void> {
  for (const { table, key, place, where, what } of STRAYS) {
    for await (const { on, params } of rangesOf(database, table, key)) {
      const rows = await database.read<{ place: string }>({
        sql: `select ${place} as place from ${table} where ${on(key)} and ${where}`,
        params,
      })
      for (const row of rows) findings.add(row.place, what)
    }
  }
}

/** Records that the audit trail does not know: only the service may add records. */
import type { Database } from '../engine/database.ts'
import type { AuditFinding } from './findings.ts'

const STRAY = [
  {
    sql: `select 'order ' || o.id as place from orders o
      where o.state in ('done', 'failed') and not exists (
        select 1 from audit_entries e where e.order_id = o.id and e.records is not null)`,
    what: 'ended without an entry in the audit trail',
  },
  {
    sql: `select 'charge ' || c.id as place from charges c join orders o on o.id = c.order_id
      where o.state not in ('done', 'failed')`,
    what: 'is of an order that has not ended: it was inserted',
  },
  {
    sql: `select 'report ' || r.id as place from reports r join orders o on o.id = r.order_id
      where o.report_id is null or o.report_id <> r.id`,
    what: 'is not the report that its order made: it was inserted or moved',
  },
  {
    sql: `select 'pull ' || p.id as place from pulls p join orders o on o.id = p.order_id
      where o.state = 'rejected'`,
    what: 'is of a rejected request: it was inserted',
  },
] as const

/** Every record without an entry of its own. */
export async function strayRecords(database: Database): Promise<readonly AuditFinding[]> {
  const found = await Promise.all(
    STRAY.map(async ({ sql, what }) => {
      const rows = await database.read<{ place: string }>({ sql, params: [] })
      return rows.map(({ place }) => ({ place, what }))
    }),
  )
  return found.flat()
}

/** Looking entries up: newest first, page by page. */
import type { Database } from '../database.ts'
import { type AuditEntry, type EntryRow, entryOf } from './entry.ts'

/** Which entries are listed; one of these, or all. */
export type AuditFilter =
  | { readonly account: string }
  | { readonly orderId: string }
  | { readonly reportId: string }
  | { readonly all: true }

/** A part of a list, newest first. */
export interface AuditPage {
  /** The last entry of the page before. */
  readonly before?: Pick<AuditEntry, 'at' | 'writer' | 'number'> | undefined
  readonly limit: number
}

const COLUMNS = { account: 'account', orderId: 'order_id', reportId: 'report_id' } as const

/** Entries by what they are about. */
export async function listEntries(
  database: Database,
  filter: AuditFilter,
  { before, limit }: AuditPage,
): Promise<readonly AuditEntry[]> {
  const start = before ?? { at: Number.MAX_SAFE_INTEGER, writer: '', number: 0 }
  const params = [start.at, start.writer, start.number, limit]
  const [[name, wanted] = ['all', true]] = Object.entries(filter)
  const scope = name === 'all' ? '' : `${COLUMNS[name as keyof typeof COLUMNS]} = $5 and`
  const rows = await database.read<EntryRow>({
    sql: `select * from audit_entries where ${scope} (at, writer, number) < ($1, $2, $3)
      order by at desc, writer desc, number desc limit $4`,
    params: name === 'all' ? params : [...params, wanted],
  })
  return rows.map(entryOf).map(({ mac: _, ...entry }) => entry)
}

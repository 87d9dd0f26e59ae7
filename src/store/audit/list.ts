/** Looking entries up: newest first, page by page. */
import type { Database, Value } from '../engine/database.ts'
import type { AuditAction } from './actions.ts'
import { type AuditEntry, type EntryRow, entryOf } from './entry.ts'

/** Which entries are listed: those that are all of what is named. */
export interface AuditFilter {
  readonly account?: string | undefined
  readonly orderId?: string | undefined
  readonly reportId?: string | undefined
  /** The name of who acted, of whatever kind. */
  readonly actor?: string | undefined
  readonly action?: AuditAction | undefined
}

/** A part of a list, newest first. */
export interface AuditPage {
  /** The last entry of the page before. */
  readonly before?: Pick<AuditEntry, 'at' | 'writer' | 'number'> | undefined
  readonly limit: number
}

const EQUAL = {
  account: (value) => `account = ${value}`,
  orderId: (value) => `order_id = ${value}`,
  reportId: (value) => `report_id = ${value}`,
  actor: (value) => `actor = ${value}`,
  // In words that imply what the index holds; the action that it leaves out is found all over.
  action: (value, action) =>
    `action = ${value} ${action === 'order.new' ? '' : "and action <> 'order.new'"}`,
} as const satisfies Record<keyof AuditFilter, (value: string, wanted: string) => string>
const FILTERS = Object.keys(EQUAL) as readonly (keyof AuditFilter)[]

/** What accounts do is about themselves, and found so; the index of actors holds the others. */
const BY_ACCOUNTS = "actor_kind = 'account' and account = actor"
const BY_OTHERS = "actor_kind <> 'account'"

/** Entries like this. */
export async function listEntries(
  database: Database,
  filter: AuditFilter,
  page: AuditPage,
): Promise<readonly AuditEntry[]> {
  const { account, actor } = filter
  if (actor === undefined) return await entriesOf(database, filter, page, [])
  const byOthers = await entriesOf(database, filter, page, [BY_OTHERS])
  if (account !== undefined && account !== actor) return byOthers
  const itself = { ...filter, account: actor }
  const byAccounts = await entriesOf(database, itself, page, [BY_ACCOUNTS])
  return [...byOthers, ...byAccounts].sort(newestFirst).slice(0, page.limit)
}

function newestFirst(one: AuditEntry, other: AuditEntry): number {
  if (one.at !== other.at) return other.at - one.at
  if (one.writer !== other.writer) return one.writer < other.writer ? 1 : -1
  return other.number - one.number
}

async function entriesOf(
  database: Database,
  filter: AuditFilter,
  { before, limit }: AuditPage,
  scope: readonly string[],
): Promise<readonly AuditEntry[]> {
  const start = before ?? { at: Number.MAX_SAFE_INTEGER, writer: '', number: 0 }
  const params: Value[] = [start.at, start.writer, start.number, limit]
  const named = FILTERS.flatMap((name) => {
    const wanted = filter[name]
    return wanted === undefined ? [] : [EQUAL[name](`$${params.push(wanted)}`, wanted)]
  })
  const rows = await database.read<EntryRow>({
    sql: `select * from audit_entries
      where ${[...scope, ...named, '(at, writer, number) < ($1, $2, $3)'].join(' and ')}
      order by at desc, writer desc, number desc limit $4`,
    params,
  })
  return rows.map(entryOf).map(({ mac: _, ...entry }) => entry)
}

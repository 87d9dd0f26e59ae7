/** The purges that the audit trail vouches for: data that they were to destroy may be missing. */
import { type AuditKey, type EntryRow, entryOf, isVouched } from '../audit/entry.ts'
import type { Database, Row } from '../engine/database.ts'
import { type PurgeScope, purgeRecords } from '../retention/purge-records.ts'
import type { Findings } from './findings.ts'

interface PurgeRow extends Row {
  id: string
  begun_at: number
  scope: string
}

/** An order that something is missing of. */
interface MissingOf {
  readonly account: string
  readonly receivedAt: number
  readonly state: string
  readonly reportId: string | null
}

/** What purges have ended so far. */
export interface PurgedScopes {
  /** Whether a purge was to destroy the content of an order like this. */
  hasContent(order: MissingOf): Promise<boolean>
  /** Whether a purge was to remove the inquiry records of an order like this. */
  hasInquiries(order: MissingOf): Promise<boolean>
}

/** The purges of a database. Those that began meanwhile are looked for before anything is missed. */
export async function purgedScopes(
  database: Database,
  key: AuditKey,
  findings: Findings,
): Promise<PurgedScopes> {
  let scopes = await scopesIn(database, key, findings)
  const any = async (covers: (scope: PurgeScope) => boolean) => {
    if (scopes.some(covers)) return true
    scopes = await scopesIn(database, key)
    return scopes.some(covers)
  }
  return {
    hasContent: (order) => any((scope) => coversContent(scope, order)),
    hasInquiries: (order) => any((scope) => coversInquiries(scope, order)),
  }
}

async function scopesIn(
  database: Database,
  key: AuditKey,
  findings?: Findings,
): Promise<readonly PurgeScope[]> {
  const rows = await database.read<PurgeRow>({
    sql: 'select id, begun_at, scope from purges',
    params: [],
  })
  const begun = await database.read<EntryRow>({
    sql: "select * from audit_entries where action = 'purge.begun' and records is not null",
    params: [],
  })
  const said = new Map(
    begun.map(entryOf).flatMap((entry) => {
      const { object, records } = entry
      return object && records && isVouched(key, entry) ? [[object, records.toHex()]] : []
    }),
  )
  const known = rows.filter(({ id, begun_at: begunAt, scope }) => {
    const genuine = said.get(id) === purgeRecords(id, begunAt, scope).toHex()
    said.delete(id)
    if (!genuine) findings?.add(`purge ${id}`, 'is not as the audit trail has it')
    return genuine
  })
  for (const id of said.keys()) findings?.add(`purge ${id}`, 'is missing')
  return known.map(({ scope }) => JSON.parse(scope) as PurgeScope)
}

function coversContent(scope: PurgeScope, order: MissingOf): boolean {
  const { reportsBefore, refusalsBefore, account, reportId } = scope
  if (account !== undefined && account !== order.account) return false
  if (reportId !== undefined && reportId !== order.reportId) return false
  return order.receivedAt < (order.state === 'done' ? reportsBefore : refusalsBefore)
}

function coversInquiries(scope: PurgeScope, order: MissingOf): boolean {
  const { inquiriesBefore, account, reportId } = scope
  return account === undefined && reportId === undefined && order.receivedAt < inquiriesBefore
}

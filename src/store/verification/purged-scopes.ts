/** The purges that the audit trail confirms. Data in their scope may be missing. */
import { type AuditKey, type EntryRow, entryOf, isGenuineEntry } from '../audit/entry.ts'
import type { Database, Row } from '../engine/database.ts'
import { type PurgeScope, purgeRecords } from '../retention/purge-records.ts'
import type { Findings } from './findings.ts'
import { settled } from './verify-access.ts'

interface PurgeRow extends Row {
  id: string
  begun_at: number
  scope: string
}

/** An order of which data is missing. */
interface MissingOf {
  readonly account: string
  readonly receivedAt: number
  readonly state: string
  readonly reportId: string | null
}

/** The scopes of the purges so far. */
export interface PurgedScopes {
  /** Returns whether a purge was to destroy the content of such an order. */
  hasContent(order: MissingOf): Promise<boolean>
  /** Returns whether a purge was to delete the inquiry records of such an order. */
  hasInquiries(order: MissingOf): Promise<boolean>
}

/** Reads the purges of a database, and again before data counts as missing. */
export async function purgedScopes(
  database: Database,
  key: AuditKey,
  findings: Findings,
): Promise<PurgedScopes> {
  await settled(async () => (await purgesIn(database, key)).differences, findings)
  let scopes: readonly PurgeScope[] = []
  const any = async (covers: (scope: PurgeScope) => boolean) => {
    if (scopes.some(covers)) return true
    scopes = (await purgesIn(database, key)).scopes
    return scopes.some(covers)
  }
  return {
    hasContent: (order) => any((scope) => coversContent(scope, order)),
    hasInquiries: (order) => any((scope) => coversInquiries(scope, order)),
  }
}

/** The scopes of the purges that the trail confirms, and how the others differ from the trail. */
interface Purges {
  readonly scopes: readonly PurgeScope[]
  readonly differences: ReadonlyMap<string, string>
}

async function purgesIn(database: Database, key: AuditKey): Promise<Purges> {
  const rows = await database.read<PurgeRow>({
    sql: 'select id, begun_at, scope from purges',
    params: [],
  })
  const begun = await database.read<EntryRow>({
    sql: "select * from audit_entries where action = 'purge.begun' and records is not null",
    params: [],
  })
  const recorded = new Map(
    begun.map(entryOf).flatMap((entry) => {
      const { object, records } = entry
      return object && records && isGenuineEntry(key, entry) ? [[object, records.toHex()]] : []
    }),
  )
  const differences = new Map<string, string>()
  const known = rows.filter(({ id, begun_at: begunAt, scope }) => {
    const genuine = recorded.get(id) === purgeRecords(id, begunAt, scope).toHex()
    recorded.delete(id)
    if (!genuine) differences.set(`purge ${id}`, 'does not match the audit trail')
    return genuine
  })
  for (const id of recorded.keys()) differences.set(`purge ${id}`, 'is missing')
  return { scopes: known.map(({ scope }) => JSON.parse(scope) as PurgeScope), differences }
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

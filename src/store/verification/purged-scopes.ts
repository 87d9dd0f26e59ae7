/** The purges that the audit trail confirms. Data in their scope may be missing. */
import { type AuditKey, type EntryRow, entryOf, isGenuineEntry } from '../audit/entry.ts'
import type { Database } from '../engine/database.ts'
import {
  endedPurgeRecords,
  type PurgeRow,
  type PurgeScope,
  purgeRecords,
} from '../retention/purge-records.ts'
import type { Findings } from './findings.ts'
import { settled } from './verify-access.ts'

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
  const rows = await database.read<PurgeRow>({ sql: 'select * from purges', params: [] })
  const begun = await digestsOf(database, key, 'purge.begun')
  const ended = await digestsOf(database, key, 'purge.ended')
  const differences = new Map<string, string>()
  const known = rows.filter((row) => {
    const { id, begun_at: begunAt, scope } = row
    const genuine = begun.get(id) === purgeRecords(id, begunAt, scope).toHex()
    begun.delete(id)
    if (!genuine || !isEndGenuine(row, ended)) {
      differences.set(`purge ${id}`, 'does not match the audit trail')
    }
    return genuine
  })
  for (const id of begun.keys()) differences.set(`purge ${id}`, 'is missing')
  return { scopes: known.map(({ scope }) => JSON.parse(scope) as PurgeScope), differences }
}

/** Returns whether a purge ended as the trail says. Early versions recorded no digest of the end. */
function isEndGenuine(row: PurgeRow, ended: ReadonlyMap<string, string | undefined>): boolean {
  const { id, begun_by_kind: kind, begun_by: name, ended_at: endedAt } = row
  if (!ended.has(id)) return endedAt === null
  const recorded = ended.get(id)
  const by = { kind, name }
  return recorded === undefined || recorded === endedPurgeRecords({ id, by }, endedAt, row).toHex()
}

/** Returns the digests that the trail has of purges, by their IDs. */
async function digestsOf(
  database: Database,
  key: AuditKey,
  action: 'purge.begun' | 'purge.ended',
): Promise<Map<string, string | undefined>> {
  // The second condition implies that of the partial index of actions.
  const rows = await database.read<EntryRow>({
    sql: `select * from audit_entries where action = '${action}' and action <> 'order.new'`,
    params: [],
  })
  const entries = rows.map(entryOf).filter((entry) => isGenuineEntry(key, entry))
  return new Map(
    entries.flatMap(({ object, records }) => (object ? [[object, records?.toHex()]] : [])),
  )
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

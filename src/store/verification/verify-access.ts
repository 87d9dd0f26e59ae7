/**
 * Checks the rows that grant access against the audit trail: accounts with their secrets, operators
 * and legal holds must be as their last change left them. A row that was replaced by an older
 * version matches its own hash. It is found by its revision, because there are as many entries as
 * changes.
 */
import { type AuditKey, type EntryRow, entryOf, isGenuineEntry } from '../audit/entry.ts'
import type { Database, Row } from '../engine/database.ts'
import { type AccountState, accountRecords } from '../records/accounts.ts'
import { operatorRecords } from '../records/operators.ts'
import {
  GUARDED_TABLES,
  type GuardedColumns,
  isGenuineRow,
  type RowGuard,
} from '../sealing/row-mac.ts'
import type { Vault } from '../sealing/vault.ts'
import type { Findings } from './findings.ts'

type AccessKeys = AuditKey & Pick<Vault, 'rowMac'>

/** The digests in the trail, by the name of the account or operator. */
type Digests = ReadonlyMap<string, readonly string[]>

/** How often a difference is checked, because the service may make changes meanwhile. */
export const CHECKS_MAX = 3

/** Checks every row that grants access. */
export async function checkAccess(
  database: Database,
  keys: AccessKeys,
  findings: Findings,
): Promise<void> {
  await checkRows(database, keys, findings)
  await settled(() => accountDifferences(database, keys), findings)
  await settled(() => operatorDifferences(database, keys), findings)
  await settled(() => holdDifferences(database, keys), findings)
}

/** Checks that every row with a hash matches it. */
async function checkRows(database: Database, keys: AccessKeys, findings: Findings): Promise<void> {
  for (const table of GUARDED_TABLES) {
    const rows = await database.read({ sql: `select * from ${table}`, params: [] })
    for (const row of rows) {
      if (isGenuineRow(keys, table, row)) continue
      const name = row.name ?? row.id ?? row.report_id ?? row.operator
      findings.add(`${table} ${String(name)}`, 'was changed or inserted')
    }
  }
}

/** Adds the differences that remain when they are checked again. */
export async function settled(
  differences: () => Promise<ReadonlyMap<string, string>>,
  findings: Findings,
): Promise<void> {
  let found = await differences()
  for (let checks = 1; checks < CHECKS_MAX && found.size > 0; checks++) found = await differences()
  for (const [place, what] of found) findings.add(place, what)
}

const DIFFERS = 'does not match the audit trail'

// These conditions imply that of the partial index of actions.
const ACCOUNT_CHANGES = `select * from audit_entries where records is not null and order_id is null
  and action <> 'order.new' and action in ('account.created', 'account.changed', 'account.disabled',
    'account.enabled', 'secret.added', 'secret.retired', 'secret.kept')`
const OPERATOR_CHANGES = `select * from audit_entries where records is not null
  and action <> 'order.new' and action in ('operator.created', 'operator.changed',
    'password.changed', 'second-factor.added', 'second-factor.removed', 'recovery-code.used')`

function accountDigests(database: Database, keys: AuditKey): Promise<Digests> {
  return digests(database, keys, ACCOUNT_CHANGES, ({ account }) => account)
}

function operatorDigests(database: Database, keys: AuditKey): Promise<Digests> {
  return digests(database, keys, OPERATOR_CHANGES, ({ object }) => object)
}

/**
 * Learns from the trail how often each account and operator was changed, so that an older version
 * of a row grants no access.
 */
export async function learnRevisions(
  database: Database,
  key: AuditKey,
  guard: RowGuard,
): Promise<void> {
  const accounts = await accountDigests(database, key)
  for (const [name, changes] of accounts) guard.learn('accounts', name, changes.length)
  const operators = await operatorDigests(database, key)
  for (const [name, changes] of operators) guard.learn('operators', name, changes.length)
}

async function accountDifferences(database: Database, keys: AccessKeys) {
  const rows = await database.read<Row & AccountState['row']>({
    sql: 'select * from accounts',
    params: [],
  })
  const secrets = await database.read<Row & AccountState['secrets'][number]>({
    sql: 'select * from account_secrets',
    params: [],
  })
  const recorded = await accountDigests(database, keys)
  return differencesOf(
    'account',
    rows,
    (row) => accountRecords({ row, secrets: secrets.filter((one) => one.account === row.name) }),
    recorded,
  )
}

async function operatorDifferences(database: Database, keys: AccessKeys) {
  const rows = await database.read<Row & GuardedColumns<'operators'> & Named>({
    sql: 'select * from operators',
    params: [],
  })
  const recorded = await operatorDigests(database, keys)
  return differencesOf('operator', rows, operatorRecords, recorded)
}

interface Named {
  readonly name: string
  readonly revision: number
}

function differencesOf<R extends Named>(
  kind: string,
  rows: readonly R[],
  recordsOf: (row: R) => Uint8Array,
  recorded: Digests,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const row of rows) {
    const entries = recorded.get(row.name) ?? []
    const known = entries.includes(recordsOf(row).toHex()) && row.revision === entries.length
    if (!known) found.set(`${kind} ${row.name}`, DIFFERS)
  }
  const names = new Set(rows.map(({ name }) => name))
  for (const name of recorded.keys())
    if (!names.has(name)) found.set(`${kind} ${name}`, 'is missing')
  return found
}

async function digests(
  database: Database,
  keys: AuditKey,
  sql: string,
  nameOf: (entry: ReturnType<typeof entryOf>) => string | undefined,
): Promise<Digests> {
  const recorded = new Map<string, string[]>()
  for (const row of await database.read<EntryRow>({ sql, params: [] })) {
    const entry = entryOf(row)
    const name = nameOf(entry)
    if (name === undefined || entry.records === undefined || !isGenuineEntry(keys, entry)) continue
    recorded.set(name, [...(recorded.get(name) ?? []), entry.records.toHex()])
  }
  return recorded
}

/**
 * Returns when the current world of a sandbox began. Undefined if it is the first one. A reset or a
 * restored snapshot removed or replaced the orders and holds of earlier worlds, and the audit trail
 * records this. Production has neither.
 */
export async function presentWorldSince(
  database: Database,
  key: AuditKey,
): Promise<number | undefined> {
  const rows = await database.read<EntryRow>({
    sql: `select * from audit_entries where action in ('world.reset', 'snapshot.restored')
      order by at desc`,
    params: [],
  })
  return rows.map(entryOf).find((entry) => isGenuineEntry(key, entry))?.at
}

/**
 * Checks legal holds. A report must be on hold exactly if its last entry about a hold says so. If
 * the entry is of an earlier world, a restored snapshot decides whether the report is on hold.
 */
async function holdDifferences(database: Database, keys: AccessKeys) {
  const since = (await presentWorldSince(database, keys)) ?? Number.NEGATIVE_INFINITY
  const held = await database.read<{ report_id: string }>({
    sql: 'select report_id from holds',
    params: [],
  })
  // In the order of the chain, because the clock of a machine may have been wrong. Entries that have
  // no block yet are the newest.
  const rows = await database.read<EntryRow>({
    sql: `select e.* from audit_entries e
      left join audit_blocks b on b.writer = e.writer and e.number between b.first and b.last
      where e.action in ('report.held', 'report.released')
      order by case when b.number is null then e.at else 0 end, b.number, e.number`,
    params: [],
  })
  const last = new Map<string, string>()
  for (const entry of rows.map(entryOf)) {
    const said = entry.at > since ? entry.action : 'of an earlier world'
    if (isGenuineEntry(keys, entry)) last.set(entry.reportId ?? '', said)
  }
  const found = new Map<string, string>()
  for (const { report_id: id } of held) {
    const said = last.get(id) ?? 'report.released'
    if (said === 'report.released') found.set(`hold of report ${id}`, 'was inserted')
    last.delete(id)
  }
  for (const [id, action] of last) {
    if (action === 'report.held') found.set(`hold of report ${id}`, 'was removed')
  }
  return found
}

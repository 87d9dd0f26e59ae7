/**
 * An entry of the audit trail: who did what to which object, when, for which purpose, and with
 * which outcome. It holds names and IDs and no personal data. The canonical form of an entry is a
 * line of JSON. Only this line is sealed, hashed and exported.
 */
import { hash, timingSafeEqual } from 'node:crypto'
import type { Row, UnitStatement } from '../engine/database.ts'
import type { Vault } from '../sealing/vault.ts'
import type { AuditAction, AuditActorKind } from './actions.ts'

/** The actor of an entry. */
export interface Actor {
  readonly kind: AuditActorKind
  readonly name: string
}

/** The service itself, for actions that no user caused. */
export const SERVICE: Actor = { kind: 'service', name: 'trimerge' }

/** The facts that are recorded about an action. */
export interface NewAuditEntry {
  readonly actor: Actor
  readonly action: AuditAction
  /** The account that the action concerns. */
  readonly account?: string | undefined
  /** Absent for actions that concern no order. The same applies to the report. */
  readonly orderId?: string | undefined
  readonly reportId?: string | undefined
  /** The ID or name of any other object: a secret, an operator, a key. */
  readonly object?: string | undefined
  /** The permissible purpose that was certified (FCRA 604). */
  readonly purpose?: string | undefined
  /** `done` by default, otherwise an error code. */
  readonly outcome?: string | undefined
  /**
   * Names of what the action touched, such as columns, settings or kinds of records with their
   * number. Never a value.
   */
  readonly fields?: readonly string[] | undefined
  /** The digest of the rows that were committed with the entry: see `record-digest.ts`. */
  readonly records?: Uint8Array | undefined
}

/** Returns an entry about an order that its account placed. */
export function ofOrder(
  account: string,
  orderId: string,
  entry: Omit<NewAuditEntry, 'actor' | 'account' | 'orderId'>,
): NewAuditEntry {
  return { actor: { kind: 'account', name: account }, account, orderId, ...entry }
}

/** The console user who placed an order, and from what, such as a form or an earlier order. */
export interface PlacedBy {
  readonly operator: string
  readonly from: string
}

/** Returns the entry that says who placed an order in the console; none if its account sent it. */
export function ofPlacedOrder(
  placedBy: PlacedBy | undefined,
  {
    account,
    orderId,
    reportId,
    outcome,
  }: Pick<NewAuditEntry, 'account' | 'orderId' | 'reportId' | 'outcome'>,
): readonly NewAuditEntry[] {
  if (placedBy === undefined) return []
  const { operator: name, from: object } = placedBy
  const actor = { kind: 'operator', name } as const
  return [{ actor, action: 'order.placed', account, orderId, reportId, object, outcome }]
}

/** An entry of the trail. */
export interface AuditEntry extends NewAuditEntry {
  /** The process that wrote the entry, by a random ID. */
  readonly writer: string
  /** Counts the writer's entries from 1. A number is missing if its unit was rejected. */
  readonly number: number
  /** The time of the machine's clock, in epoch milliseconds. */
  readonly at: number
  readonly outcome: string
  readonly fields: readonly string[]
}

/** The keys of the vault that the trail needs. */
export type AuditKey = Pick<Vault, 'auditMac'>

/** An entry of the trail, with the keyed hash that authenticates it. */
export interface SealedEntry extends AuditEntry {
  readonly mac: Uint8Array
}

/** Returns the line of an entry: JSON, with the members in this order and without empty members. */
export function entryLine(entry: AuditEntry): string {
  const { writer, number, at, actor, action, account, orderId, reportId, object } = entry
  const { purpose, outcome, fields, records } = entry
  return JSON.stringify({
    entry: [writer, number],
    at,
    actor: [actor.kind, actor.name],
    action,
    account,
    orderId,
    reportId,
    object,
    purpose,
    outcome,
    fields: fields.length === 0 ? undefined : fields.join(' '),
    records: records?.toHex(),
  })
}

/** Returns whether the keyed hash of a line is correct. */
export function isGenuineLine(key: AuditKey, line: string, mac: Uint8Array): boolean {
  const expected = key.auditMac(line)
  return mac.length === expected.length && timingSafeEqual(mac, expected)
}

/** Returns whether an entry is unchanged since it was written. */
export function isGenuineEntry(key: AuditKey, entry: SealedEntry): boolean {
  return isGenuineLine(key, entryLine(entry), entry.mac)
}

/** Returns the hash of a line of the trail, in hexadecimal. */
export function lineHash(line: string): string {
  return hash('sha256', line)
}

/** Returns the statement that inserts an entry, for the unit that the entry describes. */
export function insertEntry(entry: AuditEntry, mac: Uint8Array): UnitStatement {
  return {
    sql: `insert into audit_entries (writer, number, at, actor_kind, actor, action, account,
        order_id, report_id, object, purpose, outcome, fields, records, mac)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    params: [
      entry.writer,
      entry.number,
      entry.at,
      entry.actor.kind,
      entry.actor.name,
      entry.action,
      entry.account ?? null,
      entry.orderId ?? null,
      entry.reportId ?? null,
      entry.object ?? null,
      entry.purpose ?? null,
      entry.outcome,
      entry.fields.join(' '),
      entry.records ?? null,
      mac,
    ],
    rows: 1,
  }
}

/** A row of `audit_entries`. */
export interface EntryRow extends Row {
  writer: string
  number: number
  at: number
  actor_kind: string
  actor: string
  action: string
  account: string | null
  order_id: string | null
  report_id: string | null
  object: string | null
  purpose: string | null
  outcome: string
  fields: string
  records: Uint8Array | null
  mac: Uint8Array
}

/** Returns the entry of a row. The database is not trusted: the row may contain any text. */
export function entryOf(row: EntryRow): SealedEntry {
  return {
    writer: row.writer,
    number: row.number,
    at: row.at,
    actor: { kind: row.actor_kind as AuditActorKind, name: row.actor },
    action: row.action as AuditAction,
    account: row.account ?? undefined,
    orderId: row.order_id ?? undefined,
    reportId: row.report_id ?? undefined,
    object: row.object ?? undefined,
    purpose: row.purpose ?? undefined,
    outcome: row.outcome,
    fields: row.fields === '' ? [] : row.fields.split(' '),
    records: row.records ?? undefined,
    mac: row.mac,
  }
}

/**
 * The stored keys of orders, each with the data that lists show of its order. An order without a
 * key was purged, or has no sealed content.
 */
import type { UnitStatement } from '../../engine/database.ts'
import { jsonBytes } from '../../sealing/packed.ts'
import { type DataKey, SealBroken, type Vault } from '../../sealing/vault.ts'
import type { HeldOrder, ListedEnd, ListedOrder, OrderEntry, SeenReports } from './order-entry.ts'

/**
 * Stores the key of an order that is journaled in the same unit, with the data that lists show of
 * it. If the plan's reports are given, stores the key only if there are no other reports by now.
 * PostgreSQL takes a new snapshot for each statement, so this one sees what the insertion of the
 * order may have waited for.
 */
export function insertKey(
  order: Pick<OrderEntry, 'id' | 'account' | 'receivedAt' | 'listed'>,
  key: DataKey | undefined,
  vault: Pick<Vault, 'sealListed'>,
  seen?: SeenReports,
): UnitStatement[] {
  if (key === undefined) return []
  const into = 'insert into order_keys (order_id, key_id, wrapped, sealed_at, who)'
  const { keyId, bytes } = key.wrapped
  const params = [order.id, keyId, bytes, order.receivedAt, whoOf(order, vault)]
  if (seen === undefined) return [{ sql: `${into} values ($1, $2, $3, $4, $5)`, params, rows: 1 }]
  const [column, value] =
    'meaning' in seen.by ? ['meaning', seen.by.meaning] : ['derivation', seen.by.derivation]
  const sql = `${into} select $1, $2, $3, $4, $5 where (select count(*) from (select 1
      from reports r join order_keys k on k.order_id = r.order_id
      where r.account = $6 and r.${column} = $7 and r.first_issued_at >= $8 limit $9) as live) = $10`
  const { issuedSince, count, countMax } = seen
  const counted = [order.account, value, issuedSince, countMax, count]
  return [{ sql, params: [...params, ...counted], rows: 1 }]
}

// The data that lists show, in the column `who`. In early versions it held only the borrowers.

type Listed = Pick<OrderEntry, 'id' | 'account' | 'listed'>

function whoOf(order: Listed, vault: Pick<Vault, 'sealListed'>): Uint8Array | null {
  const { listed } = order
  const isEmpty = listed === undefined || (listed.borrowers.length === 0 && !listed.request)
  return isEmpty ? null : vault.sealListed(order, jsonBytes(listed))
}

/**
 * Returns the data that lists show of an order. If it belongs to another order, calls `onBroken` and
 * returns undefined.
 */
export function genuineListed(
  order: Pick<OrderEntry, 'id' | 'account'>,
  who: Uint8Array | null,
  vault: Pick<Vault, 'openListed'>,
  onBroken: () => void = () => undefined,
): ListedOrder | undefined {
  if (who === null) return { borrowers: [] }
  try {
    const listed = JSON.parse(Buffer.from(vault.openListed(order, who)).toString())
    return Array.isArray(listed) ? { borrowers: listed } : listed
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    onBroken()
    return undefined
  }
}

/** Replaces the data that lists show of an order, if it has not changed since it was read. */
export function updateListed(
  order: Pick<OrderEntry, 'id' | 'account'>,
  listed: ListedOrder,
  vault: Pick<Vault, 'sealListed'>,
  before: Uint8Array,
): UnitStatement {
  const { id, account } = order
  const who = vault.sealListed({ id, account }, jsonBytes(listed))
  return {
    sql: 'update order_keys set who = $2 where order_id = $1 and who = $3',
    params: [id, who, before],
    rows: 1,
  }
}

/** Adds to what lists show of an ending order, unless that was changed outside the service. */
export function addListedEnd(
  id: string,
  { account, listed }: Pick<HeldOrder, 'account' | 'listed'>,
  end: ListedEnd | undefined,
  vault: Pick<Vault, 'sealListed'>,
): UnitStatement[] {
  if (listed === undefined || end === undefined) return []
  const who = vault.sealListed({ id, account }, jsonBytes({ ...listed, ...end }))
  return [{ sql: 'update order_keys set who = $2 where order_id = $1', params: [id, who] }]
}

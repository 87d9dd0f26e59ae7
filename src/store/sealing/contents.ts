/**
 * The sealed content of an order. Each part is sealed by itself: the request as it was sent, the
 * response, and for an order with a new report also the report and its printed forms.
 */
import type { PrintedForm } from '../../documents/tables/printed-forms.ts'
import type { UnitStatement, Value } from '../engine/database.ts'
import { type Kind, pack, unpack } from './packed.ts'
import type { DataKey } from './vault.ts'

/** A part of the sealed content of an order. */
export type Part = 'sent' | 'answer' | 'report' | PrintedForm

/**
 * Returns SQL for the column of a part, for a query in which `orderId` identifies the order. The
 * column is null if the order has no such part.
 */
export function partColumn(part: Part, orderId: string): string {
  return `(select content from contents where contents.order_id = ${orderId} and part = '${part}')`
}

/**
 * Returns the statements that store parts of an order, sealed under its data key. The seal of the
 * report also authenticates its row.
 */
export function insertParts(
  orderId: string,
  key: DataKey,
  parts: Readonly<Partial<Record<Part, Uint8Array | undefined>>>,
  reportRow?: string,
): UnitStatement[] {
  const entries = Object.entries(parts) as [Part, Uint8Array | undefined][]
  const params: Value[] = [orderId]
  const rows = entries.flatMap(([part, bytes]) => {
    if (bytes === undefined) return []
    const row = part === 'report' ? reportRow : undefined
    const place = params.push(part, sealPart(key, part, bytes, row))
    return [`($1, $${place - 1}, $${place})`]
  })
  if (rows.length === 0) return []
  const sql = `insert into contents (order_id, part, content) values ${rows.join(', ')}`
  return [{ sql, params, rows: rows.length }]
}

/** Seals a part for storage. With `row`, it opens only together with the same row. */
export function sealPart(key: DataKey, part: Part, bytes: Uint8Array, row?: string): Uint8Array {
  return key.seal(placeOf(part, row), pack(bytes, kindOf(part)))
}

/** There is no dictionary for printed reports in HTML. */
function kindOf(part: Part): Kind | undefined {
  return part === 'HTML' ? undefined : part
}

function placeOf(part: Part, row?: string): string {
  return row === undefined ? `contents.${part}` : `contents.${part} ${row}`
}

/** Opens a sealed part. Returns undefined if there is none. */
export function openPart(
  key: DataKey,
  part: Part,
  sealed: Uint8Array | null,
  row?: string,
): Uint8Array | undefined {
  if (sealed === null) return undefined
  const bytes = key.open(placeOf(part, row), sealed)
  return isUnpackedPdf(bytes) ? bytes : unpack(bytes)
}

/** Returns whether this is a PDF from before PDFs were packed. Only such a PDF begins with `%`. */
function isUnpackedPdf([first]: Uint8Array): boolean {
  return first === PDF_MARK
}
const PDF_MARK = 0x25

/** Returns the statement that deletes the sealed content of an order. */
export function deleteParts(orderId: string): UnitStatement {
  return { sql: 'delete from contents where order_id = $1', params: [orderId] }
}

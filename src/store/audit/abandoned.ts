/** Sealing what processes left that died before they closed their last block. */
import type { Database } from '../engine/database.ts'
import { type AuditHead, addBlock, BLOCK_ENTRIES_MAX, newestBlock } from './block.ts'
import { unsealedWriters } from './chain.ts'
import { type AuditKey, type EntryRow, entryLine, entryOf, lineHash } from './entry.ts'

/** After this a process that did not seal its entries is taken for dead. */
const ABANDONED_AFTER_MS = 60_000

/** Closes blocks over entries that others left unsealed for too long; the last head, if any. */
export async function sealAbandoned(
  database: Database,
  key: AuditKey,
  self: { readonly writer: string; readonly now: () => number },
): Promise<AuditHead | undefined> {
  let head: AuditHead | undefined
  for (const { writer } of await unsealedWriters(database)) {
    if (writer !== self.writer) head = (await sealWriter(database, key, writer, self)) ?? head
  }
  return head
}

async function sealWriter(
  database: Database,
  key: AuditKey,
  writer: string,
  self: { readonly writer: string; readonly now: () => number },
): Promise<AuditHead | undefined> {
  let head: AuditHead | undefined
  for (;;) {
    const newest = await newestBlock(database, writer)
    const rows = await database.read<EntryRow>({
      sql: `select * from audit_entries where writer = $1 and number > $2
        order by number limit $3`,
      params: [writer, newest?.last ?? 0, BLOCK_ENTRIES_MAX],
    })
    const old = self.now() - ABANDONED_AFTER_MS
    if (rows.length === 0 || rows.some(({ at }) => at > old)) return head
    const entries = rows.map((row) => ({
      number: row.number,
      hash: lineHash(entryLine(entryOf(row))),
    }))
    const content = { writer, turn: (newest?.turn ?? 0) + 1, entries }
    const closed = { at: self.now(), by: self.writer }
    head = (await addBlock(database, key, content, closed)) ?? head
  }
}

/** Sealing what processes left that died before they closed their last block. */
import type { Database } from '../database.ts'
import { type AuditHead, addBlock, BLOCK_ENTRIES_MAX, newestBlock } from './block.ts'
import { type AuditKey, type EntryRow, entryLine, entryOf, lineHash } from './entry.ts'

/** A writer with entries after its last block. */
interface Unsealed {
  readonly writer: string
  readonly last: number
}

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

/**
 * The writers whose last entry is in none of their blocks. The writers are found by leaping from
 * one to the next in the index, so that this costs as little after years as on the first day.
 */
async function unsealedWriters(database: Database): Promise<readonly Unsealed[]> {
  const sql = `with recursive writers (writer) as (
      select min(writer) from audit_entries
      union all
      select (select min(writer) from audit_entries as later where later.writer > writers.writer)
      from writers where writers.writer is not null
    ), ends (writer, last, sealed) as (
      select writer,
        (select max(number) from audit_entries as own where own.writer = writers.writer),
        (select last from audit_blocks as own where own.writer = writers.writer
          order by turn desc limit 1)
      from writers where writer is not null
    )
    select writer, last from ends where sealed is null or sealed < last`
  return await database.read<{ writer: string; last: number }>({ sql, params: [] })
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

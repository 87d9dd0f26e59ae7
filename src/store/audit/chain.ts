/** Reads the trail in the order of its chain, part by part, for verification and export. */
import type { Database } from '../engine/database.ts'
import { blocksAfter, type SealedBlock } from './block.ts'
import { type EntryRow, entryOf, type SealedEntry } from './entry.ts'

/**
 * A block, with the entries in the database from the end of the writer's previous block to the end
 * of this one.
 */
export interface BlockWithEntries {
  readonly block: SealedBlock
  readonly entries: readonly SealedEntry[]
}

/** How many rows one query reads. */
const BLOCKS_AT_ONCE = 10
const ENTRIES_AT_ONCE = 5_000

/** Yields every block in the order of the chain, with its entries. */
export async function* blocksOf(database: Database): AsyncGenerator<BlockWithEntries> {
  const sealedUpTo = new Map<string, number>()
  let number = Number.MIN_SAFE_INTEGER
  for (;;) {
    const blocks = await blocksAfter(database, number, BLOCKS_AT_ONCE)
    if (blocks.length === 0) return
    number = blocks.at(-1)?.number ?? number
    const entries = new Map<string, SealedEntry[]>()
    for (const writer of new Set(blocks.map((block) => block.writer))) {
      const from = sealedUpTo.get(writer) ?? Number.MIN_SAFE_INTEGER
      const to = Math.max(...blocks.map((block) => (block.writer === writer ? block.last : from)))
      entries.set(writer, await entriesBetween(database, writer, from, to))
      sealedUpTo.set(writer, Math.max(from, to))
    }
    for (const block of blocks) yield { block, entries: taken(entries, block) }
  }
}

/** Removes the entries up to the end of the block from the map, and returns them. */
function taken(entries: Map<string, SealedEntry[]>, { writer, last }: SealedBlock) {
  const all = entries.get(writer) ?? []
  const end = all.findIndex((entry) => entry.number > last)
  return all.splice(0, end === -1 ? all.length : end)
}

async function entriesBetween(
  database: Database,
  writer: string,
  after: number,
  last: number,
): Promise<SealedEntry[]> {
  const sql = `select * from audit_entries where writer = $1 and number > $2 and number <= $3
    order by number`
  return (await database.read<EntryRow>({ sql, params: [writer, after, last] })).map(entryOf)
}

/** A writer that has entries after its last block. */
export interface Unsealed {
  readonly writer: string
  /** The number of the last entry that a block covers. Null if no block covers any. */
  readonly sealed: number | null
}

/**
 * Returns the writers whose last entry is not in any of their blocks. The query jumps from one
 * writer to the next in the index, so that it is as fast after years as on the first day.
 */
export async function unsealedWriters(database: Database): Promise<readonly Unsealed[]> {
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
    select writer, sealed from ends
    where sealed is null or sealed < last`
  return await database.read<{ writer: string; sealed: number | null }>({ sql, params: [] })
}

/** Yields the entries after the last block of each writer, writer by writer. */
export async function* unsealedEntries(database: Database): AsyncGenerator<SealedEntry> {
  for (const { writer, sealed } of await unsealedWriters(database)) {
    for (let after = sealed ?? Number.MIN_SAFE_INTEGER; ; ) {
      const rows = await database.read<EntryRow>({
        sql: `select * from audit_entries where writer = $1 and number > $2
          order by number limit $3`,
        params: [writer, after, ENTRIES_AT_ONCE],
      })
      for (const row of rows) yield entryOf(row)
      const last = rows.at(-1)
      if (last === undefined) break
      after = last.number
    }
  }
}

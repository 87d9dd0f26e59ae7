/** Reading the trail in the order of its chain, part by part: what is checked, and what is exported. */
import type { Database } from '../database.ts'
import { blocksAfter, type SealedBlock } from './block.ts'
import { type EntryRow, entryOf, type SealedEntry } from './entry.ts'

/** A block with the entries that the database has from the writer's block before up to its last. */
export interface BlockWithEntries {
  readonly block: SealedBlock
  readonly entries: readonly SealedEntry[]
}

/** How much is read at once. */
const BLOCKS_AT_ONCE = 50
const ENTRIES_AT_ONCE = 5_000

/** Every block in the order of the chain, with its entries. */
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

/** Takes the entries up to the block's last away from those that were read. */
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

/** The entries after the last block of their writer, writer by writer. */
export async function* unsealedEntries(database: Database): AsyncGenerator<SealedEntry> {
  let writer = ''
  let number = Number.MIN_SAFE_INTEGER
  for (;;) {
    const rows = await database.read<EntryRow>({
      sql: `select * from audit_entries where (writer, number) > ($1, $2)
          and number > coalesce((select max(last) from audit_blocks
            where audit_blocks.writer = audit_entries.writer), $3)
        order by writer, number limit $4`,
      params: [writer, number, Number.MIN_SAFE_INTEGER, ENTRIES_AT_ONCE],
    })
    for (const row of rows) yield entryOf(row)
    const last = rows.at(-1)
    if (last === undefined) return
    writer = last.writer
    number = last.number
  }
}

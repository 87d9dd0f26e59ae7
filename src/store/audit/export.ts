/**
 * The trail as lines of JSON that an outsider can check: each entry and each block is a line, and
 * what the chain holds are the hashes of these lines (docs/audit.md).
 */
import type { Database } from '../engine/database.ts'
import { blockLine } from './block.ts'
import { type BlockWithEntries, blocksOf, unsealedEntries } from './chain.ts'
import { type AuditEntry, entryLine, lineHash } from './entry.ts'

/** Which entries are exported; all where nothing is said. The chain is exported whole. */
export interface AuditSelection {
  readonly account?: string | undefined
  /** Epoch milliseconds: from this moment, up to that one. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** The lines, in the order of the chain; entries that have no block yet come last. */
export async function* exportTrail(
  database: Database,
  selection: AuditSelection,
): AsyncGenerator<string> {
  for await (const part of blocksOf(database)) yield* blockLines(part, selection)
  for await (const entry of unsealedEntries(database)) {
    if (isSelected(entry, selection)) yield entryLine(entry)
  }
}

/**
 * The entries of a block, then the block. Where only some are wanted, the others stand there as
 * their hashes, so that those shown can be checked; where none is, the block stands alone.
 */
function* blockLines(
  { block, entries }: BlockWithEntries,
  selection: AuditSelection,
): Generator<string> {
  const lines = entries.map((entry) => ({
    line: entryLine(entry),
    selected: isSelected(entry, selection),
  }))
  if (lines.some(({ selected }) => selected)) {
    let omitted: string[] = []
    for (const { line, selected } of lines) {
      if (!selected) {
        omitted.push(lineHash(line))
        continue
      }
      if (omitted.length > 0) yield JSON.stringify({ omitted })
      omitted = []
      yield line
    }
    if (omitted.length > 0) yield JSON.stringify({ omitted })
  }
  yield blockLine(block)
}

function isSelected(entry: AuditEntry, { account, from, to }: AuditSelection): boolean {
  if (account !== undefined && entry.account !== account) return false
  return entry.at >= (from ?? -Infinity) && entry.at < (to ?? Infinity)
}

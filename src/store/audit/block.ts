/**
 * Blocks: the chain that entries are sealed in. A block says which entries of one writer it holds,
 * the hash of all of them and the hash of the block before: if anything is changed, removed, added
 * or moved later, some hash differs. All writers share one chain.
 */
import { type Database, type Row, UnitRejected } from '../engine/database.ts'
import { type AuditKey, lineHash } from './entry.ts'

/** A block of the chain. Hashes are in hexadecimal. */
export interface AuditBlock {
  /** Counts the blocks of the trail from 1, without a gap. */
  readonly number: number
  /** The hash of the block before; zeros for the first. */
  readonly previous: string
  /** The hash of the hashes of its entries, in their order. */
  readonly content: string
  /** Whose entries it holds, and which of this writer's blocks it is, from 1. */
  readonly writer: string
  readonly turn: number
  /** The numbers of its first and last entry. */
  readonly first: number
  readonly last: number
  /** The numbers between them that no entry has: `17,23-25`. */
  readonly missing: string
  /** When it was closed, and by which process: another one, where the writer died. */
  readonly closedAt: number
  readonly closedBy: string
}

/** A block with its hash, and what vouches for it. */
export interface SealedBlock extends AuditBlock {
  readonly hash: string
  readonly mac: Uint8Array
}

/** The newest block: what an anchor holds. */
export interface AuditHead {
  readonly block: number
  readonly hash: string
  readonly closedAt: number
}

/** The hash before the first block. */
export const NO_HASH = '0'.repeat(64)

/** Most entries of a block: what is read at once, and what one change makes doubtful. */
export const BLOCK_ENTRIES_MAX = 1_000

/** The line of a block: JSON, members in this order. Its hash is the block's. */
export function blockLine(block: AuditBlock): string {
  const { number, previous, content, writer, turn, first, last, missing, closedAt, closedBy } =
    block
  return JSON.stringify({
    block: number,
    previous,
    content,
    writer,
    turn,
    first,
    last,
    missing,
    closedAt,
    closedBy,
  })
}

/** The hash of entries by theirs. */
export function contentHash(hashes: readonly string[]): string {
  return lineHash(hashes.join(''))
}

/** The numbers that are left out of ascending ones: `17,23-25`. */
function missingOf(numbers: readonly number[]): string {
  return numbers
    .flatMap((number, index) => {
      const before = numbers[index - 1] ?? number - 1
      if (number === before + 1) return []
      return number === before + 2 ? [`${before + 1}`] : [`${before + 1}-${number - 1}`]
    })
    .join(',')
}

/** The numbers that a block holds. What it says is not trusted: nothing is made of nonsense. */
export function numbersOf({ first, last, missing }: AuditBlock): readonly number[] {
  const left = new Set<number>()
  for (const part of missing === '' ? [] : missing.split(',')) {
    const [from = Number.NaN, to = from] = part.split('-').map(Number)
    for (let number = from; number <= to && left.size < NUMBERS_MAX; number++) left.add(number)
  }
  const length = Math.max(0, Math.min(last - first + 1, NUMBERS_MAX))
  return Array.from({ length }, (_, index) => first + index).filter((number) => !left.has(number))
}

// A block that claims more is wrong anyway.
const NUMBERS_MAX = 1_000_000

interface BlockRow extends Row {
  number: number
  previous: Uint8Array
  content: Uint8Array
  writer: string
  turn: number
  first: number
  last: number
  missing: string
  closed_at: number
  closed_by: string
  hash: Uint8Array
  mac: Uint8Array
}

/** Blocks after one, in the order of the chain. */
export async function blocksAfter(
  database: Database,
  number: number,
  limit: number,
): Promise<readonly SealedBlock[]> {
  const sql = 'select * from audit_blocks where number > $1 order by number limit $2'
  return (await database.read<BlockRow>({ sql, params: [number, limit] })).map(blockOf)
}

/** The newest block, of all or of one writer's. */
export async function newestBlock(
  database: Database,
  writer?: string,
): Promise<SealedBlock | undefined> {
  const [row] = await database.read<BlockRow>(
    writer === undefined
      ? {
          sql: 'select * from audit_blocks where number > 0 order by number desc limit 1',
          params: [],
        }
      : {
          sql: 'select * from audit_blocks where writer = $1 order by turn desc limit 1',
          params: [writer],
        },
  )
  return row && blockOf(row)
}

/** The content of a block: entries of one writer, by number and hash, ascending. */
export interface BlockContent {
  readonly writer: string
  readonly turn: number
  readonly entries: readonly { readonly number: number; readonly hash: string }[]
}

/**
 * Adds a block to the chain. Of two processes that add one at the same time, one is rejected and
 * tries again after the other's block, without a lock. Undefined where another process has closed
 * this turn of the writer.
 */
export async function addBlock(
  database: Database,
  key: AuditKey,
  content: BlockContent,
  closed: { readonly at: number; readonly by: string },
): Promise<AuditHead | undefined> {
  for (;;) {
    const own = await newestBlock(database, content.writer)
    if (own !== undefined && own.turn >= content.turn) return undefined
    const block = blockAfter(await newestBlock(database), content, closed)
    const line = blockLine(block)
    const hash = lineHash(line)
    try {
      await database.commit([insertBlock(block, hash, key.auditMac(line))])
      return { block: block.number, hash, closedAt: closed.at }
    } catch (error) {
      if (!(error instanceof UnitRejected && error.reason === 'rows')) throw error
    }
  }
}

function blockAfter(
  newest: SealedBlock | undefined,
  { writer, turn, entries }: BlockContent,
  { at, by }: { readonly at: number; readonly by: string },
): AuditBlock {
  const numbers = entries.map((entry) => entry.number)
  return {
    number: (newest?.number ?? 0) + 1,
    previous: newest?.hash ?? NO_HASH,
    content: contentHash(entries.map((entry) => entry.hash)),
    writer,
    turn,
    first: numbers[0] ?? 0,
    last: numbers.at(-1) ?? 0,
    missing: missingOf(numbers),
    closedAt: at,
    closedBy: by,
  }
}

function insertBlock(block: AuditBlock, hash: string, mac: Uint8Array) {
  return {
    sql: `insert into audit_blocks (number, previous, content, writer, turn, first, last, missing,
        closed_at, closed_by, hash, mac)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing`,
    params: [
      block.number,
      Uint8Array.fromHex(block.previous),
      Uint8Array.fromHex(block.content),
      block.writer,
      block.turn,
      block.first,
      block.last,
      block.missing,
      block.closedAt,
      block.closedBy,
      Uint8Array.fromHex(hash),
      mac,
    ],
    rows: 1,
  }
}

function blockOf(row: BlockRow): SealedBlock {
  return {
    number: row.number,
    previous: row.previous.toHex(),
    content: row.content.toHex(),
    writer: row.writer,
    turn: row.turn,
    first: row.first,
    last: row.last,
    missing: row.missing,
    closedAt: row.closed_at,
    closedBy: row.closed_by,
    hash: row.hash.toHex(),
    mac: row.mac,
  }
}

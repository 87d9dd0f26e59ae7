/**
 * Blocks: the hash chain that seals the entries. A block states which entries of one writer it
 * covers, the hash of these entries, and the hash of the previous block. If anything is changed,
 * removed, added or moved later, a hash no longer matches. All writers share one chain.
 */
import { type Database, type Row, UnitRejected } from '../engine/database.ts'
import { type AuditKey, lineHash } from './entry.ts'

/** A block of the chain. Hashes are in hexadecimal. */
export interface AuditBlock {
  /** Counts the blocks of the trail from 1, without a gap. */
  readonly number: number
  /** The hash of the previous block. Zeros for the first block. */
  readonly previous: string
  /** The hash of the hashes of the entries, in their order. */
  readonly content: string
  /**
   * The writer of the entries, and the position of this block among the writer's blocks, from 1.
   */
  readonly writer: string
  readonly turn: number
  /** The numbers of the first and the last entry. */
  readonly first: number
  readonly last: number
  /** The numbers in between that belong to no entry: `17,23-25`. */
  readonly missing: string
  /**
   * When the block was closed, and by which process. If the writer died, another process closed it.
   */
  readonly closedAt: number
  readonly closedBy: string
}

/** A block with its hash and its keyed hash. */
export interface SealedBlock extends AuditBlock {
  readonly hash: string
  readonly mac: Uint8Array
}

/** The newest block, as an anchor stores it. */
export interface AuditHead {
  readonly block: number
  readonly hash: string
  readonly closedAt: number
}

/** The previous hash of the first block. */
export const NO_HASH = '0'.repeat(64)

/**
 * The maximum number of entries in a block. They are read together, and one changed entry makes all
 * of them doubtful.
 */
export const BLOCK_ENTRIES_MAX = 1_000

/** Returns a block as a line of JSON, with the members in this order. Its hash is the block's. */
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

/** Returns the hash of entries, computed from their hashes. */
export function contentHash(hashes: readonly string[]): string {
  return lineHash(hashes.join(''))
}

/** Returns the gaps in a list of ascending numbers: `17,23-25`. */
function missingOf(numbers: readonly number[]): string {
  return numbers
    .flatMap((number, index) => {
      const before = numbers[index - 1] ?? number - 1
      if (number === before + 1) return []
      return number === before + 2 ? [`${before + 1}`] : [`${before + 1}-${number - 1}`]
    })
    .join(',')
}

/**
 * Returns the entry numbers that a block covers. The block is not trusted, so the result is bounded
 * even if its numbers are nonsense.
 */
export function numbersOf({ first, last, missing }: AuditBlock): readonly number[] {
  const left = new Set<number>()
  for (const part of missing === '' ? [] : missing.split(',')) {
    const [from = Number.NaN, to = from] = part.split('-').map(Number)
    for (let number = from; number <= to && left.size < NUMBERS_MAX; number++) left.add(number)
  }
  const length = Math.max(0, Math.min(last - first + 1, NUMBERS_MAX))
  return Array.from({ length }, (_, index) => first + index).filter((number) => !left.has(number))
}

// A block that claims more numbers is invalid anyway.
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

/** Reads the blocks that follow a block, in the order of the chain. */
export async function blocksAfter(
  database: Database,
  number: number,
  limit: number,
): Promise<readonly SealedBlock[]> {
  const sql = 'select * from audit_blocks where number > $1 order by number limit $2'
  return (await database.read<BlockRow>({ sql, params: [number, limit] })).map(blockOf)
}

/** Reads the newest block, of all writers or of one. */
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
 * Adds a block to the chain. No lock is needed: if two processes add a block at the same time, one
 * is rejected and tries again after the other's block. Returns undefined if another process has
 * already closed this turn of the writer.
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

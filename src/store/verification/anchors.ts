/**
 * Anchors: the newest heads of the chain in a file beside the database. An attacker who shortens
 * the trail in the database has to shorten this file too, and every copy of it.
 */
import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { type AuditHead, blockLine, blocksAfter, newestBlock } from '../audit/block.ts'
import { lineHash } from '../audit/entry.ts'
import type { Database } from '../engine/database.ts'
import type { AuditAnchor } from './verify.ts'

/** The file of anchors in the data folder. */
export const ANCHORS_FILE = 'audit-anchors.jsonl'

/** A head vouches for all before it, so old ones may go: the file and one before it are kept. */
const ANCHORS_BYTES_MAX = 1_048_576

/** Adds a head to the file. A file that cannot be written is no reason to refuse orders. */
export function appendAnchor(path: string, { block, hash, closedAt }: AuditHead): void {
  const line = `${JSON.stringify({ block, hash, closedAt })}\n`
  try {
    if (existsSync(path)) {
      cutToLastLine(path)
      if (statSync(path).size > ANCHORS_BYTES_MAX) renameSync(path, `${path}.old`)
    }
    appendWhole(path, line)
  } catch {
    // The head is in the log as well.
  }
}

/** Appends a line, and takes back what there is of it where the disk is full. */
function appendWhole(path: string, line: string): void {
  try {
    appendFileSync(path, line, { mode: 0o600 })
  } catch (error) {
    cutToLastLine(path)
    throw error
  }
}

/**
 * Removes a last line that a full disk or a power cut left without its end: the next anchor would go
 * on in that line, and the file could not be used.
 */
function cutToLastLine(path: string): void {
  if (endsWithLine(path)) return
  const content = readFileSync(path)
  const end = content.lastIndexOf('\n') + 1
  if (end < content.length) truncateSync(path, end)
}

/** Whether the last byte ends a line: the rest of a file of a megabyte is not read for each anchor. */
function endsWithLine(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const last = Buffer.alloc(1)
    readSync(file, last, 0, 1, Math.max(0, fstatSync(file).size - 1))
    return last.toString() === '\n'
  } finally {
    closeSync(file)
  }
}

/** A file of anchors cannot be used; the message says which line. */
export class AnchorsUnreadable extends Error {
  override readonly name = 'AnchorsUnreadable'
}

/** The anchors of a file. A last line that a crash cut off is none. */
export function readAnchors(path: string): readonly AuditAnchor[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    if (index === lines.length - 1) return []
    const anchor = anchorOf(line)
    if (anchor === undefined) throw new AnchorsUnreadable(`line ${index + 1} is not an anchor`)
    return [anchor]
  })
}

function anchorOf(line: string): AuditAnchor | undefined {
  try {
    const { block, hash } = JSON.parse(line)
    const proper = Number.isSafeInteger(block) && /^[0-9a-f]{64}$/.test(String(hash))
    return proper ? { block, hash } : undefined
  } catch {
    return undefined
  }
}

/** The chain compared with its anchors: `gone` and `other` name the first block that is wrong. */
export type AnchorsHeld =
  | { readonly held: true; readonly head: number; readonly anchored: number }
  | { readonly held: false; readonly block: number; readonly because: 'gone' | 'other' }

/**
 * Whether the chain still has the newest of the anchored blocks as it was anchored. That vouches for
 * its end and not for what is in it: to check all of the trail takes its key and its time.
 */
export async function newestAnchorHeld(
  database: Database,
  anchors: readonly AuditAnchor[],
): Promise<AnchorsHeld> {
  const head = (await newestBlock(database))?.number ?? 0
  const newest = Math.max(0, ...anchors.map(({ block }) => block))
  const wrong = (because: 'gone' | 'other') => ({ held: false, block: newest, because }) as const
  if (newest > head) return wrong('gone')
  if (newest === 0) return { held: true, head, anchored: 0 }
  const [block] = await blocksAfter(database, newest - 1, 1)
  if (block?.number !== newest) return wrong('gone')
  const hash = lineHash(blockLine(block))
  const isOther = anchors.some((anchor) => anchor.block === newest && anchor.hash !== hash)
  return isOther || block.hash !== hash ? wrong('other') : { held: true, head, anchored: newest }
}

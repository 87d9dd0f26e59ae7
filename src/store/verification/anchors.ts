/**
 * Anchors: the newest heads of the chain, in a file beside the database. An attacker who removes
 * the end of the trail in the database must also shorten this file and every copy of it.
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
import { compactTimestamp } from '../../time.ts'
import { type AuditHead, blockLine, blocksAfter, newestBlock } from '../audit/block.ts'
import { lineHash } from '../audit/entry.ts'
import type { Database } from '../engine/database.ts'
import { createOfService } from '../engine/durable-file.ts'
import type { AuditAnchor } from './verify.ts'

/** The name of the anchor file in the data folder. */
export const ANCHORS_FILE = 'audit-anchors.jsonl'

/** A head covers all earlier ones, so only the file and its predecessor are retained. */
const ANCHORS_BYTES_MAX = 1_048_576

/** Appends a head to the file. Throws if the file cannot be written. */
export function appendAnchor(path: string, { block, hash, closedAt }: AuditHead): void {
  const line = `${JSON.stringify({ block, hash, closedAt })}\n`
  if (existsSync(path)) {
    cutToLastLine(path)
    if (statSync(path).size > ANCHORS_BYTES_MAX) renameSync(path, `${path}.old`)
  }
  createOfService(path)
  appendWhole(path, line)
}

/** Appends a line. If the disk is full, removes the part that was written. */
function appendWhole(path: string, line: string): void {
  try {
    appendFileSync(path, line, { mode: 0o600 })
  } catch (error) {
    cutToLastLine(path)
    throw error
  }
}

/**
 * Removes an incomplete last line, which a full disk or a power failure left. Otherwise the next
 * anchor would continue that line, and the file would be unusable.
 */
function cutToLastLine(path: string): void {
  if (endsWithLine(path)) return
  const content = readFileSync(path)
  const end = content.lastIndexOf('\n') + 1
  if (end < content.length) truncateSync(path, end)
}

/**
 * Returns whether the last byte ends a line, so that not every anchor has to read the rest of a
 * file of up to a megabyte.
 */
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

/** An anchor file cannot be used. The message names the line. */
export class AnchorsUnreadable extends Error {
  override readonly name = 'AnchorsUnreadable'
}

/**
 * Reads the anchors of a file: one of a data folder, or a log of the service, whose other lines are
 * ignored. Ignores an incomplete last line, which a crash left.
 */
export function readAnchors(path: string): readonly AuditAnchor[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    const anchor = anchorOf(line)
    if (anchor !== undefined) return [anchor]
    if (index === lines.length - 1 || isOfLog(line)) return []
    throw new AnchorsUnreadable(`line ${index + 1} is not an anchor`)
  })
}

/** Reports whether a line is from the log of a service, in JSON. */
function isOfLog(line: string): boolean {
  try {
    const { level, msg } = JSON.parse(line)
    return level !== undefined && msg !== undefined
  } catch {
    return false
  }
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

/**
 * Renames a file with anchors of blocks after `head`, which a restored backup lacks, and returns the
 * new path. The blocks that follow the restored ones would differ from those anchors forever.
 */
export function setAnchorsAside(path: string, head: number, now: Date): string | undefined {
  if (!existsSync(path) || readAnchors(path).every(({ block }) => block <= head)) return undefined
  return renameAnchors(path, now)
}

/** Renames a file of anchors, which stays as evidence, and returns the new path. */
export function renameAnchors(path: string, now: Date): string {
  const aside = `${path}.${compactTimestamp(now)}`
  renameSync(path, aside)
  return aside
}

/** The result of comparing chain and anchors: whether the newest anchored block is unchanged. */
export type AnchorsHeld =
  | { readonly held: true; readonly head: number; readonly anchored: number }
  | { readonly held: false; readonly block: number; readonly because: 'missing' | 'different' }

/**
 * Returns whether the chain still contains the newest anchored block unchanged. This proves that
 * the end of the chain is present, not that its content is unchanged. Checking the whole trail
 * requires the key and takes longer.
 */
export async function newestAnchorHeld(
  database: Database,
  anchors: readonly AuditAnchor[],
): Promise<AnchorsHeld> {
  const head = (await newestBlock(database))?.number ?? 0
  const newest = Math.max(0, ...anchors.map(({ block }) => block))
  const wrong = (because: 'missing' | 'different') =>
    ({ held: false, block: newest, because }) as const
  if (newest > head) return wrong('missing')
  if (newest === 0) return { held: true, head, anchored: 0 }
  const [block] = await blocksAfter(database, newest - 1, 1)
  if (block?.number !== newest) return wrong('missing')
  const hash = lineHash(blockLine(block))
  const isDifferent = anchors.some((anchor) => anchor.block === newest && anchor.hash !== hash)
  return isDifferent || block.hash !== hash
    ? wrong('different')
    : { held: true, head, anchored: newest }
}

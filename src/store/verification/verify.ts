/**
 * Checks the trail: every entry and block against its keyed hash, every block against the previous
 * one, and the chain against heads that were stored elsewhere.
 */
import { blockLine, contentHash, NO_HASH, numbersOf } from '../audit/block.ts'
import { type BlockWithEntries, blocksOf, unsealedEntries } from '../audit/chain.ts'
import {
  type AuditKey,
  entryLine,
  isGenuineLine,
  lineHash,
  type SealedEntry,
} from '../audit/entry.ts'
import type { Database } from '../engine/database.ts'
import { type AuditFinding, Findings } from './findings.ts'
import { RecordChecker, type RecordKeys } from './verify-records.ts'

/** A head that was stored outside the database. */
export interface AuditAnchor {
  readonly block: number
  readonly hash: string
}

/** The result of a check. */
export interface AuditVerification {
  readonly entries: number
  readonly blocks: number
  /** Orders that have ended and whose rows were compared with the trail. */
  readonly orders: number
  /** Entries that are too recent to have a block. */
  readonly unsealed: number
  /** Anchors that match the chain. */
  readonly anchors: number
  readonly findingCount: number
  /** The first findings, in the order of the chain. */
  readonly findings: readonly AuditFinding[]
}

/** The data that the trail is checked against. */
export interface AuditChecks {
  readonly anchors: readonly AuditAnchor[]
  /** The current time of the machine's clock. */
  readonly now: number
}

/** Long before this time, some process seals an entry that has no block. */
const UNSEALED_MS_MAX = 600_000

/** Checks the whole trail, and the records that it covers. */
export async function verifyTrail(
  database: Database,
  keys: AuditKey & RecordKeys,
  { anchors, now }: AuditChecks,
): Promise<AuditVerification> {
  const findings = new Findings()
  const checker = new Checker(keys, anchors, findings)
  const records = await RecordChecker.open(database, keys, findings)
  for await (const part of blocksOf(database)) {
    checker.block(part)
    await records.entries(part.entries)
  }
  for await (const entry of unsealedEntries(database)) {
    checker.unsealed(entry, now)
    await records.entries([entry])
  }
  const orders = await records.end()
  return { ...checker.end(), orders, findingCount: findings.count, findings: findings.named }
}

/** A check in progress: its state and its findings. */
class Checker {
  readonly #key: AuditKey
  readonly #anchors: ReadonlyMap<number, ReadonlySet<string>>
  readonly #turns = new Map<string, { readonly turn: number; readonly last: number }>()
  readonly #findings: Findings
  #entries = 0
  #blocks = 0
  #unsealed = 0
  #anchorsMet = 0
  #number = 0
  #hash = NO_HASH

  constructor(key: AuditKey, anchors: readonly AuditAnchor[], findings: Findings) {
    this.#key = key
    this.#findings = findings
    const hashes = new Map<number, Set<string>>()
    for (const { block, hash } of anchors) {
      hashes.set(block, (hashes.get(block) ?? new Set()).add(hash))
    }
    this.#anchors = hashes
  }

  block({ block, entries }: BlockWithEntries): void {
    const place = `block ${block.number}`
    const line = blockLine(block)
    const hash = lineHash(line)
    if (block.number !== this.#number + 1) {
      this.#found(place, `follows block ${this.#number}: blocks between them are missing`)
    } else if (block.previous !== this.#hash) {
      this.#found(place, 'does not match the block before it')
    }
    if (block.hash !== hash || !this.#isGenuine(line, block.mac)) {
      this.#found(place, 'was changed')
    }
    this.#turn(place, block)
    this.#content(place, block, entries)
    this.#anchored(place, block.number, hash)
    this.#blocks += 1
    this.#number = block.number
    this.#hash = hash
  }

  unsealed(entry: SealedEntry, now: number): void {
    this.#entry(entry)
    this.#unsealed += 1
    if (entry.at < now - UNSEALED_MS_MAX) {
      this.#found(placeOf(entry), 'is in no block: its block is missing, or its writer crashed')
    }
  }

  end(): Pick<AuditVerification, 'entries' | 'blocks' | 'unsealed' | 'anchors'> {
    for (const block of this.#anchors.keys()) {
      if (block > this.#number) this.#found(`block ${block}`, 'was anchored and is missing')
    }
    return {
      entries: this.#entries,
      blocks: this.#blocks,
      unsealed: this.#unsealed,
      anchors: this.#anchorsMet,
    }
  }

  #turn(place: string, { writer, turn, first, last }: BlockWithEntries['block']): void {
    const before = this.#turns.get(writer) ?? { turn: 0, last: 0 }
    if (turn !== before.turn + 1 || first <= before.last) {
      this.#found(place, `does not match the writer's block before it`)
    }
    this.#turns.set(writer, { turn, last })
  }

  /** Checks that the entries of a block are complete and unchanged. */
  #content(
    place: string,
    block: BlockWithEntries['block'],
    entries: BlockWithEntries['entries'],
  ): void {
    const hashes = new Map(entries.map((entry) => [entry.number, this.#entry(entry)]))
    const numbers = numbersOf(block)
    for (const number of numbers) {
      if (hashes.has(number)) continue
      this.#found(placeOf({ writer: block.writer, number }), `is missing from ${place}`)
    }
    const held = new Set(numbers)
    for (const entry of entries) {
      if (!held.has(entry.number)) this.#found(placeOf(entry), 'is in no block: it was inserted')
    }
    const content = contentHash(numbers.flatMap((number) => hashes.get(number) ?? []))
    if (content !== block.content)
      this.#found(place, 'does not contain the entries that it was closed with')
  }

  /** Checks one entry, and returns its hash. */
  #entry(entry: SealedEntry): string {
    this.#entries += 1
    const line = entryLine(entry)
    if (!this.#isGenuine(line, entry.mac)) this.#found(placeOf(entry), 'was changed')
    return lineHash(line)
  }

  #anchored(place: string, number: number, hash: string): void {
    const anchored = this.#anchors.get(number)
    if (anchored === undefined) return
    this.#anchorsMet += 1
    if ([...anchored].some((one) => one !== hash)) {
      this.#found(place, 'differs from its anchor')
    }
  }

  #isGenuine(line: string, mac: Uint8Array): boolean {
    return isGenuineLine(this.#key, line, mac)
  }

  #found(place: string, what: string): void {
    this.#findings.add(place, what)
  }
}

function placeOf({ writer, number }: { readonly writer: string; readonly number: number }): string {
  return `entry ${number} of ${writer}`
}

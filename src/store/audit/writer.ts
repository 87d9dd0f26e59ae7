/**
 * Writes the audit trail. An entry is committed in the same unit as the change that it describes:
 * both are stored, or neither. A moment later the writer closes a block over the committed entries.
 * It uses its own copy of their hashes and not the database, so an entry that was changed or
 * removed in the meantime is detected too.
 */
import { randomId } from '../../random-bytes.ts'
import { type Database, DatabaseUnavailable, type Unit } from '../engine/database.ts'
import type { ProbedDatabase } from '../engine/instrumented-database.ts'
import type { TamperedRow } from '../sealing/row-mac.ts'
import { type AuditHead, addBlock, BLOCK_ENTRIES_MAX, newestBlock } from './block.ts'
import {
  type AuditEntry,
  type AuditKey,
  entryLine,
  insertEntry,
  lineHash,
  type NewAuditEntry,
} from './entry.ts'

/** A database or anything else that can commit a unit. */
export type Committing = Pick<Database, 'commit'>

/** The environment of a writer. */
export interface AuditOptions {
  /** Returns the machine's time. The trail is evidence, so it ignores the clock of a sandbox. */
  readonly now: () => number
  /** Stores a head outside the database. If it throws, orders are still accepted. */
  readonly anchor: (head: AuditHead) => void
  /** Receives every row that was changed outside the service, when the service meets it. */
  readonly tampered?: (row: TamperedRow) => void
}

/** The state of a writer, for jobs, metrics and checks. */
export interface AuditState {
  readonly writer: string
  /**
   * The number of entries of this process that wait for their block, and the time of the oldest.
   */
  readonly unsealed: number
  readonly unsealedSince: number | undefined
  /** Why the last head could not be stored outside the database; undefined if it was. */
  readonly anchorError: unknown
}

/** How long entries wait for their block. */
const SEAL_AFTER_MS = 1_000

/**
 * After this time, a unit of unknown outcome no longer runs. It either took effect, possibly not
 * yet visibly, or never will.
 */
const DOUBT_MS = 60_000

interface Pending {
  readonly number: number
  readonly at: number
  readonly hash: string
  /** `overtaken`: the outcome is unknown, and a unit that began later is durable. */
  state: 'in progress' | 'committed' | 'doubted' | 'overtaken'
}

/** A database that can confirm that earlier commits would survive the loss of a server. */
type WrittenTo = Database & Pick<ProbedDatabase, 'confirm'>

/** The part of the trail that one process writes. */
export class AuditWriter {
  readonly writer = randomId()
  readonly #database: WrittenTo
  readonly #key: AuditKey
  readonly #options: AuditOptions
  /** Entries without a block, by number, ascending. */
  readonly #pending = new Map<number, Pending>()
  #lastNumber = 0
  #turn = 1
  #anchorError: unknown
  #sealing: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(database: WrittenTo, key: AuditKey, options: AuditOptions) {
    this.#database = database
    this.#key = key
    this.#options = options
  }

  /** Returns the database. Its next unit also contains these entries, so both commit or neither. */
  recording(...entries: readonly NewAuditEntry[]): Committing {
    return { commit: (unit) => this.#commit(unit, entries) }
  }

  /** Returns the time that an entry would have now. */
  now(): number {
    return this.#options.now()
  }

  state(): AuditState {
    const [oldest] = this.#pending.values()
    return {
      writer: this.writer,
      unsealed: this.#pending.size,
      unsealedSince: oldest?.at,
      anchorError: this.#anchorError,
    }
  }

  /** Closes blocks over all committed entries. */
  seal(): Promise<void> {
    this.#sealing = this.#sealing.catch(() => undefined).then(() => this.#seal())
    return this.#sealing
  }

  /** Seals the remaining entries, as far as the database permits, and stops sealing after that. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    // Another process seals the entries that cannot be sealed now, as after a crash.
    await this.seal().catch(() => undefined)
  }

  async #commit(unit: Unit, entries: readonly NewAuditEntry[]): Promise<void> {
    const pending: Pending[] = []
    const statements = entries.map((entry) => {
      const numbered = this.#numbered(entry)
      const line = entryLine(numbered)
      const { number, at } = numbered
      pending.push({ number, at, hash: lineHash(line), state: 'in progress' })
      return insertEntry(numbered, this.#key.auditMac(line))
    })
    for (const one of pending) this.#pending.set(one.number, one)
    try {
      await this.#database.commit([...unit, ...statements])
      for (const one of pending) one.state = 'committed'
    } catch (error) {
      const doubted = error instanceof DatabaseUnavailable
      for (const one of pending) {
        if (doubted) one.state = 'doubted'
        else this.#pending.delete(one.number)
      }
      throw error
    } finally {
      this.#sealSoon()
    }
  }

  #numbered(entry: NewAuditEntry): AuditEntry {
    this.#lastNumber += 1
    return {
      ...storable(entry),
      writer: this.writer,
      number: this.#lastNumber,
      at: this.#options.now(),
    }
  }

  #sealSoon(): void {
    if (this.#closed || this.#timer !== undefined || this.#pending.size === 0) return
    this.#timer = setTimeout(() => {
      // A failure is visible in `state`, because the entries wait too long.
      this.seal()
        .catch(() => undefined)
        .finally(() => {
          this.#timer = undefined
          this.#sealSoon()
        })
    }, SEAL_AFTER_MS).unref()
  }

  async #seal(): Promise<void> {
    await this.#settleDoubts()
    for (let part = this.#sealable(); part.length > 0; part = this.#sealable()) {
      const content = { writer: this.writer, turn: this.#turn, entries: part }
      const closed = { at: this.#options.now(), by: this.writer }
      const head = await addBlock(this.#database, this.#key, content, closed)
      if (head === undefined) {
        await this.#catchUp()
        continue
      }
      this.#turn += 1
      for (const { number } of part) this.#pending.delete(number)
      this.anchor(head)
    }
  }

  /** Stores a head outside the database, or keeps the reason why that failed. */
  anchor(head: AuditHead): void {
    try {
      this.#options.anchor(head)
      this.#anchorError = undefined
    } catch (error) {
      this.#anchorError = error
    }
  }

  /**
   * Returns the next entries for a block. They end before the first entry whose unit is undecided,
   * so that the numbers ascend.
   */
  #sealable(): readonly Pending[] {
    const part: Pending[] = []
    for (const one of this.#pending.values()) {
      if (one.state !== 'committed' || part.length === BLOCK_ENTRIES_MAX) break
      part.push(one)
    }
    return part
  }

  /**
   * Catches up after another process considered this writer dead and closed a block for it, or
   * after a block of this writer was committed despite an error.
   */
  async #catchUp(): Promise<void> {
    const newest = await newestBlock(this.#database, this.writer)
    if (newest === undefined) return
    this.#turn = newest.turn + 1
    for (const number of this.#pending.keys()) {
      if (number <= newest.last) this.#pending.delete(number)
    }
  }

  /**
   * Finds out whether units of unknown outcome were committed. PostgreSQL hides a unit while it
   * waits for the standby, which can take any time. A unit is therefore considered lost only if it
   * is still invisible one round after a later unit was confirmed. The extra round is needed
   * because a unit becomes visible a moment after it has finished waiting.
   */
  async #settleDoubts(): Promise<void> {
    const overdue: Pending[] = []
    for (const one of this.#pending.values()) {
      if (one.state !== 'doubted' && one.state !== 'overtaken') continue
      const sql = 'select number from audit_entries where writer = $1 and number = $2'
      const found = await this.#database.read({ sql, params: [this.writer, one.number] })
      if (found.length > 0) one.state = 'committed'
      else if (one.state === 'overtaken') this.#pending.delete(one.number)
      else if (one.at < this.#options.now() - DOUBT_MS) overdue.push(one)
    }
    if (overdue.length === 0) return
    await this.#database.confirm()
    for (const one of overdue) one.state = 'overtaken'
  }
}

const TEXT_LENGTH_MAX = 250

/** Returns the entry with texts that every database stores unchanged. */
function storable(entry: NewAuditEntry): Omit<AuditEntry, 'writer' | 'number' | 'at'> {
  const { actor, account, orderId, reportId, object, purpose } = entry
  return {
    action: entry.action,
    actor: { kind: actor.kind, name: plain(actor.name) },
    account: account && plain(account),
    orderId: orderId && plain(orderId),
    reportId: reportId && plain(reportId),
    object: object && plain(object),
    purpose: purpose && plain(purpose),
    outcome: plain(entry.outcome ?? 'done'),
    fields: (entry.fields ?? []).map(plain),
    records: entry.records,
  }
}

function plain(text: string): string {
  return text
    .slice(0, TEXT_LENGTH_MAX)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
}

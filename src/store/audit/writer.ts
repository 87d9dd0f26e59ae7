/**
 * Writing the audit trail. Entries go into the unit of what they tell of: both stand, or neither. A
 * moment later the writer closes a block over those that stand, from what it remembers of them and
 * not from what the database says: an entry that was changed or removed meanwhile is found too.
 */
import { randomBytes } from 'node:crypto'
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

/** What can commit a unit. */
export type Committing = Pick<Database, 'commit'>

/** Surroundings of a writer. */
export interface AuditOptions {
  /** The machine's time: the trail is evidence, whatever the clock of a sandbox says. */
  readonly now: () => number
  /** Keeps a head where the database has no say. */
  readonly anchor: (head: AuditHead) => void
  /** Is given every row that was changed past the service, when it is met. */
  readonly tampered?: (row: TamperedRow) => void
}

/** The state of writing, for jobs, metrics and checks. */
export interface AuditState {
  readonly writer: string
  /** Entries of this process that wait for their block, and since when the oldest does. */
  readonly unsealed: number
  readonly unsealedSince: number | undefined
}

/** How long entries wait for their block. */
const SEAL_AFTER_MS = 1_000

/** After this a unit of unknown outcome runs no more: it took effect, maybe unseen yet, or never. */
const DOUBT_MS = 60_000

interface Pending {
  readonly number: number
  readonly at: number
  readonly hash: string
  /** `overtaken`: doubted, and a unit that began later is durable. */
  state: 'underway' | 'committed' | 'doubted' | 'overtaken'
}

/** A database that can make sure that what was committed before would survive. */
type WrittenTo = Database & Pick<ProbedDatabase, 'confirm'>

/** A process's own part of the trail. */
export class AuditWriter {
  readonly writer = randomBytes(9).toString('base64url')
  readonly #database: WrittenTo
  readonly #key: AuditKey
  readonly #options: AuditOptions
  /** Entries without a block, by number, ascending. */
  readonly #pending = new Map<number, Pending>()
  #lastNumber = 0
  #turn = 1
  #sealing: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(database: WrittenTo, key: AuditKey, options: AuditOptions) {
    this.#database = database
    this.#key = key
    this.#options = options
  }

  /** The database, whose next unit also carries these entries: they stand or fall with it. */
  recording(...entries: readonly NewAuditEntry[]): Committing {
    return { commit: (unit) => this.#commit(unit, entries) }
  }

  state(): AuditState {
    const [oldest] = this.#pending.values()
    return {
      writer: this.writer,
      unsealed: this.#pending.size,
      unsealedSince: oldest?.at,
    }
  }

  /** Closes blocks over all entries that stand. */
  seal(): Promise<void> {
    this.#sealing = this.#sealing.catch(() => undefined).then(() => this.#seal())
    return this.#sealing
  }

  /** Seals what there is, as far as the database lets it, and no more after that. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    // What cannot be sealed now is sealed by another process, as after a crash.
    await this.seal().catch(() => undefined)
  }

  async #commit(unit: Unit, entries: readonly NewAuditEntry[]): Promise<void> {
    const pending: Pending[] = []
    const statements = entries.map((entry) => {
      const numbered = this.#numbered(entry)
      const line = entryLine(numbered)
      const { number, at } = numbered
      pending.push({ number, at, hash: lineHash(line), state: 'underway' })
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
      // A failure shows in `state`: entries wait longer than they should.
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
        await this.#learnWhatIsSealed()
        continue
      }
      this.#turn += 1
      for (const { number } of part) this.#pending.delete(number)
      this.#options.anchor(head)
    }
  }

  /** The next entries for a block: up to the first whose unit is not decided, so numbers ascend. */
  #sealable(): readonly Pending[] {
    const part: Pending[] = []
    for (const one of this.#pending.values()) {
      if (one.state !== 'committed' || part.length === BLOCK_ENTRIES_MAX) break
      part.push(one)
    }
    return part
  }

  /** Another process took this one for dead, or a block of its own had stood after all. */
  async #learnWhatIsSealed(): Promise<void> {
    const newest = await newestBlock(this.#database, this.writer)
    if (newest === undefined) return
    this.#turn = newest.turn + 1
    for (const number of this.#pending.keys()) {
      if (number <= newest.last) this.#pending.delete(number)
    }
  }

  /**
   * Looks whether units of unknown outcome stand. PostgreSQL does not show one that waits for its
   * standby, however long: it is given up if it is not there after a later unit was confirmed, and a
   * round after that, because what has waited is shown a moment later.
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

/** The entry with texts that every database gives back as they were. */
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
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, TEXT_LENGTH_MAX)
}

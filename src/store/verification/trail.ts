/** The audit trail of a store: recording into it, looking into it, checking it. */
import { HOUR_MS } from '../../time.ts'
import type { AuditAction } from '../audit/actions.ts'
import {
  type AuditHead,
  addBlock,
  BLOCK_ENTRIES_MAX,
  blockLine,
  newestBlock,
} from '../audit/block.ts'
import {
  type BlockWithEntries,
  blocksOf,
  unsealedEntries,
  unsealedWriters,
} from '../audit/chain.ts'
import {
  type AuditEntry,
  type AuditKey,
  type EntryRow,
  entryLine,
  entryOf,
  lineHash,
  type NewAuditEntry,
} from '../audit/entry.ts'
import type { AuditOptions, AuditState, AuditWriter } from '../audit/writer.ts'
import type { Database, Value } from '../engine/database.ts'
import { type AuditChecks, type AuditVerification, verifyTrail } from './verify.ts'
import type { RecordKeys } from './verify-records.ts'

// Sealing what processes left that died before they closed their last block.

/** After this a process that did not seal its entries is taken for dead. */
const ABANDONED_AFTER_MS = 60_000

/** Closes blocks over entries that others left unsealed for too long; the last head, if any. */
async function sealAbandoned(
  database: Database,
  key: AuditKey,
  self: { readonly writer: string; readonly now: () => number },
): Promise<AuditHead | undefined> {
  let head: AuditHead | undefined
  for (const { writer } of await unsealedWriters(database)) {
    if (writer !== self.writer) head = (await sealWriter(database, key, writer, self)) ?? head
  }
  return head
}

async function sealWriter(
  database: Database,
  key: AuditKey,
  writer: string,
  self: { readonly writer: string; readonly now: () => number },
): Promise<AuditHead | undefined> {
  let head: AuditHead | undefined
  for (;;) {
    const newest = await newestBlock(database, writer)
    const rows = await database.read<EntryRow>({
      sql: `select * from audit_entries where writer = $1 and number > $2
        order by number limit $3`,
      params: [writer, newest?.last ?? 0, BLOCK_ENTRIES_MAX],
    })
    const now = self.now()
    // What is of a later hour is of a clock that was ahead, and would wait until that hour.
    const isRecent = ({ at }: EntryRow) => at > now - ABANDONED_AFTER_MS && at < now + HOUR_MS
    if (rows.length === 0 || rows.some(isRecent)) return head
    const entries = rows.map((row) => ({
      number: row.number,
      hash: lineHash(entryLine(entryOf(row))),
    }))
    const content = { writer, turn: (newest?.turn ?? 0) + 1, entries }
    const closed = { at: self.now(), by: self.writer }
    head = (await addBlock(database, key, content, closed)) ?? head
  }
}

// The trail as lines of JSON that an outsider can check: each entry and each block is a line, and
// what the chain holds are the hashes of these lines (docs/audit.md).

/** Which entries are exported; all where nothing is said. The chain is exported whole. */
interface AuditSelection {
  readonly account?: string | undefined
  /** Epoch milliseconds: from this moment, up to that one. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** The lines, in the order of the chain; entries that have no block yet come last. */
async function* exportTrail(database: Database, selection: AuditSelection): AsyncGenerator<string> {
  for await (const part of blocksOf(database)) yield* blockLines(part, selection)
  for await (const entry of unsealedEntries(database)) {
    if (isSelected(entry, selection)) yield entryLine(entry)
  }
}

/**
 * The entries of a block, then the block. Where only some are wanted, the others are given as their
 * hashes, so that those shown can be checked; where none is, only the block is given.
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

// Looking entries up: newest first, page by page.

/** Which entries are listed: those that are all of what is named. */
export interface AuditFilter {
  readonly account?: string | undefined
  readonly orderId?: string | undefined
  readonly reportId?: string | undefined
  /** The name of who acted, of whatever kind. */
  readonly actor?: string | undefined
  readonly action?: AuditAction | undefined
  /** Epoch milliseconds: from this moment, up to that one. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** A part of a list, newest first. */
interface AuditPage {
  /** The last entry of the page before. */
  readonly before?: Pick<AuditEntry, 'at' | 'writer' | 'number'> | undefined
  readonly limit: number
}

const EQUAL = {
  account: (value) => `account = ${value}`,
  orderId: (value) => `order_id = ${value}`,
  reportId: (value) => `report_id = ${value}`,
  actor: (value) => `actor = ${value}`,
  // In words that imply what the index holds; the action that it leaves out is found all over.
  action: (value, action) =>
    `action = ${value} ${action === 'order.new' ? '' : "and action <> 'order.new'"}`,
} as const satisfies Record<
  Exclude<keyof AuditFilter, 'from' | 'to'>,
  (value: string, wanted: string) => string
>
const FILTERS = Object.keys(EQUAL) as readonly (keyof typeof EQUAL)[]

/** What accounts do is about themselves, and found so; the index of actors holds the others. */
const BY_ACCOUNTS = "actor_kind = 'account' and account = actor"
const BY_OTHERS = "actor_kind <> 'account'"

/** Entries like this. */
async function listEntries(
  database: Database,
  filter: AuditFilter,
  page: AuditPage,
): Promise<readonly AuditEntry[]> {
  const { account, actor } = filter
  if (actor === undefined) return await entriesOf(database, filter, page, [])
  const byOthers = await entriesOf(database, filter, page, [BY_OTHERS])
  if (account !== undefined && account !== actor) return byOthers
  const itself = { ...filter, account: actor }
  const byAccounts = await entriesOf(database, itself, page, [BY_ACCOUNTS])
  return [...byOthers, ...byAccounts].sort(newestFirst).slice(0, page.limit)
}

function newestFirst(one: AuditEntry, other: AuditEntry): number {
  if (one.at !== other.at) return other.at - one.at
  if (one.writer !== other.writer) return one.writer < other.writer ? 1 : -1
  return other.number - one.number
}

async function entriesOf(
  database: Database,
  filter: AuditFilter,
  { before, limit }: AuditPage,
  scope: readonly string[],
): Promise<readonly AuditEntry[]> {
  const start = before ?? { at: Number.MAX_SAFE_INTEGER, writer: '', number: 0 }
  const params: Value[] = [start.at, start.writer, start.number, limit]
  const named = FILTERS.flatMap((name) => {
    const wanted = filter[name]
    return wanted === undefined ? [] : [EQUAL[name](`$${params.push(wanted)}`, wanted)]
  })
  const { from, to } = filter
  const within = [
    ...(from === undefined ? [] : [`at >= $${params.push(from)}`]),
    ...(to === undefined ? [] : [`at < $${params.push(to)}`]),
  ]
  const rows = await database.read<EntryRow>({
    sql: `select * from audit_entries
      where ${[...scope, ...named, ...within, '(at, writer, number) < ($1, $2, $3)'].join(' and ')}
      order by at desc, writer desc, number desc limit $4`,
    params,
  })
  return rows.map(entryOf).map(({ mac: _, records: __, ...entry }) => entry)
}

/**
 * When each console user last logged in. Each is found by the index of actors: nothing but what the
 * user did since then is passed over. As an expression, the action is no reason to walk the logins
 * of all.
 */
async function lastLogins(database: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await database.read<{ name: string; at: number | null }>({
    sql: `select name, (select a.at from audit_entries a
        where a.actor = operators.name and a.actor_kind <> 'account' and a.action || '' = $1
        order by a.at desc, a.writer desc, a.number desc limit 1) as at
      from operators`,
    params: ['login.succeeded' satisfies AuditAction],
  })
  return new Map(rows.flatMap(({ name, at }) => (at === null ? [] : [[name, at]])))
}

/** The audit trail. Entries about a change are committed in the unit of that change. */
export interface AuditTrail {
  /** Records what changed nothing else; durable when it resolves. */
  record(...entries: readonly NewAuditEntry[]): Promise<void>
  /** Entries by what they are about, who acted and what they did, newest first. */
  list(filter: AuditFilter, page: AuditPage): Promise<readonly AuditEntry[]>
  /** When each console user last logged in, by name; without those who never did. */
  lastLogins(): Promise<ReadonlyMap<string, number>>
  /** Seals what this process wrote; it does so on its own a second after it wrote. */
  seal(): Promise<void>
  /** Seals what processes left that died. */
  sealAbandoned(): Promise<void>
  /** The newest block, whichever thread or process sealed it; undefined before the first. */
  head(): Promise<AuditHead | undefined>
  state(): AuditState
  verify(checks: AuditChecks): Promise<AuditVerification>
  /** The trail as lines of JSON. */
  export(selection: AuditSelection): AsyncGenerator<string>
}

/** The trail over its database and this process's writer. */
export function auditTrail(
  database: Database,
  key: AuditKey & RecordKeys,
  writer: AuditWriter,
  { now, anchor }: AuditOptions,
): AuditTrail {
  return {
    record: (...entries) => writer.recording(...entries).commit([]),
    list: (filter, page) => listEntries(database, filter, page),
    lastLogins: () => lastLogins(database),
    seal: () => writer.seal(),
    sealAbandoned: async () => {
      const head = await sealAbandoned(database, key, { writer: writer.state().writer, now })
      if (head !== undefined) anchor(head)
    },
    head: async () => {
      const newest = await newestBlock(database)
      return newest && { block: newest.number, hash: newest.hash, closedAt: newest.closedAt }
    },
    state: () => writer.state(),
    verify: (checks) => verifyTrail(database, key, checks),
    export: (selection) => exportTrail(database, selection),
  }
}

// The job of the trail while a service runs: it seals what died processes left, and logs the newest
// head now and then, so that the head is in a log outside the database.

/** The events that the job reports. */
export interface AuditJobEvents {
  readonly head: (head: AuditHead) => void
  readonly trouble: (what: string, error?: unknown) => void
}

const ROUND_EVERY_MS = 30_000

/** Begins with a round at once; `stop` seals what is left and reports the last head. */
export function startTrailJob(
  audit: AuditTrail,
  events: AuditJobEvents,
): { stop(): Promise<void> } {
  let toldBlock = 0
  const tellHead = async () => {
    const { unsealedSince } = audit.state()
    const head = await audit.head()
    if (head !== undefined && head.block !== toldBlock) {
      toldBlock = head.block
      events.head(head)
    }
    if (unsealedSince !== undefined && unsealedSince < Date.now() - ROUND_EVERY_MS) {
      events.trouble('entries of the audit trail wait for their block')
    }
  }
  const round = async () => {
    try {
      await audit.sealAbandoned()
      await tellHead()
    } catch (error) {
      events.trouble('sealing the audit trail failed', error)
    }
  }
  let last = round()
  const timer = setInterval(() => {
    last = last.then(round)
  }, ROUND_EVERY_MS).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await last
      try {
        await audit.seal()
        await tellHead()
      } catch (error) {
        events.trouble('sealing the audit trail failed', error)
      }
    },
  }
}

/** The audit trail of a store: recording, listing, exporting and verifying entries. */
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
import type { AuditOptions, AuditState, AuditWriter, Committing } from '../audit/writer.ts'
import { type Database, failureText, type Value } from '../engine/database.ts'
import { type AuditChecks, type AuditVerification, verifyTrail } from './verify.ts'
import type { RecordKeys } from './verify-records.ts'

// Sealing the entries of processes that died before they closed their last block.

/** After this time, a process that has not sealed its entries is assumed to be dead. */
const ABANDONED_AFTER_MS = 60_000

/** Closes blocks over entries that others left unsealed for too long. Returns the last head. */
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
    // An entry that is more than an hour ahead comes from a clock that was ahead. It would
    // otherwise wait until that hour.
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

// The trail as lines of JSON that an outsider can check. Each entry and each block is a line, and
// the chain contains the hashes of these lines (docs/audit.md).

/** Selects the entries to export; all if empty. The chain is always exported completely. */
interface AuditSelection {
  readonly account?: string | undefined
  /** Epoch milliseconds: from one time (inclusive) to another (exclusive). */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** Yields the lines in the order of the chain. Entries without a block come last. */
async function* exportTrail(database: Database, selection: AuditSelection): AsyncGenerator<string> {
  for await (const part of blocksOf(database)) yield* blockLines(part, selection)
  for await (const entry of unsealedEntries(database)) {
    if (isSelected(entry, selection)) yield entryLine(entry)
  }
}

/**
 * Yields the entries of a block, then the block. If only some entries are selected, yields hashes
 * in place of the others, so that the selected ones can be checked. If none is selected, yields
 * only the block.
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

// Listing entries: newest first, page by page.

/** A filter of entries. All given conditions must match. */
export interface AuditFilter {
  readonly account?: string | undefined
  readonly orderId?: string | undefined
  readonly reportId?: string | undefined
  /** The name of the actor, of any kind. */
  readonly actor?: string | undefined
  readonly action?: AuditAction | undefined
  /** Epoch milliseconds: from one time (inclusive) to another (exclusive). */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** A page of a list, newest first. */
interface AuditPage {
  /** The last entry of the previous page. */
  readonly before?: Pick<AuditEntry, 'at' | 'writer' | 'number'> | undefined
  readonly limit: number
}

const EQUAL = {
  account: (value) => `account = ${value}`,
  orderId: (value) => `order_id = ${value}`,
  reportId: (value) => `report_id = ${value}`,
  actor: (value) => `actor = ${value}`,
  // Implies the condition of the partial index. The action that the index omits is found in all
  // entries.
  action: (value, action) =>
    `action = ${value} ${action === 'order.new' ? '' : "and action <> 'order.new'"}`,
} as const satisfies Record<
  Exclude<keyof AuditFilter, 'from' | 'to'>,
  (value: string, wanted: string) => string
>
const FILTERS = Object.keys(EQUAL) as readonly (keyof typeof EQUAL)[]

/**
 * Accounts act only on themselves, so the index of accounts finds their entries. The index of
 * actors finds the entries of all other actors.
 */
const BY_ACCOUNTS = "actor_kind = 'account' and account = actor"
const BY_OTHERS = "actor_kind <> 'account'"

/** Lists the entries that match a filter. */
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
 * Returns the time of each console user's last login. The index of actors finds it, and skips only
 * the user's actions since then. The action is an expression, so that no query plan walks the
 * logins of all users.
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
  /** Records entries without another change. They are durable when the promise resolves. */
  record(...entries: readonly NewAuditEntry[]): Promise<void>
  /** Returns the database, whose next unit also contains these entries. */
  recording(...entries: readonly NewAuditEntry[]): Committing
  /** Lists entries by object, actor and action, newest first. */
  list(filter: AuditFilter, page: AuditPage): Promise<readonly AuditEntry[]>
  /** Returns when each console user last logged in, by name. Omits users who never did. */
  lastLogins(): Promise<ReadonlyMap<string, number>>
  /** Seals the entries of this process, which also happens a second after they are written. */
  seal(): Promise<void>
  /** Seals the entries of processes that died. */
  sealAbandoned(): Promise<void>
  /**
   * Returns the newest block, whichever thread or process sealed it. Undefined before the first.
   */
  head(): Promise<AuditHead | undefined>
  state(): AuditState
  verify(checks: AuditChecks): Promise<AuditVerification>
  /** Exports the trail as lines of JSON. */
  export(selection: AuditSelection): AsyncGenerator<string>
}

/** Returns the trail of a database, with the writer of this process. */
export function auditTrail(
  database: Database,
  key: AuditKey & RecordKeys,
  writer: AuditWriter,
  { now }: AuditOptions,
): AuditTrail {
  return {
    record: (...entries) => writer.recording(...entries).commit([]),
    recording: (...entries) => writer.recording(...entries),
    list: (filter, page) => listEntries(database, filter, page),
    lastLogins: () => lastLogins(database),
    seal: () => writer.seal(),
    sealAbandoned: async () => {
      const head = await sealAbandoned(database, key, { writer: writer.state().writer, now })
      if (head !== undefined) writer.anchor(head)
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

// The job of the trail while a service runs. It seals the entries of dead processes, and reports
// the newest head now and then, so that the head is in a log outside the database.

/** The events that the job reports. */
export interface AuditJobEvents {
  readonly head: (head: AuditHead) => void
  readonly problem: (what: string, error?: unknown) => void
}

const ROUND_EVERY_MS = 30_000

/**
 * Starts the job with a first round. `stop` seals the remaining entries and reports the last head.
 */
export function startTrailJob(
  audit: AuditTrail,
  events: AuditJobEvents,
): { stop(): Promise<void> } {
  let reportedBlock = 0
  const reportHead = async () => {
    const { unsealedSince, anchorError } = audit.state()
    const head = await audit.head()
    if (head !== undefined && head.block !== reportedBlock) {
      reportedBlock = head.block
      events.head(head)
    }
    if (unsealedSince !== undefined && unsealedSince < Date.now() - ROUND_EVERY_MS) {
      events.problem('entries of the audit trail wait for their block')
    }
    if (anchorError !== undefined) {
      const { code = 'see err' } = anchorError as NodeJS.ErrnoException
      events.problem(`the anchors of the audit trail cannot be written (${code})`, anchorError)
    }
  }
  const round = async (seal: () => Promise<void>) => {
    try {
      await seal()
      await reportHead()
    } catch (error) {
      events.problem(failureText('sealing the audit trail', error), error)
    }
  }
  let last = round(audit.sealAbandoned)
  const timer = setInterval(() => {
    last = last.then(() => round(audit.sealAbandoned))
  }, ROUND_EVERY_MS).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await last
      await round(audit.seal)
    },
  }
}

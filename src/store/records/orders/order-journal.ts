/** Writes the journal: requests as they arrive, and which process fulfills them. */

import { AUDITED_CODES } from '../../../errors.ts'
import { ofOrder, ofPlacedOrder } from '../../audit/entry.ts'
import type { AuditWriter } from '../../audit/writer.ts'
import {
  type Database,
  type LeaseTime,
  tryCommit,
  type Unit,
  UnitRejected,
  type UnitStatement,
  type Value,
} from '../../engine/database.ts'
import { placesOf } from '../../engine/sql-values.ts'
import { insertParts } from '../../sealing/contents.ts'
import type { DataKey, Vault } from '../../sealing/vault.ts'
import { type BeginLimits, lockedLimits, optimisticLimits, runningOf } from './begin-limits.ts'
import type {
  Begun,
  HeldOrder,
  LeasedOrder,
  NewOrder,
  OrderEntry,
  RejectedRequest,
} from './order-entry.ts'
import { insertKey } from './order-keys.ts'
import { insertTokens } from './order-lists.ts'
import type { PullIntent } from './order-pulls.ts'
import { findRetried, findRunningOfMeaning } from './order-rows.ts'

// How often an order that conflicts with another is tried again, if the other has just ended.
const BEGIN_TRIES_MAX = 4

/** The journal: it records requests, and which process fulfills orders. */
export interface OrderJournal {
  /** Journals a request that got an error response and never became an order. */
  journalRejection(request: RejectedRequest): Promise<void>
  /**
   * Journals an order and its intended pulls durably, before any bureau is called. Otherwise
   * returns which order the request repeats, or which limit of the account was reached. If two
   * replicas try at once, only one begins.
   */
  begin(order: NewOrder, pulls: readonly PullIntent[]): Promise<Begun>
  /**
   * Extends the leases of the orders that a runner is working on. The runner names them, so that
   * another runner can settle an order that this one gave up because the database failed.
   */
  renewLeases(runner: string, ids: readonly string[], leaseMs: number): Promise<void>
  /** Ends all leases. Only for the single process of a database, whose predecessors are dead. */
  endLeases(): Promise<void>
  /**
   * Transfers an order whose lease has expired to this runner. Returns false if another runner was
   * faster, or if the holder renewed its lease.
   */
  takeOver(
    order: Pick<LeasedOrder, 'id' | 'runner' | 'leaseUntil'>,
    runner: string,
    leaseMs: number,
  ): Promise<boolean>
}

/** The dependencies of the journal. */
interface Journal {
  readonly database: Database
  readonly vault: Vault
  readonly lease: LeaseTime
}

/** Returns the journal of a database. */
export function orderJournalOver(
  database: Database,
  vault: Vault,
  audit: AuditWriter,
  lease: LeaseTime,
): OrderJournal {
  return {
    journalRejection: (request) => journalRejection(database, vault, audit, request),
    begin: (order, pulls) => beginOrder({ database, vault, lease }, order, pulls),
    renewLeases: (runner, ids, leaseMs) => {
      const sql = `update orders set lease_until = ${lease.sql('$3')}
        where id = $1 and state = 'running' and runner = $2`
      const until = lease.valueOf(leaseMs)
      return database.commit(ids.map((id) => ({ sql, params: [id, runner, until] })))
    },
    endLeases: () =>
      database.commit([
        { sql: "update orders set lease_until = 0 where state = 'running'", params: [] },
      ]),
    takeOver: (order, runner, leaseMs) => {
      const sql = `update orders set runner = $3, lease_until = ${lease.sql('$4')}
        where id = $1 and state = 'running' and runner = $2 and lease_until = $5`
      const params = [order.id, order.runner, runner, lease.valueOf(leaseMs), order.leaseUntil]
      return tryCommit(database, [{ sql, params, rows: 1 }])
    },
  }
}

/** Journals a request that got an error response and never became an order. */
function journalRejection(
  database: Database,
  vault: Vault,
  audit: AuditWriter,
  rejection: RejectedRequest,
): Promise<void> {
  const { id, account, code, purpose, listed } = rejection
  const entry = ofOrder(account, id, { action: 'order.rejected', purpose, outcome: code })
  const own = AUDITED_CODES.has(code) ? [entry] : []
  const entries = [...own, ...ofPlacedOrder(listed?.placedBy, entry)]
  const committing = entries.length > 0 ? audit.recording(...entries) : database
  return underCurrentKey(vault, () => committing.commit(rejectionUnit(vault, rejection)))
}

function rejectionUnit(vault: Vault, rejection: RejectedRequest): Unit {
  const { sent, answer, finishedAt, code } = rejection
  const sealsNothing = sent === undefined && answer === undefined
  const key = sealsNothing ? undefined : vault.newDataKey(rejection)
  const columns = {
    ...entryColumns(rejection),
    state: 'rejected',
    finished_at: finishedAt,
    code,
  }
  return [
    { ...insertOrder(columns, { world: rejection.world }), rows: 1 },
    markUncounted(rejection.id),
    ...insertKey(rejection, key, vault),
    ...(key === undefined ? [] : insertParts(rejection.id, key, { sent, answer })),
    ...insertTokens(rejection, rejection.searchTokens),
  ]
}

/**
 * Runs work that seals new data. If the master key was rotated meanwhile, the database rejects the
 * work, and it is repeated under the current key. Of several orders that are rejected at once, any
 * may be the first to learn of the new key.
 */
async function underCurrentKey<T>(vault: Vault, work: () => Promise<T>): Promise<T> {
  const usedId = vault.masterKeyId()
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof UnitRejected)) throw error
    await vault.followMasterKey()
    if (vault.masterKeyId() === usedId) throw error
    return await work()
  }
}

/**
 * Journals an order with its intended pulls. Otherwise returns which order is its copy, or which
 * limit of the account was reached. Copies of a running or completed order are found before any
 * limit.
 */
async function beginOrder(
  journal: Journal,
  order: NewOrder,
  pulls: readonly PullIntent[],
): Promise<Begun> {
  const { database, vault } = journal
  let limits = optimisticLimits(order, pulls)
  for (let tries = 0; tries < BEGIN_TRIES_MAX; tries++) {
    const begun = await underCurrentKey(vault, () => tryToBegin(journal, order, pulls, limits))
    if (typeof begun === 'object') return begun
    // Only after a rejected unit, because the usual order is new and needs no look-up before.
    if (await isOfEndedWorld(database, order)) return { begun: false, because: 'world' }
    const retry = await findRetried(database, { ...order, since: order.retriesSince })
    if (retry !== undefined) return { begun: false, because: 'retry', order: retry }
    const same = await findRunningOfMeaning(database, order.account, order.meaning)
    if (same !== undefined) return { begun: false, because: 'meaning', order: same }
    const rejected = limits.gates[begun]?.rejected
    if (rejected !== undefined) return await rejected(database)
    limits = lockedLimits(order, pulls)
  }
  throw new Error(
    'the order conflicts with another order that cannot be found: is its ID used twice?',
  )
}

/** Commits the order. If a statement met a limit or another order, returns its index. */
async function tryToBegin(
  journal: Journal,
  order: NewOrder,
  pulls: readonly PullIntent[],
  limits: BeginLimits,
): Promise<Begun | number> {
  const { database, vault } = journal
  const key = vault.newDataKey(order)
  const inserting = limits.gates.length + 1
  try {
    await database.commit(beginning(journal, key, order, pulls, limits))
    const { account, listed = { borrowers: [] } } = order
    return { begun: true, held: { account, key, rows: rowsOf(order, pulls), listed } }
  } catch (error) {
    if (!(error instanceof UnitRejected) || error.statement > inserting + 1) throw error
    if (error.statement <= inserting) return error.statement
    // The key is inserted only if the plan's reports are still the newest. A constraint here means
    // that the master key was rotated.
    if (error.reason === 'rows') return { begun: false, because: 'report' }
    throw error
  }
}

function beginning(
  { vault, lease }: Journal,
  key: DataKey,
  order: NewOrder,
  pulls: readonly PullIntent[],
  { gates, room }: BeginLimits,
): Unit {
  const columns = {
    ...entryColumns(order),
    state: 'running',
    runner: order.runner,
    lease_until: lease.valueOf(order.leaseMs),
    answers_retries: 1,
    meaning: order.meaning ?? null,
  }
  return [
    ...gates.map(({ statement }) => statement),
    replaceRetried(order),
    { ...insertOrder(columns, { room, world: order.world }, lease), rows: 1 },
    ...insertKey(order, key, vault, order.seenReports),
    ...insertParts(order.id, key, { sent: order.sent }),
    markUncounted(order.id),
    ...insertTokens(order, order.searchTokens),
    ...insertPulls(order, pulls),
  ]
}

/** Lets a new order answer retries in place of an equal one that is too old for retries. */
function replaceRetried(order: NewOrder): UnitStatement {
  return {
    sql: `update orders set answers_retries = null
      where account = $1 and operation = $2 and fingerprint = $3 and answers_retries = 1
        and state <> 'running' and received_at < $4`,
    params: [order.account, order.operation, order.fingerprint, order.retriesSince],
  }
}

function entryColumns(entry: OrderEntry) {
  return {
    id: entry.id,
    account: entry.account,
    operation: entry.operation,
    action: entry.action ?? null,
    received_at: entry.receivedAt,
    fingerprint: entry.fingerprint,
    body_bytes: entry.bodyBytes,
    // Only these members, because anything else in an error of the caller may contain a value.
    faults: JSON.stringify(
      (entry.errors ?? []).map(({ path, rule, expected }) => ({ path, rule, expected })),
    ),
    // The notes are among the sealed data of lists.
    notes: '[]',
  }
}

/** Conditions for the insertion of an order, as far as they are given. */
interface InsertConditions {
  /** The account must have fewer running orders than this. */
  readonly room?: number | undefined
  /** The sandbox must still have this generation, as in `OrderEntry`. */
  readonly world: number | undefined
}

/** 0 if no world has begun, as in the state of the sandbox. */
const GENERATION = "select coalesce(max(generation), 0) from world where name = 'sandbox'"

/** Returns whether a sandbox was reset since an order arrived. */
async function isOfEndedWorld(database: Database, { world }: OrderEntry): Promise<boolean> {
  if (world === undefined) return false
  const sql = `select (${GENERATION}) as generation`
  const [row] = await database.read<{ generation: number }>({ sql, params: [] })
  return row?.generation !== world
}

function insertOrder(
  columns: Record<string, Value>,
  { room, world }: InsertConditions,
  lease?: LeaseTime,
): UnitStatement {
  const names = Object.keys(columns)
  const places = names.map((name, index) => {
    const place = `$${index + 1}`
    return name === 'lease_until' && lease !== undefined ? lease.sql(place) : place
  })
  const values = Object.values(columns)
  const into = `insert into orders (${names.join(', ')})`
  const account = places[names.indexOf('account')] ?? ''
  const where = [
    ...(room === undefined ? [] : [`(${runningOf(account)}) < $${values.push(room)}`]),
    ...(world === undefined ? [] : [`(${GENERATION}) = $${values.push(world)}`]),
  ]
  const from =
    where.length === 0
      ? `values (${places.join(', ')})`
      : `select ${places.join(', ')} where ${where.join(' and ')}`
  return { sql: `${into} ${from} on conflict do nothing`, params: values }
}

/** Returns the rows of a new order, for the digest when it ends. */
function rowsOf(order: NewOrder, pulls: readonly PullIntent[]): HeldOrder['rows'] {
  const { id: order_id, account, receivedAt: received_at } = order
  return {
    order: {
      ...EMPTY_ORDER,
      ...entryColumns(order),
      // Set when the order ends.
      state: 'running',
    },
    pulls: pulls.map((pull) => ({
      order_id,
      account,
      received_at,
      ...pullColumns(pull),
      state: 'intended',
      outcome: null,
      finished_at: null,
      failure: null,
      may_have_asked: null,
    })),
  }
}

const EMPTY_ORDER = { finished_at: null, code: null, report_id: null }

function pullColumns(pull: PullIntent) {
  return {
    id: pull.id,
    bureau: pull.bureau,
    borrower_position: pull.borrowerPosition,
    hard: pull.hard ? 1 : 0,
    purpose: pull.purpose,
    end_user: pull.endUser,
    ssn_index: pull.ssnIndex,
    started_at: pull.startedAt,
  }
}

/** Inserts all pulls of an order in one statement. It has few borrowers and three bureaus. */
function insertPulls(order: NewOrder, pulls: readonly PullIntent[]): UnitStatement[] {
  if (pulls.length === 0) return []
  const params: Value[] = [order.id, order.account, order.receivedAt]
  const rows = pulls.map((pull) => {
    const own = Object.values(pullColumns(pull))
    const places = placesOf(own, params.length)
    params.push(...own)
    return `($1, $2, $3, ${places}, 'intended')`
  })
  const columns = `order_id, account, received_at, id, bureau, borrower_position, hard, purpose,
    end_user, ssn_index, started_at, state`
  const sql = `insert into pulls (${columns}) values ${rows.join(', ')}`
  return [{ sql, params, rows: pulls.length }]
}

/** Marks an order as not yet counted by the statistics, in the unit that journals it. */
function markUncounted(orderId: string): UnitStatement {
  return { sql: 'insert into uncounted (order_id) values ($1)', params: [orderId] }
}

/**
 * Checks records against the audit trail: every order that has ended must match the entry of its
 * end, its sealed content must open in its place, and accounts and operators must be as their last
 * change left them. Data in the scope of a purge may be missing, because the purge is in the trail
 * too.
 */

import { type AuditKey, isGenuineEntry, type SealedEntry } from '../audit/entry.ts'
import { isSameGroup } from '../audit/record-digest.ts'
import type { Database, Row } from '../engine/database.ts'
import { placesOf } from '../engine/sql-values.ts'
import {
  type CaseColumns,
  GROUP,
  type OrderRecords,
  orderDigest,
  reportLine,
} from '../records/orders/order-records.ts'
import { NO_CASE } from '../records/reports/report-entry.ts'
import { openPart, type Part } from '../sealing/contents.ts'
import { type KeyRow, type Vault, wrappedKeyOf } from '../sealing/vault.ts'
import type { Findings } from './findings.ts'
import { type PurgedScopes, purgedScopes } from './purged-scopes.ts'
import { checkStrays, rangesOf } from './strays.ts'
import { CHECKS_MAX, checkAccess, presentWorldSince } from './verify-access.ts'

/** The keys that are needed to check records. */
export type RecordKeys = Pick<Vault, 'rowMac' | 'openDataKey' | 'openListed'>

/** How many orders are read at once. */
const ORDERS_AT_ONCE = 200

interface OrderRow extends Row {
  id: string
  account: string
  state: string
  received_at: number
  report_id: string | null
  purged_at: number | null
}

interface SealedKeyRow extends KeyRow, Row {
  order_id: string
  who: Uint8Array | null
}

interface ContentRow extends Row {
  order_id: string
  part: Part
  content: Uint8Array
}

type WholeRow = OrderRow & OrderRecords['order']
type Ending = SealedEntry & { readonly orderId: string; readonly records: Uint8Array }

/** The rows of some orders. */
interface OrderRows {
  readonly orders: ReadonlyMap<string, WholeRow>
  readonly charges: readonly Row[]
  readonly reports: readonly Row[]
  readonly borrowers: readonly Row[]
  readonly cases: readonly Row[]
  readonly pulls: readonly Row[]
  readonly keys: ReadonlyMap<string, SealedKeyRow>
  readonly setAside: ReadonlyMap<string, SealedKeyRow>
  readonly contents: readonly ContentRow[]
}

/** A check of the records in progress. */
export class RecordChecker {
  readonly #database: Database
  readonly #keys: AuditKey & RecordKeys
  readonly #findings: Findings
  readonly #purged: PurgedScopes
  #since: number
  #waiting: Ending[] = []
  #orders = 0

  private constructor(
    database: Database,
    keys: AuditKey & RecordKeys,
    findings: Findings,
    purged: PurgedScopes,
    since: number,
  ) {
    this.#database = database
    this.#keys = keys
    this.#findings = findings
    this.#purged = purged
    this.#since = since
  }

  static async open(
    database: Database,
    keys: AuditKey & RecordKeys,
    findings: Findings,
  ): Promise<RecordChecker> {
    const purged = await purgedScopes(database, keys, findings)
    return new RecordChecker(database, keys, findings, purged, await worldStart(database, keys))
  }

  /** Takes entries of the trail, and compares the orders that they describe in batches. */
  async entries(entries: readonly SealedEntry[]): Promise<void> {
    this.#waiting.push(...entries.filter(isEnding).filter(({ at }) => at > this.#since))
    while (this.#waiting.length >= ORDERS_AT_ONCE) await this.#checkSome()
  }

  /** Checks remaining entries and unknown records. Returns the number of compared orders. */
  async end(): Promise<number> {
    while (this.#waiting.length > 0) await this.#checkSome()
    await checkStrays(this.#database, this.#findings)
    await this.#checkOpenOrders()
    await checkAccess(this.#database, this.#keys, this.#findings)
    return this.#orders
  }

  /**
   * Checks a batch. What differs is read again, because a purge can run between two reads, and a
   * reset of a sandbox removes the orders.
   */
  async #checkSome(): Promise<void> {
    let some: readonly Ending[] = this.#waiting
      .splice(0, ORDERS_AT_ONCE)
      .filter((one) => isGenuineEntry(this.#keys, one))
    this.#orders += some.length
    for (let checks = 1; some.length > 0; checks++) {
      const differing = await this.#differingOf(some)
      if (differing.size === 0) return
      if (checks === CHECKS_MAX) {
        for (const [{ orderId }, what] of differing) {
          for (const each of what) this.#findings.add(`order ${orderId}`, each)
        }
        return
      }
      this.#since = await worldStart(this.#database, this.#keys)
      some = [...differing.keys()].filter(({ at }) => at > this.#since)
    }
  }

  /** Returns the entries whose orders do not match them, each with the differences. */
  async #differingOf(some: readonly Ending[]): Promise<ReadonlyMap<Ending, readonly string[]>> {
    const rows = await rowsOf(
      this.#database,
      some.map(({ orderId }) => orderId),
    )
    const differing = new Map<Ending, readonly string[]>()
    for (const ending of some) {
      const found = await this.#differencesOf(ending, rows)
      if (found.length > 0) differing.set(ending, found)
    }
    return differing
  }

  async #differencesOf({ orderId, records }: Ending, rows: OrderRows): Promise<string[]> {
    const order = rows.orders.get(orderId)
    if (order === undefined) return ['is missing']
    const found = recordsOf(order, rows)
    const digest = orderDigest(found)
    const differences: string[] = []
    if (!isSameGroup(digest, records, GROUP.order)) {
      differences.push('its row, its charge or its report was changed')
    }
    const missing = missingOf(order)
    const isFound =
      isSameGroup(digest, records, GROUP.searchIndexes) ||
      returnedOf(order, found, rows).some((each) =>
        isSameGroup(orderDigest(each), records, GROUP.searchIndexes),
      )
    if (!isFound && !(await this.#wasReportPurged(order, rows))) {
      differences.push('the search indexes of its report were changed')
    }
    if (!isSameGroup(digest, records, GROUP.pulls) && !(await this.#purged.hasInquiries(missing))) {
      differences.push('its pulls were changed')
    }
    return [...differences, ...(await this.#sealedDifferencesOf(order, found, rows))]
  }

  /** Returns whether the content of an order is missing because a purge was to destroy it. */
  async #wasPurged(order: WholeRow, { keys }: OrderRows): Promise<boolean> {
    if (keys.has(order.id) || order.purged_at === null) return false
    return await this.#purged.hasContent(missingOf(order))
  }

  /** Returns whether the search indexes of an order's report are missing because of a purge. */
  async #wasReportPurged(order: WholeRow, rows: OrderRows): Promise<boolean> {
    if (await this.#wasPurged(order, rows)) return true
    const makers = rows.reports.filter(({ id }) => id === order.report_id).map(makerOf)
    const made = await rowsOf(this.#database, makers)
    for (const maker of made.orders.values()) {
      if (maker.id !== order.id && (await this.#wasPurged(maker, made))) return true
    }
    return false
  }

  async #sealedDifferencesOf(
    order: WholeRow,
    records: OrderRecords,
    rows: OrderRows,
  ): Promise<string[]> {
    const differences: string[] = []
    const key = rows.keys.get(order.id) ?? rows.setAside.get(order.id)
    if (rows.keys.has(order.id) !== (order.purged_at === null)) {
      differences.push('its key does not match its state')
    }
    if (!rows.keys.has(order.id) && !(await this.#wasPurged(order, rows))) {
      differences.push('its content was destroyed without a purge')
    }
    if (key === undefined) return differences
    // An order that has ended was parsed, so lists show its borrowers.
    if (key.who === null) differences.push('the data that lists show of it was deleted')
    const contents = rows.contents.filter(({ order_id: id }) => id === order.id)
    const parts = contents.map(({ part }) => part)
    const expected: Part[] = ['sent', 'answer']
    if (records.report !== undefined) expected.push('report')
    const missing = expected.filter((part) => !parts.includes(part))
    if (missing.length > 0) {
      differences.push(`its sealed content is missing: ${missing.join(', ')}`)
    }
    const line = records.report && reportLine(records.report, records.borrowers)
    if (!opens(this.#keys, order, key, contents, line)) {
      differences.push('its sealed content was changed or moved')
    }
    return differences
  }

  /**
   * Checks orders without an entry: running orders and rejected requests. Their key and their sealed
   * content must open.
   */
  async #checkOpenOrders(): Promise<void> {
    for await (const { on, params } of rangesOf(this.#database, 'orders o', 'o.id')) {
      const rows = await this.#database.read<OrderRow & SealedKeyRow>({
        sql: `select o.id, o.account, o.state, k.order_id, k.key_id, k.wrapped, k.who
          from orders o join order_keys k on k.order_id = o.id
          where ${on('o.id')} and ${on('k.order_id')} and o.state in ('running', 'rejected')`,
        params,
      })
      for (let first = 0; first < rows.length; first += ORDERS_AT_ONCE) {
        await this.#openAll(rows.slice(first, first + ORDERS_AT_ONCE))
      }
    }
  }

  async #openAll(rows: readonly (OrderRow & SealedKeyRow)[]): Promise<void> {
    const ids = rows.map(({ id }) => id)
    const all = await readIn<ContentRow>(this.#database, 'contents', 'order_id', ids)
    const contents = Map.groupBy(all, (content) => content.order_id)
    for (const row of rows) {
      // A running order may have ended since its row was read. It has an entry now, and the next
      // verification compares it.
      const parts = (contents.get(row.id) ?? []).filter(({ part }) => part !== 'report')
      if (opens(this.#keys, row, row, parts)) continue
      this.#findings.add(`order ${row.id}`, 'its sealed content was changed or moved')
    }
  }
}

/** Returns the time after which entries describe the present world. All do if there was no other. */
async function worldStart(database: Database, keys: AuditKey): Promise<number> {
  return (await presentWorldSince(database, keys)) ?? Number.NEGATIVE_INFINITY
}

function isEnding(entry: SealedEntry): entry is Ending {
  return entry.orderId !== undefined && entry.records !== undefined
}

function missingOf(order: OrderRow) {
  const { account, received_at: receivedAt, state, report_id: reportId } = order
  return { account, receivedAt, state, reportId }
}

/** Returns whether all sealed data of an order opens with its key, for this order and account. */
function opens(
  keys: RecordKeys,
  order: Pick<OrderRow, 'id' | 'account'>,
  key: SealedKeyRow,
  contents: readonly ContentRow[],
  line?: string,
): boolean {
  try {
    const dataKey = keys.openDataKey(order, wrappedKeyOf(key))
    if (key.who !== null) keys.openListed(order, key.who)
    for (const { part, content } of contents) {
      openPart(dataKey, part, content, part === 'report' ? line : undefined)
    }
    return true
  } catch {
    // The seal is broken, its master key is not configured, or the bytes cannot be unpacked.
    return false
  }
}

function recordsOf(order: WholeRow, rows: OrderRows): OrderRecords {
  const own = (row: Row) => row.order_id === order.id
  const report = rows.reports.find((row) => row.id === order.report_id && own(row))
  const borrowers = rows.borrowers.filter((row) => report && row.report_id === report.id)
  return {
    order,
    charges: rows.charges.filter(own) as unknown as OrderRecords['charges'],
    report: report as unknown as OrderRecords['report'],
    borrowers: borrowers as unknown as OrderRecords['borrowers'],
    pulls: rows.pulls.filter(own) as unknown as OrderRecords['pulls'],
  }
}

/**
 * Returns the records of an order with each case under which it may have returned a report that
 * another order made: the own case of the report, or a further one. Entries of early versions
 * contain no case.
 */
function returnedOf(
  order: WholeRow,
  records: OrderRecords,
  { reports, cases }: OrderRows,
): readonly OrderRecords[] {
  if (records.report !== undefined) return []
  return [...reports.map(ownCase), ...cases]
    .filter(({ report_id: id }) => id === order.report_id)
    .map((returned) => ({ ...records, returned: returned as unknown as CaseColumns }))
}

function ownCase({ id, lender_case }: Row): Row {
  return { report_id: id ?? null, lender_case: lender_case ?? NO_CASE }
}

function makerOf({ order_id: id }: Row): string {
  return String(id)
}

/** Reads the rows of a table in which a column has one of some values. */
async function readIn<R extends Row>(
  database: Database,
  table: string,
  column: string,
  values: readonly string[],
): Promise<readonly R[]> {
  if (values.length === 0) return []
  const sql = `select * from ${table} where ${column} in (${placesOf(values)})`
  return await database.read<R>({ sql, params: values })
}

async function rowsOf(database: Database, ids: readonly string[]): Promise<OrderRows> {
  const read = <R extends Row>(table: string, column: string, values: readonly string[]) =>
    readIn<R>(database, table, column, values)
  const orders = await read<WholeRow>('orders', 'id', ids)
  const reportIds = orders.flatMap(({ report_id: id }) => (id === null ? [] : [id]))
  const keys = await read<SealedKeyRow>('order_keys', 'order_id', ids)
  const setAside = await read<SealedKeyRow>('set_aside_keys', 'order_id', ids)
  return {
    orders: new Map(orders.map((order) => [order.id, order])),
    charges: await read('charges', 'order_id', ids),
    reports: await read('reports', 'id', reportIds),
    borrowers: await read('report_borrowers', 'report_id', reportIds),
    cases: await read('report_cases', 'report_id', reportIds),
    pulls: await read('pulls', 'order_id', ids),
    keys: new Map(keys.map((key) => [key.order_id, key])),
    setAside: new Map(setAside.map((key) => [key.order_id, key])),
    contents: await read<ContentRow>('contents', 'order_id', ids),
  }
}

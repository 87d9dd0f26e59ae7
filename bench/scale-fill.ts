/**
 * Fills a database with orders by SQL. Each order is a copy of a real order with its own ID, time
 * and account. Keyed hashes, search words, the wrapped key and the data for lists are made as the
 * service makes them. Two things differ. Sealed documents cannot be opened, and documents after the
 * oldest month have only a few bytes. Audit entries have no valid hash, so `trimerge audit verify`
 * reports them.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { newId } from '../src/app/identifiers.ts'
import { searchTokens } from '../src/orders/intake/search-tokens.ts'
import { randomBytes } from '../src/random-bytes.ts'
import { jsonBytes } from '../src/store/sealing/packed.ts'
import type { Vault } from '../src/store/sealing/vault.ts'
import { DAY_MS, HOUR_MS } from '../src/time.ts'
import { PLACED_COUNT } from './scale-orders.ts'

type Value = string | number | Uint8Array | null

/** A connection that inserts the orders. It does not guarantee durability. */
interface Filler {
  run(sql: string, params?: readonly Value[]): Promise<void>
  rows(sql: string): Promise<readonly Record<string, Value>[]>
  insert(table: Stage, rows: readonly (readonly Value[])[]): Promise<void>
  close(): Promise<void>
}

/** The columns of the temporary tables in which orders are prepared. */
const STAGES = {
  filled: {
    id: 'text',
    source: 'text',
    account: 'text',
    received_at: 'bigint',
    report_id: 'text',
    earlier_report_id: 'text',
    entry: 'bigint',
    fingerprint: 'bytes',
    meaning: 'bytes',
    lender_case: 'bytes',
    ssn_index: 'bytes',
    joint_index: 'bytes',
    key_id: 'text',
    wrapped: 'bytes',
    who: 'bytes',
  },
  filled_tokens: { id: 'text', token: 'bytes' },
  filled_blocks: { number: 'bigint', turn: 'bigint', first: 'bigint', last: 'bigint' },
} as const
type Stage = keyof typeof STAGES

const WRITER = 'filled-00001'

// The differences between a copy and its source, the order `f.source`. Times move by the same
// amount as the order.
const MOVED = '(f.received_at - o.received_at)'
const ORDER = 'from filled f join orders o on o.id = f.source'
/**
 * The ID of a copied pull or charge. Its last part, the number within the order, stays the same.
 */
const ID_LIKE = (letter: string, id: string) =>
  `'${letter}' || substr(f.id, 2, 12) || substr(${id}, 14)`

// biome-ignore format: a statement each
const COPIES: readonly string[] = [
  `insert into orders (id, account, operation, action, state, received_at, finished_at, fingerprint,
      answers_retries, meaning, body_bytes, code, report_id, faults, notes)
    select f.id, f.account, o.operation, o.action, o.state, f.received_at, o.finished_at + ${MOVED},
      f.fingerprint, o.answers_retries, case when o.meaning is null then null else f.meaning end,
      o.body_bytes, o.code, case when o.report_id is null then null else
        coalesce((select f.report_id from reports r where r.id = o.report_id and r.order_id = o.id), f.earlier_report_id) end,
      o.faults, o.notes ${ORDER}`,
  `insert into order_keys (order_id, key_id, wrapped, sealed_at, who)
    select f.id, f.key_id, f.wrapped, f.received_at, f.who ${ORDER}
    where exists (select 1 from order_keys k where k.order_id = o.id)`,
  `insert into contents (order_id, part, content)
    select f.id, c.part, case when f.received_at < WHOLE_UNTIL then c.content else substr(c.content, 1, 32) end ${ORDER} join contents c on c.order_id = o.id`,
  `insert into order_search (order_id, account, received_at, token)
    select f.id, f.account, f.received_at, t.token from filled f join filled_tokens t on t.id = f.id`,
  `insert into pulls (order_id, id, account, received_at, bureau, borrower_position, hard, purpose, end_user,
      ssn_index, state, outcome, failure, may_have_asked, started_at, finished_at)
    select f.id, ${ID_LIKE('P', 'p.id')}, f.account, f.received_at, p.bureau, p.borrower_position, p.hard,
      p.purpose, p.end_user, case p.borrower_position when 1 then f.ssn_index else f.joint_index end,
      p.state, p.outcome, p.failure, p.may_have_asked, p.started_at + ${MOVED}, p.finished_at + ${MOVED}
    ${ORDER} join pulls p on p.order_id = o.id`,
  `insert into reports (id, account, order_id, operation, product, origin, base_report_id, first_issued_at,
      last_updated_at, bureaus, lender_case, meaning, derivation)
    select f.report_id, f.account, f.id, r.operation, r.product, r.origin, r.base_report_id,
      r.first_issued_at + ${MOVED}, r.last_updated_at + ${MOVED}, r.bureaus, f.lender_case,
      case when r.meaning is null then null else f.meaning end,
      case when r.derivation is null then null else f.meaning end
    ${ORDER} join reports r on r.id = o.report_id and r.order_id = o.id`,
  `insert into report_borrowers (report_id, position, account, ssn_index, identity_index, first_issued_at)
    select f.report_id, b.position, f.account, case b.position when 1 then f.ssn_index else f.joint_index end,
      case b.position when 1 then f.fingerprint else f.lender_case end, b.first_issued_at + ${MOVED}
    ${ORDER} join reports r on r.id = o.report_id and r.order_id = o.id join report_borrowers b on b.report_id = r.id`,
  `insert into charges (order_id, id, kind, account, amount_cents, items, charged_at)
    select f.id, ${ID_LIKE('C', 'c.id')}, c.kind, f.account, c.amount_cents, c.items, c.charged_at + ${MOVED}
    ${ORDER} join charges c on c.order_id = o.id`,
  `insert into audit_entries (writer, number, at, actor_kind, actor, action, account, order_id, report_id,
      purpose, outcome, fields, records, mac)
    select '${WRITER}', f.entry, e.at + ${MOVED}, e.actor_kind, f.account, e.action, f.account, f.id,
      case when e.report_id is null then null else f.report_id end, e.purpose, e.outcome, e.fields,
      e.records, e.mac
    ${ORDER} join audit_entries e on e.order_id = o.id and e.records is not null`,
  `insert into audit_blocks (number, previous, content, writer, turn, first, last, missing, closed_at,
      closed_by, hash, mac)
    select n.number + (select max(number) from audit_blocks), b.previous, b.content, '${WRITER}',
      n.turn, n.first, n.last, '', b.closed_at, '${WRITER}', b.hash, b.mac
    from filled_blocks n join audit_blocks b on b.number = 1`,
]

/**
 * The hours before the end whose orders the service must still count for the statistics, which
 * cover a month.
 */
const COUNTED_HOURS = 24 * 31
const ORDERS_PER_BLOCK = 20
/**
 * The period from the start in which documents have their real size, because its purge is measured.
 */
const WHOLE_MS = 32 * DAY_MS
const CHUNK = 10_000
/** The last name of a borrower in every fiftieth order. */
export const COMMON_NAME = 'Commonly'
const NAMES = 20_000

export interface FillPlan {
  /** The file of an embedded database, or the URL of a PostgreSQL database. */
  readonly place: string
  readonly orders: number
  readonly vault: Vault
  /** The accounts, with their shares of all orders. The sum of the shares is 1. */
  readonly accounts: ReadonlyMap<string, number>
  readonly from: number
  readonly to: number
  /**
   * For a fill while a service runs: the number of orders filled before, and the number that arrive
   * each second.
   */
  readonly live?: { readonly filled: number; readonly perSecond: number }
}

/** An order that is copied. */
interface Source {
  readonly id: string
  readonly hasReport: boolean
  readonly isRare: boolean
}

/** Fills the database. Nothing else may use it meanwhile, unless the plan has `live`. */
export async function fill(plan: FillPlan): Promise<void> {
  const filler = plan.place.includes('://')
    ? await postgresFiller(plan.place)
    : sqliteFiller(plan.place, plan.live === undefined ? BULK : SHARED)
  const { filled = 0, perSecond: atOnce = CHUNK } = plan.live ?? {}
  try {
    const sources = await sourcesOf(filler)
    const [key] = await filler.rows("select key_id from keys where name = 'index'")
    const made = makerOf(plan, sources, String(key?.key_id))
    for (const [stage, columns] of Object.entries(STAGES))
      await filler.run(stageTable(stage, columns))
    for (let first = filled; first < filled + plan.orders; first += atOnce) {
      const count = Math.min(atOnce, filled + plan.orders - first)
      const orders = Array.from({ length: count }, (_, at) => made(first + at))
      await insertOrders(filler, plan, orders, blocksOf(first, count))
      if (plan.live !== undefined) await sleep(1_000)
    }
    for (const stage of Object.keys(STAGES)) await filler.run(`drop table ${stage}`)
  } finally {
    await filler.close()
  }
}

/**
 * Returns the blocks of the audit trail for `count` orders from `first` on. The numbers of the
 * blocks follow the newest block in the database, because a running service adds blocks too.
 */
function blocksOf(first: number, count: number): Value[][] {
  return Array.from({ length: Math.ceil(count / ORDERS_PER_BLOCK) }, (_, block) => {
    const at = block * ORDERS_PER_BLOCK
    const last = Math.min(at + ORDERS_PER_BLOCK, count)
    return [block + 1, (first + at) / ORDERS_PER_BLOCK + 1, first + at + 1, first + last]
  })
}

/** Copies orders in one transaction. */
async function insertOrders(
  filler: Filler,
  { from, to }: FillPlan,
  orders: readonly ReturnType<ReturnType<typeof makerOf>>[],
  blocks: Value[][],
): Promise<void> {
  const wholeUntil = String(from + WHOLE_MS)
  const rows = orders.map(({ row }) => row)
  const tokens = orders.flatMap((order) => order.tokens)
  await filler.run('begin')
  for (const stage of Object.keys(STAGES)) await filler.run(`delete from ${stage}`)
  await filler.insert('filled', rows)
  await filler.insert('filled_tokens', tokens)
  await filler.insert('filled_blocks', blocks)
  for (const sql of COPIES) await filler.run(sql.replace('WHOLE_UNTIL', wholeUntil))
  await filler.run(
    `insert into uncounted (order_id) select id from filled where received_at >= $1`,
    [to - COUNTED_HOURS * HOUR_MS],
  )
  await filler.run('commit')
}

function stageTable(name: string, columns: Readonly<Record<string, string>>): string {
  const typed = Object.entries(columns).map(([column, type]) => `${column} ${type}`)
  return `create temporary table ${name} (${typed.join(', ')})`
}

async function sourcesOf(filler: Filler): Promise<readonly Source[]> {
  const rows = await filler.rows(`select o.id,
      (select count(*) from reports r where r.id = o.report_id and r.order_id = o.id) as reports,
      (select count(*) from pulls p where p.order_id = o.id and p.outcome = '${RARE_OUTCOME}') as rare
    from orders o where not exists
      (select 1 from audit_entries e where e.order_id = o.id and e.writer = '${WRITER}')
    order by o.id desc limit ${PLACED_COUNT}`)
  return rows.map(({ id, reports, rare }) => ({
    id: String(id),
    hasReport: Number(reports) > 0,
    isRare: Number(rare) > 0,
  }))
}

/** A rare outcome of a pull, which one of {@link RARE_EVERY} orders has. */
export const RARE_OUTCOME = 'NoFileReturnedThinFile'
const RARE_EVERY = 20_000
/** The retention period of orders without a report. */
const REJECTION_RETENTION_MS = 90 * DAY_MS

/**
 * Returns a function that makes the rows of an order from its number. The newest order has the
 * highest number.
 */
function makerOf(plan: FillPlan, sources: readonly Source[], keyId: string) {
  const recent = sources.filter(({ isRare }) => !isRare)
  const old = recent.filter(({ hasReport }) => hasReport)
  const everyMs = (plan.to - plan.from) / plan.orders
  const rare = sources.find(({ isRare }) => isRare)
  const earlier = new Map<string, string>()
  return (index: number) => {
    const at = plan.live === undefined ? plan.from + Math.floor(index * everyMs) : Date.now()
    const account = accountAt(plan.accounts, part(index, 1))
    const usual = at < plan.to - REJECTION_RETENTION_MS ? old : recent
    const usualSource = usual[Math.floor(part(index, 2) * usual.length)] as Source
    const source = index % RARE_EVERY === 7 && rare !== undefined ? rare : usualSource
    const id = newId('order', at)
    const reportId = newId('report', at)
    const borrower = borrowerOf(index)
    const key = plan.vault.newDataKey({ id, account })
    const listed = {
      borrowers: [{ name: 'S••• S•••', ssn: `•••-••-${borrower.digits}` }],
      lenderCase: `SCALE-${index}`,
    }
    const row = [
      id,
      source.id,
      account,
      at,
      reportId,
      earlier.get(account) ?? null,
      index + 1,
      randomBytes(32),
      randomBytes(32),
      randomBytes(32),
      randomBytes(32),
      randomBytes(32),
      keyId,
      key.wrapped.bytes,
      plan.vault.sealListed({ id, account }, jsonBytes({ ...LISTED, ...listed })),
    ]
    if (source.hasReport) earlier.set(account, reportId)
    return { row, tokens: tokensOf(borrower, index, plan.vault).map((token) => [id, token]) }
  }
}

/** The other data that lists show, in the size of a real order. */
const LISTED = {
  request: {
    id: 'req-0000000000000000',
    network: '127.0.0.0/24',
    headers: { 'content-type': 'application/xml', 'user-agent': 'lender-system/1.0' },
  },
  steps: ['read', 'plan', 'pull', 'merge', 'print'].map((step) => [step, 1.25]),
  scores: ['one', 'two', 'three'].map((model) => ({ borrower: 1, model, score: 700 })),
}

/** Returns a pseudorandom number from 0 to 1 that is the same in every run. */
function part(index: number, salt: number): number {
  let mixed = Math.imul(index ^ (salt * 0x9e3779b9), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
}

function accountAt(accounts: FillPlan['accounts'], place: number): string {
  let below = 0
  let last = ''
  for (const [name, share] of accounts) {
    last = name
    below += share
    if (place < below) return name
  }
  return last
}

function borrowerOf(index: number) {
  const name = Math.floor(part(index, 3) * NAMES)
  const last = index % 50 === 0 ? COMMON_NAME : `Name${letters(name)}`
  return { last, digits: String(1_000 + Math.floor(part(index, 4) * 9_000)) }
}

function letters(number: number): string {
  return [...String(number)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('')
}

function tokensOf({ last, digits }: ReturnType<typeof borrowerOf>, index: number, vault: Vault) {
  const BORROWER = [
    { _FirstName: `First${letters(index % 1_000)}`, _LastName: last, _SSN: `90012${digits}` },
  ]
  const CREDIT_REQUEST = { LenderCaseIdentifier: `SCALE-${index}`, LOAN_APPLICATION: { BORROWER } }
  return searchTokens({ REQUEST: { REQUEST_DATA: { CREDIT_REQUEST } } }, vault)
}

const SHARED = ['synchronous = off', 'foreign_keys = off', 'temp_store = memory']
const BULK = [
  ...SHARED,
  'journal_mode = delete',
  'journal_mode = memory',
  'locking_mode = exclusive',
  'cache_size = -2000000',
]

function sqliteFiller(path: string, pragmas: readonly string[]): Filler {
  const database = new DatabaseSync(path, { timeout: 5_000 })
  for (const pragma of pragmas) database.exec(`pragma ${pragma}`)
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string) => {
    const known = statements.get(sql) ?? database.prepare(sql.replace(/\$(\d+)/g, '?$1'))
    statements.set(sql, known)
    return known
  }
  return {
    run: async (sql, params = []) => {
      if (params.length === 0 && !sql.startsWith('insert')) database.exec(typesOf(sql, 'blob'))
      else prepared(sql).run(...(params as SQLInputValue[]))
    },
    rows: async (sql) => database.prepare(sql).all() as Record<string, Value>[],
    insert: async (table, rows) => {
      const places = Object.keys(STAGES[table]).map(() => '?')
      const statement = prepared(`insert into ${table} values (${places.join(', ')})`)
      for (const row of rows) statement.run(...(row as SQLInputValue[]))
    },
    close: async () => {
      statements.clear()
      database.close()
    },
  }
}

async function postgresFiller(url: string): Promise<Filler> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('set synchronous_commit = off')
  await client.query('set session_replication_role = replica')
  return {
    run: async (sql, params = []) => void (await client.query(typesOf(sql, 'bytea'), [...params])),
    rows: async (sql) => (await client.query(sql)).rows,
    insert: async (table, rows) => {
      const columns = Object.values(STAGES[table])
      const arrays = columns.map((_, at) => rows.map((row) => asParameter(row[at] ?? null)))
      const places = columns.map((type, at) => `$${at + 1}::${typesOf(type, 'bytea')}[]`)
      await client.query(`insert into ${table} select * from unnest(${places.join(', ')})`, arrays)
    },
    close: async () => {
      await client.query('vacuum analyze').finally(() => client.end())
    },
  }
}

function asParameter(value: Value): Value | Buffer {
  return value instanceof Uint8Array ? Buffer.from(value) : value
}

function typesOf(sql: string, bytes: string): string {
  return sql.replaceAll(/\bbytes\b/g, bytes)
}

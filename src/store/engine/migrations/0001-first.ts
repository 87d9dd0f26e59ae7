/** The first schema: accounts, orders and the records of orders. */
import type { Migration } from './migration.ts'

/** The master keys in use, and the key of the blind indexes, which is sealed under one of them. */
const keys = [
  `create table master_keys (
    id text not null primary key,
    first_used_at bigint not null
  )`,
  `create table keys (
    name text not null primary key,
    key_id text not null references master_keys (id),
    wrapped bytes not null,
    created_at bigint not null
  )`,
]

// `mac` is the keyed hash of a row that grants access: see `sealing/row-mac.ts`. `revision` counts
// the changes of an account and its secrets, or of an operator. It serializes concurrent changes,
// and equals the number of entries in the audit trail. `active_secrets` names the secrets that were
// not retired.
const accounts = [
  `create table accounts (
    name text not null primary key,
    profile text not null,
    created_at bigint not null,
    disabled_at bigint,
    active_secrets text not null,
    revision bigint not null,
    mac bytes not null
  )`,
  `create table account_secrets (
    id text not null primary key,
    account text not null references accounts (name),
    hash bytes not null unique,
    created_at bigint not null,
    expires_at bigint,
    retired_at bigint,
    mac bytes not null
  )`,
  'create index account_secrets_account on account_secrets (account)',
  `create table operators (
    name text not null primary key,
    password_hash text not null,
    role text not null check (role in ('operator', 'auditor', 'integrator')),
    account text references accounts (name),
    created_at bigint not null,
    disabled_at bigint,
    revision bigint not null,
    mac bytes not null,
    check ((role = 'integrator') = (account is not null))
  )`,
]

/** The console sessions, by the keyed hash of the cookie. */
const sessions = [
  `create table sessions (
    token_hash bytes not null primary key,
    operator text not null references operators (name),
    created_at bigint not null,
    seen_at bigint not null,
    mac bytes not null
  )`,
  'create index sessions_operator on sessions (operator)',
]

/**
 * Limits on failed logins and on requests. A failed login is identified by a keyed hash of name and
 * network. Each account with a request rate has one row.
 */
const bounds = [
  `create table login_failures (
    who bytes not null primary key,
    failures bigint not null,
    delay_ms bigint not null,
    blocked_until bigint not null,
    forget_at bigint not null
  )`,
  'create index login_failures_forgotten on login_failures (forget_at)',
  'create index login_failures_fewest on login_failures (failures, forget_at, who)',
  `create table request_rates (
    account text not null primary key references accounts (name),
    since bigint not null,
    requests bigint not null
  )`,
]

/**
 * The journal. `answers_retries` is 1 while requests with the same bytes are retries of this order;
 * the fingerprint is then unique. `meaning` is unique among running orders, so that only one of
 * several copies sent at once begins.
 */
const orders = [
  `create table orders (
    id text not null primary key,
    account text not null references accounts (name),
    operation text not null,
    action text,
    state text not null check (state in ('running', 'done', 'failed', 'rejected')),
    received_at bigint not null,
    finished_at bigint,
    runner text,
    lease_until bigint,
    fingerprint bytes not null,
    answers_retries bigint check (answers_retries = 1),
    meaning bytes,
    body_bytes bigint not null,
    code text,
    report_id text,
    faults text not null,
    notes text not null,
    purged_at bigint
  ) without rowid`,
  // These indexes contain the columns that lists filter by, so that other rows are skipped in the
  // index. They omit the columns that change when an order ends, so that its end does not write to
  // them.
  'create index orders_received on orders (received_at, id, account, operation, action)',
  'create index orders_account on orders (account, received_at, id, operation, action)',
  `create unique index orders_retried on orders (account, operation, fingerprint)
    where answers_retries = 1`,
  "create unique index orders_meaning on orders (account, meaning) where state = 'running'",
  // Few orders have no report. A page of them, or of those with one code, is found without reading
  // other orders.
  `create index orders_state on orders (state, received_at, id)
    where state not in ('running', 'done')`,
  'create index orders_code on orders (code, received_at, id, account) where code is not null',
  'create index orders_report on orders (report_id) where report_id is not null',
  `create index orders_without_report on orders (received_at, id)
    where state in ('failed', 'rejected') and purged_at is null`,
]

/**
 * The key of all sealed content of an order, including its report. It has a separate table with
 * small rows: destroying a row purges the order, and rotating a master key writes nothing else.
 * `sealed_at` is the time when the order was received. `who` is the sealed data of its borrowers
 * that lists show. An unattended purge first sets keys aside, so that they can be restored until it
 * destroys them.
 */
const orderKeys = [
  `create table order_keys (
    order_id text not null primary key references orders (id),
    key_id text not null references master_keys (id),
    wrapped bytes not null,
    sealed_at bigint not null,
    who bytes
  ) without rowid`,
  'create index order_keys_master on order_keys (key_id, sealed_at, order_id)',
  `create table set_aside_keys (
    order_id text not null primary key references orders (id),
    key_id text not null references master_keys (id),
    wrapped bytes not null,
    sealed_at bigint not null,
    who bytes,
    set_aside_at bigint not null
  ) without rowid`,
  'create index set_aside_keys_master on set_aside_keys (key_id, sealed_at, order_id)',
  'create index set_aside_keys_due on set_aside_keys (set_aside_at, order_id)',
]

/**
 * All sealed content of an order, each part separately: `sent` and `answer`, and for an order with
 * a new report also `report` and its printed forms. Queries that need only the other columns do not
 * have to read past this content.
 */
const contents = [
  `create table contents (
    order_id text not null references orders (id),
    part text not null,
    content bytes not null,
    primary key (order_id, part)
  )`,
]

/** The words by which users search for orders, as keyed hashes. Purging an order deletes them. */
const orderSearch = [
  `create table order_search (
    order_id text not null references orders (id),
    account text not null,
    received_at bigint not null,
    token bytes not null,
    primary key (order_id, token)
  ) without rowid`,
  'create index order_search_token on order_search (token, received_at, order_id, account)',
]

/**
 * Inquiry records. They are retained longer than the content of orders, so they contain none of it.
 * `received_at` is that of the order.
 */
const pulls = [
  `create table pulls (
    order_id text not null references orders (id),
    id text not null,
    account text not null,
    received_at bigint not null,
    bureau text not null,
    borrower_position bigint not null,
    hard bigint not null check (hard in (0, 1)),
    purpose text not null,
    end_user text not null,
    ssn_index bytes not null,
    state text not null check (state in ('intended', 'answered', 'failed')),
    outcome text,
    failure text,
    may_have_asked bigint check (may_have_asked in (0, 1)),
    started_at bigint not null,
    finished_at bigint,
    primary key (order_id, id)
  ) without rowid`,
  'create index pulls_bureau on pulls (bureau, received_at, order_id)',
  // Most pulls return a file. A page of orders with another outcome is found without reading these.
  `create index pulls_outcome on pulls (outcome, received_at, order_id, bureau, account)
    where outcome <> 'FileReturned'`,
  'create index pulls_consumer on pulls (ssn_index, started_at)',
]

/**
 * Every index of reports begins with the account and ends with the time of issue. The latest of a
 * thousand reports of one borrower is therefore found as fast as a single one.
 */
const reports = [
  `create table reports (
    id text not null primary key,
    account text not null,
    order_id text not null references orders (id),
    operation text not null,
    product text not null,
    origin text not null check (origin in ('new', 'upgraded', 'unmerged', 'refreshed')),
    base_report_id text references reports (id),
    first_issued_at bigint not null,
    last_updated_at bigint not null,
    bureaus text not null,
    lender_case bytes,
    meaning bytes,
    derivation bytes
  ) without rowid`,
  `create index reports_meaning on reports (account, meaning, first_issued_at)
    where meaning is not null`,
  `create index reports_derivation on reports (account, derivation, first_issued_at)
    where derivation is not null`,
  `create index reports_base on reports (account, base_report_id, first_issued_at)
    where base_report_id is not null`,
  'create index reports_issued on reports (last_updated_at, id)',
  'create index reports_account on reports (account, last_updated_at, id)',
  `create table report_borrowers (
    report_id text not null references reports (id),
    position bigint not null,
    account text not null,
    ssn_index bytes not null,
    identity_index bytes not null,
    first_issued_at bigint not null,
    primary key (report_id, position)
  ) without rowid`,
  `create index report_borrowers_identity
    on report_borrowers (account, identity_index, first_issued_at)`,
  // Further lender cases under which a report was returned again, besides its own. Empty for an
  // order without a case.
  `create table report_cases (
    report_id text not null references reports (id),
    lender_case bytes not null,
    mac bytes not null,
    primary key (report_id, lender_case)
  ) without rowid`,
]

const charges = [
  `create table charges (
    order_id text not null references orders (id),
    id text not null,
    kind text not null,
    account text not null,
    amount_cents bigint not null,
    items text not null,
    charged_at bigint not null,
    primary key (order_id, kind)
  ) without rowid`,
  'create index charges_account on charges (account, charged_at)',
]

/**
 * Counts by hour, for each account and, under the empty name, for all accounts. An order remains in
 * `uncounted` until it has ended and its counts are added.
 */
const statistics = [
  `create table statistics (
    account text not null,
    hour bigint not null,
    kind text not null check (kind in ('order', 'pull', 'charge')),
    name text not null,
    detail text not null,
    bucket bigint not null,
    amount bigint not null,
    primary key (account, hour, kind, name, detail, bucket)
  ) without rowid`,
  'create table uncounted (order_id text not null primary key) without rowid',
]

/** Legal holds, the records of purges, and the jobs that only one of several replicas does. */
const retention = [
  `create table holds (
    report_id text not null primary key references reports (id),
    reason text not null,
    held_at bigint not null
  )`,
  `create table purges (
    id text not null primary key,
    begun_at bigint not null,
    ended_at bigint,
    begun_by_kind text not null,
    begun_by text not null,
    scope text not null,
    orders bigint not null,
    reports bigint not null,
    refusals bigint not null,
    inquiries bigint not null
  )`,
  'create index purges_begun on purges (begun_at, id)',
  `create table jobs (
    name text not null primary key,
    runner text not null,
    lease_until bigint not null,
    due_at bigint not null
  )`,
]

/**
 * The latest times of the machine's clock that services have observed. `accepted_newest`: an
 * operator stated that records up to this time were left by a wrong clock.
 */
const clockMarks = [
  `create table clock_marks (
    name text not null primary key,
    trusted_at bigint not null,
    accepted_newest bigint not null
  )`,
]

/** The simulated world: its start, its time, and the injected faults. At most one row. */
const world = [
  `create table world (
    name text not null primary key,
    epoch bigint not null,
    advanced_ms bigint not null,
    faults text not null
  )`,
]

/** Custom test people, whose numbers are fictional. */
const people = [
  `create table people (
    id text not null primary key,
    ssn text not null unique,
    put_at bigint not null,
    content text not null
  )`,
]

/**
 * The audit trail, whose rows are inserted and never changed. Each writer numbers its entries. The
 * blocks form one chain, and are numbered both overall and per writer. `records` is the digest of
 * the rows that were committed with an entry: see `audit/record-digest.ts`.
 */
const audit = [
  `create table audit_entries (
    writer text not null,
    number bigint not null,
    at bigint not null,
    actor_kind text not null,
    actor text not null,
    action text not null,
    account text,
    order_id text,
    report_id text,
    object text,
    purpose text,
    outcome text not null,
    fields text not null,
    records bytes,
    mac bytes not null,
    primary key (writer, number)
  ) without rowid`,
  'create index audit_entries_at on audit_entries (at, writer, number)',
  // Contains the other columns that lists filter by, so that other rows are skipped in the index.
  `create index audit_entries_account on audit_entries
    (account, at, writer, number, action, actor) where account is not null`,
  // Almost every entry is of an account and a new report, so these indexes omit the common values.
  `create index audit_entries_actor on audit_entries (actor, at, writer, number, action)
    where actor_kind <> 'account'`,
  `create index audit_entries_action on audit_entries (action, at, writer, number)
    where action <> 'order.new'`,
  `create index audit_entries_order on audit_entries (order_id, at, writer, number)
    where order_id is not null`,
  `create index audit_entries_report on audit_entries (report_id, at, writer, number)
    where report_id is not null`,
  `create table audit_blocks (
    number bigint not null primary key,
    previous bytes not null,
    content bytes not null,
    writer text not null,
    turn bigint not null,
    first bigint not null,
    last bigint not null,
    missing text not null,
    closed_at bigint not null,
    closed_by text not null,
    hash bytes not null,
    mac bytes not null,
    unique (writer, turn)
  )`,
]

const AUDIT_TABLES = ['audit_entries', 'audit_blocks'] as const

/** The owner of the tables could grant itself the rights again, but not pass the triggers. */
const auditOnly: Required<Migration>['only'] = {
  sqlite: AUDIT_TABLES.flatMap((table) =>
    ['update', 'delete'].map(
      (change) => `create trigger ${table}_no_${change} before ${change} on ${table}
        begin select raise(abort, 'the audit trail is only added to'); end`,
    ),
  ),
  postgres: [
    `create function audit_only_added_to() returns trigger language plpgsql as $$ begin
      raise exception 'the audit trail is only added to' using errcode = 'restrict_violation';
    end $$`,
    ...AUDIT_TABLES.flatMap((table) => [
      `create trigger ${table}_only_added_to before update or delete or truncate on ${table}
        for each statement execute function audit_only_added_to()`,
      `revoke update, delete, truncate on ${table} from current_user, public`,
    ]),
  ],
}

/** Schema 1. */
export const first: Migration = {
  version: 1,
  statements: [
    ...keys,
    ...accounts,
    ...sessions,
    ...bounds,
    ...orders,
    ...orderKeys,
    ...contents,
    ...orderSearch,
    ...pulls,
    ...reports,
    ...charges,
    ...statistics,
    ...retention,
    ...clockMarks,
    ...world,
    ...people,
    ...audit,
  ],
  only: auditOnly,
}

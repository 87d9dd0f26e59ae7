/** The people of the console: who they are, what they may do, and where they are logged in. */
import type { Actor, NewAuditEntry } from '../audit/entry.ts'
import type { AuditWriter } from '../audit/writer.ts'
import { type Database, type Row, tryCommit, type Unit } from '../engine/database.ts'

/**
 * What a person may do. `operator`: everything. `auditor`: sees everything, changes nothing and
 * sees personal data masked. `integrator`: their own account alone.
 */
export const ROLES = ['operator', 'auditor', 'integrator'] as const
export type Role = (typeof ROLES)[number]

/** A person who may use the console. */
export interface Operator {
  readonly name: string
  /** The text of an argon2id hash, parameters included. */
  readonly passwordHash: string
  readonly role: Role
  /** The account of an integrator; nobody else has one. */
  readonly account?: string | undefined
  readonly createdAt: number
  readonly disabledAt?: number | undefined
}

/** What of a person can change. */
type OperatorState = Pick<Operator, 'role' | 'account' | 'disabledAt'>

/** A session about to begin. */
interface NewSession {
  /** The keyed hash of what the cookie holds. */
  readonly tokenHash: Uint8Array
  readonly operator: string
  readonly createdAt: number
}

/** A session as it is found again, with its person as they are now. */
interface Session {
  readonly operator: Operator
  readonly createdAt: number
  readonly seenAt: number
}

/** How long sessions live: since they began, and since they were last used. */
export interface SessionLife {
  readonly createdSince: number
  readonly seenSince: number
}

/** Console users and their sessions; `by` is the actor that the audit trail names. */
export interface Operators {
  /** False when the name is taken. */
  create(operator: Operator, by: Actor): Promise<boolean>
  find(name: string): Promise<Operator | undefined>
  list(): Promise<readonly Operator[]>
  /**
   * Changes what a person may do. False: there is no such person, or nobody would be left who may
   * change anything.
   */
  change(name: string, state: OperatorState, by: Actor): Promise<boolean>
  /** Gives a new password and ends the person's sessions, but the one that is kept. */
  changePassword(
    name: string,
    hash: string,
    keptSession: Uint8Array | undefined,
    by: Actor,
  ): Promise<boolean>
  /** Begins a session, which is a login, and forgets those that are over. */
  beginSession(session: NewSession, life: SessionLife): Promise<void>
  /** A living session of a person who is not disabled. */
  findSession(tokenHash: Uint8Array, life: SessionLife): Promise<Session | undefined>
  /** Notes that a session is used. */
  touchSession(tokenHash: Uint8Array, at: number): Promise<void>
  endSession(tokenHash: Uint8Array): Promise<void>
  endSessionsOf(operator: string): Promise<void>
}

/** Console users over a database. */
export function operatorsOver(database: Database, audit: AuditWriter): Operators {
  return {
    create: (operator, by) =>
      tryCommit(
        audit.recording({ actor: by, action: 'operator.created', object: operator.name }),
        createOperator(operator),
      ),
    find: async (name) => {
      const sql = 'select * from operators where name = $1'
      const [row] = await database.read<OperatorRow>({ sql, params: [name] })
      return row && operatorOf(row)
    },
    list: async () => {
      const sql = 'select * from operators order by name'
      return (await database.read<OperatorRow>({ sql, params: [] })).map(operatorOf)
    },
    change: (name, state, by) =>
      changeOperator(
        audit.recording({ actor: by, action: 'operator.changed', object: name }),
        name,
        state,
      ),
    changePassword: (name, hash, kept, by) =>
      changePassword(
        audit.recording({ actor: by, action: 'password.changed', object: name }),
        name,
        hash,
        kept,
      ),
    ...sessionsOver(database, audit),
  }
}

type Sessions = Pick<
  Operators,
  'beginSession' | 'findSession' | 'touchSession' | 'endSession' | 'endSessionsOf'
>

function sessionsOver(database: Database, audit: AuditWriter): Sessions {
  return {
    beginSession: (session, life) =>
      audit.recording(loginOf(session)).commit(beginSession(session, life)),
    findSession: (tokenHash, life) => findSession(database, tokenHash, life),
    touchSession: (tokenHash, at) =>
      database.commit([
        { sql: 'update sessions set seen_at = $2 where token_hash = $1', params: [tokenHash, at] },
      ]),
    endSession: (tokenHash) =>
      database.commit([{ sql: 'delete from sessions where token_hash = $1', params: [tokenHash] }]),
    endSessionsOf: (operator) =>
      database.commit([{ sql: 'delete from sessions where operator = $1', params: [operator] }]),
  }
}

interface OperatorRow extends Row {
  name: string
  password_hash: string
  role: Role
  account: string | null
  created_at: number
  disabled_at: number | null
}

function createOperator({ name, passwordHash, role, account, createdAt }: Operator): Unit {
  return [
    {
      sql: `insert into operators (name, password_hash, role, account, created_at)
        values ($1, $2, $3, $4, $5) on conflict do nothing`,
      params: [name, passwordHash, role, account ?? null, createdAt],
      rows: 1,
    },
  ]
}

/** Of two people who disable each other at once, the second must find the first disabled. */
const LOCK_OPERATORS = "update operators set role = role where role = 'operator'"

async function changeOperator(
  database: Pick<Database, 'commit'>,
  name: string,
  { role, account, disabledAt }: OperatorState,
): Promise<boolean> {
  const remains = role === 'operator' && disabledAt === undefined ? 1 : 0
  return tryCommit(
    database,
    [
      { sql: LOCK_OPERATORS, params: [] },
      {
        sql: `update operators set role = $2, account = $3, disabled_at = $4
          where name = $1 and ($5 = 1 or exists (
            select 1 from operators other
            where other.name <> $1 and other.role = 'operator' and other.disabled_at is null))`,
        params: [name, role, account ?? null, disabledAt ?? null, remains],
        rows: 1,
      },
      ...(disabledAt === undefined
        ? []
        : [{ sql: 'delete from sessions where operator = $1', params: [name] }]),
    ],
    1,
  )
}

function changePassword(
  database: Pick<Database, 'commit'>,
  name: string,
  hash: string,
  kept: Uint8Array = new Uint8Array(),
): Promise<boolean> {
  return tryCommit(database, [
    {
      sql: 'update operators set password_hash = $2 where name = $1',
      params: [name, hash],
      rows: 1,
    },
    { sql: 'delete from sessions where operator = $1 and token_hash <> $2', params: [name, kept] },
  ])
}

function loginOf({ operator }: NewSession): NewAuditEntry {
  return { actor: { kind: 'operator', name: operator }, action: 'login.succeeded' }
}

function beginSession(session: NewSession, { createdSince, seenSince }: SessionLife): Unit {
  return [
    {
      sql: 'delete from sessions where created_at < $1 or seen_at < $2',
      params: [createdSince, seenSince],
    },
    {
      sql: `insert into sessions (token_hash, operator, created_at, seen_at)
        values ($1, $2, $3, $3)`,
      params: [session.tokenHash, session.operator, session.createdAt],
      rows: 1,
    },
  ]
}

interface SessionRow extends OperatorRow {
  session_created_at: number
  seen_at: number
}

async function findSession(
  database: Database,
  tokenHash: Uint8Array,
  { createdSince, seenSince }: SessionLife,
): Promise<Session | undefined> {
  const [row] = await database.read<SessionRow>({
    sql: `select o.*, s.created_at as session_created_at, s.seen_at
      from sessions s join operators o on o.name = s.operator
      where s.token_hash = $1 and s.created_at >= $2 and s.seen_at >= $3
        and o.disabled_at is null`,
    params: [tokenHash, createdSince, seenSince],
  })
  if (row === undefined) return undefined
  return { operator: operatorOf(row), createdAt: row.session_created_at, seenAt: row.seen_at }
}

function operatorOf(row: OperatorRow): Operator {
  return {
    name: row.name,
    passwordHash: row.password_hash,
    role: row.role,
    account: row.account ?? undefined,
    createdAt: row.created_at,
    disabledAt: row.disabled_at ?? undefined,
  }
}

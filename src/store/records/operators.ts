/** Console users: name, role and password. */
import type { SerialQueue } from '../../serial-queue.ts'
import type { Actor, NewAuditEntry } from '../audit/entry.ts'
import { recordsDigest } from '../audit/record-digest.ts'
import type { AuditWriter } from '../audit/writer.ts'
import {
  type Database,
  type Row,
  type Statement,
  tryCommit,
  type Unit,
} from '../engine/database.ts'
import { type GuardedColumns, type RowGuard, readRevised, rowLine } from '../sealing/row-mac.ts'

/**
 * The roles. An `operator` may do everything. An `auditor` sees everything with masked personal
 * data, and changes nothing. An `integrator` sees only their own account.
 */
export const ROLES = ['operator', 'auditor', 'integrator'] as const
/** The role of a console user. */
export type Role = (typeof ROLES)[number]

/** A person who may use the console. */
export interface Operator {
  /** The user name at the login and in the audit trail. */
  readonly name: string
  /** The text of an argon2id hash, parameters included. */
  readonly passwordHash: string
  readonly role: Role
  /** The account of an integrator; absent for the other roles. */
  readonly account?: string | undefined
  readonly createdAt: number
  /** The time since when the user may not log in. Absent while they may. */
  readonly disabledAt?: number | undefined
  /** Whether a login requires a code besides the password. */
  readonly hasSecondFactor: boolean
}

/** The values of a new console user. */
type NewOperator = Omit<Operator, 'disabledAt' | 'hasSecondFactor'>

/** The changeable state of a console user. */
type OperatorState = Pick<Operator, 'role' | 'account' | 'disabledAt'>

/** The console users. `by` is the actor that the audit trail names. */
export interface Operators {
  /** Creates a user. Returns false if the name is taken. */
  create(operator: NewOperator, by: Actor): Promise<boolean>
  /** Finds a user, even a disabled one. */
  find(name: string): Promise<Operator | undefined>
  list(): Promise<readonly Operator[]>
  /**
   * Changes role, account or state, starting from the current ones, so that concurrent changes do
   * not undo each other. Returns false if no user or no operator would be left.
   */
  change(name: string, next: (current: Operator) => OperatorState, by: Actor): Promise<boolean>
  /**
   * Sets a new password and ends the user's sessions, except the one to keep. Returns false if there
   * is no such user, or if the session to keep has ended.
   */
  changePassword(
    name: string,
    hash: string,
    keptSession: Uint8Array | undefined,
    by: Actor,
  ): Promise<boolean>
}

/** Returns the console users of a database. */
export function operatorsOver(records: OperatorRecords): Operators {
  const { database, audit, guard } = records
  return {
    create: (operator, by) => createOperator(audit, guard, operator, by),
    find: async (name) => {
      const row = await readOperator(database, guard, name)
      return row && operatorOf(row)
    },
    list: async () => {
      const all = { sql: 'select * from operators order by name', params: [] }
      const rows = await readRevised<OperatorRow>(database, guard, 'operators', all)
      return rows.filter((row) => guard.isGenuine('operators', row)).map(operatorOf)
    },
    change: (name, next, by) =>
      changeOperator(records, { actor: by, action: 'operator.changed', object: name }, (row) =>
        stateChange(guard, row, next(operatorOf(row))),
      ),
    changePassword: (name, hash, kept, by) =>
      changeOperator(records, { actor: by, action: 'password.changed', object: name }, (row) =>
        loginChange(guard, row, ['password_hash', hash], kept),
      ),
  }
}

/** A row of `operators`. Only rows that match their keyed hash are used. */
export interface OperatorRow extends Row {
  name: string
  password_hash: string
  role: Role
  account: string | null
  created_at: number
  disabled_at: number | null
  revision: number
  /** Sealed. Null if the user has no second factor. */
  second_factor: Uint8Array | null
  mac: Uint8Array
}

type OperatorColumns = GuardedColumns<'operators'>

/** Returns the digest of the new state of a console user, for the audit trail. */
export function operatorRecords(row: OperatorColumns): Uint8Array {
  return recordsDigest([rowLine('operators', row)])
}

/** Reads a console user's row. Returns undefined if missing or changed outside the service. */
export async function readOperator(
  database: Database,
  guard: RowGuard,
  name: string,
): Promise<OperatorRow | undefined> {
  const one = { sql: 'select * from operators where name = $1', params: [name] }
  const [row] = await readRevised<OperatorRow>(database, guard, 'operators', one)
  return row !== undefined && guard.isGenuine('operators', row) ? row : undefined
}

function createOperator(
  audit: AuditWriter,
  guard: RowGuard,
  { name, passwordHash, role, account, createdAt }: NewOperator,
  by: Actor,
): Promise<boolean> {
  const row = {
    name,
    password_hash: passwordHash,
    role,
    account: account ?? null,
    created_at: createdAt,
    disabled_at: null,
    revision: 1,
    second_factor: null,
  }
  const records = operatorRecords(row)
  const entry = { actor: by, action: 'operator.created', object: name, records } as const
  return tryCommit(audit.recording({ ...entry, ...accessFacts({}, { role, account }) }), [
    {
      sql: `insert into operators (name, password_hash, role, account, created_at, revision, mac)
        values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
      params: [
        name,
        passwordHash,
        role,
        row.account,
        createdAt,
        row.revision,
        guard.mac('operators', row),
      ],
      rows: 1,
    },
  ])
}

/** Serializes changes, so that two operators who disable each other at once cannot both succeed. */
const LOCK_OPERATORS = {
  sql: "update operators set role = role where role = 'operator'",
  params: [],
}

// If a change conflicts this often, it is no coincidence.
const CHANGE_TRIES_MAX = 20

/** The tools to change a console user. A change commits with its audit entry and its new hash. */
export interface OperatorRecords {
  readonly database: Database
  readonly audit: AuditWriter
  readonly guard: RowGuard
  /** Many changes at once take turns: they lock each other out, and would conflict too often. */
  readonly inTurn: SerialQueue
}

interface OperatorChange {
  /** The row after the change, which the audit entry digests. */
  readonly next: OperatorColumns
  /** What the audit entry says about the change besides the user's name. */
  readonly facts?: AccessFacts
  readonly unit: Unit
}

/**
 * Changes one user's row, starting from its current state. Returns false if there is no such user,
 * or if the change is rejected, for example because no operator would be left. The second statement
 * of a change is the decisive one.
 */
export function changeOperator(
  records: OperatorRecords,
  entry: NewAuditEntry & { readonly object: string },
  change: (row: OperatorRow) => OperatorChange | undefined,
): Promise<boolean> {
  return records.inTurn(() => changeNow(records, entry, change))
}

async function changeNow(
  { database, audit, guard }: OperatorRecords,
  entry: NewAuditEntry & { readonly object: string },
  change: (row: OperatorRow) => OperatorChange | undefined,
): Promise<boolean> {
  let triedRevision: number | undefined
  for (let tries = 0; tries < CHANGE_TRIES_MAX; tries++) {
    const row = await readOperator(database, guard, entry.object)
    // The row is unchanged since the last try, so the change itself was rejected and no other
    // change came first.
    if (row === undefined || row.revision === triedRevision) return false
    const changed = change(row)
    if (changed === undefined) return false
    const { next, facts, unit } = changed
    const records = operatorRecords(next)
    if (await tryCommit(audit.recording({ ...entry, ...facts, records }), unit, 1)) return true
    triedRevision = row.revision
  }
  throw new Error('too many concurrent changes to the console user')
}

function stateChange(guard: RowGuard, row: OperatorRow, state: OperatorState) {
  const { role, account, disabledAt } = state
  const next = {
    ...row,
    role,
    account: account ?? null,
    disabled_at: disabledAt ?? null,
    revision: row.revision + 1,
  }
  const remains = role === 'operator' && disabledAt === undefined ? 1 : 0
  const update = {
    sql: `update operators set role = $2, account = $3, disabled_at = $4, mac = $6, revision = $7
      where name = $1 and revision = $8 and ($5 = 1 or exists (
        select 1 from operators other
        where other.name <> $1 and other.role = 'operator' and other.disabled_at is null))`,
    params: [
      row.name,
      role,
      next.account,
      next.disabled_at,
      remains,
      guard.mac('operators', next),
      next.revision,
      row.revision,
    ],
    rows: 1,
  }
  const ended = { sql: 'delete from sessions where operator = $1', params: [row.name] }
  const unit = [LOCK_OPERATORS, update, ...(disabledAt === undefined ? [] : [ended])]
  return { next, facts: accessFacts(operatorOf(row), state), unit }
}

type AccessFacts = Pick<NewAuditEntry, 'account' | 'fields'>

/**
 * Returns what a change gives a user or takes away. Without it, the trail would not show that a
 * user was an operator for an hour.
 */
function accessFacts(before: Partial<OperatorState>, after: OperatorState): AccessFacts {
  const { role, account, disabledAt } = after
  const isDisabled = disabledAt !== undefined
  const wasDisabled = before.disabledAt !== undefined
  const fields = [
    ...(before.role === role ? [] : [`role-${role}`]),
    ...(before.account === account ? [] : ['account']),
    ...(wasDisabled === isDisabled ? [] : [isDisabled ? 'disabled' : 'enabled']),
  ]
  return { account, fields }
}

/** The columns that a user logs in with. */
type LoginColumn = 'password_hash' | 'second_factor'

/**
 * Returns a change of password or second factor, which ends all sessions but one, or none. The
 * session to keep is that of the user who makes the change. It is rejected if that session has
 * ended since: another change ended it, and the user may be someone who was locked out.
 */
export function loginChange<C extends LoginColumn>(
  guard: RowGuard,
  row: OperatorRow,
  [column, value]: readonly [C, OperatorRow[C]],
  keptSession: Uint8Array | 'all' = new Uint8Array(),
) {
  const { name, revision } = row
  const next = { ...row, [column]: value, revision: revision + 1 }
  const isOwn = keptSession !== 'all' && keptSession.length > 0
  const update = {
    sql: `update operators set ${column} = $2, mac = $3, revision = $4
      where name = $1 and revision = $5 ${isOwn ? `and exists (${OWN_SESSION})` : ''}`,
    params: [
      ...[name, value, guard.mac('operators', next), next.revision, revision],
      ...(isOwn ? [keptSession] : []),
    ],
    rows: 1,
  }
  const ended = keptSession === 'all' ? [] : [endedSessions(name, keptSession)]
  return { next, unit: [LOCK_OPERATORS, update, ...ended] }
}

const OWN_SESSION = 'select 1 from sessions where operator = $1 and token_hash = $6'

/** Returns the statement that ends all sessions of a user except one. */
function endedSessions(operator: string, keptSession: Uint8Array): Statement {
  const sql = 'delete from sessions where operator = $1 and token_hash <> $2'
  return { sql, params: [operator, keptSession] }
}

/** Returns the console user of a row. */
export function operatorOf(row: OperatorRow): Operator {
  return {
    name: row.name,
    passwordHash: row.password_hash,
    role: row.role,
    account: row.account ?? undefined,
    createdAt: row.created_at,
    disabledAt: row.disabled_at ?? undefined,
    hasSecondFactor: row.second_factor !== null,
  }
}

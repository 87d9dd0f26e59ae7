/** Console users: name, role and password. */
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
 * The roles. `operator`: everything. `auditor`: sees everything, changes nothing and sees personal
 * data masked. `integrator`: only their own account.
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
  /** Since when the user may not log in; absent while they may. */
  readonly disabledAt?: number | undefined
  /** Whether a login takes a code beside the password. */
  readonly hasSecondFactor: boolean
}

/** A person about to be added. */
type NewOperator = Omit<Operator, 'disabledAt' | 'hasSecondFactor'>

/** What of a person can change. */
type OperatorState = Pick<Operator, 'role' | 'account' | 'disabledAt'>

/** Console users; `by` is the actor that the audit trail names. */
export interface Operators {
  /** False when the name is taken. */
  create(operator: NewOperator, by: Actor): Promise<boolean>
  /** Disabled users too. */
  find(name: string): Promise<Operator | undefined>
  list(): Promise<readonly Operator[]>
  /** Changes role, account or state. False: there is no such user, or no operator would be left. */
  change(name: string, state: OperatorState, by: Actor): Promise<boolean>
  /** Gives a new password and ends the person's sessions, but the one that is kept. */
  changePassword(
    name: string,
    hash: string,
    keptSession: Uint8Array | undefined,
    by: Actor,
  ): Promise<boolean>
}

/** Console users over a database. */
export function operatorsOver(database: Database, audit: AuditWriter, guard: RowGuard): Operators {
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
    change: (name, state, by) =>
      changeOperator(
        { database, audit, guard },
        { actor: by, action: 'operator.changed', object: name },
        (row) => stateChange(guard, row, state),
      ),
    changePassword: (name, hash, kept, by) =>
      changeOperator(
        { database, audit, guard },
        { actor: by, action: 'password.changed', object: name },
        (row) => loginChange(guard, row, ['password_hash', hash], kept),
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
  /** Sealed; null where the user has none. */
  second_factor: Uint8Array | null
  mac: Uint8Array
}

type OperatorColumns = GuardedColumns<'operators'>

/** What the audit trail says of a console user as they are from now on. */
export function operatorRecords(row: OperatorColumns): Uint8Array {
  return recordsDigest([rowLine('operators', row)])
}

/**
 * The row of a console user; undefined where there is none, or where it was changed past the
 * service.
 */
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
  return tryCommit(audit.recording(entry), [
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

/** Of two people who disable each other at once, the second must find the first disabled. */
const LOCK_OPERATORS = {
  sql: "update operators set role = role where role = 'operator'",
  params: [],
}

// A change that meets others in a row, before it is no coincidence any more.
const CHANGE_TRIES_MAX = 20

/** What a change of a console user needs: it is committed with its audit entry and its new hash. */
export interface OperatorRecords {
  readonly database: Database
  readonly audit: AuditWriter
  readonly guard: RowGuard
}

interface OperatorChange {
  /** The row as it will be, which the audit entry digests. */
  readonly next: OperatorColumns
  readonly unit: Unit
}

/**
 * Changes one user's row, from what it is. False: there is no such user, or the change does not
 * take, as where no operator would be left. The second statement of a change is the one that
 * decides.
 */
export async function changeOperator(
  { database, audit, guard }: OperatorRecords,
  entry: NewAuditEntry & { readonly object: string },
  change: (row: OperatorRow) => OperatorChange | undefined,
): Promise<boolean> {
  let met: number | undefined
  for (let tries = 0; tries < CHANGE_TRIES_MAX; tries++) {
    const row = await readOperator(database, guard, entry.object)
    // The row is unchanged since the last try, so the change itself was rejected and no other
    // change came first.
    if (row === undefined || row.revision === met) return false
    const changed = change(row)
    if (changed === undefined) return false
    const { next, unit } = changed
    const records = operatorRecords(next)
    if (await tryCommit(audit.recording({ ...entry, records }), unit, 1)) return true
    met = row.revision
  }
  throw new Error('a console user was changed by others all the time')
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
  return { next, unit: [LOCK_OPERATORS, update, ...(disabledAt === undefined ? [] : [ended])] }
}

/** What a person logs in with, as their row has it. */
type LoginColumn = 'password_hash' | 'second_factor'

/** Changes what a person logs in with. It ends their sessions but one, or keeps all of them. */
export function loginChange<C extends LoginColumn>(
  guard: RowGuard,
  row: OperatorRow,
  [column, value]: readonly [C, OperatorRow[C]],
  kept: Uint8Array | 'all' = new Uint8Array(),
) {
  const { name, revision } = row
  const next = { ...row, [column]: value, revision: revision + 1 }
  const update = {
    sql: `update operators set ${column} = $2, mac = $3, revision = $4
      where name = $1 and revision = $5`,
    params: [name, value, guard.mac('operators', next), next.revision, revision],
    rows: 1,
  }
  const ended = kept === 'all' ? [] : [endedSessions(name, kept)]
  return { next, unit: [LOCK_OPERATORS, update, ...ended] }
}

/** Ends all sessions of a person but one. */
function endedSessions(operator: string, kept: Uint8Array): Statement {
  const sql = 'delete from sessions where operator = $1 and token_hash <> $2'
  return { sql, params: [operator, kept] }
}

/** A console user as their row says. */
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

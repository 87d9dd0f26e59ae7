/** Logins of console users: their second factors and sessions. */
import { timingSafeEqual } from 'node:crypto'
import type { Actor, NewAuditEntry } from '../audit/entry.ts'
import type { AuditWriter } from '../audit/writer.ts'
import { type Database, tryCommit, type Unit, type UnitStatement } from '../engine/database.ts'
import { type SecondFactor, STEPS_REMEMBERED } from '../sealing/one-time-codes.ts'
import { type RowGuard, readRevised } from '../sealing/row-mac.ts'
import type { Vault } from '../sealing/vault.ts'
import {
  changeOperator,
  loginChange,
  type Operator,
  type OperatorRecords,
  type OperatorRow,
  operatorOf,
  readOperator,
} from './operators.ts'

/** A session that is about to begin. */
interface NewSession {
  /** The keyed hash of the token in the cookie. */
  readonly tokenHash: Uint8Array
  /** The user, as the login has checked them. */
  readonly operator: CheckedOperator
  readonly createdAt: number
}

/** The part of a user that a login depends on. */
type CheckedOperator = Pick<Operator, 'name' | 'passwordHash' | 'hasSecondFactor'>

/** A session that was found, with the current state of its user. */
interface Session {
  readonly operator: Operator
  readonly createdAt: number
  /** The time of the last request that a person caused. */
  readonly seenAt: number
}

/** The lifetime of sessions, from their start and from their last use. */
export interface SessionLife {
  /** Sessions that began earlier have expired, however much they were used. */
  readonly createdSince: number
  /** Sessions that were not used since then have expired. */
  readonly seenSince: number
}

/** Sessions of console users. */
export interface OperatorSessions {
  /**
   * Begins a session, which is a login, and deletes expired sessions. Returns false if the user was
   * disabled, or got another password or second factor, after the login has checked them: their
   * sessions ended then, and this one would not.
   */
  beginSession(session: NewSession, life: SessionLife): Promise<boolean>
  /** Finds an active session of a user who is not disabled. */
  findSession(tokenHash: Uint8Array, life: SessionLife): Promise<Session | undefined>
  /** Records that a session is used. */
  touchSession(tokenHash: Uint8Array, at: number): Promise<void>
  /** Logs out. Has no effect if the session has already ended. */
  endSession(tokenHash: Uint8Array): Promise<void>
  /** Ends all sessions of a user. */
  endSessionsOf(operator: string, by: Actor): Promise<void>
}

/** Returns the sessions of a database. */
export function operatorSessionsOver(
  database: Database,
  audit: AuditWriter,
  guard: RowGuard,
): OperatorSessions {
  return {
    beginSession: (session, life) =>
      tryCommit(audit.recording(loginOf(session)), beginSession(guard, session, life)),
    findSession: (tokenHash, life) => findSession(database, guard, tokenHash, life),
    touchSession: (tokenHash, at) =>
      database.commit([
        { sql: 'update sessions set seen_at = $2 where token_hash = $1', params: [tokenHash, at] },
      ]),
    endSession: (tokenHash) =>
      database.commit([{ sql: 'delete from sessions where token_hash = $1', params: [tokenHash] }]),
    endSessionsOf: (operator, actor) =>
      audit
        .recording({ actor, action: 'sessions.ended', object: operator })
        .commit([{ sql: 'delete from sessions where operator = $1', params: [operator] }]),
  }
}

function loginOf({ operator }: NewSession): NewAuditEntry {
  return { actor: { kind: 'operator', name: operator.name }, action: 'login.succeeded' }
}

function beginSession(
  guard: RowGuard,
  session: NewSession,
  { createdSince, seenSince }: SessionLife,
): Unit {
  const { tokenHash, operator, createdAt } = session
  const { name } = operator
  const row = { token_hash: tokenHash, operator: name, created_at: createdAt }
  return [
    lockUnchanged(operator),
    {
      sql: 'delete from sessions where created_at < $1 or seen_at < $2',
      params: [createdSince, seenSince],
    },
    {
      sql: `insert into sessions (token_hash, operator, created_at, seen_at, mac)
        values ($1, $2, $3, $3, $4)`,
      params: [tokenHash, name, createdAt, guard.mac('sessions', row)],
      rows: 1,
    },
  ]
}

/**
 * Returns a statement that affects a row only if a user is as the login has checked them. It locks
 * the row, so that a change that ends the sessions of the user comes before the new session or
 * finds it.
 */
function lockUnchanged({ name, passwordHash, hasSecondFactor }: CheckedOperator): UnitStatement {
  return {
    sql: `update operators set role = role
      where name = $1 and password_hash = $2 and disabled_at is null
        and case when second_factor is null then 0 else 1 end = $3`,
    params: [name, passwordHash, hasSecondFactor ? 1 : 0],
    rows: 1,
  }
}

interface SessionRow extends OperatorRow {
  session_created_at: number
  session_mac: Uint8Array
  seen_at: number
}

async function findSession(
  database: Database,
  guard: RowGuard,
  tokenHash: Uint8Array,
  { createdSince, seenSince }: SessionLife,
): Promise<Session | undefined> {
  const [row] = await readRevised<SessionRow>(database, guard, 'operators', {
    sql: `select o.*, s.created_at as session_created_at, s.mac as session_mac, s.seen_at
      from sessions s join operators o on o.name = s.operator
      where s.token_hash = $1 and s.created_at >= $2 and s.seen_at >= $3
        and o.disabled_at is null`,
    params: [tokenHash, createdSince, seenSince],
  })
  if (row === undefined || !guard.isGenuine('operators', row)) return undefined
  const session = {
    token_hash: tokenHash,
    operator: row.name,
    created_at: row.session_created_at,
    mac: row.session_mac,
  }
  if (!guard.isGenuine('sessions', session)) return undefined
  return { operator: operatorOf(row), createdAt: row.session_created_at, seenAt: row.seen_at }
}

// The second factor of a console user. It is sealed in the user's row, whose hash covers it.

/** Second factors of console users. */
export interface SecondFactors {
  /** Finds the second factor of a user. Returns undefined if there is none. */
  findFactor(name: string): Promise<SecondFactor | undefined>
  /**
   * Adds a second factor and ends the user's other sessions. Returns false if there is already one,
   * or if the session to keep has ended.
   */
  addFactor(
    name: string,
    factor: SecondFactor,
    keptSession: Uint8Array,
    by: Actor,
  ): Promise<boolean>
  /**
   * Removes the second factor and ends the user's other sessions. Returns false if there is none, or
   * if the session to keep has ended.
   */
  removeFactor(name: string, keptSession: Uint8Array | undefined, by: Actor): Promise<boolean>
  /** Uses the code of a time step. Returns false if it was already used. */
  takeStep(name: string, step: number): Promise<boolean>
  /** Uses a recovery code, by its hash. Returns false if it is invalid or was already used. */
  takeRecoveryCode(name: string, hash: Uint8Array): Promise<boolean>
}

/** The part of the vault that seals second factors. */
type FactorVault = Pick<Vault, 'sealFactor' | 'openFactor'>

/** Returns the second factors of a database. */
export function secondFactorsOver(records: OperatorRecords, vault: FactorVault): SecondFactors {
  const { database, guard } = records
  const factorOf = ({ name, second_factor: sealed }: OperatorRow) =>
    sealed === null ? undefined : openedFactor(vault, name, sealed)
  return {
    findFactor: async (name) => {
      const row = await readOperator(database, guard, name)
      return row && factorOf(row)
    },
    addFactor: (name, factor, kept, by) =>
      changeOperator(records, { actor: by, action: 'second-factor.added', object: name }, (row) =>
        row.second_factor === null
          ? loginChange(guard, row, ['second_factor', sealedFactor(vault, name, factor)], kept)
          : undefined,
      ),
    removeFactor: (name, kept, by) =>
      changeOperator(
        records,
        { actor: by, action: 'second-factor.removed', object: name },
        (row) =>
          row.second_factor === null
            ? undefined
            : loginChange(guard, row, ['second_factor', null], kept),
      ),
    takeStep: (operator, step) =>
      tryCommit(
        database,
        [
          {
            sql: 'delete from second_factor_steps where operator = $1 and step < $2',
            params: [operator, step - STEPS_REMEMBERED],
          },
          {
            sql: `insert into second_factor_steps (operator, step) values ($1, $2)
              on conflict do nothing`,
            params: [operator, step],
            rows: 1,
          },
        ],
        1,
      ),
    takeRecoveryCode: (name, hash) =>
      changeOperator(
        records,
        { actor: { kind: 'operator', name }, action: 'recovery-code.used', object: name },
        (row) => {
          const factor = factorOf(row)
          const left = factor?.recoveryHashes.filter((one) => !timingSafeEqual(one, hash))
          if (factor === undefined || left?.length === factor.recoveryHashes.length)
            return undefined
          const next = { ...factor, recoveryHashes: left ?? [] }
          return loginChange(guard, row, ['second_factor', sealedFactor(vault, name, next)], 'all')
        },
      ),
  }
}

function sealedFactor(vault: FactorVault, name: string, factor: SecondFactor): Uint8Array {
  const { secret, recoveryHashes } = factor
  const text = JSON.stringify([secret.toHex(), recoveryHashes.map((hash) => hash.toHex())])
  return vault.sealFactor(name, new TextEncoder().encode(text))
}

function openedFactor(vault: FactorVault, name: string, sealed: Uint8Array): SecondFactor {
  const text = new TextDecoder().decode(vault.openFactor(name, sealed))
  const [secret, hashes] = JSON.parse(text) as [string, string[]]
  return {
    secret: Uint8Array.fromHex(secret),
    recoveryHashes: hashes.map((hash) => Uint8Array.fromHex(hash)),
  }
}

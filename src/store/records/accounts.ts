/** Accounts that may order, and their secrets. */
import type { Actor } from '../audit/entry.ts'
import type { AuditWriter } from '../audit/writer.ts'
import {
  type Database,
  type Row,
  tryCommit,
  type Unit,
  type UnitStatement,
} from '../engine/database.ts'

import { type FailuresRow, failuresOf, type LoginFailures } from './login-failures.ts'

/** A lender or vendor that may order. */
export interface Account {
  readonly name: string
  /** Products, prices, end user and the like, as JSON; the shape belongs to those who read it. */
  readonly profile: unknown
  readonly createdAt: number
  readonly disabledAt: number | undefined
}

/** A machine-made secret of an account, known only as its keyed hash. */
export interface AccountSecret {
  readonly id: string
  readonly hash: Uint8Array
  readonly createdAt: number
  readonly expiresAt?: number | undefined
}

/** An account with the secrets that open it now: two while one is being replaced. */
export interface AccountWithSecrets extends Account {
  readonly secrets: readonly AccountSecret[]
}

/** What one look tells of an attempt to log in. */
export interface Login {
  readonly account: AccountWithSecrets | undefined
  /** Failed logins of this name from this network. */
  readonly failures: LoginFailures | undefined
}

/** Accounts and their secrets; `by` is the actor that the audit trail names. */
export interface Accounts {
  /** False when the name is taken. */
  create(account: NewAccount, secret: AccountSecret, by: Actor): Promise<boolean>
  /** The account with the secrets that are neither retired nor expired at `now`. */
  find(name: string, now: number): Promise<AccountWithSecrets | undefined>
  /**
   * The account likewise, and in the same look the failures that `who` stands for. A name that is
   * unknown costs as much.
   */
  findLogin(name: string, now: number, who: Uint8Array): Promise<Login>
  list(): Promise<readonly Account[]>
  /** Adds a secret and keeps one older: a lender changes over without a gap. False: no account. */
  addSecret(account: string, secret: AccountSecret, by: Actor): Promise<boolean>
  /** Retires every secret of the account but one, once the changeover is done. */
  retireOlderSecrets(account: string, keptId: string, at: number, by: Actor): Promise<void>
  /** Ends one secret at once. False: the account has no such living secret. */
  retireSecret(account: string, id: string, at: number, by: Actor): Promise<boolean>
  /** Replaces what an account may do and pays. False: no account. */
  writeProfile(account: string, profile: unknown, by: Actor): Promise<boolean>
  /** Refuses an account from then on, or admits it again. False: no account. */
  disable(account: string, at: number | undefined, by: Actor): Promise<boolean>
}

/** What an account is created from. */
export type NewAccount = Pick<Account, 'name' | 'profile' | 'createdAt'>

/** Accounts over a database. */
export function accountsOver(database: Database, audit: AuditWriter): Accounts {
  return {
    create: (account, secret, by) =>
      tryCommit(
        audit.recording({ actor: by, action: 'account.created', account: account.name }),
        createAccount(account, secret),
      ),
    find: async (name, now) => (await findLogin(database, name, now, NOBODY)).account,
    findLogin: (name, now, who) => findLogin(database, name, now, who),
    list: async () =>
      (await database.read({ sql: 'select * from accounts order by name', params: [] })).map(
        accountOf,
      ),
    addSecret: (account, secret, by) =>
      tryCommit(
        audit.recording({ actor: by, action: 'secret.added', account, object: secret.id }),
        addSecret(account, secret),
      ),
    retireOlderSecrets: (account, keptId, at, by) =>
      audit.recording({ actor: by, action: 'secret.kept', account, object: keptId }).commit([
        {
          sql: `update account_secrets set retired_at = $3
            where account = $1 and id <> $2 and retired_at is null`,
          params: [account, keptId, at],
        },
      ]),
    retireSecret: (account, id, at, by) =>
      tryCommit(audit.recording({ actor: by, action: 'secret.retired', account, object: id }), [
        {
          sql: `update account_secrets set retired_at = $3
            where account = $1 and id = $2 and retired_at is null`,
          params: [account, id, at],
          rows: 1,
        },
      ]),
    writeProfile: (account, profile, by) =>
      tryCommit(audit.recording({ actor: by, action: 'account.changed', account }), [
        {
          sql: 'update accounts set profile = $2 where name = $1',
          params: [account, JSON.stringify(profile)],
          rows: 1,
        },
      ]),
    disable: (account, at, by) =>
      tryCommit(audit.recording({ actor: by, action: abledAction(at), account }), [
        {
          sql: 'update accounts set disabled_at = $2 where name = $1',
          params: [account, at ?? null],
          rows: 1,
        },
      ]),
  }
}

function abledAction(disabledAt: number | undefined) {
  return disabledAt === undefined ? 'account.enabled' : 'account.disabled'
}

interface AccountRow extends Row {
  name: string
  profile: string
  created_at: number
  disabled_at: number | null
}

interface LoginRow extends Row {
  failures: number | null
  blocked_until: number | null
  forget_at: number | null
  name: string | null
  profile: string
  created_at: number
  disabled_at: number | null
  secret_id: string | null
  hash: Uint8Array
  secret_created_at: number
  expires_at: number | null
}

function createAccount(account: NewAccount, secret: AccountSecret): Unit {
  return [
    {
      sql: `insert into accounts (name, profile, created_at) values ($1, $2, $3)
        on conflict do nothing`,
      params: [account.name, JSON.stringify(account.profile), account.createdAt],
      rows: 1,
    },
    insertSecret(account.name, secret),
  ]
}

function insertSecret(account: string, secret: AccountSecret): UnitStatement {
  return {
    sql: `insert into account_secrets (id, account, hash, created_at, expires_at)
      values ($1, $2, $3, $4, $5)`,
    params: [secret.id, account, secret.hash, secret.createdAt, secret.expiresAt ?? null],
    rows: 1,
  }
}

function addSecret(account: string, secret: AccountSecret): Unit {
  return [
    {
      // Touches the account's row so that two changes of its secrets come one after the other.
      sql: 'update accounts set name = name where name = $1',
      params: [account],
      rows: 1,
    },
    {
      sql: `update account_secrets set retired_at = $2
        where account = $1 and retired_at is null and id <> (
          select id from account_secrets where account = $1 and retired_at is null
          order by created_at desc, id desc limit 1)`,
      params: [account, secret.createdAt],
    },
    insertSecret(account, secret),
  ]
}

/** The key of no failures. */
const NOBODY = new Uint8Array()

/**
 * A name that nobody has is looked up as the first account's is, and what was found is left aside:
 * how long it takes does not tell the one from the other.
 */
async function findLogin(
  database: Database,
  name: string,
  now: number,
  who: Uint8Array,
): Promise<Login> {
  const rows = await database.read<LoginRow>({
    sql: `select failed.failures, failed.blocked_until, failed.forget_at, accounts.name,
        accounts.profile, accounts.created_at, accounts.disabled_at, secrets.id as secret_id,
        secrets.hash, secrets.created_at as secret_created_at, secrets.expires_at
      from (select 1 as one) as login
      left join login_failures as failed on failed.who = $3
      left join accounts on accounts.name = coalesce(
        (select asked.name from accounts as asked where asked.name = $1),
        (select min(anyone.name) from accounts as anyone))
      left join account_secrets as secrets on secrets.account = accounts.name
        and secrets.retired_at is null and (secrets.expires_at is null or secrets.expires_at > $2)
      order by secrets.created_at, secrets.id`,
    params: [name, now, who],
  })
  const [first] = rows
  const found = first === undefined || first.name === null ? undefined : accountOf(first)
  const account = found && { ...found, secrets: rows.flatMap(secretsOf) }
  return {
    account: account?.name === name ? account : undefined,
    failures: first && first.failures !== null ? failuresOf(first as FailuresRow) : undefined,
  }
}

/** Profiles by their text: requests come far more often than profiles change. */
const profiles = new Map<string, unknown>()
const PROFILES_MAX = 1_000

function profileOf(text: string): unknown {
  const known = profiles.get(text)
  if (known !== undefined) return known
  if (profiles.size >= PROFILES_MAX) profiles.clear()
  const profile = JSON.parse(text)
  profiles.set(text, profile)
  return profile
}

function accountOf(row: Row): Account {
  const { name, profile, created_at, disabled_at } = row as AccountRow
  return {
    name,
    profile: profileOf(profile),
    createdAt: created_at,
    disabledAt: disabled_at ?? undefined,
  }
}

function secretsOf(row: LoginRow): AccountSecret[] {
  const { secret_id: id, hash, secret_created_at: createdAt, expires_at } = row
  return id === null ? [] : [{ id, hash, createdAt, expiresAt: expires_at ?? undefined }]
}

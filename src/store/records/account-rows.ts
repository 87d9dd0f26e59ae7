/** Rows of accounts and of their secrets, and the single read that a login needs. */
import type { Database, Row } from '../engine/database.ts'
import { type RowGuard, readRevised } from '../sealing/row-mac.ts'
import type { AccountSecret } from '../sealing/secrets.ts'
import { type FailuresRow, failuresOf, type LoginFailures } from './login-failures.ts'
import type { SecretUses } from './secret-uses.ts'

/** A lender or vendor that may place orders. */
export interface Account {
  /** The user name of HTTP Basic, which never changes. */
  readonly name: string
  /** Products, prices, end user and other data, as JSON. Its readers define the shape. */
  readonly profile: unknown
  /** By the service's clock, like all times of accounts. */
  readonly createdAt: number
  /** The time since when the account is disabled, or undefined. Its reports and charges remain. */
  readonly disabledAt: number | undefined
}

/** A secret that currently opens an account. */
interface ActiveSecret extends AccountSecret {
  /** The last successful login with it, up to a minute late. Undefined before the first. */
  readonly lastUsedAt: number | undefined
}

/** An account with its active secrets. There are two while one is being replaced. */
export interface AccountWithSecrets extends Account {
  readonly secrets: readonly ActiveSecret[]
}

/** The result of a look-up for a login. */
export interface Login {
  /** Undefined if the name is unknown or its row was changed outside the service. */
  readonly account: AccountWithSecrets | undefined
  /** Failed logins of this name from this network. */
  readonly failures: LoginFailures | undefined
}

/** The columns of an account. */
export type AccountColumns = {
  readonly name: string
  /** The profile as JSON, exactly as it was written. */
  readonly profile: string
  readonly created_at: number
  /** Null while the account may order. */
  readonly disabled_at: number | null
  /**
   * The IDs of the secrets that were not retired, as JSON, so that the hash of the row covers them.
   */
  readonly active_secrets: string
  /** Counts the changes, so that an older version of the row is detected. */
  readonly revision: number
}

/** The columns of a secret. */
export type SecretColumns = {
  readonly id: string
  readonly account: string
  /** The keyed hash of the secret. */
  readonly hash: Uint8Array
  readonly created_at: number
  /** Null for a secret that does not expire. */
  readonly expires_at: number | null
  /** Null while the secret opens the account. */
  readonly retired_at: number | null
}

/** Columns with the keyed hash of their row. */
export type Sealed<T> = T & { readonly mac: Uint8Array }

/** All data that a login needs, in one row for each active secret, so that a login is one read. */
interface LoginRow extends Row {
  /** Null if there are no accounts. */
  name: string | null
  profile: string
  created_at: number
  disabled_at: number | null
  active_secrets: string
  revision: number
  mac: Uint8Array
  /** Null if no failure of this name and network is remembered. */
  failures: number | null
  blocked_until: number | null
  forget_at: number | null
  /** Null if the account has no active secret. */
  secret_id: string | null
  secret_account: string
  hash: Uint8Array
  secret_created_at: number
  expires_at: number | null
  secret_mac: Uint8Array
  last_used_at: number | null
}

/**
 * Looks up an account for a login. For an unknown name, it reads the first account and discards the
 * result, so that the response time does not reveal whether the name exists.
 */
export async function findLogin(
  database: Database,
  guard: RowGuard,
  uses: SecretUses,
  name: string,
  now: number,
  who: Uint8Array,
): Promise<Login> {
  const rows = await readRevised<LoginRow>(database, guard, 'accounts', {
    sql: `select failed.failures, failed.blocked_until, failed.forget_at, accounts.name,
        accounts.profile, accounts.created_at, accounts.disabled_at, accounts.active_secrets,
        accounts.revision, accounts.mac,
        secrets.id as secret_id, secrets.account as secret_account, secrets.hash,
        secrets.created_at as secret_created_at, secrets.expires_at, secrets.mac as secret_mac,
        secrets.last_used_at
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
  const exists = first !== undefined && first.name !== null
  // An unknown name takes as long as a known one, including the check of the row hashes.
  const found = exists && guard.isGenuine('accounts', first) ? accountOf(first) : undefined
  const account = found && { ...found, secrets: rows.flatMap((row) => secretsOf(guard, uses, row)) }
  return {
    account: account?.name === name ? account : undefined,
    failures: first && first.failures !== null ? failuresOf(first as FailuresRow) : undefined,
  }
}

/** Parsed profiles by their text, because requests come far more often than profiles change. */
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

/** Returns the account of a row. */
export function accountOf(row: Row): Account {
  const { name, profile, created_at, disabled_at } = row as Sealed<AccountColumns>
  return {
    name,
    profile: profileOf(profile),
    createdAt: created_at,
    disabledAt: disabled_at ?? undefined,
  }
}

function secretsOf(guard: RowGuard, uses: SecretUses, row: LoginRow): ActiveSecret[] {
  const { secret_id: id, hash, secret_created_at: createdAt, expires_at } = row
  if (id === null) return []
  const columns = {
    id,
    account: row.secret_account,
    hash,
    created_at: createdAt,
    expires_at,
    retired_at: null,
    mac: row.secret_mac,
  }
  const isActive = JSON.parse(row.active_secrets).includes(id)
  if (!guard.isGenuine('account_secrets', columns) || !isActive) return []
  const lastUsedAt = uses.latest(id, row.last_used_at)
  return [{ id, hash, createdAt, expiresAt: expires_at ?? undefined, lastUsedAt }]
}

/** Accounts that may place orders, and their secrets. */
import { serialQueue } from '../../serial-queue.ts'
import type { Actor, NewAuditEntry } from '../audit/entry.ts'
import { recordsDigest } from '../audit/record-digest.ts'
import type { AuditWriter } from '../audit/writer.ts'
import { type Database, tryCommit, type Unit, type UnitStatement } from '../engine/database.ts'
import { type RowGuard, readRevised, rowLine } from '../sealing/row-mac.ts'
import type { AccountSecret } from '../sealing/secrets.ts'
import {
  type Account,
  type AccountColumns,
  type AccountWithSecrets,
  accountOf,
  findLogin,
  type Login,
  type Sealed,
  type SecretColumns,
} from './account-rows.ts'
import { secretUsesOver } from './secret-uses.ts'

/** The accounts and their secrets. `by` is the actor that the audit trail names. */
export interface Accounts {
  /** Creates an account. Returns false if the name is taken. */
  create(account: NewAccount, secret: AccountSecret, by: Actor): Promise<boolean>
  /** Finds an account, with the secrets that are neither retired nor expired at `now`. */
  find(name: string, now: number): Promise<AccountWithSecrets | undefined>
  /**
   * Finds an account in the same way, and the failures under the key `who` in the same read. An
   * unknown name takes as long as a known one.
   */
  findLogin(name: string, now: number, who: Uint8Array): Promise<Login>
  /** Lists all accounts by name, including disabled ones. */
  list(): Promise<readonly Account[]>
  /**
   * Adds a secret and keeps one older secret, so that a lender can change over without a gap.
   * Returns false if there is no such account.
   */
  addSecret(account: string, secret: AccountSecret, by: Actor): Promise<boolean>
  /** Retires all secrets of the account except one, once the changeover is done. */
  retireOlderSecrets(account: string, keptId: string, at: number, by: Actor): Promise<void>
  /** Retires one secret at once. Returns false if the account has no such active secret. */
  retireSecret(account: string, id: string, at: number, by: Actor): Promise<boolean>
  /** Replaces the profile: permissions, prices and more. Returns false if there is no account. */
  writeProfile(account: string, profile: object, by: Actor): Promise<boolean>
  /**
   * Changes the profile, starting from the current one, so that concurrent changes do not undo each
   * other. Returns false if there is no account.
   */
  changeProfile(account: string, next: (current: object) => object, by: Actor): Promise<boolean>
  /**
   * Disables an account, or enables it again. A disabled account stays disabled since the first
   * time. Returns false if there is no such account.
   */
  disable(account: string, at: number | undefined, by: Actor): Promise<boolean>
  /** Remembers a successful login with a secret. `writeSecretUses` writes it to the database. */
  noteSecretUse(id: string, at: number): void
  /** Writes the uses that this process remembers. Of several replicas, the latest use wins. */
  writeSecretUses(): Promise<void>
}

/** The values of a new account. */
type NewAccount = Pick<Account, 'name' | 'profile' | 'createdAt'>

/** A key that matches no failures. */
const NOBODY = new Uint8Array()

/** Returns the accounts of a database. */
export function accountsOver(database: Database, audit: AuditWriter, guard: RowGuard): Accounts {
  const change = accountChanger(database, audit, guard)
  const changeProfile: Accounts['changeProfile'] = (account, next, by) =>
    change({ actor: by, action: 'account.changed', account }, ({ row, secrets }) => {
      const current = JSON.parse(row.profile)
      const profile = next(structuredClone(current))
      const fields = changedKeys(current, profile)
      return { row: { ...row, profile: JSON.stringify(profile) }, secrets, fields }
    })
  const uses = secretUsesOver(database)
  const login = (name: string, now: number, who: Uint8Array) =>
    findLogin(database, guard, uses, name, now, who)
  return {
    create: (account, secret, by) => createAccount(audit, guard, account, secret, by),
    find: async (name, now) => (await login(name, now, NOBODY)).account,
    findLogin: login,
    list: async () => {
      const sql = 'select * from accounts order by name'
      const all = { sql, params: [] }
      const rows = await readRevised<Sealed<AccountColumns>>(database, guard, 'accounts', all)
      return rows.filter((row) => guard.isGenuine('accounts', row)).map(accountOf)
    },
    addSecret: (account, secret, by) =>
      change({ actor: by, action: 'secret.added', account, object: secret.id }, (state) => {
        const remaining = withoutOlder(state.secrets, secret.createdAt)
        return {
          row: state.row,
          secrets: [...remaining, secretColumns(account, secret)],
          fields: remaining
            .filter((one, index) => one.retired_at !== state.secrets[index]?.retired_at)
            .map(({ id }) => `retired-${id}`),
        }
      }),
    retireOlderSecrets: async (account, keptId, at, by) => {
      const entry = { actor: by, action: 'secret.kept', account, object: keptId } as const
      await change(entry, ({ row, secrets }) => ({
        row,
        secrets: secrets.map((one) => (one.id === keptId ? one : retired(one, at))),
      }))
    },
    retireSecret: (account, id, at, by) =>
      change({ actor: by, action: 'secret.retired', account, object: id }, ({ row, secrets }) => {
        const isActive = secrets.some((one) => one.id === id && one.retired_at === null)
        if (!isActive) return undefined
        return { row, secrets: secrets.map((one) => (one.id === id ? retired(one, at) : one)) }
      }),
    writeProfile: (account, profile, by) => changeProfile(account, () => profile, by),
    changeProfile,
    disable: (account, at, by) =>
      change({ actor: by, action: enablingAction(at), account }, ({ row, secrets }) => ({
        row: { ...row, disabled_at: at === undefined ? null : (row.disabled_at ?? at) },
        secrets,
      })),
    noteSecretUse: uses.note,
    writeSecretUses: uses.write,
  }
}

/** Returns the keys whose values differ between two profiles. */
function changedKeys(before: object, after: object): readonly string[] {
  const texts = (profile: object) =>
    new Map(Object.entries(profile).map(([key, value]) => [key, JSON.stringify(value)]))
  const [one, other] = [texts(before), texts(after)]
  const keys = new Set([...one.keys(), ...other.keys()])
  return [...keys].filter((key) => one.get(key) !== other.get(key))
}

function enablingAction(disabledAt: number | undefined) {
  return disabledAt === undefined ? 'account.enabled' : 'account.disabled'
}

/** An account with all of its secrets, including retired ones. */
export interface AccountState {
  readonly row: AccountColumns
  readonly secrets: readonly SecretColumns[]
}

/** Returns the digest of the new state of an account and its secrets, for the audit trail. */
export function accountRecords({ row, secrets }: AccountState): Uint8Array {
  const ordered = secrets.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const lines = ordered.map((secret) => rowLine('account_secrets', secret))
  return recordsDigest([rowLine('accounts', row), ...lines])
}

function secretColumns(account: string, secret: AccountSecret): SecretColumns {
  const { id, hash, createdAt, expiresAt } = secret
  return {
    id,
    account,
    hash,
    created_at: createdAt,
    expires_at: expiresAt ?? null,
    retired_at: null,
  }
}

function activeOf(secrets: readonly SecretColumns[]): string {
  return JSON.stringify(secrets.filter((one) => one.retired_at === null).map(({ id }) => id))
}

function retired(secret: SecretColumns, at: number): SecretColumns {
  return secret.retired_at === null ? { ...secret, retired_at: at } : secret
}

/**
 * Retires all secrets except the newest that opens the account, which the lender still uses. An
 * expired secret opens nothing, although it is newer than one that does not expire.
 */
function withoutOlder(secrets: readonly SecretColumns[], at: number): readonly SecretColumns[] {
  const newest = secrets
    .filter((one) => one.retired_at === null && (one.expires_at ?? Infinity) > at)
    .toSorted((one, other) => one.created_at - other.created_at || (one.id < other.id ? -1 : 1))
    .at(-1)
  return secrets.map((one) => (one.id === newest?.id ? one : retired(one, at)))
}

function createAccount(
  audit: AuditWriter,
  guard: RowGuard,
  account: NewAccount,
  secret: AccountSecret,
  by: Actor,
): Promise<boolean> {
  const { name, createdAt } = account
  const profile = JSON.stringify(account.profile)
  const first = secretColumns(name, secret)
  const active_secrets = activeOf([first])
  const row = {
    name,
    profile,
    created_at: createdAt,
    disabled_at: null,
    active_secrets,
    revision: 1,
  }
  const records = accountRecords({ row, secrets: [first] })
  return tryCommit(
    audit.recording({ actor: by, action: 'account.created', account: name, records }),
    [
      {
        sql: `insert into accounts (name, profile, created_at, active_secrets, revision, mac)
          values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
        params: [
          name,
          profile,
          createdAt,
          active_secrets,
          row.revision,
          guard.mac('accounts', row),
        ],
        rows: 1,
      },
      insertSecret(guard, first),
    ],
  )
}

function insertSecret(guard: RowGuard, row: SecretColumns): UnitStatement {
  return {
    sql: `insert into account_secrets (id, account, hash, created_at, expires_at, mac)
      values ($1, $2, $3, $4, $5, $6)`,
    params: [
      row.id,
      row.account,
      row.hash,
      row.created_at,
      row.expires_at,
      guard.mac('account_secrets', row),
    ],
    rows: 1,
  }
}

// If a change conflicts this often, it is no coincidence.
const CHANGE_TRIES_MAX = 20

type ChangeAccount = (
  entry: NewAuditEntry & { readonly account: string },
  change: (state: AccountState) => ChangedAccount | undefined,
) => Promise<boolean>

/** The state after a change, and what the audit entry says that the change touched. */
type ChangedAccount = AccountState & Pick<NewAuditEntry, 'fields'>

/**
 * Changes an account and its secrets in one unit. Returns false if there is no such account, or if
 * `change` returns undefined. Of two concurrent changes, the second starts again from the result of
 * the first.
 */
function accountChanger(database: Database, audit: AuditWriter, guard: RowGuard): ChangeAccount {
  const changeAccount: ChangeAccount = async (entry, change) => {
    for (let tries = 0; tries < CHANGE_TRIES_MAX; tries++) {
      const found = await readAccount(database, guard, entry.account)
      const changed = found && change(found)
      if (found === undefined || changed === undefined) return false
      const active_secrets = activeOf(changed.secrets)
      const row = { ...changed.row, active_secrets, revision: found.row.revision + 1 }
      const next = { row, secrets: changed.secrets }
      const facts = { fields: changed.fields, records: accountRecords(next) }
      const unit = accountUpdate(guard, found, next)
      if (await tryCommit(audit.recording({ ...entry, ...facts }), unit)) return true
    }
    throw new Error('too many concurrent changes to the account')
  }
  // Many changes at once would conflict with each other too often. They take turns, so that only
  // those of other processes conflict.
  const inTurn = serialQueue()
  return (...args) => inTurn(() => changeAccount(...args))
}

async function readAccount(
  database: Database,
  guard: RowGuard,
  name: string,
): Promise<AccountState | undefined> {
  const one = { sql: 'select * from accounts where name = $1', params: [name] }
  const [row] = await readRevised<Sealed<AccountColumns>>(database, guard, 'accounts', one)
  if (row === undefined || !guard.isGenuine('accounts', row)) return undefined
  const all = 'select * from account_secrets where account = $1 order by id'
  const secrets = await database.read<Sealed<SecretColumns>>({ sql: all, params: [name] })
  return { row, secrets: secrets.filter((secret) => guard.isGenuine('account_secrets', secret)) }
}

function accountUpdate(guard: RowGuard, before: AccountState, after: AccountState): Unit {
  const { row } = after
  const known = new Map(before.secrets.map((secret) => [secret.id, secret]))
  return [
    {
      sql: `update accounts set profile = $2, disabled_at = $3, active_secrets = $4,
          revision = $5, mac = $6
        where name = $1 and revision = $7`,
      params: [
        row.name,
        row.profile,
        row.disabled_at,
        row.active_secrets,
        row.revision,
        guard.mac('accounts', row),
        before.row.revision,
      ],
      rows: 1,
    },
    ...after.secrets.flatMap((secret) => {
      const old = known.get(secret.id)
      if (old === undefined) return [insertSecret(guard, secret)]
      if (old.retired_at === secret.retired_at) return []
      return [
        {
          sql: 'update account_secrets set retired_at = $2, mac = $3 where id = $1',
          params: [secret.id, secret.retired_at, guard.mac('account_secrets', secret)],
          rows: 1,
        },
      ]
    }),
  ]
}

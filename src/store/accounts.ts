/** Accounts that may order, their secrets, and the operators of the console. */
import type { Database, Row, Unit, UnitStatement } from './database.ts'
import { took } from './units.ts'

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

/** A person who may use the console. */
export interface Operator {
  readonly name: string
  /** The text of an argon2id hash, parameters included. */
  readonly passwordHash: string
  readonly createdAt: number
}

/** What the store does with accounts and operators. */
export interface Accounts {
  /** False when the name is taken. */
  createAccount(account: NewAccount, secret: AccountSecret): Promise<boolean>
  /** The account with the secrets that are neither retired nor expired at `now`. */
  findAccount(name: string, now: number): Promise<AccountWithSecrets | undefined>
  listAccounts(): Promise<readonly Account[]>
  /** Adds a secret and keeps one older: a lender changes over without a gap. False: no account. */
  addSecret(account: string, secret: AccountSecret): Promise<boolean>
  /** Retires every secret of the account but one, once the changeover is done. */
  retireOlderSecrets(account: string, keptId: string, at: number): Promise<void>
  /** False when the name is taken. */
  createOperator(operator: Operator): Promise<boolean>
  findOperator(name: string): Promise<Operator | undefined>
  listOperators(): Promise<readonly Operator[]>
}

/** What an account is created from. */
export type NewAccount = Pick<Account, 'name' | 'profile' | 'createdAt'>

/** The part of the store about who may order and who may look. */
export function accountsOver(database: Database): Accounts {
  return {
    createAccount: (account, secret) => took(database, createAccount(account, secret)),
    findAccount: (name, now) => findAccount(database, name, now),
    listAccounts: async () =>
      (await database.read({ sql: 'select * from accounts order by name', params: [] })).map(
        accountOf,
      ),
    addSecret: (account, secret) => took(database, addSecret(account, secret)),
    retireOlderSecrets: (account, keptId, at) =>
      database.commit([
        {
          sql: `update account_secrets set retired_at = $3
            where account = $1 and id <> $2 and retired_at is null`,
          params: [account, keptId, at],
        },
      ]),
    ...operatorsOver(database),
  }
}

type Operators = Pick<Accounts, 'createOperator' | 'findOperator' | 'listOperators'>

function operatorsOver(database: Database): Operators {
  return {
    createOperator: (operator) => took(database, createOperator(operator)),
    findOperator: async (name) => {
      const sql = 'select * from operators where name = $1'
      const [row] = await database.read<OperatorRow>({ sql, params: [name] })
      return row && operatorOf(row)
    },
    listOperators: async () => {
      const sql = 'select * from operators order by name'
      return (await database.read<OperatorRow>({ sql, params: [] })).map(operatorOf)
    },
  }
}

interface AccountRow extends Row {
  name: string
  profile: string
  created_at: number
  disabled_at: number | null
}

interface SecretRow extends Row {
  id: string
  hash: Uint8Array
  created_at: number
  expires_at: number | null
}

interface OperatorRow extends Row {
  name: string
  password_hash: string
  created_at: number
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

function createOperator({ name, passwordHash, createdAt }: Operator): Unit {
  return [
    {
      sql: `insert into operators (name, password_hash, created_at) values ($1, $2, $3)
        on conflict do nothing`,
      params: [name, passwordHash, createdAt],
      rows: 1,
    },
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

async function findAccount(
  database: Database,
  name: string,
  now: number,
): Promise<AccountWithSecrets | undefined> {
  const sql = 'select * from accounts where name = $1'
  const [account] = await database.read<AccountRow>({ sql, params: [name] })
  if (account === undefined) return undefined
  const secrets = await database.read<SecretRow>({
    sql: `select id, hash, created_at, expires_at from account_secrets
      where account = $1 and retired_at is null and (expires_at is null or expires_at > $2)
      order by created_at, id`,
    params: [name, now],
  })
  return { ...accountOf(account), secrets: secrets.map(secretOf) }
}

function accountOf(row: Row): Account {
  const { name, profile, created_at, disabled_at } = row as AccountRow
  return {
    name,
    profile: JSON.parse(profile),
    createdAt: created_at,
    disabledAt: disabled_at ?? undefined,
  }
}

function secretOf({ id, hash, created_at, expires_at }: SecretRow): AccountSecret {
  return { id, hash, createdAt: created_at, expiresAt: expires_at ?? undefined }
}

function operatorOf({ name, password_hash, created_at }: OperatorRow): Operator {
  return { name, passwordHash: password_hash, createdAt: created_at }
}

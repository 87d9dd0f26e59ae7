/**
 * The first start: creates an account and an operator in an empty database, so that a new sandbox
 * can be used at once.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AccountProfile } from '../orders/intake/ordering-account.ts'
import type { Tools } from '../orders/tools.ts'
import { CREDENTIALS_FILE, FIRST_ACCOUNT, FIRST_OPERATOR } from '../sandbox/first-account.ts'
import { SERVICE } from '../store/audit/entry.ts'
import { newAccountSecret, newSecret, secretPasswordHash } from '../store/sealing/secrets.ts'
import type { Storage } from './open-storage.ts'

/** The credentials of the sandbox, as stored in `data/sandbox-credentials.json`. */
export interface SandboxCredentials {
  readonly account: { readonly name: string; readonly secret: string }
  readonly operator: { readonly name: string; readonly password: string }
}

/**
 * Creates account `sandbox` and operator `admin` if there is no account yet. Returns undefined if
 * accounts exist: only their owners know their credentials.
 */
export async function prepareFirstStart(
  { store, vault }: Storage,
  data: string,
  now: Date,
): Promise<SandboxCredentials | undefined> {
  if ((await store.accounts.list()).length > 0) return undefined
  const createdAt = now.getTime()
  const { secret, stored } = newAccountSecret(vault, createdAt)
  const credentials: SandboxCredentials = {
    account: { name: FIRST_ACCOUNT, secret },
    operator: { name: FIRST_OPERATOR, password: newSecret() },
  }
  // Only the owner can read the file. The sandbox commands find the credentials there. It is written
  // first: if the disk is full, no account exists whose secret is known to no one.
  const file = sandboxCredentialsFile(data)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(credentials)}\n`, { mode: 0o600, flush: true })
  try {
    if (!(await createFirst({ store, credentials, stored, createdAt }))) return undefined
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
  return credentials
}

interface FirstCredentials extends Pick<Storage, 'store'> {
  readonly credentials: SandboxCredentials
  /** The secret of the account as the database stores it. */
  readonly stored: ReturnType<typeof newAccountSecret>['stored']
  readonly createdAt: number
}

/** Creates the account and the operator. Returns false if another replica was faster. */
async function createFirst({
  store,
  credentials,
  stored,
  createdAt,
}: FirstCredentials): Promise<boolean> {
  const created = await store.accounts.create(
    {
      name: credentials.account.name,
      profile: AccountProfile.parse({ party: { name: 'Sandbox Lender' }, sandboxControl: 'yes' }),
      createdAt,
    },
    stored,
    SERVICE,
  )
  // Another replica on the same database was faster, and has the credentials.
  if (!created) return false
  await store.operators.create(
    {
      name: credentials.operator.name,
      passwordHash: secretPasswordHash(credentials.operator.password),
      role: 'operator',
      createdAt,
    },
    SERVICE,
  )
  return true
}

/** Returns the path of the sandbox credentials in a data folder. */
export function sandboxCredentialsFile(data: string): string {
  return join(data, CREDENTIALS_FILE)
}

/**
 * Returns the absolute path of the credentials file if the file exists and its secret is still
 * active. That secret is the first one, created at the same time as the account.
 */
export async function activeCredentialsFile(
  { store, now }: Pick<Tools, 'store' | 'now'>,
  data: string,
): Promise<string | undefined> {
  const path = resolve(sandboxCredentialsFile(data))
  if (!existsSync(path)) return undefined
  const account = await store.accounts.find(FIRST_ACCOUNT, now().getTime())
  const isActive = account?.secrets.some(({ createdAt }) => createdAt === account.createdAt)
  return isActive ? path : undefined
}

/** Returns the credentials of the sandbox; undefined if the data folder has none. */
export function readSandboxCredentials(data: string): SandboxCredentials | undefined {
  const path = sandboxCredentialsFile(data)
  if (!existsSync(path)) return undefined
  const text = readFileSync(path, 'utf8')
  try {
    const credentials = JSON.parse(text) as SandboxCredentials
    if (credentials.account.secret && credentials.operator.password) return credentials
  } catch {
    // The error for a text that is no JSON is the same as for one that lacks a part.
  }
  throw new Error(`${path} is damaged: restore the file, or move it to another folder`)
}

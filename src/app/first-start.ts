/**
 * The first start: creates an account and an operator in an empty database, so that a new sandbox
 * can be used at once.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openedAccount } from '../http/auth/account-login.ts'
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
 * accounts exist: only their owners know their credentials, unless a first start was interrupted.
 */
export async function prepareFirstStart(
  { store, vault }: Storage,
  data: string,
  now: Date,
): Promise<SandboxCredentials | undefined> {
  if ((await store.accounts.list()).length > 0) return finishFirstStart({ store, vault }, data, now)
  const createdAt = now.getTime()
  const { secret, stored } = newAccountSecret(vault, createdAt)
  const credentials: SandboxCredentials = {
    account: { name: FIRST_ACCOUNT, secret },
    operator: { name: FIRST_OPERATOR, password: newSecret() },
  }
  // Only the owner can read the file. The sandbox commands find the credentials there. It is written
  // first: if the disk is full, no account exists whose secret is known to no one. After an error it
  // stays, because the account may exist nevertheless.
  const draft = `${sandboxCredentialsFile(data)}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(credentials)}\n`, { mode: 0o600, flush: true })
  if (await createFirst({ store, credentials, stored, createdAt })) {
    showCredentials(data, draft)
    return credentials
  }
  rmSync(draft, { force: true })
  return undefined
}

/** The end of the name of a draft: the process that wrote it. */
const DRAFT = /^\.\d+$/

/** Returns the paths of the drafts of the credentials file. */
function draftsIn(data: string): readonly string[] {
  const { length } = CREDENTIALS_FILE
  return readdirSync(data)
    .filter((name) => name.startsWith(CREDENTIALS_FILE) && DRAFT.test(name.slice(length)))
    .map((name) => join(data, name))
}

/** Moves a draft to its final name, unless another replica has done so, and removes the others. */
function showCredentials(data: string, draft: string): void {
  const file = sandboxCredentialsFile(data)
  if (!existsSync(file)) renameSync(draft, file)
  for (const other of draftsIn(data)) rmSync(other, { force: true })
}

/**
 * Finishes a first start that was killed, or lost its database, after it had created the account:
 * nobody else knows the secret. Returns undefined if there was none.
 */
async function finishFirstStart(
  { store, vault }: Pick<Storage, 'store' | 'vault'>,
  data: string,
  now: Date,
): Promise<SandboxCredentials | undefined> {
  if (existsSync(sandboxCredentialsFile(data))) return undefined
  for (const draft of draftsIn(data)) {
    const credentials = credentialsIn(draft)
    if (credentials === undefined) continue
    const { name, secret } = credentials.account
    const known = openedAccount(await store.accounts.find(name, now.getTime()), secret, vault)
    if (known === undefined) continue
    await createOperator(store, credentials, now.getTime())
    showCredentials(data, draft)
    return credentials
  }
  return undefined
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
  await createOperator(store, credentials, createdAt)
  return true
}

/** Creates the operator, unless it exists. */
async function createOperator(
  store: Storage['store'],
  { operator: { name, password } }: SandboxCredentials,
  createdAt: number,
): Promise<void> {
  const passwordHash = secretPasswordHash(password)
  await store.operators.create({ name, passwordHash, role: 'operator', createdAt }, SERVICE)
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
  const credentials = credentialsIn(path)
  if (credentials !== undefined) return credentials
  throw new Error(`${path} is damaged: restore the file, or move it to another folder`)
}

/** Returns the credentials of a file; undefined if it is damaged. */
function credentialsIn(path: string): SandboxCredentials | undefined {
  const text = readFileSync(path, 'utf8')
  try {
    const credentials = JSON.parse(text) as SandboxCredentials
    if (credentials.account.secret && credentials.operator.password) return credentials
  } catch {
    // A text that is no JSON is as useless as one that lacks a part.
  }
  return undefined
}

/** Values for tests of the store. All values are fixed, so that two runs are equal. */
import type { TestContext } from 'node:test'
import { SERVICE } from '../../src/store/audit/entry.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { migrate } from '../../src/store/engine/migrate.ts'
import type { Completion, NewOrder } from '../../src/store/records/orders/order-entry.ts'
import type { PullIntent } from '../../src/store/records/orders/order-pulls.ts'
import type { NewReport } from '../../src/store/records/reports/report-entry.ts'
import { masterKeyFromText } from '../../src/store/sealing/master-key.ts'
import { openVault } from '../../src/store/sealing/open-vault.ts'
import type { Vault } from '../../src/store/sealing/vault.ts'
import { openStore, type Store } from '../../src/store/store.ts'

export const NOW = 1_780_000_000_000
export const DAY_MS = 86_400_000
/** A social security number that must never be stored in plain text. */
export const CANARY_SSN = '900991234'
export const masterKey = masterKeyFromText('11'.repeat(32))

/** A store with one account, and the database and vault under it. */
export interface Opened {
  readonly database: Database
  readonly vault: Vault
  readonly store: Store
}

/** Opens a store over an empty database that has the schema. */
export type OpenStore = (t: TestContext) => Promise<Opened>

/** Migrates an open database to the current schema and adds the account `lender`. */
export async function openedStore(database: Database): Promise<Opened> {
  await migrate(database, NOW)
  const vault = await openVault(database, [masterKey], NOW)
  const store = openStore(database, vault)
  await store.accounts.create(
    { name: 'lender', profile: { products: ['Merge'] }, createdAt: NOW },
    { id: 'secret-1', hash: vault.secretHash('one'), createdAt: NOW },
    SERVICE,
  )
  return { database, vault, store }
}

/** Returns the functions of a database, for one that differs in some of them. */
export function overDatabase(database: Database): Database {
  return {
    engine: database.engine,
    read: (statement) => database.read(statement),
    commit: (unit) => database.commit(unit),
    scrub: () => database.scrub(),
    close: () => database.close(),
  }
}

/** Lets time pass for all leases and due times. */
export function passTime(database: Database, ms: number): Promise<void> {
  const orders = 'update orders set lease_until = lease_until - $1'
  const jobs = 'update jobs set lease_until = lease_until - $1, due_at = due_at - $1'
  return database.commit([orders, jobs].map((sql) => ({ sql, params: [ms] })))
}

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

export function text(content: Uint8Array | undefined): string {
  return new TextDecoder().decode(content)
}

export function newOrder(vault: Vault, id: string, changes: Partial<NewOrder> = {}): NewOrder {
  return {
    id,
    account: 'lender',
    operation: 'credit_report',
    action: 'Submit',
    receivedAt: NOW,
    fingerprint: vault.fingerprint(bytes(id)),
    bodyBytes: 1_234,
    sent: bytes(`<REQUEST_GROUP ssn="${CANARY_SSN}" id="${id}"/>`),
    listed: { borrowers: [{ name: 'A. A.', ssn: '•••-••-1234' }] },
    errors: [],
    runner: 'runner-1',
    leaseMs: 60_000,
    retriesSince: NOW - DAY_MS,
    ...changes,
  }
}

export function newPull(vault: Vault, id: string, changes: Partial<PullIntent> = {}): PullIntent {
  return {
    id,
    bureau: 'equifax',
    borrowerPosition: 1,
    hard: true,
    purpose: 'credit transaction',
    endUser: 'A Lender',
    ssnIndex: vault.blindIndex('ssn', CANARY_SSN),
    startedAt: NOW,
    ...changes,
  }
}

export function newReport(vault: Vault, id: string, changes: Partial<NewReport> = {}): NewReport {
  return {
    id,
    operation: 'credit_report',
    product: 'Merge',
    origin: 'new',
    firstIssuedAt: NOW,
    lastUpdatedAt: NOW,
    bureaus: ['equifax', 'experian'],
    borrowers: [
      {
        ssn: vault.blindIndex('ssn', CANARY_SSN),
        identity: vault.blindIndex('identity', `${CANARY_SSN} AVERY`),
      },
    ],
    lenderCase: vault.blindIndex('lender case', 'case 7'),
    meaning: vault.blindIndex('meaning', 'Merge AVERY'),
    content: { files: [{ ssn: CANARY_SSN, scores: [701] }] },
    printed: { PDF: bytes(`%PDF ${CANARY_SSN}`) },
    ...changes,
  }
}

export function completion(vault: Vault, orderId: string): Completion {
  return {
    id: orderId,
    runner: 'runner-1',
    finishedAt: NOW + 900,
    answer: bytes(`<RESPONSE_GROUP ssn="${CANARY_SSN}"/>`),
    reportId: `report-${orderId}`,
    report: newReport(vault, `report-${orderId}`),
    charge: {
      id: `charge-${orderId}`,
      kind: 'order',
      amountCents: 4_250,
      items: [{ what: 'equifax', cents: 4_250 }],
      chargedAt: NOW + 900,
    },
  }
}

/** The second factor of a console user: sealed in their row, whose hash covers it. */
import { timingSafeEqual } from 'node:crypto'
import type { Actor } from '../audit/entry.ts'
import { tryCommit } from '../engine/database.ts'
import { type SecondFactor, STEPS_REMEMBERED } from '../sealing/one-time-codes.ts'
import type { RowGuard } from '../sealing/row-mac.ts'
import type { Vault } from '../sealing/vault.ts'
import {
  changeOperator,
  endedSessions,
  LOCK_OPERATORS,
  type OperatorRecords,
  type OperatorRow,
  readOperator,
} from './operators.ts'

/** Second factors of console users. */
export interface SecondFactors {
  /** The second factor of a person; undefined where there is none. */
  findFactor(name: string): Promise<SecondFactor | undefined>
  /** Gives a second factor and ends the person's other sessions; false where there is one already. */
  addFactor(
    name: string,
    factor: SecondFactor,
    keptSession: Uint8Array,
    by: Actor,
  ): Promise<boolean>
  /** Removes the second factor and ends the person's other sessions; false where there is none. */
  removeFactor(name: string, keptSession: Uint8Array | undefined, by: Actor): Promise<boolean>
  /** Uses the code of a time step; false where it was used before. */
  takeStep(name: string, step: number): Promise<boolean>
  /** Uses a recovery code, by its hash; false where it is none, or was used. */
  takeRecoveryCode(name: string, hash: Uint8Array): Promise<boolean>
}

/** What seals second factors. */
type FactorVault = Pick<Vault, 'sealFactor' | 'openFactor'>

/** Second factors over a database. */
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
          ? factorChange(guard, row, sealedFactor(vault, name, factor), kept)
          : undefined,
      ),
    removeFactor: (name, kept, by) =>
      changeOperator(
        records,
        { actor: by, action: 'second-factor.removed', object: name },
        (row) => (row.second_factor === null ? undefined : factorChange(guard, row, null, kept)),
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
          return factorChange(guard, row, sealedFactor(vault, name, next), 'all')
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

function factorChange(
  guard: RowGuard,
  row: OperatorRow,
  sealed: Uint8Array | null,
  keptSessions: Uint8Array | 'all' = new Uint8Array(),
) {
  const { name, revision } = row
  const next = { ...row, second_factor: sealed, revision: revision + 1 }
  const update = {
    sql: `update operators set second_factor = $2, mac = $3, revision = $4
      where name = $1 and revision = $5`,
    params: [name, sealed, guard.mac('operators', next), next.revision, revision],
    rows: 1,
  }
  const ended = keptSessions === 'all' ? [] : [endedSessions(name, keptSessions)]
  return { next, unit: [LOCK_OPERATORS, update, ...ended] }
}

/** Merges files of the simulated bureaus, as an order does. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CreditFile, Subject } from '../../../src/bureaus/bureau.ts'
import { PERSONAS } from '../../../src/bureaus/simulator/personas.ts'
import { createSimulatedBureaus } from '../../../src/bureaus/simulator/simulator.ts'
import { merged } from './merge-files.ts'

const askedAt = new Date('2026-01-15T12:00:00Z')
const bureaus = createSimulatedBureaus({ epoch: askedAt, timeoutMs: 1000 })

async function pullAll(subject: Subject): Promise<CreditFile[]> {
  const request = {
    orderId: 'merge',
    subject,
    hard: false,
    scoreWanted: true,
    purpose: 'test',
    earlierInquiries: [],
    endUser: 'test',
    askedAt,
    signal: new AbortController().signal,
  }
  return await Promise.all(bureaus.map((bureau) => bureau.pull(request)))
}

function persona(id: string): Subject {
  const found = PERSONAS.find((one) => one.id === id)
  assert.ok(found, id)
  const { firstName, middleName, lastName, suffix, ssn, address } = found
  return { firstName, middleName, lastName, suffix, ssn, address, formerAddresses: [] }
}

/** A person who is not a persona, for whom the bureaus invent a history. */
function someone(number: number): Subject {
  return {
    firstName: 'Alder',
    middleName: '',
    lastName: `Fenwright${number}`,
    suffix: '',
    ssn: String(900_700_000 + number * 37),
    address: { street: `${number} Oak St`, city: 'Bath', state: 'ME', postalCode: '04530' },
    formerAddresses: [],
  }
}

const changes = { mergedOn: '2026-01-15' }

test('every simulated account is part of exactly one line', async () => {
  for (let number = 1; number <= 40; number += 1) {
    const pulls = await pullAll(someone(number))
    const given = pulls.flatMap(({ bureau, accounts }) =>
      accounts.map((one) => `${bureau} ${one.subscriberCode}`),
    )
    const shown = merged([pulls], changes).liabilities.flatMap((line) =>
      (line.CREDIT_REPOSITORY ?? []).map((one) => `${one._SourceType} ${one._SubscriberCode}`),
    )
    assert.deepEqual(shown.sort(), given.sort())
  }
})

test('a line of a single bureau has exactly the values that the bureau reports', async () => {
  let seen = 0
  for (let number = 1; number <= 40; number += 1) {
    const pulls = await pullAll(someone(number))
    for (const line of merged([pulls], changes).liabilities) {
      const [source, ...more] = line.CREDIT_REPOSITORY ?? []
      if (more.length > 0) continue
      const reported = pulls
        .find(({ bureau }) => bureau === source?._SourceType)
        ?.accounts.find((one) => unspaced(one._AccountIdentifier) === line._AccountIdentifier)
      assert.ok(reported)
      for (const [name, value] of Object.entries(reported)) {
        if (name === 'subscriberCode' || name === '_AccountIdentifier' || value === undefined)
          continue
        assert.deepEqual(plain(line[name as keyof typeof line]), plain(value), name)
        seen += 1
      }
    }
  }
  assert.ok(seen > 0)
})

/** Returns an account number as reports spell it for all bureaus. */
function unspaced(number: string | undefined): string | undefined {
  return number?.replace(/[\s-]+/g, '')
}

/** Removes undefined fields, which are not stored either. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

test('the single reference persona has three scores and lines of three bureaus', async () => {
  const { liabilities, scores, delivered } = merged([await pullAll(persona('avery'))], changes)
  assert.equal(delivered.length, 3)
  assert.deepEqual(
    scores.map((score) => score._FACTOR?.length),
    [4, 4, 4],
  )
  const shared = liabilities.filter((line) => line.CREDIT_REPOSITORY?.length === 3)
  assert.ok(shared.some((line) => line._AccountType === 'Mortgage'))
  assert.ok(shared.some((line) => line.CreditLoanType === 'CreditCard'))
})

test('the reference couple’s joint accounts are lines of both borrowers', async () => {
  const { liabilities, scores } = merged(
    [await pullAll(persona('rowan')), await pullAll(persona('juno'))],
    changes,
  )
  const owners = new Set(liabilities.map((line) => line.BorrowerID))
  assert.deepEqual([...owners].sort(), ['B1', 'B1 C1', 'C1'])
  for (const line of liabilities) {
    const joint = line._AccountOwnershipType === 'JointContractualLiability'
    assert.equal(line.BorrowerID === 'B1 C1', joint)
  }
  assert.equal(scores.length, 6)
})

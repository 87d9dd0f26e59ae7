import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { EXAMPLES } from '../support/examples.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { fixedSurroundings, runningService } from '../support/running-service.ts'
import { chargesOf, journalOf, pullsOf } from './support/ledger-of.ts'
import { orderDocument, PEOPLE } from './support/order-document.ts'

/** Places a series of orders on one database, and returns the responses and the stored records. */
async function series(t: TestContext, flags: Readonly<Record<string, unknown>>) {
  const service = await runningService(t, { flags, surroundings: fixedSurroundings() })
  const answers: string[] = []
  for (const { file, path } of EXAMPLES) {
    const body = readFileSync(join(import.meta.dirname, '../../examples', file))
    answers.push((await service.post(path.slice(1), body)).body)
  }
  const { rowan, juno } = PEOPLE
  const joint = { people: [rowan, juno] }
  const more = [
    orderDocument('credit_report', joint),
    orderDocument('credit_report', joint),
    orderDocument('credit_report', { people: [juno], action: 'Unmerge' }),
    orderDocument('credit_report', { people: [rowan], action: 'Upgrade', bureaus: 'YYY' }),
    orderDocument('credit_report', { people: [PEOPLE.noHit] }),
    orderDocument('credit_report', { description: 'MortgageOnly' }),
    '<',
  ]
  for (const body of more) {
    const { status, headers, body: answer } = await service.post('credit_report', body)
    answers.push(`${status} ${headers.get('trimerge-retry')} ${answer}`)
  }
  return {
    answers,
    charges: await chargesOf(service),
    journal: await journalOf(service),
    // All inquiries have the same time, so their order is arbitrary: compare a sorted list.
    pulls: (await pullsOf(service, rowan)).map(({ id }) => id).toSorted(),
  }
}

test('the same orders produce the same responses and records on SQLite and PostgreSQL', async (t) => {
  const sqlite = await series(t, {})
  const postgres = await series(t, { 'database-url': await createDatabase() })
  sqlite.answers.forEach((answer, index) => {
    assert.equal(postgres.answers[index], answer, `answer ${index}`)
  })
  assert.deepEqual(postgres.charges, sqlite.charges)
  assert.deepEqual(postgres.journal, sqlite.journal)
  assert.deepEqual(postgres.pulls, sqlite.pulls)
  assert.ok(sqlite.charges.length > 8 && sqlite.journal.length > 15)
})

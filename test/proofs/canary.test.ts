/**
 * No secret of an order is stored anywhere in readable form, and card numbers and codes are not
 * stored at all.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { lengthOf } from '../support/length.ts'
import { ownServer } from '../support/postgres-server.ts'
import { canaryRun } from './canary.ts'
import { foundIn, needlesOf } from './support/canary-search.ts'

const LENGTH = lengthOf({ short: { orders: 4 }, full: { orders: 60 } })
const BROKEN = join(import.meta.dirname, 'support/broken-service.ts')

test('the service leaves no secret in readable form, on the embedded database', async (t) => {
  const { hits, opened, withNumber, withCard } = await canaryRun(LENGTH)
  t.diagnostic(`${opened} sealed columns opened, ${withNumber} with the number of the person`)
  assert.deepEqual(hits, [])
  assert.ok(withNumber > LENGTH.orders, 'the number is in the sealed columns')
  assert.equal(withCard, 0)
})

test('the service leaves no secret in readable form, on PostgreSQL', async (t) => {
  const { createDatabase, runSql } = ownServer()
  const url = await createDatabase()
  const [row] = await runSql('show data_directory')
  const folder = String(row?.data_directory)
  const { hits, opened, withNumber, withCard } = await canaryRun({
    ...LENGTH,
    postgres: { url, folder },
  })
  t.diagnostic(`${opened} sealed columns opened, ${withNumber} with the number of the person`)
  assert.deepEqual(hits, [])
  assert.ok(withNumber > LENGTH.orders)
  assert.equal(withCard, 0)
})

test('the canary catches a service that logs request bodies', async () => {
  const { hits } = await canaryRun({ orders: 1, program: [BROKEN, 'logsBodies'] })
  for (const secret of ['ssn', 'card', 'code', 'name']) {
    assert.ok(hits.includes(`${secret} in clear: printed`), `${secret} in ${hits}`)
  }
})

test('the canary catches a service that journals a request with its card number', async () => {
  const { hits, withCard } = await canaryRun({ orders: 1, program: [BROKEN, 'journalsUncut'] })
  assert.ok(withCard > 0, 'the card is found where it is sealed')
  assert.deepEqual(hits, [])
})

test('the search finds a secret in every encoding in which it could be stored', () => {
  const needles = needlesOf({ ssn: '912345678', card: '4111222233334444', name: 'Zoë Canary' })
  const clear = [
    '912345678',
    '912-34-5678',
    '4111 2222 3333 4444',
    'Zoë Canary',
    'Zo%C3%AB%20Canary',
  ]
  const forms = clear.flatMap((text) => [
    Buffer.from(text),
    Buffer.from(text, 'utf16le'),
    Buffer.from(Buffer.from(text).toString('hex')),
    ...[0, 1, 2].map((shift) =>
      Buffer.from(Buffer.from('x'.repeat(shift) + text).toString('base64')),
    ),
    zstdCompressSync(Buffer.from(text)),
    gzipSync(Buffer.from(text)),
  ])
  for (const form of forms) {
    const bytes = Buffer.concat([Buffer.from('before'), form, Buffer.from('after')])
    assert.ok(foundIn(bytes, needles).length > 0, form.toString())
  }
  assert.deepEqual(foundIn(Buffer.from('912345679 and 4111222233334445'), needles), [])
})

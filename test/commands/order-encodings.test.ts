/**
 * Tests orders in encodings other than UTF-8: their bytes are sent unchanged and read as declared.
 */
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, type TestContext, test } from 'node:test'
import { orderDocument, PEOPLE } from '../orders/support/order-document.ts'
import { type RunningService, runningService } from '../support/running-service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { assertEnded, run } from './run.ts'

let service: RunningService
before(async (t) => {
  service = await runningService(t as TestContext)
})

/** Returns an order for a name whose bytes differ between encodings. */
function orderIn(encoding: 'ISO-8859-1' | 'UTF-8', requestId: string): Buffer {
  const people = [{ ...PEOPLE.avery, first: 'Zoé' }]
  const text = orderDocument('credit_report', { people, requestId }).replace(/^<\?xml.*?\?>\s*/, '')
  const bytes = encoding === 'UTF-8' ? 'utf8' : 'latin1'
  return Buffer.from(`<?xml version="1.0" encoding="${encoding}"?>${text}`, bytes)
}

function order(...args: readonly string[]) {
  const to = ['--url', service.url, '--account', service.account, '--operation', 'credit_report']
  const environment = { TRIMERGE_SECRET: service.secret }
  return run(['order', ...to, ...args], { environment })
}

/** Returns the responses in a folder. */
function responsesIn(folder: string): readonly string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.xml'))
  return names.map((name) => readFileSync(join(folder, name), 'utf8'))
}

test('a single order and the documents in a folder are read in their declared encoding', async () => {
  const folder = join(temporaryFolder(), 'orders')
  mkdirSync(folder)
  const file = join(folder, 'latin.xml')
  writeFileSync(file, orderIn('ISO-8859-1', 'L1'))
  writeFileSync(join(folder, 'unicode.xml'), orderIn('UTF-8', 'U1'))
  const out = `${folder}-one`
  assertEnded(await order(file, '--out', out), 0, /report R\w+/)
  for (const response of responsesIn(out)) assert.match(response, /_FirstName="Zoé"/)
  assertEnded(await order('--batch', folder), 0, /^2 reports for /m)
  const responses = responsesIn(`${folder}-reports`)
  assert.equal(responses.length, 2)
  for (const response of responses) assert.match(response, /_FirstName="Zoé"/)
})

test('each line of a file is read in its declared encoding and ends only at a line feed', async () => {
  const file = join(temporaryFolder(), 'orders.lines')
  const onOneLine = (order: Buffer) =>
    Buffer.from(order.toString('latin1').replaceAll(/\s*\n\s*/g, ' '), 'latin1')
  const separated = onOneLine(orderIn('UTF-8', 'U2')).toString().replace('"U2"', '"U\u20282"')
  const lines = [onOneLine(orderIn('ISO-8859-1', 'L2')), '\r\n', ' \r\n', separated]
  writeFileSync(file, Buffer.concat(lines.map((line) => Buffer.from(line))))
  assertEnded(await order('--batch', file), 0, /^2 reports for /m)
  const out = file.replace('.lines', '-reports')
  const names = readdirSync(out).filter((name) => name.endsWith('.xml'))
  assert.deepEqual(
    names.map((name) => name.slice(0, 'line-000000'.length)),
    ['line-000001', 'line-000003'],
  )
  for (const response of responsesIn(out)) assert.match(response, /_FirstName="Zoé"/)
})

test('the example in ISO-8859-1 can be ordered unchanged', async () => {
  const file = 'examples/latin-1-windows.xml'
  assertEnded(await order(file, '--operation', 'pre_qualification'), 0, /report R\w+/)
})

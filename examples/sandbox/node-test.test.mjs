// The sandbox in a test of Node's own runner: node --test node-test.test.mjs
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startSandbox } from 'trimerge/sandbox'

let sandbox

before(async () => {
  sandbox = await startSandbox({ settings: { 'bureau-timeout-ms': 500 } })
})
after(() => sandbox.close())

test('our order is answered with three scores', async () => {
  const order = sandbox.orderXml('avery', 'credit_report')
  const result = await sandbox.order('credit_report', order)
  assert.equal(result.kind, 'report')
  const { CREDIT_SCORE } = result.document.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE
  assert.deepEqual(
    CREDIT_SCORE.map((score) => score._Value),
    ['703', '745', '717'],
  )
})

test('a bureau that does not answer is not charged', async () => {
  await sandbox.faults.set('Experian', 'TIMEOUT')
  await sandbox.order('credit_report', sandbox.orderXml('clean', 'credit_report'))
  await sandbox.faults.clear()
  const last = (await sandbox.orders()).at(-1)
  assert.equal(last.outcome, 'report')
  assert.equal(last.pulls.find((pull) => pull.bureau === 'Experian').outcome, 'NoFileReturnedError')
})

test('after two months a refresh shows the new account', async () => {
  await sandbox.clock.advance('65d')
  const order = sandbox.orderXml('avery', 'refresh_report')
  const result = await sandbox.order('refresh_report', order)
  assert.match(result.xml, /_Name="NewAccounts" _Value="1"/)
})

// The sandbox in vitest: npx vitest run vitest.test.mjs
import { startSandbox } from 'trimerge/sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'

let sandbox

beforeAll(async () => {
  sandbox = await startSandbox({ settings: { 'bureau-timeout-ms': 500 } })
})
afterAll(() => sandbox.close())

test('our order is answered with three scores', async () => {
  const order = sandbox.orderXml('avery', 'credit_report')
  const result = await sandbox.order('credit_report', order)
  expect(result.kind).toBe('report')
  const { CREDIT_SCORE } = result.document.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE
  expect(CREDIT_SCORE.map((score) => score._Value)).toEqual(['703', '745', '717'])
})

test('a bureau that does not answer is not charged', async () => {
  await sandbox.faults.set('Experian', 'TIMEOUT')
  await sandbox.order('credit_report', sandbox.orderXml('clean', 'credit_report'))
  await sandbox.faults.clear()
  const last = (await sandbox.orders()).at(-1)
  expect(last.outcome).toBe('report')
  expect(last.pulls).toContainEqual(
    expect.objectContaining({ bureau: 'Experian', outcome: 'NoFileReturnedError' }),
  )
})

test('after two months a refresh shows the new account', async () => {
  await sandbox.clock.advance('65d')
  const order = sandbox.orderXml('avery', 'refresh_report')
  const result = await sandbox.order('refresh_report', order)
  expect(result.xml).toMatch(/_Name="NewAccounts" _Value="1"/)
})

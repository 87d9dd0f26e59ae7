/** Custom people of a world: created, ordered, refreshed, deleted. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { OrderResult } from '../../src/client/post-order.ts'
import { startSandbox } from '../../src/sandbox/embedded/start-sandbox.ts'

const sandbox = await startSandbox()
after(() => sandbox.close())

const EXAMPLE = join(import.meta.dirname, '../../examples/people/casey.yaml')

function reportOf(result: OrderResult) {
  assert.equal(result.kind, 'report')
  return result.document.RESPONSE.RESPONSE_DATA.CREDIT_RESPONSE
}

const figure = (result: OrderResult, name: string) =>
  reportOf(result)
    .CREDIT_SUMMARY?.flatMap(({ _DATA_SET = [] }) => _DATA_SET)
    .find(({ _Name }) => _Name === name)?._Value

test('a custom person can be ordered, and a refresh finds later changes', async () => {
  const casey = await sandbox.people.put('casey', readFileSync(EXAMPLE, 'utf8'))
  assert.equal(casey.lastName, 'Whitlock')
  assert.deepEqual(await sandbox.people.list(), [casey])
  const order = await sandbox.people.orderXml('casey', 'credit_report')
  const first = await sandbox.order('credit_report', order)
  assert.equal(figure(first, 'MortgageLate30DaysHistorical'), '1')
  assert.equal(figure(first, 'Collections'), '1')
  await sandbox.clock.advance('90d')
  const reportId = reportOf(first).CreditReportIdentifier
  const refresh = await sandbox.people.orderXml('casey', 'refresh_report', { reportId })
  assert.ok(Number(figure(await sandbox.order('refresh_report', refresh), 'Differences')) > 0)
})

test('a new file replaces the person, and a deleted person is unknown', async () => {
  const account = { id: 'card', kind: 'creditCard', opened: '4 years ago', limit: 5000 }
  let count = 0
  const accounts = async () => {
    const requestId = `request ${++count}`
    const order = await sandbox.people.orderXml('noa', 'credit_report', {
      requestId,
      action: 'ForceNew',
    })
    return figure(await sandbox.order('credit_report', order), 'TotalAccounts')
  }
  await sandbox.people.put('noa', { accounts: [account] })
  assert.equal(await accounts(), '1')
  await sandbox.people.put('noa', { accounts: [account, { ...account, id: 'other' }] })
  assert.equal(await accounts(), '2')
  assert.equal(await sandbox.people.delete('noa'), true)
  assert.equal(await sandbox.people.delete('noa'), false)
  await assert.rejects(accounts, /unknown person noa/)
})

test('the report has the outcome that the file requests', async () => {
  await sandbox.people.put('rowena', readFileSync(join(EXAMPLE, '../outcome.yaml'), 'utf8'))
  const order = await sandbox.people.orderXml('rowena', 'credit_report')
  const result = await sandbox.order('credit_report', order)
  const scores = reportOf(result).CREDIT_SCORE?.map(({ _Value }) => Number(_Value)) ?? []
  assert.equal(scores.sort((a, b) => a - b)[1], 641)
  assert.equal(figure(result, 'MortgageLatePayments12Months'), '1')
  await assert.rejects(
    () => sandbox.people.put('never', { outcome: { middleScore: 840 } }),
    /outcome\.middleScore: a score from \d+ to \d+/,
  )
})

test('two people cannot have the same number, and errors name the invalid field', async () => {
  await sandbox.people.put('one', { ssn: '931-20-0001' })
  await assert.rejects(
    () => sandbox.people.put('two', { ssn: '931200001' }),
    /ssn: a number that no other person has/,
  )
  await assert.rejects(
    () => sandbox.people.put('three', { ssn: '123-45-6789' }),
    /^PersonRejected: ssn: /,
  )
})

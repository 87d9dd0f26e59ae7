/**
 * Mortgages as tradelines of `/mortgage_only`, only for accounts with the setting `liabilities`.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runningService } from '../support/running-service.ts'
import { accountOf } from './support/account-of.ts'
import { answerDocument } from './support/answer-document.ts'
import { orderDocument } from './support/order-document.ts'
import { reported } from './support/ordered.ts'

test('by default the response has no tradelines, as in the interface', async (t) => {
  const { body } = await reported(await runningService(t), 'mortgage_only')
  assert.ok(!body.includes('CREDIT_LIABILITY'))
})

test('with liabilities: yes, the response has only mortgages as tradelines, in every dialect', async (t) => {
  const service = await accountOf(await runningService(t), { liabilities: 'yes' })
  for (const dialect of ['mismo', 'neutral', 'literal', 'elements'] as const) {
    const body = orderDocument('mortgage_only', { dialect, requestId: dialect })
    const answer = answerDocument((await service.post('mortgage_only', body)).body)
    const types = answer.texts('CREDIT_LIABILITY.__AccountType')
    assert.ok(types.length > 0)
    // Lines of credit that are secured by a home count as mortgages.
    assert.deepEqual([...new Set(types)].toSorted(), ['CreditLine', 'Mortgage'])
    assert.equal(answer.texts('CREDIT_LIABILITY._CreditTradeReferenceID').length, 0)
  }
})

/** Mortgages as tradelines of `/mortgage_only`: only for accounts that ask for them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runningService } from '../support/running-service.ts'
import { accountOf } from './support/account-of.ts'
import { answerDocument } from './support/answer-document.ts'
import { orderDocument } from './support/order-document.ts'
import { reported } from './support/ordered.ts'

test('the default is the shape of the interface', async (t) => {
  const { body } = await reported(await runningService(t), 'mortgage_only')
  assert.ok(!body.includes('CREDIT_LIABILITY'))
})

test('with liabilities: yes the mortgages are tradelines, in every dialect, and nothing else is', async (t) => {
  const service = await accountOf(await runningService(t), { liabilities: 'yes' })
  for (const dialect of ['mismo', 'neutral', 'literal', 'elements'] as const) {
    const body = orderDocument('mortgage_only', { dialect, requestId: dialect })
    const answer = answerDocument((await service.post('mortgage_only', body)).body)
    const types = answer.texts('CREDIT_LIABILITY.__AccountType')
    assert.ok(types.length > 0)
    // A line secured by a home is one of them.
    assert.deepEqual([...new Set(types)].toSorted(), ['CreditLine', 'Mortgage'])
    assert.equal(answer.texts('CREDIT_LIABILITY._CreditTradeReferenceID').length, 0)
  }
})
